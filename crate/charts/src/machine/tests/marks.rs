//! The symbols of targets, which tell them apart without names and colours.

use super::*;

/// `D` targets, target `i` at the position `places[i]`, with one head for each.
fn machine(places: &[usize], length: usize) -> Machine {
    let count = places.len();
    let directions: Vec<Vec<f64>> = (0..count)
        .map(|i| (0..count).map(|k| f64::from(u8::from(k == i))).collect())
        .collect();
    let (experiment, run) = experiment(json!({
        "task": { "D": count, "d": count, "directions": directions },
        "grid": { "h": [count], "T": [length] },
    }));
    let tokens = (0..length).map(|position| {
        let number = |at: &usize| if *at == position { 2.0 } else { -1.0 };
        places.iter().map(number).collect()
    });
    let attention = |at: &usize| {
        let mut shares = vec![0.0; length];
        shares[*at] = 1.0;
        vec![shares]
    };
    let look = Look {
        tokens: tokens.collect(),
        attention: places.iter().map(attention).collect(),
        extrema: places.iter().map(|at| *at as u32).collect(),
        prediction: vec![0.0],
        target: vec![0.0],
    };
    Machine::of(&experiment, &run, &look, &MachineOptions::default())
}

/// The shapes of one part of a machine.
fn shapes(machine: &Machine, part: &str, frame: Frame) -> Vec<Shape> {
    let drawing = machine.draw(frame);
    let of_part = drawing
        .groups_of_shapes()
        .filter(|(group, _)| group.is_some_and(|group| group.name == part));
    of_part.map(|(_, shape)| shape.clone()).collect()
}

/// A shape around its middle, in parts of its size; none for what is no symbol.
fn outline(shape: &Shape) -> Option<Vec<(i32, i32)>> {
    match shape {
        Shape::Disc(..) => Some(Vec::new()),
        Shape::Fill(corners, _) => {
            let size = corners
                .iter()
                .map(|(_, y)| (y - corners[0].1).abs())
                .fold(0.0, f64::max);
            let part = |x: f64| (100.0 * x / size).round() as i32;
            let first = corners[0];
            Some(
                corners
                    .iter()
                    .map(|(x, y)| (part(x - first.0), part(y - first.1)))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// Left, top, right and bottom of a symbol.
fn bounds(shape: &Shape) -> [f64; 4] {
    match shape {
        Shape::Disc((x, y), r, _) | Shape::Ring((x, y), r, ..) => [x - r, y - r, x + r, y + r],
        Shape::Fill(path, _) | Shape::Path(path, ..) => {
            let of = |pick: fn(f64, f64) -> f64, axis: fn(&Position) -> f64| {
                path.iter().map(axis).reduce(pick).unwrap()
            };
            [
                of(f64::min, |at| at.0),
                of(f64::min, |at| at.1),
                of(f64::max, |at| at.0),
                of(f64::max, |at| at.1),
            ]
        }
        _ => panic!("no symbol"),
    }
}

#[test]
fn every_target_has_a_symbol_of_its_own_at_its_token_in_every_theme() {
    let places = [3, 9, 1, 12, 6, 15, 10, 4];
    let machine = machine(&places, 16);
    for theme in [Theme::Light, Theme::Grey, Theme::Dark] {
        let frame = Frame { theme, ..FRAME };
        let layout = Layout::of(&machine, frame);
        let symbols = shapes(&machine, "targets", frame);
        assert_eq!(symbols.len(), places.len());
        let outlines: Vec<_> = symbols.iter().map(outline).collect();
        for (i, a) in outlines.iter().enumerate() {
            assert!(!outlines[..i].contains(a), "{i} {theme:?}");
        }
        for (place, symbol) in places.iter().zip(&symbols) {
            let [left, _, right, _] = bounds(symbol);
            assert!(((left + right) / 2.0 - layout.x(*place)).abs() < 0.5);
        }
    }
}

#[test]
fn beyond_eight_symbols_are_hollow() {
    let places: Vec<usize> = (0..10).map(|i| 3 * i).collect();
    let symbols = shapes(&machine(&places, 30), "targets", FRAME);
    // The ninth is a disc of background with a ring, the first a disc in its colour.
    let background = FRAME.theme.background();
    let hollow = |shape: &Shape| matches!(shape, Shape::Disc(_, _, colour) if colour.rgb() == rgb(background));
    assert!(!hollow(&symbols[0]) && hollow(&symbols[8]));
    assert!(matches!(symbols[9], Shape::Ring(..)));
}

#[test]
fn symbols_touch_neither_each_other_nor_bars_nor_lines() {
    // Alone, beside each other, and several at one token.
    for places in [[3, 9, 30, 50], [20, 21, 22, 23], [7, 7, 8, 8], [5, 5, 5, 5]] {
        for (width, height) in [(320.0, 280.0), (420.0, 390.0), (1100.0, 420.0)] {
            let frame = Frame {
                width,
                height,
                ..FRAME
            };
            let machine = machine(&places, 64);
            let layout = Layout::of(&machine, frame);
            let symbols = shapes(&machine, "targets", frame);
            assert_eq!(symbols.len(), 4);
            let all: Vec<[f64; 4]> = symbols.iter().map(bounds).collect();
            for (i, a) in all.iter().enumerate() {
                for b in &all[..i] {
                    let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                    assert!(apart, "{places:?} {width}: {a:?} {b:?}");
                }
                let lowest = layout.rows.last().unwrap().1;
                assert!(a[1] > lowest && a[3] < layout.lines_top + 0.5, "{a:?}");
            }
        }
    }
}

#[test]
fn a_head_without_words_has_the_symbol_of_its_target() {
    let places = [3, 9, 1, 12, 6, 15, 10, 4];
    let machine = machine(&places, 16);
    let symbols = |width: f64| {
        let frame = Frame { width, ..FRAME };
        let of_heads = shapes(&machine, "heads", frame);
        of_heads
            .iter()
            .filter(|shape| matches!(shape, Shape::Fill(..)))
            .count()
    };
    // The first target's is a disc.
    assert_eq!((symbols(320.0), symbols(1600.0)), (7, 0));
}

#[test]
fn a_name_that_would_touch_another_leaves_its_place_to_the_symbol() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" }, "grid": { "h": [1], "T": [64], "n": 2 },
    }));
    let mut tokens = vec![vec![0.6]; 64];
    tokens[30] = vec![0.9];
    tokens[31] = vec![0.55];
    let look = Look {
        tokens,
        attention: vec![vec![vec![1.0 / 64.0; 64]]],
        extrema: vec![30, 31],
        prediction: vec![1.0],
        target: vec![1.0],
    };
    let machine = Machine::of(&experiment, &run, &look, &MachineOptions::default());
    let texts = shapes(&machine, "tokens", FRAME);
    let names = texts.iter().filter(|shape| matches!(shape, Shape::Text(_)));
    assert_eq!(names.count(), 1);
    assert_eq!(shapes(&machine, "targets", FRAME).len(), 2);
}
