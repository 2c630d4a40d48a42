//! Error against hidden width as text.

use super::{Describe, NOTHING_TRAINED, Series, Table, join_sentences, table_of};
use crate::number_format::median_and_range;
use crate::width::{Width, WidthLine};

fn series(line: &WidthLine) -> Series {
    let mut series = Series::new(line.label.clone());
    for point in line.points_in_order() {
        let cell = median_and_range(point.min, point.median, point.max, None);
        series.push(point.N, point.median, cell);
    }
    series
}

impl Describe for Width {
    fn summary(&self) -> String {
        let mut sentences = Vec::new();
        for line in &self.lines {
            let series = series(line);
            if series.points.is_empty() {
                continue;
            }
            let mut sentence = series.sentence("N");
            let slope = line.slope_text();
            if !slope.is_empty() {
                sentence += &format!(" The fitted {slope}.");
            }
            sentences.push(sentence);
        }
        match sentences.is_empty() {
            true => NOTHING_TRAINED.into(),
            false => join_sentences(&sentences),
        }
    }

    fn table(&self) -> Table {
        let lines: Vec<Series> = self.lines.iter().map(series).collect();
        table_of("hidden width N", &lines)
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
            citation: "",
        };
        assert_eq!(
            chart.summary(),
            "h = 2: 0.100 at N = 8, 0.0500 at N = 16. The fitted slope −1.0."
        );
        assert_eq!(chart.table().rows, [["8", "0.100"], ["16", "0.0500"]]);
    }
}
