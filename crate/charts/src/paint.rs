//! Drawings on a plotters backend: the canvas of a page. Files are written by `svg` and `pdf`.

use std::fmt::Display;

use plotters::style::{RGBAColor, ShapeStyle};
use plotters_backend::text_anchor::Pos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, FontFamily, FontStyle,
    FontTransform,
};

use crate::dashes::dashes_of;
use crate::drawing::{DrawError, Drawing, FONT_SIZE, Position, Shape, Text};
use crate::frame::Frame;

/// Coordinates of plotters' backends are whole numbers: parts of a device pixel. A canvas has to be
/// scaled down by as much.
pub const PARTS_OF_PIXEL: u32 = 8;

impl Drawing {
    /// Draws shapes from the one at `from` on, until they have `points` points in all; at least one.
    /// Returns the first shape that is left to draw, or none. A crowded chart takes longer to draw than a
    /// page may be held up. Coordinates are in parts of a pixel; see [`PARTS_OF_PIXEL`].
    pub fn paint_part<DB: DrawingBackend>(
        &self,
        backend: &mut DB,
        frame: Frame,
        from: usize,
        points: usize,
    ) -> Result<Option<usize>, DrawError> {
        let mut painted = 0;
        let mut next = from;
        while let Some(shape) = self.shapes.get(next).filter(|_| painted < points) {
            paint(shape, backend, frame)?;
            painted += shape.points();
            next += 1;
        }
        backend.present().map_err(draw_error)?;
        Ok((next < self.shapes.len()).then_some(next))
    }

    /// The points of all shapes: how much there is to draw.
    pub fn points(&self) -> usize {
        self.shapes.iter().map(Shape::points).sum()
    }
}

impl Shape {
    /// How long it takes to draw, as a number of points of a path: to begin a shape takes as long as some
    /// points of it.
    fn points(&self) -> usize {
        match self {
            Self::Path(path, ..) | Self::Fill(path, _) => 4 + path.len(),
            // A guess: how many dashes there are depends on their length.
            Self::Dashed(path, ..) => 40 + 4 * path.len(),
            Self::Disc(..) | Self::Ring(..) => 8,
            Self::Text(_) => 16,
        }
    }
}

fn draw_error(error: impl Display) -> DrawError {
    DrawError(format!("The chart could not be drawn: {error}"))
}

/// Parts of a pixel for a length in CSS pixels.
fn parts(css: f64, scale: f64) -> i32 {
    (css * scale * f64::from(PARTS_OF_PIXEL)).round() as i32
}

/// The nearest position at which the edges of a line of `width` device pixels are edges of pixels, in
/// CSS pixels: a line between two pixels is blurred.
fn sharp(css: f64, scale: f64, width: f64) -> f64 {
    let half = width / 2.0;
    ((css * scale - half).round() + half) / scale
}

/// A path along an axis, or an area whose sides are, with sharp edges; others as they are. An area has no
/// width.
fn sharp_path(path: &[Position], scale: f64, width: Option<f64>) -> Vec<Position> {
    let mut path = path.to_vec();
    let is_level = |side: fn(&Position) -> f64| path.iter().all(|at| side(at) == side(&path[0]));
    let ([upright, flat], width) = match width {
        Some(width) => {
            let width = (width * scale).max(1.0).round();
            ([is_level(|at| at.0), is_level(|at| at.1)], width)
        }
        None => ([is_upright_rectangle(&path); 2], 0.0),
    };
    for at in &mut path {
        if upright {
            at.0 = sharp(at.0, scale, width);
        }
        if flat {
            at.1 = sharp(at.1, scale, width);
        }
    }
    path
}

/// Whether corners are those of a rectangle along both axes.
fn is_upright_rectangle(corners: &[Position]) -> bool {
    match corners {
        [a, b, c, d] => a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0,
        _ => false,
    }
}

fn paint<DB: DrawingBackend>(
    shape: &Shape,
    backend: &mut DB,
    frame: Frame,
) -> Result<(), DrawError> {
    let scale = frame.scale;
    let (path, width, colour) = match shape {
        Shape::Text(text) => {
            let at = (parts(text.at.0, scale), parts(text.at.1, scale));
            let drawn = backend.draw_text(&text.text, &TextStyle { text, frame }, at);
            return drawn.map_err(draw_error);
        }
        Shape::Disc(centre, radius, colour) | Shape::Ring(centre, radius, colour, _) => {
            let width = match shape {
                Shape::Ring(.., width) => Some(*width),
                _ => None,
            };
            let centre = (parts(centre.0, scale), parts(centre.1, scale));
            let radius = parts(*radius, scale).max(PARTS_OF_PIXEL as i32 / 2) as u32;
            let style = style(colour, width.unwrap_or(1.0), scale);
            let drawn = backend.draw_circle(centre, radius, &style, width.is_none());
            return drawn.map_err(draw_error);
        }
        Shape::Fill(corners, colour) => (corners, None, colour),
        Shape::Path(path, colour, width) | Shape::Dashed(path, _, colour, width) => {
            (path, Some(*width), colour)
        }
    };
    let path = sharp_path(path, scale, width);
    let at = |position: Position| (parts(position.0, scale), parts(position.1, scale));
    let style = style(colour, width.unwrap_or(1.0), scale);
    let drawn = match shape {
        Shape::Fill(..) => backend.fill_polygon(path.into_iter().map(at), &style),
        Shape::Dashed(_, pattern, ..) => {
            let mut drawn = Ok(());
            dashes_of(&path, pattern, &mut |dash| {
                let next = backend.draw_path(dash.into_iter().map(at), &style);
                if drawn.is_ok() {
                    drawn = next;
                }
            });
            drawn
        }
        _ => backend.draw_path(path.into_iter().map(at), &style),
    };
    drawn.map_err(draw_error)
}

/// A line of a width in CSS pixels; nothing is thinner than a device pixel.
fn style(colour: &RGBAColor, width: f64, scale: f64) -> ShapeStyle {
    ShapeStyle {
        color: *colour,
        filled: true,
        stroke_width: parts(1.0, (width * scale).max(1.0)) as u32,
    }
}

/// A text as a backend asks for it. plotters' own text style would bring its font handling along, which a
/// canvas has no use for.
struct TextStyle<'a> {
    text: &'a Text,
    frame: Frame,
}

impl BackendTextStyle for TextStyle<'_> {
    type FontError = DrawError;

    fn color(&self) -> BackendColor {
        let colour = self.text.colour;
        BackendColor {
            alpha: 1.0,
            rgb: (colour.0, colour.1, colour.2),
        }
    }

    fn size(&self) -> f64 {
        FONT_SIZE * self.frame.scale * f64::from(PARTS_OF_PIXEL)
    }

    fn transform(&self) -> FontTransform {
        match self.text.turned {
            true => FontTransform::Rotate270,
            false => FontTransform::None,
        }
    }

    fn style(&self) -> FontStyle {
        match self.text.bold {
            true => FontStyle::Bold,
            false => FontStyle::Normal,
        }
    }

    fn anchor(&self) -> Pos {
        Pos::new(self.text.anchor.0, self.text.anchor.1)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(self.frame.font_family())
    }

    fn layout_box(&self, _: &str) -> Result<(BackendCoord, BackendCoord), DrawError> {
        Err(no_own_letters())
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: F,
    ) -> Result<Result<(), E>, DrawError> {
        Err(no_own_letters())
    }
}

/// For backends that have texts drawn pixel by pixel: we know none.
fn no_own_letters() -> DrawError {
    draw_error("the backend has no fonts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_along_an_axis_have_sharp_edges_and_others_keep_their_place() {
        // One device pixel: its centre is half a pixel from an edge.
        let flat = sharp_path(&[(0.2, 10.3), (50.7, 10.3)], 1.0, Some(1.0));
        assert_eq!(flat, [(0.2, 10.5), (50.7, 10.5)]);
        // Two device pixels on a screen of twice the sharpness.
        let upright = sharp_path(&[(7.3, 0.0), (7.3, 9.0)], 2.0, Some(1.0));
        assert_eq!(upright, [(7.5, 0.0), (7.5, 9.0)]);
        let slanted = [(0.2, 10.3), (50.7, 11.3)];
        assert_eq!(sharp_path(&slanted, 1.0, Some(1.0)), slanted);
    }

    #[test]
    fn only_rectangles_along_the_axes_are_sharpened() {
        let corners = [(1.2, 2.3), (8.0, 2.3), (8.0, 9.1), (1.2, 9.1)];
        let sharp = [(1.0, 2.5), (8.0, 2.5), (8.0, 9.0), (1.0, 9.0)];
        assert_eq!(sharp_path(&corners, 2.0, None), sharp);
        let diamond = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
        assert_eq!(sharp_path(&diamond, 2.0, None), diamond);
        assert_eq!(sharp_path(&corners[..3], 2.0, None), corners[..3]);
    }
}
