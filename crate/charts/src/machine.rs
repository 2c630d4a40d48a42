//! The machine: one sequence as bars, below them the heads of one run, lines whose width is attention,
//! and what the run says beside the truth. What it is made of is computed elsewhere: the look by an
//! engine, what the heads do with the sequence in `attended.rs`. Where everything stands is in
//! `machine/layout.rs`, what can be dragged or pressed in `machine/grip.rs`.

mod answer;
mod grip;
mod layout;
mod parts;
mod targets;
mod torn;

use std::ops::Deref;

use lab::{Experiment, Look, Run};

use crate::attended::{Attended, MachineHead};
use crate::chart::Chart;
use crate::drawing::Drawing;
use crate::figure::Figure;
use crate::frame::Frame;
use crate::number_format::format_error;

pub use answer::MachineAnswer;
pub use grip::Grip;
use layout::Layout;

/// One run at work on one sequence.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The sequence, and where the heads look in it.
    pub attended: Attended,
    /// What the run says, and the truth.
    pub answer: MachineAnswer,
    /// The error of the run on unseen sequences, where it is known.
    pub error: Option<f64>,
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
    /// The first position that is drawn of a sequence that is too long to be drawn whole. Without it the targets
    /// decide: while a token is dragged, they may change and the picture should stay.
    pub first: Option<usize>,
}

impl Machine {
    /// The machine of a run of `experiment`. The look must be of that run.
    pub fn of(experiment: &Experiment, run: &Run, look: &Look, options: &MachineOptions) -> Self {
        let task = &experiment.task;
        let d = task.token_dimension() as usize;
        // Where one token asks alone, its row is the only one.
        let query = options.query.min(task.scored_tokens(run.T) as usize - 1);
        let attention: Vec<&[f32]> = look
            .attention
            .iter()
            .filter_map(|rows| rows.get(query).map(Vec::as_slice))
            .collect();
        let tokens = look.tokens.concat();
        let silenced = &options.silenced;
        let mut attended = Attended::of(experiment, run, &tokens, &attention, query, silenced);
        if let Some(first) = options.first {
            attended.show_from(first);
        }
        Self {
            attended,
            answer: match task.dimension() {
                None => MachineAnswer::token(look, query * d..(query + 1) * d),
                Some(_) => MachineAnswer::number(task, run.T, look),
            },
            error: options.error,
        }
    }
}

/// A machine is an attended sequence that has an answer.
impl Deref for Machine {
    type Target = Attended;

    fn deref(&self) -> &Attended {
        &self.attended
    }
}

impl Chart for Machine {
    fn kind(&self) -> &'static str {
        "machine"
    }

    fn title(&self) -> String {
        let heads = match self.heads.as_slice() {
            [only] if only.is_silenced => "One head, silenced".into(),
            _ => self.count_of_heads() + &self.without(),
        };
        match self.error {
            Some(error) => format!("{heads}: error {}", format_error(error)),
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
        targets::window(self, &layout, &mut figure);
        parts::bars(self, &layout, &mut figure);
        figure.group("targets");
        targets::marks(self, &layout, &mut figure);
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
