//! Matrices whose numbers are known.

use lab::{Experiment, Run, Specialisation, runs};
use serde_json::json;

use super::*;
use crate::drawing::Shape;
use crate::{Describe, PrintSize};

/// Heads (of all layers) that watch the targets of max-sum, with these shares of one target after the other.
fn matrix(heads: u32, layers: u32, shares: &[f64]) -> Option<SpecialisationMatrix> {
    let targets = shares.len() as u32 / (heads * layers);
    let mut grid = json!({ "h": [heads], "T": [16] });
    if layers > 1 {
        grid["L"] = json!([layers]);
    }
    let given = json!({ "task": { "D": targets, "d": targets }, "grid": grid, "seeds": [3] });
    let experiment = Experiment::from_value(given).unwrap();
    matched(&experiment, &runs(&experiment)[0], shares)
}

/// With the matching that `lab` finds.
fn matched(experiment: &Experiment, run: &Run, shares: &[f64]) -> Option<SpecialisationMatrix> {
    let heads = (run.architecture.h * run.architecture.L) as usize;
    let rows = shares.chunks(heads).map(<[f64]>::to_vec).collect();
    let found = Specialisation::of(rows, run.T);
    SpecialisationMatrix::of(experiment, run, shares, found.matching, found.sentence)
}

/// Texts with their places, level ones and turned ones.
fn texts(drawing: &Drawing, turned: bool) -> Vec<(String, Position)> {
    let texts = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) if text.turned == turned => Some((text.text.clone(), text.at)),
        _ => None,
    });
    texts.collect()
}

const SHARES: [f64; 6] = [0.0625, 0.875, 0.125, 0.75, 0.0312, 0.25];

#[test]
fn rows_and_columns_stand_in_the_order_of_the_matching() {
    let chart = matrix(3, 1, &SHARES).unwrap();
    // The first target has the second head, the second the first; the third head is left over.
    assert_eq!(chart.order(), (vec![0, 1], vec![1, 0, 2]));
    let drawing = chart.draw(PrintSize::Column.frame());
    let all = texts(&drawing, false);
    let at = |text: &str| all.iter().find(|(of, _)| of == text).unwrap().1;
    assert!(at("head 2").0 < at("head 1").0 && at("head 1").0 < at("head 3").0);
    assert!(at("target 1").1 < at("target 2").1);
    for (head, target, share) in [
        ("head 2", "target 1", "0.875"),
        ("head 1", "target 1", "0.062"),
        ("head 3", "target 1", "0.125"),
        ("head 1", "target 2", "0.750"),
        ("head 3", "target 2", "0.250"),
    ] {
        assert!((at(share).0 - at(head).0).abs() < 1e-9, "{share}");
        assert!((at(share).1 - at(target).1).abs() < 1e-9, "{share}");
    }
    // Both matched cells are outlined, and their shade is that of their share.
    let theme = Frame::default().theme;
    let outlines = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Path(path, _, _) => Some((path[0], path[2])),
        _ => None,
    });
    let outlines: Vec<_> = outlines.collect();
    assert_eq!(outlines.len(), 2);
    for ((from, to), share) in outlines.iter().zip(["0.875", "0.750"]) {
        let (x, y) = at(share);
        assert!((from.0..to.0).contains(&x) && (from.1..to.1).contains(&y));
        let is_behind = |shape: &&Shape| match shape {
            Shape::Fill(corners, _) => {
                corners[0].0 < x && x < corners[2].0 && corners[0].1 < y && y < corners[2].1
            }
            _ => false,
        };
        let Some(Shape::Fill(_, colour)) = drawing.shapes.iter().find(is_behind) else {
            panic!("no cell at {share}");
        };
        assert_eq!(colour.rgb(), theme.ramp(share.parse().unwrap()).0.rgb());
    }
}

trait Rgb {
    fn rgb(&self) -> (u8, u8, u8);
}

impl Rgb for plotters::style::RGBColor {
    fn rgb(&self) -> (u8, u8, u8) {
        (self.0, self.1, self.2)
    }
}

impl Rgb for plotters::style::RGBAColor {
    fn rgb(&self) -> (u8, u8, u8) {
        (self.0, self.1, self.2)
    }
}

#[test]
fn words_table_and_csv_have_the_numbers_that_were_given() {
    let chart = matrix(3, 1, &SHARES).unwrap();
    assert!(
        chart
            .summary()
            .starts_with("Each of the two targets has a head of its own")
    );
    let caption = chart.caption();
    assert!(
        caption.starts_with("Three heads of one run (seed 3)"),
        "{caption}"
    );
    assert!(
        caption.contains("16 tokens") && caption.contains("0.0625 everywhere"),
        "{caption}"
    );
    assert!(caption.ends_with(&chart.sentence));
    let table = chart.table(0);
    assert_eq!(
        table.head,
        ["target", "head 2", "head 1", "head 3", "its own head"]
    );
    assert_eq!(
        table.rows,
        [
            ["target 1", "0.875", "0.062", "0.125", "2"],
            ["target 2", "0.031", "0.750", "0.250", "1"]
        ]
    );
    assert_eq!(
        chart.csv(),
        "target,head,share,own\ntarget 1,1,0.0625,no\ntarget 1,2,0.875,yes\ntarget 1,3,0.125,no\n\
         target 2,1,0.75,yes\ntarget 2,2,0.0312,no\ntarget 2,3,0.25,no\n"
    );
}

#[test]
fn numbers_are_turned_where_columns_are_narrow_and_left_out_where_cells_are_small() {
    let drawn = |heads: u32, targets: u32| {
        let shares = vec![0.125; (heads * targets) as usize];
        let chart = matrix(heads, 1, &shares).unwrap();
        let drawing = chart.draw(PrintSize::Column.frame());
        let count = |turned: bool| {
            let all = texts(&drawing, turned).into_iter();
            all.filter(|(text, _)| text == "0.125").count()
        };
        (count(false), count(true))
    };
    assert_eq!(drawn(4, 4), (16, 0));
    assert_eq!(drawn(16, 4), (0, 64));
    assert_eq!(drawn(16, 16), (0, 0));
    // On a slide there is room for all of a small one.
    let chart = matrix(2, 1, &[0.5; 4]).unwrap();
    let drawing = chart.draw(PrintSize::Slide.frame());
    let all = texts(&drawing, false).into_iter();
    assert_eq!(all.filter(|(text, _)| text == "0.500").count(), 4);
}

#[test]
fn heads_of_several_layers_say_theirs() {
    let chart = matrix(2, 2, &[0.5, 0.25, 0.125, 0.75]).unwrap();
    assert_eq!(chart.layers, [1, 1, 2, 2]);
    let drawing = chart.draw(PrintSize::Column.frame());
    let all = texts(&drawing, false).into_iter();
    let layers = all.filter(|(text, _)| text.starts_with("layer "));
    let words: Vec<String> = layers.map(|(text, _)| text).collect();
    // The last head is the target's own, and stands first.
    assert_eq!(words, ["layer 2", "layer 1", "layer 1", "layer 2"]);
    assert_eq!(chart.table(0).head[1], "head 4 (layer 2)");
}

#[test]
fn what_is_no_number_is_a_dash_and_other_sizes_are_refused() {
    let chart = matrix(2, 1, &[f64::NAN; 4]).unwrap();
    let all = texts(&chart.draw(PrintSize::Column.frame()), false);
    assert_eq!(all.iter().filter(|(text, _)| text == "–").count(), 4);
    assert_eq!(chart.csv().lines().nth(1), Some("target 1,1,,no"));
    let experiment = Experiment::default();
    let run = runs(&experiment)[1];
    let of = |shares: &[f64], matching: &[Option<usize>]| {
        SpecialisationMatrix::of(&experiment, &run, shares, matching.to_vec(), "".into()).is_some()
    };
    // Four targets and two heads.
    let own = [Some(1), None, Some(0), None];
    assert!(of(&[0.5; 8], &own));
    assert!(!of(&[0.5; 7], &own) && !of(&[0.5; 8], &own[..3]) && !of(&[0.5; 8], &[Some(2); 4]));
    // Tasks of paper 2 have no targets of their own.
    let given = json!({ "task": { "kind": "farthest" }, "grid": { "h": [2], "T": [4] } });
    let of_paper_2 = Experiment::from_value(given).unwrap();
    assert!(matched(&of_paper_2, &runs(&of_paper_2)[0], &[0.5; 2]).is_none());
}
