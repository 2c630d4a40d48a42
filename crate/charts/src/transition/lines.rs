//! The lines of the chart: sorted, told apart by marker and dashes, and drawn with their spread. The
//! position of each point is the caller's.

use plotters::style::{Color, RGBColor};

use super::Transition;
use super::data::{Diverged, PaperLine, SingleValue, TransitionLine, TransitionPoint};
use crate::axis::ascending;
use crate::drawing::Position;
use crate::figure::Figure;
use crate::marker::{Marker, dashes};
use crate::number_format::{format_error, median_and_range};
use crate::off_scale::{arrow_colour, off_scale, off_scale_suffix};
use crate::palette::LineColours;
use crate::part::Part;

/// A measured line with its style.
pub(super) struct StyledLine<'a> {
    /// The line itself.
    pub of: &'a TransitionLine,
    pub label: &'a str,
    pub length: u32,
    /// Those that can be drawn, in ascending order of heads.
    pub points: Vec<&'a TransitionPoint>,
    pub diverged: &'a [Diverged],
    pub recorded: bool,
    /// Which dashes and marker it has, and where it is beside the other lines.
    pub style: usize,
}

impl StyledLine<'_> {
    /// What sets the line apart, for the text of its spots: ", recorded, T = 16".
    pub(super) fn description(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.recorded && !self.label.contains("recorded") {
            parts.push("recorded".into());
        }
        parts.push(self.label.into());
        if !self.label.contains("T =") {
            parts.push(format!("T = {}", self.length));
        }
        parts.iter().map(|part| format!(", {part}")).collect()
    }
}

impl Transition {
    /// All lines, the points of each in order, and the style of each.
    pub(super) fn styled_lines(&self) -> Vec<StyledLine<'_>> {
        let mut all: Vec<StyledLine<'_>> = Vec::new();
        for line in &self.lines {
            let points = line.points.iter().filter(|point| point.can_be_drawn());
            let points: Vec<&TransitionPoint> = points.collect();
            let heads: Vec<f64> = points.iter().map(|point| point.h.into()).collect();
            all.push(StyledLine {
                of: line,
                label: &line.label,
                length: line.T,
                points: ascending(&heads).into_iter().map(|i| points[i]).collect(),
                diverged: &line.diverged,
                recorded: line.recorded,
                style: 0,
            });
        }
        // A recorded line has the style of the line that it is compared with: the one of the same
        // label, or else of the same length.
        let mut styles: Vec<(&str, u32)> = Vec::new();
        for recorded in [false, true] {
            for line in all.iter_mut().filter(|line| line.recorded == recorded) {
                let same_label = || styles.iter().position(|of| of.0 == line.label);
                let same_length = || styles.iter().position(|of| of.1 == line.length);
                let known = match recorded {
                    true => same_label().or_else(same_length),
                    false => None,
                };
                line.style = known.unwrap_or(styles.len());
                if known.is_none() {
                    styles.push((line.label, line.length));
                }
            }
        }
        all
    }

    /// Draws a measured line; `position` is that of a style's error at a number of heads.
    pub(super) fn draw_line(
        &self,
        figure: &mut Figure,
        line: &StyledLine<'_>,
        colours: &LineColours,
        band_opacity: f64,
        position: &dyn Fn(usize, u32, f64) -> Position,
    ) {
        let theme = figure.theme;
        let at = |h: u32, value: f64| position(line.style, h, value);
        let path: Vec<Position> = line
            .points
            .iter()
            .map(|point| at(point.h, point.median))
            .collect();
        let shows_band = !self.hides(Part::Band);
        let of_length = colours.of_length(line.length);
        if line.recorded {
            let colour = of_length.unwrap_or(theme.muted());
            figure.dashed(&path, &[4.0, 4.0], colour.mix(0.7), 1.2);
        } else {
            let has_spread = shows_band && line.points.iter().any(|point| point.min < point.max);
            if line.points.len() > 1 && has_spread {
                let above = line.points.iter().map(|point| at(point.h, point.max));
                let below = line.points.iter().rev();
                let below = below.map(|point| at(point.h, point.min));
                let band = above.chain(below).collect();
                figure.fill(band, of_length.unwrap_or(theme.ink()).mix(band_opacity));
            }
            let colour = of_length.unwrap_or(theme.ink());
            figure.dashed(&path, dashes(line.style), colour.to_rgba(), 1.6);
        }
        let marker = Marker::Line(line.style);
        let description = line.description();
        for point in &line.points {
            let colour = colours.colour(point.h, line.length);
            let centre = at(point.h, point.median);
            if let Some(is_above) = off_scale(point.median) {
                let colour = arrow_colour(colour, line.recorded);
                figure.off_scale_arrow(centre, is_above, colour);
            } else if line.recorded {
                let background = self.background_at(figure, point.h);
                figure.hollow_marker(marker, centre, 5.0, colour.mix(0.7), background);
            } else {
                if shows_band && point.min < point.max {
                    let bar = vec![at(point.h, point.min), at(point.h, point.max)];
                    figure.line(bar, colour.mix(0.4), 5.0);
                }
                figure.marker(marker, centre, 6.0, colour);
            }
            let rank = match self.shared_width {
                Some(width) => format!(", rank {}", width / point.h.max(1)),
                None => String::new(),
            };
            let value = median_and_range(point.min, point.median, point.max, Some(point.count));
            let h = point.h;
            let beyond = off_scale_suffix(point.median);
            figure.spot(
                centre,
                format!("h = {h}{rank}{description}: {value}{beyond}"),
            );
        }
    }

    /// Draws a line of published values.
    pub(super) fn draw_paper_line(
        &self,
        figure: &mut Figure,
        line: &PaperLine,
        colour: RGBColor,
        position: &dyn Fn(u32, f64) -> Position,
    ) {
        let points = line.points.iter().filter(|point| point.can_be_drawn());
        let points: Vec<&SingleValue> = points.collect();
        let heads: Vec<f64> = points.iter().map(|point| point.h.into()).collect();
        let order = ascending(&heads);
        let path: Vec<Position> = order
            .iter()
            .map(|&i| position(points[i].h, points[i].value))
            .collect();
        figure.dashed(&path, &[1.5, 3.5], colour.mix(0.6), 1.0);
        let prefix = if line.label.contains("paper") {
            ""
        } else {
            "paper, "
        };
        for (i, at) in order.into_iter().zip(path) {
            let SingleValue { h, value } = *points[i];
            let background = self.background_at(figure, h);
            figure.hollow_marker(Marker::Diamond, at, 4.0, colour.to_rgba(), background);
            let (label, value) = (&line.label, format_error(value));
            figure.spot(at, format!("h = {h}, {prefix}{label}: {value}"));
        }
    }
}
