//! What tells lines apart beside colour: the shape of their markers and the pattern of their dashes.

use plotters::style::{Color, RGBAColor, RGBColor};

use crate::drawing::Position;
use crate::figure::Figure;

/// The shape of the symbol at each point of a line.
#[derive(Clone, Copy)]
pub(crate) enum Marker {
    /// The marker of the line with this index: five shapes, which then repeat.
    Line(usize),
    /// The marker of published values. It looks like that of line 3, but only published values are
    /// hollow and in the colour of text.
    Diamond,
    /// The marker of a reader's prediction.
    Cross,
    /// The marker of runs that diverged.
    Star,
    /// The symbol of a target, counted from 0: eight shapes, which then repeat. They are those of the page
    /// (www/views/heads/names.js). See [`Figure::target_mark`].
    Target(usize),
}

/// Dashes and gaps of the first lines, in CSS pixels; then they repeat.
const DASHES: [&[f64]; 5] = [
    &[],
    &[7.0, 4.0],
    &[2.0, 3.0],
    &[9.0, 3.0, 2.0, 3.0],
    &[14.0, 4.0],
];

const SQUARE: &[Position] = &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)];
const TRIANGLE: &[Position] = &[(0.0, -1.1), (1.05, 0.8), (-1.05, 0.8)];
const DIAMOND: &[Position] = &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)];
const TRIANGLE_DOWN: &[Position] = &[(0.0, 1.1), (1.05, -0.8), (-1.05, -0.8)];
const CROSS: &[Position] = &[
    (0.57, -1.06),
    (1.06, -0.57),
    (0.49, 0.00),
    (1.06, 0.57),
    (0.57, 1.06),
    (0.00, 0.49),
    (-0.57, 1.06),
    (-1.06, 0.57),
    (-0.49, 0.00),
    (-1.06, -0.57),
    (-0.57, -1.06),
    (0.00, -0.49),
];

const STAR: &[Position] = &[
    (0.00, -1.10),
    (0.21, -0.51),
    (0.78, -0.78),
    (0.51, -0.21),
    (1.10, 0.00),
    (0.51, 0.21),
    (0.78, 0.78),
    (0.21, 0.51),
    (0.00, 1.10),
    (-0.21, 0.51),
    (-0.78, 0.78),
    (-0.51, 0.21),
    (-1.10, 0.00),
    (-0.51, -0.21),
    (-0.78, -0.78),
    (-0.21, -0.51),
];

/// With five points.
const PENTAGRAM: &[Position] = &[
    (0.00, -1.25),
    (0.29, -0.41),
    (1.19, -0.39),
    (0.48, 0.15),
    (0.73, 1.01),
    (0.00, 0.50),
    (-0.73, 1.01),
    (-0.48, 0.15),
    (-1.19, -0.39),
    (-0.29, -0.41),
];

const PLUS: &[Position] = &[
    (-0.36, -1.10),
    (0.36, -1.10),
    (0.36, -0.36),
    (1.10, -0.36),
    (1.10, 0.36),
    (0.36, 0.36),
    (0.36, 1.10),
    (-0.36, 1.10),
    (-0.36, 0.36),
    (-1.10, 0.36),
    (-1.10, -0.36),
    (-0.36, -0.36),
];

const HEXAGON: &[Position] = &[
    (0.00, -1.10),
    (0.95, -0.55),
    (0.95, 0.55),
    (0.00, 1.10),
    (-0.95, 0.55),
    (-0.95, -0.55),
];

/// The shapes of targets: ●▲■◆★▼✚⬢.
const TARGETS: [&[Position]; 8] = [
    &[],
    TRIANGLE,
    SQUARE,
    DIAMOND,
    PENTAGRAM,
    TRIANGLE_DOWN,
    PLUS,
    HEXAGON,
];

/// The dashes of the line with this index.
pub(crate) fn dashes(line: usize) -> &'static [f64] {
    DASHES[line % DASHES.len()]
}

impl Marker {
    /// Its corners around the origin, for radius 1; none for a disc.
    fn corners(self) -> &'static [Position] {
        match self {
            Marker::Line(index) => [&[], SQUARE, TRIANGLE, DIAMOND, TRIANGLE_DOWN][index % 5],
            Marker::Diamond => DIAMOND,
            Marker::Cross => CROSS,
            Marker::Star => STAR,
            Marker::Target(target) => TARGETS[target % TARGETS.len()],
        }
    }

    /// Its corners around a position; none for a disc.
    fn outline(self, at: Position, radius: f64) -> Vec<Position> {
        let corner = |(x, y): &Position| (at.0 + radius * x, at.1 + radius * y);
        self.corners().iter().map(corner).collect()
    }
}

impl Figure {
    /// Draws a filled marker.
    pub fn marker(&mut self, marker: Marker, at: Position, radius: f64, colour: impl Color) {
        let outline = marker.outline(at, radius);
        match outline.is_empty() {
            true => self.disc(at, radius, colour),
            false => self.fill(outline, colour),
        }
    }

    /// Draws the symbol of a target, counted from 0. The shapes and colours of the first eight come again, hollow.
    pub fn target_mark(&mut self, target: usize, at: Position, radius: f64, colour: RGBColor) {
        let (marker, background) = (Marker::Target(target), self.theme.background());
        match (target / TARGETS.len()).is_multiple_of(2) {
            true => self.marker(marker, at, radius, colour),
            false => self.hollow_marker(marker, at, radius, colour.to_rgba(), background),
        }
    }

    /// Draws a hollow marker, filled with a background that hides what is behind it.
    pub fn hollow_marker(
        &mut self,
        marker: Marker,
        at: Position,
        radius: f64,
        colour: RGBAColor,
        background: impl Color,
    ) {
        self.marker(marker, at, radius, background);
        let mut outline = marker.outline(at, radius);
        if outline.is_empty() {
            return self.ring(at, radius, colour, 1.5);
        }
        // Up to the second corner, so that the first one is joined too.
        outline.extend_from_within(..2);
        self.line(outline, colour, 1.5);
    }
}
