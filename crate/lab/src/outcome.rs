//! What a run ended with, and the document with all outcomes of an experiment. It has no times in it:
//! the same experiment on the same engine gives the same JSON.

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::plan::Run;
use crate::summary::Summary;

/// A learning curve is measured on the first so many sequences of the validation set, an outcome on
/// all of them.
pub const CURVE_SEQUENCES: usize = 512;

/// One point of a learning curve: `[step, nmse]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint(pub u32, pub f64);

/// An error, rounded to six significant digits. Engines compute in single precision: further digits
/// are noise, and would double the size of every recorded result.
pub fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// All steps of the recipe were done.
    Finished,
    /// Its error reached the recipe's target before the last step.
    Reached,
    /// The user stopped it before the last step.
    Interrupted,
    /// Its loss was no longer a finite number.
    Diverged,
}

/// What a run ended with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The run.
    pub run: Run,
    /// Its trainable numbers.
    pub parameters: u64,
    /// Steps done.
    pub steps: u32,
    /// Why it stopped.
    pub stopped: Stopped,
    /// NMSE over the whole validation set with the last weights; `None` if the run diverged.
    pub nmse: Option<f64>,
    /// NMSE over the first [`CURVE_SEQUENCES`] of the validation set, during training.
    pub curve: Vec<CurvePoint>,
}

/// All runs of one experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcomes {
    /// Version of this form.
    pub version: u32,
    /// What was trained.
    pub experiment: Experiment,
    /// The name of the engine that trained it, such as "CPU · SIMD".
    pub engine: String,
    /// One per run, in the order of [`runs`](crate::runs).
    pub outcomes: Vec<Outcome>,
    /// The outcomes folded.
    pub summary: Summary,
}

/// How far a run is in its training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunProgress {
    /// The run's index in [`runs`](crate::runs).
    pub index: usize,
    /// The run.
    pub run: Run,
    /// Steps done.
    pub step: u32,
    /// Mean squared error of the last training batch, in units of the target's variance.
    pub loss: f64,
    /// New points of the learning curve since the last report.
    pub curve: Vec<CurvePoint>,
    /// Why it stopped, once it has.
    pub stopped: Option<Stopped>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_six_digits() {
        assert_eq!(six_digits(0.000_123_456_789), 0.000_123_457);
        assert_eq!(six_digits(1.0), 1.0);
        assert!(six_digits(f64::NAN).is_nan() && six_digits(f64::INFINITY).is_infinite());
    }
}
