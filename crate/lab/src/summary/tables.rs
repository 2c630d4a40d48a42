//! Paper 1's tables as outcomes to summarise, all at N = 32, for tests only. The numbers are in
//! `papers.rs`.

use super::{Summary, summarise};
pub use crate::papers::LENGTHS as COLUMNS;
pub use crate::papers::{TABLE_2, TABLE_3, TABLE_4, TABLE_5};
use crate::{Architecture, Form, Outcome, Run, Stopped};

/// A run that ended with `nmse`.
#[allow(non_snake_case)]
pub fn outcome(T: u32, N: u32, h: u32, seed: u32, nmse: Option<f64>) -> Outcome {
    Outcome {
        run: Run {
            T,
            architecture: Architecture {
                form: Form::Reader,
                h,
                n: 8,
                N,
                w: 1,
                L: 1,
            },
            seed,
        },
        parameters: 0,
        steps: 1,
        stopped: Stopped::Finished,
        nmse,
        standard_error: None,
        curve: Vec::new(),
    }
}

/// The summary of a table, or of its first columns.
pub fn summary_of<const LENGTHS: usize>(table: &[[f64; LENGTHS]]) -> Summary {
    let mut outcomes = Vec::new();
    for (h, row) in (1..).zip(table) {
        for (length, nmse) in COLUMNS.into_iter().zip(row) {
            outcomes.push(outcome(length, 32, h, 0, Some(*nmse)));
        }
    }
    summarise(&outcomes)
}
