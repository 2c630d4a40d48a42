//! Predictions against targets, in words.

use super::{NOTHING, Table, Told};
use crate::scatter::Scatter;
use crate::words::{digits, signed};

impl Told for Scatter {
    fn summary(&self) -> String {
        let pairs = self.pairs();
        if pairs.is_empty() {
            return NOTHING.into();
        }
        let (mut squares, mut farthest): (f64, f64) = (0.0, 0.0);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (target, prediction) in &pairs {
            let off = prediction - target;
            squares += off * off;
            farthest = farthest.max(off.abs());
            (low, high) = (low.min(*target), high.max(*target));
        }
        format!(
            "{} predictions. Targets go from {} to {}. Predictions are off by {} (root mean square), \
             at most by {}.",
            pairs.len(),
            signed(low, 2),
            signed(high, 2),
            digits((squares / pairs.len() as f64).sqrt(), 2),
            digits(farthest, 2)
        )
    }

    fn table(&self) -> Table {
        let mut table = Table::default();
        for name in ["target", "prediction"] {
            table.head.push(name.into());
        }
        for (target, prediction) in self.pairs() {
            table
                .rows
                .push(vec![signed(target, 3), signed(prediction, 3)]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Frame;

    #[test]
    fn how_far_off_can_be_worked_out_by_hand() {
        let chart = Scatter {
            frame: Frame::default(),
            targets: vec![-1.0, 2.0, f64::NAN],
            predictions: vec![-1.3, 2.4, 0.0],
        };
        assert_eq!(
            chart.summary(),
            "2 predictions. Targets go from −1.00 to 2.00. Predictions are off by 0.35 (root mean \
             square), at most by 0.40."
        );
        assert_eq!(
            chart.table().rows,
            [["−1.000", "−1.300"], ["2.000", "2.400"]]
        );
    }
}
