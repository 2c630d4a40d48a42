//! Learning curves as text.

use super::{
    Describe, NOTHING_TRAINED, Series, Table, join_sentences, number_equal_names, table_of,
};
use crate::axis::grouped;
use crate::learning::Learning;
use crate::number_format::format_error;

impl Learning {
    /// The lines with points on them, recorded ones last.
    fn series(&self) -> Vec<Series> {
        let mut all = Vec::new();
        for recorded in [false, true] {
            for line in self.lines.iter().filter(|line| line.recorded == recorded) {
                let mut series = Series::new(line.full_name());
                for point in line.points() {
                    series.push(point.0, point.1, format_error(point.1));
                }
                if !series.points.is_empty() {
                    all.push(series);
                }
            }
        }
        number_equal_names(&mut all);
        all
    }
}

impl Describe for Learning {
    fn summary(&self) -> String {
        let mut sentences = vec![format!("Training takes {} steps.", grouped(self.steps))];
        for Series {
            name,
            points,
            cells,
        } in self.series()
        {
            if let ([.., (step, _)], [first, .., last]) = (&points[..], &cells[..]) {
                let step = grouped(*step);
                sentences.push(format!("{name}: from {first} to {last} at step {step}."));
            } else if let (Some((step, _)), Some(only)) = (points.last(), cells.last()) {
                sentences.push(format!("{name}: {only} at step {}.", grouped(*step)));
            }
        }
        match sentences.len() {
            1 => NOTHING_TRAINED.into(),
            _ => join_sentences(&sentences),
        }
    }

    fn table(&self) -> Table {
        table_of("training step", &self.series())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LearningLine;
    use lab::CurvePoint;

    #[test]
    fn every_curve_is_described_by_its_ends() {
        let line = |h: u32, recorded: bool, curve: &[(u32, f64)]| LearningLine {
            h,
            label: None,
            curve: curve.iter().map(|at| CurvePoint(at.0, at.1)).collect(),
            recorded,
        };
        let chart = Learning {
            steps: 20_000,
            measure: "NMSE",
            lines: vec![
                line(2, true, &[(0, 1.0), (100, 0.2)]),
                line(1, false, &[(0, 1.1), (50, 0.25)]),
                line(3, false, &[]),
                line(1, false, &[(50, 0.2)]),
            ],
            citation: "",
        };
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
