//! A drawing: the shapes and texts that a chart consists of, before any backend. Charts make one and
//! never see a canvas, so they are compiled once, not once per backend, and can be tested without a
//! browser.

use std::fmt::Display;

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontStyle, RGBAColor, RGBColor, ShapeStyle};
use serde::Serialize;

use crate::frame::Frame;

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
}

/// All that a chart draws, from back to front, and all places that can be pointed at.
#[derive(Clone, Default)]
pub struct Drawing {
    pub(crate) shapes: Vec<Shape>,
    /// Places that can be pointed at, in the order in which arrow keys visit them.
    pub spots: Vec<Spot>,
}

/// Font stack of all texts.
const FONT_FAMILY: &str = "system-ui, sans-serif";

/// Font size of all texts, in CSS pixels.
pub(crate) const FONT_SIZE: f64 = 12.0;

impl Drawing {
    /// Draws everything on a backend. Font sizes are multiplied by `font`, because backends do not
    /// agree on them.
    pub fn paint<DB: DrawingBackend>(
        &self,
        backend: &mut DB,
        frame: Frame,
        font: f64,
    ) -> Result<(), DrawError> {
        for shape in &self.shapes {
            paint(shape, backend, frame.scale, font)?;
        }
        backend.present().map_err(draw_error)
    }
}

fn draw_error(error: impl Display) -> DrawError {
    DrawError(format!("The chart could not be drawn: {error}"))
}

fn paint<DB: DrawingBackend>(
    shape: &Shape,
    backend: &mut DB,
    scale: f64,
    font: f64,
) -> Result<(), DrawError> {
    let px = |css: f64| (css * scale).round() as i32;
    let at = |position: &Position| (px(position.0), px(position.1));
    let style = |colour: &RGBAColor, width: f64| ShapeStyle {
        color: *colour,
        filled: true,
        stroke_width: px(width).max(1) as u32,
    };
    let drawn = match shape {
        Shape::Path(path, colour, width) => {
            let style = style(colour, *width);
            match path.as_slice() {
                // Backends keep a single line sharp, but not a path.
                [from, to] => backend.draw_line(at(from), at(to), &style),
                _ => backend.draw_path(path.iter().map(at), &style),
            }
        }
        Shape::Fill(corners, colour) => {
            backend.fill_polygon(corners.iter().map(at), &style(colour, 1.0))
        }
        Shape::Disc(centre, radius, colour) => {
            let radius = px(*radius).max(1) as u32;
            backend.draw_circle(at(centre), radius, &style(colour, 1.0), true)
        }
        Shape::Ring(centre, radius, colour, width) => {
            let radius = px(*radius).max(1) as u32;
            backend.draw_circle(at(centre), radius, &style(colour, *width), false)
        }
        Shape::Text(text) => {
            let weight = match text.bold {
                true => FontStyle::Bold,
                false => FontStyle::Normal,
            };
            let desc: FontDesc<'_> = (FONT_FAMILY, FONT_SIZE * scale * font, weight).into();
            let anchor = Pos::new(text.anchor.0, text.anchor.1);
            let style = desc.color(&text.colour.to_rgba()).pos(anchor);
            backend.draw_text(&text.text, &style, at(&text.at))
        }
    };
    drawn.map_err(draw_error)
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
