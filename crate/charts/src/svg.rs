//! Charts as SVG text: on a ground of their own, so that a figure can be read wherever it is shown,
//! with a caption that says what was trained and where the numbers are from. On the page the canvas
//! has both around it; the chart itself is the same.

use plotters::backend::SVGBackend;
use plotters::style::text_anchor::{HPos, VPos};

use crate::drawing::{LABEL, width_of};
use crate::figure::{Chart, DrawError, Figure, Frame};
use crate::{Learning, Transition};

/// plotters' SVG backend divides font sizes by this; the canvas does not.
const SVG_FONT: f64 = 1.24;

/// Height of a line of the caption, and what is free around it, in CSS pixels.
const LINE: f64 = 1.4 * LABEL;
const MARGIN: f64 = 8.0;

impl Learning {
    /// The chart as an SVG document, with `caption` below it.
    pub fn to_svg(&self, caption: &str) -> Result<String, DrawError> {
        svg(self, caption, "")
    }
}

impl Transition {
    /// The chart as an SVG document, with `caption` below it.
    pub fn to_svg(&self, caption: &str) -> Result<String, DrawError> {
        svg(self, caption, "")
    }
}

/// A chart as an SVG document that fills its frame, with a caption and a citation below it. Parts of
/// the caption that belong together have " · " between them.
pub fn svg(chart: &dyn Chart, caption: &str, citation: &str) -> Result<String, DrawError> {
    let frame = chart.frame();
    let room = frame.width - 2.0 * MARGIN;
    let lines: Vec<String> = [caption, citation]
        .iter()
        .flat_map(|text| wrap(text, room))
        .collect();
    let below = match lines.len() {
        0 => 0.0,
        count => count as f64 * LINE + MARGIN,
    };
    let above = (frame.height - below).max(1.0);
    let mut figure = Figure::new(frame);
    figure.rectangle(
        (0.0, 0.0),
        (frame.width, frame.height),
        frame.theme.ground(),
    );
    let upper = Frame {
        height: above,
        ..frame
    };
    figure.drawing.shapes.extend(chart.draw_in(upper).shapes);
    for (line, i) in lines.iter().zip(0..) {
        let at = (MARGIN, above + f64::from(i) * LINE + MARGIN / 2.0);
        figure.quiet_text(line, at, (HPos::Left, VPos::Top));
    }
    let mut text = String::new();
    let mut backend = SVGBackend::with_string(&mut text, frame.pixels());
    figure.drawing.paint(&mut backend, frame, SVG_FONT)?;
    drop(backend);
    // What a screen reader says of the figure; it comes first in the document.
    let mut told = format!("\n<desc>{}</desc>", escaped(&chart.summary()));
    let title = [caption, citation].map(escaped).join(" ");
    if !title.trim().is_empty() {
        told.insert_str(0, &format!("\n<title>{}</title>", title.trim()));
    }
    let first = text.find('>').map_or(0, |end| end + 1);
    text.insert_str(first, &told);
    Ok(text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Breaks a text at " · ", and where that is not enough at spaces, into lines of about `width` CSS
/// pixels.
fn wrap(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |part: &str, between: &str| match lines.last_mut() {
        Some(line) if width_of(&format!("{line}{between}{part}"), false) <= width => {
            line.push_str(between);
            line.push_str(part);
        }
        _ => lines.push(part.into()),
    };
    for part in text.split(" · ").filter(|part| !part.is_empty()) {
        if width_of(part, false) <= width {
            add(part, " · ");
        } else {
            for (i, word) in part.split(' ').enumerate() {
                add(word, if i == 0 { " · " } else { " " });
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Theme};
    use lab::CurvePoint;
    use plotters::style::RGBColor;
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
        assert!(svg.contains("exponential") && svg.contains("enough heads: efficient"));
        let told = svg.find("<desc>").unwrap();
        assert!(told < ground && svg[told..].contains(" at h = 4,"), "{svg}");
        // As large as on the page.
        assert!(svg.contains("font-size=\"12\""), "{svg}");
    }

    #[test]
    fn a_citation_is_written_below_and_in_the_title() {
        let svg = svg(&transition(json!(4)), "D = 4", "Yu & Li <2510.06662>").unwrap();
        assert!(svg.contains("<title>D = 4 Yu &amp; Li &lt;2510.06662&gt;</title>"));
        assert_eq!(svg.matches("Yu &amp; Li").count(), 2);
    }

    #[test]
    fn without_a_dimension_there_is_neither_line_nor_shading() {
        let svg = transition(json!(null)).to_svg("").unwrap();
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(!svg.contains("D = ") && !svg.contains("<title>"));
        assert!(!svg.contains("exponential") && !svg.contains("efficient"));
    }

    #[test]
    fn the_axis_names_the_error_that_the_task_has() {
        let axis = |chart: &Transition| {
            let svg = chart.to_svg("").unwrap();
            let names = svg.lines().find(|line| line.starts_with("error on"));
            names.unwrap().to_string()
        };
        let mut chart = transition(json!(4));
        assert_eq!(axis(&chart), "error on unseen data (NMSE)");
        chart.D = None;
        assert_eq!(axis(&chart), "error on unseen data (mean squared distance)");
        // A D that is not told does not change the error.
        chart.measure = Some("NMSE".into());
        assert_eq!(axis(&chart), "error on unseen data (NMSE)");
    }

    #[test]
    fn curves_are_drawn_one_by_one() {
        let line = |h| Line {
            h,
            curve: vec![CurvePoint(0, 1.0), CurvePoint(10, 0.1)],
            ..Line::default()
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
        assert_eq!(
            wrap("many long words here", 75.0),
            ["many long", "words here"]
        );
        assert!(wrap("", 700.0).is_empty());
    }
}
