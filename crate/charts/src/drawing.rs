//! A drawing: what a chart consists of, before any backend. Charts make one and never see a canvas,
//! so that they are compiled once, not once per backend, and can be checked without a browser.

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontStyle, RGBAColor, RGBColor, ShapeStyle};
use serde::Serialize;

use crate::figure::{DrawError, Frame};

/// A place, in CSS pixels from the upper left.
pub type Point = (f64, f64);

/// One thing drawn. Sizes are CSS pixels.
#[derive(Clone)]
pub(crate) enum Shape {
    /// A line through points.
    Path(Vec<Point>, RGBAColor, f64),
    /// A filled area.
    Fill(Vec<Point>, RGBAColor),
    /// A disc of a radius.
    Disc(Point, f64, RGBAColor),
    /// A circle of a radius and a line width.
    Ring(Point, f64, RGBAColor, f64),
    /// A text.
    Text(Words),
}

/// A text and where it stands.
#[derive(Clone)]
pub(crate) struct Words {
    pub text: String,
    pub at: Point,
    pub anchor: (HPos, VPos),
    pub colour: RGBColor,
    pub bold: bool,
}

/// A place on a chart that has something to say: the exact value, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// From the left, in CSS pixels.
    pub x: f64,
    /// From the top, in CSS pixels.
    pub y: f64,
    /// What is there.
    pub text: String,
}

/// All that a chart draws, from back to front, and all that it has to say.
#[derive(Clone, Default)]
pub struct Drawing {
    pub(crate) shapes: Vec<Shape>,
    /// Places with something to say, in the order in which arrow keys visit them.
    pub spots: Vec<Spot>,
}

/// Font stack of all texts.
const FAMILY: &str = "system-ui, sans-serif";

/// Font size in CSS pixels.
pub(crate) const LABEL: f64 = 12.0;

impl Drawing {
    /// Draws everything on a backend, whose font sizes are to be multiplied by `font`: backends do
    /// not agree on them.
    pub fn paint<DB: DrawingBackend>(
        &self,
        backend: &mut DB,
        frame: Frame,
        font: f64,
    ) -> Result<(), DrawError> {
        for shape in &self.shapes {
            paint(shape, backend, frame.scale, font)?;
        }
        backend.present().map_err(said)
    }
}

fn said(error: impl std::fmt::Display) -> DrawError {
    DrawError(format!("The chart could not be drawn: {error}"))
}

fn paint<DB: DrawingBackend>(
    shape: &Shape,
    backend: &mut DB,
    scale: f64,
    font: f64,
) -> Result<(), DrawError> {
    let px = |css: f64| (css * scale).round() as i32;
    let at = |point: &Point| (px(point.0), px(point.1));
    let style = |colour: &RGBAColor, width: f64| ShapeStyle {
        color: *colour,
        filled: true,
        stroke_width: px(width).max(1) as u32,
    };
    let done = match shape {
        Shape::Path(points, colour, width) => {
            let style = style(colour, *width);
            match points.as_slice() {
                // Backends keep a single line sharp, but not a path.
                [from, to] => backend.draw_line(at(from), at(to), &style),
                _ => backend.draw_path(points.iter().map(at), &style),
            }
        }
        Shape::Fill(points, colour) => {
            backend.fill_polygon(points.iter().map(at), &style(colour, 1.0))
        }
        Shape::Disc(centre, radius, colour) => {
            let radius = px(*radius).max(1) as u32;
            backend.draw_circle(at(centre), radius, &style(colour, 1.0), true)
        }
        Shape::Ring(centre, radius, colour, width) => {
            let radius = px(*radius).max(1) as u32;
            backend.draw_circle(at(centre), radius, &style(colour, *width), false)
        }
        Shape::Text(words) => {
            let weight = match words.bold {
                true => FontStyle::Bold,
                false => FontStyle::Normal,
            };
            let desc: FontDesc<'_> = (FAMILY, LABEL * scale * font, weight).into();
            let anchor = Pos::new(words.anchor.0, words.anchor.1);
            let style = desc.color(&words.colour.to_rgba()).pos(anchor);
            backend.draw_text(&words.text, &style, at(&words.at))
        }
    };
    done.map_err(said)
}

/// About how wide a text is, in CSS pixels. Nothing here can measure: on a canvas that would force
/// the page to be laid out, and of an SVG nobody knows the font. On the wide side on purpose.
pub(crate) fn width_of(text: &str, bold: bool) -> f64 {
    // In thousandths of the font size, after a wide sans-serif.
    let of = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '\u{a0}' | '\u{2009}' => 330,
        't' | 'f' | 'r' | '(' | ')' => 410,
        '⁰'..='⁹' | '¹' | '²' | '³' | '⁻' => 410,
        'm' | 'w' | 'M' | 'W' | '≥' | '≤' | '→' | '◇' | '=' | '±' | '×' | '−' | '^' => {
            860
        }
        'A'..='Z' => 700,
        _ => 625,
    };
    let sum: u32 = text.chars().map(of).sum();
    f64::from(sum) / 1000.0 * LABEL * if bold { 1.12 } else { 1.0 }
}

impl Words {
    /// About the rectangle it fills: left, top, right, bottom.
    pub fn bounds(&self) -> [f64; 4] {
        let wide = width_of(&self.text, self.bold);
        let left = match self.anchor.0 {
            HPos::Left => self.at.0,
            HPos::Center => self.at.0 - wide / 2.0,
            HPos::Right => self.at.0 - wide,
        };
        let top = match self.anchor.1 {
            VPos::Top => self.at.1,
            VPos::Center => self.at.1 - LABEL / 2.0,
            VPos::Bottom => self.at.1 - LABEL,
        };
        [left, top, left + wide, top + LABEL]
    }
}
