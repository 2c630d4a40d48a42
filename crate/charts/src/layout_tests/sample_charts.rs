//! Charts as pages ask for them, empty ones included.

use lab::{CurvePoint, Dataset, Experiment, Look, Purpose, runs};
use serde_json::json;

use crate::*;

/// Error by heads, a little larger for longer sequences.
fn points(length: u32, last: u32) -> Vec<TransitionPoint> {
    let point = |h: u32| {
        let error =
            if h < 4 { 10f64.powi(-(h as i32)) } else { 3e-5 } * f64::from(length).powf(0.3);
        TransitionPoint {
            h,
            min: error * 0.6,
            median: error,
            max: error * 1.7,
            count: 3,
        }
    };
    (1..=last).map(point).collect()
}

fn line(length: u32, recorded: bool) -> TransitionLine {
    TransitionLine {
        label: format!("T = {length}"),
        T: length,
        points: points(length, 5),
        recorded,
        ..TransitionLine::default()
    }
}

/// With 1 head every run diverged, with 2 and 5 some; with few points on the axis, or far above it.
fn diverged_line(length: u32, is_off_scale: bool) -> TransitionLine {
    let mut points = points(length, 5).split_off(1);
    if is_off_scale {
        points.iter_mut().for_each(|point| point.median = 1e22);
    }
    let group = |(h, diverged): (u32, usize)| Diverged {
        h,
        diverged,
        runs: 3,
    };
    TransitionLine {
        points,
        diverged: [(1, 3), (2, 1), (5, 2)].map(group).to_vec(),
        ..line(length, false)
    }
}

fn paper_line(length: u32) -> PaperLine {
    let value = |h: u32| SingleValue {
        h,
        value: 0.2 * 0.1f64.powi(h as i32),
    };
    PaperLine {
        label: format!("paper, T = {length}"),
        T: length,
        points: (1..=5).map(value).collect(),
    }
}

/// Every sample with its name, several of one name where only numbers differ.
pub fn sample_charts() -> Vec<(&'static str, Box<dyn Chart>)> {
    let mut charts: Vec<(&'static str, Box<dyn Chart>)> = Vec::new();
    for (name, chart) in transitions() {
        charts.push((name, Box::new(chart)));
    }
    for (name, chart) in learning_curves() {
        charts.push((name, Box::new(chart)));
    }
    for (name, chart) in widths() {
        charts.push((name, Box::new(chart)));
    }
    add_theory(&mut charts);
    add_random_heads(&mut charts);
    add_other_lengths(&mut charts);
    add_machines(&mut charts);
    add_matrices(&mut charts);
    for (name, values) in [
        (
            "scatter",
            (0..3000)
                .map(|i| f64::from(i * 37 % 1000) / 100.0 - 4.0)
                .collect(),
        ),
        ("one point", vec![2.0]),
        ("no point", vec![]),
    ] {
        let chart = Scatter {
            predictions: values.clone(),
            targets: values,
        };
        charts.push((name, Box::new(chart)));
    }
    charts
}

fn transitions() -> Vec<(&'static str, Transition)> {
    let lengths = [8, 16, 32, 64, 128];
    let mut charts = Vec::new();
    for dimension in [1, 2, 4, 9] {
        let one_line = Transition {
            D: Some(dimension),
            lines: vec![line(16, true), line(16, false)],
            paper: vec![paper_line(16)],
            ..Transition::default()
        };
        charts.push(("one line", one_line));
    }
    let prediction = [(1, 0.5), (2, 0.4), (3, 1e-3), (5, 1e-6)];
    let prediction = prediction.map(|(h, value)| SingleValue { h, value });
    let rank_line = |label: &str| TransitionLine {
        label: label.into(),
        T: 16,
        points: [1, 2, 4, 8, 16, 32, 64]
            .map(|h| TransitionPoint {
                h,
                min: 0.01,
                median: 0.02 * f64::from(h),
                max: 1.3,
                count: 2,
            })
            .to_vec(),
        ..TransitionLine::default()
    };
    charts.extend([
        (
            "five lengths",
            Transition {
                D: Some(4),
                lines: lengths.map(|length| line(length, false)).to_vec(),
                paper: lengths.map(paper_line).to_vec(),
                ..Transition::default()
            },
        ),
        (
            "64 heads",
            Transition {
                D: Some(4),
                lines: vec![TransitionLine {
                    points: points(16, 64),
                    ..line(16, false)
                }],
                ..Transition::default()
            },
        ),
        (
            "off the scale",
            Transition {
                D: Some(2),
                lines: vec![TransitionLine {
                    points: points(16, 5)
                        .into_iter()
                        .map(|point| TransitionPoint {
                            median: 1e22,
                            max: 1e23,
                            ..point
                        })
                        .collect(),
                    ..line(16, false)
                }],
                ..Transition::default()
            },
        ),
        (
            "diverged",
            Transition {
                D: Some(2),
                lines: lengths
                    .map(|length| diverged_line(length, length == 8))
                    .to_vec(),
                ..Transition::default()
            },
        ),
        (
            "every run diverged",
            Transition {
                D: Some(4),
                lines: vec![TransitionLine {
                    points: Vec::new(),
                    ..diverged_line(16, false)
                }],
                ..Transition::default()
            },
        ),
        (
            "untrained",
            Transition {
                measure: "mean squared distance",
                heads_axis: HeadsAxis::Log,
                ..Transition::default()
            },
        ),
        (
            "predicting",
            Transition {
                prediction: prediction.to_vec(),
                asked: vec![1, 2, 3, 4, 5],
                ..Transition::default()
            },
        ),
        (
            "about to predict",
            Transition {
                measure: "mean squared distance",
                heads_axis: HeadsAxis::Log,
                asked: vec![1, 2, 4],
                ..Transition::default()
            },
        ),
        (
            "predicted",
            Transition {
                D: Some(4),
                lines: vec![line(16, true), line(16, false)],
                paper: vec![paper_line(16)],
                prediction: prediction.to_vec(),
                ..Transition::default()
            },
        ),
        (
            "ranks",
            Transition {
                measure: "mean squared distance",
                lines: vec![rank_line("w = 1"), rank_line("w = 8")],
                paper: vec![paper_line(16)],
                heads_axis: HeadsAxis::Log,
                shared_width: Some(64),
                ..Transition::default()
            },
        ),
    ]);
    charts
}

fn learning_curves() -> Vec<(&'static str, Learning)> {
    let curve = |h: u32, recorded: bool, label: Option<String>| LearningLine {
        h,
        label,
        curve: vec![
            CurvePoint(0, 1.2),
            CurvePoint(500, 0.3),
            CurvePoint(2000, 0.1f64.powi(h as i32)),
        ]
        .into(),
        recorded,
        ..LearningLine::default()
    };
    let chart = |steps: u32, lines: Vec<LearningLine>| Learning {
        steps,
        measure: "NMSE",
        lines,
        ..Learning::default()
    };
    let both = |h: u32| [curve(h, true, None), curve(h, false, None)];
    let of_length = |h: u32, length: u32| LearningLine {
        T: length,
        ..curve(h, false, Some(format!("h = {h}, T = {length}")))
    };
    let lengths = [8, 16, 32, 64, 128];
    let of_heads = |h: u32| lengths.map(|length| of_length(h, length));
    let grid = (1..=5).flat_map(of_heads).collect();
    let off_scale = |h: u32| LearningLine {
        curve: vec![CurvePoint(0, 1e22), CurvePoint(2000, 1e3 * f64::from(h))].into(),
        ..curve(h, false, None)
    };
    let named = |h: u32| curve(h, false, Some(format!("h = {h}, T = 128")));
    vec![
        ("curves", chart(2000, (1..=5).flat_map(both).collect())),
        (
            "forty curves",
            chart(123_456, (1..=40).map(named).collect()),
        ),
        ("lengths and heads", chart(4000, grid)),
        (
            "curves off the scale",
            chart(2000, (1..=3).map(off_scale).collect()),
        ),
        ("no curve", chart(0, vec![])),
    ]
}

fn widths() -> Vec<(&'static str, Width)> {
    let line = |(h, length): (u32, u32)| {
        let point = |n: f64| {
            let error = 0.3 / n.powf(0.5 * f64::from(h));
            WidthPoint {
                N: n as u32,
                min: error * 0.7,
                median: error,
                max: error * 1.4,
            }
        };
        WidthLine {
            h,
            T: length,
            label: format!("h = {h}, T = {length}"),
            points: [8.0, 16.0, 32.0, 64.0, 128.0, 256.0].map(point).to_vec(),
            slope: Some(-0.5 * f64::from(h)),
            error: Some(0.12),
        }
    };
    let off_scale = |line: WidthLine| WidthLine {
        points: line
            .points
            .iter()
            .map(|point| WidthPoint {
                median: 1e3 * point.median,
                max: 1e4 * point.max,
                ..*point
            })
            .collect(),
        ..line
    };
    let chart = |lines: Vec<WidthLine>| Width {
        measure: "NMSE",
        lines,
        ..Width::default()
    };
    let sizes = [(1, 16), (2, 16), (3, 16), (4, 16), (4, 64)];
    vec![
        ("widths", chart(sizes.map(line).to_vec())),
        (
            "widths off the scale",
            chart(sizes.map(line).map(off_scale).to_vec()),
        ),
        ("no width", chart(vec![])),
    ]
}

fn add_theory(charts: &mut Vec<(&'static str, Box<dyn Chart>)>) {
    for (heads, n, dimension) in [
        (vec![1, 2, 3, 4, 5], 8, 4),
        ((1..=16).collect(), 2, 14),
        (vec![1], 8, 1),
        (vec![2, 1], 200, 9),
        (vec![], 8, 4),
    ] {
        let map = TheoryMap {
            n,
            D: dimension,
            heads,
            lengths: vec![8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
            at: Some(Setting { h: 2, T: 64 }),
        };
        charts.push(("map", Box::new(map)));
    }
    for (length, betas, at) in [
        (16, (1.0, 100.0), 12.0),
        (1, (0.1, 1e5), 1.0),
        (1000, (3.0, 9.0), 3.0),
        (0, (0.0, 0.0), 0.0),
    ] {
        let chart = SoftMinimum {
            T: length,
            betas,
            at: Some(at),
            seed: 3,
        };
        charts.push(("soft minimum", Box::new(chart)));
    }
    for (length, h, n, dimension, d) in [
        (16, 3, 8, 4, 4),
        (128, 1, 8, 4, 4),
        (4096, 6, 8, 4, 4),
        (16, 1, 1, 1, 64),
        (100_000, 1, 1, 2, 2),
    ] {
        let chart = ParametersNeeded {
            T: length,
            h,
            n,
            D: dimension,
            d,
        };
        charts.push(("parameters needed", Box::new(chart)));
    }
}

fn add_random_heads(charts: &mut Vec<(&'static str, Box<dyn Chart>)>) {
    let heads = |d: u32, most: usize| lab::RandomHeads::finished(d, most, 2);
    for (name, of) in [
        ("random heads", vec![heads(16, 64), heads(64, 64)]),
        ("random heads in a plane", vec![heads(2, 300)]),
        ("one random head", vec![heads(64, 1)]),
        ("no random head", vec![heads(16, 0), heads(64, 0)]),
        (
            "random heads of many dimensions",
            (2..12).map(|d| heads(d, 16)).collect(),
        ),
    ] {
        charts.push((name, Box::new(RandomHeads::of(&of))));
    }
}

fn add_other_lengths(charts: &mut Vec<(&'static str, Box<dyn Chart>)>) {
    let line = |h: u32, lengths: &[u32]| LengthLine {
        h,
        points: lengths
            .iter()
            .map(|t| lab::LengthError {
                T: *t,
                nmse: 10f64.powi(-(h.min(9) as i32)) * f64::from(*t),
                standard_error: if h == 2 {
                    f64::NAN
                } else {
                    0.5f64.powi(h as i32)
                },
                largest_share: (h != 3).then_some(0.5),
            })
            .collect(),
    };
    let experiment = Experiment::default();
    let run = runs(&experiment)[3];
    for (name, lines) in [
        (
            "other lengths",
            (1..=5).map(|h| line(h, &[16, 32, 64, 128])).collect(),
        ),
        ("one other length", vec![line(4, &[1024, 16])]),
        (
            "other lengths of many heads",
            (1..=64).map(|h| line(h, &[8, 16, 512])).collect(),
        ),
        ("no other length", vec![line(2, &[])]),
    ] {
        charts.push((name, Box::new(OtherLengths::of(&experiment, &run, lines))));
    }
}

/// Machines of every kind of task, few heads and many, short sequences and long ones, and the strips of the
/// same attention. Each head attends to one of the targets with most of its attention, or to all tokens
/// alike.
fn add_machines(charts: &mut Vec<(&'static str, Box<dyn Chart>)>) {
    for (name, kind, h, t, layers) in [
        ("machine", "min-max", 1, 16, 1),
        ("machine of two heads", "min-max", 2, 16, 1),
        ("machine of four targets", "max-sum", 4, 16, 1),
        ("machine of hidden spots", "retrieval", 3, 8, 1),
        ("machine of a long sequence", "max-sum", 5, 128, 1),
        ("machine of many heads", "max-sum", 16, 64, 1),
        ("machine of two layers", "max-sum", 2, 8, 2),
        ("machine of ranks", "farthest", 4, 16, 1),
        ("machine of nearest points", "nearest", 2, 16, 1),
        ("machine of many heads in two layers", "max-sum", 8, 64, 2),
        ("machine of many ranks", "farthest", 16, 128, 1),
        ("machine off the scale", "min-max", 2, 100, 1),
    ] {
        let mut grid = json!({ "h": [h], "T": [t] });
        if layers > 1 {
            grid["L"] = json!([layers]);
        }
        let given = json!({ "task": { "kind": kind }, "grid": grid });
        let experiment = Experiment::from_value(given).unwrap();
        let run = runs(&experiment)[0];
        let task = &experiment.task;
        let factor = if name.ends_with("scale") { -3e7 } else { 0.9 };
        let set = Dataset::draw(task, Purpose::Validation, t, 0, 1);
        let d = task.token_dimension() as usize;
        let queries = task.scored_tokens(t) as usize;
        let attention = |head: u32| {
            let rows = task.target_rows(t, &set.inputs, 0);
            let targets: Vec<usize> = rows
                .iter()
                .flat_map(|row| &row.targets)
                .map(|of| of.1)
                .collect();
            let mut shares = vec![0.2 / t as f32; t as usize];
            shares[targets[head as usize % targets.len()]] += 0.8;
            if head % 3 == 2 {
                shares = vec![1.0 / t as f32; t as usize];
            }
            vec![shares; queries]
        };
        let look = Look {
            tokens: set.inputs.chunks(d).map(<[f32]>::to_vec).collect(),
            attention: (0..h * layers).map(attention).collect(),
            extrema: task.extrema(t, &set.inputs),
            prediction: set.targets.iter().map(|y| factor * y).collect(),
            target: set.targets.clone(),
        };
        let of_first: Vec<f32> = look
            .attention
            .iter()
            .flat_map(|rows| rows[0].clone())
            .collect();
        let strips = AttentionStrips::of(&experiment, &run, &set.inputs, &of_first, 0, &[1]);
        charts.push(("attention", Box::new(strips.unwrap())));
        let options = MachineOptions {
            error: Some(0.0123),
            ..MachineOptions::default()
        };
        charts.push((
            name,
            Box::new(Machine::of(&experiment, &run, &look, &options)),
        ));
    }
}

/// Few targets and heads, many of either, and several layers.
fn add_matrices(charts: &mut Vec<(&'static str, Box<dyn Chart>)>) {
    for (kind, targets, heads, layers) in [
        ("min-max", 2, 1, 1),
        ("max-sum", 1, 1, 1),
        ("max-sum", 4, 4, 1),
        ("max-sum", 4, 16, 1),
        ("max-sum", 32, 16, 1),
        ("max-sum", 3, 64, 1),
        ("max-sum", 4, 3, 2),
    ] {
        let mut given = json!({ "task": { "kind": kind }, "grid": { "h": [heads], "T": [16] } });
        if kind == "max-sum" {
            given["task"]["D"] = json!(targets);
            given["task"]["d"] = json!(targets);
        }
        if layers > 1 {
            given["grid"]["L"] = json!([layers]);
        }
        let experiment = Experiment::from_value(given).unwrap();
        let all = heads * layers;
        let shares: Vec<f64> = (0..targets * all)
            .map(|i| match (i / all) * 5 % all == i % all {
                true => 0.97,
                false => 0.03 * f64::from(i % 7),
            })
            .collect();
        let rows = shares.chunks(all as usize).map(<[f64]>::to_vec).collect();
        let found = lab::Specialisation::of(rows, 16);
        let run = runs(&experiment)[0];
        let (matching, sentence) = (found.matching, found.sentence);
        let chart = SpecialisationMatrix::of(&experiment, &run, &shares, matching, sentence);
        charts.push(("specialisation", Box::new(chart.unwrap())));
    }
}
