//! The lower bound of paper 1's second theorem for every number of heads and sequence length: its
//! exponent k where it forbids something, and a word where it does not. Nothing here is measured.

mod region_names;

use lab::{Theorems, lower_bound};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor};

use crate::axis::{Axis, Tick, distinct, grouped, keep_apart};
use crate::chart::Chart;
use crate::drawing::{Drawing, FONT_SIZE, Position, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::with_minus_sign;
use crate::plot::{Margins, Plot};

use region_names::{Region, draw_legend, legend_height};

/// The lower bound on the number of parameters, by heads and sequence length.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct TheoryMap {
    /// Dimension of one head.
    pub n: u32,
    /// The task's intrinsic dimension.
    pub D: u32,
    /// The columns.
    pub heads: Vec<u32>,
    /// The rows.
    pub lengths: Vec<u32>,
    /// The cell that is outlined.
    pub at: Option<Setting>,
}

/// A number of heads and a sequence length: one cell of the map.
#[derive(Clone, Copy, Debug)]
#[allow(non_snake_case)]
pub struct Setting {
    /// Heads.
    pub h: u32,
    /// Sequence length.
    pub T: u32,
}

/// The map's columns and rows, each value once and in ascending order.
struct Grid {
    heads: Vec<u32>,
    lengths: Vec<u32>,
}

impl Grid {
    fn is_empty(&self) -> bool {
        self.heads.is_empty() || self.lengths.is_empty()
    }

    /// Columns and rows, at least one of each.
    fn size(&self) -> (f64, f64) {
        let count = |values: &[u32]| values.len().max(1) as f64;
        (count(&self.heads), count(&self.lengths))
    }
}

/// A rectangle: upper left and lower right.
type Rectangle = (Position, Position);

impl Chart for TheoryMap {
    fn kind(&self) -> &'static str {
        "theory-map"
    }

    fn title(&self) -> String {
        "How fast the need for parameters grows".into()
    }

    fn citation(&self) -> &'static str {
        lab::PAPER_1.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let grid = self.grid();
        let (columns, rows) = grid.size();
        let (x, y) = (Axis::Linear(0.0, columns), Axis::Linear(0.0, rows));
        let mut margins = Margins::with_right(14.0);
        // Which regions have space for their name on the map depends on the plot, and the height of
        // the plot on how many need the legend below it: so the plot is made once without a legend
        // and then again with it.
        let mut plot = Plot::new(frame, x, y, margins);
        let legend = self.regions_in_legend(&plot, &grid);
        if !legend.is_empty() {
            margins.bottom += legend_height(&legend, frame);
            plot = Plot::new(frame, x, y, margins);
        }

        let cells_have_numbers = cells_fit_numbers(&plot, &grid);
        figure.group("axes");
        self.draw_axes(&mut figure, &plot, &grid, cells_have_numbers);
        if grid.is_empty() {
            figure.empty(&plot, "Nothing to compare yet");
            return figure.drawing;
        }
        figure.group("cells");
        self.draw_cells(&mut figure, &plot, &grid, cells_have_numbers);
        figure.group("names");
        for region in [Region::Vacuous, Region::Enough] {
            if !legend.contains(&region) {
                self.name_region(&mut figure, &plot, &grid, region);
            }
        }
        if let Some(cell) = self.cell_at(&plot, &grid) {
            let ink = figure.theme.ink().to_rgba();
            outline(&mut figure, cell, ink, 2.5);
        }
        figure.group("legend");
        let steepest = self.steepest(&grid);
        draw_legend(&mut figure, &legend, plot.bottom + 42.0, steepest);
        figure.drawing
    }
}

impl TheoryMap {
    fn grid(&self) -> Grid {
        Grid {
            heads: distinct(&mut self.heads.iter().copied()),
            lengths: distinct(&mut self.lengths.iter().copied()),
        }
    }

    /// The largest exponent on the map, at least 0.
    fn steepest(&self, grid: &Grid) -> f64 {
        let cells = grid
            .heads
            .iter()
            .flat_map(|h| grid.lengths.iter().map(move |t| (*h, *t)));
        let bounds = cells.filter_map(|(h, t)| lower_bound(t, h, self.n, self.D));
        bounds.map(|bound| bound.k).fold(0.0, f64::max)
    }

    fn draw_axes(&self, figure: &mut Figure, plot: &Plot, grid: &Grid, cells_have_numbers: bool) {
        let title = match (cells_have_numbers, figure.frame.width > 400.0) {
            (true, true) => "sequence length T; in the cells the exponent k",
            (true, false) => "sequence length T; in the cells k",
            (false, _) => "sequence length T; colour is k",
        };
        let ink = figure.theme.ink();
        figure.text(title, (4.0, 4.0), (HPos::Left, VPos::Top), ink, false);
        let tick = |(i, value): (usize, &u32)| Tick::new(i as f64 + 0.5, grouped(*value));
        let ticks: Vec<Tick> = grid.heads.iter().enumerate().map(tick).collect();
        figure.tick_row(plot, &ticks, 6.0, false);
        let below = (plot.centre().0, plot.bottom + 22.0);
        let anchor = (HPos::Center, VPos::Top);
        figure.text("attention heads h", below, anchor, ink, false);
        let rows = 0..grid.lengths.len();
        let heights: Vec<f64> = rows.map(|i| plot.y(i as f64 + 0.5)).collect();
        for i in keep_apart(&heights, &vec![1.3 * FONT_SIZE; heights.len()]) {
            let at = (plot.left - 8.0, heights[i]);
            let length = grouped(grid.lengths[i]);
            figure.muted_text(&length, at, (HPos::Right, VPos::Center));
        }
    }

    /// Draws every cell, and adds its spot.
    fn draw_cells(&self, figure: &mut Figure, plot: &Plot, grid: &Grid, have_numbers: bool) {
        let steepest = self.steepest(grid);
        let grid_colour = figure.theme.grid().to_rgba();
        for (row, &length) in grid.lengths.iter().enumerate() {
            for (column, &h) in grid.heads.iter().enumerate() {
                let cell = cell(plot, column, row);
                let theorems = Theorems::of(length, h, self.n, self.D, self.D, None);
                match &theorems.lower_bound {
                    None => figure.rectangle(cell.0, cell.1, figure.theme.enough()),
                    Some(bound) if bound.vacuous => hatch(figure, cell),
                    Some(bound) => {
                        let (colour, ink) = figure.theme.ramp(bound.k / steepest);
                        figure.rectangle(cell.0, cell.1, colour);
                        if have_numbers {
                            let k = with_minus_sign(bound.k, 1);
                            let anchor = (HPos::Center, VPos::Center);
                            figure.text(&k, centre(cell), anchor, ink, false);
                        }
                    }
                }
                if theorems.lower_bound.is_some() {
                    outline(figure, cell, grid_colour, 1.0);
                }
                let verdict = theorems.verdict();
                figure.spot(centre(cell), format!("h = {h}, T = {length}: {verdict}"));
            }
        }
    }

    /// The cell of [`Self::at`], if the map has it.
    fn cell_at(&self, plot: &Plot, grid: &Grid) -> Option<Rectangle> {
        let at = self.at?;
        let column = grid.heads.iter().position(|h| *h == at.h)?;
        let row = grid.lengths.iter().position(|t| *t == at.T)?;
        Some(cell(plot, column, row))
    }
}

/// Whether the cells are large enough for an exponent.
fn cells_fit_numbers(plot: &Plot, grid: &Grid) -> bool {
    let (columns, rows) = grid.size();
    let width = (plot.right - plot.left) / columns;
    let height = (plot.bottom - plot.top) / rows;
    width > width_of("00.0", false) + 6.0 && height > FONT_SIZE + 4.0
}

fn cell(plot: &Plot, column: usize, row: usize) -> Rectangle {
    let (column, row) = (column as f64, row as f64);
    (plot.at(column, row + 1.0), plot.at(column + 1.0, row))
}

fn centre((from, to): Rectangle) -> Position {
    ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
}

fn outline(figure: &mut Figure, (from, to): Rectangle, colour: RGBAColor, width: f64) {
    // Up to the second corner, so that the first one is joined too.
    let corners = vec![
        from,
        (to.0, from.1),
        to,
        (from.0, to.1),
        from,
        (to.0, from.1),
    ];
    figure.line(corners, colour, width);
}

/// Draws slanted lines that continue from cell to cell.
fn hatch(figure: &mut Figure, (from, to): Rectangle) {
    let colour = figure.theme.muted().mix(0.4);
    // On each line x + y is a multiple of this.
    let distance = 8.0;
    let first = ((from.0 + from.1) / distance).ceil() as i64;
    let last = ((to.0 + to.1) / distance).floor() as i64;
    for line in first..=last {
        let sum = line as f64 * distance;
        let (left, right) = ((sum - to.1).max(from.0), (sum - from.1).min(to.0));
        if right - left > 0.5 {
            figure.line(vec![(left, sum - left), (right, sum - right)], colour, 1.0);
        }
    }
}
