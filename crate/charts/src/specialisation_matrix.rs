//! Which head watches which target: the share of its attention that each head pays to each target, with the
//! best way to give every target a head outlined. It is the inspector's table as a figure. The shares come
//! from an engine, the matching from `lab`.

use lab::{Experiment, Run};
use plotters::style::text_anchor::{HPos, VPos};

use crate::axis::keep_apart;
use crate::chart::Chart;
use crate::drawing::{Drawing, FONT_SIZE, Position, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::marker::Marker;

/// Shares of attention of each head of one run to each target.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct SpecialisationMatrix {
    /// A row for each target, a column for each head.
    pub shares: Vec<Vec<f64>>,
    /// The head that each target is matched with.
    pub matching: Vec<Option<usize>>,
    /// What the shares show, in words.
    pub sentence: String,
    /// The names of the targets, in their order.
    pub target_names: Vec<String>,
    /// The layer of each head, counted from 1; empty where there is one layer.
    pub layers: Vec<u32>,
    /// The length of the sequences.
    pub T: u32,
    /// The seed of the run.
    pub seed: u32,
    citation: &'static str,
}

/// Height of a line of the head, and of the line with the scale.
const LINE: f64 = 1.3 * FONT_SIZE;
const FOOT: f64 = LINE + 6.0;

/// The width of the symbol of a target.
const SYMBOL: f64 = 14.0;

/// Space around a cell, in which the outline stands: of large cells, and as a part of small ones.
const GAP: f64 = 3.0;
const GAP_OF_SMALL: f64 = 0.14;

/// How numbers are written in the cells.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Level,
    Turned,
    None,
}

/// Where everything stands, in CSS pixels of the frame.
struct Layout {
    left: f64,
    top: f64,
    /// Width and height of a cell with the space around it.
    cell: (f64, f64),
    gap: f64,
    numbers: Numbers,
    /// Whether a head has its word in its column, and its layer: else only its number.
    has_words: bool,
    has_layers: bool,
    /// The middle of the line with the scale.
    foot: f64,
    right: f64,
}

/// A share of attention as the page's table has it.
pub(crate) fn share_text(share: f64) -> String {
    match share.is_finite() {
        true => format!("{share:.3}"),
        false => "–".into(),
    }
}

impl SpecialisationMatrix {
    /// The chart of a run of `experiment`. `shares` has a row for each target, one after the other, with the
    /// share of each head. Which head each target is matched with, and what that means in words, says
    /// [`lab::Specialisation`] of the same shares. None where the sizes are not those of the run.
    pub fn of(
        experiment: &Experiment,
        run: &Run,
        shares: &[f64],
        matching: Vec<Option<usize>>,
        sentence: String,
    ) -> Option<Self> {
        let architecture = run.architecture;
        let of_layer = (architecture.h * architecture.w) as usize;
        let heads = of_layer * architecture.L as usize;
        let targets = experiment.task.dimension()? as usize;
        let is_head = |head: &Option<usize>| head.is_none_or(|head| head < heads);
        let fits = matching.len() == targets && matching.iter().all(is_head);
        if heads * targets == 0 || shares.len() != heads * targets || !fits {
            return None;
        }
        let mut chart = Self {
            shares: shares.chunks_exact(heads).map(<[f64]>::to_vec).collect(),
            matching,
            sentence,
            target_names: Vec::new(),
            layers: Vec::new(),
            T: run.T,
            seed: run.seed,
            citation: experiment.citation(),
        };
        for target in 0..targets {
            chart.target_names.push(experiment.task.target_name(target));
        }
        if architecture.L > 1 {
            chart.layers = (0..heads)
                .map(|head| (head / of_layer) as u32 + 1)
                .collect();
        }
        Some(chart)
    }

    /// How many heads the run has.
    pub(crate) fn heads(&self) -> usize {
        self.shares.first().map_or(0, Vec::len)
    }

    /// Targets and heads in the order of rows and columns: those that are matched first, so that a
    /// permutation is a diagonal. The page's table has the same (www/views/heads/specialisation-table.js).
    pub(crate) fn order(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for is_matched in [true, false] {
            for (target, head) in self.matching.iter().enumerate() {
                if head.is_some() == is_matched {
                    rows.push(target);
                    columns.extend(*head);
                }
            }
        }
        for head in 0..self.heads() {
            if !columns.contains(&head) {
                columns.push(head);
            }
        }
        (rows, columns)
    }

    fn layout(&self, frame: Frame) -> Layout {
        let (width, height) = frame.size();
        let names = self.target_names.iter().map(|name| width_of(name, false));
        let left = (names.fold(0.0, f64::max) + SYMBOL + 10.0).min(width / 2.0);
        let right = (width - 4.0).max(left + 1.0);
        let (columns, rows) = (self.heads() as f64, self.target_names.len() as f64);
        let column = (right - left) / columns;
        let fits = |text: &str| width_of(text, false) + 2.0 <= column;
        let has_words = fits(&head_name(self.heads() - 1));
        let last_layer = self.layers.last();
        let has_layers = has_words && last_layer.is_some_and(|layer| fits(&layer_name(*layer)));
        // Without words "head" stands above the numbers.
        let lines = if has_words && !has_layers { 1.0 } else { 2.0 };
        let top = (lines * LINE + 4.0).min(height / 2.0);
        let bottom = (height - FOOT).max(top + 1.0);
        let cell = (column, (bottom - top) / rows);
        let smaller = cell.0.min(cell.1);
        let gap = GAP.min(GAP_OF_SMALL * smaller);
        let widest = width_of("0.000", false) + 2.0 * gap;
        let letters = FONT_SIZE + 2.0 * gap;
        let numbers = match cell {
            (wide, high) if wide >= widest && high >= letters => Numbers::Level,
            (wide, high) if high >= widest && wide >= letters => Numbers::Turned,
            _ => Numbers::None,
        };
        Layout {
            left,
            top,
            cell,
            gap,
            numbers,
            has_words,
            has_layers,
            foot: height - LINE / 2.0,
            right,
        }
    }

    /// The numbers of the heads above their columns.
    fn name_heads(&self, layout: &Layout, columns: &[usize], figure: &mut Figure) {
        figure.group("heads");
        let ink = figure.theme.ink();
        let anchor = (HPos::Center, VPos::Center);
        let last = layout.top - LINE / 2.0 - 1.0;
        let text = |head: usize| match layout.has_words {
            true => head_name(head),
            false => (head + 1).to_string(),
        };
        let places: Vec<f64> = (0..columns.len()).map(|i| layout.middle(0, i).0).collect();
        let widths: Vec<f64> = columns
            .iter()
            .map(|head| width_of(&text(*head), false) + 2.0)
            .collect();
        let line = if layout.has_layers { last - LINE } else { last };
        for i in keep_apart(&places, &widths) {
            figure.text(&text(columns[i]), (places[i], line), anchor, ink, false);
            if layout.has_layers {
                let layer = layer_name(self.layers[columns[i]]);
                figure.muted_text(&layer, (places[i], last), anchor);
            }
        }
        if !layout.has_words {
            let middle = ((layout.left + layout.right) / 2.0, last - LINE);
            figure.text("head", middle, anchor, ink, false);
        }
    }

    /// The names of the targets to the left of their rows.
    fn name_targets(&self, layout: &Layout, rows: &[usize], figure: &mut Figure) {
        figure.group("targets");
        let heights: Vec<f64> = (0..rows.len()).map(|i| layout.middle(i, 0).1).collect();
        for i in keep_apart(&heights, &vec![FONT_SIZE; heights.len()]) {
            let (target, y) = (rows[i], heights[i]);
            let colour = figure.theme.target(target);
            let symbol_at = (layout.left - 4.0 - SYMBOL / 2.0, y);
            figure.marker(Marker::Target(target), symbol_at, 4.0, colour);
            let at = (layout.left - 4.0 - SYMBOL, y);
            let name = &self.target_names[target];
            figure.text(name, at, (HPos::Right, VPos::Center), colour, false);
        }
    }

    fn cells(&self, layout: &Layout, order: (&[usize], &[usize]), figure: &mut Figure) {
        for (i, &target) in order.0.iter().enumerate() {
            for (j, &head) in order.1.iter().enumerate() {
                let share = self.shares[target][head];
                let (middle, text) = (layout.middle(i, j), share_text(share));
                let (colour, ink) = figure.theme.ramp(if share.is_nan() { 0.0 } else { share });
                let (from, to) = layout.corners(i, j, layout.gap);
                figure.rectangle(from, to, colour);
                match layout.numbers {
                    Numbers::Level => {
                        figure.text(&text, middle, (HPos::Center, VPos::Center), ink, false);
                    }
                    Numbers::Turned => figure.turned_text(&text, middle, ink),
                    Numbers::None => {}
                }
                let is_own = self.matching[target] == Some(head);
                if is_own {
                    outline(figure, layout.corners(i, j, layout.gap / 3.0));
                }
                let own = if is_own { ", its own" } else { "" };
                let name = &self.target_names[target];
                figure.spot(middle, format!("Head {}, {name}: {text}{own}", head + 1));
            }
        }
    }
}

impl Layout {
    /// The corners of the cell in a row and a column, with this space around it.
    fn corners(&self, row: usize, column: usize, space: f64) -> (Position, Position) {
        let (wide, high) = self.cell;
        let (x, y) = (
            self.left + column as f64 * wide,
            self.top + row as f64 * high,
        );
        ((x + space, y + space), (x + wide - space, y + high - space))
    }

    fn middle(&self, row: usize, column: usize) -> Position {
        let (from, to) = self.corners(row, column, 0.0);
        ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)
    }
}

fn outline(figure: &mut Figure, (from, to): (Position, Position)) {
    // Up to the second corner, so that the first one is joined too.
    let second = (to.0, from.1);
    let corners = vec![from, second, to, (from.0, to.1), from, second];
    figure.line(corners, figure.theme.ink(), 1.5);
}

fn head_name(index: usize) -> String {
    format!("head {}", index + 1)
}

fn layer_name(layer: u32) -> String {
    format!("layer {layer}")
}

impl Chart for SpecialisationMatrix {
    fn kind(&self) -> &'static str {
        "specialisation"
    }

    fn title(&self) -> String {
        "Which head watches which target".into()
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let layout = self.layout(frame);
        let (rows, columns) = self.order();
        self.name_heads(&layout, &columns, &mut figure);
        self.name_targets(&layout, &rows, &mut figure);
        figure.group("shares");
        self.cells(&layout, (&rows, &columns), &mut figure);
        figure.scale_of_shades(layout.right, layout.foot);
        figure.drawing
    }
}

#[cfg(test)]
mod tests;
