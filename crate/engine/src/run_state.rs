//! `RunState`: one run of a cohort: its learning curve, and how it stopped if that was before the
//! last step. A run that has stopped early stays in its cohort's tensors, but its values there are
//! no longer read.

use lab::{CurvePoint, Outcome, Recipe, Run, RunProgress, Stopped};
use serde::{Deserialize, Serialize};

use crate::evaluation::MeasuredError;
use crate::weights::RunValues;

/// How a run stopped early. Serialised in checkpoints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EarlyStop {
    /// Its loss was no longer finite at this step.
    Diverged { step: u32 },
    /// Its error reached the target.
    Reached {
        step: u32,
        /// On the whole validation set.
        nmse: f64,
        /// Checkpoints of earlier versions have none.
        #[serde(
            default,
            rename = "standardError",
            skip_serializing_if = "Option::is_none"
        )]
        standard_error: Option<f64>,
        /// Its weights at that step; the cohort's own go on changing. In a checkpoint they are
        /// tensors of the file.
        #[serde(skip)]
        weights: RunValues,
    },
}

impl EarlyStop {
    fn step(&self) -> u32 {
        match self {
            Self::Diverged { step } | Self::Reached { step, .. } => *step,
        }
    }

    fn stopped(&self) -> Stopped {
        match self {
            Self::Diverged { .. } => Stopped::Diverged,
            Self::Reached { .. } => Stopped::Reached,
        }
    }
}

/// Everything reported of a run's training so far. Serialised in checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunHistory {
    /// Of the last batch; `None` before the first step.
    pub loss: Option<f64>,
    pub curve: Vec<CurvePoint>,
    #[serde(rename = "end")]
    pub early_stop: Option<EarlyStop>,
}

impl RunHistory {
    /// Whether a training by `recipe` can have reported this after `step` steps.
    pub fn is_possible(&self, recipe: &Recipe, step: u32) -> bool {
        let is_error = |error: f64| error.is_finite() && error >= 0.0;
        // At steps of its own choice a curve could have points left over when the training ends.
        let is_planned = |at: u32| at == 0 || next_point(recipe, at - 1) == at;
        let is_point =
            |point: &CurvePoint| point.0 <= step && is_planned(point.0) && is_error(point.1);
        let rises = self.curve.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let stop = match &self.early_stop {
            None | Some(EarlyStop::Diverged { .. }) => true,
            Some(EarlyStop::Reached {
                nmse,
                standard_error,
                ..
            }) => is_error(*nmse) && standard_error.is_none_or(is_error),
        };
        // One point before the first step, and one at the end of each part.
        rises
            && self.curve.iter().all(is_point)
            && self.curve.len() <= recipe.curve_points as usize + 1
            && stop
            && self
                .early_stop
                .as_ref()
                .is_none_or(|stop| stop.step() <= step)
    }
}

/// The step of the first point of the learning curve after `step`.
pub(crate) fn next_point(recipe: &Recipe, step: u32) -> u32 {
    let (points, steps) = (u64::from(recipe.curve_points), u64::from(recipe.steps));
    let passed = u64::from(step) * points / steps;
    ((passed + 1) * steps).div_ceil(points).min(steps) as u32
}

/// One run of a cohort.
pub(crate) struct RunState {
    /// Its place in the plan.
    index: usize,
    pub run: Run,
    pub history: RunHistory,
    /// Points of the curve that were already reported as progress.
    reported: usize,
}

impl RunState {
    /// The run at `index` of the plan.
    pub fn new(index: usize, run: Run, history: RunHistory) -> Self {
        Self {
            index,
            run,
            history,
            reported: 0,
        }
    }

    /// Records the loss of `step`; one that is not finite stops the run.
    pub fn record_loss(&mut self, step: u32, loss: f32) {
        if self.history.early_stop.is_none() {
            self.history.loss = Some(f64::from(loss));
            if !loss.is_finite() {
                self.history.early_stop = Some(EarlyStop::Diverged { step });
            }
        }
    }

    /// Records a point of the learning curve. Returns whether it is at or below `target`.
    pub fn record_point(&mut self, step: u32, nmse: f64, target: f64) -> bool {
        // Many steps are read at once: a point may lie before the step at which the run stopped.
        let stop = self.history.early_stop.as_ref();
        let is_before_stop = stop.is_none_or(|stop| step < stop.step());
        let is_valid = nmse.is_finite() && is_before_stop;
        if is_valid {
            self.history.curve.push(CurvePoint(step, nmse));
        }
        is_valid && nmse <= target
    }

    /// The outcome of the run, if its error is now `error` after `step` of `steps`.
    pub fn outcome(&self, error: MeasuredError, step: u32, steps: u32, parameters: u64) -> Outcome {
        let early_stop = self.history.early_stop.as_ref();
        let is_finite = |x: &f64| x.is_finite();
        let (nmse, standard_error) = match early_stop {
            Some(EarlyStop::Diverged { .. }) => (None, None),
            Some(EarlyStop::Reached {
                nmse,
                standard_error,
                ..
            }) => (Some(*nmse), *standard_error),
            None => (Some(error.nmse), Some(error.standard_error)),
        };
        let nmse = nmse.filter(is_finite);
        Outcome {
            run: self.run,
            parameters,
            steps: early_stop.map_or(step, EarlyStop::step),
            stopped: match early_stop {
                Some(stop) => stop.stopped(),
                None if nmse.is_none() => Stopped::Diverged,
                None if step >= steps => Stopped::Finished,
                None => Stopped::Interrupted,
            },
            nmse,
            standard_error: standard_error.filter(|x| nmse.is_some() && is_finite(x)),
            curve: self.history.curve.clone(),
        }
    }

    /// The progress of the run after `step` of `steps`, with the points of its curve that are new
    /// since the last call.
    pub fn progress(&mut self, step: u32, steps: u32) -> RunProgress {
        let curve = self.history.curve[self.reported..].to_vec();
        self.reported = self.history.curve.len();
        let early_stop = self.history.early_stop.as_ref();
        let finished = (step >= steps).then_some(Stopped::Finished);
        RunProgress {
            index: self.index,
            run: self.run,
            step: early_stop.map_or(step, EarlyStop::step),
            loss: self.history.loss.unwrap_or(f64::NAN),
            curve,
            stopped: early_stop.map(EarlyStop::stopped).or(finished),
        }
    }
}
