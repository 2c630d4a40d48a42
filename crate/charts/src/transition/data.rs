//! The data of the chart: lines of points, measured, published or predicted. How these are drawn
//! stands in the other files of this folder.

use serde::{Deserialize, Deserializer, Serialize};

/// The scale of the axis of heads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadsAxis {
    /// 1, 2, 3, …
    #[default]
    Linear,
    /// 1, 2, 4, …
    Log,
}

/// Measured errors that differ in the number of heads alone.
#[derive(Clone, Debug, Default)]
#[allow(non_snake_case)]
pub struct TransitionLine {
    /// Its name.
    pub label: String,
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    pub N: u32,
    /// Attention layers side by side.
    pub w: u32,
    /// Layers.
    pub L: u32,
    /// One per number of heads.
    pub points: Vec<TransitionPoint>,
    /// Numbers of heads of which runs diverged, in ascending order.
    pub diverged: Vec<Diverged>,
    /// Whether it was recorded earlier; then it is drawn dashed and hollow, behind the others.
    pub recorded: bool,
}

/// Which runs a measured point stands for: all that have these sizes, whatever their seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct RunSizes {
    /// Heads.
    pub h: u32,
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    #[serde(default)]
    pub N: u32,
    /// Attention layers side by side.
    #[serde(default = "one")]
    pub w: u32,
    /// Layers.
    #[serde(default = "one")]
    pub L: u32,
}

fn one() -> u32 {
    1
}

impl TransitionLine {
    /// The runs of its point at so many heads.
    pub(super) fn sizes_at(&self, h: u32) -> RunSizes {
        RunSizes {
            h,
            T: self.T,
            N: self.N,
            w: self.w,
            L: self.L,
        }
    }
}

/// The error of all runs with one number of heads.
#[derive(Clone, Copy, Debug)]
pub struct TransitionPoint {
    /// Heads.
    pub h: u32,
    /// Smallest error over seeds.
    pub min: f64,
    /// Median error over seeds.
    pub median: f64,
    /// Largest error over seeds.
    pub max: f64,
    /// How many seeds ended with a number.
    pub count: usize,
}

/// Runs with one number of heads, of which some or all diverged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverged {
    /// Heads.
    pub h: u32,
    /// How many diverged.
    pub diverged: usize,
    /// Of how many.
    pub runs: usize,
}

/// A paper's published errors that differ in the number of heads alone.
#[derive(Clone, Debug)]
#[allow(non_snake_case)]
pub struct PaperLine {
    /// Its name.
    pub label: String,
    /// Sequence length: it is drawn beside the measured line of the same length.
    pub T: u32,
    /// One per number of heads.
    pub points: Vec<SingleValue>,
}

/// An error without a spread: a published one, or one that a reader predicts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SingleValue {
    /// Heads.
    pub h: u32,
    /// The error.
    #[serde(deserialize_with = "null_is_nan")]
    pub value: f64,
}

/// JSON has no NaN: it is written as null.
fn null_is_nan<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

impl TransitionPoint {
    pub(super) fn errors(&self) -> [f64; 3] {
        [self.min, self.median, self.max]
    }

    /// Whether it has a place on a logarithmic axis.
    pub(super) fn can_be_drawn(&self) -> bool {
        self.errors().iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

impl SingleValue {
    /// Whether it has a place on a logarithmic axis.
    pub(super) fn can_be_drawn(&self) -> bool {
        self.value.is_finite() && self.value > 0.0
    }
}
