//! The native binary `headcount`: trains, inspects and draws the experiments of the page from a
//! terminal. This file defines the command line and calls the module of the command.

mod clock;
mod device;
mod error;
mod experiment_difference;
mod export;
mod figure_file;
mod figure_options;
mod files;
mod fonts;
mod inspect;
mod interrupt;
mod jobs;
mod log_file;
mod merge;
mod model_files;
mod number_option;
mod plan;
mod plot;
mod progress;
mod provenance;
mod random_heads;
mod records;
mod resume;
mod run;
mod shard_option;
mod summary;
mod sweep;
mod tensorboard;
mod theory;
mod training;
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::CliError;

/// A training step makes and drops some hundred small tensors: glibc's allocator takes a tenth of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Printed after `headcount --help`.
const EXAMPLES: &str = "\
Examples:
  echo '{}' > experiment.json                    # an empty experiment: all defaults
  headcount validate experiment.json             # prints every field with its value
  headcount run experiment.json -o outcome.json  # trains; Ctrl-C stops, --resume continues
  headcount plot outcome.json -o figure.svg      # draws error against number of heads

Exit codes: 0 success, 1 failure with the reason on standard error, 2 wrong usage,
130 stopped by Ctrl-C.";

/// How many attention heads does a task need?
///
/// Trains the same small Transformers as the page, natively. An experiment is a JSON file that
/// names a task, the architectures to train on it, and how; every field has a default. Training
/// it gives outcomes (JSON) and, on request, model files (safetensors); outcomes can be drawn
/// (SVG or PDF). The page exports and imports the same files.
#[derive(Parser)]
#[command(name = "headcount", version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Plan(plan::Arguments),
    Merge(merge::Arguments),
    Validate(validate::Arguments),
    Inspect(inspect::Arguments),
    Theory(theory::Arguments),
    Summary(summary::Arguments),
    Plot(plot::Arguments),
    Export(export::Arguments),
}

fn main() -> ExitCode {
    execute(Arguments::parse().command).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::FAILURE
    })
}

fn execute(command: Command) -> Result<ExitCode, CliError> {
    match command {
        // The only command with an exit code of its own: Ctrl-C stops it, but is no failure.
        Command::Run(arguments) => return run::run(&arguments),
        Command::Plan(arguments) => plan::plan(&arguments)?,
        Command::Merge(arguments) => merge::merge(&arguments)?,
        Command::Validate(arguments) => validate::validate(&arguments)?,
        Command::Inspect(arguments) => inspect::inspect(&arguments)?,
        Command::Theory(arguments) => theory::theory(&arguments)?,
        Command::Summary(arguments) => summary::summary(&arguments)?,
        Command::Plot(arguments) => plot::plot(&arguments)?,
        Command::Export(arguments) => export::export(&arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}
