//! The axis of heads: one by one, or in powers of two with the rank of each below.

use plotters::style::text_anchor::{HPos, VPos};

use super::Transition;
use super::data::HeadsAxis;
use crate::axis::{Axis, Tick};
use crate::figure::Figure;
use crate::plot::Plot;

impl Transition {
    /// The axis for these numbers of heads, and its ticks.
    pub(super) fn axis_of_heads(&self, heads: &[u32]) -> (Axis, Vec<Tick>) {
        let first = heads.first().copied().unwrap_or(1);
        let last = heads.last().copied().unwrap_or(5);
        match self.heads_axis {
            HeadsAxis::Linear => {
                let last = last.max(first.saturating_add(1));
                let axis = Axis::Linear(f64::from(first) - 0.5, f64::from(last) + 0.5);
                // No tick at a number of heads that no run has.
                let few: Vec<u32> = (first..=last).collect();
                let heads = if heads.is_empty() { &few[..] } else { heads };
                let tick = |h: &u32| Tick::new((*h).into(), h.to_string());
                (axis, heads.iter().map(tick).collect())
            }
            HeadsAxis::Log => {
                let (first, last) = (first.max(1), last.max(first.max(1).saturating_mul(2)));
                let powers: Vec<u32> = (0..31)
                    .map(|i| first << i)
                    .take_while(|h| *h <= last)
                    .collect();
                let heads = if heads.is_empty() { &powers[..] } else { heads };
                let half = std::f64::consts::SQRT_2;
                let axis = Axis::Log(f64::from(first) / half, f64::from(last) * half);
                let tick = |h: &u32| Tick::new(f64::from(*h), h.to_string());
                (axis, heads.iter().map(tick).collect())
            }
        }
    }

    /// Draws a second row below the heads: the rank of each where they share a width.
    pub(super) fn draw_ranks(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        ticks: &[Tick],
        shared_width: u32,
    ) {
        let rank = |tick: &Tick| {
            let h = (tick.value as u32).max(1);
            Tick::new(tick.value, (shared_width / h).to_string())
        };
        let ranks: Vec<Tick> = ticks.iter().map(rank).collect();
        figure.tick_row(plot, &ranks, 20.0, false);
        for (name, below) in [("h", 6.0), ("rank", 20.0)] {
            let at = (plot.left - 6.0, plot.bottom + below);
            figure.text(
                name,
                at,
                (HPos::Right, VPos::Top),
                figure.theme.ink(),
                false,
            );
        }
    }
}
