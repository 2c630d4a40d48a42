//! `Sweep`: all runs of an experiment while `headcount run` trains them: which have an outcome, and
//! which are still to be trained. It neither trains nor reads or writes files.

use lab::{Experiment, Outcome, Outcomes, Run, Stopped, VERSION};

use crate::error::CliError;

pub struct Sweep {
    pub experiment: Experiment,
    /// The engine's name, as in the outcome document.
    pub engine: String,
    /// The runs of the experiment. All lists below have the same order.
    pub runs: Vec<Run>,
    outcomes: Vec<Option<Outcome>>,
    pending: Vec<bool>,
}

impl Sweep {
    /// A sweep with every run still to be trained.
    pub fn new(experiment: Experiment, engine: String) -> Self {
        let runs = lab::runs(&experiment);
        Self {
            outcomes: vec![None; runs.len()],
            pending: vec![true; runs.len()],
            experiment,
            engine,
            runs,
        }
    }

    /// Whether each run is still to be trained.
    pub fn pending(&self) -> &[bool] {
        &self.pending
    }

    /// How many runs are still to be trained.
    pub fn pending_count(&self) -> usize {
        self.pending.iter().filter(|pending| **pending).count()
    }

    /// Stores what the training of run `index` ended with. An interrupted run stays pending.
    pub fn record(&mut self, index: usize, outcome: Outcome) {
        self.pending[index] = is_interrupted(&outcome);
        // A run that was trained again only for its model file, and interrupted, keeps the outcome
        // of its first training.
        if !self.pending[index] || self.outcomes[index].is_none() {
            self.outcomes[index] = Some(outcome);
        }
    }

    /// Stores the outcomes of an earlier training of this experiment.
    pub fn record_earlier(&mut self, earlier: &[Outcome]) {
        for index in 0..self.runs.len() {
            let of_this_run = |outcome: &&Outcome| outcome.run == self.runs[index];
            let mut complete = earlier.iter().filter(|outcome| !is_interrupted(outcome));
            if let Some(outcome) = complete.find(of_this_run) {
                self.record(index, outcome.clone());
            }
        }
    }

    /// Marks those finished runs as pending again that have no model file (`has_model`, one per
    /// run), and returns how many these are.
    pub fn retrain_without_model(&mut self, has_model: &[bool]) -> usize {
        let before = self.pending_count();
        for (index, outcome) in self.outcomes.iter().enumerate() {
            let finished = matches!(outcome, Some(o) if o.stopped == Stopped::Finished);
            self.pending[index] |= finished && !has_model[index];
        }
        self.pending_count() - before
    }

    /// The runs that diverged.
    pub fn diverged(&self) -> impl Iterator<Item = &Run> {
        let outcomes = self.outcomes.iter().flatten();
        outcomes
            .filter(|outcome| outcome.stopped == Stopped::Diverged)
            .map(|outcome| &outcome.run)
    }

    /// The outcome document, as JSON, with the outcomes so far.
    pub fn to_json(&self) -> Result<String, CliError> {
        let outcomes: Vec<Outcome> = self.outcomes.iter().flatten().cloned().collect();
        let document = Outcomes {
            version: VERSION,
            experiment: self.experiment.clone(),
            engine: self.engine.clone(),
            summary: lab::summarise(&outcomes),
            outcomes,
        };
        Ok(serde_json::to_string(&document)?)
    }
}

fn is_interrupted(outcome: &Outcome) -> bool {
    outcome.stopped == Stopped::Interrupted
}
