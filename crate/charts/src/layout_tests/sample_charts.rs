//! Charts as pages ask for them, empty ones included.

use lab::CurvePoint;

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
        recorded: false,
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
        ],
        recorded,
    };
    let chart = |steps: u32, lines: Vec<LearningLine>| Learning {
        steps,
        measure: "NMSE",
        lines,
        citation: "",
    };
    let both = |h: u32| [curve(h, true, None), curve(h, false, None)];
    let named = |h: u32| curve(h, false, Some(format!("h = {h}, T = 128")));
    vec![
        ("curves", chart(2000, (1..=5).flat_map(both).collect())),
        (
            "forty curves",
            chart(123_456, (1..=40).map(named).collect()),
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
    let chart = |lines: Vec<WidthLine>| Width {
        measure: "NMSE",
        lines,
        citation: "",
    };
    let sizes = [(1, 16), (2, 16), (3, 16), (4, 16), (4, 64)];
    vec![
        ("widths", chart(sizes.map(line).to_vec())),
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
