//! Tests of the chart that results make.

use super::*;
use crate::results::samples::results;
use crate::{Chart, Describe};
use serde_json::json;

fn labels(chart: &Transition) -> Vec<&str> {
    chart.lines.iter().map(|line| &*line.label).collect()
}

/// Where the plot ends on the right, and the names of its ticks below.
fn columns(chart: &Transition) -> (f64, Vec<String>) {
    let layout = chart.layout(crate::Frame::default());
    let names = layout.ticks.into_iter().map(|tick| tick.name);
    (layout.plot.right, names.collect())
}

#[test]
fn the_plot_is_the_same_before_and_after_a_training() {
    let recorded = results(json!({ "grid": { "h": [1, 2] } }), |_| Some(0.1));
    for fields in [
        json!({ "grid": { "h": [2, 8] } }),
        json!({ "grid": { "h": [2, 8], "T": [8, 128] } }),
        json!({ "grid": { "h": [1, 2], "N": [8, 16], "T": [1024] } }),
        json!({ "task": { "kind": "farthest" }, "grid": { "h": [1, 4], "w": [1, 2] } }),
    ] {
        let trained = results(fields, |run| Some(0.1 / f64::from(run.T)));
        let untrained = crate::Results::in_training(trained.experiment().clone());
        let of = |entries: &[Entry<'_>]| {
            let chart = Transition::of(trained.experiment(), entries, Default::default());
            columns(&chart)
        };
        assert_eq!(
            of(&[untrained.trained_here()]),
            of(&[trained.trained_here()])
        );
        let beside = recorded.recorded_as("recorded");
        let before = of(&[beside, untrained.trained_here()]);
        assert_eq!(before, of(&[beside, trained.trained_here()]));
    }
}

#[test]
fn no_tick_is_at_heads_that_no_run_has() {
    let experiment = Experiment::from_value(json!({ "grid": { "h": [1, 2, 7] } })).unwrap();
    let empty = Transition::of(&experiment, &[], TransitionOptions::default());
    assert_eq!(columns(&empty).1, ["1", "2", "7"]);
    // Earlier results may have others.
    let recorded = results(json!({ "grid": { "h": [4] } }), |_| Some(0.1));
    let entries = [recorded.recorded_as("recorded")];
    let both = Transition::of(&experiment, &entries, TransitionOptions::default());
    assert_eq!(columns(&both).1, ["1", "2", "4", "7"]);
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
    let long = format!("{}…{}", "é".repeat(8), "é".repeat(9));
    assert_eq!(
        labels(&chart),
        [
            "123456789012345678",
            "12345678…123456789",
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
    // Every run with T = 8 diverged: its line has no point, and says so.
    assert_eq!(labels(&chart), ["mine: T = 8", "mine: T = 16"]);
    let diverged = |line: usize, h: u32| {
        let mut groups = chart.lines[line].diverged.iter();
        groups.any(|of| (of.h, of.diverged, of.runs) == (h, 3, 3))
    };
    assert!(chart.lines[0].points.is_empty());
    assert!((1..=3).all(|h| diverged(0, h)));
    assert!(diverged(1, 3) && chart.lines[1].diverged.len() == 1);
    let points: Vec<_> = chart.lines[1]
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

#[test]
fn one_length_has_its_own_lines_and_the_scale_of_all() {
    let all = results(json!({ "grid": { "h": [3, 4], "T": [8, 16] } }), |run| {
        Some(if run.T == 8 { 1e-2 } else { 1e-5 })
    });
    let chart = |length, included_errors| {
        let options = TransitionOptions {
            paper: true,
            length,
            included_errors,
            ..TransitionOptions::default()
        };
        Transition::of(all.experiment(), &[all.trained_here()], options)
    };
    let (both, one) = (chart(None, vec![]), chart(Some(16), vec![1e-9]));
    let lengths = |of: &Transition| of.lines.iter().map(|line| line.T).collect::<Vec<_>>();
    assert_eq!((lengths(&both), both.paper.len()), (vec![8, 16], 2));
    assert_eq!((lengths(&one), one.paper.len()), (vec![16], 1));
    let frame = crate::Frame::default();
    // One scale for all: an error of another length moves what is drawn.
    let height = |of: &Transition| of.layout(frame).plot.at(3.0, 1e-4).1;
    assert!(height(&one) < height(&chart(Some(16), vec![])));
    assert!(one.layout(frame).names.is_empty() && !both.layout(frame).names.is_empty());
}

#[test]
fn layers_share_the_targets_and_the_line_says_that_it_is_conjectured() {
    let name = |grid: serde_json::Value| {
        let all = results(json!({ "grid": grid }), |_| Some(0.1));
        let options = TransitionOptions::default();
        Transition::of(all.experiment(), &[all.trained_here()], options).name_of_line()
    };
    assert_eq!(name(json!({ "h": [1] })).unwrap(), "D = 4");
    let two = name(json!({ "h": [1, 2], "L": [2] })).unwrap();
    assert_eq!(two, "D/L = 2, conjectured");
    let several = name(json!({ "h": [1, 2], "L": [1, 2] })).unwrap();
    assert_eq!(several, "D = 4");
}
