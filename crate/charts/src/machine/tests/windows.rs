//! Sequences that are too long to be drawn whole.

use super::*;

const LENGTH: usize = 100;

/// The largest and the smallest of a hundred numbers, which are at these positions; all attention is paid to
/// the token `attended`.
fn machine(largest: usize, smallest: usize, attended: usize, first: Option<usize>) -> Machine {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" }, "grid": { "h": [1], "T": [LENGTH], "n": 2 },
    }));
    let mut tokens = vec![vec![0.5]; LENGTH];
    tokens[largest] = vec![0.9];
    tokens[smallest] = vec![0.1];
    let mut attention = vec![0.0; LENGTH];
    attention[attended] = 1.0;
    let look = Look {
        tokens,
        attention: vec![vec![attention]],
        extrema: vec![largest as u32, smallest as u32],
        prediction: vec![1.0],
        target: vec![1.0],
    };
    let options = MachineOptions {
        first,
        ..MachineOptions::default()
    };
    Machine::of(&experiment, &run, &look, &options)
}

fn texts(machine: &Machine) -> Vec<String> {
    let shapes = machine.draw(FRAME).shapes.into_iter();
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.text),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_targets_are_in_the_middle_wherever_a_head_looks() {
    for attended in [0, 50, 99] {
        assert_eq!(machine(80, 50, attended, None).positions(), 33..97);
        assert_eq!(machine(99, 98, attended, None).positions(), 36..100);
        assert_eq!(machine(3, 0, attended, None).positions(), 0..64);
        // As far apart as it is wide.
        assert_eq!(machine(73, 10, attended, None).positions(), 10..74);
        // Of two that are farther apart, the first one is shown.
        assert_eq!(machine(90, 20, attended, None).positions(), 0..64);
    }
}

#[test]
fn the_token_that_asks_is_in_view_where_it_is_near_enough() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "farthest", "d": 2 }, "grid": { "h": [1], "T": [LENGTH] },
    }));
    // Every point is the same but the one at position 80: it is the farthest from all others.
    let mut tokens = vec![vec![1.0, 0.0]; LENGTH];
    tokens[80] = vec![-1.0, 0.0];
    let look = Look {
        tokens,
        attention: vec![vec![vec![0.01; LENGTH]; LENGTH]],
        extrema: vec![],
        prediction: vec![0.0; 2 * LENGTH],
        target: vec![0.0; 2 * LENGTH],
    };
    let positions = |query: usize| {
        let options = MachineOptions {
            query,
            ..MachineOptions::default()
        };
        Machine::of(&experiment, &run, &look, &options).positions()
    };
    assert_eq!(positions(40), 28..92);
    assert_eq!(positions(20), 18..82);
    // Too far away: the target is what is looked for.
    assert_eq!(positions(0), 36..100);
}

#[test]
fn a_window_that_was_chosen_stays_where_it_is() {
    let chosen = machine(80, 50, 50, Some(5));
    assert_eq!(chosen.positions(), 5..69);
    let Some(Grip::Token { first, .. }) = chosen.grips()[0] else {
        panic!("a bar")
    };
    assert_eq!(first, 5);
    assert_eq!(machine(80, 50, 50, Some(90)).positions(), 36..100);
}

#[test]
fn a_target_outside_has_its_symbol_in_the_margin_and_a_line_from_there() {
    let outside = machine(90, 20, 90, None);
    let layout = Layout::of(&outside, FRAME);
    let drawing = outside.draw(FRAME);
    let (mut symbols, mut lines) = (Vec::new(), Vec::new());
    for (group, shape) in drawing.groups_of_shapes() {
        match (group.map(|group| group.name.as_str()), shape) {
            (Some("targets"), Shape::Disc(at, ..)) => symbols.push(at.0),
            (Some("attention"), Shape::Path(path, ..)) => lines.push(path[0].0),
            _ => {}
        }
    }
    // The largest, at position 90, is beyond the last one that is drawn.
    assert_eq!(symbols, lines);
    assert!(
        symbols[0] > layout.right && symbols[0] < FRAME.width,
        "{symbols:?}"
    );
}

#[test]
fn it_is_named_in_the_picture_in_words_and_in_the_table() {
    let inside = machine(80, 50, 50, None);
    assert!(texts(&inside).contains(&"tokens 34 to 97 of 100".into()));
    let summary = inside.summary();
    assert!(
        summary.starts_with(
            "One head at work on a sequence of 100 tokens. Tokens 34 to 97 of 100 are drawn. Head 1 "
        ),
        "{summary}"
    );
    let table = inside.table(0);
    assert_eq!(table.head[0], "token, 34 to 97 of 100");
    assert_eq!((table.rows.len(), &*table.rows[0][0]), (64, "34"));
    // A file has all of them.
    assert!(inside.csv().starts_with("token,value,head 1,is\n1,"));
    let outside = machine(90, 20, 50, None);
    let expected = "tokens 1 to 64 of 100, 1 target outside";
    assert!(texts(&outside).contains(&expected.into()));
    let summary = outside.summary();
    assert!(
        summary.contains(" 1 to 64 of 100 are drawn. Outside: largest (token 91). "),
        "{summary}"
    );
    let short = min_max(&[[0.25; 4]], &[]);
    assert!(!texts(&short).iter().any(|text| text.contains(" of ")));
    assert!(!short.summary().contains("drawn"));
}
