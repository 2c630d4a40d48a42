//! The names of the map's regions: on the map where they have space, else in a legend below it.

use lab::lower_bound;
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Grid, TheoryMap, cell, cells_fit_numbers, centre, hatch, outline};
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::with_minus_sign;
use crate::plot::Plot;

const VACUOUS: &str = "vacuous: forbids nothing";
const ENOUGH: &str = "no lower bound: enough heads";

/// Height of a row of the legend.
const ROW: f64 = 18.0;

/// Width of the swatch before a name in the legend, and the space after it.
const SWATCH: f64 = 26.0;

/// Space between two entries of the legend.
const GAP: f64 = 14.0;

/// A region of the map that has a name.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Region {
    /// Too few heads, but the lower bound forbids nothing.
    Vacuous,
    /// Enough heads: there is no lower bound.
    Enough,
    /// Too few heads, and the bound forbids something: cells coloured by their exponent.
    Binding,
}

impl Region {
    /// Its name in the legend, whose last region ends with the largest exponent.
    fn name(self, steepest: &str) -> String {
        match self {
            Region::Vacuous => VACUOUS.into(),
            Region::Enough => ENOUGH.into(),
            Region::Binding => format!("k: stronger colour is steeper, up to {steepest}"),
        }
    }

    /// The width of its entry in the legend, with space for any exponent.
    fn legend_width(self) -> f64 {
        SWATCH + width_of(&self.name("00.0"), false)
    }
}

impl TheoryMap {
    fn is_vacuous(&self, h: u32, length: u32) -> bool {
        lower_bound(length, h, self.n, self.D).is_some_and(|bound| bound.vacuous)
    }

    /// The widest series of vacuous cells in one row, and of equally wide ones the nearest to the
    /// middle: (first column, columns, row).
    fn widest_vacuous(&self, grid: &Grid) -> Option<(usize, usize, usize)> {
        let mut series: Vec<(usize, usize, usize)> = Vec::new();
        for (row, &length) in grid.lengths.iter().enumerate() {
            let mut start = None;
            for column in 0..=grid.heads.len() {
                let is_inside = grid
                    .heads
                    .get(column)
                    .is_some_and(|h| self.is_vacuous(*h, length));
                match (is_inside, start) {
                    (true, None) => start = Some(column),
                    (false, Some(first)) => {
                        series.push((first, column - first, row));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        let middle = grid.lengths.len() / 2;
        series
            .into_iter()
            .max_by_key(|(_, columns, row)| (*columns, std::cmp::Reverse(row.abs_diff(middle))))
    }

    /// The first column with enough heads, if any.
    fn first_with_enough(&self, grid: &Grid) -> Option<usize> {
        grid.heads
            .iter()
            .position(|h| lower_bound(1, *h, self.n, self.D).is_none())
    }

    /// The regions of the map that have no space for their name on it.
    pub(super) fn regions_in_legend(&self, plot: &Plot, grid: &Grid) -> Vec<Region> {
        if grid.is_empty() {
            return Vec::new();
        }
        let (columns, rows) = grid.size();
        let column = (plot.right - plot.left) / columns;
        // The legend itself takes some of the height.
        let row = ((plot.bottom - plot.top) - 2.0 * ROW) / rows;
        let mut regions = Vec::new();
        if let Some((_, count, _)) = self.widest_vacuous(grid)
            && (count as f64 * column < width_of(VACUOUS, false) + 12.0 || row < FONT_SIZE + 6.0)
        {
            regions.push(Region::Vacuous);
        }
        if let Some(first) = self.first_with_enough(grid) {
            let lines = wrap(ENOUGH, (columns - first as f64) * column - 8.0);
            let height = row * rows;
            if lines.is_none_or(|lines| lines.len() as f64 * 1.3 * FONT_SIZE > height) {
                regions.push(Region::Enough);
            }
        }
        if !cells_fit_numbers(plot, grid) && self.steepest(grid) > 0.0 {
            regions.push(Region::Binding);
        }
        regions
    }

    /// Writes the name of a region on the map. Binding cells have their exponent instead.
    pub(super) fn name_region(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        grid: &Grid,
        region: Region,
    ) {
        let colour = figure.theme.muted();
        let anchor = (HPos::Center, VPos::Center);
        match region {
            Region::Vacuous => {
                let Some((first, columns, row)) = self.widest_vacuous(grid) else {
                    return;
                };
                let (left, right) = (cell(plot, first, row), cell(plot, first + columns - 1, row));
                let at = centre((left.0, right.1));
                let half = (width_of(VACUOUS, false) / 2.0 + 4.0, FONT_SIZE / 2.0 + 3.0);
                figure.rectangle(
                    (at.0 - half.0, at.1 - half.1),
                    (at.0 + half.0, at.1 + half.1),
                    figure.theme.background(),
                );
                figure.text(VACUOUS, at, anchor, colour, false);
            }
            Region::Enough => {
                let Some(first) = self.first_with_enough(grid) else {
                    return;
                };
                let upper_left = cell(plot, first, grid.lengths.len() - 1).0;
                let lines = wrap(ENOUGH, plot.right - upper_left.0 - 8.0).unwrap_or_default();
                let (x, y) = centre((upper_left, (plot.right, plot.bottom)));
                let lines_above = (lines.len() as f64 - 1.0) / 2.0;
                for (line, i) in lines.iter().zip(0..) {
                    let at = (x, y + (f64::from(i) - lines_above) * 1.3 * FONT_SIZE);
                    figure.text(line, at, anchor, colour, false);
                }
            }
            Region::Binding => {}
        }
    }
}

/// Breaks a text at its spaces into lines of at most `width`; none if a word is wider.
fn wrap(text: &str, width: f64) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        if width_of(word, false) > width {
            return None;
        }
        match lines.last_mut() {
            Some(line) if width_of(&format!("{line} {word}"), false) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    Some(lines)
}

/// The height of a legend with these regions.
pub(super) fn legend_height(regions: &[Region], frame: Frame) -> f64 {
    let (mut rows, mut used) = (1, 0.0);
    for region in regions {
        let width = region.legend_width();
        if used > 0.0 && used + width > frame.width - 16.0 {
            rows += 1;
            used = 0.0;
        }
        used += width + GAP;
    }
    ROW * f64::from(rows)
}

/// Draws a legend with these regions from `top` on.
pub(super) fn draw_legend(figure: &mut Figure, regions: &[Region], top: f64, steepest: f64) {
    let (mut x, mut y) = (8.0, top);
    for region in regions {
        let width = region.legend_width();
        if x > 8.0 && x + width > figure.frame.width - 8.0 {
            (x, y) = (8.0, y + ROW);
        }
        let swatch = ((x, y), (x + 20.0, y + 12.0));
        match region {
            Region::Vacuous => hatch(figure, swatch),
            Region::Enough => figure.rectangle(swatch.0, swatch.1, figure.theme.enough()),
            Region::Binding => {
                for i in 0..4 {
                    let left = x + 5.0 * f64::from(i);
                    let colour = figure.theme.ramp(f64::from(i + 1) / 4.0).0;
                    figure.rectangle((left, y), (left + 5.0, y + 12.0), colour);
                }
            }
        }
        outline(figure, swatch, figure.theme.grid().to_rgba(), 1.0);
        let name = region.name(&with_minus_sign(steepest, 1));
        figure.muted_text(&name, (x + SWATCH, y + 6.0), (HPos::Left, VPos::Center));
        x += width + GAP;
    }
}
