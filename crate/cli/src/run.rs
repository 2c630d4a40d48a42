//! `headcount run`: trains the runs of an experiment, cohort by cohort. Outcomes and model files are
//! on disk after every cohort, so Ctrl-C or a crash loses only the cohorts that are being trained.
//! An interrupted run is trained again from step 0: its weights are not stored.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::Engine;
use lab::Shard;

use crate::device::Device;
use crate::error::CliError;
use crate::files::{is_replaced, read_experiment, write_bytes, write_line, write_output};
use crate::interrupt;
use crate::jobs::{MOST_JOBS, jobs};
use crate::log_file::LogFile;
use crate::model_files::ModelFiles;
use crate::number_option::{NumberOption, whole_number};
use crate::progress::Progress;
use crate::provenance::{ProvenanceFile, Session};
use crate::records::Records;
use crate::resume::{Existing, prepare_models, prepare_output};
use crate::shard_option::shard;
use crate::sweep::Sweep;
use crate::tensorboard::TensorBoard;
use crate::training::{RunResult, Training, What};

/// Train every run of an experiment and write the outcomes as JSON.
///
/// A run is one combination of the experiment's grid and seeds. Ctrl-C stops the training and
/// prints the command that continues it; pressed twice, it ends the program at once.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount run experiment.json -o outcome.json
  headcount run experiment.json -o outcome.json --resume
  headcount run experiment.json -o outcome.json --models models
  headcount run experiment.json -o s3.json --shard 3/16 --resume")]
pub struct Arguments {
    /// The experiment, as JSON; the page exports the same form. A file with outcomes stands for the
    /// experiment that it holds.
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
    /// Overwrite the output file, whatever it holds, and model files.
    #[arg(long)]
    force: bool,
    /// The hardware to train on.
    #[arg(long, value_enum, default_value = "cpu")]
    device: Device,
    /// How many runs are trained at the same time, 1 to 4096; by default one on every core.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole_number(1..=MOST_JOBS))]
    jobs: Option<NumberOption<u32>>,
    /// Train only the K-th of N shares of the runs, counted from 1 and of about the same cost.
    /// `auto` is the share of this task of a Slurm array, `auto/N` that of a task of Slurm, HyperQueue
    /// or Kubernetes. `headcount merge` makes one file of all shares.
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// The file for a log of the training: one JSON object a line, written as it happens.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The directory for learning curves as TensorBoard's event files, one folder per run.
    #[arg(long, value_name = "DIRECTORY")]
    tensorboard: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, CliError> {
    let experiment = read_experiment(&arguments.experiment)?;
    let jobs = jobs(arguments.jobs.clone(), arguments.device)?;
    let engine = arguments.device.engine()?;
    let shard = arguments.shard.as_deref().map(shard).transpose()?;
    let mut sweep = Sweep::new(experiment, format!("{} · native", engine.name()), shard);
    if let (Some(shard), 0) = (shard, sweep.pending_count()) {
        let count = sweep.runs.len();
        eprintln!("Share {shard} is empty: the experiment has {count} runs.");
    }
    let existing = arguments.existing();
    if let Some(output) = &arguments.output {
        prepare_output(output, &arguments.experiment, existing, &mut sweep)?;
    }
    let models = arguments.models.as_deref();
    let models = models.map(ModelFiles::in_directory).transpose()?;
    if let Some(models) = &models {
        prepare_models(models, existing, &mut sweep)?;
    }
    let mut records = arguments.records(jobs, shard, &sweep)?;
    interrupt::install_handler()?;

    train_pending(
        arguments,
        &engine,
        jobs,
        models.as_ref(),
        &mut records,
        &mut sweep,
    )?;

    records.write_provenance()?;
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
            arguments.resume_command(output, shard)
        ),
        None => "only what is written to a file, with -o, can be resumed.".into(),
    };
    let total = sweep.own_runs().len();
    let done = total - sweep.pending_count();
    eprintln!("Stopped with {done} of {total} runs done; {next}");
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

/// Trains the pending runs of `sweep` until all are done or Ctrl-C is pressed, and writes outcomes
/// and model files after every cohort.
fn train_pending(
    arguments: &Arguments,
    engine: &Engine,
    jobs: usize,
    models: Option<&ModelFiles<'_>>,
    records: &mut Records,
    sweep: &mut Sweep,
) -> Result<(), CliError> {
    // A pipe or a device gets one whole document at the end, not one per cohort.
    let output = arguments.output.as_deref().filter(|path| is_replaced(path));
    let experiment = sweep.experiment.clone();
    let cohorts = arguments.device.cohorts(&experiment, sweep.pending());
    let mut progress = Progress::new(&experiment, sweep.pending_count())?;
    let training = Training {
        experiment: &experiment,
        engine,
        cohorts: &cohorts,
        jobs,
        with_models: models.is_some(),
    };
    let trained = training.run(|event| {
        let indices = &cohorts[event.place];
        progress.show(&event, indices);
        records.record(&event, indices, sweep)?;
        let What::Ended(results) = event.what else {
            return Ok(());
        };
        for (&index, RunResult { outcome, model }) in indices.iter().zip(results) {
            // The model file is written before the outcome: a finished outcome on disk implies
            // that its model file is there.
            if let (Some(models), Some(model)) = (models, model) {
                write_bytes(&models.path_of(&sweep.runs[index]), &model)?;
            }
            sweep.record(index, outcome);
        }
        match output {
            Some(output) => {
                records.write_provenance()?;
                write_line(output, &sweep.to_json()?)
            }
            None => Ok(()),
        }
    });
    progress.clear();
    trained
}

impl Arguments {
    fn existing(&self) -> Existing {
        match (self.resume, self.force) {
            (true, _) => Existing::Keep,
            (false, true) => Existing::Overwrite,
            (false, false) => Existing::Refuse,
        }
    }

    /// Opens what is written about the training besides outcomes and models.
    fn records(
        &self,
        jobs: usize,
        shard: Option<Shard>,
        sweep: &Sweep,
    ) -> Result<Records, CliError> {
        let existing = self.existing();
        let output = self.output.as_deref().filter(|path| is_replaced(path));
        let provenance = output.map(|path| ProvenanceFile::beside(path, existing));
        let pending = sweep.pending_runs();
        let directory = self.tensorboard.as_deref();
        let tensorboard = directory.map(|path| TensorBoard::in_directory(path, existing, &pending));
        let log = self.log.as_deref();
        let mut records = Records {
            provenance: provenance.transpose()?,
            tensorboard: tensorboard.transpose()?,
            log: log.map(|path| LogFile::open(path, existing)).transpose()?,
            session: Session::start(&sweep.engine, jobs, shard),
        };
        if let Some(log) = &mut records.log {
            log.begin(&sweep.engine, pending.len(), jobs)?;
        }
        Ok(records)
    }

    /// The command that trains the pending runs, quoted for a shell. It names the share by its number:
    /// there may be no scheduler where it is typed.
    fn resume_command(&self, output: &Path, shard: Option<Shard>) -> String {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let program = std::env::args().next().unwrap_or("headcount".into());
        let mut words = vec![program, "run".into(), path(&self.experiment)];
        words.extend(["-o".into(), path(output)]);
        if let Some(models) = &self.models {
            words.extend(["--models".into(), path(models)]);
        }
        for (option, value) in [("--log", &self.log), ("--tensorboard", &self.tensorboard)] {
            if let Some(value) = value {
                words.extend([option.into(), path(value)]);
            }
        }
        if self.device != Device::Cpu {
            words.extend(["--device".into(), self.device.name()]);
        }
        if let Some(Ok(jobs)) = &self.jobs {
            words.extend(["--jobs".into(), jobs.to_string()]);
        }
        if let Some(shard) = shard {
            words.extend(["--shard".into(), shard.to_string()]);
        }
        words.push("--resume".into());
        // Fails only for a NUL, which no argument of a process can hold.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }
}
