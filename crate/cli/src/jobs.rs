//! Option `--jobs`: how many cohorts are trained at the same time.

use std::num::NonZero;
use std::thread::available_parallelism;

use crate::device::Device;
use crate::error::CliError;
use crate::number_option::NumberOption;

/// More threads than any machine has cores.
pub const MOST_JOBS: u32 = 4096;

/// The number of threads that train: what was asked for, or every core. A GPU trains one cohort at a
/// time, because a cohort fills it.
pub fn jobs(asked: Option<NumberOption<u32>>, device: Device) -> Result<usize, CliError> {
    match (asked.transpose()?, device) {
        (Some(2..), Device::Wgpu) => Err(CliError::JobsOnGpu),
        (_, Device::Wgpu) => Ok(1),
        (Some(jobs), Device::Cpu) => Ok(jobs as usize),
        (None, Device::Cpu) => Ok(available_parallelism().map_or(1, NonZero::get)),
    }
}
