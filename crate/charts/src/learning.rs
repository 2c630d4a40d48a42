//! Learning curves: error against step, one line per run, coloured by its number of heads.

use lab::CurvePoint;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use serde::Deserialize;

use crate::axis::{grouped, round_steps, spread};
use crate::figure::{DrawError, Errors, Figure, Frame, LABEL};
use crate::palette::colour_of;

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
pub struct Learning {
    /// Where to.
    pub frame: Frame,
    /// The last step of the recipe: the right end of the axis.
    pub steps: u32,
    /// One per run. Ghosts are drawn behind.
    pub lines: Vec<Line>,
}

/// One run's learning curve.
#[derive(Clone, Debug, Deserialize)]
pub struct Line {
    /// Heads of the run.
    pub h: u32,
    /// Its curve.
    pub curve: Vec<CurvePoint>,
    /// Recorded earlier, and drawn as a shadow.
    #[serde(default)]
    pub ghost: bool,
}

impl Learning {
    /// Draws the chart on `root`.
    pub fn draw<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Result<(), DrawError> {
        self.draw_on(&Figure::new(root, self.frame))
    }

    /// Draws the chart and ends the drawing: what stands around it comes before.
    pub(crate) fn draw_on<DB: DrawingBackend>(
        &self,
        figure: &Figure<'_, DB>,
    ) -> Result<(), DrawError> {
        let theme = self.frame.theme;
        let points = self.lines.iter().flat_map(|line| &line.curve);
        let errors = Errors::of(points.map(|point| point.1));
        let end = f64::from(self.steps.max(1));
        let mut plot = figure.plot(0.0..end, &errors, 46.0)?;

        let room = (self.frame.width / 90.0).clamp(2.0, 8.0) as usize;
        let ticks: Vec<_> = round_steps(self.steps, room)
            .into_iter()
            .map(|step| (f64::from(step), grouped(step)))
            .collect();
        figure.axes(
            &mut plot,
            &ticks,
            &errors,
            ("training step", "error on unseen data (NMSE)"),
        )?;

        let on_plot = |line: &Line| -> Vec<(f64, f64)> {
            let drawn = line.curve.iter().filter(|p| p.1.is_finite() && p.1 > 0.0);
            drawn
                .map(|p| (f64::from(p.0).min(end), errors.clamp(p.1)))
                .collect()
        };
        // Shadows step back only when there is something in front of them.
        let live = self
            .lines
            .iter()
            .any(|line| !line.ghost && !line.curve.is_empty());
        let (strength, width) = if live { (0.5, 1.2) } else { (0.95, 1.8) };
        for line in self.lines.iter().filter(|line| line.ghost) {
            let colour = colour_of(line.h, theme).mix(strength);
            let style = colour.stroke_width(figure.stroke(width));
            let (dash, gap) = (figure.px(5.0), figure.px(3.0));
            plot.draw_series(DashedLineSeries::new(on_plot(line), dash, gap, style))?;
        }
        for line in self.lines.iter().filter(|line| !line.ghost) {
            let style = colour_of(line.h, theme).stroke_width(figure.stroke(2.0));
            plot.draw_series(LineSeries::new(on_plot(line), style))?;
        }

        // Names stand in the margin, each where the line of its heads that reaches farthest ends:
        // beside a shadow at first, beside the live line in the end, and never over a line.
        let mut ends: Vec<(u32, f64, f64)> = Vec::new();
        let shadows_first = [true, false].map(|g| self.lines.iter().filter(move |l| l.ghost == g));
        for line in shadows_first.into_iter().flatten() {
            let Some(&(x, y)) = on_plot(line).last() else {
                continue;
            };
            let end = (line.h, x, f64::from(plot.backend_coord(&(x, y)).1));
            match ends.iter_mut().find(|(h, ..)| *h == line.h) {
                Some(known) if known.1 <= x => *known = end,
                Some(_) => {}
                None => ends.push(end),
            }
        }
        let (xs, ys) = plot.plotting_area().get_pixel_range();
        let gap = 1.25 * LABEL * self.frame.scale;
        let heights: Vec<f64> = ends.iter().map(|end| end.2).collect();
        let placed = spread(&heights, gap, f64::from(ys.start), f64::from(ys.end));
        for ((h, ..), y) in ends.iter().zip(placed) {
            let (name, colour) = (format!("h = {h}"), colour_of(*h, theme));
            let at = (xs.end + figure.px(6.0), y.round() as i32);
            figure.text(&name, at, (HPos::Left, VPos::Center), colour, true)?;
        }
        figure.root.present()?;
        Ok(())
    }
}
