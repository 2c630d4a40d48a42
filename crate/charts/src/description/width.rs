//! Error against hidden width as text.

use super::{Csv, Describe, NOTHING_TRAINED, Series, Table, describe_lines, table_of};
use crate::number_format::median_and_range;
use crate::off_scale::{off_scale, off_scale_sentence};
use crate::width::{Width, WidthLine};

fn series(line: &WidthLine) -> Series {
    let mut series = Series::new(line.label.clone());
    for point in line.points_in_order() {
        let cell = median_and_range(point.min, point.median, point.max, None);
        series.push(point.N, point.median, cell);
    }
    series
}

impl Width {
    /// The lines with points on them.
    fn described(&self) -> Vec<&WidthLine> {
        let has_points = |line: &&WidthLine| !line.points_in_order().is_empty();
        self.lines.iter().filter(has_points).collect()
    }
}

impl Describe for Width {
    fn summary(&self) -> String {
        let lines = self.described();
        if lines.is_empty() {
            return NOTHING_TRAINED.into();
        }
        let words = describe_lines(None, lines.len(), &mut |i| {
            let sentence = series(lines[i]).sentence("N");
            match lines[i].slope_text() {
                slope if slope.is_empty() => sentence,
                slope => format!("{sentence} The fitted {slope}."),
            }
        });
        let points = lines.iter().flat_map(|line| {
            let points = line.points_in_order().into_iter();
            let beyond = points.filter(|point| off_scale(point.median).is_some());
            beyond.map(|point| format!("{}, N = {}", line.label, point.N))
        });
        words + &off_scale_sentence(&points.collect::<Vec<_>>())
    }

    fn table(&self, first_line: usize) -> Table {
        let lines = self.described();
        table_of("hidden width N", lines.len(), first_line, &|i| {
            series(lines[i])
        })
    }

    fn caption(&self) -> String {
        format!(
            "Error on unseen data ({}) for each hidden width N, both on logarithmic axes. Points are \
             medians over seeds, bars reach from the smallest to the largest error, and lines are fitted \
             to the medians: their slope is the power of N with which the error falls.",
            self.measure
        )
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("line,T,h,N,median,min,max,slope");
        for line in self.described() {
            for point in line.points_in_order() {
                csv.cell(&line.label);
                csv.numbers(&[line.T, line.h, point.N].map(f64::from));
                csv.numbers(&[point.median, point.min, point.max]);
                match line.slope {
                    Some(slope) => csv.numbers(&[slope]),
                    None => csv.gap(1),
                }
                csv.end_row();
            }
        }
        csv.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WidthPoint;

    #[test]
    fn widths_are_described_with_their_slope() {
        let point = |n: u32, error: f64| WidthPoint {
            N: n,
            min: error,
            median: error,
            max: error,
        };
        let chart = Width {
            measure: "NMSE",
            lines: vec![WidthLine {
                h: 2,
                T: 16,
                label: "h = 2".into(),
                points: vec![point(16, 0.05), point(8, 0.1)],
                slope: Some(-1.0),
                error: None,
            }],
            ..Width::default()
        };
        assert_eq!(
            chart.summary(),
            "h = 2: 0.100 at N = 8, 0.0500 at N = 16. The fitted slope −1.0."
        );
        assert_eq!(chart.table(0).rows, [["8", "0.100"], ["16", "0.0500"]]);
    }
}
