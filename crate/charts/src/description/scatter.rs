//! Predictions against targets as text.

use super::{Csv, Describe, NOTHING_TRAINED, Table};
use crate::number_format::{significant_digits, with_minus_sign};
use crate::scatter::Scatter;

impl Describe for Scatter {
    fn summary(&self) -> String {
        let pairs = self.pairs();
        if pairs.is_empty() {
            return NOTHING_TRAINED.into();
        }
        let (mut squares, mut largest): (f64, f64) = (0.0, 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (target, prediction) in &pairs {
            let error = prediction - target;
            squares += error * error;
            largest = largest.max(error.abs());
            (low, high) = (low.min(*target), high.max(*target));
        }
        format!(
            "{} predictions. The truth goes from {} to {}. Predictions are off by {} (root mean square), \
             at most by {}.",
            pairs.len(),
            with_minus_sign(low, 2),
            with_minus_sign(high, 2),
            significant_digits((squares / pairs.len() as f64).sqrt(), 2),
            significant_digits(largest, 2)
        )
    }

    fn caption(&self) -> String {
        "Predictions of one run against their targets, on unseen data. On the diagonal a prediction is \
         exactly right."
            .into()
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("target,prediction");
        for (target, prediction) in self.pairs() {
            csv.numbers(&[target, prediction]);
            csv.end_row();
        }
        csv.text()
    }

    fn table(&self, _first_line: usize) -> Table {
        let mut table = Table::default();
        for name in ["truth", "prediction"] {
            table.head.push(name.into());
        }
        for (target, prediction) in self.pairs() {
            table.rows.push(vec![
                with_minus_sign(target, 3),
                with_minus_sign(prediction, 3),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_of_two_points_can_be_computed_by_hand() {
        let chart = Scatter {
            targets: vec![-1.0, 2.0, f64::NAN],
            predictions: vec![-1.3, 2.4, 0.0],
        };
        assert_eq!(chart.csv(), "target,prediction\n-1,-1.3\n2,2.4\n");
        assert_eq!(
            chart.summary(),
            "2 predictions. The truth goes from −1.00 to 2.00. Predictions are off by 0.35 (root \
             mean square), at most by 0.40."
        );
        assert_eq!(
            chart.table(0).rows,
            [["−1.000", "−1.300"], ["2.000", "2.400"]]
        );
    }
}
