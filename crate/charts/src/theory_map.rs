//! What paper 1's second theorem says at every number of heads and sequence length: its exponent k
//! where that forbids something, and in so many words where it does not. Nothing here is measured.

use lab::Theorems;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor};
use serde::Deserialize;

use crate::axis::{Axis, Tick, distinct, grouped, keep_apart};
use crate::drawing::{Drawing, LABEL, Point, width_of};
use crate::figure::{Chart, Figure, Frame, Margins, Plot};
use crate::words::signed;

/// What the chart shows.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct TheoryMap {
    /// Where to.
    pub frame: Frame,
    /// Dimension of one head.
    pub n: u32,
    /// The task's intrinsic dimension.
    pub D: u32,
    /// The columns.
    pub heads: Vec<u32>,
    /// The rows.
    pub lengths: Vec<u32>,
    /// The setting at hand.
    #[serde(default)]
    pub at: Option<Setting>,
}

/// A place on the map.
#[derive(Clone, Copy, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct Setting {
    /// Heads.
    pub h: u32,
    /// Sequence length.
    pub T: u32,
}

const VACUOUS: &str = "vacuous: forbids nothing";
const ENOUGH: &str = "no lower bound: enough heads";

/// Height of a row of the key.
const ROW: f64 = 18.0;

/// A rectangle: upper left and lower right.
type Cell = (Point, Point);

impl Chart for TheoryMap {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let sorted = |list: &[u32]| distinct(&mut list.iter().copied());
        let (heads, lengths) = (sorted(&self.heads), sorted(&self.lengths));
        let (columns, rows) = (heads.len().max(1) as f64, lengths.len().max(1) as f64);
        let (x, y) = (Axis::Linear(0.0, columns), Axis::Linear(0.0, rows));
        let mut margins = Margins::with_right(14.0);
        // Which regions can be named where they are is known only with the plot, whose height depends
        // on how many have to be named below it: on the safe side, once without and once with.
        let mut plot = figure.plot(x, y, margins);
        let key = self.key(&plot, &heads, &lengths);
        if !key.is_empty() {
            let widths: Vec<f64> = key
                .iter()
                .map(|entry| 26.0 + width_of(entry.words(), false))
                .collect();
            margins.bottom += ROW * rows_of(&widths, frame.width - 16.0) as f64;
            plot = figure.plot(x, y, margins);
        }

        let cells_say = fits_number(&plot, columns, rows);
        let title = match (cells_say, frame.width > 400.0) {
            (true, true) => "sequence length T; in the cells the exponent k",
            (true, false) => "sequence length T; in the cells k",
            (false, _) => "sequence length T; colour is k",
        };
        figure.text(
            title,
            (4.0, 4.0),
            (HPos::Left, VPos::Top),
            figure.theme.ink(),
            false,
        );
        let tick = |(i, value): (usize, &u32)| Tick::new(i as f64 + 0.5, grouped(*value));
        let ticks: Vec<Tick> = heads.iter().enumerate().map(tick).collect();
        figure.row(&plot, &ticks, 6.0, false);
        let below = (plot.centre().0, plot.bottom + 22.0);
        let ink = figure.theme.ink();
        figure.text(
            "attention heads h",
            below,
            (HPos::Center, VPos::Top),
            ink,
            false,
        );
        let heights: Vec<f64> = (0..lengths.len()).map(|i| plot.y(i as f64 + 0.5)).collect();
        for i in keep_apart(&heights, &vec![1.3 * LABEL; heights.len()]) {
            let at = (plot.left - 8.0, heights[i]);
            figure.quiet_text(&grouped(lengths[i]), at, (HPos::Right, VPos::Center));
        }
        if heads.is_empty() || lengths.is_empty() {
            figure.nothing(&plot, "Nothing to compare yet");
            return figure.drawing;
        }

        let steepest = self.steepest(&heads, &lengths);
        let mut current = None;
        for (row, &length) in lengths.iter().enumerate() {
            for (column, &h) in heads.iter().enumerate() {
                let cell = cell(&plot, column, row);
                let theorems = Theorems::of(length, h, self.n, self.D, self.D, None);
                match &theorems.lower_bound {
                    None => figure.rectangle(cell.0, cell.1, figure.theme.enough()),
                    Some(bound) if bound.vacuous => hatch(&mut figure, cell),
                    Some(bound) => {
                        let (ground, ink) = figure.theme.ramp(bound.k / steepest);
                        figure.rectangle(cell.0, cell.1, ground);
                        if cells_say {
                            let k = signed(bound.k, 1);
                            figure.text(&k, middle(cell), (HPos::Center, VPos::Center), ink, false);
                        }
                    }
                }
                if theorems.lower_bound.is_some() {
                    let grid = frame.theme.grid().to_rgba();
                    outline(&mut figure, cell, grid, 1.0);
                }
                if self.at.is_some_and(|at| at.h == h && at.T == length) {
                    current = Some(cell);
                }
                figure.spot(
                    middle(cell),
                    format!("h = {h}, T = {length}: {}", theorems.verdict()),
                );
            }
        }
        for entry in [Key::Vacuous, Key::Enough] {
            if !key.contains(&entry) {
                self.name(&mut figure, &plot, &heads, &lengths, entry);
            }
        }
        if let Some(cell) = current {
            outline(&mut figure, cell, ink.to_rgba(), 2.5);
        }
        draw_key(&mut figure, &key, plot.bottom + 42.0, steepest);
        figure.drawing
    }
}

/// What may have to be named below the map.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    Vacuous,
    Enough,
    Scale,
}

impl Key {
    fn words(self) -> &'static str {
        match self {
            Key::Vacuous => VACUOUS,
            Key::Enough => ENOUGH,
            Key::Scale => "k: stronger colour is steeper, up to 00.0",
        }
    }
}

impl TheoryMap {
    fn steepest(&self, heads: &[u32], lengths: &[u32]) -> f64 {
        let cells = heads
            .iter()
            .flat_map(|h| lengths.iter().map(move |t| (*h, *t)));
        let exponents = cells.filter_map(|(h, t)| lab::lower_bound(t, h, self.n, self.D));
        exponents.map(|bound| bound.k).fold(0.0, f64::max)
    }

    fn is_vacuous(&self, h: u32, length: u32) -> bool {
        lab::lower_bound(length, h, self.n, self.D).is_some_and(|bound| bound.vacuous)
    }

    /// The widest run of vacuous cells in a row, as near to the middle as there is: (first column,
    /// columns, row).
    fn widest(&self, heads: &[u32], lengths: &[u32]) -> Option<(usize, usize, usize)> {
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (row, &length) in lengths.iter().enumerate() {
            let mut start = None;
            for column in 0..=heads.len() {
                let inside = heads
                    .get(column)
                    .is_some_and(|h| self.is_vacuous(*h, length));
                match (inside, start) {
                    (true, None) => start = Some(column),
                    (false, Some(from)) => {
                        runs.push((from, column - from, row));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        let middle = lengths.len() / 2;
        runs.into_iter()
            .max_by_key(|(_, count, row)| (*count, std::cmp::Reverse(row.abs_diff(middle))))
    }

    /// The first column with enough heads, if any.
    fn enough(&self, heads: &[u32]) -> Option<usize> {
        heads
            .iter()
            .position(|h| lab::lower_bound(1, *h, self.n, self.D).is_none())
    }

    /// What is on the map but has no room for its name there.
    fn key(&self, plot: &Plot, heads: &[u32], lengths: &[u32]) -> Vec<Key> {
        if heads.is_empty() || lengths.is_empty() {
            return Vec::new();
        }
        let column = (plot.right - plot.left) / heads.len() as f64;
        // With some of the height gone for the key itself.
        let row = ((plot.bottom - plot.top) - 2.0 * ROW) / lengths.len() as f64;
        let mut key = Vec::new();
        if let Some((_, count, _)) = self.widest(heads, lengths)
            && (count as f64 * column < width_of(VACUOUS, false) + 12.0 || row < LABEL + 6.0)
        {
            key.push(Key::Vacuous);
        }
        if let Some(first) = self.enough(heads) {
            let lines = wrap(ENOUGH, (heads.len() - first) as f64 * column - 8.0);
            let tall = row * lengths.len() as f64;
            if lines.is_none_or(|lines| lines.len() as f64 * 1.3 * LABEL > tall) {
                key.push(Key::Enough);
            }
        }
        let numbers = fits_number(plot, heads.len() as f64, lengths.len() as f64);
        if !numbers && self.steepest(heads, lengths) > 0.0 {
            key.push(Key::Scale);
        }
        key
    }

    /// Names a region where it is.
    fn name(&self, figure: &mut Figure, plot: &Plot, heads: &[u32], lengths: &[u32], which: Key) {
        let quiet = figure.theme.quiet();
        if which == Key::Vacuous {
            let Some((first, count, row)) = self.widest(heads, lengths) else {
                return;
            };
            let (left, right) = (cell(plot, first, row), cell(plot, first + count - 1, row));
            let at = middle((left.0, right.1));
            let half = (width_of(VACUOUS, false) / 2.0 + 4.0, LABEL / 2.0 + 3.0);
            let ground = figure.theme.ground();
            figure.rectangle(
                (at.0 - half.0, at.1 - half.1),
                (at.0 + half.0, at.1 + half.1),
                ground,
            );
            figure.text(VACUOUS, at, (HPos::Center, VPos::Center), quiet, false);
        } else if let Some(first) = self.enough(heads) {
            let region = (
                cell(plot, first, lengths.len() - 1).0,
                (plot.right, plot.bottom),
            );
            let lines = wrap(ENOUGH, region.1.0 - region.0.0 - 8.0).unwrap_or_default();
            let (x, y) = middle(region);
            let above = (lines.len() as f64 - 1.0) / 2.0;
            for (line, i) in lines.iter().zip(0..) {
                let at = (x, y + (f64::from(i) - above) * 1.3 * LABEL);
                figure.text(line, at, (HPos::Center, VPos::Center), quiet, false);
            }
        }
    }
}

fn fits_number(plot: &Plot, columns: f64, rows: f64) -> bool {
    let wide = (plot.right - plot.left) / columns;
    let tall = (plot.bottom - plot.top) / rows;
    wide > width_of("00.0", false) + 6.0 && tall > LABEL + 4.0
}

fn cell(plot: &Plot, column: usize, row: usize) -> Cell {
    let (column, row) = (column as f64, row as f64);
    (plot.at(column, row + 1.0), plot.at(column + 1.0, row))
}

fn middle((from, to): Cell) -> Point {
    ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
}

fn outline(figure: &mut Figure, (from, to): Cell, colour: RGBAColor, width: f64) {
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

/// Slanted lines that go on from cell to cell.
fn hatch(figure: &mut Figure, (from, to): Cell) {
    let colour = figure.theme.quiet().mix(0.4);
    // Each line is where x + y is a multiple of this.
    let gap = 8.0;
    let first = ((from.0 + from.1) / gap).ceil() as i64;
    let last = ((to.0 + to.1) / gap).floor() as i64;
    for line in first..=last {
        let sum = line as f64 * gap;
        let (left, right) = ((sum - to.1).max(from.0), (sum - from.1).min(to.0));
        if right - left > 0.5 {
            figure.line(vec![(left, sum - left), (right, sum - right)], colour, 1.0);
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

/// How many rows things of these widths fill.
fn rows_of(widths: &[f64], room: f64) -> usize {
    let (mut rows, mut used) = (1, 0.0);
    for width in widths {
        if used > 0.0 && used + width > room {
            rows += 1;
            used = 0.0;
        }
        used += width + 14.0;
    }
    rows
}

fn draw_key(figure: &mut Figure, key: &[Key], top: f64, steepest: f64) {
    let (mut x, mut y) = (8.0, top);
    for entry in key {
        let text = match entry {
            Key::Scale => format!(
                "k: stronger colour is steeper, up to {}",
                signed(steepest, 1)
            ),
            other => other.words().into(),
        };
        let wide = 26.0 + width_of(entry.words(), false);
        if x > 8.0 && x + wide > figure.frame.width - 8.0 {
            (x, y) = (8.0, y + ROW);
        }
        let swatch = ((x, y), (x + 20.0, y + 12.0));
        match entry {
            Key::Vacuous => hatch(figure, swatch),
            Key::Enough => figure.rectangle(swatch.0, swatch.1, figure.theme.enough()),
            Key::Scale => {
                for i in 0..4 {
                    let left = x + 5.0 * f64::from(i);
                    let colour = figure.theme.ramp(f64::from(i + 1) / 4.0).0;
                    figure.rectangle((left, y), (left + 5.0, y + 12.0), colour);
                }
            }
        }
        outline(figure, swatch, figure.theme.grid().to_rgba(), 1.0);
        figure.quiet_text(&text, (x + 26.0, y + 6.0), (HPos::Left, VPos::Center));
        x += wide + 14.0;
    }
}
