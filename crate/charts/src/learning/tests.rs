//! Tests of learning curves.

use super::*;
use crate::drawing::Shape;
use crate::number_format::format_error;

fn line(h: u32, points: u32) -> LearningLine {
    let error = |step: u32| 1.0 / f64::from(1 + step) + f64::from(step * h % 7) * 1e-4;
    let curve: Vec<_> = (0..points)
        .map(|step| CurvePoint(step, error(step)))
        .collect();
    LearningLine {
        h,
        curve: curve.into(),
        ..LearningLine::default()
    }
}

fn drawing(lines: Vec<LearningLine>) -> Drawing {
    let chart = Learning {
        steps: 1000,
        measure: "NMSE",
        lines,
        ..Learning::default()
    };
    let frame = Frame {
        width: 600.0,
        height: 400.0,
        ..Frame::default()
    };
    chart.draw(frame)
}

/// The points of all lines but those of the axes, which have two.
fn drawn_points(drawing: &Drawing) -> usize {
    let points = |shape: &Shape| match shape {
        Shape::Path(path, ..) if path.len() > 2 => path.len(),
        _ => 0,
    };
    drawing.shapes.iter().map(points).sum()
}

#[test]
fn a_few_long_curves_are_drawn_point_by_point() {
    let drawing = drawing((1..=4).map(|h| line(h, 1000)).collect());
    assert_eq!(drawn_points(&drawing), 4000);
    assert!((1000..=2000).contains(&drawing.spots.len()));
}

#[test]
fn a_crowd_of_long_curves_is_drawn_by_its_outline_and_ends_with_the_same_numbers() {
    let named = |i: u32| LearningLine {
        label: Some(format!("h = {}, N = {i}", i % 64 + 1)),
        ..line(i % 64 + 1, 1000)
    };
    let drawing = drawing((1..=1000).map(named).collect());
    let drawn = drawn_points(&drawing);
    assert!((8_000..=20_000).contains(&drawn), "{drawn}");
    assert!((1000..=3000).contains(&drawing.spots.len()));
    let ends = |h: u32| {
        let end = format_error(line(h, 1000).points().last().unwrap().1);
        format!("h = {h}, N = {}, step 999: {end}", h + 63)
    };
    for h in [1, 2, 64] {
        assert!(drawing.spots.iter().any(|spot| spot.text == ends(h)), "{h}");
    }
}

#[test]
fn three_seeds_are_one_line_with_a_band_and_two_are_two_lines() {
    let seed = |times: f64| LearningLine {
        h: 2,
        curve: vec![CurvePoint(0, 1.0), CurvePoint(500, 0.01 * times)].into(),
        ..LearningLine::default()
    };
    let fills = |drawing: &Drawing| {
        let is_fill = |shape: &&Shape| matches!(shape, Shape::Fill(..));
        drawing.shapes.iter().filter(is_fill).count()
    };
    let two = drawing([1.0, 3.0].map(seed).to_vec());
    assert_eq!((fills(&two), two.spots.len()), (0, 4));
    let three = drawing([1.0, 3.0, 2.0].map(seed).to_vec());
    assert_eq!((fills(&three), three.spots.len()), (1, 2));
    assert_eq!(
        three.spots[1].text,
        "h = 2, step 500: median 0.0200, 0.010 to 0.030 over 3 seeds"
    );
}

#[test]
fn a_line_that_is_pointed_at_comes_forward_and_the_others_fade() {
    let lines = vec![line(1, 20), line(2, 20), line(3, 20)];
    let plain = drawing(lines);
    assert_eq!(plain.spots[0].series, Some(0));
    assert_eq!(plain.spots[25].series, Some(1));
    let paths = |drawing: &Drawing| -> Vec<(usize, f64)> {
        let of = |shape: &Shape| match shape {
            Shape::Path(path, colour, _) if path.len() == 20 => Some((path.len(), colour.3)),
            _ => None,
        };
        drawing.shapes.iter().filter_map(of).collect()
    };
    let mut front = plain.clone();
    front.bring_forward(1);
    let opacities: Vec<f64> = paths(&front).iter().map(|of| of.1).collect();
    assert!(opacities[0] < 0.5 && opacities[1] < 0.5 && opacities[2] == 1.0);
    assert_eq!(front.shapes.len(), plain.shapes.len());
    let mut unknown = plain.clone();
    unknown.bring_forward(7);
    assert_eq!(paths(&unknown), paths(&plain));
}
