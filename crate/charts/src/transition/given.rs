//! What the chart is given to show, besides its frame: lines of marks, measured, published or expected. How
//! these are drawn stands in the other files of this folder.

use serde::{Deserialize, Serialize};

use crate::words::number;

/// How heads stand on their axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heads {
    /// 1, 2, 3, …
    #[default]
    Linear,
    /// 1, 2, 4, …
    Log,
}

/// Errors that differ in the number of heads alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[allow(non_snake_case)]
pub struct TransitionLine {
    /// Its name; without one, its sequence length.
    #[serde(default)]
    pub label: Option<String>,
    /// Sequence length.
    #[serde(default)]
    pub T: Option<u32>,
    /// One per number of heads.
    pub marks: Vec<Mark>,
    /// Recorded earlier, and drawn as a shadow.
    #[serde(default)]
    pub ghost: bool,
}

/// The error of all runs with one number of heads.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Mark {
    /// Heads.
    pub h: u32,
    /// Smallest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub min: f64,
    /// Median NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub median: f64,
    /// Largest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub max: f64,
    /// How many seeds.
    #[serde(default)]
    pub count: Option<usize>,
    /// Recorded earlier, and drawn as a shadow. For marks without a line of their own.
    #[serde(default)]
    pub ghost: bool,
}

/// A paper's values.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct PaperLine {
    /// Its name.
    pub label: String,
    /// Sequence length, to stand beside the line of the same.
    #[serde(default)]
    pub T: Option<u32>,
    /// One per number of heads.
    pub marks: Vec<PlainMark>,
}

/// An error without a spread: a published one, or one that a reader expects.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlainMark {
    /// Heads.
    pub h: u32,
    /// The error.
    #[serde(deserialize_with = "number")]
    pub value: f64,
}

impl Mark {
    pub(super) fn errors(&self) -> [f64; 3] {
        [self.min, self.median, self.max]
    }

    pub(super) fn can_be_drawn(&self) -> bool {
        self.errors().iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

impl PlainMark {
    pub(super) fn can_be_drawn(&self) -> bool {
        self.value.is_finite() && self.value > 0.0
    }
}
