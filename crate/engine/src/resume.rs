//! Continues runs from checkpoint files, where some of them may be damaged: such a run begins anew,
//! and the others do not suffer for it.

use lab::Experiment;

use crate::checkpoint::Checkpoint;
use crate::cohort::Cohort;
use crate::device::Engine;
use crate::error::{CohortError, FileError};

/// Runs that continue, and runs that begin anew.
pub struct Resumed {
    /// Cohorts, each with the places of its runs in the plan. Those that continue are at one step.
    pub cohorts: Vec<(Vec<usize>, Cohort)>,
    /// Runs whose file could not be read; they are in the last cohort, which begins anew.
    pub refused: Vec<Refused>,
}

/// A run that begins anew because of its file.
#[derive(Debug)]
pub struct Refused {
    /// Its place in the plan.
    pub index: usize,
    /// What is wrong with the file.
    pub error: FileError,
}

impl Cohort {
    /// Continues the experiment's runs at `indices`, which can be trained together, from `files`:
    /// for each run its checkpoint file, or `None` for one that begins anew. Runs whose file is
    /// damaged begin anew too, in a cohort of their own. Files of other runs than these are an error.
    pub fn resume_files(
        experiment: &Experiment,
        indices: &[usize],
        files: &[Option<Vec<u8>>],
        engine: &Engine,
    ) -> Result<Resumed, CohortError> {
        if indices.len() != files.len() {
            return Err(CohortError::OtherRuns);
        }
        let (mut continued, mut checkpoints) = (Vec::new(), Vec::new());
        let (mut anew, mut refused) = (Vec::new(), Vec::new());
        for (&index, file) in indices.iter().zip(files) {
            match file
                .as_ref()
                .map(|file| Checkpoint::from_bytes(file, engine))
            {
                Some(Ok(checkpoint)) => {
                    continued.push(index);
                    checkpoints.push(checkpoint);
                    continue;
                }
                Some(Err(error)) => refused.push(Refused { index, error }),
                None => {}
            }
            anew.push(index);
        }
        let mut cohorts = Vec::new();
        if !continued.is_empty() {
            let cohort = Self::resume(experiment, &continued, checkpoints, engine)?;
            cohorts.push((continued, cohort));
        }
        if !anew.is_empty() {
            let cohort = Self::new(experiment, &anew, engine)?;
            cohorts.push((anew, cohort));
        }
        Ok(Resumed { cohorts, refused })
    }
}
