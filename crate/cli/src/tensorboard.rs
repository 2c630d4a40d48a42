//! Option `--tensorboard`: learning curves as TensorBoard's event files, one folder per run, written while
//! the training goes on. Records and messages are encoded in `tensorboard/event_record.rs`.

mod event_record;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use lab::{Run, RunProgress};

use crate::error::CliError;
use crate::resume::Existing;
use event_record::{scalars_record, version_record};

/// The end of an event file's name. TensorBoard finds files by "tfevents" in their name.
const SUFFIX: &str = ".headcount";

pub struct TensorBoard {
    directory: PathBuf,
    /// The event file of each run that is being trained, by its index.
    files: BTreeMap<usize, (PathBuf, File)>,
}

impl TensorBoard {
    /// Creates the directory if it is missing. Event files of `runs`, which are to be trained, are refused
    /// or, when their run is begun, replaced.
    pub fn in_directory(
        directory: &Path,
        existing: Existing,
        runs: &[Run],
    ) -> Result<Self, CliError> {
        fs::create_dir_all(directory).map_err(|error| CliError::write(directory, error))?;
        let tensorboard = Self {
            directory: directory.into(),
            files: BTreeMap::new(),
        };
        if existing == Existing::Refuse {
            for run in runs {
                if let Some(path) = tensorboard.event_files(run).into_iter().next() {
                    return Err(format!(
                        "{} is there already: --resume keeps those of finished runs, --force overwrites \
                         all.",
                        path.display()
                    )
                    .into());
                }
            }
        }
        Ok(tensorboard)
    }

    /// The run at `index` is begun: its event file is begun anew.
    pub fn start(&mut self, index: usize, run: &Run) -> Result<(), CliError> {
        for path in self.event_files(run) {
            fs::remove_file(&path).map_err(|error| CliError::write(&path, error))?;
        }
        let folder = self.directory.join(run.name());
        fs::create_dir_all(&folder).map_err(|error| CliError::write(&folder, error))?;
        let now = seconds_now();
        let path = folder.join(format!("events.out.tfevents.{}{SUFFIX}", now as u64));
        let file = File::create(&path).map_err(|error| CliError::write(&path, error))?;
        self.files.insert(index, (path, file));
        self.write(index, &version_record(now))
    }

    /// Writes the new points of a run's learning curve, with the loss of the batch before.
    pub fn advance(&mut self, progress: &RunProgress) -> Result<(), CliError> {
        for point in &progress.curve {
            // Before the first step there is no loss.
            let loss = Some(progress.loss).filter(|loss| loss.is_finite());
            let values = [("nmse", Some(point.1)), ("loss", loss)];
            let values: Vec<(&str, f32)> = values
                .into_iter()
                .filter_map(|(tag, value)| Some((tag, value? as f32)))
                .collect();
            let record = scalars_record(seconds_now(), point.0, &values);
            self.write(progress.index, &record)?;
        }
        Ok(())
    }

    /// The run at `index` ended.
    pub fn end(&mut self, index: usize) {
        self.files.remove(&index);
    }

    /// Writes a whole record at once: TensorBoard reads the file while it grows.
    fn write(&mut self, index: usize, record: &[u8]) -> Result<(), CliError> {
        match self.files.get_mut(&index) {
            Some((path, file)) => file
                .write_all(record)
                .map_err(|error| CliError::write(path, error)),
            None => Ok(()),
        }
    }

    /// The event files of a run that an earlier training wrote.
    fn event_files(&self, run: &Run) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.directory.join(run.name())) else {
            return Vec::new();
        };
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("events.out.tfevents.") && name.ends_with(SUFFIX)
        };
        let paths = entries.flatten().map(|entry| entry.path());
        paths.filter(is_ours).collect()
    }
}

/// Seconds since 1970.
fn seconds_now() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64()
}
