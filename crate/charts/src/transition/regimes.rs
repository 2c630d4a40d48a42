//! What D says: the line at D, and the two regimes beside it. A chart without a D has none of this.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::Transition;
use super::given::Heads;
use crate::drawing::{LABEL, width_of};
use crate::figure::{Figure, Plot};

impl Transition {
    /// The ground behind `h` heads: too few, enough, or neither where the task has no D.
    pub(super) fn regime(&self, figure: &Figure, h: u32) -> RGBColor {
        match self.D {
            None => figure.theme.ground(),
            Some(dimension) if h < dimension => figure.theme.few(),
            Some(_) => figure.theme.enough(),
        }
    }

    /// The two regimes, shaded.
    pub(super) fn ground(&self, figure: &mut Figure, plot: &Plot) {
        let Some(edge) = self.edge(plot) else {
            return;
        };
        let (few, enough) = (figure.theme.few(), figure.theme.enough());
        figure.rectangle((plot.left, plot.top), (edge, plot.bottom), few);
        figure.rectangle((edge, plot.top), (plot.right, plot.bottom), enough);
    }

    /// Where one regime ends and the other begins.
    fn edge(&self, plot: &Plot) -> Option<f64> {
        let dimension = f64::from(self.D?);
        Some(plot.x(match self.heads {
            Heads::Linear => dimension - 0.5,
            Heads::Log => dimension / std::f64::consts::SQRT_2,
        }))
    }

    /// The names of the regimes, where they have room. Left: below the marks, which are high there.
    /// Right: above them, beside the line at D.
    pub(super) fn regimes(&self, figure: &mut Figure, plot: &Plot) {
        let (Some(edge), Some(dimension)) = (self.edge(plot), self.D) else {
            return;
        };
        let line = plot.x(f64::from(dimension));
        let word = |room: f64, words: [&'static str; 2]| {
            let fits = |word: &&str| width_of(word, false) + 14.0 < room;
            words.into_iter().find(fits)
        };
        let few = word(
            edge - plot.left,
            ["too few heads: exponential", "exponential"],
        );
        if let Some(few) = few {
            let (left, bottom) = (plot.left + 7.0, plot.bottom - 8.0);
            let to = (left + width_of(few, false), bottom);
            // Over the grid, not behind it.
            figure.rectangle((left, bottom - LABEL), to, figure.theme.few());
            figure.quiet_text(few, (left, bottom), (HPos::Left, VPos::Bottom));
        }
        let enough = word(plot.right - line, ["enough heads: efficient", "efficient"]);
        if let Some(enough) = enough {
            let below = if self.is_inside(plot) { 22.0 } else { 8.0 };
            let (right, top) = (plot.right - 7.0, plot.top + below);
            let from = (right - width_of(enough, false), top);
            figure.rectangle(from, (right, top + LABEL), figure.theme.enough());
            figure.quiet_text(enough, (right, top), (HPos::Right, VPos::Top));
        }
    }

    /// Whether the name of the line at D has to stand inside the plot, because the name of the axis is
    /// where it would stand.
    fn is_inside(&self, plot: &Plot) -> bool {
        let line = self
            .D
            .map_or(plot.right, |dimension| plot.x(f64::from(dimension)));
        line < width_of(&self.errors(), false) + 34.0
    }

    /// The line itself, and its name.
    pub(super) fn line_at_dimension(&self, figure: &mut Figure, plot: &Plot) {
        let Some(dimension) = self.D else {
            return;
        };
        let x = plot.x(f64::from(dimension));
        if x <= plot.left || x >= plot.right {
            return;
        }
        let (quiet, ink) = (figure.theme.quiet(), figure.theme.ink());
        let line = [(x, plot.top), (x, plot.bottom)];
        figure.dashed(&line, &[6.0, 4.0], quiet.to_rgba(), 1.0);
        let name = format!("D = {dimension}");
        if self.is_inside(plot) {
            let at = (x + 5.0, plot.top + 4.0);
            figure.text(&name, at, (HPos::Left, VPos::Top), ink, true);
        } else {
            let at = (x, plot.top - 4.0);
            figure.text(&name, at, (HPos::Center, VPos::Bottom), ink, true);
        }
    }
}
