//! What all charts share: the frame, a plot with two axes, its grid and its texts. What stands on
//! the axes, each chart decides.
//!
//! Axes are drawn here and not by plotters' mesh, which measures every label by laying out a
//! `<span>` in the page: that would force a reflow per label on every frame.

use std::fmt::Display;

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor, RGBColor};
use serde::Deserialize;

use crate::axis::{Axis, Tick, keep_apart, spread};
use crate::drawing::{Drawing, LABEL, Point, Shape, Spot, Words, width_of};
use crate::palette::Theme;
use crate::told::Told;

/// The rectangle that a chart fills.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Frame {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Light or dark.
    pub theme: Theme,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            width: 720.0,
            height: 440.0,
            scale: 1.0,
            theme: Theme::Light,
        }
    }
}

impl Frame {
    /// Size in device pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let size = |css: f64| (css * self.scale).round().clamp(1.0, 16_384.0) as u32;
        (size(self.width), size(self.height))
    }
}

/// Why a chart could not be drawn.
#[derive(Debug)]
pub struct DrawError(pub String);

impl Display for DrawError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DrawError {}

/// What can be drawn, and told.
pub trait Chart: Told {
    /// Where to.
    fn frame(&self) -> Frame;
    /// The chart in a frame, which may be smaller than its own: a figure has a caption below.
    fn draw_in(&self, frame: Frame) -> Drawing;
}

/// What is free around a plot, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Margins {
    /// Room for tick labels, the names of both axes, and `right`.
    pub fn with_right(right: f64) -> Self {
        Self {
            left: 44.0,
            right,
            top: 26.0,
            bottom: 40.0,
        }
    }
}

/// Two axes and where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub x: Axis,
    pub y: Axis,
}

impl Plot {
    /// The pixel of a value to the right; what is beyond the axis stands at its end.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right - self.left)
    }

    /// The pixel of a value upwards.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }

    /// The value that stands at a pixel from the top.
    pub fn value_at(&self, y: f64) -> f64 {
        self.y.value((self.bottom - y) / (self.bottom - self.top))
    }

    /// Both.
    pub fn at(&self, x: f64, y: f64) -> Point {
        (self.x(x), self.y(y))
    }

    pub fn centre(&self) -> Point {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }
}

/// A name beside the end of a line.
pub(crate) struct Label {
    /// Where it would like to stand.
    pub y: f64,
    pub text: String,
    /// A second row below it, or nothing.
    pub note: String,
    pub colour: RGBColor,
    pub bold: bool,
    /// The shape of its marks, and whether they are hollow, where lines differ in that.
    pub mark: Option<(usize, bool)>,
}

/// What a mark before a name takes.
pub(crate) const MARK: f64 = 15.0;

/// A drawing being made.
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

    pub fn line(&mut self, points: Vec<Point>, colour: impl Color, width: f64) {
        let shape = Shape::Path(points, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// A line that is drawn and left out in turns: by `pattern`, in CSS pixels. Solid for no pattern.
    pub fn dashed(&mut self, points: &[Point], pattern: &[f64], colour: RGBAColor, width: f64) {
        let Some(mut left) = pattern.first().copied() else {
            return self.line(points.to_vec(), colour, width);
        };
        let mut turn = 0;
        let mut piece = Vec::new();
        for pair in points.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            if piece.is_empty() {
                piece.push(from);
            }
            loop {
                let length = (to.0 - from.0).hypot(to.1 - from.1);
                // Also where it is no number: this must end.
                if length.is_nan() || length <= left {
                    left -= length;
                    piece.push(to);
                    break;
                }
                let share = left / length;
                from = (
                    from.0 + share * (to.0 - from.0),
                    from.1 + share * (to.1 - from.1),
                );
                piece.push(from);
                if turn % 2 == 0 {
                    self.line(std::mem::take(&mut piece), colour, width);
                }
                piece = vec![from];
                turn += 1;
                left = pattern[turn % pattern.len()].max(0.5);
            }
        }
        if turn % 2 == 0 && piece.len() > 1 {
            self.line(piece, colour, width);
        }
    }

    pub fn fill(&mut self, points: Vec<Point>, colour: impl Color) {
        self.drawing
            .shapes
            .push(Shape::Fill(points, colour.to_rgba()));
    }

    pub fn rectangle(&mut self, from: Point, to: Point, colour: impl Color) {
        let corners = vec![from, (to.0, from.1), to, (from.0, to.1)];
        self.fill(corners, colour);
    }

    pub fn disc(&mut self, at: Point, radius: f64, colour: impl Color) {
        let shape = Shape::Disc(at, radius, colour.to_rgba());
        self.drawing.shapes.push(shape);
    }

    pub fn ring(&mut self, at: Point, radius: f64, colour: impl Color, width: f64) {
        let shape = Shape::Ring(at, radius, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// Writes `text`, moved sideways where it would leave the frame.
    pub fn text(
        &mut self,
        text: &str,
        at: Point,
        anchor: (HPos, VPos),
        colour: RGBColor,
        bold: bool,
    ) {
        let mut words = Words {
            text: text.into(),
            at,
            anchor,
            colour,
            bold,
        };
        let [left, _, right, _] = words.bounds();
        let over = (right - (self.frame.width - 2.0)).max(0.0);
        // Where it is too long for the frame its beginning matters more.
        words.at.0 += (2.0 - (left - over)).max(0.0) - over;
        self.drawing.shapes.push(Shape::Text(words));
    }

    pub fn quiet_text(&mut self, text: &str, at: Point, anchor: (HPos, VPos)) {
        self.text(text, at, anchor, self.theme.quiet(), false);
    }

    pub fn spot(&mut self, at: Point, text: String) {
        let (x, y) = at;
        self.drawing.spots.push(Spot { x, y, text });
    }

    /// A plot that leaves `margins` free; of a frame that is too small for them, something is left.
    pub fn plot(&self, x: Axis, y: Axis, margins: Margins) -> Plot {
        let Frame { width, height, .. } = self.frame;
        let (left, top) = (margins.left.min(width / 2.0), margins.top.min(height / 2.0));
        Plot {
            left,
            right: (width - margins.right).max(left + 1.0),
            top,
            bottom: (height - margins.bottom).max(top + 1.0),
            x,
            y,
        }
    }

    /// Grid, ticks and names of both axes. Ticks that have no room are left out.
    pub fn axes(&mut self, plot: &Plot, x: Vec<Tick>, y: Vec<Tick>, names: (&str, &str)) {
        let faint = self.theme.grid();
        let heights: Vec<f64> = y.iter().map(|tick| plot.y(tick.value)).collect();
        let kept = keep_apart(&heights, &vec![1.5 * LABEL; heights.len()]);
        for (i, (tick, height)) in y.iter().zip(&heights).enumerate() {
            self.line(
                vec![(plot.left, *height), (plot.right, *height)],
                faint,
                1.0,
            );
            if kept.contains(&i) {
                let at = (plot.left - 8.0, *height);
                self.quiet_text(&tick.name, at, (HPos::Right, VPos::Center));
            }
        }
        self.row(plot, &x, 6.0, true);
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

    /// A row of tick names, so many pixels below the plot.
    pub fn row(&mut self, plot: &Plot, ticks: &[Tick], below: f64, marks: bool) {
        let places: Vec<f64> = ticks.iter().map(|tick| plot.x(tick.value)).collect();
        let widths: Vec<f64> = ticks
            .iter()
            .map(|tick| width_of(&tick.name, false) + 8.0)
            .collect();
        for i in keep_apart(&places, &widths) {
            let x = places[i];
            if marks {
                self.line(
                    vec![(x, plot.bottom), (x, plot.bottom + 4.0)],
                    self.theme.grid(),
                    1.0,
                );
            }
            let at = (x, plot.bottom + below);
            self.quiet_text(&ticks[i].name, at, (HPos::Center, VPos::Top));
        }
    }

    /// Names in the right margin, never one over another. Notes go first where there is no room, then
    /// the names that come last.
    pub fn labels(&mut self, plot: &Plot, mut labels: Vec<Label>) {
        let row = 1.25 * LABEL;
        let (low, high) = (plot.top, plot.bottom - 2.0);
        let rows = |labels: &[Label]| -> usize {
            let notes = labels.iter().filter(|label| !label.note.is_empty());
            labels.len() + notes.count()
        };
        let room = (((high - low) / row) as usize).max(1);
        if rows(&labels) > room {
            labels.iter_mut().for_each(|label| label.note.clear());
        }
        labels.truncate(room);
        let tall = labels.iter().any(|label| !label.note.is_empty());
        let gap = if tall { 2.15 * row } else { row };
        let last = if tall { high - row } else { high };
        let heights: Vec<f64> = labels.iter().map(|label| label.y).collect();
        let placed = spread(&heights, gap, low, last);
        for (label, y) in labels.iter().zip(placed) {
            let mut at = (plot.right + 8.0, y);
            if let Some((shape, hollow)) = label.mark {
                let place = (at.0 + 4.0, y);
                match hollow {
                    true => self.hollow(
                        shape,
                        place,
                        4.0,
                        label.colour.to_rgba(),
                        self.theme.ground(),
                    ),
                    false => self.mark(shape, place, 4.5, label.colour),
                }
                at.0 += MARK;
            }
            self.text(
                &label.text,
                at,
                (HPos::Left, VPos::Center),
                label.colour,
                label.bold,
            );
            if !label.note.is_empty() {
                self.quiet_text(&label.note, (at.0, y + row), (HPos::Left, VPos::Center));
            }
        }
    }

    /// What is said where there is nothing to draw.
    pub fn nothing(&mut self, plot: &Plot, sentence: &str) {
        self.note(plot, sentence);
        self.spot(plot.centre(), sentence.into());
    }

    /// Words in the middle of a plot.
    pub fn note(&mut self, plot: &Plot, sentence: &str) {
        // On a ground of its own: lines may cross there.
        let (x, y) = plot.centre();
        let (wide, tall) = (width_of(sentence, false) / 2.0 + 6.0, 0.9 * LABEL);
        self.rectangle(
            (x - wide, y - tall),
            (x + wide, y + tall),
            self.theme.ground(),
        );
        self.quiet_text(sentence, plot.centre(), (HPos::Center, VPos::Center));
    }
}

/// How much room names need to the right of a plot, at most so much of the frame.
pub(crate) fn room_for<'a>(names: impl Iterator<Item = &'a str>, frame: Frame) -> f64 {
    let widest = names.map(|name| width_of(name, true)).fold(0.0, f64::max);
    (widest + 11.0).min(0.45 * frame.width).max(14.0)
}
