//! `Cohort`: runs trained together, in one tensor program. Each call trains a few steps and reports
//! progress; the caller pauses or stops a training by not calling again.

use lab::{CURVE_SEQUENCES, Dataset, Experiment, Outcome, Purpose, Run, RunProgress};

use crate::checkpoint::Checkpoint;
use crate::cohort_size;
use crate::device::Engine;
use crate::error::{CohortError, ReadBackError, TrainingError};
use crate::evaluation::{self, MeasuredError};
use crate::model::Model;
use crate::reader::ComputePath;
use crate::run_state::{EarlyStop, RunHistory, RunState, next_point};
use crate::trained::Trained;
use crate::trainer::{ResumePoint, Trainer};
use crate::weights::{RunValues, Weights};

/// Runs of one sequence length, trained together.
pub struct Cohort {
    engine: Engine,
    experiment: Experiment,
    trainer: Trainer,
    validation: Dataset,
    step: u32,
    runs: Vec<RunState>,
}

impl Cohort {
    /// A cohort of the experiment's runs at `indices` (places in [`lab::runs`]), which must share
    /// their sequence length.
    pub fn new(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, CohortError> {
        Self::build(experiment, indices, engine, ComputePath::Fused, None)
    }

    /// A cohort that continues from `checkpoints`, one for each of `indices`. They must be of the
    /// same step: a cohort trains all of its runs, or none.
    pub fn resume(
        experiment: &Experiment,
        indices: &[usize],
        checkpoints: Vec<Checkpoint>,
        engine: &Engine,
    ) -> Result<Self, CohortError> {
        let runs = pick(&lab::runs(experiment), indices)?;
        let is_same_experiment = checkpoints.iter().all(|c| c.experiment == *experiment);
        if !is_same_experiment || checkpoints.iter().map(|c| c.run).ne(runs) {
            return Err(CohortError::OtherRuns);
        }
        if checkpoints.iter().any(|c| c.step != checkpoints[0].step) {
            return Err(CohortError::MixedSteps);
        }
        let path = ComputePath::Fused;
        Self::build(experiment, indices, engine, path, Some(checkpoints))
    }

    /// As [`Self::new`], but computed by burn's operations alone.
    pub fn reference(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, CohortError> {
        Self::build(experiment, indices, engine, ComputePath::Reference, None)
    }

    /// As [`Self::new`], but with the instructions of every machine: see [`ComputePath::Portable`].
    pub fn portable(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, CohortError> {
        Self::build(experiment, indices, engine, ComputePath::Portable, None)
    }

    // Compiled, and downloaded, once: it is long, and three functions call it.
    #[inline(never)]
    fn build(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
        path: ComputePath,
        checkpoints: Option<Vec<Checkpoint>>,
    ) -> Result<Self, CohortError> {
        let runs = pick(&lab::runs(experiment), indices)?;
        engine.check_gpu()?;
        cohort_size::check(experiment, &runs, engine)?;
        let (task, count) = (&experiment.task, experiment.recipe.validation_sequences);
        let validation = Dataset::draw(task, Purpose::Validation, runs[0].T, 0, count);
        let mut histories = vec![RunHistory::default(); runs.len()];
        let mut step = 0;
        let resume = checkpoints.map(|checkpoints| {
            step = checkpoints[0].step;
            let checkpoints = checkpoints.into_iter().zip(&mut histories);
            let states = checkpoints.map(|(checkpoint, history)| {
                *history = checkpoint.history;
                checkpoint.state
            });
            let runs = states.collect();
            ResumePoint { step, runs }
        });
        let trainer = Trainer::new(experiment, &runs, &validation, engine, path, resume)?;
        let runs = runs.into_iter().zip(indices).zip(histories);
        Ok(Self {
            engine: engine.clone(),
            experiment: experiment.clone(),
            trainer,
            validation,
            step,
            runs: runs
                .map(|((run, &index), history)| RunState::new(index, run, history))
                .collect(),
        })
    }

    /// Steps done.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The function that is trained.
    pub fn model(&self) -> &Model {
        self.trainer.model()
    }

    /// How its steps are computed.
    pub fn path(&self) -> ComputePath {
        self.trainer.path()
    }

    /// The weights of all runs, if burn trains them.
    pub fn weights(&self) -> Option<&Weights> {
        self.trainer.weights()
    }

    /// Whether there is nothing left to train.
    pub fn is_done(&self) -> bool {
        let has_stopped = |state: &RunState| state.history.early_stop.is_some();
        self.step >= self.experiment.recipe.steps || self.runs.iter().all(has_stopped)
    }

    /// Trains at most `steps` further steps and reports the progress of every run. With a target it
    /// stops at the next point of the learning curve, where a run may have reached it.
    pub async fn advance(&mut self, steps: u32) -> Result<Vec<RunProgress>, TrainingError> {
        let (first, count) = (self.step, self.validation_count().min(CURVE_SEQUENCES));
        let recipe = &self.experiment.recipe;
        let (all_steps, has_target) = (recipe.steps, recipe.target > 0.0);
        let mut points = Vec::new();
        if first == 0 && steps > 0 {
            self.trainer.queue_predictions(count);
            points.push(0);
        }
        let end = first.saturating_add(steps).min(all_steps);
        while self.step < end && !self.is_done() && !self.trainer.is_full() {
            let point = next_point(&self.experiment.recipe, self.step);
            let steps = point.min(end) - self.step;
            let recipe = &self.experiment.recipe;
            self.step += self.trainer.queue_steps(recipe, self.step, steps);
            if self.step == point {
                self.trainer.queue_predictions(count);
                points.push(point);
                if has_target {
                    break;
                }
            }
        }
        let results = self.trainer.read_back().await?;
        for (step, losses) in (first..).zip(results.losses) {
            for (state, loss) in self.runs.iter_mut().zip(losses) {
                state.record_loss(step, loss);
            }
        }
        for (point, predictions) in points.into_iter().zip(results.predictions) {
            self.record_point(point, &predictions).await?;
        }
        let (step, runs) = (self.step, self.runs.iter_mut());
        Ok(runs.map(|state| state.progress(step, all_steps)).collect())
    }

    /// The outcome of every run so far, evaluated on the whole validation set.
    pub async fn outcomes(&mut self) -> Result<Vec<Outcome>, TrainingError> {
        let errors = self.evaluate().await?;
        let d = self.experiment.task.token_dimension();
        let outcome = |(state, error): (&RunState, MeasuredError)| {
            let parameters = state.run.architecture.parameters(d, state.run.T);
            state.outcome(error, self.step, self.experiment.recipe.steps, parameters)
        };
        Ok(self.runs.iter().zip(errors).map(outcome).collect())
    }

    /// Records a point of every run's learning curve; a run that has reached the target stops.
    async fn record_point(
        &mut self,
        step: u32,
        predictions: &[Vec<f32>],
    ) -> Result<(), ReadBackError> {
        let errors = evaluation::errors(&self.validation, predictions);
        let target = self.experiment.recipe.target;
        let runs = self.runs.iter_mut().zip(errors).enumerate();
        let reached: Vec<usize> = runs
            .filter_map(|(place, (state, nmse))| {
                (state.record_point(step, nmse, target) && target > 0.0).then_some(place)
            })
            .collect();
        if reached.is_empty() {
            return Ok(());
        }
        let errors = self.evaluate().await?;
        for place in reached {
            let weights = self.values_of(place).await?;
            self.runs[place].history.early_stop = Some(EarlyStop::Reached {
                step,
                nmse: errors[place].nmse,
                standard_error: Some(errors[place].standard_error),
                weights,
            });
        }
        Ok(())
    }

    fn validation_count(&self) -> usize {
        self.experiment.recipe.validation_sequences as usize
    }

    /// The error of every run on the whole validation set.
    async fn evaluate(&mut self) -> Result<Vec<MeasuredError>, ReadBackError> {
        self.trainer.queue_predictions(self.validation_count());
        let results = self.trainer.read_back().await?;
        let predictions = results.predictions.last().map_or(&[][..], Vec::as_slice);
        let sequences = self.validation_count();
        Ok(evaluation::measured_errors(
            &self.validation,
            predictions,
            sequences,
        ))
    }

    /// The run at `place` in this cohort on its own: as it is now, or as it was when it reached its
    /// target. A run that has diverged cannot be inspected.
    pub async fn trained(&mut self, place: usize) -> Result<Trained, TrainingError> {
        let Some(state) = self.runs.get(place) else {
            let count = self.runs.len();
            return Err(TrainingError::NoSuchPlace { place, count });
        };
        let run = state.run;
        let values = match &state.history.early_stop {
            Some(EarlyStop::Reached { weights, .. }) => weights.clone(),
            _ => self.values_of(place).await?,
        };
        if values.iter().flatten().any(|x| !x.is_finite()) {
            return Err(TrainingError::Diverged);
        }
        let experiment = self.experiment.clone();
        let scale = self.trainer.scale();
        Ok(Trained::new(experiment, run, values, scale, &self.engine))
    }

    /// A checkpoint of every run.
    pub async fn checkpoints(&mut self) -> Result<Vec<Checkpoint>, TrainingError> {
        let mut checkpoints = Vec::with_capacity(self.runs.len());
        for (place, state) in self.runs.iter().enumerate() {
            checkpoints.push(Checkpoint {
                experiment: self.experiment.clone(),
                run: state.run,
                step: self.step,
                history: state.history.clone(),
                state: self.trainer.state_of(&state.run, place).await?,
            });
        }
        Ok(checkpoints)
    }

    /// The present weights of the run at `place`.
    async fn values_of(&mut self, place: usize) -> Result<RunValues, ReadBackError> {
        let run = self.runs[place].run;
        Ok(self.trainer.state_of(&run, place).await?.weights)
    }
}

/// The runs at `indices`, if they can be trained together.
fn pick(all: &[Run], indices: &[usize]) -> Result<Vec<Run>, CohortError> {
    let count = all.len();
    if let Some(&index) = indices.iter().find(|&&index| index >= count) {
        return Err(CohortError::NoSuchRun { index, count });
    }
    let runs: Vec<Run> = indices.iter().map(|&i| all[i]).collect();
    let first = runs.first().ok_or(CohortError::NoRuns)?;
    if runs.iter().any(|run| run.T != first.T) {
        return Err(CohortError::MixedLengths);
    }
    if !runs.iter().all(|run| run.fits_with(first)) {
        return Err(CohortError::MixedForms);
    }
    Ok(runs)
}
