//! Whether a cohort is small enough for the engine: checked in 64 bits before any of its sizes is
//! computed in a `usize`, which has 32 bits in a browser and would wrap. Which field of an experiment
//! to lower `lab` says, which checks whole experiments in advance, all but for the buffers of a GPU: they
//! limit only what our shaders do not train.

#[cfg(feature = "webgpu")]
use lab::EngineKind;
use lab::{Experiment, Run, cohort_memory};

use crate::device::Engine;
use crate::error::{CohortError, FileProblem};

/// The bytes that a program can address: 4 GiB in a browser.
const ADDRESSABLE: u64 = usize::MAX as u64;

/// The bytes that a single list can have: 2 GiB in a browser.
const LONGEST_LIST: u64 = isize::MAX as u64;

/// Refuses `runs` whose numbers exceed what the engine can address: on the CPU all of them, on a GPU
/// those that are drawn on the host.
pub(crate) fn check(
    experiment: &Experiment,
    runs: &[Run],
    engine: &Engine,
) -> Result<(), CohortError> {
    let memory = cohort_memory(experiment, runs);
    let need = if engine.is_gpu() {
        memory.drawing
    } else {
        memory.total
    };
    let refuse = |need, most| {
        let holder = "an engine in a browser";
        Err(CohortError::TooLarge { need, most, holder })
    };
    // As a conversion: natively no 64-bit number is larger, and a comparison would be a lint's error.
    if usize::try_from(need).is_err() {
        return refuse(need, ADDRESSABLE);
    }
    if memory.longest_list > LONGEST_LIST {
        return refuse(memory.longest_list, LONGEST_LIST);
    }
    Ok(())
}

/// Refuses `runs` with a tensor that is larger than a buffer of the GPU, and names the field to lower.
#[cfg(feature = "webgpu")]
pub(crate) fn check_buffers(
    experiment: &Experiment,
    runs: &[Run],
    limits: &wgpu::Limits,
) -> Result<(), CohortError> {
    let need = lab::largest_buffer(experiment, runs);
    let most = limits
        .max_storage_buffer_binding_size
        .min(limits.max_buffer_size);
    if need <= most {
        return Ok(());
    }
    // Its cohorts are at least as large as these runs, unless they are of no plan of it.
    let problem = lab::fits(experiment, EngineKind::WebGpu { buffer: most }).err();
    let holder = "a buffer of this GPU";
    Err(
        problem.map_or(CohortError::TooLarge { need, most, holder }, |problem| {
            CohortError::TooLargeForGpu(problem.to_string())
        }),
    )
}

/// Refuses a run whose validation set, which it is inspected with, exceeds what the engine can address.
pub(crate) fn check_validation(experiment: &Experiment, run: &Run) -> Result<(), FileProblem> {
    let (need, most) = (
        cohort_memory(experiment, &[*run]).validation,
        LONGEST_LIST / 2,
    );
    if need > most {
        return Err(FileProblem::TooLarge { need, most });
    }
    Ok(())
}
