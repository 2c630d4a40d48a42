//! Charts as SVG text, natively: on a ground of their own, so that a figure can be read wherever it
//! is shown, and with a caption that says what was trained. On the page the canvas has both
//! around it; the chart itself is the same.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use crate::figure::{DrawError, Figure, Frame, LABEL};
use crate::{Learning, Transition};

/// plotters' SVG backend divides font sizes by this; the canvas does not.
const SVG_FONT: f64 = 1.24;

/// Height of a line of the caption, and what is free around it, in CSS pixels.
const LINE: f64 = 1.4 * LABEL;
const MARGIN: f64 = 8.0;

impl Learning {
    /// The chart as an SVG document, with `caption` below it.
    pub fn to_svg(&self, caption: &str) -> Result<String, DrawError> {
        document(self.frame, caption, |figure| self.draw_on(figure))
    }
}

impl Transition {
    /// The chart as an SVG document, with `caption` below it.
    pub fn to_svg(&self, caption: &str) -> Result<String, DrawError> {
        document(self.frame, caption, |figure| self.draw_on(figure))
    }
}

fn document(
    frame: Frame,
    caption: &str,
    draw: impl FnOnce(&Figure<'_, SVGBackend<'_>>) -> Result<(), DrawError>,
) -> Result<String, DrawError> {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, frame.pixels()).into_drawing_area();
    root.fill(&frame.theme.ground())?;
    let whole = Figure {
        root: &root,
        frame,
        font: SVG_FONT,
    };
    let lines = wrap(caption, frame.width - 2.0 * MARGIN);
    let (_, height) = frame.pixels();
    let below = if lines.is_empty() {
        0
    } else {
        whole.px(lines.len() as f64 * LINE + MARGIN)
    };
    let above = (height as i32 - below).max(1);
    for (line, i) in lines.iter().zip(0..) {
        let at = (
            whole.px(MARGIN),
            above + i * whole.px(LINE) + whole.px(MARGIN / 2.0),
        );
        let quiet = frame.theme.quiet();
        whole.text(line, at, (HPos::Left, VPos::Top), quiet, false)?;
    }
    // The chart comes last: it ends the document.
    let (upper, _) = root.split_vertically(above);
    draw(&Figure {
        root: &upper,
        ..whole
    })?;
    drop(upper);
    drop(root);
    Ok(text)
}

/// Breaks `caption` at " · " into lines of at most about `width` CSS pixels. Nothing here can
/// measure text, and no font is known: a letter counts with what sans-serif ones take on average.
fn wrap(caption: &str, width: f64) -> Vec<String> {
    let most = (width / (0.55 * LABEL)).max(1.0) as usize;
    let mut lines: Vec<String> = Vec::new();
    for part in caption.split(" · ").filter(|part| !part.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + part.chars().count() <= most => {
                line.push_str(" · ");
                line.push_str(part);
            }
            _ => lines.push(part.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Theme};
    use lab::CurvePoint;
    use serde_json::json;

    fn transition(dimension: serde_json::Value) -> Transition {
        let marks = [1, 2, 3, 4, 5].map(|h| {
            let error = if h < 4 { 0.05 } else { 0.001 };
            json!({ "h": h, "min": error / 2.0, "median": error, "max": error * 2.0 })
        });
        let frame = json!({ "width": 720.0, "height": 440.0, "scale": 1.0, "theme": "dark" });
        let mut chart = json!({ "frame": frame, "marks": marks });
        if !dimension.is_null() {
            chart["D"] = dimension;
        }
        serde_json::from_value(chart).unwrap()
    }

    #[test]
    fn a_figure_has_its_ground_its_marks_and_its_caption() {
        let svg = transition(json!(4)).to_svg("max-sum · D = 4").unwrap();
        assert!(svg.starts_with("<svg width=\"720\" height=\"440\""));
        assert!(svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<svg").count(), 1);
        let ground = svg.find("fill=\"#181B22\"").unwrap();
        assert!(ground < svg.find("<text").unwrap(), "the ground is behind");
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains("\nD = 4\n") && svg.contains("\nmax-sum · D = 4\n"));
        assert!(svg.contains("enough heads"));
        // As large as on the page.
        assert!(svg.contains("font-size=\"12\""), "{svg}");
    }

    #[test]
    fn without_a_dimension_there_is_neither_line_nor_shading() {
        let svg = transition(json!(null)).to_svg("").unwrap();
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(!svg.contains("D = "));
        assert!(!svg.contains("too few") && !svg.contains("enough"));
    }

    #[test]
    fn curves_are_drawn_one_by_one() {
        let line = |h| Line {
            h,
            curve: vec![CurvePoint(0, 1.0), CurvePoint(10, 0.1)],
            ghost: false,
        };
        let frame = Frame {
            width: 300.0,
            height: 200.0,
            scale: 1.0,
            theme: Theme::Light,
        };
        let chart = Learning {
            frame,
            steps: 10,
            lines: vec![line(1), line(4)],
        };
        let svg = chart.to_svg("").unwrap();
        for h in [1, 4] {
            let RGBColor(r, g, b) = crate::colour_of(h, Theme::Light);
            let stroke = format!("stroke=\"#{r:02X}{g:02X}{b:02X}\"");
            assert_eq!(svg.matches(&stroke).count(), 1, "{h}");
            assert!(svg.contains(&format!("h = {h}")));
        }
    }

    #[test]
    fn long_captions_take_more_lines() {
        assert_eq!(wrap("a · b", 700.0), ["a · b"]);
        assert_eq!(
            wrap("one thing · another · third", 70.0),
            ["one thing", "another", "third"]
        );
        assert!(wrap("", 700.0).is_empty());
    }
}
