//! One run of a cohort: its learning curve, and how it ended where that was before the last step.
//! A run that has ended stays in its cohort's tensors, but nothing it does there is looked at.

use lab::{CurvePoint, Outcome, Run, RunProgress, Stopped};
use serde::{Deserialize, Serialize};

/// How a run ended early.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum End {
    /// Its loss was no longer finite at this step.
    Diverged { step: u32 },
    /// Its error reached the target.
    Reached {
        step: u32,
        /// On the whole validation set.
        nmse: f64,
        /// Its weights then, one list for each; the cohort's own go on changing. In a file they
        /// are tensors.
        #[serde(skip)]
        weights: Vec<Vec<f32>>,
    },
}

impl End {
    fn step(&self) -> u32 {
        match self {
            Self::Diverged { step } | Self::Reached { step, .. } => *step,
        }
    }

    fn why(&self) -> Stopped {
        match self {
            Self::Diverged { .. } => Stopped::Diverged,
            Self::Reached { .. } => Stopped::Reached,
        }
    }
}

/// What is known of a run's training so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Past {
    /// Of the last batch; none before the first step.
    pub loss: Option<f64>,
    pub curve: Vec<CurvePoint>,
    pub end: Option<End>,
}

/// One run of a cohort.
pub(crate) struct Member {
    index: usize,
    pub run: Run,
    pub past: Past,
    /// Points of the curve already reported.
    reported: usize,
}

impl Member {
    /// The run at `index` of the plan.
    pub fn new(index: usize, run: Run, past: Past) -> Self {
        Self {
            index,
            run,
            past,
            reported: 0,
        }
    }

    /// Takes the loss of `step`; one that is not finite ends the run.
    pub fn take_loss(&mut self, step: u32, loss: f32) {
        if self.past.end.is_none() {
            self.past.loss = Some(f64::from(loss));
            if !loss.is_finite() {
                self.past.end = Some(End::Diverged { step });
            }
        }
    }

    /// Takes a point of the learning curve. Whether it is at or below `target`, where there is one.
    pub fn take_point(&mut self, step: u32, nmse: f64, target: f64) -> bool {
        // Many steps are read at once: a point may lie before the step at which the run ended.
        let before = self.past.end.as_ref().is_none_or(|end| step < end.step());
        let counts = nmse.is_finite() && before;
        if counts {
            self.past.curve.push(CurvePoint(step, nmse));
        }
        counts && nmse <= target
    }

    /// What the run has reached, where its error is `nmse` now after `step` of `steps`.
    pub fn outcome(&self, nmse: f64, step: u32, steps: u32, parameters: u64) -> Outcome {
        let nmse = match &self.past.end {
            Some(End::Diverged { .. }) => None,
            Some(End::Reached { nmse, .. }) => Some(*nmse),
            None => Some(nmse).filter(|nmse| nmse.is_finite()),
        };
        Outcome {
            run: self.run,
            parameters,
            steps: self.past.end.as_ref().map_or(step, End::step),
            stopped: match &self.past.end {
                Some(end) => end.why(),
                None if nmse.is_none() => Stopped::Diverged,
                None if step >= steps => Stopped::Finished,
                None => Stopped::Interrupted,
            },
            nmse,
            curve: self.past.curve.clone(),
        }
    }

    /// How the run stands after `step` of `steps`, with what is new since this was last asked.
    pub fn progress(&mut self, step: u32, steps: u32) -> RunProgress {
        let curve = self.past.curve[self.reported..].to_vec();
        self.reported = self.past.curve.len();
        let finished = (step >= steps).then_some(Stopped::Finished);
        RunProgress {
            index: self.index,
            run: self.run,
            step: self.past.end.as_ref().map_or(step, End::step),
            loss: self.past.loss.unwrap_or(f64::NAN),
            curve,
            stopped: self.past.end.as_ref().map(End::why).or(finished),
        }
    }
}
