//! `headcount run`: trains the runs of an experiment, cohort by cohort. Outcomes and model files are
//! on disk after every cohort, so Ctrl-C or a crash loses only the cohort that is being trained.
//! An interrupted run is trained again from step 0: its weights are not stored.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{Cohort, Engine, TrainingError};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Experiment, Outcome, Run, Stopped};

use crate::device::Device;
use crate::error::CliError;
use crate::files::{is_replaced, read_experiment, write_bytes, write_line, write_output};
use crate::interrupt;
use crate::model_files::ModelFiles;
use crate::resume::{Existing, prepare_models, prepare_output};
use crate::sweep::Sweep;

/// Train every run of an experiment and write the outcomes as JSON.
///
/// A run is one combination of the experiment's grid and seeds. Ctrl-C stops the training and
/// prints the command that continues it; pressed twice, it ends the program at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount run experiment.json -o outcome.json
  headcount run experiment.json -o outcome.json --resume
  headcount run experiment.json -o outcome.json --models models")]
pub struct Arguments {
    /// The experiment, as JSON; the page exports the same form.
    experiment: PathBuf,
    /// The file for the outcomes, written after every run; without it they are printed at the end.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The directory for one model file per finished run; `headcount inspect` reads them.
    #[arg(long, value_name = "DIRECTORY")]
    models: Option<PathBuf>,
    /// Keep the finished runs of the output file and train the others, as well as those without
    /// the model file that --models asks for.
    #[arg(long, requires = "output", conflicts_with = "force")]
    resume: bool,
    /// Overwrite an output file that holds outcomes of this experiment, and model files.
    #[arg(long)]
    force: bool,
    /// The hardware to train on.
    #[arg(long, value_enum, default_value = "cpu")]
    device: Device,
}

/// How many steps are trained between two checks for Ctrl-C.
const STEPS_PER_CHECK: u32 = 10;

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let experiment = read_experiment(&arguments.experiment)?;
    let engine = arguments.device.engine()?;
    let mut sweep = Sweep::new(experiment, format!("{} · native", engine.name()));
    let existing = arguments.existing();
    if let Some(output) = &arguments.output {
        prepare_output(output, existing, &mut sweep)?;
    }
    let models = arguments.models.as_deref();
    let models = models.map(ModelFiles::in_directory).transpose()?;
    if let Some(models) = &models {
        prepare_models(models, existing, &mut sweep)?;
    }
    interrupt::install_handler()?;

    train_pending(arguments, &engine, models.as_ref(), &mut sweep)?;

    write_output(arguments.output.as_deref(), &sweep.to_json()?)?;
    if models.is_some() {
        for run in sweep.diverged() {
            let name = run.name();
            eprintln!("{name} diverged, so it has no model file.");
        }
    }
    if sweep.pending_count() == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let next = match &arguments.output {
        // No full stop: the command is there to be copied.
        Some(output) => format!(
            "this trains the others: {}",
            arguments.resume_command(output)
        ),
        None => "only what is written to a file, with -o, can be resumed.".into(),
    };
    let total = sweep.runs.len();
    let done = total - sweep.pending_count();
    eprintln!("Stopped with {done} of {total} runs done; {next}");
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

/// Trains the pending runs of `sweep` until all are done or Ctrl-C is pressed, and writes outcomes
/// and model files after every cohort.
fn train_pending(
    arguments: &Arguments,
    engine: &Engine,
    models: Option<&ModelFiles<'_>>,
    sweep: &mut Sweep,
) -> Result<(), CliError> {
    let steps = u64::from(sweep.experiment.recipe.steps);
    let bar = progress_bar(sweep.pending_count() as u64 * steps)?;
    // A pipe or a device gets one whole document at the end, not one per cohort.
    let output = arguments.output.as_deref().filter(|path| is_replaced(path));
    let mut trained_runs = 0;
    for cohort in arguments.device.cohorts(&sweep.experiment, sweep.pending()) {
        if interrupt::is_interrupted() {
            break;
        }
        bar.set_message(describe(&sweep.runs, &cohort));
        let results = train(&sweep.experiment, &cohort, engine, &bar, models.is_some())?;
        // Not what `train` counted: a run that diverged or reached its target ended early.
        trained_runs += cohort.len() as u64;
        bar.set_position(trained_runs * steps);
        for (index, RunResult { outcome, model }) in cohort.into_iter().zip(results) {
            // The model file is written before the outcome: a finished outcome on disk implies
            // that its model file is there.
            if let (Some(models), Some(model)) = (models, model) {
                write_bytes(&models.path_of(&sweep.runs[index]), &model)?;
            }
            sweep.record(index, outcome);
        }
        if let Some(output) = output {
            write_line(output, &sweep.to_json()?)?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn progress_bar(steps: u64) -> Result<ProgressBar, CliError> {
    let template = "{bar:40} {percent}% · {per_sec} · {eta} left · {msg}";
    let style = ProgressStyle::with_template(template).map_err(|error| error.to_string())?;
    Ok(ProgressBar::new(steps).with_style(style))
}

/// The message of the progress bar while the runs at `indices` are trained.
fn describe(runs: &[Run], indices: &[usize]) -> String {
    match indices {
        [index] => {
            let run = &runs[*index];
            format!("h={} T={} seed={}", run.architecture.h, run.T, run.seed)
        }
        several => format!("{} runs together", several.len()),
    }
}

/// What a run ended with.
struct RunResult {
    outcome: Outcome,
    /// The bytes of its model file, if model files are wanted and the run finished.
    model: Option<Vec<u8>>,
}

/// Trains the runs at `indices` as one cohort, until it is done or Ctrl-C is pressed.
fn train(
    experiment: &Experiment,
    indices: &[usize],
    engine: &Engine,
    bar: &ProgressBar,
    with_models: bool,
) -> Result<Vec<RunResult>, TrainingError> {
    // Futures of the CPU are ready at once; a GPU wakes this thread when it is done.
    pollster::block_on(async {
        let mut cohort = Cohort::new(experiment, indices, engine)?;
        while !cohort.is_done() && !interrupt::is_interrupted() {
            let before = cohort.step();
            cohort.advance(STEPS_PER_CHECK).await?;
            bar.inc(u64::from(cohort.step() - before) * indices.len() as u64);
        }
        let mut results = Vec::with_capacity(indices.len());
        for (member, outcome) in cohort.outcomes().await?.into_iter().enumerate() {
            let model = if with_models && outcome.stopped == Stopped::Finished {
                Some(cohort.trained(member).await?.to_safetensors().await?)
            } else {
                None
            };
            results.push(RunResult { outcome, model });
        }
        Ok(results)
    })
}

impl Arguments {
    fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Keep,
            (false, true) => Existing::Overwrite,
            (false, false) => Existing::Refuse,
        }
    }

    /// The command that trains the pending runs, quoted for a shell.
    fn resume_command(&self, output: &Path) -> String {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let program = std::env::args().next().unwrap_or("headcount".into());
        let mut words = vec![program, "run".into(), path(&self.experiment)];
        words.extend(["-o".into(), path(output)]);
        if let Some(models) = &self.models {
            words.extend(["--models".into(), path(models)]);
        }
        if self.device != Device::Cpu {
            words.extend(["--device".into(), self.device.name()]);
        }
        words.push("--resume".into());
        // Fails only for a NUL, which no argument of a process can hold.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }
}
