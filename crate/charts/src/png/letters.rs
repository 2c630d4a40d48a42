//! Outlines of letters, from font files. Which files, the caller decides.

use ttf_parser::{Face, OutlineBuilder};
use zeno::{Command, Point};

use super::{FontFile, PngError, PngFonts};

/// The fonts of a picture, read.
pub(super) struct Letters<'a> {
    regular: Vec<Face<'a>>,
    bold: Vec<Face<'a>>,
}

impl<'a> Letters<'a> {
    pub fn read(fonts: &'a PngFonts) -> Result<Self, PngError> {
        let faces = |files: &'a [FontFile]| -> Result<Vec<Face<'a>>, PngError> {
            let face = |file: &'a FontFile| Face::parse(&file.bytes, file.index);
            let faces: Result<Vec<_>, _> = files.iter().map(face).collect();
            faces.map_err(|error| PngError::Font(error.to_string()))
        };
        let letters = Self {
            regular: faces(&fonts.regular)?,
            bold: faces(&fonts.bold)?,
        };
        match letters.regular.is_empty() {
            true => Err(PngError::NoFont),
            false => Ok(letters),
        }
    }

    /// Whether there are bold letters.
    pub fn has_bold(&self) -> bool {
        !self.bold.is_empty()
    }

    /// Adds the outline of a letter of a size at a place, of which the second number goes upwards. How far
    /// the next letter is; none if no font has it.
    pub fn add(
        &self,
        letter: char,
        is_bold: bool,
        place: (f64, f64),
        size: f64,
        outline: &mut Vec<Command>,
    ) -> Option<f64> {
        let bold = self.bold.iter().filter(|_| is_bold);
        let mut faces = bold.chain(&self.regular);
        let (face, glyph) = faces.find_map(|face| Some((face, face.glyph_index(letter)?)))?;
        let scale = size / f64::from(face.units_per_em());
        let mut pen = Pen {
            outline,
            place,
            scale,
        };
        // Spaces have none.
        let _ = face.outline_glyph(glyph, &mut pen);
        Some(scale * f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)))
    }
}

/// Writes the outline of one letter.
struct Pen<'a> {
    outline: &'a mut Vec<Command>,
    place: (f64, f64),
    scale: f64,
}

impl Pen<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        let (left, up) = self.place;
        Point::new(
            (left + self.scale * f64::from(x)) as f32,
            (up + self.scale * f64::from(y)) as f32,
        )
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.outline.push(Command::MoveTo(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.outline.push(Command::LineTo(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, to) = (self.point(x1, y1), self.point(x, y));
        self.outline.push(Command::QuadTo(a, to));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.outline.push(Command::CurveTo(a, b, to));
    }

    fn close(&mut self) {
        self.outline.push(Command::Close);
    }
}
