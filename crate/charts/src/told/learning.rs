//! Learning curves, in words.

use super::{NOTHING, Series, Table, Told, count_namesakes, grid, together};
use crate::axis::grouped;
use crate::learning::Learning;
use crate::words::error;

impl Learning {
    /// Lines with something on them, those in training before the shadows.
    fn told(&self) -> Vec<Series> {
        let mut all = Vec::new();
        for ghost in [false, true] {
            for line in self.lines.iter().filter(|line| line.ghost == ghost) {
                let mut series = Series::new(line.words());
                for point in line.points() {
                    series.push(point.0, point.1, error(point.1));
                }
                if !series.points.is_empty() {
                    all.push(series);
                }
            }
        }
        count_namesakes(&mut all);
        all
    }
}

impl Told for Learning {
    fn summary(&self) -> String {
        let mut said = vec![format!("Training takes {} steps.", grouped(self.steps))];
        for Series {
            name,
            points,
            cells,
        } in self.told()
        {
            if let ([.., (step, _)], [first, .., last]) = (&points[..], &cells[..]) {
                let step = grouped(*step);
                said.push(format!("{name}: from {first} to {last} at step {step}."));
            } else if let (Some((step, _)), Some(only)) = (points.last(), cells.last()) {
                said.push(format!("{name}: {only} at step {}.", grouped(*step)));
            }
        }
        match said.len() {
            1 => NOTHING.into(),
            _ => together(&said),
        }
    }

    fn table(&self) -> Table {
        grid("training step", &self.told())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_curve_says_where_it_stands() {
        let line = |h: u32, ghost: bool, curve: serde_json::Value| json!({ "h": h, "curve": curve, "ghost": ghost });
        let chart: Learning = serde_json::from_value(json!({
            "frame": { "width": 400, "height": 300, "scale": 1, "theme": "light" }, "steps": 20_000,
            "lines": [line(2, true, json!([[0, 1.0], [100, 0.2]])), line(1, false, json!([[0, 1.1], [50, 0.25]])), line(3, false, json!([])), line(1, false, json!([[50, 0.2]]))],
        }))
        .unwrap();
        assert_eq!(
            chart.summary(),
            "Training takes 20\u{2009}000 steps. h = 1: from 1.10 to 0.250 at step 50. \
             h = 1 (2): 0.200 at step 50. recorded, h = 2: from 1.00 to 0.200 at step 100."
        );
        let table = chart.table();
        assert_eq!(
            table.head,
            ["training step", "h = 1", "h = 1 (2)", "recorded, h = 2"]
        );
        assert_eq!(
            table.rows,
            [
                ["0", "1.10", "–", "1.00"],
                ["50", "0.250", "0.200", "–"],
                ["100", "–", "–", "0.200"]
            ]
        );
    }
}
