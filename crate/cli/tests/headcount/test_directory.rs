//! A temporary directory with the files of one test, in which `headcount` is run.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use lab::Outcomes;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The directory; removed when it is dropped.
pub struct TestDirectory(TempDir);

impl TestDirectory {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The same directory, with a JSON file in it.
    pub fn with_json(self, name: &str, value: &Value) -> Self {
        fs::write(self.path(name), value.to_string()).unwrap();
        self
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `headcount` with the arguments in `line`, separated by spaces.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_headcount"));
        command
            .current_dir(self.0.path())
            .args(line.split_whitespace());
        command
    }

    /// Runs [`Self::command`] to its end.
    pub fn run(&self, line: &str) -> CommandOutput {
        self.command(line).output().unwrap().into()
    }

    /// Runs [`Self::command`], and checks that it fails with one line that contains `reason`.
    pub fn assert_refused(&self, line: &str, reason: &str) {
        let output = self.run(line);
        assert_eq!(
            (output.code, output.stdout.as_str()),
            (Some(1), ""),
            "{line}"
        );
        assert!(output.stderr.contains(reason), "{line}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    }

    /// The content of a text file in it.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The outcome document in a file in it.
    pub fn outcomes(&self, name: &str) -> Outcomes {
        Outcomes::part_from_json(&self.text(name)).unwrap()
    }

    /// The sorted names of the files in it, or in its subdirectory `within`.
    pub fn names(&self, within: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(within)).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// What a command ended with.
pub struct CommandOutput {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl CommandOutput {
    /// The lines of standard error that tell which runs ended, and the others.
    pub fn progress_and_messages(&self) -> (Vec<&str>, Vec<&str>) {
        let is_progress = |line: &&str| {
            let words: Vec<&str> = line.split(' ').take(4).collect();
            matches!(words[..], [_, "of", _, "runs:"])
        };
        self.stderr.lines().partition(is_progress)
    }
}

impl From<Output> for CommandOutput {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The name that the engine of this machine has in outcomes.
pub fn engine_name() -> String {
    format!("{} · native", engine::Engine::cpu().name())
}

/// A small experiment of three runs (h = 1, 2, 3) per seed.
pub fn experiment(steps: u32, seeds: &[u32]) -> Value {
    json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 2, 3], "T": [6], "N": [8], "n": 4 },
        "recipe": { "steps": steps, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 4 },
        "seeds": seeds,
    })
}
