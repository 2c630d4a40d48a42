//! Figures as PNG, for programs that take no vectors: the same drawing as SVG and PDF, in pixels, with its
//! printed size. Letters come from font files that the caller has found. On the page a canvas draws in
//! place of this, so it is built for the native binary alone (feature `png`).

mod canvas;
mod letters;

use std::fmt::Display;

use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use zeno::{Command, PathBuilder, Point};

use crate::chart::Chart;
use crate::drawing::{FONT_SIZE, Position, Shape, Text};
use crate::figure_page::figure_page;
use crate::frame::Frame;
use crate::number_text::baseline;
use crate::raised::{RAISED_BY, RAISED_SIZE, runs};
use canvas::Canvas;
use letters::Letters;

/// The most pixels of a picture: three bytes each are held in memory.
const MOST_PIXELS: f64 = 120e6;

/// A font file, and which of its fonts is meant.
#[derive(Clone, Debug)]
pub struct FontFile {
    /// The file: TrueType or OpenType.
    pub bytes: Vec<u8>,
    /// The number of the font in a collection; else 0.
    pub index: u32,
}

/// The fonts of a picture. Letters that the first does not have are taken from the next.
#[derive(Clone, Debug, Default)]
pub struct PngFonts {
    /// For most texts.
    pub regular: Vec<FontFile>,
    /// For bold texts; where there is none, the others are drawn thicker.
    pub bold: Vec<FontFile>,
}

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// There is no font.
    NoFont,
    /// A file is no font.
    Font(String),
    /// Letters that no font has.
    Letters(String),
    /// More pixels than fit into memory: width and height.
    TooLarge(u64, u64),
}

impl Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoFont => f.write_str("There is no font to write the text of a PNG in."),
            Self::Font(why) => write!(f, "This is no font that can be read: {why}."),
            Self::Letters(missing) => {
                write!(f, "No font has these letters of the figure: {missing}")
            }
            Self::TooLarge(width, height) => {
                write!(
                    f,
                    "{width} × {height} pixels are more than a PNG may have here."
                )
            }
        }
    }
}

impl std::error::Error for PngError {}

/// A chart as a PNG file, with a caption and a citation below it as in [`svg`](crate::svg). `frame.scale`
/// says how many pixels a CSS pixel has, and `dots_per_inch` how large the picture is printed.
pub fn png(
    chart: &dyn Chart,
    frame: Frame,
    caption: &str,
    citation: &str,
    fonts: &PngFonts,
    dots_per_inch: Option<f64>,
) -> Result<Vec<u8>, PngError> {
    let [width, height] = [frame.width, frame.height].map(|css| (css * frame.scale).round());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(PngError::TooLarge(width as u64, height as u64));
    }
    let letters = Letters::read(fonts)?;
    let mut picture = Picture {
        canvas: Canvas::new(width as usize, height as usize),
        scale: frame.scale,
        letters,
        missing: String::new(),
    };
    for shape in &figure_page(chart, frame, caption, citation).shapes {
        picture.shape(shape);
    }
    match picture.missing.is_empty() {
        true => Ok(picture.canvas.png(dots_per_inch)),
        false => Err(PngError::Letters(picture.missing)),
    }
}

/// A picture in the making.
struct Picture<'a> {
    canvas: Canvas,
    /// Pixels per CSS pixel.
    scale: f64,
    letters: Letters<'a>,
    /// Letters that no font has.
    missing: String,
}

impl Picture<'_> {
    fn point(&self, (x, y): Position) -> Point {
        Point::new((x * self.scale) as f32, (y * self.scale) as f32)
    }

    fn path(&self, positions: &[Position]) -> Vec<Command> {
        let mut path = Vec::with_capacity(positions.len() + 1);
        for (i, at) in positions.iter().enumerate() {
            path.push(match i {
                0 => Command::MoveTo(self.point(*at)),
                _ => Command::LineTo(self.point(*at)),
            });
        }
        path
    }

    fn circle(&self, centre: Position, radius: f64) -> Vec<Command> {
        let mut path = Vec::new();
        path.add_circle(self.point(centre), (radius * self.scale) as f32);
        path
    }

    fn shape(&mut self, shape: &Shape) {
        let scale = self.scale;
        match shape {
            Shape::Path(path, colour, width) if path.len() > 1 => {
                self.canvas
                    .stroke(&self.path(path), &[], width * scale, colour);
            }
            Shape::Dashed(path, pattern, colour, width) if path.len() > 1 => {
                let pattern: Vec<f32> = pattern.iter().map(|part| (part * scale) as f32).collect();
                self.canvas
                    .stroke(&self.path(path), &pattern, width * scale, colour);
            }
            Shape::Fill(corners, colour) if corners.len() > 1 => {
                let mut path = self.path(corners);
                path.push(Command::Close);
                self.canvas.fill(&path, colour);
            }
            Shape::Path(..) | Shape::Dashed(..) | Shape::Fill(..) => {}
            Shape::Disc(centre, radius, colour) => {
                self.canvas.fill(&self.circle(*centre, *radius), colour);
            }
            Shape::Ring(centre, radius, colour, width) => {
                let path = self.circle(*centre, *radius);
                self.canvas.stroke(&path, &[], width * scale, colour);
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn text(&mut self, text: &Text) {
        let size = FONT_SIZE * self.scale;
        let mut outline: Vec<Command> = Vec::new();
        // Along the text, from its beginning on the baseline.
        let mut along = 0.0;
        for (run, is_raised) in runs(&text.text) {
            let (share, rise) = match is_raised {
                true => (RAISED_SIZE, RAISED_BY),
                false => (1.0, 0.0),
            };
            for letter in run.chars() {
                let place = (along, rise * size);
                match self
                    .letters
                    .add(letter, text.bold, place, share * size, &mut outline)
                {
                    Some(advance) => along += advance,
                    None if self.missing.contains(letter) => {}
                    None => self.missing.push(letter),
                }
            }
        }
        let before = match text.anchor.0 {
            HPos::Left => 0.0,
            HPos::Center => along / 2.0,
            HPos::Right => along,
        };
        let below = baseline(text.anchor.1) * self.scale;
        let (x, y) = (text.at.0 * self.scale, text.at.1 * self.scale);
        // From the baseline, upwards, to pixels from the top.
        let placed = |p: Point| {
            let (along, up) = (f64::from(p.x) - before, f64::from(p.y));
            let (x, y) = match text.turned {
                false => (x + along, y + below - up),
                true => (x + below - up, y - along),
            };
            Point::new(x as f32, y as f32)
        };
        for command in &mut outline {
            *command = match *command {
                Command::MoveTo(p) => Command::MoveTo(placed(p)),
                Command::LineTo(p) => Command::LineTo(placed(p)),
                Command::QuadTo(a, p) => Command::QuadTo(placed(a), placed(p)),
                Command::CurveTo(a, b, p) => Command::CurveTo(placed(a), placed(b), placed(p)),
                Command::Close => Command::Close,
            };
        }
        let colour = text.colour.to_rgba();
        self.canvas.fill(&outline, &colour);
        if text.bold && !self.letters.has_bold() {
            self.canvas.stroke(&outline, &[], size / 24.0, &colour);
        }
    }
}

#[cfg(test)]
mod tests;
