//! From results to the chart: which runs are shown, and how their lines are named.

use lab::{Experiment, Run};

use super::{Learning, LearningLine};
use crate::results::{Entry, RunField};

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
            let first_seed = entry.results.experiment().seeds.first();
            for of in entry.results.runs() {
                let is_wanted = only
                    .iter()
                    .all(|(field, value)| field.of(&of.run) == *value);
                // One seed of recorded results: they are there to compare with, not to study.
                let is_shown = !entry.recorded || first_seed == Some(&of.run.seed);
                if !is_wanted || !is_shown {
                    continue;
                }
                let mut curve = of.curve.clone();
                if entry.recorded {
                    // A recorded run that was trained for longer ends where the axis does.
                    curve.retain(|point| point.0 <= steps);
                }
                let line = LearningLine {
                    h: of.run.architecture.h,
                    label: None,
                    curve,
                    recorded: entry.recorded,
                };
                lines.push((of.run, line));
            }
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
        Learning {
            steps,
            measure: experiment.task.measure(),
            lines: lines.into_iter().map(with_label).collect(),
            citation: experiment.citation(),
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
    fn recorded_results_show_one_seed_up_to_the_end_of_the_axis() {
        let json = json!({ "grid": { "h": [1, 2] }, "seeds": [7, 3], "recipe": { "steps": 1000 } });
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
            .map(|line| (line.recorded, line.h, line.curve.len()))
            .collect();
        assert_eq!(
            lines,
            [
                (true, 1, 2),
                (true, 2, 2),
                (false, 1, 3),
                (false, 1, 3),
                (false, 2, 3),
                (false, 2, 3)
            ]
        );
        // Trained for 1000 steps: the seed shown is the first of the list, not the smallest.
        let whole = Learning::of(all.experiment(), &[all.recorded_as("before")], &[]);
        assert!(whole.lines.iter().all(|line| line.curve[2].1 == 7.0));
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
