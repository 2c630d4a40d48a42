//! `headcount run`: trains an experiment's runs, on a CPU one after the other, on a GPU cohort by
//! cohort. What is done is on disk after each, so that neither Ctrl-C nor a crash costs more than
//! what is in progress. A run cut short is trained anew: its weights are not kept.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Cohort, Engine, TrainingError};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Experiment, Outcome, Outcomes, Run, Stopped, VERSION};
use serde_json::Value;

use crate::device::Device;
use crate::models::Models;
use crate::{
    Done, block_on, print, read_experiment, read_outcomes, try_to_write, write, write_bytes,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// The experiment, as JSON; the page exports the same form.
    experiment: PathBuf,
    /// Where to write the outcomes, after every run; standard output, at the end, without it.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Where to write one model file per finished run; `headcount inspect` looks into them.
    #[arg(long, value_name = "DIRECTORY")]
    models: Option<PathBuf>,
    /// Keep the runs that the output file holds, and train the others, and those without the model
    /// file that --models asks for.
    #[arg(long, requires = "output", conflicts_with = "force")]
    resume: bool,
    /// Overwrite an output file that holds outcomes of this experiment, and model files.
    #[arg(long)]
    force: bool,
    /// What to train on.
    #[arg(long, value_enum, default_value = "cpu")]
    device: Device,
}

/// What shells say of a process that Ctrl-C ended: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// Steps between two looks at [`STOP`].
const STEPS: u32 = 10;

/// Whether Ctrl-C was pressed.
static STOP: AtomicBool = AtomicBool::new(false);

fn stop() -> bool {
    STOP.load(Ordering::Relaxed)
}

pub fn run(arguments: &Arguments) -> Done {
    let experiment = read_experiment(&arguments.experiment)?;
    let runs = lab::runs(&experiment);
    let engine = arguments.device.engine()?;
    let name = format!("{} · native", engine.name());
    let mut outcomes = match &arguments.output {
        Some(output) => kept(arguments, output, &experiment, &runs, &name)?,
        None => vec![None; runs.len()],
    };
    let mut open: Vec<bool> = outcomes.iter().map(Option::is_none).collect();
    let models = arguments.models.as_deref().map(Models::at).transpose()?;
    if let Some(models) = &models {
        reopen(arguments, models, &experiment, &runs, &outcomes, &mut open)?;
    }
    watch_for_interrupts()?;

    let steps = u64::from(experiment.recipe.steps);
    let bar = ProgressBar::new(count(&open) as u64 * steps);
    let style = "{bar:40} {percent}% · {per_sec} · {eta} left · {msg}";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?);

    let mut document = Outcomes {
        version: VERSION,
        experiment,
        engine: name,
        summary: lab::summarise(&[]),
        outcomes: Vec::new(),
    };
    let mut trained = 0;
    for indices in arguments.device.cohorts(&document.experiment, &open) {
        if stop() {
            break;
        }
        bar.set_message(message(&runs, &indices));
        let found = train(&document.experiment, &indices, &engine, &bar, &models)?;
        trained += indices.len() as u64;
        // A run that diverged or reached its target ended early.
        bar.set_position(trained * steps);
        for (index, Ended { outcome, model }) in indices.into_iter().zip(found) {
            // The model first: an outcome on disk says that its model is there.
            if let (Some(models), Some(model)) = (&models, model) {
                write_bytes(&models.file(&runs[index]), &model)?;
            }
            open[index] = !is_done(&outcome);
            // A run that was trained again for its model, and cut short, has its outcome still.
            if !open[index] || outcomes[index].is_none() {
                outcomes[index] = Some(outcome);
            }
        }
        // What is no file, such as a pipe, gets the whole at the end.
        if let Some(output) = arguments
            .output
            .as_ref()
            .filter(|o| o.is_file() || !o.exists())
        {
            write(output, &text(&mut document, &outcomes)?)?;
        }
    }
    bar.finish_and_clear();

    let text = text(&mut document, &outcomes)?;
    match &arguments.output {
        Some(output) => write(output, &text)?,
        None => print(&text).map(drop)?,
    }
    if models.is_some() {
        let diverged = outcomes.iter().flatten();
        for outcome in diverged.filter(|o| o.stopped == Stopped::Diverged) {
            let name = outcome.run.name();
            eprintln!("{name} diverged, so it has no model file.");
        }
    }
    let done = runs.len() - count(&open);
    if done == runs.len() {
        return Ok(ExitCode::SUCCESS);
    }
    let next = match &arguments.output {
        // No full stop: the command is there to be copied.
        Some(output) => {
            let command = command(arguments, output);
            format!("this trains the others: {command}")
        }
        None => "only what is written to a file, with -o, can be resumed.".into(),
    };
    eprintln!("Stopped with {done} of {} runs done; {next}", runs.len());
    Ok(ExitCode::from(INTERRUPTED))
}

fn count(open: &[bool]) -> usize {
    open.iter().filter(|open| **open).count()
}

/// What is being trained, in a few letters.
fn message(runs: &[Run], indices: &[usize]) -> String {
    match indices {
        [index] => {
            let run = &runs[*index];
            format!("h={} T={} seed={}", run.architecture.h, run.T, run.seed)
        }
        several => format!("{} runs together", several.len()),
    }
}

/// Opens the runs again whose outcome is kept but whose model file is missing, and says so: the
/// weights are in no other place, and training again gives the same.
fn reopen(
    arguments: &Arguments,
    models: &Models<'_>,
    experiment: &Experiment,
    runs: &[Run],
    outcomes: &[Option<Outcome>],
    open: &mut [bool],
) -> Result<(), String> {
    if arguments.force {
        return models.clear(runs);
    }
    if !arguments.resume {
        return models.refuse_what_is_there(runs);
    }
    let before = count(open);
    let present = models.present(experiment, runs)?;
    for ((open, present), outcome) in open.iter_mut().zip(present).zip(outcomes) {
        let finished = matches!(outcome, Some(o) if o.stopped == Stopped::Finished);
        *open |= finished && !present;
    }
    match count(open) - before {
        0 => {}
        1 => eprintln!("A finished run has no model file yet: it is trained again."),
        more => eprintln!("{more} finished runs have no model file yet: they are trained again."),
    }
    Ok(())
}

/// The document with what is there of `outcomes`, as JSON.
fn text(document: &mut Outcomes, outcomes: &[Option<Outcome>]) -> Result<String, String> {
    document.outcomes = outcomes.iter().flatten().cloned().collect();
    document.summary = lab::summarise(&document.outcomes);
    serde_json::to_string(document).map_err(|error| error.to_string())
}

/// Whether there is nothing left to train.
fn is_done(outcome: &Outcome) -> bool {
    outcome.stopped != Stopped::Interrupted
}

/// What the output file holds already, by place in the plan; nothing where it may be overwritten.
fn kept(
    arguments: &Arguments,
    output: &Path,
    experiment: &Experiment,
    runs: &[Run],
    engine: &str,
) -> Result<Vec<Option<Outcome>>, String> {
    let nothing = vec![None; runs.len()];
    try_to_write(output)?;
    // Only a file can hold anything: reading a terminal or a pipe would wait for ever.
    if arguments.force || !output.is_file() {
        return Ok(nothing);
    }
    let name = output.display();
    if !arguments.resume {
        return match read_outcomes(output) {
            Ok(found) if found.experiment == *experiment => Err(format!(
                "{name} holds outcomes of this experiment already: --resume keeps its finished runs \
                 and trains the others, --force overwrites it."
            )),
            _ => Ok(nothing),
        };
    }
    let found = read_outcomes(output)?;
    let forms = [experiment, &found.experiment].map(serde_json::to_value);
    if let [Ok(here), Ok(there)] = forms
        && let Some(difference) = difference("", &here, &there)
    {
        return Err(format!(
            "{name} holds outcomes of another experiment, which cannot be resumed: {difference}."
        ));
    }
    // A document names one engine, and engines differ in their last digits.
    if found.engine != engine {
        return Err(format!(
            "{name} was computed by another engine, so it cannot be resumed: \
             {:?} there, {engine:?} here.",
            found.engine
        ));
    }
    let of = |run: &Run| found.outcomes.iter().find(|o| o.run == *run && is_done(o));
    Ok(runs.iter().map(|run| of(run).cloned()).collect())
}

/// The first field in which two experiments differ, with both values.
pub fn difference(field: &str, here: &Value, there: &Value) -> Option<String> {
    let (Value::Object(a), Value::Object(b)) = (here, there) else {
        let said = format!("{field} is {here} here, but {there} there");
        return (here != there).then_some(said);
    };
    // In the order of an experiment's parts; a task of another kind has other fields.
    let order = ["version", "kind", "task", "grid", "recipe", "seeds"];
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort_by_key(|name| order.iter().position(|o| o == name).unwrap_or(order.len()));
    names.into_iter().find_map(|name| {
        let field = if field.is_empty() {
            name.clone()
        } else {
            format!("{field}.{name}")
        };
        match (a.get(name), b.get(name)) {
            (Some(here), Some(there)) => difference(&field, here, there),
            (Some(here), None) => Some(format!("{field} is {here} here, but not given there")),
            (None, Some(there)) => Some(format!("{field} is not given here, but {there} there")),
            (None, None) => None,
        }
    })
}

/// Ctrl-C ends after the current few steps, and a second one at once.
fn watch_for_interrupts() -> Result<(), String> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(|error| format!("Cannot listen for Ctrl-C: {error}."))
}

/// What a run leaves.
struct Ended {
    outcome: Outcome,
    /// Its model file, where that is asked for.
    model: Option<Vec<u8>>,
}

/// Trains the runs at `indices` together. Each leaves its outcome and, where models are asked for
/// and it finished, its model file.
fn train(
    experiment: &Experiment,
    indices: &[usize],
    engine: &Engine,
    bar: &ProgressBar,
    models: &Option<Models<'_>>,
) -> Result<Vec<Ended>, String> {
    let trained = async {
        let mut cohort = Cohort::new(experiment, indices, engine)?;
        while !cohort.is_done() && !stop() {
            let before = cohort.step();
            cohort.advance(STEPS).await?;
            bar.inc(u64::from(cohort.step() - before) * indices.len() as u64);
        }
        let mut found = Vec::with_capacity(indices.len());
        for (place, outcome) in cohort.outcomes().await?.into_iter().enumerate() {
            let asked = models.is_some() && outcome.stopped == Stopped::Finished;
            let model = match asked {
                true => Some(cohort.trained(place).await?.to_safetensors().await?),
                false => None,
            };
            found.push(Ended { outcome, model });
        }
        Ok(found)
    };
    block_on(trained).map_err(|error: TrainingError| error.to_string())
}

/// The command that resumes, ready to be pasted.
fn command(arguments: &Arguments, output: &Path) -> String {
    let program = std::env::args().next().unwrap_or("headcount".into());
    let quoted = |text: &str| {
        let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
        if !text.is_empty() && text.chars().all(plain) {
            text.into()
        } else {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
    };
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let mut parts = vec![quoted(&program), "run".into(), path(&arguments.experiment)];
    parts.extend(["-o".into(), path(output)]);
    if let Some(models) = &arguments.models {
        parts.extend(["--models".into(), path(models)]);
    }
    if arguments.device != Device::Cpu {
        parts.extend(["--device".into(), arguments.device.to_string()]);
    }
    parts.push("--resume".into());
    parts.join(" ")
}
