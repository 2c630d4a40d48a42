//! The transition: error against number of heads, with the line at D. This is the picture of the
//! first cliff.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use serde::Deserialize;

use crate::figure::{DrawError, Errors, Figure, Frame, Plot};
use crate::palette::{Theme, colour_of};

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct Transition {
    /// Where to.
    pub frame: Frame,
    /// The task's intrinsic dimension; none for the tasks of paper 2, which have no line to draw.
    #[serde(default)]
    pub D: Option<u32>,
    /// One per number of heads. Ghosts are drawn behind.
    pub marks: Vec<Mark>,
}

/// The error of all runs with one number of heads.
#[derive(Clone, Debug, Deserialize)]
pub struct Mark {
    /// Heads.
    pub h: u32,
    /// Smallest NMSE over seeds.
    pub min: f64,
    /// Median NMSE over seeds.
    pub median: f64,
    /// Largest NMSE over seeds.
    pub max: f64,
    /// Recorded earlier, and drawn as a shadow.
    #[serde(default)]
    pub ghost: bool,
}

impl Mark {
    fn errors(&self) -> [f64; 3] {
        [self.min, self.median, self.max]
    }

    fn can_be_drawn(&self) -> bool {
        self.errors().iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

impl Transition {
    /// Draws the chart on `root`.
    pub fn draw<DB: DrawingBackend>(&self, root: &DrawingArea<DB, Shift>) -> Result<(), DrawError> {
        self.draw_on(&Figure::new(root, self.frame))
    }

    /// Draws the chart and ends the drawing: what stands around it comes before.
    pub(crate) fn draw_on<DB: DrawingBackend>(
        &self,
        figure: &Figure<'_, DB>,
    ) -> Result<(), DrawError> {
        let marks: Vec<&Mark> = self
            .marks
            .iter()
            .filter(|mark| mark.can_be_drawn())
            .collect();
        let errors = Errors::of(marks.iter().flat_map(|mark| mark.errors()));
        let heads = || marks.iter().map(|mark| mark.h);
        let first = heads().min().unwrap_or(1);
        let last = heads().max().unwrap_or(5).max(first + 1);
        let x = f64::from(first) - 0.5..f64::from(last) + 0.5;
        let mut plot = figure.plot(x.clone(), &errors, 12.0)?;

        self.ground(figure, &mut plot, &x, &errors)?;
        // On a long axis only every so many heads are named.
        let room = (self.frame.width / 28.0).max(1.0);
        let every = (f64::from(last - first + 1) / room).ceil() as usize;
        let ticks: Vec<_> = (first..=last)
            .step_by(every.max(1))
            .map(|h| (f64::from(h), h.to_string()))
            .collect();
        let names = ("attention heads h", "error on unseen data (NMSE)");
        figure.axes(&mut plot, &ticks, &errors, names)?;
        self.line_at_dimension(figure, &mut plot, &x, &errors)?;
        self.marks(figure, &mut plot, &marks, &errors)?;
        figure.root.present()?;
        Ok(())
    }

    fn marks<DB: DrawingBackend>(
        &self,
        figure: &Figure<'_, DB>,
        plot: &mut Plot<'_, DB>,
        marks: &[&Mark],
        errors: &Errors,
    ) -> Result<(), DrawError> {
        let theme = self.frame.theme;
        let of = |ghost: bool| marks.iter().filter(move |mark| mark.ghost == ghost);
        let place = |mark: &Mark| (f64::from(mark.h), errors.clamp(mark.median));
        let line = |ghost: bool| {
            let mut line: Vec<_> = of(ghost).map(|mark| place(mark)).collect();
            line.sort_by(|a, b| a.0.total_cmp(&b.0));
            line
        };
        let ghostly = theme.quiet().mix(0.7).stroke_width(figure.stroke(1.2));
        let (dash, gap) = (figure.px(4.0), figure.px(4.0));
        plot.draw_series(DashedLineSeries::new(line(true), dash, gap, ghostly))?;
        let solid = theme.ink().stroke_width(figure.stroke(1.6));
        plot.draw_series(LineSeries::new(line(false), solid))?;

        for mark in of(true) {
            let style = colour_of(mark.h, theme)
                .mix(0.7)
                .stroke_width(figure.stroke(1.5));
            // Filled first, so that no line shows through it.
            let ground = self.regime(mark.h).filled();
            plot.draw_series([Circle::new(place(mark), figure.px(5.0), ground)])?;
            plot.draw_series([Circle::new(place(mark), figure.px(5.0), style)])?;
        }
        for mark in of(false) {
            let colour = colour_of(mark.h, theme);
            let h = f64::from(mark.h);
            let bar = vec![(h, errors.clamp(mark.min)), (h, errors.clamp(mark.max))];
            let wide = colour.mix(0.4).stroke_width(figure.stroke(5.0));
            plot.draw_series([PathElement::new(bar, wide)])?;
            plot.draw_series([Circle::new(place(mark), figure.px(6.0), colour.filled())])?;
        }
        Ok(())
    }

    /// The ground behind `h` heads: too few, enough, or neither where the task has no D.
    fn regime(&self, h: u32) -> RGBColor {
        let Some(dimension) = self.D else {
            return self.frame.theme.ground();
        };
        match (self.frame.theme, h < dimension) {
            (Theme::Light, true) => RGBColor(253, 240, 232),
            (Theme::Light, false) => RGBColor(233, 245, 241),
            (Theme::Dark, true) => RGBColor(48, 36, 30),
            (Theme::Dark, false) => RGBColor(25, 44, 40),
        }
    }

    /// The two regimes, shaded, and named where the names have room.
    fn ground<DB: DrawingBackend>(
        &self,
        figure: &Figure<'_, DB>,
        plot: &mut Plot<'_, DB>,
        x: &Range<f64>,
        errors: &Errors,
    ) -> Result<(), DrawError> {
        let Some(whole) = self.D else {
            return Ok(());
        };
        let (theme, dimension) = (figure.frame.theme, f64::from(whole));
        let edge = (dimension - 0.5).clamp(x.start, x.end);
        for (from, to, colour) in [
            (x.start, edge, self.regime(whole.saturating_sub(1))),
            (edge, x.end, self.regime(whole)),
        ] {
            let corners = [(from, errors.ceiling), (to, errors.floor())];
            plot.draw_series([Rectangle::new(corners, colour.filled())])?;
        }
        let (xs, ys) = plot.plotting_area().get_pixel_range();
        let pixel = |x: f64| plot.backend_coord(&(x, errors.ceiling)).0;
        // Left: below the marks, which are high there. Right: above them, beside the line at D.
        let left = (pixel(edge) - xs.start, "too few heads", "too few");
        let right = (
            xs.end - pixel(dimension.clamp(x.start, x.end)),
            "enough heads",
            "enough",
        );
        let name = |(room, long, short): (i32, &'static str, &'static str)| match room {
            room if room > figure.px(100.0) => long,
            room if room > figure.px(58.0) => short,
            _ => "",
        };
        let inset = figure.px(8.0);
        let at = (xs.start + inset, ys.end - inset);
        figure.text(
            name(left),
            at,
            (HPos::Left, VPos::Bottom),
            theme.quiet(),
            false,
        )?;
        let at = (xs.end - inset, ys.start + inset);
        figure.text(
            name(right),
            at,
            (HPos::Right, VPos::Top),
            theme.quiet(),
            false,
        )
    }

    fn line_at_dimension<DB: DrawingBackend>(
        &self,
        figure: &Figure<'_, DB>,
        plot: &mut Plot<'_, DB>,
        x: &Range<f64>,
        errors: &Errors,
    ) -> Result<(), DrawError> {
        let Some(dimension) = self.D else {
            return Ok(());
        };
        let at = f64::from(dimension);
        if !x.contains(&at) {
            return Ok(());
        }
        let theme = figure.frame.theme;
        let style = theme.quiet().stroke_width(figure.stroke(1.0));
        let line = vec![(at, errors.ceiling), (at, errors.floor())];
        plot.draw_series(DashedLineSeries::new(
            line,
            figure.px(6.0),
            figure.px(4.0),
            style,
        ))?;
        let (_, ys) = plot.plotting_area().get_pixel_range();
        let top = (
            plot.backend_coord(&(at, errors.ceiling)).0,
            ys.start - figure.px(4.0),
        );
        let name = format!("D = {dimension}");
        figure.text(&name, top, (HPos::Center, VPos::Bottom), theme.ink(), true)
    }
}
