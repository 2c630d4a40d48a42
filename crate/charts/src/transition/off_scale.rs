//! Errors beyond the axis: drawn as an arrow at its end, and named, so that nobody takes them for
//! errors of that size. Where the axis ends is decided in `axis.rs`.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor};

use super::lines::StyledLine;
use crate::axis::ErrorAxis;
use crate::drawing::Position;
use crate::figure::Figure;
use crate::plot::Plot;

/// What is said of an error beyond the axis.
pub(crate) const OFF_SCALE: &str = "off the scale";

/// Whether an error is beyond every axis of errors: `Some(true)` above its end, `Some(false)` below.
pub(crate) fn off_scale(error: f64) -> Option<bool> {
    let axis = ErrorAxis::of(std::iter::once(error)).axis();
    let (low, high) = (axis.value(0.0), axis.value(1.0));
    // Not an exact comparison: the ends come from logarithms.
    let beyond = !(low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(&error);
    beyond.then_some(error > high)
}

impl Figure {
    /// Draws an arrow at the end of the axis.
    pub(super) fn off_scale_arrow(&mut self, at: Position, is_above: bool, colour: RGBAColor) {
        let down = if is_above { 1.0 } else { -1.0 };
        let (x, tip) = (at.0, at.1 + down);
        let wing = tip + 9.0 * down;
        self.fill(vec![(x, tip), (x + 6.0, wing), (x - 6.0, wing)], colour);
        self.line(vec![(x, wing), (x, wing + 8.0 * down)], colour, 2.0);
    }

    /// Says what the arrows mean, if there are any: below the name of the line at D, which may be there.
    pub(super) fn off_scale_note(&mut self, plot: &Plot, lines: &[StyledLine<'_>]) {
        let mut points = lines.iter().flat_map(|line| &line.points);
        if points.any(|point| off_scale(point.median).is_some()) {
            let at = (plot.left + 7.0, plot.top + 36.0);
            let text = format!("arrow: {OFF_SCALE}");
            self.muted_text(&text, at, (HPos::Left, VPos::Top));
        }
    }
}

/// The colour of an arrow: that of its marker.
pub(super) fn arrow_colour(colour: impl Color, is_recorded: bool) -> RGBAColor {
    colour.mix(if is_recorded { 0.7 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;
    use crate::transition::{Transition, TransitionLine, TransitionPoint};
    use crate::{Chart, Describe, Frame};

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
                diverged: Vec::new(),
                recorded: false,
            }],
            ..Transition::default()
        };
        let frame = Frame {
            width: 520.0,
            height: 340.0,
            ..Frame::default()
        };
        let beyond = chart(1.3e22);
        let drawing = beyond.draw(frame);
        assert!(drawing.spots[0].text.ends_with(", off the scale"));
        assert!(!drawing.spots[1].text.contains("scale"));
        assert!(beyond.summary().contains("Off the scale: h = 1."));
        let is_noted = |chart: &Transition| {
            let drawing = chart.draw(frame);
            let mut shapes = drawing.shapes.iter();
            shapes.any(|shape| matches!(shape, Shape::Text(text) if text.text.contains(OFF_SCALE)))
        };
        assert!(is_noted(&beyond) && !is_noted(&chart(0.7)));
        assert!(!chart(0.7).summary().contains("scale"));
    }
}
