//! Where the heads of one run look in one sequence: its tokens as bars, and below them a strip for each head
//! whose shade is the attention, with marks where the targets are. It is the inspector's picture as a figure;
//! the one that can be dragged and pressed is HTML. Where everything stands is in
//! `attention_strips/layout.rs`, what is written beside it in `attention_strips/labels.rs`.

mod labels;
mod layout;

use lab::{Experiment, Run};
use plotters::style::Color;

use crate::attended::Attended;
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::with_minus_sign;
use labels::Labels;
use layout::{Layout, MARK};

/// The opacity of the strips of silenced heads.
const FAINT: f64 = 0.3;

/// The attention of the heads of one run to one sequence.
#[derive(Clone, Debug)]
pub struct AttentionStrips {
    /// The sequence, and where the heads look in it.
    pub attended: Attended,
    /// The seed of the run.
    pub seed: u32,
}

impl AttentionStrips {
    /// The strips of a run of `experiment` for a sequence, `[T, token_dimension]`. `shares` has the attention
    /// of one head after the other; where every token asks, that of the token `query`. `silenced` are heads,
    /// counted from 0, that the attention was computed without. None where the sizes are not those of the
    /// run.
    pub fn of(
        experiment: &Experiment,
        run: &Run,
        sequence: &[f32],
        shares: &[f32],
        query: usize,
        silenced: &[usize],
    ) -> Option<Self> {
        let architecture = run.architecture;
        let heads = (architecture.h * architecture.w * architecture.L) as usize;
        let (t, d) = (run.T as usize, experiment.task.token_dimension() as usize);
        // A token may be one that nothing attends to.
        let keys = shares.len() / heads.max(1);
        let fits = sequence.len() == t * d && keys * heads == shares.len();
        let is_finite = sequence.iter().all(|x| x.is_finite());
        if !fits || !is_finite || keys == 0 || keys > t {
            return None;
        }
        let attention: Vec<&[f32]> = shares.chunks_exact(keys).collect();
        Some(Self {
            attended: Attended::of(experiment, run, sequence, &attention, query, silenced),
            seed: run.seed,
        })
    }

    fn bars(&self, layout: &Layout, figure: &mut Figure) {
        figure.group("tokens");
        let theme = figure.theme;
        let half = (0.31 * layout.step()).clamp(0.5, 11.0);
        let names = &self.attended.target_names;
        for (i, row) in self.attended.rows.iter().enumerate() {
            let ((low, high), (top, bottom)) = (row.range, layout.rows[i]);
            let baseline = vec![(layout.left, bottom), (layout.right, bottom)];
            figure.line(baseline, theme.grid(), 1.0);
            for position in self.attended.positions() {
                let (x, number) = (layout.x(position), position + 1);
                let Some(value) = row.values[position] else {
                    if self.attended.asking == Some(position) {
                        let at = (x, bottom - MARK / 2.0);
                        asking_mark(figure, at, layout.step());
                        figure.spot(at, format!("Token {number}: it asks"));
                    }
                    continue;
                };
                let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
                let y = bottom - (share * (bottom - top)).max(3.0f64.min(bottom - top));
                let value = with_minus_sign(value, 2);
                let mut text = match self.attended.rows.len() {
                    1 => format!("Token {number}: {value}"),
                    _ => format!("Token {number} for {}: {value}", names[i]),
                };
                let mut colour = theme.token();
                // The colour is that of the first target here.
                for (target, _) in row.targets.iter().rev().filter(|(_, at)| *at == position) {
                    colour = theme.target(*target);
                    text = format!("{text}, {}", names[*target]);
                }
                figure.rectangle((x - half, y), (x + half, bottom), colour);
                figure.spot((x, y), text);
            }
        }
    }

    fn strips(&self, layout: &Layout, figure: &mut Figure) {
        for (i, head) in self.attended.heads.iter().enumerate() {
            let name = format!("head {}", i + 1);
            figure.series("attention", i, &name);
            let (top, bottom) = layout.strips[i];
            let opacity = if head.is_silenced { FAINT } else { 1.0 };
            for position in self.attended.positions() {
                let share = head.shares.get(position).copied().unwrap_or(f64::NAN);
                if share.is_nan() {
                    continue;
                }
                let (left, right) = layout.column(position);
                let colour = figure.theme.ramp(share).0.mix(opacity);
                figure.rectangle((left, top), (right, bottom), colour);
                let at = (layout.x(position), (top + bottom) / 2.0);
                figure.spot(at, format!("Token {}, {name}: {share:.3}", position + 1));
            }
        }
    }

    /// Above the strips a symbol where each target is, and a line on each side of its column.
    fn marks(&self, layout: &Layout, figure: &mut Figure) {
        figure.group("targets");
        let (top, bottom) = layout.marks;
        let drawn = self.attended.positions();
        let targets = self.attended.target_positions();
        for (target, position) in targets.iter().enumerate() {
            if !drawn.contains(position) {
                continue;
            }
            let colour = figure.theme.target(target);
            let (left, right) = layout.column(*position);
            // Of two targets at one position, the first has its line on the left, the other on the right.
            let before = targets[..target].iter().filter(|at| *at == position);
            let below = before.count();
            let is_last = !targets[target + 1..].contains(position);
            for (x, is_drawn) in [(left, below == 0), (right, is_last)] {
                if is_drawn {
                    figure.line(vec![(x, bottom), (x, layout.bottom)], colour, 1.0);
                }
            }
            let y = bottom - (below as f64 + 0.5) * MARK;
            if y > top {
                let at = (layout.x(*position), y);
                figure.target_mark(target, at, mark_radius(layout.step()), colour);
            }
        }
    }
}

/// The radius of a symbol in a column of this width.
fn mark_radius(step: f64) -> f64 {
    (0.48 * step).clamp(1.8, 4.0)
}

/// The token that asks: hollow, since no target is.
fn asking_mark(figure: &mut Figure, at: Position, step: f64) {
    let ink = figure.theme.ink();
    figure.ring(at, mark_radius(step).min(3.5), ink, 1.5);
}

impl Chart for AttentionStrips {
    fn kind(&self) -> &'static str {
        "attention"
    }

    fn title(&self) -> String {
        format!("Where the heads look{}", self.attended.without())
    }

    fn citation(&self) -> &'static str {
        self.attended.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let labels = Labels::of(&self.attended, frame.theme);
        let layout = Layout::of(&self.attended, labels.width(), frame);
        self.bars(&layout, &mut figure);
        self.strips(&layout, &mut figure);
        self.marks(&layout, &mut figure);
        figure.group("labels");
        labels.write(&layout, &mut figure);
        labels::foot(self, &layout, &mut figure);
        figure.drawing
    }
}

#[cfg(test)]
mod tests;
