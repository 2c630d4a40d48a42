//! The model files of `headcount run --models`: what they are called, which of them are there
//! already, and whether they may be written. Their form is the engine's.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Trained;
use lab::{Experiment, Run};

use crate::{read_bytes, try_to_write};

/// The directory of an experiment's model files.
pub struct Models<'a> {
    folder: &'a Path,
}

impl<'a> Models<'a> {
    /// The directory at `folder`, made if it is not there, and found to be one that can be written
    /// to before hours are spent on what to write.
    pub fn at(folder: &'a Path) -> Result<Self, String> {
        let refused = |error| format!("Cannot write models to {}: {error}.", folder.display());
        fs::create_dir_all(folder).map_err(refused)?;
        try_to_write(&folder.join("model"))?;
        Ok(Self { folder })
    }

    /// The file of `run`. Every field of a run is in its name: no two runs share one.
    pub fn file(&self, run: &Run) -> PathBuf {
        self.folder.join(format!("{}.safetensors", run.name()))
    }

    /// Refuses to overwrite any file that is there.
    pub fn refuse_what_is_there(&self, runs: &[Run]) -> Result<(), String> {
        let mut files = runs.iter().map(|run| self.file(run));
        match files.find(|file| file.exists()) {
            Some(file) => Err(format!(
                "{} is there already: --resume keeps it if the output file holds its run, --force \
                 overwrites it.",
                file.display()
            )),
            None => Ok(()),
        }
    }

    /// Removes what is there of the files to be written, so that none is left of an earlier training
    /// when this one is cut short or a run of it diverges.
    pub fn clear(&self, runs: &[Run]) -> Result<(), String> {
        for file in runs.iter().map(|run| self.file(run)) {
            if file.is_file() {
                fs::remove_file(&file)
                    .map_err(|error| format!("Cannot overwrite {}: {error}.", file.display()))?;
            }
        }
        Ok(())
    }

    /// Which of `runs` have their file. A file of the same name that is something else is refused:
    /// it would be taken for the run's, or be overwritten.
    pub fn present(&self, experiment: &Experiment, runs: &[Run]) -> Result<Vec<bool>, String> {
        runs.iter().map(|run| self.has(experiment, run)).collect()
    }

    fn has(&self, experiment: &Experiment, run: &Run) -> Result<bool, String> {
        let file = self.file(run);
        if !file.exists() {
            return Ok(false);
        }
        let name = file.display();
        let (theirs, its) = Trained::origin(&read_bytes(&file)?)
            .map_err(|error| format!("{name} cannot be kept. {error}"))?;
        if theirs != *experiment {
            let forms = [experiment, &theirs].map(serde_json::to_value);
            let difference = match &forms {
                [Ok(here), Ok(there)] => crate::run::difference("", here, there),
                _ => None,
            };
            let why = difference.map_or_else(String::new, |d| format!(": {d}"));
            return Err(format!("{name} is a model of another experiment{why}."));
        }
        if its != *run {
            return Err(format!("{name} is the model of another run."));
        }
        Ok(true)
    }
}
