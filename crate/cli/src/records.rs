//! What `headcount run` writes about a training besides outcomes and models: its log, TensorBoard's files
//! and its provenance. Each is asked for on its own; together they follow the same events.

use crate::error::CliError;
use crate::log_file::LogFile;
use crate::provenance::{ProvenanceFile, Session};
use crate::sweep::Sweep;
use crate::tensorboard::TensorBoard;
use crate::training::{Event, What};

pub struct Records {
    pub log: Option<LogFile>,
    pub tensorboard: Option<TensorBoard>,
    /// Where outcomes go to a file that can be written again and again.
    pub provenance: Option<ProvenanceFile>,
    pub session: Session,
}

impl Records {
    /// Records what happened to the cohort of the runs at `indices`.
    pub fn record(
        &mut self,
        event: &Event,
        indices: &[usize],
        sweep: &Sweep,
    ) -> Result<(), CliError> {
        match &event.what {
            What::Started => indices
                .iter()
                .try_for_each(|&index| self.start(index, sweep)),
            What::Advanced(progress) => progress.iter().try_for_each(|progress| {
                if let Some(log) = &mut self.log {
                    log.advance(progress)?;
                }
                match &mut self.tensorboard {
                    Some(tensorboard) => tensorboard.advance(progress),
                    None => Ok(()),
                }
            }),
            What::Ended(results) => indices
                .iter()
                .zip(results)
                .try_for_each(|(&index, result)| {
                    self.session.record(&result.outcome);
                    if let Some(tensorboard) = &mut self.tensorboard {
                        tensorboard.end(index);
                    }
                    match &mut self.log {
                        Some(log) => log.end(index, &result.outcome),
                        None => Ok(()),
                    }
                }),
        }
    }

    fn start(&mut self, index: usize, sweep: &Sweep) -> Result<(), CliError> {
        let run = &sweep.runs[index];
        if let Some(log) = &mut self.log {
            log.start(index, run)?;
        }
        match &mut self.tensorboard {
            Some(tensorboard) => tensorboard.start(index, run),
            None => Ok(()),
        }
    }

    /// Writes the provenance of the outcomes so far. Before the outcomes are: these are then never
    /// without it.
    pub fn write_provenance(&self) -> Result<(), CliError> {
        match &self.provenance {
            Some(file) => file.write(&self.session),
            None => Ok(()),
        }
    }
}
