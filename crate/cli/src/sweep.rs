//! `Sweep`: the runs of an experiment while `headcount run` trains them, or its share of them: which have
//! an outcome, and which are still to be trained. It neither trains nor reads or writes files.

use lab::{Experiment, Outcome, Outcomes, Run, Shard, Stopped, VERSION, common_engine};

use crate::error::CliError;

pub struct Sweep {
    pub experiment: Experiment,
    /// The name of the engine that trains.
    pub engine: String,
    /// The name of the engine that computed the outcomes so far, as in the document.
    engine_of_outcomes: Option<String>,
    /// The runs of the experiment. All lists below have the same order.
    pub runs: Vec<Run>,
    /// Whether each run is to be trained here, and not by another process.
    own: Vec<bool>,
    outcomes: Vec<Option<Outcome>>,
    pending: Vec<bool>,
}

impl Sweep {
    /// A sweep with every run of `shard`, or of the whole experiment, still to be trained.
    pub fn new(experiment: Experiment, engine: String, shard: Option<Shard>) -> Self {
        let runs = lab::runs(&experiment);
        let mut own = vec![shard.is_none(); runs.len()];
        for index in shard.map_or_else(Vec::new, |shard| shard.runs(&experiment)) {
            own[index] = true;
        }
        Self {
            outcomes: vec![None; runs.len()],
            pending: own.clone(),
            own,
            experiment,
            engine,
            engine_of_outcomes: None,
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

    /// The runs that are to be trained here, and not by another process.
    pub fn own_runs(&self) -> Vec<Run> {
        let runs = self.runs.iter().zip(&self.own);
        runs.filter_map(|(run, own)| own.then_some(*run)).collect()
    }

    /// The runs that are still to be trained.
    pub fn pending_runs(&self) -> Vec<Run> {
        let runs = self.runs.iter().zip(&self.pending);
        let pending = runs.filter(|(_, pending)| **pending);
        pending.map(|(run, _)| *run).collect()
    }

    /// Stores what the training of run `index` ended with. An interrupted run stays pending.
    pub fn record(&mut self, index: usize, outcome: Outcome) {
        self.record_of(&self.engine.clone(), index, outcome);
    }

    fn record_of(&mut self, engine: &str, index: usize, outcome: Outcome) {
        let earlier = self.engine_of_outcomes.as_deref().unwrap_or(engine);
        // Others are refused before: see `record_earlier`.
        self.engine_of_outcomes = common_engine(earlier, engine);
        self.pending[index] = is_interrupted(&outcome);
        // A run that was trained again only for its model file, and interrupted, keeps the outcome
        // of its first training.
        if !self.pending[index] || self.outcomes[index].is_none() {
            self.outcomes[index] = Some(outcome);
        }
    }

    /// Stores the outcomes of an earlier training of this experiment, by an engine that may share a
    /// document with this one.
    pub fn record_earlier(&mut self, engine: &str, earlier: &[Outcome]) {
        for index in 0..self.runs.len() {
            let of_this_run = |outcome: &&Outcome| outcome.run == self.runs[index];
            let mut complete = earlier.iter().filter(|outcome| !is_interrupted(outcome));
            if let Some(outcome) = complete.find(of_this_run) {
                self.record_of(engine, index, outcome.clone());
            }
        }
    }

    /// Marks those finished runs as pending again that have no model file (`has_model`, one for each
    /// of [`Self::own_runs`]), and returns how many these are.
    pub fn retrain_without_model(&mut self, has_model: &[bool]) -> usize {
        let before = self.pending_count();
        let own = (0..self.runs.len()).filter(|&index| self.own[index]);
        for (index, has_model) in own.zip(has_model) {
            let outcome = &self.outcomes[index];
            let finished = matches!(outcome, Some(o) if o.stopped == Stopped::Finished);
            self.pending[index] |= finished && !has_model;
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
            engine: self
                .engine_of_outcomes
                .as_ref()
                .unwrap_or(&self.engine)
                .clone(),
            summary: lab::summarise(&outcomes),
            outcomes,
        };
        Ok(serde_json::to_string(&document)?)
    }
}

fn is_interrupted(outcome: &Outcome) -> bool {
    outcome.stopped == Stopped::Interrupted
}
