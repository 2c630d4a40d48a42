//! One run of a cohort: its learning curve, and how it ended where that was before the last step.
//! A run that has ended stays in its cohort's tensors, but nothing it does there is looked at.

use lab::{CurvePoint, Outcome, Run, RunProgress, Stopped};

/// How a run ended early.
pub(crate) enum End {
    /// Its loss was no longer finite at this step.
    Diverged { step: u32 },
    /// Its error reached the target.
    Reached {
        step: u32,
        /// On the whole validation set.
        nmse: f64,
        /// Its weights then, one list for each; the cohort's own go on changing.
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

/// One run of a cohort.
pub(crate) struct Member {
    index: usize,
    pub run: Run,
    loss: f64,
    curve: Vec<CurvePoint>,
    /// Points of the curve already reported.
    reported: usize,
    pub end: Option<End>,
}

impl Member {
    /// The run at `index` of the plan, before its first step.
    pub fn new(index: usize, run: Run) -> Self {
        Self {
            index,
            run,
            loss: f64::NAN,
            curve: Vec::new(),
            reported: 0,
            end: None,
        }
    }

    /// Takes the loss of `step`; one that is not finite ends the run.
    pub fn take_loss(&mut self, step: u32, loss: f32) {
        if self.end.is_none() {
            self.loss = f64::from(loss);
            if !loss.is_finite() {
                self.end = Some(End::Diverged { step });
            }
        }
    }

    /// Takes a point of the learning curve. Whether it is at or below `target`, where there is one.
    pub fn take_point(&mut self, step: u32, nmse: f64, target: f64) -> bool {
        let counts = nmse.is_finite() && self.end.is_none();
        if counts {
            self.curve.push(CurvePoint(step, nmse));
        }
        counts && nmse <= target
    }

    /// What the run has reached, where its error is `nmse` now after `step` of `steps`.
    pub fn outcome(&self, nmse: f64, step: u32, steps: u32, parameters: u64) -> Outcome {
        let nmse = match &self.end {
            Some(End::Diverged { .. }) => None,
            Some(End::Reached { nmse, .. }) => Some(*nmse),
            None => Some(nmse).filter(|nmse| nmse.is_finite()),
        };
        Outcome {
            run: self.run,
            parameters,
            steps: self.end.as_ref().map_or(step, End::step),
            stopped: match &self.end {
                Some(end) => end.why(),
                None if nmse.is_none() => Stopped::Diverged,
                None if step >= steps => Stopped::Finished,
                None => Stopped::Interrupted,
            },
            nmse,
            curve: self.curve.clone(),
        }
    }

    /// How the run stands after `step` of `steps`, with what is new since this was last asked.
    pub fn progress(&mut self, step: u32, steps: u32) -> RunProgress {
        let curve = self.curve[self.reported..].to_vec();
        self.reported = self.curve.len();
        let finished = (step >= steps).then_some(Stopped::Finished);
        RunProgress {
            index: self.index,
            run: self.run,
            step: self.end.as_ref().map_or(step, End::step),
            loss: self.loss,
            curve,
            stopped: self.end.as_ref().map(End::why).or(finished),
        }
    }
}
