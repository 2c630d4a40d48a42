//! A plot: the rectangle between two axes, and the conversion from values to pixels and back. Nothing
//! is drawn here.

use crate::axis::Axis;
use crate::drawing::Position;
use crate::frame::Frame;

/// Free space around a plot, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Margins {
    /// Space for tick labels and the names of both axes, and `right` pixels on the right.
    pub fn with_right(right: f64) -> Self {
        Self {
            left: 44.0,
            right,
            top: 26.0,
            bottom: 40.0,
        }
    }
}

/// Two axes and their place in a frame, in CSS pixels.
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
    /// A plot that leaves `margins` free. A frame that is too small for them still has a plot, of one
    /// pixel.
    pub fn new(frame: Frame, x: Axis, y: Axis, margins: Margins) -> Self {
        let Frame { width, height, .. } = frame;
        let (left, top) = (margins.left.min(width / 2.0), margins.top.min(height / 2.0));
        Self {
            left,
            right: (width - margins.right).max(left + 1.0),
            top,
            bottom: (height - margins.bottom).max(top + 1.0),
            x,
            y,
        }
    }

    /// The pixel from the left of a value on the x axis; values beyond the axis are at its end.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (self.right - self.left)
    }

    /// The pixel from the top of a value on the y axis; values beyond the axis are at its end.
    pub fn y(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - self.top)
    }

    /// The value on the y axis at a pixel from the top.
    pub fn value_at(&self, y: f64) -> f64 {
        self.y.value((self.bottom - y) / (self.bottom - self.top))
    }

    /// The position of a pair of values.
    pub fn at(&self, x: f64, y: f64) -> Position {
        (self.x(x), self.y(y))
    }

    pub fn centre(&self) -> Position {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }
}
