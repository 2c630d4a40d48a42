//! Strips of attention whose numbers are known.

use lab::{Experiment, Run, runs};
use serde_json::{Value, json};

use super::*;
use crate::drawing::{Group, Shape};
use crate::{Describe, PrintSize, Theme};

fn experiment(value: Value) -> (Experiment, Run) {
    let experiment = Experiment::from_value(value).unwrap();
    let run = runs(&experiment)[0];
    (experiment, run)
}

/// Two heads and four numbers, of which the second is the largest and the third the smallest.
fn strips(silenced: &[usize]) -> AttentionStrips {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" }, "grid": { "h": [2], "T": [4], "n": 2 }, "seeds": [5],
    }));
    let shares = [0.125, 0.75, 0.0, 0.125, 0.25, 0.25, 0.5, f32::NAN];
    AttentionStrips::of(
        &experiment,
        &run,
        &[0.5, 0.9, 0.2, 0.4],
        &shares,
        0,
        silenced,
    )
    .unwrap()
}

/// The rectangles of each group that has this part: their colours, and where they are.
fn rectangles(drawing: &Drawing, part: &str) -> Vec<(plotters::style::RGBAColor, Vec<(f64, f64)>)> {
    let of_part = |group: Option<&Group>| group.is_some_and(|group| group.name == part);
    let shapes = drawing
        .groups_of_shapes()
        .filter(|(group, _)| of_part(*group));
    let fills = shapes.filter_map(|(_, shape)| match shape {
        Shape::Fill(corners, colour) => Some((*colour, corners.clone())),
        _ => None,
    });
    fills.collect()
}

fn texts(drawing: &Drawing) -> Vec<&str> {
    let shapes = drawing.shapes.iter();
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_token_has_the_shade_of_its_share_of_the_heads_attention() {
    for theme in [Theme::Light, Theme::Grey, Theme::Dark] {
        let frame = Frame {
            theme,
            ..PrintSize::Column.frame()
        };
        let drawing = strips(&[]).draw(frame);
        let cells = rectangles(&drawing, "attention");
        let colours: Vec<_> = cells.iter().map(|(colour, _)| colour.rgb()).collect();
        // What is no number is not drawn.
        let shares = [0.125, 0.75, 0.0, 0.125, 0.25, 0.25, 0.5];
        assert_eq!(colours, shares.map(|share| theme.ramp(share).0.rgb()));
        // Cells of one token stand below each other, below its bar.
        let bars = rectangles(&drawing, "tokens");
        let middle = |corners: &[(f64, f64)]| (corners[0].0 + corners[2].0) / 2.0;
        for (token, (_, bar)) in bars.iter().enumerate() {
            for head in 0..2 {
                let Some((_, cell)) = cells.get(4 * head + token) else {
                    continue;
                };
                assert!((middle(bar) - middle(cell)).abs() < 1e-9);
                assert!(cell[0].1 > bar[2].1);
            }
        }
        let colour = |target: usize| theme.target(target).rgb();
        assert_eq!(bars[1].0.rgb(), colour(0));
        assert_eq!(bars[2].0.rgb(), colour(1));
        assert_eq!(bars[0].0.rgb(), theme.token().rgb());
    }
}

#[test]
fn a_target_is_marked_in_its_colour_and_by_lines_along_its_column() {
    let frame = PrintSize::Column.frame();
    let drawing = strips(&[]).draw(frame);
    let cells = rectangles(&drawing, "attention");
    let lines: Vec<(f64, _)> = drawing
        .groups_of_shapes()
        .filter(|(group, _)| group.is_some_and(|group| group.name == "targets"))
        .filter_map(|(_, shape)| match shape {
            Shape::Path(path, colour, _) => Some((path[0].0, colour.rgb())),
            _ => None,
        })
        .collect();
    let expected: Vec<(f64, _)> = [(1, 0), (2, 1)]
        .iter()
        .flat_map(|(token, target)| {
            let corners = &cells[*token].1;
            [corners[0].0, corners[2].0].map(|x| (x, frame.theme.target(*target).rgb()))
        })
        .collect();
    assert_eq!(lines, expected);
    let all = texts(&drawing);
    for text in [
        "largest", "smallest", "head 1", "head 2", "1", "4", "token", "all",
    ] {
        assert!(all.contains(&text), "{text} in {all:?}");
    }
}

#[test]
fn words_table_and_csv_have_the_numbers_that_were_given() {
    let chart = strips(&[]);
    assert_eq!(chart.title(), "Where the heads look");
    assert_eq!(
        chart.summary(),
        "Two heads at work on a sequence of 4 tokens. Head 1 watches the largest. Head 2 torn: \
         50\u{a0}% smallest, 25\u{a0}% largest."
    );
    let caption = chart.caption();
    assert!(
        caption.contains("The seed of the run is 5. Bars are") && !caption.contains("silenced"),
        "{caption}"
    );
    let table = chart.table(0);
    assert_eq!(table.head, ["token", "value", "head 1", "head 2"]);
    assert_eq!(table.rows[1], ["2 (largest)", "0.900", "0.750", "0.250"]);
    assert_eq!(table.rows[3], ["4", "0.400", "0.125", "–"]);
    assert_eq!(
        chart.csv(),
        "token,value,head 1,head 2,is\n1,0.500000,0.125000,0.250000,\n\
         2,0.900000,0.750000,0.250000,largest\n3,0.200000,0.000000,0.500000,smallest\n\
         4,0.400000,0.125000,,\n"
    );
}

#[test]
fn a_silenced_head_is_faint_and_said() {
    let chart = strips(&[1]);
    let cells = rectangles(&chart.draw(PrintSize::Column.frame()), "attention");
    let opacities: Vec<f64> = cells.iter().map(|(colour, _)| colour.3).collect();
    assert_eq!(opacities, [1.0, 1.0, 1.0, 1.0, FAINT, FAINT, FAINT]);
    assert_eq!(chart.title(), "Where the heads look, without head 2");
    assert!(chart.summary().ends_with("Head 2 silenced."));
    assert!(chart.caption().ends_with("faint are silenced."));
}

#[test]
fn of_many_targets_each_has_a_row_of_bars() {
    let (experiment, run) = experiment(json!({
        "task": { "D": 2, "d": 2, "directions": [[1, 0], [0, -1]] }, "grid": { "h": [1], "T": [3] },
    }));
    let tokens = [0.5, -2.0, 1.0, 1.0, -1.0, 0.25];
    let shares = [0.25, 0.5, 0.25];
    let chart = AttentionStrips::of(&experiment, &run, &tokens, &shares, 0, &[]).unwrap();
    let (head, row) = (chart.table(0).head, &chart.table(0).rows[0]);
    assert_eq!(head.len(), 4);
    assert_eq!(row[..], ["1 (target 2)", "0.500", "2.000", "0.250"]);
    let drawing = chart.draw(PrintSize::Column.frame());
    assert_eq!(rectangles(&drawing, "tokens").len(), 6);
    assert_eq!(drawing.spots[0].text, "Token 1 for target 1: 0.50");
    assert_eq!(
        drawing.spots[3].text,
        "Token 1 for target 2: 2.00, target 2"
    );
    let last = &drawing.spots.last().unwrap().text;
    assert_eq!(last, "Token 3, head 1: 0.250");
}

#[test]
fn the_token_that_asks_is_marked_and_has_no_bar() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "farthest", "d": 2 }, "grid": { "h": [2], "T": [3] },
    }));
    let tokens = [1.0, 0.0, 0.0, 1.0, -1.0, 0.0];
    let shares = [0.125, 0.25, 0.625, 0.0, 0.0, 1.0];
    let chart = |query: usize| {
        AttentionStrips::of(&experiment, &run, &tokens, &shares, query, &[]).unwrap()
    };
    let first = chart(0);
    let drawing = first.draw(PrintSize::Column.frame());
    assert_eq!(rectangles(&drawing, "tokens").len(), 2);
    assert_eq!(drawing.spots[0].text, "Token 1: it asks");
    assert!(texts(&drawing).contains(&"farthest") && texts(&drawing).contains(&"asks"));
    assert!(
        first.caption().contains("Token 1 asks.") && first.caption().ends_with("mark the target.")
    );
    assert_eq!(
        first.csv().lines().nth(1),
        Some("1,,0.125000,0.000000,asks")
    );
    // The same attention of another token: another is the farthest from it.
    assert_eq!(first.attended.rows[0].targets, [(0, 2)]);
    assert_eq!(chart(2).attended.rows[0].targets, [(0, 0)]);
}

#[test]
fn of_a_long_sequence_a_window_is_drawn_and_said_and_the_csv_has_all_of_it() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" }, "grid": { "h": [1], "T": [100], "n": 2 },
    }));
    let mut shares = [0.0; 100];
    shares[90] = 1.0;
    let mut tokens = [0.5; 100];
    (tokens[70], tokens[90]) = (0.9, 0.1);
    let chart = AttentionStrips::of(&experiment, &run, &tokens, &shares, 0, &[]).unwrap();
    let drawing = chart.draw(PrintSize::Column.frame());
    assert_eq!(rectangles(&drawing, "attention").len(), 64);
    assert!(texts(&drawing).contains(&"37 to 100 of 100"));
    assert!(
        chart
            .caption()
            .contains(" Tokens 37 to 100 of 100 are drawn.")
    );
    assert_eq!(chart.csv().lines().count(), 1 + 100);
    assert!(chart.csv().contains("\n91,0.100000,1.000000,smallest\n"));
}

#[test]
fn attention_of_other_sizes_is_refused() {
    let (experiment, run) = experiment(json!({
        "task": { "kind": "min-max" }, "grid": { "h": [2], "T": [3], "n": 2 },
    }));
    let of = |tokens: &[f32], shares: &[f32]| {
        AttentionStrips::of(&experiment, &run, tokens, shares, 0, &[]).is_some()
    };
    assert!(of(&[0.5; 3], &[0.5; 6]));
    assert!(!of(&[0.5; 3], &[0.5; 5]) && !of(&[0.5; 3], &[0.5; 8]) && !of(&[0.5; 3], &[]));
    assert!(!of(&[0.5; 2], &[0.5; 6]) && !of(&[f32::NAN; 3], &[0.5; 6]));
}
