//! Charts as SVG text: on a background of their own, so that a figure can be read wherever it is
//! shown, with a caption that says what was trained and where the numbers are from. On the page both
//! are around the canvas; the chart itself is the same.

use plotters::backend::SVGBackend;
use plotters::style::text_anchor::{HPos, VPos};

use crate::chart::Chart;
use crate::drawing::{DrawError, FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;

/// plotters' SVG backend divides font sizes by this; the canvas does not.
const SVG_FONT: f64 = 1.24;

/// Height of a line of the caption, and the space around the caption, in CSS pixels.
const LINE: f64 = 1.4 * FONT_SIZE;
const MARGIN: f64 = 8.0;

/// A chart as an SVG document that fills a frame, with a caption and a citation below it. Parts of the
/// caption that belong together have " · " between them.
pub fn svg(
    chart: &dyn Chart,
    frame: Frame,
    caption: &str,
    citation: &str,
) -> Result<String, DrawError> {
    let width = frame.width - 2.0 * MARGIN;
    let lines: Vec<String> = [caption, citation]
        .iter()
        .flat_map(|text| wrap_caption(text, width))
        .collect();
    let caption_height = match lines.len() {
        0 => 0.0,
        count => count as f64 * LINE + MARGIN,
    };
    let chart_height = (frame.height - caption_height).max(1.0);
    let mut figure = Figure::new(frame);
    figure.rectangle(
        (0.0, 0.0),
        (frame.width, frame.height),
        frame.theme.background(),
    );
    let chart_frame = Frame {
        height: chart_height,
        ..frame
    };
    figure.drawing.shapes.extend(chart.draw(chart_frame).shapes);
    for (line, i) in lines.iter().zip(0..) {
        let at = (MARGIN, chart_height + f64::from(i) * LINE + MARGIN / 2.0);
        figure.muted_text(line, at, (HPos::Left, VPos::Top));
    }
    let mut text = String::new();
    let mut backend = SVGBackend::with_string(&mut text, frame.pixels());
    figure.drawing.paint(&mut backend, frame, SVG_FONT)?;
    drop(backend);
    // For screen readers; these elements come first in the document.
    let mut description = format!("\n<desc>{}</desc>", escaped(&chart.summary()));
    let title = [caption, citation].map(escaped).join(" ");
    if !title.trim().is_empty() {
        description.insert_str(0, &format!("\n<title>{}</title>", title.trim()));
    }
    let start = text.find('>').map_or(0, |end| end + 1);
    text.insert_str(start, &description);
    Ok(text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Breaks a caption at " · ", and parts that are still too long at spaces, into lines of about `width`
/// CSS pixels.
fn wrap_caption(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |part: &str, separator: &str| match lines.last_mut() {
        Some(line) if width_of(&format!("{line}{separator}{part}"), false) <= width => {
            line.push_str(separator);
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
    use crate::{
        Learning, LearningLine, Theme, Transition, TransitionLine, TransitionOptions,
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
                recorded: false,
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
        assert!(svg.contains("\nD = 4\n") && svg.contains("\nmax-sum · D = 4\n"));
        assert!(svg.contains("exponential") && svg.contains("enough heads: efficient"));
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
        assert!(!svg.contains("exponential") && !svg.contains("efficient"));
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
            let name = svg.lines().find(|line| line.starts_with("error on"));
            name.unwrap().to_string()
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
            label: None,
            curve: vec![CurvePoint(0, 1.0), CurvePoint(10, 0.1)],
            recorded: false,
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
            citation: "",
        };
        let svg = svg(&chart, frame, "", "").unwrap();
        for h in [1, 4] {
            let RGBColor(r, g, b) = crate::colour_of(h, Theme::Light);
            let stroke = format!("stroke=\"#{r:02X}{g:02X}{b:02X}\"");
            assert_eq!(svg.matches(&stroke).count(), 1, "{h}");
            assert!(svg.contains(&format!("h = {h}")));
        }
    }

    #[test]
    fn long_captions_take_more_lines() {
        assert_eq!(wrap_caption("a · b", 700.0), ["a · b"]);
        assert_eq!(
            wrap_caption("one thing · another · third", 70.0),
            ["one thing", "another", "third"]
        );
        assert_eq!(
            wrap_caption("many long words here", 75.0),
            ["many long", "words here"]
        );
        assert!(wrap_caption("", 700.0).is_empty());
    }
}
