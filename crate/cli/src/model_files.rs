//! The model files of `headcount run --models`: their names, which of them exist, and whether they
//! may be overwritten. What is inside a model file is defined by `engine`.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Trained;
use lab::{Experiment, Run};

use crate::error::CliError;
use crate::experiment_difference::first_difference;
use crate::files::{check_writable, read_bytes};

/// The directory of an experiment's model files.
pub struct ModelFiles<'a> {
    directory: &'a Path,
}

impl<'a> ModelFiles<'a> {
    /// Creates the directory if it is missing, and checks that files can be written into it, before
    /// hours are spent on training.
    pub fn in_directory(directory: &'a Path) -> Result<Self, CliError> {
        fs::create_dir_all(directory)
            .map_err(|error| format!("Cannot write models to {}: {error}.", directory.display()))?;
        check_writable(&directory.join("model"))?;
        Ok(Self { directory })
    }

    /// The file of `run`. No two runs share one: every field of a run is in its name.
    pub fn path_of(&self, run: &Run) -> PathBuf {
        self.directory.join(format!("{}.safetensors", run.name()))
    }

    /// Fails if a model file of `runs` exists.
    pub fn refuse_existing(&self, runs: &[Run]) -> Result<(), CliError> {
        let mut paths = runs.iter().map(|run| self.path_of(run));
        match paths.find(|path| path.exists()) {
            Some(path) => Err(format!(
                "{} is there already: --resume keeps it if the output file holds its run, --force \
                 overwrites it.",
                path.display()
            )
            .into()),
            None => Ok(()),
        }
    }

    /// Removes the model files of `runs`. Otherwise files of an earlier training would remain if
    /// this one is interrupted or a run diverges.
    pub fn remove_existing(&self, runs: &[Run]) -> Result<(), CliError> {
        for path in runs.iter().map(|run| self.path_of(run)) {
            if path.is_file() {
                fs::remove_file(&path)
                    .map_err(|error| format!("Cannot overwrite {}: {error}.", path.display()))?;
            }
        }
        Ok(())
    }

    /// Whether each of `runs` has its model file. Fails if a file with the name of a model file is
    /// something else: it must be neither kept nor overwritten.
    pub fn which_exist(
        &self,
        experiment: &Experiment,
        runs: &[Run],
    ) -> Result<Vec<bool>, CliError> {
        runs.iter()
            .map(|run| self.exists(experiment, run))
            .collect()
    }

    fn exists(&self, experiment: &Experiment, run: &Run) -> Result<bool, CliError> {
        let path = self.path_of(run);
        if !path.exists() {
            return Ok(false);
        }
        let name = path.display();
        let (found_experiment, found_run) = Trained::origin(&read_bytes(&path)?)
            .map_err(|error| format!("{name} cannot be kept. {error}"))?;
        if found_experiment != *experiment {
            let difference = first_difference(experiment, &found_experiment)
                .map_or_else(String::new, |difference| format!(": {difference}"));
            return Err(format!("{name} is a model of another experiment{difference}.").into());
        }
        if found_run != *run {
            return Err(format!("{name} is the model of another run.").into());
        }
        Ok(true)
    }
}
