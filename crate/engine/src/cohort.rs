//! `Cohort`: runs trained together, in one tensor program. It trains a few steps at a time when
//! asked and says how it stands; who asks, and how often, decides about pausing and stopping.

use lab::{CURVE_SEQUENCES, Dataset, Experiment, Outcome, Purpose, Recipe, Run, RunProgress};

use crate::checkpoint::Checkpoint;
use crate::device::Engine;
use crate::measure;
use crate::member::{End, Member, Past};
use crate::model::Model;
use crate::reader::Path;
use crate::trained::Trained;
use crate::trainer::Trainer;
use crate::weights::Weights;

/// Why training broke off.
#[derive(Debug)]
pub struct TrainingError(pub String);

impl std::fmt::Display for TrainingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TrainingError {}

/// Runs of one sequence length, trained together.
pub struct Cohort {
    engine: Engine,
    experiment: Experiment,
    recipe: Recipe,
    trainer: Trainer,
    validation: Dataset,
    step: u32,
    members: Vec<Member>,
}

impl Cohort {
    /// A cohort of the experiment's runs at `indices` (places in [`lab::runs`]), which must share
    /// their sequence length.
    pub fn new(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, TrainingError> {
        Self::by(experiment, indices, engine, Path::Fused, None)
    }

    /// A cohort that goes on from `checkpoints`, one for each of `indices`. They must be at the same
    /// step: a cohort trains all of its runs, or none.
    pub fn resume(
        experiment: &Experiment,
        indices: &[usize],
        checkpoints: Vec<Checkpoint>,
        engine: &Engine,
    ) -> Result<Self, TrainingError> {
        let refuse = |why: &str| Err(TrainingError(why.into()));
        let runs = pick(&lab::runs(experiment), indices)?;
        let same = checkpoints.iter().all(|c| c.experiment == *experiment);
        if !same || checkpoints.iter().map(|c| c.run).ne(runs) {
            return refuse("The checkpoints are of other runs than these.");
        }
        if checkpoints.iter().any(|c| c.step != checkpoints[0].step) {
            return refuse("The checkpoints of a cohort must be of the same step.");
        }
        Self::by(experiment, indices, engine, Path::Fused, Some(checkpoints))
    }

    /// As [`Self::new`], but computed by burn's operations alone, whatever else there is.
    pub fn reference(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, TrainingError> {
        Self::by(experiment, indices, engine, Path::Reference, None)
    }

    fn by(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
        path: Path,
        checkpoints: Option<Vec<Checkpoint>>,
    ) -> Result<Self, TrainingError> {
        let runs = pick(&lab::runs(experiment), indices)?;
        let (task, recipe) = (&experiment.task, &experiment.recipe);
        let count = recipe.validation_sequences;
        let validation = Dataset::draw(task, Purpose::Validation, runs[0].T, 0, count);
        let mut pasts = vec![Past::default(); runs.len()];
        let mut step = 0;
        let past = checkpoints.map(|checkpoints| {
            step = checkpoints[0].step;
            let all = checkpoints.into_iter().zip(&mut pasts);
            let numbers = all.map(|(checkpoint, past)| {
                *past = checkpoint.past;
                checkpoint.numbers
            });
            (step, numbers.collect())
        });
        let trainer = Trainer::new(experiment, &runs, &validation, engine, path, past);
        Ok(Self {
            engine: engine.clone(),
            experiment: experiment.clone(),
            recipe: recipe.clone(),
            trainer,
            validation,
            step,
            members: runs
                .into_iter()
                .zip(indices)
                .zip(pasts)
                .map(|((run, &index), past)| Member::new(index, run, past))
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
    pub fn path(&self) -> Path {
        self.trainer.path()
    }

    /// The weights of all runs, where burn trains them.
    pub fn weights(&self) -> Option<&Weights> {
        self.trainer.weights()
    }

    /// Whether there is nothing left to train.
    pub fn is_done(&self) -> bool {
        self.step >= self.recipe.steps || self.members.iter().all(|m| m.past.end.is_some())
    }

    /// Trains at most `steps` further steps and says how every run stands. With a target it stops
    /// at the next point of the learning curve, where a run may have reached it.
    pub async fn advance(&mut self, steps: u32) -> Result<Vec<RunProgress>, TrainingError> {
        let (first, count) = (self.step, self.validation_count().min(CURVE_SEQUENCES));
        let mut points = Vec::new();
        if first == 0 && steps > 0 {
            self.trainer.mark(count);
            points.push(0);
        }
        let most = first.saturating_add(steps).min(self.recipe.steps);
        while self.step < most && !self.is_done() && !self.trainer.is_full() {
            let point = next_point(&self.recipe, self.step);
            let until = point.min(most) - self.step;
            self.step += self.trainer.train(&self.experiment, self.step, until);
            if self.step == point {
                self.trainer.mark(count);
                points.push(point);
                if self.recipe.target > 0.0 {
                    break;
                }
            }
        }
        let read = self.trainer.read().await?;
        for (step, row) in (first..).zip(read.losses) {
            for (member, loss) in self.members.iter_mut().zip(row) {
                member.take_loss(step, loss);
            }
        }
        for (point, predictions) in points.into_iter().zip(read.predictions) {
            self.take_point(point, &predictions).await?;
        }
        if let Some(fault) = self.engine.fault() {
            return Err(TrainingError(format!("The GPU refused a command: {fault}")));
        }
        Ok(self.progress())
    }

    /// What every run has reached so far, measured on the whole validation set.
    pub async fn outcomes(&mut self) -> Result<Vec<Outcome>, TrainingError> {
        let errors = self.measure().await?;
        let d = self.experiment.task.token_dimension();
        let outcome = |(member, nmse): (&Member, f64)| {
            let parameters = member.run.architecture.parameters(d, member.run.T);
            member.outcome(nmse, self.step, self.recipe.steps, parameters)
        };
        Ok(self.members.iter().zip(errors).map(outcome).collect())
    }

    /// Takes a point of every run's learning curve; a run that reached the target ends there.
    async fn take_point(
        &mut self,
        step: u32,
        predictions: &[Vec<f32>],
    ) -> Result<(), TrainingError> {
        let errors = measure::errors(&self.validation, predictions);
        let target = self.recipe.target;
        let members = self.members.iter_mut().zip(errors).enumerate();
        let reached: Vec<usize> = members
            .filter_map(|(place, (member, nmse))| {
                (member.take_point(step, nmse, target) && target > 0.0).then_some(place)
            })
            .collect();
        if reached.is_empty() {
            return Ok(());
        }
        let all = self.measure().await?;
        for place in reached {
            let run = self.members[place].run;
            self.members[place].past.end = Some(End::Reached {
                step,
                nmse: all[place],
                weights: self.weights_of(&run, place).await?,
            });
        }
        Ok(())
    }

    fn validation_count(&self) -> usize {
        self.recipe.validation_sequences as usize
    }

    /// NMSE of every run on the whole validation set.
    async fn measure(&mut self) -> Result<Vec<f64>, TrainingError> {
        self.trainer.mark(self.validation_count());
        let read = self.trainer.read().await?;
        let last = read.predictions.last().map_or(&[][..], Vec::as_slice);
        Ok(measure::errors(&self.validation, last))
    }

    /// The run at `place` in this cohort on its own: as it is now, or as it was when it reached its
    /// target. There is nothing to look into once it has diverged.
    pub async fn trained(&mut self, place: usize) -> Result<Trained, TrainingError> {
        let Some(member) = self.members.get(place) else {
            let count = self.members.len();
            let why = format!("Place {place} does not exist: the cohort has {count} runs.");
            return Err(TrainingError(why));
        };
        let run = member.run;
        let values = match &member.past.end {
            Some(End::Reached { weights, .. }) => weights.clone(),
            _ => self.weights_of(&run, place).await?,
        };
        if values.iter().flatten().any(|x| !x.is_finite()) {
            let why = "This run diverged: its weights are no longer numbers to look into.";
            return Err(TrainingError(why.into()));
        }
        let experiment = self.experiment.clone();
        let scale = self.trainer.scale();
        Ok(Trained::new(experiment, run, values, scale, &self.engine))
    }

    /// Where every run stands, to go on from later.
    pub async fn checkpoints(&mut self) -> Result<Vec<Checkpoint>, TrainingError> {
        let mut checkpoints = Vec::with_capacity(self.members.len());
        for (place, member) in self.members.iter().enumerate() {
            checkpoints.push(Checkpoint {
                experiment: self.experiment.clone(),
                run: member.run,
                step: self.step,
                past: member.past.clone(),
                numbers: self.trainer.numbers_of(&member.run, place).await?,
            });
        }
        Ok(checkpoints)
    }

    async fn weights_of(
        &mut self,
        run: &Run,
        place: usize,
    ) -> Result<Vec<Vec<f32>>, TrainingError> {
        let [weights, ..] = self.trainer.numbers_of(run, place).await?;
        Ok(weights)
    }

    fn progress(&mut self) -> Vec<RunProgress> {
        let (step, steps) = (self.step, self.recipe.steps);
        let members = self.members.iter_mut();
        members.map(|member| member.progress(step, steps)).collect()
    }
}

/// The runs at `indices`, if they can be trained together.
fn pick(all: &[Run], indices: &[usize]) -> Result<Vec<Run>, TrainingError> {
    let refuse = |why: String| Err(TrainingError(why));
    if let Some(index) = indices.iter().find(|&&i| i >= all.len()) {
        let count = all.len();
        return refuse(format!("Run {index} does not exist: there are {count}."));
    }
    let runs: Vec<Run> = indices.iter().map(|&i| all[i]).collect();
    let Some(first) = runs.first() else {
        return refuse("A cohort needs at least one run.".into());
    };
    if runs.iter().any(|run| run.T != first.T) {
        return refuse("The runs of a cohort must share their sequence length.".into());
    }
    if !runs.iter().all(|run| run.fits_with(first)) {
        return refuse("The runs of a cohort must share what they compute.".into());
    }
    Ok(runs)
}

/// The step of the first point of the learning curve after `step`.
fn next_point(recipe: &Recipe, step: u32) -> u32 {
    let (points, steps) = (u64::from(recipe.curve_points), u64::from(recipe.steps));
    let passed = u64::from(step) * points / steps;
    ((passed + 1) * steps).div_ceil(points).min(steps) as u32
}
