//! From results to the chart: which runs are shown, and how their lines are named.

use std::collections::BTreeMap;

use lab::{CurvePoint, Experiment, Run};

use super::{Learning, LearningLine};
use crate::curve::Curve;
use crate::results::{Entry, RunCurve, RunField};

/// The sizes that a line's name may say.
const SIZES: [RunField; 5] = [
    RunField::H,
    RunField::T,
    RunField::N,
    RunField::W,
    RunField::L,
];

impl Learning {
    /// The chart of an experiment and its results: of those runs that have the value of every field
    /// in `only`.
    pub fn of(
        experiment: &Experiment,
        entries: &[Entry<'_>],
        only: &[(RunField, u32)],
    ) -> Learning {
        let steps = experiment.recipe.steps;
        let mut lines: Vec<(Run, LearningLine)> = Vec::new();
        for entry in entries {
            let runs = entry.results.runs();
            // Recorded results are there to compare with, not to study: the median run of each size, which is
            // also the one that other charts have.
            let medians = entry.recorded.then(|| are_medians(runs));
            for (index, of) in runs.iter().enumerate() {
                let is_wanted = only
                    .iter()
                    .all(|(field, value)| field.of(&of.run) == *value);
                let is_shown = medians.as_ref().is_none_or(|medians| medians[index]);
                if !is_wanted || !is_shown {
                    continue;
                }
                let line = LearningLine {
                    h: of.run.architecture.h,
                    T: of.run.T,
                    label: None,
                    curve: match entry.recorded {
                        true => until(steps, &of.curve),
                        false => of.curve.clone(),
                    },
                    recorded: entry.recorded,
                };
                lines.push((of.run, line));
            }
        }
        let known = lines.len();
        if entries.iter().all(|entry| entry.recorded) {
            let is_wanted = |run: &Run| only.iter().all(|(field, value)| field.of(run) == *value);
            let untrained = lab::runs(experiment).into_iter().filter(is_wanted);
            lines.extend(untrained.map(|run| {
                let line = LearningLine {
                    h: run.architecture.h,
                    T: run.T,
                    ..LearningLine::default()
                };
                (run, line)
            }));
        }
        // A name says the sizes that vary; seeds share a name.
        let varies = |size: &&RunField| {
            lines
                .iter()
                .any(|(run, _)| size.of(run) != size.of(&lines[0].0))
        };
        let named: Vec<&RunField> = SIZES.iter().filter(varies).collect();
        let label = |run: &Run| -> Option<String> {
            let sizes = named.iter();
            let sizes = sizes.map(|size| format!("{} = {}", size.name(), size.of(run)));
            (!named.is_empty()).then(|| sizes.collect::<Vec<_>>().join(", "))
        };
        let with_label = |(run, mut line): (Run, LearningLine)| {
            line.label = label(&run);
            line
        };
        let mut lines: Vec<LearningLine> = lines.into_iter().map(with_label).collect();
        let expected = lines.split_off(known);
        Learning {
            steps,
            measure: experiment.task.measure(),
            lines,
            expected,
            citation: experiment.citation(),
            hides_band: false,
        }
    }
}

/// Whether each run has the median error among those that differ in nothing but their seeds; of two in the
/// middle the lower.
fn are_medians(runs: &[RunCurve]) -> Vec<bool> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, of) in runs.iter().enumerate() {
        let sizes = SIZES.each_ref().map(|size| size.of(&of.run));
        groups.entry(sizes).or_default().push(index);
    }
    // What has diverged counts as the largest error, and of equal ones the earlier as the lower.
    let key = |index: usize| (runs[index].nmse.unwrap_or(f64::INFINITY), index);
    let mut are = vec![false; runs.len()];
    for group in groups.values() {
        let rank = |of: usize| group.iter().filter(|other| key(**other) < key(of)).count();
        for index in group {
            are[*index] = rank(*index) == (group.len() - 1) / 2;
        }
    }
    are
}

/// A recorded run that was trained for longer ends where the axis does.
fn until(steps: u32, curve: &Curve) -> Curve {
    let is_inside = |point: &CurvePoint| point.0 <= steps;
    match curve.points().iter().all(is_inside) {
        true => curve.clone(),
        false => {
            let inside = curve.points().iter().copied().filter(is_inside);
            inside.collect::<Vec<_>>().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chart;
    use crate::results::samples::{experiment, results};
    use serde_json::json;

    fn labels(chart: &Learning) -> Vec<Option<&str>> {
        chart
            .lines
            .iter()
            .map(|line| line.label.as_deref())
            .collect()
    }

    #[test]
    fn a_name_says_the_sizes_that_vary_among_the_lines_shown() {
        let all = results(
            json!({ "grid": { "h": [1, 2], "T": [8, 16] }, "seeds": [0, 1] }),
            |_| Some(0.1),
        );
        let of =
            |only: &[(RunField, u32)]| Learning::of(all.experiment(), &[all.trained_here()], only);
        let everything = of(&[]);
        assert_eq!(everything.lines.len(), 8);
        assert_eq!(
            labels(&everything)[..3],
            [
                Some("h = 1, T = 8"),
                Some("h = 1, T = 8"),
                Some("h = 2, T = 8")
            ]
        );
        let one_length = of(&[(RunField::T, 16), (RunField::Seed, 1)]);
        assert_eq!(labels(&one_length), [Some("h = 1"), Some("h = 2")]);
        let one_head = of(&[(RunField::H, 2)]);
        assert_eq!(labels(&one_head)[1..3], [Some("T = 8"), Some("T = 16")]);
        assert!(one_head.lines.iter().all(|line| line.h == 2));
        assert_eq!(
            labels(&of(&[(RunField::H, 2), (RunField::T, 8)])),
            [None, None]
        );
        assert!(of(&[(RunField::L, 2)]).lines.is_empty());
    }

    #[test]
    fn recorded_results_show_their_median_run_up_to_the_end_of_the_axis() {
        let json =
            json!({ "grid": { "h": [1, 2] }, "seeds": [7, 3, 5], "recipe": { "steps": 1000 } });
        let all = results(json, |run| Some(f64::from(run.seed)));
        let mut short = all.experiment().clone();
        short.recipe.steps = 500;
        let chart = Learning::of(
            &short,
            &[all.recorded_as("before"), all.trained_here()],
            &[],
        );
        assert_eq!(chart.steps, 500);
        let lines: Vec<_> = chart
            .lines
            .iter()
            .map(|line| (line.recorded, line.h, line.curve.points().len()))
            .collect();
        assert_eq!(
            lines,
            [
                (true, 1, 2),
                (true, 2, 2),
                (false, 1, 3),
                (false, 1, 3),
                (false, 1, 3),
                (false, 2, 3),
                (false, 2, 3),
                (false, 2, 3)
            ]
        );
        // The error of each run is its seed: the one in the middle is shown.
        let whole = Learning::of(all.experiment(), &[all.recorded_as("before")], &[]);
        assert!(
            whole
                .lines
                .iter()
                .all(|line| line.curve.points()[2].1 == 5.0)
        );
    }

    #[test]
    fn the_title_names_the_measure_of_the_task() {
        let of = |json| Learning::of(&experiment(json), &[], &[]);
        let first = of(json!({}));
        assert_eq!(first.title(), "Error during training (NMSE)");
        assert!(first.citation().contains("2510.06662"));
        let second = of(json!({ "task": { "kind": "farthest" } }));
        assert_eq!(
            second.title(),
            "Error during training (mean squared distance)"
        );
        assert!(second.citation().contains("2407.16153"));
    }
}
