//! `outcome.provenance.json` beside `outcome.json`: which program on which machine computed the outcomes,
//! and when. An outcome document has nothing of it, so that the same experiment gives the same bytes on
//! every machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use lab::{Outcome, Shard};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::{in_milliseconds, in_utc};
use crate::error::CliError;
use crate::files::{has_content, write_line};
use crate::resume::Existing;

/// The version of this form.
const VERSION: u32 = 1;

/// What a file's name has in place of ".json".
const ENDING: &str = ".provenance.json";

/// The document: every training that outcomes of the file are from.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    /// As they were written, also by other versions of this program.
    sessions: Vec<Value>,
}

/// One call of `headcount run`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The version of this program.
    version: &'static str,
    /// The commit that it was built from, if that was known.
    commit: Option<&'static str>,
    engine: String,
    /// The processor's name, where the system tells it.
    cpu: Option<String>,
    /// The architecture, and its extensions that change how fast the engine computes.
    instruction_set: Vec<&'static str>,
    /// How many runs were trained at the same time.
    jobs: usize,
    /// The share of the runs, if it was one.
    shard: Option<String>,
    started: String,
    /// When the last run ended so far.
    ended: String,
    /// From the start until then.
    seconds: f64,
    /// The runs that were trained, in the order in which they ended.
    runs: Vec<TrainedRun>,
    #[serde(skip)]
    start: Instant,
}

#[derive(Serialize)]
struct TrainedRun {
    name: String,
    steps: u32,
}

impl Session {
    pub fn start(engine: &str, jobs: usize, shard: Option<Shard>) -> Self {
        let now = in_utc(SystemTime::now());
        Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("HEADCOUNT_COMMIT"),
            engine: engine.into(),
            cpu: cpu_name(),
            instruction_set: instruction_set(),
            jobs,
            shard: shard.map(|shard| shard.to_string()),
            started: now.clone(),
            ended: now,
            seconds: 0.0,
            runs: Vec::new(),
            start: Instant::now(),
        }
    }

    /// A run ended.
    pub fn record(&mut self, outcome: &Outcome) {
        self.runs.push(TrainedRun {
            name: outcome.run.name(),
            steps: outcome.steps,
        });
        self.ended = in_utc(SystemTime::now());
        self.seconds = in_milliseconds(self.start.elapsed().as_secs_f64());
    }
}

/// The file beside an outcome file.
pub struct ProvenanceFile {
    path: PathBuf,
    /// Of earlier trainings, which the outcome file was resumed from.
    earlier: Vec<Value>,
}

impl ProvenanceFile {
    /// The file beside `output`, with the sessions that it holds if these are kept. A file of that name
    /// with anything else in it is refused.
    pub fn beside(output: &Path, existing: Existing) -> Result<Self, CliError> {
        let path = path_beside(output);
        let earlier = match read(&path) {
            Ok(sessions) if existing == Existing::Keep => sessions,
            Ok(_) => Vec::new(),
            Err(_) if existing == Existing::Overwrite => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Self { path, earlier })
    }

    /// Writes the earlier sessions and this one. One in which nothing was trained is left out.
    pub fn write(&self, session: &Session) -> Result<(), CliError> {
        let mut sessions = self.earlier.clone();
        if !session.runs.is_empty() {
            sessions.push(serde_json::to_value(session)?);
        }
        write(&self.path, sessions)
    }
}

/// Writes the provenance of outcomes in `output` that were merged from `files`: all of theirs, and what is
/// kept of the output's own.
pub fn merge_provenance(
    files: &[PathBuf],
    output: &Path,
    existing: Existing,
) -> Result<(), CliError> {
    let mut sessions = ProvenanceFile::beside(output, existing)?.earlier;
    for file in files {
        for session in read(&path_beside(file))? {
            if !sessions.contains(&session) {
                sessions.push(session);
            }
        }
    }
    write(&path_beside(output), sessions)
}

/// Whether a file is named as one of these, so that `headcount merge *.json` can tell it from outcomes.
pub fn is_provenance(path: &Path) -> bool {
    path.to_string_lossy().ends_with(ENDING)
}

/// The path of the provenance of the outcomes in `output`.
fn path_beside(output: &Path) -> PathBuf {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".json").unwrap_or(&name);
    output.with_file_name(format!("{name}{ENDING}"))
}

/// The sessions in a file; none if there is no file.
fn read(path: &Path) -> Result<Vec<Value>, CliError> {
    if !has_content(path) {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(|error| CliError::read(path, error))?;
    match serde_json::from_str(&text) {
        Ok(Document { version, sessions }) if version == VERSION => Ok(sessions),
        _ => Err(CliError::NoProvenance { path: path.into() }),
    }
}

fn write(path: &Path, sessions: Vec<Value>) -> Result<(), CliError> {
    let version = VERSION;
    let document = Document { version, sessions };
    write_line(path, &serde_json::to_string_pretty(&document)?)
}

/// The processor's name, as Linux tells it.
fn cpu_name() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().into())
}

/// The architecture, and what this processor has of the extensions that engines use.
fn instruction_set() -> Vec<&'static str> {
    #[allow(unused_mut)]
    let mut names = vec![std::env::consts::ARCH];
    #[cfg(target_arch = "x86_64")]
    for (name, is_there) in [
        ("sse4.2", std::is_x86_feature_detected!("sse4.2")),
        ("avx", std::is_x86_feature_detected!("avx")),
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("fma", std::is_x86_feature_detected!("fma")),
        ("avx512f", std::is_x86_feature_detected!("avx512f")),
    ] {
        if is_there {
            names.push(name);
        }
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("neon") {
        names.push("neon");
    }
    names
}
