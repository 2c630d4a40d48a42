//! Errors at other lengths as text.

use super::{Csv, Describe, NO_VALUE, Series, Table, describe_lines, table_of};
use crate::other_lengths::{LengthLine, OtherLengths, in_words, share_in_words};

fn errors(line: &LengthLine) -> Series {
    let mut series = Series::new(line.name());
    for point in line.points_in_order() {
        series.push(point.T, point.nmse, in_words(point));
    }
    series
}

/// The largest shares of attention of a line, for a column beside its errors.
fn shares(line: &LengthLine) -> Series {
    let mut series = Series::new(format!("{}, largest share of attention", line.name()));
    for point in line.points_in_order() {
        let share = share_in_words(point).unwrap_or(NO_VALUE.into());
        series.push(point.T, point.nmse, share);
    }
    series
}

impl OtherLengths {
    /// The lines with points on them.
    fn described(&self) -> Vec<&LengthLine> {
        let has_points = |line: &&LengthLine| !line.points_in_order().is_empty();
        self.lines.iter().filter(has_points).collect()
    }
}

impl Describe for OtherLengths {
    fn summary(&self) -> String {
        let lines = self.described();
        if lines.is_empty() {
            return "Nothing measured yet.".into();
        }
        let opening = Some(self.sentence.clone()).filter(|sentence| !sentence.is_empty());
        describe_lines(opening, lines.len(), &mut |i| {
            errors(lines[i]).sentence("T")
        })
    }

    fn caption(&self) -> String {
        let sentence = match self.sentence.is_empty() {
            true => String::new(),
            false => format!(" {}", self.sentence),
        };
        format!(
            "Error on unseen lists ({}) of Transformers that were trained on lists of T = {} (dashed), for \
             lists of other lengths and without any training on these. Bars are standard errors.{sentence}",
            self.measure, self.trained
        )
    }

    fn table(&self, first_line: usize) -> Table {
        let lines = self.described();
        let has_shares = lines.iter().any(|line| {
            line.points
                .iter()
                .any(|point| point.largest_share.is_some())
        });
        let columns = if has_shares { 2 } else { 1 };
        table_of("length T", columns * lines.len(), first_line, &|i| {
            let line = lines[i / columns];
            match i % columns {
                0 => errors(line),
                _ => shares(line),
            }
        })
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("line,h,trained,T,error,standardError,largestShare");
        for line in self.described() {
            for point in line.points_in_order() {
                csv.cell(&line.name());
                csv.numbers(&[line.h, self.trained, point.T].map(f64::from));
                csv.numbers(&[point.nmse, point.standard_error]);
                match point.largest_share {
                    Some(share) => csv.numbers(&[share]),
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
    use lab::{Experiment, LengthError, runs};

    fn chart(share: Option<f64>) -> OtherLengths {
        let experiment = Experiment::default();
        let point = |(t, nmse): (u32, f64)| LengthError {
            T: t,
            nmse,
            standard_error: nmse / 10.0,
            largest_share: share.map(|share| share / f64::from(t)),
        };
        let line = |h: u32, errors: [(u32, f64); 2]| LengthLine {
            h,
            points: errors.map(point).to_vec(),
        };
        let lines = vec![
            line(3, [(16, 0.01), (32, 0.02)]),
            line(4, [(32, 0.005), (16, 0.001)]),
        ];
        OtherLengths::of(&experiment, &runs(&experiment)[3], lines)
    }

    #[test]
    fn the_words_of_the_shown_run_come_first() {
        let summary = chart(Some(8.0)).summary();
        assert!(
            summary.starts_with(
                "Trained on lists of 16, 4 heads, which are enough for 4 targets, err 5.0 times"
            ),
            "{summary}"
        );
        assert!(
            summary.ends_with("h = 3: 0.0100 at T = 16, 0.0200 at T = 32. h = 4: 1.00 × 10⁻³ at T = 16, 5.00 × 10⁻³ at T = 32."),
            "{summary}"
        );
    }

    #[test]
    fn shares_have_columns_where_they_were_measured() {
        let table = chart(Some(8.0)).table(0);
        assert_eq!(
            table.head[1..3],
            ["h = 3", "h = 3, largest share of attention"]
        );
        assert_eq!(
            table.rows[0],
            [
                "16",
                "0.0100 ± 1.0 × 10⁻³",
                "50 %",
                "1.00 × 10⁻³ ± 1.0 × 10⁻⁴",
                "50 %"
            ]
        );
        let without = chart(None);
        assert_eq!(without.table(0).head, ["length T", "h = 3", "h = 4"]);
        assert!(
            without.csv().ends_with("h = 4,4,16,32,0.005,0.0005,\n"),
            "{}",
            without.csv()
        );
    }
}
