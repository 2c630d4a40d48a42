//! Machines made of looks whose numbers are known.

use std::f64::consts::PI;

use lab::{Experiment, Look, Run, runs};
use plotters::style::{Color, RGBAColor, RGBColor};
use serde_json::{Value, json};

mod answers;
mod marks;
mod windows;

use super::*;
use crate::drawing::{Position, Shape};
use crate::{Describe, Theme};

const FRAME: Frame = Frame {
    width: 420.0,
    height: 400.0,
    scale: 1.0,
    theme: crate::Theme::Light,
    font: crate::Font::Sans,
    millimetres: None,
};

fn experiment(value: Value) -> (Experiment, Run) {
    let experiment = Experiment::from_value(value).unwrap();
    let run = runs(&experiment)[0];
    (experiment, run)
}

/// Largest plus smallest of four numbers, with these shares of one head or more.
fn min_max(attention: &[[f32; 4]], silenced: &[usize]) -> Machine {
    in_layers(1, attention, silenced)
}

/// The same, with the heads shared out over several layers.
fn in_layers(layers: usize, attention: &[[f32; 4]], silenced: &[usize]) -> Machine {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" },
        "grid": { "h": [attention.len() / layers], "T": [4], "n": 2, "L": [layers] },
    }));
    let tokens = [0.5, 0.9, 0.2, 0.4];
    let look = Look {
        tokens: tokens.map(|x| vec![x]).to_vec(),
        attention: attention.iter().map(|row| vec![row.to_vec()]).collect(),
        extrema: vec![1, 2],
        prediction: vec![1.3],
        target: vec![1.1],
    };
    let options = MachineOptions {
        silenced: silenced.to_vec(),
        error: Some(0.02),
        ..MachineOptions::default()
    };
    Machine::of(&experiment, &run, &look, &options)
}

/// Widths of lines of a colour.
fn widths(machine: &Machine, colour: RGBColor) -> Vec<f64> {
    let drawing = machine.draw(FRAME);
    let of_colour = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Path(path, found, width) if path.len() > 10 && found.rgb() == rgb(colour) => {
            Some((1000.0 * width).round() / 1000.0)
        }
        _ => None,
    });
    of_colour.collect()
}

fn rgb(RGBColor(r, g, b): RGBColor) -> (u8, u8, u8) {
    (r, g, b)
}

#[test]
fn a_line_is_as_wide_as_its_attention_and_has_its_targets_colour() {
    let machine = min_max(&[[0.1, 0.6, 0.3, 0.0]], &[]);
    let theme = FRAME.theme;
    assert_eq!(widths(&machine, theme.target(0)), [9.0]);
    assert_eq!(widths(&machine, theme.target(1)), [4.5]);
    // Attention of nothing has no line.
    assert_eq!(widths(&machine, theme.token()), [1.5]);
}

#[test]
fn a_head_has_the_colour_of_what_it_watches_and_is_grey_before() {
    let ring = |machine: &Machine| {
        let shapes = machine.draw(FRAME).shapes;
        let rings = shapes.iter().filter_map(|shape| match shape {
            Shape::Ring(_, _, colour, _) => Some(colour.rgb()),
            _ => None,
        });
        rings.collect::<Vec<_>>()
    };
    let theme = FRAME.theme;
    for before in [[0.3, 0.45, 0.05, 0.2], [0.0, 0.5, 0.5, 0.0]] {
        assert_eq!(ring(&min_max(&[before], &[])), [rgb(theme.muted())]);
    }
    let sharp = min_max(&[[0.0, 0.1, 0.9, 0.0], [0.0, 0.51, 0.49, 0.0]], &[]);
    assert_eq!(ring(&sharp), [rgb(theme.target(1)), rgb(theme.target(0))]);
}

/// The parts of a machine's heads that are lines on a circle: the angles at their ends, from the top and
/// clockwise, as shares of a turn; their colour and their width.
fn arcs(machine: &Machine, frame: Frame) -> Vec<([f64; 2], RGBColor, f64)> {
    let layout = Layout::of(machine, frame);
    let drawing = machine.draw(frame);
    let of_heads = drawing.groups_of_shapes().filter_map(|(group, shape)| {
        let is_head = group.is_some_and(|group| group.name == "heads");
        match shape {
            Shape::Path(path, RGBAColor(r, g, b, 1.0), width) if is_head => {
                Some((path.clone(), RGBColor(*r, *g, *b), *width))
            }
            _ => None,
        }
    });
    let turn = |(x, y): Position| {
        let (at_x, at_y) = layout.head(0);
        let far = (x - at_x).hypot(y - at_y);
        assert!((far - layout.radius).abs() < 1e-6, "{far}");
        (x - at_x).atan2(at_y - y) / (2.0 * PI)
    };
    of_heads
        .map(|(path, colour, width)| {
            let ends = [path[0], path[path.len() - 1]];
            (ends.map(turn), colour, width)
        })
        .collect()
}

#[test]
fn a_torn_head_blurs_between_its_targets() {
    // The largest is at position 1, the smallest at position 2: from left to right.
    let torn = min_max(&[[0.2, 0.3, 0.4, 0.1]], &[]);
    for theme in [Theme::Light, Theme::Dark] {
        let frame = Frame { theme, ..FRAME };
        let arcs = arcs(&torn, frame);
        let [largest, smallest] = [0, 1].map(|target| theme.pale_target(target));
        // Around the top of the ring, each as long as its share.
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        let (first, last) = (&arcs[0], &arcs[arcs.len() - 1]);
        assert!(close(first.0[0], -0.35) && close(last.0[1], 0.35));
        assert_eq!((first.1, last.1), (largest, smallest));
        let middle = (arcs[1].0[0] + last.0[0]) / 2.0;
        assert!(close(middle, -0.05), "{middle}");
        // From one to the other without a gap, in colours between the two.
        for pair in arcs.windows(2) {
            let overlap = pair[0].0[1] - pair[1].0[0];
            assert!((0.003..0.02).contains(&overlap), "{overlap}");
        }
        let between = &arcs[1..arcs.len() - 1];
        assert!(between.len() > 4);
        for channel in [|c: RGBColor| c.0, |c: RGBColor| c.1, |c: RGBColor| c.2] {
            let values: Vec<u8> = arcs.iter().map(|arc| channel(arc.1)).collect();
            assert!(
                values.is_sorted() || values.iter().rev().is_sorted(),
                "{values:?}"
            );
        }
        // Wider than the ring of a head that is sure.
        assert!(arcs.iter().all(|arc| arc.2 > 2.5));
    }
}

#[test]
fn where_targets_have_no_hue_a_gap_is_between_the_parts_of_a_torn_head() {
    let theme = Theme::Grey;
    let torn = min_max(&[[0.2, 0.3, 0.4, 0.1]], &[]);
    let arcs = arcs(&torn, Frame { theme, ..FRAME });
    let colours: Vec<RGBColor> = arcs.iter().map(|arc| arc.1).collect();
    assert_eq!(colours, [0, 1].map(|target| theme.pale_target(target)));
    let gap = arcs[1].0[0] - arcs[0].0[1];
    assert!((0.01..0.06).contains(&gap), "{gap}");
}

#[test]
fn only_a_torn_head_blurs() {
    for sure in [
        [0.0, 0.51, 0.49, 0.0],
        [0.3, 0.45, 0.05, 0.2],
        [0.45, 0.05, 0.05, 0.45],
    ] {
        assert!(arcs(&min_max(&[sure], &[]), FRAME).is_empty(), "{sure:?}");
    }
    let torn = [0.2, 0.3, 0.4, 0.1];
    assert!(arcs(&min_max(&[torn], &[0]), FRAME).is_empty());
    assert!(!arcs(&min_max(&[torn], &[]), FRAME).is_empty());
}

#[test]
fn a_silenced_head_has_no_lines_and_says_so() {
    let machine = min_max(&[[0.0, 0.9, 0.1, 0.0]], &[0]);
    assert_eq!(widths(&machine, FRAME.theme.target(0)), Vec::<f64>::new());
    assert!(machine.summary().contains("Head 1 silenced"));
    assert_eq!(machine.title(), "One head, silenced: error 0.0200");
    let title = |silenced: &[usize]| min_max(&[[0.25; 4]; 4], silenced).title();
    assert_eq!(title(&[1]), "Four heads, without head 2: error 0.0200");
    assert_eq!(
        title(&[0, 2]),
        "Four heads, without heads 1 and 3: error 0.0200"
    );
    assert_eq!(
        title(&[0, 2, 3]),
        "Four heads, without 3 of them: error 0.0200"
    );
}

#[test]
fn heads_are_counted_by_layer_as_on_the_axis_of_the_cliff() {
    let title = |layers, heads| in_layers(layers, &vec![[0.25; 4]; heads], &[]).title();
    assert_eq!(title(1, 2), "Two heads: error 0.0200");
    assert_eq!(title(2, 2), "2 layers of 1 head: error 0.0200");
    assert_eq!(title(2, 6), "2 layers of 3 heads: error 0.0200");
}

#[test]
fn it_is_described_in_words_and_as_a_table() {
    let machine = min_max(&[[0.1, 0.6, 0.3, 0.0]], &[]);
    assert_eq!(machine.title(), "One head: error 0.0200");
    // Of four uniform numbers, largest plus smallest has mean 1 and standard deviation √(2/30) = 0.26.
    assert_eq!(
        machine.summary(),
        "One head at work on a sequence of 4 tokens. Head 1 watches the largest. The machine says \
         1.30, truth 1.10: off by 0.20. For comparison, always saying 1.00 is off by about 0.26."
    );
    let table = machine.table(0);
    assert_eq!(table.head, ["token", "value", "head 1"]);
    assert_eq!(table.rows[1], ["2 (largest)", "0.900", "0.600"]);
    assert_eq!(table.rows[3], ["4", "0.400", "0.000"]);
}

#[test]
fn its_csv_has_the_whole_sequence_as_plain_numbers_and_its_caption_explains_a_torn_head() {
    let torn = min_max(&[[0.2, 0.3, 0.4, 0.1]], &[]);
    assert_eq!(
        torn.csv(),
        "token,value,head 1,is\n1,0.500000,0.200000,\n2,0.900000,0.300000,largest\n\
         3,0.200000,0.400000,smallest\n4,0.400000,0.100000,\n"
    );
    assert!(torn.caption().starts_with(&torn.summary()));
    assert!(
        torn.caption()
            .contains("The ring of a torn head has a part for each")
    );
    let sure = min_max(&[[0.0, 0.9, 0.1, 0.0]], &[]);
    assert_eq!(sure.caption(), sure.summary());
}

#[test]
fn bars_and_heads_can_be_taken_hold_of_where_they_are_drawn() {
    let machine = min_max(&[[0.1, 0.6, 0.3, 0.0], [0.25; 4]], &[]);
    let spots = machine.draw(FRAME).spots;
    let grips = machine.grips();
    assert_eq!(spots.len(), grips.len());
    for (spot, grip) in spots.iter().zip(grips) {
        let found = machine.grip(FRAME, (spot.x, spot.y));
        match (grip, found) {
            (Some(Grip::Head { head }), Some(Grip::Head { head: at })) => assert_eq!(head, at),
            (
                Some(Grip::Token {
                    position, value, ..
                }),
                Some(Grip::Token {
                    position: at,
                    value: under,
                    ..
                }),
            ) => {
                assert_eq!(position, at);
                assert!((value - under).abs() < 0.02, "{value} {under}");
            }
            (None, None) => {}
            other => panic!("{other:?} at {spot:?}"),
        }
    }
}

#[test]
fn the_point_that_asks_is_not_among_those_that_are_found() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "farthest", "d": 2 }, "grid": { "h": [2], "T": [3] },
    }));
    let look = Look {
        tokens: vec![vec![1.0, 0.0], vec![0.0, 1.0], vec![-1.0, 0.0]],
        attention: vec![vec![vec![0.1, 0.2, 0.7]; 3]; 2],
        extrema: vec![],
        prediction: vec![-0.9, 0.1, 0.0, -1.0, 1.0, 0.0],
        target: vec![-1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
    };
    let machine = |query: usize| {
        let options = MachineOptions {
            query,
            ..MachineOptions::default()
        };
        Machine::of(&experiment, &run, &look, &options)
    };
    let first = machine(0);
    assert_eq!(first.asking, Some(0));
    assert_eq!(first.rows[0].values[0], None);
    assert_eq!(first.rows[0].targets, [(0, 2)]);
    assert_eq!(first.heads[0].words, "watches the farthest");
    assert_eq!(first.heads[0].rank, Some(0.5));
    assert_eq!(first.answer.words(), "names token 3: right, off by 0.14");
    // Words say which token asks.
    let third = machine(2);
    assert!(third.summary().contains(" 3 tokens. Token 3 asks. Head 1 "));
    assert_eq!(third.table(0).rows[2][..2], ["3 (asks)", "–"]);
    let spots = third.draw(FRAME).spots;
    assert_eq!(spots[2].text, "Token 3: it asks");
    assert_eq!(first.draw(FRAME).spots[0].text, "Token 1: it asks");
    assert!(!min_max(&[[0.25; 4]], &[]).summary().contains("asks"));
    // The second token is answered with the point opposite of what it should be.
    assert!(machine(1).answer.words().starts_with("names token"));
    assert_eq!(machine(2).rows[0].targets, [(0, 0)]);
}

/// Paper 2's heads, which share eight dimensions.
fn of_ranks(h: usize) -> Machine {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "farthest", "d": 8 }, "grid": { "h": [h], "T": [3] },
    }));
    let look = Look {
        tokens: (0..3)
            .map(|i| (0..8).map(|k| f32::from(k == i)).collect())
            .collect(),
        attention: vec![vec![vec![0.0, 0.25, 0.75]; 3]; h],
        extrema: vec![],
        prediction: vec![0.0; 24],
        target: vec![0.5; 24],
    };
    Machine::of(&experiment, &run, &look, &MachineOptions::default())
}

/// Left, top, right and bottom of the boxes of ranks.
fn boxes(drawing: &Drawing) -> Vec<[f64; 4]> {
    let boxes = drawing.groups_of_shapes().filter_map(|(group, shape)| {
        let is_head = group.is_some_and(|group| group.name == "heads");
        match shape {
            Shape::Path(path, ..) if is_head => Some([path[0].0, path[0].1, path[1].0, path[2].1]),
            _ => None,
        }
    });
    boxes.collect()
}

#[test]
fn a_full_head_is_thick_and_small_ones_are_thin() {
    let widths = |h: usize| -> Vec<f64> {
        let boxes = boxes(&of_ranks(h).draw(FRAME)).into_iter();
        boxes.map(|[left, _, right, _]| right - left).collect()
    };
    let [full] = widths(1)[..] else {
        panic!("one head")
    };
    let small = widths(4);
    assert_eq!(small.len(), 4);
    for width in small {
        assert!((full / width - 4.0).abs() < 1e-6, "{full} {width}");
    }
}

#[test]
fn the_number_of_a_thin_head_does_not_stand_over_its_sides() {
    for h in [1, 4, 8] {
        for width in [320.0, 420.0, 1600.0] {
            let drawing = of_ranks(h).draw(Frame { width, ..FRAME });
            let boxes = boxes(&drawing);
            let texts = drawing.shapes.iter().filter_map(|shape| match shape {
                Shape::Text(text) if text.text.parse::<usize>().is_ok() => Some(text.bounds()),
                _ => None,
            });
            let texts: Vec<[f64; 4]> = texts.collect();
            assert_eq!((texts.len(), boxes.len()), (h, h));
            for [left, top, right, bottom] in texts {
                let is_clear = |edge: &[f64; 4]| {
                    let is_inside = edge[0] <= left && right <= edge[2];
                    let is_beside = right <= edge[0] || edge[2] <= left;
                    is_inside || is_beside || top >= edge[3] || bottom <= edge[1]
                };
                assert!(boxes.iter().all(is_clear), "{h} heads, {width} px");
            }
        }
    }
}
