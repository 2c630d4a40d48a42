//! `Recipe`: how every run of an experiment is trained. The learning rate of each step is in
//! `schedule.rs`.

use serde::Serialize;

use crate::decimal::serialize_short;
use crate::fields::Fields;
use crate::number_range::NumberRange;

/// AdamW's guard against division by zero: PyTorch's default. Every recipe has it.
///
/// ```
/// // A weight with a gradient of zero is not moved, and nothing is divided by zero.
/// let (moment, square) = (0.0f32, 0.0f32);
/// assert_eq!(moment / (square.sqrt() + lab::ADAMW_EPSILON), 0.0);
/// ```
pub const ADAMW_EPSILON: f32 = 1e-8;

/// How a run is trained: AdamW under a linear warm-up and a cosine to zero.
///
/// ```
/// use lab::{Experiment, Recipe};
///
/// let recipe = Experiment::from_json(r#"{ "recipe": { "steps": 500 } }"#).unwrap().recipe;
/// assert_eq!(recipe, Recipe { steps: 500, ..Recipe::default() });
/// assert_eq!((recipe.batch, recipe.train_sequences), (64, 8000));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    /// Optimizer steps.
    pub steps: u32,
    /// Sequences a step.
    pub batch: u32,
    /// Peak learning rate.
    #[serde(serialize_with = "serialize_short")]
    pub learning_rate: f64,
    /// Share of the steps spent warming up.
    #[serde(serialize_with = "serialize_short")]
    pub warm_up: f64,
    /// AdamW's decay of the first moment.
    #[serde(serialize_with = "serialize_short")]
    pub beta1: f64,
    /// AdamW's decay of the second moment.
    #[serde(serialize_with = "serialize_short")]
    pub beta2: f64,
    /// AdamW's weight decay.
    #[serde(serialize_with = "serialize_short")]
    pub weight_decay: f64,
    /// Where training sequences come from.
    pub data: Data,
    /// Sequences in the training set (with fresh data: drawn at a time).
    pub train_sequences: u32,
    /// Sequences in the validation set.
    pub validation_sequences: u32,
    /// Points on each learning curve.
    pub curve_points: u32,
    /// A run stops at the first point of its learning curve that is not above this; 0 is for never.
    #[serde(serialize_with = "serialize_short")]
    pub target: f64,
}

/// Where training sequences come from.
///
/// ```
/// use lab::{Data, Experiment};
///
/// let data = |text: &str| Experiment::from_json(text).unwrap().recipe.data;
/// assert_eq!(data("{}"), Data::Fixed);
/// assert_eq!(data(r#"{ "recipe": { "data": "fresh" } }"#), Data::Fresh);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Data {
    /// One set, drawn once and used in every epoch, as in paper 1.
    Fixed,
    /// Every sequence is used once, as in paper 2.
    Fresh,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            steps: 2000,
            batch: 64,
            learning_rate: 1.5e-2,
            warm_up: 0.05,
            beta1: 0.9,
            // Not the usual 0.999: gradients change fast here, and the cliff is four times deeper.
            beta2: 0.95,
            weight_decay: 0.0,
            data: Data::Fixed,
            train_sequences: 8000,
            validation_sequences: 2000,
            curve_points: 50,
            target: 0.0,
        }
    }
}

impl Recipe {
    pub(crate) fn read(mut fields: Fields<'_>) -> Self {
        let default = Self::default();
        let share = NumberRange::Closed(0.0, 1.0);
        let below_one = NumberRange::BelowEnd(0.0, 1.0);
        let recipe = Self {
            steps: fields.whole("steps", default.steps, 1..=1_000_000),
            batch: fields.whole("batch", default.batch, 1..=8192),
            learning_rate: fields.number(
                "learningRate",
                default.learning_rate,
                NumberRange::AboveStart(0.0, 10.0),
            ),
            warm_up: fields.number("warmUp", default.warm_up, share),
            beta1: fields.number("beta1", default.beta1, below_one),
            beta2: fields.number("beta2", default.beta2, below_one),
            weight_decay: fields.number("weightDecay", default.weight_decay, share),
            data: fields.choice("data", &[("fixed", Data::Fixed), ("fresh", Data::Fresh)]),
            train_sequences: fields.whole("trainSequences", default.train_sequences, 1..=1_000_000),
            validation_sequences: fields.whole(
                "validationSequences",
                default.validation_sequences,
                2..=100_000,
            ),
            curve_points: fields.whole("curvePoints", default.curve_points, 1..=1000),
            target: fields.number("target", default.target, below_one),
        };
        if recipe.train_sequences < recipe.batch {
            fields.refuse(
                "trainSequences",
                recipe.train_sequences.into(),
                format!("at least recipe.batch, which is {}", recipe.batch),
            );
            let (batch, set) = (recipe.batch, recipe.train_sequences);
            fields.offer(format!("Set to {batch}"), "trainSequences", batch.into());
            fields.offer(format!("Set the batch to {set}"), "batch", set.into());
        }
        fields.finish();
        recipe
    }
}
