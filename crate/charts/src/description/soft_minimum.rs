//! The soft minimum and its bound as text.

use super::{Describe, Table};
use crate::number_format::{digits_for_files, significant_digits};
use crate::soft_minimum::SoftMinimum;

/// Steps from the first row of the table to the last.
const STEPS: u32 = 12;

impl Describe for SoftMinimum {
    fn summary(&self) -> String {
        let gaps = self.gaps();
        let (from, to) = gaps.betas;
        let at = match self.at.filter(|at| (from..=to).contains(at)) {
            Some(at) => format!("At {}. ", gaps.sentence(at)),
            None => String::new(),
        };
        format!(
            "{at}From β = {} to β = {} the gap goes from {} to {}.",
            significant_digits(from, 3),
            significant_digits(to, 3),
            gaps.gap_text(from),
            gaps.gap_text(to)
        )
    }

    fn caption(&self) -> String {
        format!(
            "How far a head's soft minimum is above the true minimum of one random sequence (T = {}) \
             for growing sharpness β, and the largest gap that the bound allows (dashed).",
            self.T
        )
    }

    fn csv(&self) -> String {
        self.table_in(&digits_for_files).csv()
    }

    fn table(&self, _first_line: usize) -> Table {
        self.table_in(&significant_digits)
    }
}

impl SoftMinimum {
    /// Its table, with numbers of so many digits written by `digits`.
    fn table_in(&self, digits: &dyn Fn(f64, usize) -> String) -> Table {
        let gaps = self.gaps();
        let (from, to) = gaps.betas;
        let mut table = Table::default();
        for name in ["sharpness β", "gap on this sequence", "gap at most"] {
            table.head.push(name.into());
        }
        for i in 0..=STEPS {
            let beta = from * (to / from).powf(f64::from(i) / f64::from(STEPS));
            let bound = match gaps.bound(beta) {
                Some(bound) => digits(bound, 2),
                None => "none below β = 1".into(),
            };
            let row = vec![digits(beta, 3), gaps.gap_in(beta, digits), bound];
            table.rows.push(row);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_gap_in_the_table_is_above_its_bound() {
        let chart = SoftMinimum {
            T: 16,
            betas: (0.5, 50.0),
            at: Some(10.0),
            seed: 0,
        };
        let table = chart.table(0);
        assert_eq!(table.rows.len(), 13);
        assert_eq!(table.rows[0][2], "none below β = 1");
        for row in chart.csv().lines().skip(4) {
            let cells: Vec<f64> = row.split(',').map(|cell| cell.parse().unwrap()).collect();
            assert!(cells[1] <= cells[2], "{row}");
        }
        let sharp = SoftMinimum {
            betas: (1.0, 1e5),
            ..chart.clone()
        };
        let last = |text: &str| text.lines().last().unwrap().to_string();
        assert!(
            last(&sharp.csv()).starts_with("1.00e5,less than 1e-6,"),
            "{}",
            sharp.csv()
        );
        assert_eq!(
            sharp.table(0).rows[12][..2],
            ["1.00 × 10⁵", "less than 1 × 10⁻⁶"]
        );
        let summary = chart.summary();
        assert!(
            summary.starts_with("At β = 10.0: here ")
                && summary.contains("From β = 0.500 to β = 50.0 the gap goes from "),
            "{summary}"
        );
    }
}
