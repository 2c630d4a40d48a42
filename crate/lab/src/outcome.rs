//! What a run ended with, and the document with all outcomes of an experiment. It has no times in it:
//! the same experiment on the same engine gives the same JSON.

mod read;

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::plan::Run;
use crate::summary::Summary;

pub use read::{read_outcomes, read_run_value};

/// A learning curve is measured on the first so many sequences of the validation set, an outcome on
/// all of them.
///
/// ```
/// // About a quarter of the default validation set.
/// let all = lab::Experiment::default().recipe.validation_sequences;
/// assert_eq!((lab::CURVE_SEQUENCES, all), (512, 2000));
/// ```
pub const CURVE_SEQUENCES: usize = 512;

/// One point of a learning curve: `[step, nmse]`.
///
/// ```
/// use lab::CurvePoint;
///
/// let CurvePoint(step, nmse) = serde_json::from_str("[100, 0.5]").unwrap();
/// assert_eq!((step, nmse), (100, 0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint(pub u32, pub f64);

/// An error, rounded to six significant digits. Engines compute in single precision: further digits
/// are noise, and would double the size of every recorded result.
///
/// ```
/// assert_eq!(lab::six_digits(0.000_123_456_789), 0.000_123_457);
/// ```
pub fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Why a run stopped.
///
/// ```
/// use lab::{Experiment, Stopped, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.1,0.004~120,~57").unwrap();
/// let stopped: Vec<Stopped> = outcomes.iter().map(|outcome| outcome.stopped).collect();
/// assert_eq!(stopped, [Stopped::Finished, Stopped::Reached, Stopped::Diverged]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

impl Stopped {
    /// Every reason by its word.
    ///
    /// ```
    /// use lab::Stopped;
    ///
    /// for (word, stopped) in Stopped::WORDS {
    ///     assert_eq!(serde_json::to_value(stopped).unwrap(), word);
    /// }
    /// ```
    pub const WORDS: [(&str, Self); 4] = [
        ("finished", Self::Finished),
        ("reached", Self::Reached),
        ("interrupted", Self::Interrupted),
        ("diverged", Self::Diverged),
    ];
}

/// What a run ended with.
///
/// ```
/// use lab::{Experiment, Outcome, Stopped, runs};
///
/// let run = runs(&Experiment::default())[3];
/// let outcome = Outcome {
///     run,
///     parameters: run.architecture.parameters(4, 16),
///     steps: 2000,
///     stopped: Stopped::Finished,
///     nmse: Some(4e-4),
///     standard_error: None,
///     curve: Vec::new(),
/// };
/// assert_eq!((outcome.run.architecture.h, outcome.parameters), (4, 6433));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// The standard error of `nmse`, from how much the sequences of the validation set differ. Documents of
    /// earlier versions have none, and keep their bytes.
    #[serde(rename = "standardError", skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// NMSE over the first [`CURVE_SEQUENCES`] of the validation set, during training.
    pub curve: Vec<CurvePoint>,
}

/// All runs of one experiment. Untrusted ones are read by [`Self::from_json`].
///
/// ```
/// use lab::{Experiment, Outcomes, VERSION, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [3, 4] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.02,0.0004").unwrap();
/// let summary = summarise(&outcomes);
/// let document = Outcomes { version: VERSION, experiment, engine: "CPU".into(), outcomes, summary };
/// assert_eq!(document.outcomes.len(), 2);
/// assert_eq!(document.summary.transitions[0].h, Some(4));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Outcomes {
    /// Version of this form.
    pub version: u32,
    /// What was trained.
    pub experiment: Experiment,
    /// The name of the engine that trained it, such as "CPU · SIMD" or "CPU · AVX2 · native":
    /// see [`common_engine`](crate::common_engine).
    pub engine: String,
    /// One per run, in the order of [`runs`](crate::runs); some may be missing while it is trained.
    pub outcomes: Vec<Outcome>,
    /// The outcomes folded.
    pub summary: Summary,
}

/// How far a run is in its training.
///
/// ```
/// use lab::{CurvePoint, Experiment, RunProgress, runs, summarise_progress};
///
/// let progress = RunProgress {
///     index: 0,
///     run: runs(&Experiment::default())[0],
///     step: 100,
///     loss: 0.6,
///     curve: vec![CurvePoint(0, 1.2), CurvePoint(100, 0.5)],
///     stopped: None,
/// };
/// // While it trains it counts with the last point of its curve.
/// assert_eq!(summarise_progress(&[progress]).groups[0].median, Some(0.5));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunProgress {
    /// The run's index in [`runs`](crate::runs).
    pub index: usize,
    /// The run.
    pub run: Run,
    /// Steps done.
    pub step: u32,
    /// Mean squared error of the last training batch, in units of the target's variance; NaN before
    /// the first step, which JSON has as null.
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

    #[test]
    fn progress_before_the_first_step_has_no_loss_in_json() {
        let run = crate::runs(&crate::Experiment::default())[0];
        let progress = RunProgress {
            index: 0,
            run,
            step: 0,
            loss: f64::NAN,
            curve: vec![CurvePoint(0, 1.0)],
            stopped: None,
        };
        let text = serde_json::to_string(&progress).unwrap();
        assert!(text.contains(r#""loss":null"#), "{text}");
    }
}
