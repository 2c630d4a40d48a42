//! The line at D and the two regimes beside it: too few heads, and enough. A chart without a D has
//! none of this.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::Transition;
use super::data::HeadsAxis;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::plot::Plot;

impl Transition {
    /// The background behind `h` heads: too few, enough, or neither where there is no D.
    pub(super) fn background_at(&self, figure: &Figure, h: u32) -> RGBColor {
        match self.D {
            None => figure.theme.background(),
            Some(dimension) if h < dimension => figure.theme.too_few(),
            Some(_) => figure.theme.enough(),
        }
    }

    /// Shades the two regimes.
    pub(super) fn draw_backgrounds(&self, figure: &mut Figure, plot: &Plot) {
        let Some(border) = self.border(plot) else {
            return;
        };
        let (too_few, enough) = (figure.theme.too_few(), figure.theme.enough());
        figure.rectangle((plot.left, plot.top), (border, plot.bottom), too_few);
        figure.rectangle((border, plot.top), (plot.right, plot.bottom), enough);
    }

    /// The pixel from the left at which one regime ends and the other begins.
    fn border(&self, plot: &Plot) -> Option<f64> {
        let dimension = f64::from(self.D?);
        Some(plot.x(match self.heads_axis {
            HeadsAxis::Linear => dimension - 0.5,
            HeadsAxis::Log => dimension / std::f64::consts::SQRT_2,
        }))
    }

    /// Draws the names of the regimes, where they have space. On the left below the points, which
    /// are high there; on the right above them, beside the line at D.
    pub(super) fn draw_regime_names(&self, figure: &mut Figure, plot: &Plot) {
        let (Some(border), Some(dimension)) = (self.border(plot), self.D) else {
            return;
        };
        let line = plot.x(f64::from(dimension));
        let first_that_fits = |space: f64, names: [&'static str; 2]| {
            let fits = |name: &&str| width_of(name, false) + 14.0 < space;
            names.into_iter().find(fits)
        };
        let too_few = first_that_fits(
            border - plot.left,
            ["too few heads: exponential", "exponential"],
        );
        if let Some(name) = too_few {
            let (left, bottom) = (plot.left + 7.0, plot.bottom - 8.0);
            let to = (left + width_of(name, false), bottom);
            // Over the grid, not behind it.
            figure.rectangle((left, bottom - FONT_SIZE), to, figure.theme.too_few());
            figure.muted_text(name, (left, bottom), (HPos::Left, VPos::Bottom));
        }
        let enough = first_that_fits(plot.right - line, ["enough heads: efficient", "efficient"]);
        if let Some(name) = enough {
            let below = if self.dimension_name_is_inside(plot) {
                22.0
            } else {
                8.0
            };
            let (right, top) = (plot.right - 7.0, plot.top + below);
            let from = (right - width_of(name, false), top);
            figure.rectangle(from, (right, top + FONT_SIZE), figure.theme.enough());
            figure.muted_text(name, (right, top), (HPos::Right, VPos::Top));
        }
    }

    /// Whether the name of the line at D is inside the plot, because the name of the error axis takes
    /// the space above it.
    fn dimension_name_is_inside(&self, plot: &Plot) -> bool {
        let line = self
            .D
            .map_or(plot.right, |dimension| plot.x(f64::from(dimension)));
        line < width_of(&self.error_axis_name(), false) + 34.0
    }

    /// Draws the line at D, and its name.
    pub(super) fn draw_line_at_dimension(&self, figure: &mut Figure, plot: &Plot) {
        let Some(dimension) = self.D else {
            return;
        };
        let x = plot.x(f64::from(dimension));
        if x <= plot.left || x >= plot.right {
            return;
        }
        let (muted, ink) = (figure.theme.muted(), figure.theme.ink());
        let line = [(x, plot.top), (x, plot.bottom)];
        figure.dashed(&line, &[6.0, 4.0], muted.to_rgba(), 1.0);
        let name = format!("D = {dimension}");
        if self.dimension_name_is_inside(plot) {
            let at = (x + 5.0, plot.top + 4.0);
            figure.text(&name, at, (HPos::Left, VPos::Top), ink, true);
        } else {
            let at = (x, plot.top - 4.0);
            figure.text(&name, at, (HPos::Center, VPos::Bottom), ink, true);
        }
    }
}
