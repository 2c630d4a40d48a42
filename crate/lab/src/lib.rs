//! # lab — experiments, tasks, theory and results
//!
//! Everything about an experiment except its training and its charts: what it is, how it is checked
//! and written, its data, its runs, and what their outcomes show. Pure Rust without tensors, browser
//! or terminal, so that every other crate can use it.
//!
//! Letters, with the same meaning in the whole repository:
//!
//! | letter | is |
//! |---|---|
//! | `D` | intrinsic dimension of the task: how many features it retrieves |
//! | `T` | sequence length |
//! | `d` | dimension of one token |
//! | `h` | number of attention heads |
//! | `n` | dimension of one head |
//! | `E` | embedding dimension, `n·h` |
//! | `N` | hidden width of the feed-forward networks |
//! | `L` | layers, one after the other |
//! | `w` | attention layers side by side, averaged (paper 2) |
//! | `R` | runs in a cohort |
//! | `B` | sequences in a batch |

#[cfg(test)]
mod arbitrary;
mod architecture;
mod capacity;
mod comparable;
mod csv;
mod dataset;
mod decimal;
mod experiment;
mod field_spec;
mod fields;
mod grid;
mod link;
mod memory;
mod mystery;
mod number_range;
mod outcome;
mod papers;
mod plan;
mod prediction;
mod problem;
mod pytorch;
mod random;
mod recipe;
mod schedule;
mod search;
mod specialisation;
mod summary;
mod task;
mod theorems;
mod theory;

pub use architecture::{Architecture, Form};
pub use capacity::{EngineKind, GUARANTEED_BUFFER, fits};
pub use comparable::same_results;
pub use csv::csv;
pub use dataset::{Dataset, Scale};
pub use experiment::{Experiment, VERSION};
pub use field_spec::{FieldKind, FieldSpec, field_specs};
pub use grid::{Family, Grid, HeadSize};
pub use link::{results_from_text, results_to_text};
pub use memory::{EVALUATION_CHUNK, Memory, memory};
pub use mystery::judge_guess;
pub use outcome::{
    CURVE_SEQUENCES, CurvePoint, Outcome, Outcomes, RunProgress, Stopped, six_digits,
};
pub use papers::{
    PAPER_1, PAPER_2, Paper, Published, PublishedLine, PublishedMark, TABLE_2, TABLE_3, TABLE_4,
    TABLE_5, published,
};
pub use plan::{Run, cohorts, runs, worker_shares};
pub use prediction::{
    Comparison, Fall, Miss, PREDICTABLE_ERRORS, compare, predictable_error, step_error,
};
pub use problem::{Problem, Problems};
pub use pytorch::pytorch;
pub use random::{Purpose, Stream};
pub use recipe::{ADAMW_EPSILON, Data, Recipe};
pub use schedule::learning_rate;
pub use search::{Next, Search, SearchError, search};
pub use specialisation::Specialisation;
pub use summary::{
    Expected, Group, Reversal, ReversalHeads, Slope, Summary, Transition, summarise,
    summarise_progress,
};
pub use task::{
    Directions, Farthest, Feature, MaxSum, MinMax, Nearest, Outer, Queries, Retrieval, Subsets,
    Task,
};
pub use theorems::{Exponent, SoftMinimum, Theorems};
pub use theory::{
    LowerBound, lower_bound, memorising_exponent, random_rank_one_error, soft_minimum,
    soft_minimum_bound, sufficient_exponent,
};
