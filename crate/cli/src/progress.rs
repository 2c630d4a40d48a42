//! The progress of `headcount run`, on standard error. In a terminal: a bar for all runs, and one for each
//! cohort that is being trained. Elsewhere, such as in the log of a cluster: a line for each run that ended.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use lab::{Experiment, Outcome, Run, RunProgress, Stopped};

use crate::error::CliError;
use crate::training::{Event, What};

pub enum Progress {
    Bars(Box<ProgressBars>),
    Lines(ProgressLines),
}

impl Progress {
    /// For `pending` runs of an experiment.
    pub fn new(experiment: &Experiment, pending: usize) -> Result<Self, CliError> {
        if stderr().is_terminal() {
            let bars = ProgressBars::new(experiment, pending)?;
            return Ok(Self::Bars(Box::new(bars)));
        }
        Ok(Self::Lines(ProgressLines { pending, ended: 0 }))
    }

    /// Shows what happened to the cohort of the runs at `indices`.
    pub fn show(&mut self, event: &Event, indices: &[usize]) {
        match self {
            Self::Bars(bars) => bars.show(event, indices),
            Self::Lines(lines) => lines.show(event),
        }
    }

    /// Removes bars from the terminal; lines stay.
    pub fn clear(&self) {
        if let Self::Bars(bars) = self {
            bars.clear();
        }
    }
}

/// A line for each run that ended, with how many of all have.
pub struct ProgressLines {
    pending: usize,
    ended: usize,
}

impl ProgressLines {
    fn show(&mut self, event: &Event) {
        let What::Ended(results) = &event.what else {
            return;
        };
        let outcomes = results.iter().map(|result| &result.outcome);
        // Those that were interrupted are trained again: what is left is said at the end.
        for outcome in outcomes.filter(|of| of.stopped != Stopped::Interrupted) {
            self.ended += 1;
            // Nobody may be reading, which is no reason to stop a training.
            let line = self.line(outcome);
            let _ = writeln!(stderr(), "{line}");
        }
    }

    fn line(&self, outcome: &Outcome) -> String {
        let ending = match (outcome.nmse, outcome.standard_error) {
            (Some(nmse), Some(error)) => format!("error {nmse} ± {error}"),
            (Some(nmse), None) => format!("error {nmse}"),
            (None, _) => "diverged".into(),
        };
        let (ended, pending, name) = (self.ended, self.pending, outcome.run.name());
        format!("{ended} of {pending} runs: {name}, {ending}")
    }
}

pub struct ProgressBars {
    bars: MultiProgress,
    /// Steps of all runs.
    all: ProgressBar,
    /// Steps of each cohort that is being trained, by its place among the cohorts.
    cohorts: BTreeMap<usize, ProgressBar>,
    style: ProgressStyle,
    /// Steps of one run.
    steps: u64,
    runs: Vec<Run>,
}

impl ProgressBars {
    /// Bars for `pending` runs of an experiment.
    fn new(experiment: &Experiment, pending: usize) -> Result<Self, CliError> {
        let style = |template| {
            ProgressStyle::with_template(template)
                .map_err(|error| CliError::Other(error.to_string()))
        };
        let steps = u64::from(experiment.recipe.steps);
        let bars = MultiProgress::new();
        let all = bars.add(ProgressBar::new(pending as u64 * steps));
        all.set_style(style(
            "{bar:40} {percent}% · {per_sec} · {eta} left · {msg}",
        )?);
        all.set_message(format!("{pending} runs"));
        Ok(Self {
            all,
            bars,
            cohorts: BTreeMap::new(),
            style: style("{bar:40} {percent}% · {msg}")?,
            steps,
            runs: lab::runs(experiment),
        })
    }

    fn show(&mut self, event: &Event, indices: &[usize]) {
        let all_steps = self.steps * indices.len() as u64;
        match &event.what {
            What::Started => {
                let bar = self.bars.add(ProgressBar::new(all_steps));
                bar.set_style(self.style.clone());
                bar.set_message(describe(&self.runs, indices));
                self.cohorts.insert(event.place, bar);
            }
            What::Advanced(progress) => self.move_to(event.place, steps_of(progress)),
            What::Ended(_) => {
                // A run that diverged or reached its target ended early: its other steps are done too.
                self.move_to(event.place, all_steps);
                if let Some(bar) = self.cohorts.remove(&event.place) {
                    bar.finish_and_clear();
                    self.bars.remove(&bar);
                }
            }
        }
    }

    fn move_to(&self, place: usize, position: u64) {
        if let Some(bar) = self.cohorts.get(&place) {
            self.all.inc(position.saturating_sub(bar.position()));
            bar.set_position(position);
        }
    }

    fn clear(&self) {
        self.all.finish_and_clear();
    }
}

fn steps_of(progress: &[RunProgress]) -> u64 {
    progress.iter().map(|run| u64::from(run.step)).sum()
}

/// The message of a bar while the runs at `indices` are trained.
fn describe(runs: &[Run], indices: &[usize]) -> String {
    match indices {
        [index] => {
            let run = &runs[*index];
            format!("h={} T={} seed={}", run.architecture.h, run.T, run.seed)
        }
        several => format!("{} runs together", several.len()),
    }
}
