//! The machine: one sequence as bars, below them the heads of one run, lines whose width is attention,
//! and what the run says beside the truth. What it is made of is computed elsewhere: the look by an
//! engine, names and words by `lab`. Where everything stands is in `machine/layout.rs`, what can be
//! dragged or pressed in `machine/grip.rs`.

mod answer;
mod grip;
mod layout;
mod parts;

use lab::{Experiment, Look, Run, TargetRow, read_heads};

use crate::chart::Chart;
use crate::drawing::Drawing;
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::error_in_title;

pub use answer::MachineAnswer;
pub use grip::Grip;
use layout::Layout;

/// More tokens than this do not fit side by side: a window of the sequence is drawn.
const WINDOW: usize = 64;

/// One run at work on one sequence.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The sequence, in rows of numbers in which the targets are extremes.
    pub rows: Vec<TargetRow>,
    /// The names of the targets, in their order.
    pub target_names: Vec<String>,
    /// The run's heads, one layer after the other.
    pub heads: Vec<MachineHead>,
    /// What the run says, and the truth.
    pub answer: MachineAnswer,
    /// The error of the run on unseen sequences, where it is known.
    pub error: Option<f64>,
    /// The token that asks, where one does (paper 2).
    pub asking: Option<usize>,
    /// The first position that is drawn.
    first: usize,
    citation: &'static str,
}

/// One head of the machine.
#[derive(Clone, Debug)]
pub struct MachineHead {
    /// Its attention to each position.
    pub shares: Vec<f64>,
    /// The target that it watches, counted from 0.
    pub target: Option<usize>,
    /// What it does, in words.
    pub words: String,
    /// Whether the run computes without it.
    pub is_silenced: bool,
    /// Its rank as a share of the full one (paper 2); none where all heads have the same size.
    pub rank: Option<f64>,
    /// Its layer, counted from 1; none where there is one layer.
    pub layer: Option<u32>,
}

/// What a reader has chosen to see.
#[derive(Clone, Debug, Default)]
pub struct MachineOptions {
    /// The token that asks, in tasks where every token does.
    pub query: usize,
    /// Heads, counted from 0, that the look was computed without.
    pub silenced: Vec<usize>,
    /// The error of the run on unseen sequences.
    pub error: Option<f64>,
}

impl Machine {
    /// The machine of a run of `experiment`. The look must be of that run.
    pub fn of(experiment: &Experiment, run: &Run, look: &Look, options: &MachineOptions) -> Self {
        let task = &experiment.task;
        let sequence: Vec<f32> = look.tokens.concat();
        let scored = task.scored_tokens(run.T) as usize;
        let d = task.token_dimension() as usize;
        let is_asked = task.dimension().is_none();
        // Where one token asks alone, it is the last.
        let query = if scored == 1 {
            0
        } else {
            options.query.min(scored - 1)
        };
        let asking = match scored {
            1 => look.tokens.len().saturating_sub(1),
            _ => query,
        };
        let rows = task.target_rows(run.T, &sequence, asking);
        let targets = TargetRow::target_positions(&rows);
        let attention: Vec<&[f32]> = look
            .attention
            .iter()
            .filter_map(|rows| rows.get(query).map(Vec::as_slice))
            .collect();
        let heads_of_layer = (run.architecture.h * run.architecture.w).max(1);
        let rank = is_asked.then(|| f64::from(run.architecture.n) / d as f64);
        let heads = read_heads(task, &attention, &targets)
            .into_iter()
            .zip(&attention)
            .enumerate()
            .map(|(head, (reading, shares))| {
                let is_silenced = options.silenced.contains(&head);
                MachineHead {
                    shares: shares.iter().map(|share| f64::from(*share)).collect(),
                    target: reading.target.filter(|_| !is_silenced),
                    words: if is_silenced {
                        "silenced".into()
                    } else {
                        reading.words
                    },
                    is_silenced,
                    rank,
                    layer: (run.architecture.L > 1).then_some(head as u32 / heads_of_layer + 1),
                }
            })
            .collect();
        let answer = match is_asked {
            true => MachineAnswer::token(look, query * d..(query + 1) * d),
            false => MachineAnswer::number(task, run.T, look),
        };
        let mut machine = Self {
            target_names: (0..targets.len())
                .map(|target| task.target_name(target))
                .collect(),
            rows,
            heads,
            answer,
            error: options.error,
            asking: is_asked.then_some(asking),
            first: 0,
            citation: experiment.citation(),
        };
        machine.first = machine.window();
        machine
    }

    /// How many positions the sequence has.
    pub(crate) fn length(&self) -> usize {
        self.rows.first().map_or(0, |row| row.values.len())
    }

    /// The positions that are drawn.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        self.first..self.length().min(self.first + WINDOW)
    }

    /// Where a window of a long sequence begins: it has the position with the most attention in its
    /// middle.
    fn window(&self) -> usize {
        let spare = self.length().saturating_sub(WINDOW);
        let attended = |position: usize| -> f64 {
            let shares = self.heads.iter().map(|head| head.shares.get(position));
            shares.flatten().sum()
        };
        let most = (0..self.length()).max_by(|a, b| attended(*a).total_cmp(&attended(*b)));
        most.unwrap_or(0).saturating_sub(WINDOW / 2).min(spare)
    }

    /// The position of each target.
    pub(crate) fn target_positions(&self) -> Vec<usize> {
        TargetRow::target_positions(&self.rows)
    }

    /// Which heads are silenced: ", without head 2", or of many, ", without 5 of them".
    fn without(&self) -> String {
        let heads = self.heads.iter().enumerate();
        let silenced = heads.filter(|(_, head)| head.is_silenced);
        let numbers: Vec<String> = silenced.map(|(i, _)| (i + 1).to_string()).collect();
        match numbers.as_slice() {
            [] => String::new(),
            [_] if self.heads.len() == 1 => ", silenced".into(),
            [one] => format!(", without head {one}"),
            [first, second] => format!(", without heads {first} and {second}"),
            many => format!(", without {} of them", many.len()),
        }
    }

    /// "One head", "13 heads".
    pub(crate) fn count_of_heads(&self) -> String {
        const WORDS: [&str; 12] = [
            "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
            "Eleven", "Twelve",
        ];
        let count = self.heads.len();
        let plural = if count == 1 { "" } else { "s" };
        match WORDS.get(count.wrapping_sub(1)) {
            Some(word) => format!("{word} head{plural}"),
            None => format!("{count} heads"),
        }
    }
}

impl Chart for Machine {
    fn kind(&self) -> &'static str {
        "machine"
    }

    fn title(&self) -> String {
        let heads = self.count_of_heads() + &self.without();
        match self.error {
            Some(error) => format!("{heads}: error {}", error_in_title(error)),
            None => heads,
        }
    }

    fn citation(&self) -> &'static str {
        self.citation
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let layout = Layout::of(self, frame);
        figure.group("tokens");
        parts::bars(self, &layout, &mut figure);
        figure.group("attention");
        parts::lines(self, &layout, &mut figure);
        figure.group("heads");
        parts::heads(self, &layout, &mut figure);
        figure.group("answer");
        answer::draw(self, &layout, &mut figure);
        figure.drawing
    }
}

#[cfg(test)]
mod tests;
