//! The names of a crowd of lines that differ in heads and in length: beside the plot there is no space for a
//! name of each, but for one of every length, in its colour, and one of every number of heads, with its
//! dashes. Lines that have space for their names have no legend.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::LearningLine;
use crate::axis::distinct;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::marker::dashes;
use crate::palette::LineColours;
use crate::plot::{Margins, Plot};

/// Height of a row, and the length of the line before a name.
const ROW: f64 = 1.25 * FONT_SIZE;
const SAMPLE: f64 = 22.0;

/// The lengths and the numbers of heads of a crowd of lines, in ascending order.
pub(super) struct Legend {
    lengths: Vec<u32>,
    heads: Vec<u32>,
}

impl Legend {
    /// The legend of lines whose names have no space beside a plot in `frame`; none where they have, or
    /// where lines differ in something else too.
    pub fn of(lines: &[&LearningLine], frame: Frame) -> Option<Self> {
        let legend = Self {
            lengths: distinct(&mut lines.iter().map(|line| line.T)),
            heads: distinct(&mut lines.iter().map(|line| line.h)),
        };
        let says_all =
            |line: &&LearningLine| line.name() == format!("h = {}, T = {}", line.h, line.T);
        let margins = Margins::of_axes(frame, "", 0.0);
        let space = (frame.height - margins.top - margins.bottom) / ROW;
        let rows = legend.lengths.len() + legend.heads.len();
        let names = legend.lengths.len() * legend.heads.len();
        let is_needed = names as f64 > space && rows as f64 <= space;
        (is_needed && lines.iter().all(says_all)).then_some(legend)
    }

    /// The width that it takes.
    pub fn width(&self) -> f64 {
        let longest = self.lengths.last().max(self.heads.last());
        let name = format!("T = {}", longest.copied().unwrap_or_default());
        SAMPLE + width_of(&name, true) + 19.0
    }

    /// Draws it to the right of a plot.
    pub fn draw(&self, figure: &mut Figure, plot: &Plot, colours: &LineColours) {
        figure.group("legend");
        let ink = figure.theme.ink();
        let of_length = |length: &u32| {
            let colour = colours.of_length(*length).unwrap_or(ink);
            (format!("T = {length}"), colour, dashes(0))
        };
        let of_heads = |(i, h): (usize, &u32)| (format!("h = {h}"), ink, dashes(i));
        let lengths = self.lengths.iter().map(of_length);
        let heads = self.heads.iter().enumerate().map(of_heads);
        for ((name, colour, pattern), row) in lengths.chain(heads).zip(0..) {
            let (x, y) = (plot.right + 8.0, plot.top + (f64::from(row) + 0.5) * ROW);
            let sample = [(x, y), (x + SAMPLE, y)];
            figure.dashed(&sample, pattern, colour.to_rgba(), 2.0);
            let at = (x + SAMPLE + 6.0, y);
            figure.text(&name, at, (HPos::Left, VPos::Center), colour, false);
        }
    }
}
