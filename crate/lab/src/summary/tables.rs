//! Paper 1's tables, as outcomes to be summarised: rows are h = 1, 2, …, columns T = 8, 16, 32,
//! 64, 128, all at N = 32. Mean NMSE over seeds. For tests only.

use super::{Summary, summarise};
use crate::{Architecture, Form, Outcome, Run, Stopped};

/// Table 2: n = 8 per head, D = 4.
pub const TABLE_2: [[f64; 5]; 5] = [
    [7.01e-2, 1.09e-1, 1.10e-1, 1.14e-1, 1.45e-1],
    [7.31e-3, 8.41e-3, 9.42e-3, 1.31e-2, 1.47e-2],
    [6.94e-4, 6.40e-4, 9.09e-4, 1.31e-3, 1.58e-3],
    [6.10e-5, 4.36e-5, 4.80e-5, 8.75e-6, 5.23e-6],
    [3.35e-5, 1.10e-5, 4.91e-6, 4.19e-6, 3.99e-6],
];

/// Table 3: E = 32, D = 4.
pub const TABLE_3: [[f64; 5]; 5] = [
    [1.75e-2, 1.98e-2, 2.06e-2, 2.54e-2, 3.03e-2],
    [7.17e-3, 7.39e-3, 7.82e-3, 8.57e-3, 1.02e-2],
    [2.11e-4, 2.17e-4, 2.73e-4, 3.71e-4, 4.77e-4],
    [1.32e-6, 5.59e-7, 3.40e-7, 3.46e-7, 5.70e-7],
    [2.19e-6, 4.33e-7, 3.22e-7, 2.73e-7, 2.66e-7],
];

/// Table 4: E = 32, D = 3.
pub const TABLE_4: [[f64; 5]; 4] = [
    [1.38e-2, 1.63e-2, 1.84e-2, 2.17e-2, 2.31e-2],
    [1.09e-3, 7.08e-4, 7.24e-4, 7.76e-4, 1.11e-3],
    [4.18e-7, 1.72e-7, 1.17e-7, 3.58e-7, 2.11e-7],
    [5.56e-7, 1.22e-7, 6.89e-8, 1.85e-7, 3.48e-7],
];

/// Table 5: two layers, E = 32, D = 4; of the further rows only a range is at hand.
pub const TABLE_5: [[f64; 5]; 2] = [
    [2.12e-4, 1.85e-4, 2.22e-4, 3.13e-4, 4.28e-4],
    [7.22e-6, 2.69e-6, 3.50e-6, 3.07e-6, 3.83e-6],
];

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
        curve: Vec::new(),
    }
}

/// The summary of a table, or of its first columns.
pub fn summary_of<const LENGTHS: usize>(table: &[[f64; LENGTHS]]) -> Summary {
    let mut outcomes = Vec::new();
    for (h, row) in (1..).zip(table) {
        for (length, nmse) in [8, 16, 32, 64, 128].into_iter().zip(row) {
            outcomes.push(outcome(length, 32, h, 0, Some(*nmse)));
        }
    }
    summarise(&outcomes)
}
