//! The soft minimum and its bound, in words.

use super::{Table, Told};
use crate::soft_minimum::SoftMinimum;
use crate::words::digits;

/// Rows of the table, and one more.
const ROWS: u32 = 12;

impl Told for SoftMinimum {
    fn summary(&self) -> String {
        let reading = self.reading();
        let (from, to) = reading.betas;
        let at = match self.at.filter(|at| (from..=to).contains(at)) {
            Some(at) => format!("At {}. ", reading.words(at)),
            None => String::new(),
        };
        format!(
            "{at}From β = {} to β = {} the gap goes from {} to {}.",
            digits(from, 3),
            digits(to, 3),
            reading.gap_in_words(from),
            reading.gap_in_words(to)
        )
    }

    fn table(&self) -> Table {
        let reading = self.reading();
        let (from, to) = reading.betas;
        let mut table = Table::default();
        for name in ["sharpness β", "gap on this sequence", "gap at most"] {
            table.head.push(name.into());
        }
        for i in 0..=ROWS {
            let beta = from * (to / from).powf(f64::from(i) / f64::from(ROWS));
            let bound = match reading.bound(beta) {
                Some(bound) => digits(bound, 2),
                None => "none below β = 1".into(),
            };
            let row = vec![digits(beta, 3), reading.gap_in_words(beta), bound];
            table.rows.push(row);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_gap_in_the_table_is_above_its_bound() {
        let chart: SoftMinimum = serde_json::from_value(json!({
            "frame": { "width": 400, "height": 300, "scale": 1, "theme": "light" },
            "T": 16, "betas": [0.5, 50], "at": 10, "seed": 0,
        }))
        .unwrap();
        let table = chart.table();
        assert_eq!(table.rows.len(), 13);
        assert_eq!(table.rows[0][2], "none below β = 1");
        for row in &table.rows[3..] {
            let [gap, bound] = [&row[1], &row[2]].map(|cell| cell.parse::<f64>().unwrap());
            assert!(gap <= bound, "{row:?}");
        }
        let said = chart.summary();
        assert!(
            said.starts_with("At β = 10.0: here ")
                && said.contains("From β = 0.500 to β = 50.0 the gap goes from "),
            "{said}"
        );
    }
}
