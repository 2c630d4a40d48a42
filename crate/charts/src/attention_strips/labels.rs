//! What is written beside the bars and strips, and below them.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::layout::{LINE, Layout, MARK};
use super::{AttentionStrips, asking_mark};
use crate::attended::Attended;
use crate::axis::keep_apart;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::palette::Theme;

/// The name of the axis below the strips.
const AXIS_NAME: &str = "token";

/// The width of a symbol beside a label.
const SYMBOL: f64 = 14.0;

/// Space between labels and sequence.
const GAP: f64 = 6.0;

/// The names of targets and heads, to the left of their rows.
pub(super) struct Labels {
    of_rows: Vec<Label>,
    of_heads: Vec<Label>,
    /// The first head of each layer, where there are several.
    of_layers: Vec<Label>,
}

struct Label {
    /// The place of its row of bars, or of its head.
    row: usize,
    /// How many lines it is below the middle of its row.
    lines: f64,
    text: String,
    colour: RGBColor,
    symbol: Option<Symbol>,
}

enum Symbol {
    Target(usize),
    /// Of the token that asks.
    Asking,
}

impl Labels {
    pub fn of(attended: &Attended, theme: Theme) -> Self {
        let mut labels = Self {
            of_rows: Vec::new(),
            of_heads: Vec::new(),
            of_layers: Vec::new(),
        };
        for (row, bars) in attended.rows.iter().enumerate() {
            let asks = usize::from(attended.asking.is_some());
            let above = (bars.targets.len() + asks - 1) as f64 / 2.0;
            for (place, (target, _)) in bars.targets.iter().enumerate() {
                labels.of_rows.push(Label {
                    row,
                    lines: place as f64 - above,
                    text: attended.target_names[*target].clone(),
                    colour: theme.target(*target),
                    symbol: Some(Symbol::Target(*target)),
                });
            }
            if asks > 0 {
                labels.of_rows.push(Label {
                    row,
                    lines: above,
                    text: "asks".into(),
                    colour: theme.ink(),
                    symbol: Some(Symbol::Asking),
                });
            }
        }
        let mut before = None;
        for (row, head) in attended.heads.iter().enumerate() {
            let label = |text: String, colour: RGBColor| Label {
                row,
                lines: 0.0,
                text,
                colour,
                symbol: None,
            };
            let colour = match head.target {
                Some(target) => theme.target(target),
                None if head.is_silenced => theme.muted(),
                None => theme.ink(),
            };
            labels
                .of_heads
                .push(label(format!("head {}", row + 1), colour));
            if let Some(layer) = head.layer
                && head.layer != before
            {
                let text = format!("layer {layer}");
                labels.of_layers.push(label(text, theme.muted()));
                before = head.layer;
            }
        }
        labels
    }

    /// How much space they need.
    pub fn width(&self) -> f64 {
        let layers = widest(&self.of_layers);
        let of_heads = widest(&self.of_heads) + if layers > 0.0 { layers + 8.0 } else { 0.0 };
        let widths = widest(&self.of_rows).max(of_heads);
        widths.max(width_of(AXIS_NAME, false)) + GAP + 2.0
    }

    /// Writes as many as have space.
    pub fn write(&self, layout: &Layout, figure: &mut Figure) {
        let right = layout.left - GAP;
        write(&self.of_rows, &layout.rows, (right, HPos::Right), figure);
        write(&self.of_heads, &layout.strips, (right, HPos::Right), figure);
        write(&self.of_layers, &layout.strips, (2.0, HPos::Left), figure);
    }
}

fn widest(labels: &[Label]) -> f64 {
    labels.iter().fold(0.0, |widest, label| {
        let symbol = if label.symbol.is_some() { SYMBOL } else { 0.0 };
        (width_of(&label.text, false) + symbol).max(widest)
    })
}

/// Writes labels beside rows with these tops and bottoms.
fn write(labels: &[Label], rows: &[(f64, f64)], (x, side): (f64, HPos), figure: &mut Figure) {
    let height = |label: &Label| {
        let (top, bottom) = rows[label.row];
        // In a low row there is room for one line.
        let is_low = bottom - top < 1.2 * LINE;
        let lines = if is_low { 0.0 } else { label.lines };
        (top + bottom) / 2.0 + lines * LINE
    };
    let heights: Vec<f64> = labels.iter().map(height).collect();
    for i in keep_apart(&heights, &vec![FONT_SIZE; heights.len()]) {
        let (label, y, mut x) = (&labels[i], heights[i], x);
        if let Some(symbol) = &label.symbol {
            let at = (x + 2.0 - SYMBOL / 2.0, y);
            match symbol {
                Symbol::Target(target) => {
                    figure.target_mark(*target, at, 4.0, label.colour);
                }
                Symbol::Asking => asking_mark(figure, at, MARK),
            }
            x -= SYMBOL;
        }
        figure.text(
            &label.text,
            (x, y),
            (side, VPos::Center),
            label.colour,
            false,
        );
    }
}

/// The numbers of the tokens, and what the shades mean.
pub(super) fn foot(strips: &AttentionStrips, layout: &Layout, figure: &mut Figure) {
    figure.group("axes");
    let top = layout.bottom + 6.0;
    let (at, ink) = ((layout.left - GAP, top), figure.theme.ink());
    figure.text(AXIS_NAME, at, (HPos::Right, VPos::Top), ink, false);
    let positions = strips.attended.positions();
    let half = width_of(&positions.end.to_string(), false) / 2.0;
    let mut every = 1;
    while every as f64 * layout.step() < 2.0 * half + 6.0 && every < positions.len() {
        every *= 2;
    }
    for number in positions.start + 1..=positions.end {
        let x = layout.x(number - 1);
        let fits = x - half > layout.left - 4.0 && x + half < figure.frame.width - 2.0;
        if number % every == 0 && fits {
            figure.muted_text(&number.to_string(), (x, top), (HPos::Center, VPos::Top));
        }
    }
    let middle = top + LINE + FONT_SIZE / 2.0;
    if let Some(window) = strips.attended.window_in_words() {
        figure.muted_text(&window, (2.0, middle), (HPos::Left, VPos::Center));
    }
    figure.scale_of_shades(layout.right, middle);
}
