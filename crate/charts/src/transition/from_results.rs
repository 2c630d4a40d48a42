//! From results to the chart: which lines there are, their names, and which axis the task asks for.

use lab::{Experiment, PublishedLine};

use super::Transition;
use super::data::{HeadsAxis, PaperLine, SingleValue, TransitionLine, TransitionPoint};
use crate::results::{Entry, GroupLine, group_lines, size};

/// What the chart shows beside results.
#[derive(Clone, Debug, Default)]
pub struct TransitionOptions {
    /// Whether the task is a mystery, whose D the reader has to find. Then the chart shows neither D
    /// nor the paper's values, which would tell it.
    pub dimension_is_secret: bool,
    /// Whether the paper's own values are shown, where it has some for the experiment.
    pub paper: bool,
    /// What the reader predicts, as far as that is drawn.
    pub prediction: Vec<SingleValue>,
    /// The numbers of heads that the reader is asked to predict; empty if the reader is not asked.
    /// While there are some, D and the paper's values are hidden too.
    pub asked: Vec<u32>,
}

impl Transition {
    /// The chart of an experiment and its results.
    pub fn of(
        experiment: &Experiment,
        entries: &[Entry<'_>],
        options: TransitionOptions,
    ) -> Transition {
        let task = &experiment.task;
        let shows_dimension = !options.dimension_is_secret && options.asked.is_empty();
        let published = match options.paper && shows_dimension {
            true => lab::published(experiment),
            false => None,
        };
        let (heads_axis, shared_width) = match task.dimension() {
            Some(_) => (HeadsAxis::Linear, None),
            // In the tasks of paper 2 the heads share the token's size.
            None => (HeadsAxis::Log, Some(task.token_dimension())),
        };
        let citation = match &published {
            Some(published) => published.citation,
            None => experiment.citation(),
        };
        let paper = published.map_or(Vec::new(), |published| published.lines);
        Transition {
            D: task.dimension().filter(|_| shows_dimension),
            measure: task.measure(),
            lines: entries.iter().flat_map(lines_of).collect(),
            paper: paper.into_iter().map(paper_line).collect(),
            heads_axis,
            shared_width,
            prediction: options.prediction,
            asked: options.asked,
            citation,
        }
    }
}

/// One line per combination of sizes other than the number of heads.
fn lines_of(entry: &Entry<'_>) -> Vec<TransitionLine> {
    let groups = &entry.results.summary().groups;
    let lines = group_lines(groups, &[size::T, size::N, size::w, size::L]);
    let has_several = lines.len() > 1;
    let line = |GroupLine { groups, label }: GroupLine<'_>| TransitionLine {
        label: match (entry.name, has_several) {
            ("", _) => label,
            (name, false) => shortened(name),
            (name, true) => format!("{}: {label}", shortened(name)),
        },
        T: groups[0].T,
        points: groups
            .into_iter()
            .filter_map(|group| {
                Some(TransitionPoint {
                    h: group.h,
                    min: group.min?,
                    median: group.median?,
                    max: group.max?,
                    count: group.count,
                })
            })
            .collect(),
        recorded: entry.recorded,
    };
    lines.into_iter().map(line).collect()
}

fn paper_line(line: PublishedLine) -> PaperLine {
    let points = line.marks.iter().map(|published| SingleValue {
        h: published.h,
        value: published.value,
    });
    PaperLine {
        points: points.collect(),
        label: line.label,
        T: line.T,
    }
}

/// The longest name that fits beside a chart, in characters.
const LONGEST_NAME: usize = 18;

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.into();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::samples::results;
    use crate::{Chart, Describe};
    use serde_json::json;

    fn labels(chart: &Transition) -> Vec<&str> {
        chart.lines.iter().map(|line| &*line.label).collect()
    }

    #[test]
    fn a_label_says_what_varies_within_its_results_and_a_name_is_shortened() {
        let one = results(json!({ "grid": { "h": [1, 2] } }), |_| Some(0.1));
        let several = results(
            json!({ "grid": { "h": [1, 2], "T": [8, 16], "N": [32] } }),
            |run| Some(1.0 / f64::from(run.T)),
        );
        let (eighteen, nineteen) = ("123456789012345678", "1234567890123456789");
        let chart = Transition::of(
            several.experiment(),
            &[
                one.recorded_as(eighteen),
                one.recorded_as(nineteen),
                several.recorded_as("é".repeat(20).as_str()),
                several.trained_here(),
                one.trained_here(),
            ],
            TransitionOptions::default(),
        );
        let long = format!("{}…", "é".repeat(17));
        assert_eq!(
            labels(&chart),
            [
                "123456789012345678",
                "12345678901234567…",
                &format!("{long}: T = 8"),
                &format!("{long}: T = 16"),
                "T = 8",
                "T = 16",
                "T = 16"
            ]
        );
        let recorded: Vec<bool> = chart.lines.iter().map(|line| line.recorded).collect();
        assert_eq!(recorded, [true, true, true, true, false, false, false]);
        let lengths: Vec<u32> = chart.lines.iter().map(|line| line.T).collect();
        assert_eq!(lengths, [16, 16, 8, 16, 8, 16, 16]);
    }

    #[test]
    fn points_are_folded_over_seeds_and_diverged_ones_left_out() {
        let all = results(
            json!({ "grid": { "h": [2, 1, 3], "T": [8, 16] }, "seeds": [5, 6, 7] }),
            |run| match (run.T, run.architecture.h) {
                (8, _) | (16, 3) => None,
                (_, h) => Some(f64::from(h * 10 + run.seed)),
            },
        );
        let chart = Transition::of(
            all.experiment(),
            &[all.recorded_as("mine")],
            TransitionOptions::default(),
        );
        // Every run with T = 8 diverged: there is one line, whose name needs no label.
        assert_eq!(labels(&chart), ["mine"]);
        let points: Vec<_> = chart.lines[0]
            .points
            .iter()
            .map(|of| (of.h, of.min, of.median, of.max, of.count))
            .collect();
        assert_eq!(points, [(1, 15.0, 16.0, 17.0, 3), (2, 25.0, 26.0, 27.0, 3)]);
    }

    #[test]
    fn tasks_with_a_dimension_have_a_linear_axis_and_their_dimension() {
        let experiment = results(json!({ "task": { "D": 3 } }), |_| None);
        let chart = Transition::of(experiment.experiment(), &[], TransitionOptions::default());
        assert_eq!((chart.D, chart.measure), (Some(3), "NMSE"));
        assert_eq!(chart.heads_axis, HeadsAxis::Linear);
        assert_eq!(chart.shared_width, None);
        assert!(chart.citation().ends_with("arXiv:2510.06662"));
        assert_eq!(chart.title(), "Error for each number of heads");
    }

    #[test]
    fn tasks_without_a_dimension_have_a_logarithmic_axis_and_ranks() {
        for kind in ["farthest", "nearest"] {
            let all = results(json!({ "task": { "kind": kind, "d": 8 } }), |_| Some(0.5));
            let chart = Transition::of(
                all.experiment(),
                &[all.trained_here()],
                TransitionOptions::default(),
            );
            assert_eq!((chart.D, chart.measure), (None, "mean squared distance"));
            assert_eq!(chart.heads_axis, HeadsAxis::Log);
            assert_eq!(chart.shared_width, Some(8));
            assert!(chart.citation().ends_with("arXiv:2407.16153"));
        }
    }

    #[test]
    fn a_secret_dimension_is_not_shown_nor_the_values_that_would_tell_it() {
        let all = results(json!({}), |_| Some(0.1));
        let of = |options| Transition::of(all.experiment(), &[all.trained_here()], options);
        let open = of(TransitionOptions {
            paper: true,
            ..TransitionOptions::default()
        });
        assert_eq!((open.D, open.paper.len()), (Some(4), 1));
        let secret = of(TransitionOptions {
            dimension_is_secret: true,
            paper: true,
            ..TransitionOptions::default()
        });
        assert_eq!((secret.D, secret.measure), (None, "NMSE"));
        assert!(secret.paper.is_empty() && secret.lines.len() == 1);
        // A mystery looks like the other tasks of paper 1.
        assert_eq!(secret.heads_axis, HeadsAxis::Linear);
        assert_eq!(secret.shared_width, None);
        assert!(!secret.summary().contains("D ="));
        let asked = of(TransitionOptions {
            asked: vec![1, 2],
            paper: true,
            prediction: vec![SingleValue { h: 1, value: 0.5 }],
            ..TransitionOptions::default()
        });
        assert_eq!((asked.D, asked.paper.len()), (None, 0));
        assert_eq!((&asked.asked[..], asked.prediction.len()), (&[1, 2][..], 1));
        assert_eq!(asked.title(), "The error you expect");
    }

    #[test]
    fn the_papers_values_come_with_their_own_citation() {
        let all = results(json!({ "grid": { "h": [3, 4], "T": [8, 16] } }), |_| None);
        let chart = Transition::of(
            all.experiment(),
            &[],
            TransitionOptions {
                paper: true,
                ..TransitionOptions::default()
            },
        );
        assert_eq!(chart.citation(), lab::PAPER_1.full_citation);
        let lines: Vec<_> = chart.paper.iter().map(|of| (&*of.label, of.T)).collect();
        assert_eq!(lines, [("paper, T = 8", 8), ("paper, T = 16", 16)]);
        let points = [(3, 6.40e-4), (4, 4.36e-5)].map(|(h, value)| SingleValue { h, value });
        assert_eq!(chart.paper[1].points, points);
    }
}
