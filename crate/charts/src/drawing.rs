//! A drawing: the shapes and texts that a chart consists of, before any backend. Charts make one and
//! never see a canvas, so they are compiled once, not once per backend, and can be tested without a
//! browser.

use std::fmt::Display;

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{RGBAColor, RGBColor, TRANSPARENT};
use serde::Serialize;

/// A place in a frame, in CSS pixels from its upper left corner.
pub type Position = (f64, f64);

/// Why a chart could not be drawn.
#[derive(Debug)]
pub struct DrawError(pub String);

impl Display for DrawError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DrawError {}

/// One thing drawn. Sizes are in CSS pixels.
#[derive(Clone)]
pub(crate) enum Shape {
    /// A line through positions, and its width.
    Path(Vec<Position>, RGBAColor, f64),
    /// A dashed line: positions, the lengths of dashes and gaps in turn, colour, width.
    Dashed(Vec<Position>, Vec<f64>, RGBAColor, f64),
    /// A filled area between corners.
    Fill(Vec<Position>, RGBAColor),
    /// A disc of a radius.
    Disc(Position, f64, RGBAColor),
    /// A circle of a radius and a line width.
    Ring(Position, f64, RGBAColor, f64),
    /// A text.
    Text(Text),
}

/// A text and its place.
#[derive(Clone)]
pub(crate) struct Text {
    pub text: String,
    pub at: Position,
    pub anchor: (HPos, VPos),
    pub colour: RGBColor,
    pub bold: bool,
    /// Whether it is turned by 90° and read from below; then its anchor is its centre.
    pub turned: bool,
}

/// Which part of a chart shapes belong to: those from one on, up to the next group.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The index of its first shape.
    pub from: usize,
    /// Its name, such as "axes"; empty for shapes that belong to none.
    pub name: String,
    /// The line of the chart that it is a part of.
    pub series: Option<Series>,
}

/// A line of a chart, with everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Series {
    /// Its number among the lines of its chart.
    pub number: u32,
    pub name: String,
}

/// A place on a chart that can be pointed at, and the text that is then shown: the exact value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// From the left, in CSS pixels.
    pub x: f64,
    /// From the top, in CSS pixels.
    pub y: f64,
    /// The value there, in words.
    pub text: String,
    /// The line that it is a value of, where the chart has several; see [`Drawing::bring_forward`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<u32>,
}

/// All that a chart draws, from back to front, and all places that can be pointed at.
#[derive(Clone, Default)]
pub struct Drawing {
    pub(crate) shapes: Vec<Shape>,
    /// Which parts of the chart they are, in ascending order of their first shapes.
    pub(crate) groups: Vec<Group>,
    /// Places that can be pointed at, in the order in which arrow keys visit them.
    pub spots: Vec<Spot>,
}

/// Font size of all texts, in CSS pixels.
pub(crate) const FONT_SIZE: f64 = 12.0;

/// What is left of the opacity of lines behind the one that is brought forward.
const BEHIND: f64 = 0.18;

impl Drawing {
    /// The group of each shape, in the order of shapes.
    pub(crate) fn groups_of_shapes(&self) -> impl Iterator<Item = (Option<&Group>, &Shape)> {
        let mut next = 0;
        self.shapes.iter().enumerate().map(move |(i, shape)| {
            while self.groups.get(next).is_some_and(|group| group.from <= i) {
                next += 1;
            }
            (next.checked_sub(1).map(|at| &self.groups[at]), shape)
        })
    }

    /// Adds another drawing in front.
    pub(crate) fn append(&mut self, other: Drawing) {
        let first = self.shapes.len();
        let moved = other.groups.into_iter().map(|group| Group {
            from: group.from + first,
            ..group
        });
        self.groups.extend(moved);
        self.shapes.extend(other.shapes);
        self.spots.extend(other.spots);
    }

    /// Draws one line of the chart in front of the others, which fade. Lines that the chart does not
    /// have change nothing.
    pub fn bring_forward(&mut self, series: u32) {
        let mut of_shapes: Vec<Option<u32>> = Vec::with_capacity(self.shapes.len());
        for (group, _) in self.groups_of_shapes() {
            let series = group.and_then(|group| group.series.as_ref());
            of_shapes.push(series.map(|series| series.number));
        }
        if !of_shapes.contains(&Some(series)) {
            return;
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        for is_front in [false, true] {
            for (shape, of) in shapes.iter_mut().zip(&of_shapes) {
                if (*of == Some(series)) != is_front {
                    continue;
                }
                if of.is_some() && !is_front {
                    shape.fade(BEHIND);
                }
                // What is left behind is never looked at.
                let shape = std::mem::replace(shape, Shape::Fill(Vec::new(), TRANSPARENT));
                self.shapes.push(shape);
            }
        }
        // Shapes have changed places: on a canvas nobody asks for their groups.
        self.groups.clear();
    }
}

impl Shape {
    /// Makes it fainter, unless it is a text: names have to be read.
    fn fade(&mut self, opacity: f64) {
        match self {
            Self::Path(_, colour, _)
            | Self::Dashed(_, _, colour, _)
            | Self::Fill(_, colour)
            | Self::Disc(_, _, colour)
            | Self::Ring(_, _, colour, _) => colour.3 *= opacity,
            Self::Text(_) => {}
        }
    }
}

/// An estimate of a text's width in CSS pixels, rather too large than too small. It cannot be
/// measured: on a canvas that would force a reflow of the page, and the font of an SVG is not known.
pub(crate) fn width_of(text: &str, bold: bool) -> f64 {
    // In thousandths of the font size, of a wide sans-serif font.
    let letter_width = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '\u{a0}' | '\u{2009}' => 330,
        't' | 'f' | 'r' | '(' | ')' => 410,
        '⁰'..='⁹' | '¹' | '²' | '³' | '⁻' => 410,
        'm' | 'w' | 'M' | 'W' | '≥' | '≤' | '→' | '◇' | '=' | '±' | '×' | '−' | '^' => {
            860
        }
        'A'..='Z' => 700,
        _ => 625,
    };
    let sum: u32 = text.chars().map(letter_width).sum();
    f64::from(sum) / 1000.0 * FONT_SIZE * if bold { 1.12 } else { 1.0 }
}

impl Text {
    /// An estimate of the rectangle that it fills: left, top, right, bottom.
    pub fn bounds(&self) -> [f64; 4] {
        let wide = width_of(&self.text, self.bold);
        if self.turned {
            let (x, y) = self.at;
            let (half, half_wide) = (FONT_SIZE / 2.0, wide / 2.0);
            return [x - half, y - half_wide, x + half, y + half_wide];
        }
        let left = match self.anchor.0 {
            HPos::Left => self.at.0,
            HPos::Center => self.at.0 - wide / 2.0,
            HPos::Right => self.at.0 - wide,
        };
        let top = match self.anchor.1 {
            VPos::Top => self.at.1,
            VPos::Center => self.at.1 - FONT_SIZE / 2.0,
            VPos::Bottom => self.at.1 - FONT_SIZE,
        };
        [left, top, left + wide, top + FONT_SIZE]
    }
}
