//! Option `--log`: what happens during a training, as one JSON object a line. It is written while the
//! training goes on, for `tail -f` and for programs that watch many trainings.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use lab::{Outcome, Run, RunProgress, Stopped};
use serde::Serialize;
use serde_json::Value;

use crate::clock::{in_milliseconds, in_utc};
use crate::error::CliError;
use crate::files::has_content;
use crate::resume::Existing;

/// No first line of a log has so many bytes.
const LONGEST_FIRST_LINE: u64 = 10_000;

pub struct LogFile {
    path: PathBuf,
    file: File,
    /// When each run that is being trained was begun, by its index.
    begun: BTreeMap<usize, Instant>,
}

/// One line: what happened, and its details.
#[derive(Serialize)]
struct Line<'a> {
    time: String,
    #[serde(flatten)]
    event: LogEvent<'a>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum LogEvent<'a> {
    /// The program begins with `pending` runs to train on `jobs` threads.
    Begin {
        engine: &'a str,
        pending: usize,
        jobs: usize,
    },
    /// A run is begun.
    Start { run: String },
    /// A point of a run's learning curve.
    Point {
        run: String,
        step: u32,
        loss: f64,
        nmse: f64,
    },
    /// A run ended.
    End {
        run: String,
        steps: u32,
        stopped: Stopped,
        nmse: Option<f64>,
        seconds: f64,
    },
}

impl LogFile {
    /// Opens the file at `path`. A resumed training goes on where an earlier one ended.
    pub fn open(path: &Path, existing: Existing) -> Result<Self, CliError> {
        if let Some(why) = refusal(path, existing) {
            return Err(format!("{} {why}", path.display()).into());
        }
        let mut options = OpenOptions::new();
        options.create(true);
        if existing == Existing::Overwrite {
            options.write(true).truncate(true);
        } else {
            options.append(true);
        }
        Ok(Self {
            file: options
                .open(path)
                .map_err(|error| CliError::write(path, error))?,
            path: path.into(),
            begun: BTreeMap::new(),
        })
    }

    pub fn begin(&mut self, engine: &str, pending: usize, jobs: usize) -> Result<(), CliError> {
        self.write(LogEvent::Begin {
            engine,
            pending,
            jobs,
        })
    }

    /// The run at `index` is begun.
    pub fn start(&mut self, index: usize, run: &Run) -> Result<(), CliError> {
        self.begun.insert(index, Instant::now());
        self.write(LogEvent::Start { run: run.name() })
    }

    /// The new points of a run's learning curve.
    pub fn advance(&mut self, progress: &RunProgress) -> Result<(), CliError> {
        for point in &progress.curve {
            self.write(LogEvent::Point {
                run: progress.run.name(),
                step: point.0,
                loss: progress.loss,
                nmse: point.1,
            })?;
        }
        Ok(())
    }

    /// The run at `index` ended.
    pub fn end(&mut self, index: usize, outcome: &Outcome) -> Result<(), CliError> {
        let seconds = self.begun.remove(&index).map(|begun| begun.elapsed());
        self.write(LogEvent::End {
            run: outcome.run.name(),
            steps: outcome.steps,
            stopped: outcome.stopped,
            nmse: outcome.nmse,
            seconds: in_milliseconds(seconds.unwrap_or_default().as_secs_f64()),
        })
    }

    /// Writes a whole line at once, so that a reader never sees half of one.
    fn write(&mut self, event: LogEvent<'_>) -> Result<(), CliError> {
        let time = in_utc(SystemTime::now());
        let line = serde_json::to_string(&Line { time, event })? + "\n";
        self.file
            .write_all(line.as_bytes())
            .map_err(|error| CliError::write(&self.path, error))
    }
}

/// Why nothing is written to a file that is there, as the end of a sentence.
fn refusal(path: &Path, existing: Existing) -> Option<&'static str> {
    match existing {
        _ if !has_content(path) => None,
        Existing::Refuse => {
            Some("is there already: --resume appends to it, --force overwrites it.")
        }
        // It may be the experiment itself, which a line at its end would spoil.
        Existing::Keep if !is_log(path) => {
            Some("is not the log of a training, so nothing is appended to it: name another file.")
        }
        Existing::Keep | Existing::Overwrite => None,
    }
}

/// Whether a file begins with a line as they are written here.
fn is_log(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut first = Vec::new();
    let mut beginning = BufReader::new(file).take(LONGEST_FIRST_LINE);
    let is_read = beginning.read_until(b'\n', &mut first).is_ok();
    let line: Value = serde_json::from_slice(&first).unwrap_or_default();
    is_read && line["time"].is_string() && line["event"].is_string()
}
