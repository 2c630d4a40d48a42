//! Errors beyond the axis: drawn as an arrow at its end, and named, so that nobody takes them for
//! errors of that size. Where the axis ends is decided in `axis.rs`.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor};

use crate::axis::ErrorAxis;
use crate::drawing::Position;
use crate::figure::Figure;
use crate::plot::Plot;

/// What is said of an error beyond the axis.
pub(crate) const OFF_SCALE: &str = "off the scale";

/// The most places that words name; the table has all of them.
const MOST_NAMED: usize = 8;

/// Whether an error is beyond every axis of errors: `Some(true)` above its end, `Some(false)` below.
pub(crate) fn off_scale(error: f64) -> Option<bool> {
    match error {
        error if error > ErrorAxis::MOST => Some(true),
        error if error < ErrorAxis::LEAST => Some(false),
        _ => None,
    }
}

/// What follows an error in the text of its spot.
pub(crate) fn off_scale_suffix(error: f64) -> String {
    match off_scale(error) {
        Some(_) => format!(", {OFF_SCALE}"),
        None => String::new(),
    }
}

/// Which points are beyond the axis, as a sentence after others; empty where none is.
pub(crate) fn off_scale_sentence(names: &[String]) -> String {
    let named = names.iter().take(MOST_NAMED).cloned();
    let named = named.collect::<Vec<_>>().join("; ");
    match names.len() {
        0 => String::new(),
        all if all > MOST_NAMED => {
            format!(" Off the scale: {named}; and {} more.", all - MOST_NAMED)
        }
        _ => format!(" Off the scale: {named}."),
    }
}

impl Figure {
    /// Draws an arrow at the end of the axis.
    pub fn off_scale_arrow(&mut self, at: Position, is_above: bool, colour: RGBAColor) {
        let down = if is_above { 1.0 } else { -1.0 };
        let (x, tip) = (at.0, at.1 + down);
        let wing = tip + 9.0 * down;
        self.fill(vec![(x, tip), (x + 6.0, wing), (x - 6.0, wing)], colour);
        self.line(vec![(x, wing), (x, wing + 8.0 * down)], colour, 2.0);
    }

    /// Draws an arrow at the right or the left end of a line of numbers.
    pub fn off_scale_arrow_beside(&mut self, tip: Position, is_right: bool, colour: RGBAColor) {
        let (x, y) = tip;
        let wing = if is_right { x - 11.0 } else { x + 11.0 };
        self.fill(vec![tip, (wing, y - 6.5), (wing, y + 6.5)], colour);
    }

    /// Says what the arrows mean, if any of these errors has one: below the name of a line at the top of the
    /// plot, which may be there.
    pub fn off_scale_note(&mut self, plot: &Plot, errors: &mut dyn Iterator<Item = f64>) {
        if errors.filter_map(off_scale).next().is_some() {
            let at = (plot.left + 7.0, plot.top + 36.0);
            let text = format!("arrow: {OFF_SCALE}");
            self.muted_text(&text, at, (HPos::Left, VPos::Top));
        }
    }
}

/// The colour of an arrow: that of its marker.
pub(crate) fn arrow_colour(colour: impl Color, is_recorded: bool) -> RGBAColor {
    colour.mix(if is_recorded { 0.7 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Shape};
    use crate::learning::{Learning, LearningLine};
    use crate::transition::{Transition, TransitionLine, TransitionPoint};
    use crate::width::{Width, WidthLine, WidthPoint};
    use crate::{Chart, Describe, Frame};
    use lab::CurvePoint;

    const FRAME: Frame = Frame {
        width: 520.0,
        height: 340.0,
        scale: 1.0,
        theme: crate::Theme::Light,
        font: crate::Font::Sans,
        millimetres: None,
    };

    fn is_noted(drawing: &Drawing) -> bool {
        let mut shapes = drawing.shapes.iter();
        shapes.any(|shape| matches!(shape, Shape::Text(text) if text.text.contains(OFF_SCALE)))
    }

    /// Where the arrows point to: their tips.
    fn arrows(drawing: &Drawing) -> Vec<Position> {
        let is_arrow = |path: &Vec<Position>| path.len() == 3 && path[1].1 == path[2].1;
        let tips = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Fill(path, _) if is_arrow(path) => Some(path[0]),
            _ => None,
        });
        tips.collect()
    }

    /// The texts of the spots that are off the scale.
    fn beyond(drawing: &Drawing) -> Vec<&str> {
        let texts = drawing.spots.iter().map(|spot| &*spot.text);
        texts.filter(|text| text.contains(OFF_SCALE)).collect()
    }

    #[test]
    fn errors_beyond_both_ends_are_off_the_scale() {
        for (error, found) in [
            (1.3e22, Some(true)),
            (10.1, Some(true)),
            (10.0, None),
            (2.5, None),
            (0.3, None),
            (1e-9, None),
            (9e-10, Some(false)),
        ] {
            assert_eq!(off_scale(error), found, "{error}");
        }
    }

    #[test]
    fn they_are_named_in_the_chart_in_its_spots_and_in_its_words() {
        let chart = |error: f64| Transition {
            lines: vec![TransitionLine {
                label: "T = 16".into(),
                T: 16,
                points: [(1, error), (2, 0.5)]
                    .map(|(h, error)| TransitionPoint {
                        h,
                        min: error,
                        median: error,
                        max: error,
                        count: 1,
                    })
                    .to_vec(),
                ..TransitionLine::default()
            }],
            ..Transition::default()
        };
        let beyond = chart(1.3e22);
        let drawing = beyond.draw(FRAME);
        assert!(drawing.spots[0].text.ends_with(", off the scale"));
        assert!(!drawing.spots[1].text.contains("scale"));
        assert!(beyond.summary().contains("Off the scale: h = 1."));
        assert!(is_noted(&drawing) && !is_noted(&chart(0.7).draw(FRAME)));
        assert_eq!(arrows(&drawing).len(), 1);
        assert!(!chart(0.7).summary().contains("scale"));
    }

    #[test]
    fn a_learning_curve_has_an_arrow_wherever_it_leaves_the_axis() {
        let line = |h: u32, errors: &[f64]| LearningLine {
            h,
            curve: (0..)
                .zip(errors)
                .map(|(i, error)| CurvePoint(100 * i, *error))
                .collect::<Vec<_>>()
                .into(),
            ..LearningLine::default()
        };
        let chart = |second: LearningLine| Learning {
            steps: 600,
            measure: "NMSE",
            lines: vec![line(1, &[1.2, 0.9, 0.5]), second],
            ..Learning::default()
        };
        // Twice beyond the axis: once for two points, of which the second is the worse, once at the end.
        let leaves = chart(line(2, &[1.2, 30.0, 5e3, 0.8, 0.6, 0.4, 11.0]));
        let drawing = leaves.draw(FRAME);
        assert_eq!(
            beyond(&drawing),
            [
                "h = 2, step 100: 30.0, off the scale",
                "h = 2, step 200: 5.00 × 10³, off the scale",
                "h = 2, step 600: 11.0, off the scale"
            ]
        );
        let places = |step: u32| {
            let text = format!("h = 2, step {step}:");
            let mut spots = drawing.spots.iter();
            let spot = spots.find(|spot| spot.text.starts_with(&text)).unwrap();
            (spot.x, spot.y + 1.0)
        };
        assert_eq!(arrows(&drawing), [places(200), places(600)]);
        assert!(is_noted(&drawing));
        assert!(leaves.summary().ends_with(" Off the scale: h = 2."));
        let stays = chart(line(2, &[1.2, 9.9]));
        let drawing = stays.draw(FRAME);
        assert!(arrows(&drawing).is_empty() && beyond(&drawing).is_empty());
        assert!(!is_noted(&drawing) && !stays.summary().contains("scale"));
    }

    #[test]
    fn of_widths_the_fitted_line_ends_where_the_axis_does() {
        let chart = |errors: &[(u32, f64)], slope: f64| Width {
            measure: "NMSE",
            lines: vec![WidthLine {
                h: 1,
                T: 16,
                label: "h = 1".into(),
                points: errors
                    .iter()
                    .map(|(n, error)| WidthPoint {
                        N: *n,
                        min: *error,
                        median: *error,
                        max: *error,
                    })
                    .collect(),
                slope: Some(slope),
                error: None,
            }],
            ..Width::default()
        };
        // From 1000 down to 0.1 in four steps: half of the way is above the axis.
        let points = [(10, 1e3), (100, 1e1), (1000, 1e-1)];
        let leaves = chart(&points, -2.0);
        let drawing = leaves.draw(FRAME);
        assert_eq!(
            beyond(&drawing),
            ["h = 1, T = 16, N = 10: 1.00 × 10³, off the scale; slope −2.0"]
        );
        assert_eq!(arrows(&drawing).len(), 1);
        assert!(is_noted(&drawing));
        assert!(leaves.summary().ends_with(" Off the scale: h = 1, N = 10."));
        let at = |n: usize| (drawing.spots[n].x, drawing.spots[n].y);
        let line = drawing.shapes.iter().find_map(|shape| match shape {
            Shape::Path(path, _, 1.6) => Some(path.clone()),
            _ => None,
        });
        let [from, to]: [Position; 2] = line.unwrap().try_into().unwrap();
        let near = |a: Position, b: Position| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
        // It meets the top of the plot at N = 100, where the error is 10.
        assert!(near(from, at(1)) && near(to, at(2)), "{from:?} {to:?}");
        let inside = chart(&[(10, 1.0), (100, 0.1)], -1.0);
        assert!(arrows(&inside.draw(FRAME)).is_empty());
        assert!(!inside.summary().contains("scale"));
    }

    #[test]
    fn many_places_are_counted() {
        let names = |count: usize| (0..count).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(off_scale_sentence(&names(0)), "");
        assert_eq!(off_scale_sentence(&names(2)), " Off the scale: 0; 1.");
        assert!(off_scale_sentence(&names(11)).ends_with("; 7; and 3 more."));
    }
}
