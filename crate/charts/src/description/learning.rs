//! Learning curves as text.

use super::{
    Csv, Describe, NOTHING_TRAINED, Series, Table, describe_lines, numbered_name, seeds_in_words,
    table_of,
};
use crate::axis::{distinct, grouped};
use crate::learning::{Learning, LearningLine, bundles};
use crate::number_format::format_error;
use crate::off_scale::{off_scale, off_scale_sentence};

impl Learning {
    /// The lines with points on them, recorded ones last, and the name of each.
    fn described(&self) -> (Vec<&LearningLine>, Vec<String>) {
        let mut lines = Vec::new();
        for recorded in [false, true] {
            let of = |line: &&LearningLine| line.recorded == recorded;
            let has_points = |line: &&LearningLine| line.points().next().is_some();
            lines.extend(self.lines.iter().filter(of).filter(has_points));
        }
        let names = lines.iter().map(|line| line.full_name()).collect();
        (lines, names)
    }
}

impl Describe for Learning {
    fn summary(&self) -> String {
        let (lines, names) = self.described();
        if lines.is_empty() {
            return NOTHING_TRAINED.into();
        }
        let plural = if self.steps == 1 { "" } else { "s" };
        let opening = format!("Training takes {} step{plural}.", grouped(self.steps));
        let words = describe_lines(Some(opening), lines.len(), &mut |i| {
            let name = numbered_name(&names, i);
            let mut points = lines[i].points();
            let (Some(first), last) = (points.next(), points.last()) else {
                return String::new();
            };
            let error = format_error(first.1);
            match last {
                Some(last) => {
                    let (to, step) = (format_error(last.1), grouped(last.0));
                    format!("{name}: from {error} to {to} at step {step}.")
                }
                None => format!("{name}: {error} at step {}.", grouped(first.0)),
            }
        });
        // Of the lines as they are drawn: a median may be inside where single runs are not.
        let mut beyond: Vec<String> = Vec::new();
        for bundle in bundles(&self.lines) {
            let mut points = bundle.points.iter();
            let is_beyond = points.any(|point| off_scale(point.median).is_some());
            let name = bundle.full_name();
            if is_beyond && !beyond.contains(&name) {
                beyond.push(name);
            }
        }
        words + &off_scale_sentence(&beyond)
    }

    fn table(&self, first_line: usize) -> Table {
        let (lines, names) = self.described();
        table_of("training step", lines.len(), first_line, &|i| {
            let mut series = Series::new(numbered_name(&names, i));
            for point in lines[i].points() {
                series.push(point.0, point.1, format_error(point.1));
            }
            series
        })
    }

    fn caption(&self) -> String {
        let bundles = bundles(&self.lines);
        let mut words = format!("Error on unseen data ({}) during training.", self.measure);
        let medians = bundles.iter().filter(|bundle| bundle.is_band);
        let points = medians.flat_map(|bundle| &bundle.points);
        let seeds = seeds_in_words(&mut points.map(|point| point.count));
        words += &match (seeds.is_empty(), self.hides_band) {
            (true, _) => " Each line is one run.".into(),
            (false, true) => format!(" Lines are medians over {seeds}."),
            (false, false) => format!(
                " Lines are medians over {seeds}; shades reach from the smallest to the largest error."
            ),
        };
        let lengths = distinct(&mut self.lines.iter().map(|line| line.T));
        words += match lengths.len() > 1 {
            true => " Colour is the sequence length T.",
            false => " Colour is the number of heads h.",
        };
        if self.lines.iter().any(|line| line.recorded) {
            words += " Dashed lines were recorded earlier.";
        }
        words
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("line,kind,T,h,step,median,min,max,runs");
        for bundle in bundles(&self.lines) {
            let LearningLine { h, T, recorded, .. } = *bundle.line;
            for point in &bundle.points {
                csv.cell(&bundle.name);
                csv.cell(if recorded { "recorded" } else { "trained" });
                csv.numbers(&[T, h, point.step].map(f64::from));
                csv.numbers(&[point.median, point.min, point.max, point.count as f64]);
                csv.end_row();
            }
        }
        csv.text()
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
            curve: curve
                .iter()
                .map(|at| CurvePoint(at.0, at.1))
                .collect::<Vec<_>>()
                .into(),
            recorded,
            ..LearningLine::default()
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
            ..Learning::default()
        };
        assert_eq!(
            chart.summary(),
            "Training takes 20\u{2009}000 steps. h = 1: from 1.10 to 0.250 at step 50. \
             h = 1 (2): 0.200 at step 50. recorded, h = 2: from 1.00 to 0.200 at step 100."
        );
        assert_eq!(
            chart.caption(),
            "Error on unseen data (NMSE) during training. Each line is one run. Colour is the number of \
             heads h. Dashed lines were recorded earlier."
        );
        assert_eq!(
            chart.csv(),
            "line,kind,T,h,step,median,min,max,runs\n\
             h = 2,recorded,0,2,0,1,1,1,1\n\
             h = 2,recorded,0,2,100,0.2,0.2,0.2,1\n\
             h = 1,trained,0,1,0,1.1,1.1,1.1,1\n\
             h = 1,trained,0,1,50,0.25,0.25,0.25,1\n\
             h = 1,trained,0,1,50,0.2,0.2,0.2,1\n"
        );
        let table = chart.table(0);
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
