//! What the errors of results show, in one sentence: a cliff, a rise, or neither, with a clause for each
//! line of the chart. Whether there is a cliff is decided in `transition.rs`, without the task's D; the
//! sentence then says whether it is where theory expects it. Whether the runs are worth a sentence is
//! not decided here, but in `training_check.rs`.

use super::expected::{Expected, needed_heads};
use super::next_step::NextStep;
use super::transition::{LEAST_DROP, Transition};
use super::words::{errors, heads, targets, times};
use super::{Group, Summary};
use crate::experiment::Experiment;

/// Lines that get a clause of their own; of more, all are summed up in one.
const MOST_CLAUSES: usize = 5;

/// A rise smaller than this is not spoken of.
const LEAST_RISE: f64 = 2.0;

/// A step of the median error from one number of heads to the next.
#[derive(Clone, Copy)]
pub(super) struct Step {
    before: u32,
    h: u32,
    /// How many times larger the error is on the higher side.
    factor: f64,
}

/// The lines of the chart of an experiment: groups that differ in h alone.
pub(super) struct Lines<'a> {
    summary: &'a Summary,
    experiment: &'a Experiment,
    expected: Expected,
}

impl<'a> Lines<'a> {
    pub fn new(summary: &'a Summary, experiment: &'a Experiment, expected: Expected) -> Self {
        Self {
            summary,
            experiment,
            expected,
        }
    }

    /// The lines that have a cliff, with it.
    fn with_cliff(&self) -> Vec<(&'a Transition, Step)> {
        let step = |t: &'a Transition| {
            let (before, h, factor) = (t.before?, t.h?, t.drop?);
            Some((t, Step { before, h, factor }))
        };
        match self.expected {
            Expected::Nowhere => Vec::new(),
            _ => self.summary.transitions.iter().filter_map(step).collect(),
        }
    }

    /// How many lines have a cliff.
    pub fn cliffs(&self) -> usize {
        self.with_cliff().len()
    }

    /// Groups with an error, line by line.
    fn measured(&self) -> Vec<Vec<(&'a Group, f64)>> {
        let lines = self.summary.groups.chunk_by(|a, b| a.line() == b.line());
        let with_error = |line: &'a [Group]| -> Vec<(&'a Group, f64)> {
            let groups = line.iter().filter_map(|group| Some((group, group.median?)));
            groups.collect()
        };
        let lines = lines.map(with_error).filter(|line| !line.is_empty());
        lines.collect()
    }

    /// The largest rise of the median error from one number of heads to the next, at which every run
    /// errs more than every run before: what paper 2 expects of heads that share a width.
    pub fn rise(&self) -> Option<(&'a Group, Step)> {
        if self.expected != Expected::Nowhere {
            return None;
        }
        let mut largest: Option<(&'a Group, Step)> = None;
        for line in self.measured() {
            for pair in line.windows(2) {
                let [(few, low), (many, high)] = [pair[0], pair[1]];
                let step = Step {
                    before: few.h,
                    h: many.h,
                    factor: high / low,
                };
                let is_clear = few.max < many.min && step.factor.is_finite();
                if is_clear && largest.is_none_or(|of| of.1.factor < step.factor) {
                    largest = Some((few, step));
                }
            }
        }
        largest.filter(|of| of.1.factor >= LEAST_RISE)
    }

    /// What they show, and what to do next. Before the end of the training, what does not show may
    /// still come.
    pub fn sentence(&self, is_over: bool) -> (String, Option<NextStep>) {
        let Self {
            experiment,
            expected,
            ..
        } = self;
        let is_secret = *expected == Expected::Secret;
        let measured = self.measured();
        let all: Vec<(&Group, f64)> = measured.concat();
        let Some(((first, _), others)) = all.split_first() else {
            return (String::new(), None);
        };
        if others.iter().all(|(group, _)| group.h == first.h) {
            return (errors(&all), NextStep::more_heads(experiment, is_secret));
        }
        if let Some((group, step)) = self.rise() {
            let sentence = format!("{}{}.", step.rise_in_words(), self.place_of(group));
            return (sentence, NextStep::more_small_heads(experiment));
        }
        if *expected == Expected::Nowhere {
            return (errors(&all), NextStep::more_steps(experiment));
        }
        match self.with_cliff() {
            cliffs if !cliffs.is_empty() => self.cliff_sentence(&cliffs),
            _ if is_over => self.why_no_cliff(&measured),
            _ => ("No cliff shows yet.".into(), None),
        }
    }

    fn cliff_sentence(&self, cliffs: &[(&Transition, Step)]) -> (String, Option<NextStep>) {
        let is_expected = |(line, step): &(&Transition, Step)| match self.expected {
            Expected::At(dimension) => {
                let needed = needed_heads(dimension, line.L);
                step.before < needed && needed <= step.h
            }
            _ => true,
        };
        let as_expected = cliffs.iter().all(is_expected);
        let needs = match self.expected {
            Expected::At(dimension) => {
                let needed = needed_heads(dimension, self.experiment.sharing_layers());
                let is_shown = cliffs.iter().all(|(_, step)| step.h == needed);
                let layers = self.experiment.grid.family.list("L");
                is_shown.then(|| needs(dimension, needed, layers))
            }
            _ => None,
        };
        let mut sentence = match (&needs, self.expected) {
            (Some(needs), _) => format!("{needs}: the"),
            (None, Expected::At(dimension)) => format!("With {} the", targets(dimension)),
            _ => "The".into(),
        };
        sentence += " error is ";
        sentence += &self.clauses(cliffs);
        if let (false, Expected::At(dimension)) = (as_expected, self.expected) {
            let needed = heads(needed_heads(dimension, self.experiment.sharing_layers()));
            sentence += &format!(". Theory expects the cliff at {needed}");
        }
        let next = match (as_expected, self.expected) {
            (false, _) => NextStep::more_steps(self.experiment),
            // What the heads look at would tell D.
            (true, Expected::Secret) => None,
            (true, _) => NextStep::inspect(),
        };
        (sentence + ".", next)
    }

    /// "43 times lower with 4 heads than with 3 at T = 16, 19 times at T = 32": a clause for each line.
    fn clauses(&self, cliffs: &[(&Transition, Step)]) -> String {
        let all = self.summary.transitions.len();
        let mut text = String::new();
        if cliffs.len() > MOST_CLAUSES || all > 2 * MOST_CLAUSES {
            let factors = || cliffs.iter().map(|(_, step)| step.factor);
            let low = factors().fold(f64::INFINITY, f64::min);
            let high = factors().fold(0.0, f64::max);
            // Where the cliffs are not all at the same heads, those of the first stand for them.
            let step = cliffs[0].1;
            let at_same = cliffs.iter().filter(|of| of.1.h == step.h).count();
            return format!(
                "{} to {} times lower with {} than with {} in {at_same} of {all} lines",
                times(low),
                times(high),
                heads(step.h),
                step.before
            );
        }
        let mut last: Option<Step> = None;
        for (line, step) in cliffs {
            let (factor, place) = (times(step.factor), self.place(line));
            text += &match last {
                Some(last) if (last.before, last.h) == (step.before, step.h) => {
                    format!(", {factor} times{place}")
                }
                _ => {
                    let between = if last.is_some() { ", " } else { "" };
                    let (with, than) = (heads(step.h), step.before);
                    format!("{between}{factor} times lower with {with} than with {than}{place}")
                }
            };
            last = Some(*step);
        }
        let without = self.summary.transitions.iter().filter(|t| t.h.is_none());
        let without: Vec<String> = without.map(|t| self.sizes_of(t)).collect();
        if !without.is_empty() {
            text += &format!("; no cliff shows at {}", without.join(", "));
        }
        text
    }

    /// Why there is no cliff at the end of a training, and what may bring one.
    fn why_no_cliff(&self, measured: &[Vec<(&Group, f64)>]) -> (String, Option<NextStep>) {
        let trained = &self.experiment.grid.h;
        let (least, most) = (trained.iter().min(), trained.iter().max());
        if let (Expected::At(dimension), Some(least), Some(most)) = (self.expected, least, most) {
            let needed = needed_heads(dimension, self.experiment.sharing_layers());
            let needs = needs(dimension, needed, self.experiment.grid.family.list("L"));
            if needed == 1 {
                let sentence = format!("No cliff can show: {needs}.");
                return (sentence, NextStep::inspect());
            }
            if *most < needed {
                let sentence = format!("No cliff shows: {needs}, and at most {most} were trained.");
                return (sentence, NextStep::more_heads(self.experiment, false));
            }
            if *least >= needed {
                let sentence = format!("No cliff shows: {needs}, and no fewer were trained.");
                return (sentence, NextStep::more_heads(self.experiment, false));
            }
        }
        let falls = measured.iter().flat_map(|line| line.windows(2));
        let falls = falls.map(|pair| (pair[0].1 / pair[1].1, pair[0].0.h, pair[1].0.h));
        let largest = falls
            .filter(|fall| fall.0.is_finite())
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match largest {
            // There would be a cliff if runs of one number of heads did not err like those of another.
            Some((fall, before, h)) if fall >= LEAST_DROP => {
                let (fall, with) = (times(fall), heads(h));
                let sentence = format!(
                    "Half of the runs with {with} err {fall} times less than with {before}, but \
                     not all of them do."
                );
                (sentence, NextStep::more_seeds(self.experiment))
            }
            Some((fall, before, h)) if fall >= 1.05 => {
                let (fall, with) = (times(fall), heads(h));
                let sentence = format!(
                    "No cliff shows: the error falls at most {fall} times, from {before} to {with}."
                );
                (sentence, NextStep::more_steps(self.experiment))
            }
            _ => (
                "No cliff shows: more heads do not lower the error.".into(),
                NextStep::more_steps(self.experiment),
            ),
        }
    }

    /// The sizes by which a line differs from the others, as in " at N = 8"; empty where there are no
    /// others.
    fn place(&self, line: &Transition) -> String {
        match self.sizes_of(line) {
            sizes if sizes.is_empty() => sizes,
            sizes => format!(" at {sizes}"),
        }
    }

    fn place_of(&self, group: &Group) -> String {
        let is_own = |t: &&Transition| (t.T, t.N, t.w, t.L) == group.line();
        let own = self.summary.transitions.iter().find(is_own);
        own.map_or(String::new(), |line| self.place(line))
    }

    /// As in "T = 8, N = 16".
    fn sizes_of(&self, line: &Transition) -> String {
        let sizes = |t: &Transition| [("T", t.T), ("N", t.N), ("w", t.w), ("L", t.L)];
        let is_varied = |(i, (_, own)): &(usize, (&str, u32))| {
            let mut others = self.summary.transitions.iter();
            others.any(|t| sizes(t)[*i].1 != *own)
        };
        let varied = sizes(line).into_iter().enumerate().filter(is_varied);
        let named: Vec<String> = varied
            .map(|(_, (name, own))| format!("{name} = {own}"))
            .collect();
        named.join(", ")
    }
}

impl Step {
    /// "Splitting one head in two makes the error 7.3 times larger".
    fn rise_in_words(&self) -> String {
        let Self { before, h, factor } = *self;
        let factor = times(factor);
        match (before, h) {
            (1, 2) => format!("Splitting one head in two makes the error {factor} times larger"),
            (1, h) => format!("Splitting one head into {h} makes the error {factor} times larger"),
            _ if h.is_multiple_of(before) => {
                format!("Splitting {before} heads into {h} makes the error {factor} times larger")
            }
            _ => format!("With {h} heads the error is {factor} times larger than with {before}"),
        }
    }
}

/// "4 targets need 4 heads", or "… 2 heads in each of 2 layers".
fn needs(dimension: u32, needed: u32, layers: &[u32]) -> String {
    let need = if dimension == 1 { "needs" } else { "need" };
    let text = format!("{} {need} {}", targets(dimension), heads(needed));
    match layers {
        [layers] if *layers > 1 => format!("{text} in each of {layers} layers"),
        _ => text,
    }
}
