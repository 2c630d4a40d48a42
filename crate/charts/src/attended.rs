//! One sequence and where the heads of one run look in it: what the machine and the attention strips draw.
//! The attention is computed by an engine, names and words by `lab`. Nothing is drawn here.

use std::cmp::Reverse;

use lab::{Experiment, Run, TargetRow, read_heads};

/// More tokens than this do not fit side by side: a window of the sequence is drawn.
const WINDOW: usize = 64;

/// One sequence, and the attention of each head of a run to its tokens.
#[derive(Clone, Debug)]
pub struct Attended {
    /// The sequence, in rows of numbers in which the targets are extremes.
    pub rows: Vec<TargetRow>,
    /// The names of the targets, in their order.
    pub target_names: Vec<String>,
    /// The run's heads, one layer after the other.
    pub heads: Vec<MachineHead>,
    /// The token that asks, where one does (paper 2).
    pub asking: Option<usize>,
    /// The first position that is drawn.
    first: usize,
    /// The paper that the task is from.
    pub(crate) citation: &'static str,
}

/// One head, and what it does with the sequence.
#[derive(Clone, Debug)]
pub struct MachineHead {
    /// Its attention to each position.
    pub shares: Vec<f64>,
    /// The target that it watches, counted from 0.
    pub target: Option<usize>,
    /// The targets that it is torn between, counted from 0, and the share of each.
    pub torn: Vec<(usize, f64)>,
    /// What it does, in words.
    pub words: String,
    /// Whether the run computes without it.
    pub is_silenced: bool,
    /// Its rank as a share of the full one (paper 2); none where all heads have the same size.
    pub rank: Option<f64>,
    /// Its layer, counted from 1; none where there is one layer.
    pub layer: Option<u32>,
}

impl Attended {
    /// What a run of `experiment` makes of a sequence, `[T, token_dimension]`. `attention` has the shares of
    /// each head; where every token asks, those of the token `query`. `silenced` are heads, counted from 0,
    /// that the attention was computed without.
    pub fn of(
        experiment: &Experiment,
        run: &Run,
        sequence: &[f32],
        attention: &[&[f32]],
        query: usize,
        silenced: &[usize],
    ) -> Self {
        let task = &experiment.task;
        let d = task.token_dimension() as usize;
        let is_asked = task.dimension().is_none();
        // Where one token asks alone, it is the last.
        let asking = match task.scored_tokens(run.T) as usize {
            1 => (sequence.len() / d).saturating_sub(1),
            scored => query.min(scored - 1),
        };
        let rows = task.target_rows(run.T, sequence, asking);
        let targets = TargetRow::target_positions(&rows);
        let heads_of_layer = (run.architecture.h * run.architecture.w).max(1);
        let rank = is_asked.then(|| f64::from(run.architecture.n) / d as f64);
        let heads = read_heads(task, attention, &targets)
            .into_iter()
            .zip(attention)
            .enumerate()
            .map(|(head, (reading, shares))| {
                let is_silenced = silenced.contains(&head);
                MachineHead {
                    shares: shares.iter().map(|share| f64::from(*share)).collect(),
                    target: reading.target.filter(|_| !is_silenced),
                    torn: match is_silenced {
                        true => Vec::new(),
                        false => reading.torn,
                    },
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
        let mut attended = Self {
            target_names: (0..targets.len())
                .map(|target| task.target_name(target))
                .collect(),
            rows,
            heads,
            asking: is_asked.then_some(asking),
            first: 0,
            citation: experiment.citation(),
        };
        attended.show_from(attended.window());
        attended
    }

    /// How many positions the sequence has.
    pub(crate) fn length(&self) -> usize {
        self.rows.first().map_or(0, |row| row.values.len())
    }

    /// The positions that are drawn.
    pub(crate) fn positions(&self) -> std::ops::Range<usize> {
        self.first..self.length().min(self.first + WINDOW)
    }

    /// Draws the tokens from this position on, where not all can be drawn.
    pub(crate) fn show_from(&mut self, first: usize) {
        self.first = first.min(self.length().saturating_sub(WINDOW));
    }

    /// Where a window of a long sequence begins: as many targets as can be seen together are in its middle, of
    /// equally many the first ones, and beside them the token that asks where that is near enough. It is
    /// decided by the sequence alone: all runs that are at work on one show the same part of it.
    fn window(&self) -> usize {
        let targets = self.target_positions();
        let places = || targets.iter().copied().chain(self.asking);
        let in_view = |from: usize| move |at: &usize| (from..from + WINDOW).contains(at);
        let best = places().max_by_key(|&from| {
            let count = targets.iter().filter(|at| in_view(from)(at)).count();
            (count, places().filter(in_view(from)).count(), Reverse(from))
        });
        let first = best.unwrap_or(0);
        let last = places().filter(in_view(first)).max().unwrap_or(0);
        (first + last).div_ceil(2).saturating_sub(WINDOW / 2)
    }

    /// "33 to 96 of 128"; none where all tokens are drawn.
    pub(crate) fn window_in_words(&self) -> Option<String> {
        let (drawn, length) = (self.positions(), self.length());
        let (first, last) = (drawn.start + 1, drawn.end);
        (drawn.len() < length).then(|| format!("{first} to {last} of {length}"))
    }

    /// The position of each target.
    pub(crate) fn target_positions(&self) -> Vec<usize> {
        TargetRow::target_positions(&self.rows)
    }

    /// The targets that are not drawn, counted from 0, each after its position.
    pub(crate) fn targets_outside(&self) -> impl Iterator<Item = (usize, usize)> {
        let targets = self.target_positions().into_iter().zip(0..);
        targets.filter(|(at, _)| !self.positions().contains(at))
    }

    /// What the token at a position is: "asks", or the targets that it is.
    pub(crate) fn names_at(&self, position: usize) -> Vec<&str> {
        let targets = self.target_positions();
        let found = targets.iter().zip(&self.target_names);
        let found = found.filter(|(at, _)| **at == position);
        let asks = (self.asking == Some(position)).then_some("asks");
        asks.into_iter()
            .chain(found.map(|(_, name)| name.as_str()))
            .collect()
    }

    /// Which heads are silenced: ", without head 2", or of many, ", without 5 of them".
    pub(crate) fn without(&self) -> String {
        let heads = self.heads.iter().enumerate();
        let silenced = heads.filter(|(_, head)| head.is_silenced);
        let numbers: Vec<String> = silenced.map(|(i, _)| (i + 1).to_string()).collect();
        match numbers.as_slice() {
            [] => String::new(),
            [one] => format!(", without head {one}"),
            [first, second] => format!(", without heads {first} and {second}"),
            many => format!(", without {} of them", many.len()),
        }
    }

    /// "One head", "13 heads", "2 layers of 1 head": the cliff's axis counts those of one layer.
    pub(crate) fn count_of_heads(&self) -> String {
        let count = self.heads.len();
        let layers = self.heads.last().and_then(|head| head.layer);
        let layers = layers.map_or(1, |layer| layer as usize);
        match (layers, count / layers.max(1)) {
            (0 | 1, _) => count_of_heads(count),
            (layers, 1) => format!("{layers} layers of 1 head"),
            (layers, each) => format!("{layers} layers of {each} heads"),
        }
    }
}

/// "One head", "13 heads".
pub(crate) fn count_of_heads(count: usize) -> String {
    const WORDS: [&str; 12] = [
        "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven",
        "Twelve",
    ];
    let plural = if count == 1 { "" } else { "s" };
    match WORDS.get(count.wrapping_sub(1)) {
        Some(word) => format!("{word} head{plural}"),
        None => format!("{count} heads"),
    }
}
