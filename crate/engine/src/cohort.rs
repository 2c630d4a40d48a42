//! `Cohort`: runs trained together, in one tensor program. It trains a few steps at a time when
//! asked and says how it stands; who asks, and how often, decides about pausing and stopping.

use burn::tensor::{Tensor, TensorData, Transaction};
use lab::{
    CurvePoint, Dataset, Experiment, Outcome, Purpose, Recipe, Run, RunProgress, Stopped,
    learning_rate,
};

use crate::batches::Batches;
use crate::device::Engine;
use crate::learner::Learner;
use crate::measure;
use crate::model::Model;
use crate::trained::Trained;
use crate::weights::Weights;

/// Learning curves are measured on this many validation sequences, outcomes on all of them.
const CURVE_SEQUENCES: usize = 512;

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
    learner: Learner,
    batches: Batches,
    validation: Dataset,
    /// `[S, T, d]`
    validation_inputs: Tensor<3>,
    step: u32,
    members: Vec<Member>,
}

/// One run of the cohort.
struct Member {
    index: usize,
    run: Run,
    loss: f64,
    diverged: Option<u32>,
    curve: Vec<CurvePoint>,
    /// Points of the curve already reported.
    reported: usize,
}

impl Cohort {
    /// A cohort of the experiment's runs at `indices` (places in [`lab::runs`]), which must share
    /// their sequence length.
    pub fn new(
        experiment: &Experiment,
        indices: &[usize],
        engine: &Engine,
    ) -> Result<Self, TrainingError> {
        let runs = pick(&lab::runs(experiment), indices)?;
        let (task, recipe) = (&experiment.task, &experiment.recipe);
        let mut model = Model::new(task, &runs, &engine.device);
        // On a GPU burn 0.22.1 gives wrong gradients where a reader has a single head (its values
        // are right, and so is a selector). A second one, of zeros, changes nothing else.
        if engine.gpu && runs[0].architecture.N > 0 {
            model.shape.h = model.shape.h.max(2);
        }
        let shape = model.shape;
        let count = recipe.validation_sequences;
        let validation = Dataset::draw(task, Purpose::Validation, runs[0].T, 0, count);
        let inputs = validation.inputs.clone();
        let inputs = TensorData::new(inputs, [count as usize, shape.t, shape.d]);
        let weights = Weights::init(&model, &runs, &engine.device);
        let device = engine.device.clone().inner();
        Ok(Self {
            engine: engine.clone(),
            experiment: experiment.clone(),
            recipe: recipe.clone(),
            batches: Batches::new(task, recipe, &runs, &model, &device),
            learner: Learner::new(model, weights, recipe),
            validation,
            validation_inputs: Tensor::from_data(inputs, &device),
            step: 0,
            members: runs
                .into_iter()
                .zip(indices)
                .map(|(run, &index)| Member {
                    index,
                    run,
                    loss: f64::NAN,
                    diverged: None,
                    curve: Vec::new(),
                    reported: 0,
                })
                .collect(),
        })
    }

    /// Steps done.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The function that is trained.
    pub fn model(&self) -> &Model {
        &self.learner.model
    }

    /// The weights of all runs.
    pub fn weights(&self) -> &Weights {
        &self.learner.weights
    }

    /// Whether there is nothing left to train.
    pub fn is_done(&self) -> bool {
        self.step >= self.recipe.steps || self.members.iter().all(|m| m.diverged.is_some())
    }

    /// Trains at most `steps` further steps, stopping earlier at the next point of the learning
    /// curve, and says how every run stands.
    pub async fn advance(&mut self, steps: u32) -> Result<Vec<RunProgress>, TrainingError> {
        let first = self.step;
        if first == 0 && steps > 0 {
            self.measure_curve().await?;
        }
        let until = next_point(&self.recipe, first).min(first.saturating_add(steps));
        let mut losses = Vec::new();
        while self.step < until && !self.is_done() {
            let (x, y) = self.batches.at(self.step);
            let rate = learning_rate(&self.recipe, self.step);
            losses.push(self.learner.learn(x, y, rate)); // [R]
            self.step += 1;
        }
        if !losses.is_empty() {
            self.take_losses(first, losses).await?;
            if self.step == next_point(&self.recipe, first) {
                self.measure_curve().await?;
            }
        }
        if let Some(fault) = self.engine.fault() {
            return Err(TrainingError(format!("The GPU refused a command: {fault}")));
        }
        Ok(self.progress())
    }

    /// What every run has reached so far, measured on the whole validation set.
    pub async fn outcomes(&self) -> Result<Vec<Outcome>, TrainingError> {
        let errors = self
            .measure(self.recipe.validation_sequences as usize)
            .await?;
        let outcome = |(member, nmse): (&Member, f64)| {
            let finite = nmse.is_finite() && member.diverged.is_none();
            Outcome {
                run: member.run,
                parameters: member
                    .run
                    .architecture
                    .parameters(self.experiment.task.token_dimension()),
                steps: member.diverged.unwrap_or(self.step),
                stopped: match (finite, self.step >= self.recipe.steps) {
                    (false, _) => Stopped::Diverged,
                    (true, true) => Stopped::Finished,
                    (true, false) => Stopped::Interrupted,
                },
                nmse: finite.then_some(nmse),
                curve: member.curve.clone(),
            }
        };
        Ok(self.members.iter().zip(errors).map(outcome).collect())
    }

    /// Reads the losses of the steps from `first` on, in one go.
    async fn take_losses(
        &mut self,
        first: u32,
        losses: Vec<Tensor<1>>,
    ) -> Result<(), TrainingError> {
        let values = measure::read(Transaction::default().register(Tensor::cat(losses, 0))).await?; // [steps·R]
        for (step, row) in (first..).zip(values[0].chunks_exact(self.members.len())) {
            for (member, loss) in self.members.iter_mut().zip(row) {
                if member.diverged.is_none() {
                    member.loss = f64::from(*loss);
                    member.diverged = (!loss.is_finite()).then_some(step);
                }
            }
        }
        Ok(())
    }

    async fn measure_curve(&mut self) -> Result<(), TrainingError> {
        let count = (self.recipe.validation_sequences as usize).min(CURVE_SEQUENCES);
        let errors = self.measure(count).await?;
        for (member, nmse) in self.members.iter_mut().zip(errors) {
            if nmse.is_finite() && member.diverged.is_none() {
                member.curve.push(CurvePoint(self.step, nmse));
            }
        }
        Ok(())
    }

    /// NMSE of every run on the first `count` validation sequences.
    async fn measure(&self, count: usize) -> Result<Vec<f64>, TrainingError> {
        let Learner { model, weights, .. } = &self.learner;
        let (weights, inputs) = (weights.inner(), &self.validation_inputs);
        let scale = self.batches.scale;
        let found = measure::predictions(model, &weights, inputs, count, scale).await?;
        Ok(measure::errors(&self.validation, &found))
    }

    /// The run at `place` in this cohort on its own, as it is now. There is nothing to look into
    /// once it has diverged.
    pub async fn trained(&self, place: usize) -> Result<Trained, TrainingError> {
        let Some(member) = self.members.get(place) else {
            let count = self.members.len();
            let why = format!("Place {place} does not exist: the cohort has {count} runs.");
            return Err(TrainingError(why));
        };
        let Learner { model, weights, .. } = &self.learner;
        let values = weights.of_one(model, &member.run, place).await?;
        if values.iter().flatten().any(|x| !x.is_finite()) {
            let why = "This run diverged: its weights are no longer numbers to look into.";
            return Err(TrainingError(why.into()));
        }
        let experiment = self.experiment.clone();
        let scale = self.batches.scale;
        Ok(Trained::new(
            experiment,
            member.run,
            values,
            scale,
            &self.engine,
        ))
    }

    fn progress(&mut self) -> Vec<RunProgress> {
        let (step, finished) = (self.step, self.step >= self.recipe.steps);
        let report = |member: &mut Member| {
            let curve = member.curve[member.reported..].to_vec();
            member.reported = member.curve.len();
            RunProgress {
                index: member.index,
                run: member.run,
                step: member.diverged.unwrap_or(step),
                loss: member.loss,
                curve,
                stopped: match (member.diverged, finished) {
                    (Some(_), _) => Some(Stopped::Diverged),
                    (None, true) => Some(Stopped::Finished),
                    (None, false) => None,
                },
            }
        };
        self.members.iter_mut().map(report).collect()
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
    // Without a feed-forward network there is nothing that padding could be hidden in.
    let same = |run: &Run| run.architecture == first.architecture;
    if first.architecture.N == 0 && !runs.iter().all(same) {
        return refuse("Selectors in one cohort must share their architecture.".into());
    }
    Ok(runs)
}

/// The step of the first point of the learning curve after `step`.
fn next_point(recipe: &Recipe, step: u32) -> u32 {
    let (points, steps) = (u64::from(recipe.curve_points), u64::from(recipe.steps));
    let passed = u64::from(step) * points / steps;
    ((passed + 1) * steps).div_ceil(points).min(steps) as u32
}
