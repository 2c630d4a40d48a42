//! Tests of figures as SVG.

use super::*;
use crate::{
    Font, Learning, LearningLine, Theme, Transition, TransitionLine, TransitionOptions,
    TransitionPoint,
};
use lab::{CurvePoint, Experiment};
use plotters::style::RGBColor;
use serde_json::json;

const DARK: Frame = Frame {
    width: 720.0,
    height: 440.0,
    scale: 1.0,
    theme: Theme::Dark,
    font: Font::Sans,
    millimetres: None,
};

fn transition(dimension: Option<u32>) -> Transition {
    let points = [1, 2, 3, 4, 5].map(|h| {
        let error = if h < 4 { 0.05 } else { 0.001 };
        TransitionPoint {
            h,
            min: error / 2.0,
            median: error,
            max: error * 2.0,
            count: 3,
        }
    });
    Transition {
        D: dimension,
        lines: vec![TransitionLine {
            label: "T = 16".into(),
            T: 16,
            points: points.to_vec(),
            ..TransitionLine::default()
        }],
        ..Transition::default()
    }
}

#[test]
fn a_figure_has_its_background_its_markers_and_its_caption() {
    let svg = svg(&transition(Some(4)), DARK, "max-sum · D = 4", "").unwrap();
    assert!(svg.starts_with("<svg width=\"720\" height=\"440\""));
    assert!(svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<svg").count(), 1);
    let background = svg.find("fill=\"#181B22\"").unwrap();
    assert!(background < svg.find("<text").unwrap(), "it is behind all");
    assert_eq!(svg.matches("<circle").count(), 5);
    assert!(svg.contains(">D = 4 targets<") && svg.contains(">max-sum · D = 4<"));
    assert!(svg.contains("too few heads") && svg.contains("enough heads"));
    let description = svg.find("<desc>").unwrap();
    assert!(
        description < background && svg[description..].contains(" at h = 4,"),
        "{svg}"
    );
    // As large as on the page.
    assert!(svg.contains("font-size=\"12\""), "{svg}");
}

#[test]
fn a_citation_is_written_below_and_in_the_title() {
    let chart = transition(Some(4));
    let svg = svg(&chart, DARK, "D = 4", "Yu & Li <2510.06662>").unwrap();
    assert!(svg.contains("<title>D = 4 Yu &amp; Li &lt;2510.06662&gt;</title>"));
    assert_eq!(svg.matches("Yu &amp; Li").count(), 2);
}

#[test]
fn without_a_dimension_there_is_neither_line_nor_shading() {
    let svg = svg(&transition(None), DARK, "", "").unwrap();
    assert_eq!(svg.matches("<circle").count(), 5);
    assert!(!svg.contains("D = ") && !svg.contains("<title>"));
    assert!(!svg.contains("too few heads") && !svg.contains("enough heads"));
}

#[test]
fn the_axis_names_the_error_that_the_task_has() {
    let axis = |kind: &str, dimension_is_secret: bool| {
        let json = json!({ "task": { "kind": kind } });
        let options = TransitionOptions {
            dimension_is_secret,
            ..TransitionOptions::default()
        };
        let chart = Transition::of(&Experiment::from_value(json).unwrap(), &[], options);
        let svg = svg(&chart, DARK, "", "").unwrap();
        let start = svg.find("error on").unwrap();
        svg[start..].split('<').next().unwrap().to_string()
    };
    assert_eq!(axis("max-sum", false), "error on unseen data (NMSE)");
    assert_eq!(
        axis("farthest", false),
        "error on unseen data (mean squared distance)"
    );
    // A secret D does not change the error.
    assert_eq!(axis("max-sum", true), "error on unseen data (NMSE)");
}

#[test]
fn every_curve_is_drawn() {
    let line = |h| LearningLine {
        h,
        curve: vec![CurvePoint(0, 1.0), CurvePoint(10, 0.1)].into(),
        ..LearningLine::default()
    };
    let frame = Frame {
        width: 300.0,
        height: 200.0,
        ..Frame::default()
    };
    let chart = Learning {
        steps: 10,
        measure: "NMSE",
        lines: vec![line(1), line(4)],
        ..Learning::default()
    };
    let svg = svg(&chart, frame, "", "").unwrap();
    for h in [1, 4] {
        let RGBColor(r, g, b) = Theme::Light.heads(if h == 1 { 0.0 } else { 1.0 });
        let stroke = format!("stroke=\"#{r:02X}{g:02X}{b:02X}\"");
        let group = svg
            .split_once(&format!("<g id=\"lines-h-{h}\">"))
            .unwrap()
            .1;
        let group = group.split_once("</g>").unwrap().0;
        assert_eq!(group.matches(&stroke).count(), 1, "{svg}");
        assert!(svg.contains(&format!(">h = {h}<")));
    }
}

#[test]
fn coordinates_are_finer_than_a_pixel_and_dashes_are_dashes() {
    let svg = svg(&transition(Some(4)), DARK, "", "").unwrap();
    let x = svg.split("<circle cx=\"").nth(1).unwrap();
    let x: f64 = x.split('"').next().unwrap().parse().unwrap();
    assert!(x.fract() != 0.0, "{svg}");
    // The line at D is one line.
    let line = svg.split_once("<g id=\"line-at-D\">").unwrap().1;
    let line = line.split_once("</g>").unwrap().0;
    assert_eq!(line.matches("<line ").count(), 1, "{line}");
    assert!(line.contains("stroke-dasharray=\"6 4\"") && line.contains(">D = 4 targets<"));
}

#[test]
fn every_part_has_a_group_and_every_id_is_there_once() {
    let mut chart = transition(Some(4));
    let mut again = chart.lines[0].clone();
    again.recorded = true;
    chart.lines.push(again);
    chart.lines.push(TransitionLine {
        T: 64,
        label: "T = 64".into(),
        ..chart.lines[0].clone()
    });
    let svg = svg(&chart, DARK, "a", "b").unwrap();
    let mut ids: Vec<&str> = svg.split(" id=\"").skip(1).collect();
    ids.iter_mut()
        .for_each(|id| *id = id.split('"').next().unwrap());
    for part in [
        "background",
        "zones",
        "axes",
        "zone-names",
        "line-at-D",
        "lines",
        "lines-T-16",
        "lines-T-64",
        "lines-T-16-recorded",
        "labels",
        "caption",
    ] {
        let count = ids.iter().filter(|id| **id == part).count();
        assert_eq!(count, 1, "{part} in {ids:?}");
    }
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
}

#[test]
fn texts_are_texts_with_raised_exponents_and_a_turned_axis_name() {
    let svg = svg(&transition(Some(4)), DARK, "", "").unwrap();
    assert!(svg.contains(">10<tspan dy=\"-4.32\" font-size=\"8.4\">−1</tspan></text>"));
    assert!(svg.contains(">10<tspan dy=\"-4.32\" font-size=\"8.4\">0</tspan></text>"));
    let name = svg.split("<text ").find(|text| text.contains(">error on"));
    assert!(name.unwrap().contains("rotate(-90)"), "{svg}");
}

#[test]
fn a_printed_figure_has_its_size_in_millimetres() {
    let frame = crate::PrintSize::Column.frame();
    let svg = svg(&transition(Some(4)), frame, "", "").unwrap();
    assert!(svg.starts_with("<svg width=\"85mm\" height=\"62mm\" viewBox=\"0 0 361.42 "));
    assert!(svg.contains("font-family=\"Helvetica, Arial"));
}
