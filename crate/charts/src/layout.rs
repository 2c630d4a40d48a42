//! Every chart at every size that a page gives it: no text over another, nothing outside, and every
//! place with something to say where it is drawn. Checked on the drawings, without a browser; what
//! browsers make of them is checked in `tests/canvas.rs`.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::drawing::{Shape, Words};
use crate::*;

const SIZES: [(f64, f64); 6] = [
    (320.0, 280.0),
    (358.0, 300.0),
    (520.0, 340.0),
    (720.0, 440.0),
    (1100.0, 420.0),
    (1600.0, 700.0),
];

fn made<C: Chart + DeserializeOwned + 'static>(chart: Value) -> Box<dyn Chart> {
    Box::new(serde_json::from_value::<C>(chart).unwrap())
}

fn frame() -> Value {
    json!({ "width": 720, "height": 440, "scale": 2, "theme": "light" })
}

/// Error by heads, a little worse for longer sequences.
fn marks(length: u32, last: u32) -> Vec<Value> {
    let mark = |h: u32| {
        let error =
            if h < 4 { 10f64.powi(-(h as i32)) } else { 3e-5 } * f64::from(length).powf(0.3);
        json!({ "h": h, "min": error * 0.6, "median": error, "max": error * 1.7, "count": 3 })
    };
    (1..=last).map(mark).collect()
}

/// Charts as pages ask for them, empty ones included.
fn charts() -> Vec<(&'static str, Box<dyn Chart>)> {
    let mut charts: Vec<(&'static str, Box<dyn Chart>)> = Vec::new();
    let lengths = [8, 16, 32, 64, 128];
    let line = |t: u32, ghost: bool| json!({ "label": format!("T = {t}"), "T": t, "marks": marks(t, 5), "ghost": ghost });
    let paper = |t: u32| {
        let values: Vec<Value> = (1..=5)
            .map(|h| json!({ "h": h, "value": 0.2 * 0.1f64.powi(h) }))
            .collect();
        json!({ "label": format!("paper, T = {t}"), "T": t, "marks": values })
    };
    for dimension in [1, 2, 4, 9] {
        charts.push((
            "one line",
            made::<Transition>(json!({
                "frame": frame(), "D": dimension, "heads": "linear",
                "lines": [line(16, true), line(16, false)], "paper": [paper(16)],
            })),
        ));
    }
    charts.push((
        "five lengths",
        made::<Transition>(json!({
            "frame": frame(), "D": 4, "heads": "linear",
            "lines": lengths.map(|t| line(t, false)), "paper": lengths.map(paper),
        })),
    ));
    charts.push((
        "old form",
        made::<Transition>(json!({ "frame": frame(), "D": 4, "marks": marks(16, 64) })),
    ));
    charts.push((
        "untrained",
        made::<Transition>(
            json!({ "frame": frame(), "D": null, "lines": [], "paper": [], "heads": "log" }),
        ),
    ));
    let guess =
        [(1, 0.5), (2, 0.4), (3, 1e-3), (5, 1e-6)].map(|(h, e)| json!({ "h": h, "value": e }));
    charts.push((
        "predicting",
        made::<Transition>(
            json!({ "frame": frame(), "prediction": guess, "asked": [1, 2, 3, 4, 5] }),
        ),
    ));
    charts.push((
        "about to predict",
        made::<Transition>(json!({ "frame": frame(), "heads": "log", "asked": [1, 2, 4] })),
    ));
    charts.push((
        "predicted",
        made::<Transition>(json!({
            "frame": frame(), "D": 4, "lines": [line(16, true), line(16, false)],
            "paper": [paper(16)], "prediction": guess,
        })),
    ));
    let ranks: Vec<Value> = [1, 2, 4, 8, 16, 32, 64].iter().map(|h| json!({ "h": h, "min": 0.01, "median": 0.02 * f64::from(*h), "max": 1.3, "count": 2 })).collect();
    let ranks = |label: &str| json!({ "label": label, "T": 16, "marks": ranks, "ghost": false });
    charts.push(("ranks", made::<Transition>(json!({
        "frame": frame(), "D": null, "heads": "log", "width": 64, "lines": [ranks("w = 1"), ranks("w = 8")], "paper": [paper(16)],
    }))));
    let curve = |h: u32, ghost: bool, label: Value| json!({ "h": h, "label": label, "curve": [[0, 1.2], [500, 0.3], [2000, 0.1f64.powi(h as i32)]], "ghost": ghost });
    let runs: Vec<Value> = (1..=5)
        .flat_map(|h| [curve(h, true, Value::Null), curve(h, false, Value::Null)])
        .collect();
    charts.push((
        "curves",
        made::<Learning>(json!({ "frame": frame(), "steps": 2000, "lines": runs })),
    ));
    let many: Vec<Value> = (1..=40)
        .map(|h| curve(h, false, json!(format!("h = {h}, T = 128"))))
        .collect();
    charts.push((
        "forty curves",
        made::<Learning>(json!({ "frame": frame(), "steps": 123_456, "lines": many })),
    ));
    charts.push((
        "no curve",
        made::<Learning>(json!({ "frame": frame(), "steps": 0, "lines": [] })),
    ));
    let wide = |h: u32, t: u32| {
        let point = |n: f64| {
            let e = 0.3 / n.powf(0.5 * f64::from(h));
            json!({ "N": n as u32, "min": e * 0.7, "median": e, "max": e * 1.4 })
        };
        let points = [8.0, 16.0, 32.0, 64.0, 128.0, 256.0].map(point);
        json!({ "h": h, "T": t, "label": format!("h = {h}, T = {t}"), "points": points, "slope": -0.5 * f64::from(h), "error": 0.12 })
    };
    charts.push(("widths", made::<Width>(json!({ "frame": frame(), "lines": [wide(1, 16), wide(2, 16), wide(3, 16), wide(4, 16), wide(4, 64)] }))));
    charts.push((
        "no width",
        made::<Width>(json!({ "frame": frame(), "lines": [] })),
    ));
    for (heads, n, dimension) in [
        (vec![1, 2, 3, 4, 5], 8, 4),
        ((1..=16).collect(), 2, 14),
        (vec![1], 8, 1),
        (vec![2, 1], 200, 9),
        (vec![], 8, 4),
    ] {
        charts.push(("map", made::<TheoryMap>(json!({
            "frame": frame(), "n": n, "D": dimension, "heads": heads,
            "lengths": [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096], "at": { "h": 2, "T": 64 },
        }))));
    }
    for (t, betas, at) in [
        (16, [1.0, 100.0], 12.0),
        (1, [0.1, 1e5], 1.0),
        (1000, [3.0, 9.0], 3.0),
        (0, [0.0, 0.0], 0.0),
    ] {
        charts.push((
            "soft minimum",
            made::<SoftMinimum>(
                json!({ "frame": frame(), "T": t, "betas": betas, "at": at, "seed": 3 }),
            ),
        ));
    }
    for (t, h, n, dimension, d) in [
        (16, 3, 8, 4, 4),
        (128, 1, 8, 4, 4),
        (4096, 6, 8, 4, 4),
        (16, 1, 1, 1, 64),
        (100_000, 1, 1, 2, 2),
    ] {
        charts.push((
            "needed",
            made::<Needed>(
                json!({ "frame": frame(), "T": t, "h": h, "n": n, "D": dimension, "d": d }),
            ),
        ));
    }
    let values: Vec<f64> = (0..3000)
        .map(|i| f64::from(i * 37 % 1000) / 100.0 - 4.0)
        .collect();
    charts.push((
        "scatter",
        made::<Scatter>(json!({ "frame": frame(), "predictions": values, "targets": values })),
    ));
    charts.push((
        "one point",
        made::<Scatter>(json!({ "frame": frame(), "predictions": [2.0], "targets": [2.0] })),
    ));
    charts.push((
        "no point",
        made::<Scatter>(json!({ "frame": frame(), "predictions": [], "targets": [] })),
    ));
    charts
}

fn at_every_size(check: impl Fn(&str, Frame, &Drawing)) {
    for (name, chart) in charts() {
        for (width, height) in SIZES {
            let frame = Frame {
                width,
                height,
                ..chart.frame()
            };
            check(
                &format!("{name}, {width} × {height}"),
                frame,
                &chart.draw_in(frame),
            );
        }
    }
}

fn texts(drawing: &Drawing) -> Vec<&Words> {
    let words = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(words) if !words.text.is_empty() => Some(words),
        _ => None,
    });
    words.collect()
}

#[test]
fn no_text_stands_over_another() {
    at_every_size(|name, _, drawing| {
        let texts = texts(drawing);
        for (i, a) in texts.iter().enumerate() {
            for b in &texts[..i] {
                let [al, at, ar, ab] = a.bounds();
                let [bl, bt, br, bb] = b.bounds();
                let apart = ar <= bl || br <= al || ab <= bt || bb <= at;
                assert!(apart, "{name}: {:?} over {:?}", a.text, b.text);
            }
        }
    });
}

#[test]
fn nothing_is_drawn_outside() {
    at_every_size(|name, frame, drawing| {
        let inside = |(x, y): &Point, air: f64| {
            (-air..=frame.width + air).contains(x) && (-air..=frame.height + air).contains(y)
        };
        for shape in &drawing.shapes {
            let fine = match shape {
                Shape::Path(points, ..) | Shape::Fill(points, _) => {
                    points.iter().all(|p| inside(p, 1.0))
                }
                Shape::Disc(at, ..) | Shape::Ring(at, ..) => inside(at, 0.0),
                Shape::Text(words) => {
                    let [left, top, right, bottom] = words.bounds();
                    assert!(
                        inside(&(left, top), 0.0) && inside(&(right, bottom), 0.0),
                        "{name}: {:?} leaves",
                        words.text
                    );
                    true
                }
            };
            assert!(fine, "{name}: something leaves");
        }
        assert!(
            drawing
                .spots
                .iter()
                .all(|spot| inside(&(spot.x, spot.y), 0.0)),
            "{name}"
        );
    });
}

#[test]
fn everything_has_something_to_say() {
    at_every_size(|name, _, drawing| {
        assert!(!drawing.spots.is_empty(), "{name}");
        for spot in &drawing.spots {
            assert!(
                !spot.text.is_empty() && !spot.text.contains("NaN"),
                "{name}: {}",
                spot.text
            );
        }
    });
}

#[test]
fn everything_is_told_without_being_seen() {
    for (name, chart) in charts() {
        let said = chart.summary();
        assert!(
            said.ends_with('.') && !said.contains("NaN"),
            "{name}: {said}"
        );
        let Table { head, rows } = chart.table();
        assert!(!head.is_empty(), "{name}");
        for row in rows {
            assert_eq!(row.len(), head.len(), "{name}: {row:?}");
            assert!(row.iter().all(|cell| !cell.is_empty() && cell != "NaN"));
        }
    }
}

#[test]
fn no_size_is_too_odd() {
    for (_, chart) in charts() {
        for (width, height) in [
            (0.0, 0.0),
            (1.0, 1.0),
            (40.0, 900.0),
            (900.0, 40.0),
            (f64::NAN, 300.0),
        ] {
            let frame = Frame {
                width,
                height,
                ..chart.frame()
            };
            let _ = chart.draw_in(frame);
        }
    }
}

#[test]
fn spots_are_where_the_marks_are_and_say_their_values() {
    let chart = made::<Transition>(json!({
        "frame": frame(), "D": 4,
        "lines": [{ "label": "T = 16", "T": 16, "ghost": false, "marks": [{ "h": 4, "min": 2.1e-4, "median": 3.21e-4, "max": 4.4e-4, "count": 3 }] }],
    }));
    let drawing = chart.draw_in(chart.frame());
    let [spot] = drawing.spots.as_slice() else {
        panic!("{:?}", drawing.spots);
    };
    assert_eq!(
        spot.text,
        "h = 4, T = 16: median 3.21e-4, 2.1e-4 to 4.4e-4 over 3 seeds"
    );
    let disc = drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Disc(at, 6.0, _) => Some(*at),
        _ => None,
    });
    assert_eq!(disc, Some((spot.x, spot.y)));
}

#[test]
fn ranks_are_told_below_their_heads() {
    let (_, chart) = charts()
        .into_iter()
        .find(|(name, _)| *name == "ranks")
        .unwrap();
    let drawing = chart.draw_in(chart.frame());
    let rank = |text: &str| {
        let found = texts(&drawing)
            .into_iter()
            .filter(|words| words.text == text);
        found.map(|words| words.at).collect::<Vec<_>>()
    };
    // Heads and ranks both run from 1 to 64, in opposite directions.
    let (one, most) = (rank("1"), rank("64"));
    let heads = |row: &[Point]| {
        row.iter()
            .copied()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap()
    };
    let below: Vec<Point> = most
        .iter()
        .copied()
        .filter(|at| at.1 > heads(&most).1)
        .collect();
    assert_eq!(below.len(), 1);
    assert!(
        one.iter().any(|at| at.0 == below[0].0 && at.1 < below[0].1),
        "rank 64 is below h = 1"
    );
    assert!(
        drawing.spots[0]
            .text
            .starts_with("h = 1, rank 64, w = 1, T = 16: median"),
        "{}",
        drawing.spots[0].text
    );
}

#[test]
fn a_vacuous_bound_is_words_and_not_a_curve() {
    let chart = |t: u32| {
        made::<Needed>(json!({ "frame": frame(), "T": t, "h": 3, "n": 8, "D": 4, "d": 4 }))
    };
    let said = |t: u32| {
        let chart = chart(t);
        let drawing = chart.draw_in(chart.frame());
        let texts: Vec<String> = texts(&drawing)
            .iter()
            .map(|words| words.text.clone())
            .collect();
        (texts.join(" "), drawing.spots)
    };
    let (short, spots) = said(16);
    assert!(
        short.contains("vacuous") && !short.contains("needed,") && !short.contains("^"),
        "{short}"
    );
    assert!(spots.iter().any(|spot| spot.text.contains("from T = 137")));
    let (long, _) = said(512);
    assert!(
        long.contains("1/ε^3.4 needed") && !long.contains("vacuous"),
        "{long}"
    );
}

#[test]
fn the_map_tells_every_cell() {
    let (_, chart) = charts()
        .into_iter()
        .find(|(name, _)| *name == "map")
        .unwrap();
    let drawing = chart.draw_in(chart.frame());
    assert_eq!(drawing.spots.len(), 50);
    let of = |start: &str| {
        &drawing
            .spots
            .iter()
            .find(|spot| spot.text.starts_with(start))
            .unwrap()
            .text
    };
    assert!(of("h = 1, T = 16:").contains("vacuous here"));
    assert!(of("h = 1, T = 128:").contains("k = 1.8"));
    assert_eq!(
        of("h = 4, T = 128:"),
        "h = 4, T = 128: no lower bound: enough heads"
    );
    let said: Vec<&str> = texts(&drawing)
        .iter()
        .map(|words| words.text.as_str())
        .collect();
    assert!(said.contains(&"vacuous: forbids nothing"), "{said:?}");
}

#[test]
fn the_bound_is_never_below_the_truth() {
    let (_, chart) = charts()
        .into_iter()
        .find(|(name, _)| *name == "soft minimum")
        .unwrap();
    let drawing = chart.draw_in(chart.frame());
    let path = |dashed: bool| {
        drawing.shapes.iter().filter_map(move |shape| match shape {
            Shape::Path(points, _, width)
                if (*width == 1.8) == dashed && (*width == 1.8 || *width == 2.2) =>
            {
                Some(points.clone())
            }
            _ => None,
        })
    };
    let truth: Vec<Point> = path(false).flatten().collect();
    let bound: Vec<Point> = path(true).flatten().collect();
    assert!(truth.len() > 20 && bound.len() > 20);
    for (x, y) in truth {
        let near = bound
            .iter()
            .min_by(|a, b| (a.0 - x).abs().total_cmp(&(b.0 - x).abs()))
            .unwrap();
        // Pixels count downwards.
        assert!(near.1 < y + 3.0, "at {x}");
    }
}
