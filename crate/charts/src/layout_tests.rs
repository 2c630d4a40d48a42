//! Tests of every chart at every size that a page gives it: no text over another, nothing outside the
//! frame, and every spot where its value is drawn. They check the drawings, without a browser; what a
//! canvas shows is tested in `crate/page`.

mod plot_width;
mod sample_charts;

use crate::drawing::{Shape, Text};
use crate::*;
use sample_charts::sample_charts;

const SIZES: [(f64, f64); 6] = [
    (320.0, 280.0),
    (358.0, 300.0),
    (520.0, 340.0),
    (720.0, 440.0),
    (1100.0, 420.0),
    (1600.0, 700.0),
];

fn frame(width: f64, height: f64) -> Frame {
    Frame {
        width,
        height,
        scale: 2.0,
        ..Frame::default()
    }
}

/// A drawing of the first sample of that name.
fn sample(name: &str) -> Drawing {
    let mut charts = sample_charts().into_iter();
    let (_, chart) = charts.find(|(of, _)| *of == name).unwrap();
    chart.draw(frame(720.0, 440.0))
}

fn at_every_size(check: impl Fn(&str, Frame, &Drawing)) {
    for (name, chart) in sample_charts() {
        for (width, height) in SIZES {
            let frame = frame(width, height);
            let name = format!("{name}, {width} × {height}");
            check(&name, frame, &chart.draw(frame));
        }
    }
}

fn texts(drawing: &Drawing) -> Vec<&Text> {
    let texts = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) if !text.text.is_empty() => Some(text),
        _ => None,
    });
    texts.collect()
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
fn nothing_is_drawn_outside_the_frame() {
    at_every_size(|name, frame, drawing| {
        let inside = |(x, y): &Position, tolerance: f64| {
            (-tolerance..=frame.width + tolerance).contains(x)
                && (-tolerance..=frame.height + tolerance).contains(y)
        };
        for shape in &drawing.shapes {
            let is_inside = match shape {
                Shape::Path(path, ..) | Shape::Dashed(path, ..) | Shape::Fill(path, _) => {
                    path.iter().all(|p| inside(p, 1.0))
                }
                Shape::Disc(at, ..) | Shape::Ring(at, ..) => inside(at, 0.0),
                Shape::Text(text) => {
                    let [left, top, right, bottom] = text.bounds();
                    assert!(
                        inside(&(left, top), 0.0) && inside(&(right, bottom), 0.0),
                        "{name}: {:?} is outside",
                        text.text
                    );
                    true
                }
            };
            assert!(is_inside, "{name}: a shape is outside");
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
fn every_chart_has_spots_with_text() {
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
fn every_chart_has_a_summary_and_a_table() {
    for (name, chart) in sample_charts() {
        let summary = chart.summary();
        assert!(
            summary.ends_with('.') && !summary.contains("NaN"),
            "{name}: {summary}"
        );
        let Table { head, rows, .. } = chart.table(0);
        assert!(!head.is_empty(), "{name}");
        for row in rows {
            assert_eq!(row.len(), head.len(), "{name}: {row:?}");
            assert!(row.iter().all(|cell| !cell.is_empty() && cell != "NaN"));
        }
    }
}

#[test]
fn no_size_of_the_frame_panics() {
    for (_, chart) in sample_charts() {
        for (width, height) in [
            (0.0, 0.0),
            (1.0, 1.0),
            (40.0, 900.0),
            (900.0, 40.0),
            (f64::NAN, 300.0),
        ] {
            let _ = chart.draw(frame(width, height));
        }
    }
}

#[test]
fn every_chart_has_a_kind_and_a_title() {
    for (name, chart) in sample_charts() {
        let kind = chart.kind();
        // It is part of file names.
        assert!(kind.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        assert!(!kind.is_empty() && !chart.title().is_empty(), "{name}");
    }
}

#[test]
fn spots_are_where_the_markers_are_and_have_their_values() {
    let chart = Transition {
        D: Some(4),
        lines: vec![TransitionLine {
            label: "T = 16".into(),
            T: 16,
            points: vec![TransitionPoint {
                h: 4,
                min: 2.1e-4,
                median: 3.21e-4,
                max: 4.4e-4,
                count: 3,
            }],
            ..TransitionLine::default()
        }],
        ..Transition::default()
    };
    let drawing = chart.draw(frame(720.0, 440.0));
    let [spot] = drawing.spots.as_slice() else {
        panic!("{:?}", drawing.spots);
    };
    assert_eq!(
        spot.text,
        "h = 4, T = 16: median 3.21 × 10⁻⁴, 2.1 × 10⁻⁴ to 4.4 × 10⁻⁴ over 3 seeds"
    );
    let disc = drawing.shapes.iter().find_map(|shape| match shape {
        Shape::Disc(at, 6.0, _) => Some(*at),
        _ => None,
    });
    assert_eq!(disc, Some((spot.x, spot.y)));
}

#[test]
fn ranks_are_written_below_their_heads() {
    let drawing = sample("ranks");
    let positions = |number: &str| {
        let found = texts(&drawing).into_iter();
        let found = found.filter(|text| text.text == number);
        found.map(|text| text.at).collect::<Vec<_>>()
    };
    // Heads and ranks both run from 1 to 64, in opposite directions.
    let (one, most) = (positions("1"), positions("64"));
    let heads = |row: &[Position]| {
        row.iter()
            .copied()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap()
    };
    let below: Vec<Position> = most
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
fn a_vacuous_bound_has_a_sentence_in_place_of_a_curve() {
    let text_and_spots = |length: u32| {
        let chart = ParametersNeeded {
            T: length,
            h: 3,
            n: 8,
            D: 4,
            d: 4,
        };
        let drawing = chart.draw(frame(720.0, 440.0));
        let texts = texts(&drawing).into_iter();
        let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
        (texts.join(" "), drawing.spots.clone())
    };
    let (short, spots) = text_and_spots(16);
    assert!(
        short.contains("vacuous") && !short.contains("needed,") && !short.contains("^"),
        "{short}"
    );
    assert!(spots.iter().any(|spot| spot.text.contains("from T = 137")));
    let (long, _) = text_and_spots(512);
    assert!(
        long.contains("1/ε^3.4 needed") && !long.contains("vacuous"),
        "{long}"
    );
}

#[test]
fn the_map_has_a_spot_for_every_cell() {
    let drawing = sample("map");
    assert_eq!(drawing.spots.len(), 50);
    let spot = |start: &str| {
        &drawing
            .spots
            .iter()
            .find(|spot| spot.text.starts_with(start))
            .unwrap()
            .text
    };
    assert!(spot("h = 1, T = 16:").contains("vacuous here"));
    assert!(spot("h = 1, T = 128:").contains("k = 1.8"));
    assert_eq!(
        spot("h = 4, T = 128:"),
        "h = 4, T = 128: no lower bound: enough heads"
    );
    let texts = texts(&drawing).into_iter();
    let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
    assert!(texts.contains(&"vacuous: forbids nothing"), "{texts:?}");
}

#[test]
fn the_bound_is_never_below_the_gap() {
    let drawing = sample("soft minimum");
    let path = |dashed: bool| {
        drawing.shapes.iter().filter_map(move |shape| match shape {
            Shape::Path(path, _, 2.2) if !dashed => Some(path.clone()),
            Shape::Dashed(path, _, _, 1.8) if dashed => Some(path.clone()),
            _ => None,
        })
    };
    let gap: Vec<Position> = path(false).flatten().collect();
    let bound: Vec<Position> = path(true).flatten().collect();
    assert!(gap.len() > 20 && bound.len() > 20);
    for (x, y) in gap {
        let nearest = bound
            .iter()
            .min_by(|a, b| (a.0 - x).abs().total_cmp(&(b.0 - x).abs()))
            .unwrap();
        // Pixels are counted from the top.
        assert!(nearest.1 < y + 3.0, "at {x}");
    }
}

#[test]
fn a_crowd_of_lengths_and_heads_has_a_name_of_each_and_every_line_is_told_apart() {
    let drawing = sample("lengths and heads");
    let all: Vec<&str> = texts(&drawing).iter().map(|text| &*text.text).collect();
    // 25 lines fit into the large frames, and are named one by one.
    assert!(all.contains(&"h = 5, T = 128"), "{all:?}");
    let mut charts = sample_charts().into_iter();
    let chart = charts
        .find(|(name, _)| *name == "lengths and heads")
        .unwrap()
        .1;
    let drawing = chart.draw(PrintSize::Column.frame());
    let all: Vec<&str> = texts(&drawing).iter().map(|text| &*text.text).collect();
    for name in ["T = 8", "T = 128", "h = 1", "h = 5"] {
        assert!(all.contains(&name), "{name} in {all:?}");
    }
    assert!(!all.iter().any(|text| text.contains(", ")));
    // No two lines have both colour and dashes in common.
    let mut looks: Vec<String> = Vec::new();
    for shape in &drawing.shapes {
        let look = match shape {
            Shape::Path(path, colour, _) if path.len() == 3 => format!("{colour:?}"),
            Shape::Dashed(path, pattern, colour, _) if path.len() == 3 => {
                format!("{colour:?} {pattern:?}")
            }
            _ => continue,
        };
        assert!(!looks.contains(&look), "{look}");
        looks.push(look);
    }
    assert_eq!(looks.len(), 25);
}
