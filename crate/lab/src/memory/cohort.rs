//! What one cohort needs, for an engine that is about to make it.

use super::{NUMBER, Program, bytes_of, sum};
use crate::experiment::Experiment;
use crate::plan::Run;

/// What runs that are trained together as one cohort need, in bytes.
///
/// ```
/// use lab::{Experiment, cohort_memory, runs};
///
/// let experiment = Experiment::default();
/// let memory = cohort_memory(&experiment, &runs(&experiment));
/// // 8000 training sequences of 16 tokens of 4 numbers of 4 bytes.
/// assert_eq!(memory.longest_list, 8000 * 16 * 4 * 4);
/// assert!(memory.total > memory.drawing && memory.drawing > memory.longest_list);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CohortMemory {
    /// At the worst moment, device and host together.
    pub total: u64,
    /// The lists that are in the host's memory while sequences are drawn, whatever the device.
    pub drawing: u64,
    /// The longest of these lists.
    pub longest_list: u64,
    /// The validation set.
    pub validation: u64,
}

/// What `runs`, which can be trained together, need as one cohort.
///
/// ```
/// use lab::{Experiment, cohort_memory, runs};
///
/// let experiment = Experiment::default();
/// let runs = runs(&experiment);
/// let (one, all) = (cohort_memory(&experiment, &runs[..1]), cohort_memory(&experiment, &runs));
/// assert!(all.total > one.total);
/// // All runs share 2000 validation sequences: 16 tokens of 4 numbers and a target each.
/// assert_eq!((one.validation, all.validation), (520_000, 520_000));
/// ```
pub fn cohort_memory(experiment: &Experiment, runs: &[Run]) -> CohortMemory {
    let program = Program::new(experiment, &runs.iter().collect::<Vec<_>>());
    let lists = program.data().map(|list| list.bytes());
    CohortMemory {
        total: bytes_of([&program].into_iter()),
        drawing: sum([program.drawing(), program.host()]).saturating_mul(NUMBER),
        longest_list: lists.into_iter().max().unwrap_or(0),
        validation: program.host().saturating_mul(NUMBER),
    }
}

/// The bytes of the largest single buffer that `runs` need as one cohort on a GPU, without fused
/// operations.
///
/// ```
/// use lab::{Experiment, largest_buffer, runs};
///
/// let experiment = Experiment::default();
/// let runs = runs(&experiment);
/// // Hidden activations of an evaluation: R runs, 512 sequences, T = 16, N = 32, 4 bytes a number.
/// assert_eq!(largest_buffer(&experiment, &runs), 5 * 512 * 16 * 32 * 4);
/// ```
pub fn largest_buffer(experiment: &Experiment, runs: &[Run]) -> u64 {
    let program = Program::new(experiment, &runs.iter().collect::<Vec<_>>());
    let buffers = program.buffers().into_iter().map(|buffer| buffer.bytes());
    buffers.max().unwrap_or(0)
}
