//! `headcount`: the same experiments as on the page, trained natively, from a terminal.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use engine::{Cohort, Engine};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Experiment, Outcome, Outcomes, VERSION};

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
    Run {
        /// The experiment, as JSON; the page exports the same form.
        experiment: PathBuf,
        /// Where to write the outcomes; standard output without it.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// Check an experiment and print it with every default filled in.
    Validate {
        /// The experiment, as JSON.
        experiment: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run { experiment, output } => run(&experiment, output.as_deref()),
        Command::Validate { experiment } => {
            read(&experiment).and_then(|e| write(None, &e.to_json()))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &Path) -> Result<Experiment, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("Cannot read {}: {error}.", path.display()))?;
    Experiment::from_json(&text).map_err(|problems| problems.to_string())
}

fn write(path: Option<&Path>, text: &str) -> Result<(), String> {
    match path {
        Some(path) => fs::write(path, format!("{text}\n"))
            .map_err(|error| format!("Cannot write {}: {error}.", path.display())),
        None => writeln!(std::io::stdout(), "{text}")
            .map_err(|error| format!("Cannot write to standard output: {error}.")),
    }
}

fn run(path: &Path, output: Option<&Path>) -> Result<(), String> {
    let experiment = read(path)?;
    let engine = Engine::cpu();
    let runs = lab::runs(&experiment);
    let bar = ProgressBar::new(runs.len() as u64 * u64::from(experiment.recipe.steps));
    let style = "{bar:40} {percent}% · {per_sec} · {eta} left · {msg}";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?);

    let mut outcomes: Vec<Outcome> = Vec::with_capacity(runs.len());
    for (index, run) in runs.iter().enumerate() {
        bar.set_message(format!(
            "h={} T={} seed={}",
            run.architecture.h, run.T, run.seed
        ));
        outcomes.push(train(&experiment, index, &engine, &bar)?);
    }
    bar.finish_and_clear();

    let document = Outcomes {
        version: VERSION,
        experiment,
        engine: format!("{} · native", engine.name()),
        summary: lab::summarise(&outcomes),
        outcomes,
    };
    write(
        output,
        &serde_json::to_string(&document).map_err(|error| error.to_string())?,
    )
}

/// Trains one run: on a CPU nothing is gained by padding runs to the widest.
fn train(
    experiment: &Experiment,
    index: usize,
    engine: &Engine,
    bar: &ProgressBar,
) -> Result<Outcome, String> {
    let trained = async {
        let mut cohort = Cohort::new(experiment, &[index], engine)?;
        while !cohort.is_done() {
            let before = cohort.step();
            cohort.advance(50).await?;
            bar.inc(u64::from(cohort.step() - before));
        }
        cohort.outcomes().await
    };
    let mut outcomes =
        block_on(trained).map_err(|error: engine::TrainingError| error.to_string())?;
    outcomes
        .pop()
        .ok_or_else(|| "The run left no outcome.".into())
}

/// The flex backend never waits, so its futures are ready at once.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let mut future = std::pin::pin!(future);
    loop {
        if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::yield_now();
    }
}
