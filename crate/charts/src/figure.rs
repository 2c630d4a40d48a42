//! What all charts share: the frame, a plot with a logarithmic error axis, its grid and its texts.
//!
//! Axes are drawn here and not by plotters' mesh, which measures every label by laying out a
//! `<span>` in the page: that would force a reflow per label on every frame.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use plotters::coord::Shift;
use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Deserialize;

use crate::axis::power_of_ten;
use crate::palette::Theme;

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

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for DrawError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(format!("The chart could not be drawn: {error}"))
    }
}

/// What the error axis spans: from a power of ten up to just above the largest error.
pub(crate) struct Errors {
    lowest: i32,
    pub ceiling: f64,
}

impl Errors {
    /// An axis for `errors`. However small or large these are, the axis stays one that can be read:
    /// a slow start or a diverging run must not squeeze the rest.
    pub fn of(errors: impl Iterator<Item = f64>) -> Self {
        let seen = errors.filter(|y| y.is_finite() && *y > 0.0);
        // Untrained models err by 1 to 2.5: an axis that holds this from the start does not jump.
        let (low, high) = seen.fold((0.05, 2.5), |(low, high): (f64, f64), y| {
            (low.min(y), high.max(y))
        });
        Self {
            lowest: low.max(1e-9).log10().floor() as i32,
            ceiling: high.min(10.0),
        }
    }

    /// The lower end.
    pub fn floor(&self) -> f64 {
        10f64.powi(self.lowest)
    }

    /// The nearest value that is on the axis.
    pub fn clamp(&self, y: f64) -> f64 {
        y.clamp(self.floor(), self.ceiling)
    }

    fn exponents(&self) -> RangeInclusive<i32> {
        self.lowest..=self.ceiling.log10().floor() as i32
    }
}

/// A plot: linear to the right, logarithmic upwards.
pub(crate) type Plot<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, LogCoord<f64>>>;

/// Font stack of all texts.
const FAMILY: &str = "system-ui, sans-serif";

/// Sizes in CSS pixels.
pub(crate) const LABEL: f64 = 12.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 40.0;

/// An area to draw on, with its frame.
pub(crate) struct Figure<'a, DB: DrawingBackend> {
    pub root: &'a DrawingArea<DB, Shift>,
    pub frame: Frame,
    /// What font sizes are multiplied by: backends do not agree on them.
    pub font: f64,
}

impl<'a, DB: DrawingBackend> Figure<'a, DB> {
    /// A figure on a backend that takes font sizes as they are.
    pub fn new(root: &'a DrawingArea<DB, Shift>, frame: Frame) -> Self {
        let font = 1.0;
        Self { root, frame, font }
    }

    /// CSS pixels as device pixels.
    pub fn px(&self, css: f64) -> i32 {
        (css * self.frame.scale).round() as i32
    }

    /// A line's width.
    pub fn stroke(&self, css: f64) -> u32 {
        self.px(css).max(1) as u32
    }

    /// Writes `text` at device pixels.
    pub fn text(
        &self,
        text: &str,
        at: (i32, i32),
        anchor: (HPos, VPos),
        colour: RGBColor,
        bold: bool,
    ) -> Result<(), DrawError> {
        let style = if bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        let font: FontDesc = (FAMILY, LABEL * self.frame.scale * self.font, style).into();
        let style = font.color(&colour).pos(Pos::new(anchor.0, anchor.1));
        self.root.draw_text(text, &style, at)?;
        Ok(())
    }

    /// An empty plot over `x` and `y`, leaving `right` CSS pixels free.
    pub fn plot(&self, x: Range<f64>, y: &Errors, right: f64) -> Result<Plot<'_, DB>, DrawError> {
        Ok(ChartBuilder::on(self.root)
            .margin_left(self.px(LEFT))
            .margin_right(self.px(right))
            .margin_top(self.px(TOP))
            .margin_bottom(self.px(BOTTOM))
            .build_cartesian_2d(x, (y.floor()..y.ceiling).log_scale())?)
    }

    /// Grid, ticks and names of both axes.
    pub fn axes(
        &self,
        plot: &mut Plot<'_, DB>,
        ticks: &[(f64, String)],
        errors: &Errors,
        names: (&str, &str),
    ) -> Result<(), DrawError> {
        let theme = self.frame.theme;
        let (xs, ys) = plot.plotting_area().get_pixel_range();
        let faint = theme.grid().stroke_width(self.stroke(1.0));
        // Where the plot is low, not every power of ten has room for its name.
        let exponents = errors.exponents();
        let room = f64::from(ys.end - ys.start) / (1.6 * LABEL * self.frame.scale);
        let every = (exponents.clone().count() as f64 / room.max(1.0)).ceil() as i32;
        for exponent in exponents.clone() {
            let y = plot.backend_coord(&(0.0, 10f64.powi(exponent))).1;
            self.root
                .draw(&PathElement::new(vec![(xs.start, y), (xs.end, y)], faint))?;
            if (exponents.end() - exponent) % every.max(1) == 0 {
                let at = (xs.start - self.px(8.0), y);
                self.text(
                    &power_of_ten(exponent),
                    at,
                    (HPos::Right, VPos::Center),
                    theme.quiet(),
                    false,
                )?;
            }
        }
        for (x, name) in ticks {
            let x = plot.backend_coord(&(*x, errors.floor())).0;
            let tick = vec![(x, ys.end), (x, ys.end + self.px(4.0))];
            self.root.draw(&PathElement::new(tick, faint))?;
            let at = (x, ys.end + self.px(6.0));
            self.text(name, at, (HPos::Center, VPos::Top), theme.quiet(), false)?;
        }
        let (width, _) = self.root.dim_in_pixel();
        let below = (
            ((xs.start + xs.end) / 2).min(width as i32),
            ys.end + self.px(22.0),
        );
        self.text(
            names.0,
            below,
            (HPos::Center, VPos::Top),
            theme.ink(),
            false,
        )?;
        let above = (self.px(4.0), self.px(4.0));
        self.text(names.1, above, (HPos::Left, VPos::Top), theme.ink(), false)
    }
}
