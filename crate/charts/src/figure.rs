//! A drawing in the making: lines, areas and texts in the colours of a theme, and the axes that all
//! charts share. What stands on the axes, each chart decides.
//!
//! Axes are drawn here and not by plotters' mesh, which measures every label by laying out a
//! `<span>` in the page: that would force a reflow per label on every frame.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor, RGBColor};

use crate::axis::{Tick, keep_apart};
use crate::drawing::{Drawing, FONT_SIZE, Position, Shape, Spot, Text, width_of};
use crate::frame::Frame;
use crate::palette::Theme;
use crate::plot::Plot;

/// A drawing in the making.
pub(crate) struct Figure {
    pub frame: Frame,
    pub theme: Theme,
    pub drawing: Drawing,
}

impl Figure {
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            theme: frame.theme,
            drawing: Drawing::default(),
        }
    }

    pub fn line(&mut self, path: Vec<Position>, colour: impl Color, width: f64) {
        let shape = Shape::Path(path, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// A dashed line. `pattern` has the lengths of dashes and gaps in turn, in CSS pixels; a line
    /// without a pattern is solid.
    pub fn dashed(&mut self, path: &[Position], pattern: &[f64], colour: RGBAColor, width: f64) {
        // What is left of the dash or gap that the line is in.
        let Some(mut left) = pattern.first().copied() else {
            return self.line(path.to_vec(), colour, width);
        };
        // The dashes have even numbers, the gaps odd ones.
        let mut number = 0;
        let mut dash = Vec::new();
        for pair in path.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            if dash.is_empty() {
                dash.push(from);
            }
            loop {
                let length = (to.0 - from.0).hypot(to.1 - from.1);
                // A NaN must end this loop too.
                if length.is_nan() || length <= left {
                    left -= length;
                    dash.push(to);
                    break;
                }
                let share = left / length;
                from = (
                    from.0 + share * (to.0 - from.0),
                    from.1 + share * (to.1 - from.1),
                );
                dash.push(from);
                if number % 2 == 0 {
                    self.line(std::mem::take(&mut dash), colour, width);
                }
                dash = vec![from];
                number += 1;
                left = pattern[number % pattern.len()].max(0.5);
            }
        }
        if number % 2 == 0 && dash.len() > 1 {
            self.line(dash, colour, width);
        }
    }

    pub fn fill(&mut self, path: Vec<Position>, colour: impl Color) {
        self.drawing
            .shapes
            .push(Shape::Fill(path, colour.to_rgba()));
    }

    pub fn rectangle(&mut self, from: Position, to: Position, colour: impl Color) {
        let corners = vec![from, (to.0, from.1), to, (from.0, to.1)];
        self.fill(corners, colour);
    }

    pub fn disc(&mut self, at: Position, radius: f64, colour: impl Color) {
        let shape = Shape::Disc(at, radius, colour.to_rgba());
        self.drawing.shapes.push(shape);
    }

    pub fn ring(&mut self, at: Position, radius: f64, colour: impl Color, width: f64) {
        let shape = Shape::Ring(at, radius, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// Writes a text, moved sideways where it would leave the frame.
    pub fn text(
        &mut self,
        text: &str,
        at: Position,
        anchor: (HPos, VPos),
        colour: RGBColor,
        bold: bool,
    ) {
        let mut text = Text {
            text: text.into(),
            at,
            anchor,
            colour,
            bold,
        };
        let [left, _, right, _] = text.bounds();
        let over = (right - (self.frame.width - 2.0)).max(0.0);
        // Of a text that is too long for the frame, the beginning stays.
        text.at.0 += (2.0 - (left - over)).max(0.0) - over;
        self.drawing.shapes.push(Shape::Text(text));
    }

    /// Writes a text of secondary importance.
    pub fn muted_text(&mut self, text: &str, at: Position, anchor: (HPos, VPos)) {
        self.text(text, at, anchor, self.theme.muted(), false);
    }

    /// Adds a place that can be pointed at.
    pub fn spot(&mut self, at: Position, text: String) {
        let (x, y) = at;
        self.drawing.spots.push(Spot { x, y, text });
    }

    /// Draws the grid, the ticks and the names of both axes. Tick names without space are left out.
    pub fn axes(&mut self, plot: &Plot, x: Vec<Tick>, y: Vec<Tick>, names: (&str, &str)) {
        let grid = self.theme.grid();
        let heights: Vec<f64> = y.iter().map(|tick| plot.y(tick.value)).collect();
        let named = keep_apart(&heights, &vec![1.5 * FONT_SIZE; heights.len()]);
        for (i, (tick, height)) in y.iter().zip(&heights).enumerate() {
            self.line(vec![(plot.left, *height), (plot.right, *height)], grid, 1.0);
            if named.contains(&i) {
                let at = (plot.left - 8.0, *height);
                self.muted_text(&tick.name, at, (HPos::Right, VPos::Center));
            }
        }
        self.tick_row(plot, &x, 6.0, true);
        let below = (plot.centre().0, (self.frame.height - 18.0).max(plot.bottom));
        self.text(
            names.0,
            below,
            (HPos::Center, VPos::Top),
            self.theme.ink(),
            false,
        );
        self.text(
            names.1,
            (4.0, 4.0),
            (HPos::Left, VPos::Top),
            self.theme.ink(),
            false,
        );
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
                self.line(
                    vec![(x, plot.bottom), (x, plot.bottom + 4.0)],
                    self.theme.grid(),
                    1.0,
                );
            }
            let at = (x, plot.bottom + below);
            self.muted_text(&ticks[i].name, at, (HPos::Center, VPos::Top));
        }
    }

    /// Says in the middle of a plot why there is nothing to draw.
    pub fn empty(&mut self, plot: &Plot, sentence: &str) {
        self.centred_text(plot, sentence);
        self.spot(plot.centre(), sentence.into());
    }

    /// Writes a sentence in the middle of a plot.
    pub fn centred_text(&mut self, plot: &Plot, sentence: &str) {
        // On a background of its own: lines may cross there.
        let (x, y) = plot.centre();
        let (half_width, half_height) = (width_of(sentence, false) / 2.0 + 6.0, 0.9 * FONT_SIZE);
        self.rectangle(
            (x - half_width, y - half_height),
            (x + half_width, y + half_height),
            self.theme.background(),
        );
        self.muted_text(sentence, plot.centre(), (HPos::Center, VPos::Center));
    }
}
