//! What tells lines apart beside colour: the shape of their marks and the pattern of their dashes.

use plotters::style::{Color, RGBAColor};

use crate::drawing::Point;
use crate::figure::Figure;

/// Dashes and gaps of the first lines, in CSS pixels; then they come round again.
const DASHES: [&[f64]; 5] = [
    &[],
    &[7.0, 4.0],
    &[2.0, 3.0],
    &[9.0, 3.0, 2.0, 3.0],
    &[14.0, 4.0],
];

/// The dashes of the `index`-th line.
pub(crate) fn dashes(index: usize) -> &'static [f64] {
    DASHES[index % DASHES.len()]
}

/// The corners of the `index`-th mark around the origin, for radius 1; none for a disc.
fn corners(index: usize) -> &'static [Point] {
    if index == CROSS {
        return &SALTIRE;
    }
    match index % 5 {
        0 => &[],
        1 => &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
        2 => &[(0.0, -1.1), (1.05, 0.8), (-1.05, 0.8)],
        3 => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
        _ => &[(0.0, 1.1), (1.05, -0.8), (-1.05, -0.8)],
    }
}

/// The shape of published values, which no line of ours has hollow in ink.
pub(crate) const DIAMOND: usize = 3;

/// The shape of what a reader expects. No line of results comes so far.
pub(crate) const CROSS: usize = usize::MAX;

/// Its corners.
const SALTIRE: [Point; 12] = [
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

impl Figure {
    /// The `index`-th mark, filled.
    pub fn mark(&mut self, index: usize, at: Point, radius: f64, colour: impl Color) {
        match corners(index) {
            [] => self.disc(at, radius, colour),
            corners => self.fill(around(corners, at, radius), colour),
        }
    }

    /// The `index`-th mark, hollow, on a ground that hides what is behind it.
    pub fn hollow(
        &mut self,
        index: usize,
        at: Point,
        radius: f64,
        colour: RGBAColor,
        ground: impl Color,
    ) {
        self.mark(index, at, radius, ground);
        match corners(index) {
            [] => self.ring(at, radius, colour, 1.5),
            corners => {
                let mut outline = around(corners, at, radius);
                // To the second corner, so that the first is joined too.
                outline.extend_from_within(..2);
                self.line(outline, colour, 1.5);
            }
        }
    }
}

fn around(corners: &[Point], at: Point, radius: f64) -> Vec<Point> {
    corners
        .iter()
        .map(|(x, y)| (at.0 + radius * x, at.1 + radius * y))
        .collect()
}
