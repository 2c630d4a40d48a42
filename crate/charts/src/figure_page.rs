//! A chart as a figure of its own, before it is written to a file: on a background, so that it can be read
//! wherever it is shown, with a caption that says what was trained and where the numbers are from. On the
//! page both are around the canvas; the chart itself is the same.

use plotters::style::text_anchor::{HPos, VPos};

use crate::chart::Chart;
use crate::drawing::{Drawing, FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;

/// Height of a line of the caption, and the space around the caption, in CSS pixels.
const LINE: f64 = 1.4 * FONT_SIZE;
const MARGIN: f64 = 8.0;

/// A chart that fills a frame, with a caption and a citation below it. Parts of the caption that belong
/// together have " · " between them.
pub fn figure_page(chart: &dyn Chart, frame: Frame, caption: &str, citation: &str) -> Drawing {
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
    figure.group("background");
    let corner = (frame.width, frame.height);
    figure.rectangle((0.0, 0.0), corner, frame.theme.background());
    figure.group("");
    let chart_frame = Frame {
        height: chart_height,
        ..frame
    };
    figure.drawing.append(chart.draw(chart_frame));
    if !lines.is_empty() {
        figure.group("caption");
    }
    for (line, i) in lines.iter().zip(0..) {
        let at = (MARGIN, chart_height + f64::from(i) * LINE + MARGIN / 2.0);
        figure.muted_text(line, at, (HPos::Left, VPos::Top));
    }
    figure.drawing
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
