//! `headcount`: the same experiments as on the page, trained natively, from a terminal. Here are
//! the command line and the files; each command with more to it has its own module.

mod device;
mod inspect;
mod models;
mod plot;
mod run;
mod theory;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::{self, Thread};

use clap::{Parser, Subcommand};
use lab::{Experiment, Outcomes};

#[derive(Parser)]
#[command(
    name = "headcount",
    version,
    about = "How many attention heads does a task need?"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train every run of an experiment and write the outcomes as JSON.
    Run(run::Arguments),
    /// Check an experiment and print it with every default filled in.
    Validate {
        /// The experiment, as JSON.
        experiment: PathBuf,
        /// Print it as the query of a link instead.
        #[arg(long)]
        link: bool,
    },
    /// Look into a trained run: its error, its heads, what each watches.
    Inspect(inspect::Arguments),
    /// Say what the paper's theorems promise and forbid at given sizes.
    Theory(theory::Arguments),
    /// Draw outcomes as an SVG figure.
    Plot(plot::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Validate { experiment, link } => {
            let written = |e: Experiment| if link { e.to_query() } else { e.to_json() };
            read_experiment(&experiment).and_then(|e| print(&written(e)))
        }
        Command::Inspect(arguments) => inspect::inspect(&arguments),
        Command::Theory(arguments) => theory::theory(&arguments),
        Command::Plot(arguments) => plot::plot(&arguments),
    };
    match done {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// What a command ends with: its exit code, or what went wrong, as a sentence to a person.
type Done = Result<ExitCode, String>;

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("Cannot read {}: {error}.", path.display()))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("Cannot read {}: {error}.", path.display()))
}

fn read_experiment(path: &Path) -> Result<Experiment, String> {
    Experiment::from_json(&read(path)?).map_err(|problems| problems.to_string())
}

fn read_outcomes(path: &Path) -> Result<Outcomes, String> {
    serde_json::from_str(&read(path)?)
        .map_err(|error| format!("{} holds no outcomes: {error}.", path.display()))
}

fn print(text: &str) -> Done {
    writeln!(std::io::stdout(), "{text}")
        .map(|()| ExitCode::SUCCESS)
        .map_err(|error| format!("Cannot write to standard output: {error}."))
}

/// Writes `text` and a line's end, as [`write_bytes`] does.
fn write(path: &Path, text: &str) -> Result<(), String> {
    write_bytes(path, format!("{text}\n").as_bytes())
}

/// Writes `bytes` to the file at `path`, which at any moment holds either all of them or what it
/// held before: they are written to a file beside, which then takes the place.
fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let refused = |error| format!("Cannot write {}: {error}.", path.display());
    let (beside, target) = match places(path) {
        Some(places) => places,
        None => return fs::write(path, bytes).map_err(refused),
    };
    let whole = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        // The name must not arrive before the bytes, should the power fail.
        file.sync_all()?;
        fs::rename(&beside, &target)
    };
    whole().map_err(|error| {
        let _ = fs::remove_file(&beside);
        refused(error)
    })
}

/// Finds out whether [`write`] will succeed, before hours are spent on what to write.
fn try_to_write(path: &Path) -> Result<(), String> {
    // A pipe that is opened to try it ends for its reader when it is closed.
    let Some((beside, _)) = places(path) else {
        return Ok(());
    };
    File::create(&beside)
        .and_then(|_| fs::remove_file(&beside))
        .map_err(|error| format!("Cannot write {}: {error}.", path.display()))
}

/// The file beside, and the file whose place it takes, behind any links. None for what is there but
/// no file, such as /dev/null: that must not be replaced.
fn places(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if target.exists() && !target.is_file() {
        return None;
    }
    let mut name = target.file_name()?.to_owned();
    name.push(".part");
    Some((target.with_file_name(name), target))
}

/// Reads a whole number given as `--name text`.
fn whole(name: &str, text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|n| (least..=most).contains(n));
    number.ok_or_else(|| {
        format!("--{name} is {text:?}, but must be a whole number from {least} to {most}.")
    })
}

/// Waits for a future. On a CPU they are ready at once; a GPU wakes this thread when it is done.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Sleeper(Thread);
    impl Wake for Sleeper {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Sleeper(thread::current())).into();
    let mut context = Context::from_waker(&waker);
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
