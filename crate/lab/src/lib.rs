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
//! | `D` | intrinsic dimension of the task: how many targets it has, things to be found |
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
//!
//! ```
//! let experiment = lab::Experiment::from_json(r#"{ "task": { "D": 2 }, "grid": { "h": [1, 2, 3] } }"#).unwrap();
//! assert_eq!(lab::runs(&experiment).len(), 3);
//! assert_eq!(experiment.needed_heads(), Some(2));
//! ```

#[cfg(test)]
mod arbitrary;
mod architecture;
mod capacity;
mod change;
mod comparable;
mod csv;
mod dataset;
mod decimal;
mod document;
mod engine_name;
mod experiment;
mod field_spec;
mod fields;
mod grid;
mod link;
mod look;
mod memory;
mod merge;
mod mystery;
mod name;
mod number_range;
mod order;
mod other_lengths;
mod outcome;
mod papers;
mod plain_model;
mod plan;
mod prediction;
mod problem;
mod pytorch;
mod random;
mod random_heads;
mod recipe;
mod reproduction;
mod schedule;
mod search;
mod specialisation;
mod standard_errors;
mod summary;
mod task;
mod theorems;
mod theory;
mod training_words;

pub use architecture::{Architecture, Form};
pub use capacity::{EngineKind, GUARANTEED_BUFFER, fits, in_units};
pub use change::{Change, Repair, repairs_of};
pub use comparable::same_results;
pub use csv::{csv, csv_cell, curves_csv};
pub use dataset::{Dataset, Scale};
pub use engine_name::common_engine;
pub use experiment::{Experiment, VERSION};
pub use field_spec::{FieldKind, FieldSpec, field_specs};
pub use grid::{Family, Grid, HeadSize, kinds_and_forms};
pub use link::{results_from_text, results_to_text};
pub use look::{HeadReading, Look, read_heads};
pub use memory::{CohortMemory, EVALUATION_CHUNK, Memory, cohort_memory, largest_buffer, memory};
pub use merge::{MergeError, Merged, merge};
pub use mystery::judge_guess;
pub use other_lengths::{
    LengthError, LengthRefusal, check_length, length_sentence, lengths_to_try, sequences_at,
};
pub use outcome::{
    CURVE_SEQUENCES, CurvePoint, Outcome, Outcomes, RunProgress, Stopped, read_outcomes,
    read_run_value, six_digits,
};
pub use papers::{
    PAPER_1, PAPER_2, Paper, Published, PublishedLine, PublishedMark, RANDOM_HEADS, RANDOM_HEADS_D,
    TABLE_2, TABLE_3, TABLE_4, TABLE_5, published,
};
pub use plain_model::{PlainError, PlainModel, PlainModelError};
pub use plan::{MOST_SHARDS, Run, Shard, cohorts, longest_first, run_costs, runs, worker_shares};
pub use prediction::{
    Comparison, Fall, Miss, PREDICTABLE_ERRORS, compare, predictable_error, step_error,
};
pub use problem::{Problem, Problems, shortened};
pub use pytorch::pytorch;
pub use random::{Purpose, Stream};
pub use random_heads::{RandomHeads, RandomHeadsPoint, random_rank_one_error};
pub use recipe::{ADAMW_EPSILON, Data, Recipe};
pub use reproduction::{MeanError, ReproductionCell, mean_error, reproduction, reproduction_csv};
pub use schedule::learning_rate;
pub use search::{Next, Search, SearchError, search};
pub use specialisation::Specialisation;
pub use standard_errors::{StandardErrors, standard_errors};
pub use summary::{
    Action, Answer, Group, NextStep, Reversal, ReversalHeads, RunState, Slope, Summary, Transition,
    answer, needed_heads, quantile, summarise, summarise_progress, times,
};
pub use task::{
    Directions, Farthest, Feature, MaxSum, MinMax, Nearest, Outer, Queries, Retrieval, Subsets,
    TargetRow, Task,
};
pub use theorems::{Exponent, SoftMinimum, Theorems};
pub use theory::{
    LowerBound, lower_bound, memorising_exponent, soft_minimum, soft_minimum_bound,
    sufficient_exponent,
};

/// The examples of the README are tried too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
