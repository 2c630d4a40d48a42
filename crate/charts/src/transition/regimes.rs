//! The line at D and the two regimes beside it: too few heads, and enough. A chart without a D has
//! none of this.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::Transition;
use super::data::HeadsAxis;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::part::Part;
use crate::plot::Plot;

impl Transition {
    /// The background behind `h` heads: too few, enough, or neither where there is no D.
    pub(super) fn background_at(&self, figure: &Figure, h: u32) -> RGBColor {
        match self.enough_from().filter(|_| !self.hides(Part::Zones)) {
            None => figure.theme.background(),
            Some(from) if h < from => figure.theme.too_few(),
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
        let from = f64::from(self.enough_from()?);
        Some(plot.x(match self.heads_axis {
            HeadsAxis::Linear => from - 0.5,
            HeadsAxis::Log => from / std::f64::consts::SQRT_2,
        }))
    }

    /// Draws the names of the regimes, where they have space. On the left below the points, which
    /// are high there; on the right above them, beside the line at D.
    pub(super) fn draw_regime_names(&self, figure: &mut Figure, plot: &Plot) {
        let (Some(border), Some(from)) = (self.border(plot), self.enough_from()) else {
            return;
        };
        let line = plot.x(f64::from(from));
        let first_that_fits = |space: f64, names: [&'static str; 2]| {
            let fits = |name: &&str| width_of(name, false) + 14.0 < space;
            names.into_iter().find(fits)
        };
        let too_few = first_that_fits(
            border - plot.left,
            ["too few heads: the error stays high", "too few heads"],
        );
        if let Some(name) = too_few {
            let (left, bottom) = (plot.left + 7.0, plot.bottom - 8.0);
            let to = (left + width_of(name, false), bottom);
            // Over the grid, not behind it.
            figure.rectangle((left, bottom - FONT_SIZE), to, figure.theme.too_few());
            figure.muted_text(name, (left, bottom), (HPos::Left, VPos::Bottom));
        }
        let enough = first_that_fits(
            plot.right - line,
            ["enough heads: the error can fall", "enough heads"],
        );
        if let Some(name) = enough {
            let (right, top) = (plot.right - 7.0, plot.top + 8.0);
            let from = (right - width_of(name, false), top);
            figure.rectangle(from, (right, top + FONT_SIZE), figure.theme.enough());
            figure.muted_text(name, (right, top), (HPos::Right, VPos::Top));
        }
    }

    /// Draws the line at D, and its name.
    pub(super) fn draw_line_at_dimension(&self, figure: &mut Figure, plot: &Plot) {
        let (Some(from), Some(name)) = (self.enough_from(), self.name_of_line()) else {
            return;
        };
        let x = plot.x(f64::from(from));
        if x <= plot.left || x >= plot.right {
            return;
        }
        let (muted, ink) = (figure.theme.muted(), figure.theme.ink());
        let line = [(x, plot.top), (x, plot.bottom)];
        figure.dashed(&line, &[6.0, 4.0], muted.to_rgba(), 1.0);
        let above = (x, plot.top - 4.0 - self.diverged_row());
        // D is a letter of the paper: a reader who has not seen it is told what it counts.
        let label = match (self.layers, from) {
            (0 | 1, 1) => format!("{name} target"),
            (0 | 1, _) => format!("{name} targets"),
            _ => name,
        };
        figure.text(&label, above, (HPos::Center, VPos::Bottom), ink, true);
    }
}
