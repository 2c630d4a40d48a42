//! The axes that charts share, drawn: grid, lines, ticks and names. Where a value is on an axis, and which
//! ticks it has, `axis` computes.
//!
//! Axes are not drawn by plotters' mesh, which measures every label by laying out a `<span>` in the page:
//! that would force a reflow per label on every frame.

use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::{Tick, keep_apart};
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::plot::{Margins, Plot};

/// The distance of the lines of a turned name.
const NAME_LINE: f64 = 1.25 * FONT_SIZE;

/// The height of the name of the level axis, which an upright one keeps clear of.
const LEVEL_NAME: f64 = 20.0;

/// The length of the short line beside a tick.
const TICK: f64 = 4.0;

/// The name of an upright axis in the lines that it takes in a frame: in two where it is longer than the
/// frame is high.
fn name_lines(name: &str, frame: Frame) -> Vec<&str> {
    if width_of(name, false) <= frame.height - LEVEL_NAME - 4.0 {
        return vec![name];
    }
    let halves = name
        .match_indices(' ')
        .map(|(at, _)| (&name[..at], &name[at + 1..]));
    let longer = |(a, b): &(&str, &str)| width_of(a, false).max(width_of(b, false));
    let best = halves.min_by(|a, b| longer(a).total_cmp(&longer(b)));
    best.map_or(vec![name], |(a, b)| vec![a, b])
}

impl Margins {
    /// Space for the ticks and names of both axes, and `right` pixels on the right.
    pub fn of_axes(frame: Frame, upright_name: &str, right: f64) -> Self {
        let lines = name_lines(upright_name, frame).len() as f64;
        Self {
            left: 42.0 + lines * NAME_LINE,
            top: 20.0,
            ..Self::with_right(right)
        }
    }
}

impl Figure {
    /// Draws the grid, the lines, the ticks and the names of both axes. Tick names without space are left
    /// out.
    pub fn axes(&mut self, plot: &Plot, x: Vec<Tick>, y: Vec<Tick>, names: (&str, &str)) {
        self.group("axes");
        let (grid, line) = (self.theme.grid(), self.theme.axis());
        let heights: Vec<f64> = y.iter().map(|tick| plot.y(tick.value)).collect();
        let named = keep_apart(&heights, &vec![1.5 * FONT_SIZE; heights.len()]);
        for height in &heights {
            self.line(vec![(plot.left, *height), (plot.right, *height)], grid, 1.0);
        }
        for i in named {
            let (left, height) = (plot.left, heights[i]);
            self.line(vec![(left - TICK, height), (left, height)], line, 1.0);
            let at = (left - 2.0 * TICK, height);
            self.muted_text(&y[i].name, at, (HPos::Right, VPos::Center));
        }
        self.axis_lines(plot);
        self.tick_row(plot, &x, 6.0, true);
        let ink = self.theme.ink();
        let below = (plot.centre().0, (self.frame.height - 18.0).max(plot.bottom));
        self.text(names.0, below, (HPos::Center, VPos::Top), ink, false);
        for (text, i) in name_lines(names.1, self.frame).into_iter().zip(0..) {
            let x = 2.0 + FONT_SIZE / 2.0 + f64::from(i) * NAME_LINE;
            let lowest = self.frame.height - LEVEL_NAME - width_of(text, false) / 2.0;
            self.turned_text(text, (x, plot.centre().1.min(lowest)), ink);
        }
    }

    /// Draws the lines of both axes.
    fn axis_lines(&mut self, plot: &Plot) {
        let corner = (plot.left, plot.bottom);
        let line = self.theme.axis();
        self.line(vec![(plot.left, plot.top), corner], line, 1.0);
        self.line(vec![corner, (plot.right, plot.bottom)], line, 1.0);
    }

    /// Draws a row of tick names, `below` pixels below the plot, with or without a short line above
    /// each.
    pub fn tick_row(&mut self, plot: &Plot, ticks: &[Tick], below: f64, has_lines: bool) {
        let columns: Vec<f64> = ticks.iter().map(|tick| plot.x(tick.value)).collect();
        let widths: Vec<f64> = ticks
            .iter()
            .map(|tick| width_of(&tick.name, false) + 8.0)
            .collect();
        for i in keep_apart(&columns, &widths) {
            let x = columns[i];
            if has_lines {
                let tick = vec![(x, plot.bottom), (x, plot.bottom + TICK)];
                self.line(tick, self.theme.axis(), 1.0);
            }
            let at = (x, plot.bottom + below);
            self.muted_text(&ticks[i].name, at, (HPos::Center, VPos::Top));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_longer_than_its_frame_takes_two_lines() {
        let name = "error on unseen data (mean squared distance)";
        let lines = |height: f64| {
            let frame = Frame {
                height,
                ..Frame::default()
            };
            (name_lines(name, frame), Margins::of_axes(frame, name, 0.0))
        };
        let (one, narrow) = lines(440.0);
        let (two, wide) = lines(200.0);
        assert_eq!(one, [name]);
        assert_eq!(two, ["error on unseen data", "(mean squared distance)"]);
        assert_eq!(wide.left - narrow.left, NAME_LINE);
    }
}
