//! `headcount run`: trains an experiment's runs one after the other. What is done is on disk after
//! every run, so that neither Ctrl-C nor a crash costs more than the run in progress. A run cut
//! short is trained anew: its weights are not kept.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Cohort, Engine, TrainingError};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Experiment, Outcome, Outcomes, Run, Stopped, VERSION};
use serde_json::Value;

use crate::{Done, print, read_experiment, read_outcomes, try_to_write, write};

#[derive(clap::Args)]
pub struct Arguments {
    /// The experiment, as JSON; the page exports the same form.
    experiment: PathBuf,
    /// Where to write the outcomes, after every run; standard output, at the end, without it.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Keep the runs that the output file holds, and train the others.
    #[arg(long, requires = "output", conflicts_with = "force")]
    resume: bool,
    /// Overwrite an output file that holds outcomes of this experiment.
    #[arg(long)]
    force: bool,
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
    let engine = Engine::cpu();
    let name = format!("{} · native", engine.name());
    let runs = lab::runs(&experiment);
    let mut outcomes = match &arguments.output {
        Some(output) => kept(arguments, output, &experiment, &runs, &name)?,
        None => vec![None; runs.len()],
    };
    watch_for_interrupts()?;

    let left = outcomes.iter().filter(|outcome| outcome.is_none()).count() as u64;
    let steps = u64::from(experiment.recipe.steps);
    let bar = ProgressBar::new(left * steps);
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
    for (index, run) in runs.iter().enumerate() {
        if outcomes[index].is_some() || stop() {
            continue;
        }
        let h = run.architecture.h;
        bar.set_message(format!("h={h} T={} seed={}", run.T, run.seed));
        outcomes[index] = Some(train(&document.experiment, index, &engine, &bar)?);
        trained += 1;
        // A run that diverged or reached its target ended early.
        bar.set_position(trained * steps);
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
    let done = outcomes.iter().flatten().filter(|o| is_done(o)).count();
    if done == runs.len() {
        return Ok(ExitCode::SUCCESS);
    }
    let next = match &arguments.output {
        // No full stop: the command is there to be copied.
        Some(output) => {
            let command = command(&arguments.experiment, output);
            format!("this trains the others: {command}")
        }
        None => "only what is written to a file, with -o, can be resumed.".into(),
    };
    eprintln!("Stopped with {done} of {} runs done; {next}", runs.len());
    Ok(ExitCode::from(INTERRUPTED))
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
fn difference(field: &str, here: &Value, there: &Value) -> Option<String> {
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

/// Trains one run: on a CPU nothing is gained by padding runs to the widest.
fn train(
    experiment: &Experiment,
    index: usize,
    engine: &Engine,
    bar: &ProgressBar,
) -> Result<Outcome, String> {
    let trained = async {
        let mut cohort = Cohort::new(experiment, &[index], engine)?;
        while !cohort.is_done() && !stop() {
            let before = cohort.step();
            cohort.advance(STEPS).await?;
            bar.inc(u64::from(cohort.step() - before));
        }
        cohort.outcomes().await
    };
    let mut outcomes = block_on(trained).map_err(|error: TrainingError| error.to_string())?;
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

/// The command that resumes, ready to be pasted.
fn command(experiment: &Path, output: &Path) -> String {
    let program = std::env::args().next().unwrap_or("headcount".into());
    let quoted = |text: &str| {
        let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
        if !text.is_empty() && text.chars().all(plain) {
            text.into()
        } else {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
    };
    let [experiment, output] = [experiment, output].map(|path| quoted(&path.to_string_lossy()));
    format!("{} run {experiment} -o {output} --resume", quoted(&program))
}
