//! `headcount plot`: outcomes as a figure, the same that the page draws. One figure shows one
//! sequence length, or all of them, and one width, or every width as an axis; of experiments with several,
//! an option chooses.

use std::path::PathBuf;

use charts::{Entry, Learning, Results, RunField, Transition, TransitionOptions, Width};
use clap::ValueEnum;
use lab::{HeadSize, Outcome, Outcomes, Stopped};

use crate::error::CliError;
use crate::figure_file::FigureFile;
use crate::figure_options::FigureOptions;
use crate::files::read_outcomes;

/// Draw outcomes as a figure: SVG, PDF, PNG or the values in it.
///
/// A figure shows one sequence length, or all, and one architecture besides the number of heads. If the
/// experiment has several, --T, --N, --w and --L choose.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount plot outcome.json -o figure.svg
  headcount plot outcome.json --chart learning --dark -o figure.svg
  headcount plot outcome.json --T all --width 85mm --font serif --no-caption -o figure.pdf
  headcount plot outcome.json --width 175mm --dpi 600 -o figure.png")]
#[allow(non_snake_case)]
pub struct Arguments {
    /// The outcomes, as `headcount run` or the page wrote them.
    outcome: PathBuf,
    /// The file for the figure; without it the figure is printed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to draw.
    #[arg(long, value_enum, default_value = "transition")]
    chart: Chart,
    /// Sequence length to draw, or "all"; by default the experiment's first.
    #[arg(long = "T", allow_hyphen_values = true)]
    T: Option<String>,
    /// Hidden width to draw; by default the experiment's first.
    #[arg(long = "N", allow_hyphen_values = true)]
    N: Option<String>,
    /// Number of attention layers side by side to draw; by default the experiment's first.
    #[arg(long, value_name = "w", allow_hyphen_values = true)]
    w: Option<String>,
    /// Number of layers to draw; by default the experiment's first.
    #[arg(long = "L", allow_hyphen_values = true)]
    L: Option<String>,
    #[command(flatten)]
    figure: FigureOptions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Chart {
    /// Error against number of heads.
    Transition,
    /// Error against step, one line per run.
    Learning,
    /// Error against hidden width, one line per number of heads.
    Width,
}

pub fn plot(arguments: &Arguments) -> Result<(), CliError> {
    let file = FigureFile::of(&arguments.figure, arguments.output.as_deref())?;
    let document = read_outcomes(&arguments.outcome)?;
    let (settings, planned, outcomes) = choose_runs(arguments, &document)?;
    if outcomes.is_empty() {
        let name = arguments.outcome.display();
        return Err(format!("{name} holds no runs with {settings}.").into());
    }
    let caption = caption(&document, &settings, planned, &outcomes);
    let mut chart = chart(arguments, &document, &outcomes)?;
    file.write(chart.as_mut(), &caption)
}

/// The chart of some outcomes of a document.
fn chart(
    arguments: &Arguments,
    document: &Outcomes,
    outcomes: &[Outcome],
) -> Result<Box<dyn charts::Chart>, String> {
    let experiment = &document.experiment;
    let results = Results::from_outcomes(experiment.clone(), outcomes);
    let entries = [Entry {
        results: &results,
        name: "",
        recorded: false,
    }];
    match arguments.chart {
        Chart::Transition => {
            let options = TransitionOptions {
                paper: arguments.figure.paper,
                ..TransitionOptions::default()
            };
            let chart = Transition::of(experiment, &entries, options);
            if chart.lines.iter().all(|line| line.points.is_empty()) {
                return Err("There is nothing to draw: every run diverged.".into());
            }
            Ok(Box::new(chart))
        }
        Chart::Learning => Ok(Box::new(Learning::of(experiment, &entries, &[]))),
        Chart::Width => Ok(Box::new(Width::of(experiment, &entries))),
    }
}

/// The runs that one figure can show: the sizes that they share, such as "T = 16 · N = 32", how many there
/// would be in all, and those that there are.
fn choose_runs(
    arguments: &Arguments,
    document: &Outcomes,
) -> Result<(String, usize, Vec<Outcome>), String> {
    let grid = &document.experiment.grid;
    let lengths = match arguments.T.as_deref() {
        Some("all") => grid.T.clone(),
        asked => vec![choose_value("T", "sequence lengths", asked, &grid.T)?],
    };
    let options = [
        (RunField::N, "widths", arguments.N.as_deref()),
        (
            RunField::W,
            "numbers of layers side by side",
            arguments.w.as_deref(),
        ),
        (RunField::L, "numbers of layers", arguments.L.as_deref()),
    ];
    let varied = grid.family.varied();
    let texts: Vec<String> = lengths.iter().map(ToString::to_string).collect();
    let mut shared = vec![format!("T = {}", texts.join(", "))];
    shared.extend(grid.family.head_size().map(|size| match size {
        HeadSize::PerHead(n) => format!("n = {n}"),
        HeadSize::Shared(e) => format!("E = {e}"),
    }));
    let mut chosen = Vec::new();
    for (field, plural, asked) in options {
        let name = field.name();
        if field == RunField::N && matches!(arguments.chart, Chart::Width) {
            refuse_axis(asked)?;
            continue;
        }
        match varied.iter().find(|(of, _)| *of == name) {
            Some((_, values)) => {
                let value = choose_value(name, plural, asked, values)?;
                // A single layer, or a single one side by side, is not mentioned.
                if field == RunField::N || values.len() > 1 || value != 1 {
                    shared.push(format!("{name} = {value}"));
                }
                chosen.push((field, value));
            }
            None => refuse_option(name, asked)?,
        }
    }
    let is_chosen = |outcome: &&Outcome| {
        let mut fields = chosen.iter();
        lengths.contains(&outcome.run.T)
            && fields.all(|(field, value)| field.of(&outcome.run) == *value)
    };
    let outcomes = document.outcomes.iter().filter(is_chosen).cloned();
    let widths = match arguments.chart {
        Chart::Width => varied.iter().find(|(of, _)| *of == RunField::N.name()),
        _ => None,
    };
    let widths = widths.map_or(1, |(_, values)| values.len());
    let planned = lengths.len() * widths * grid.h.len() * document.experiment.seeds.len();
    Ok((shared.join(" · "), planned, outcomes.collect()))
}

/// The value that an option asks for, if the experiment has it. Without the option its first value;
/// if there are more, a note on standard error says so.
fn choose_value(
    name: &str,
    plural: &str,
    asked: Option<&str>,
    values: &[u32],
) -> Result<u32, String> {
    let all: Vec<String> = values.iter().map(ToString::to_string).collect();
    let all = all.join(", ");
    let Some(asked) = asked else {
        let first = values.first().copied().unwrap_or_default();
        if values.len() > 1 {
            eprintln!(
                "There are several {plural} ({all}): drawn is {name} = {first}; --{name} chooses."
            );
        }
        return Ok(first);
    };
    let value = asked.parse().ok().filter(|value| values.contains(value));
    value.ok_or_else(|| format!("--{name} is {asked:?}, but must be one of {all}."))
}

/// Refuses --N for the chart whose axis it is.
fn refuse_axis(asked: Option<&str>) -> Result<(), String> {
    match asked {
        Some(asked) => Err(format!(
            "--N is {asked:?}, but must be left out: this chart shows every width."
        )),
        None => Ok(()),
    }
}

/// Refuses an option for a size that the experiment's grid does not have.
fn refuse_option(name: &str, asked: Option<&str>) -> Result<(), String> {
    match asked {
        Some(asked) => Err(format!(
            "--{name} is {asked:?}, but must be left out: this experiment's grid has no {name}."
        )),
        None => Ok(()),
    }
}

/// The caption: the task, the sizes, how many runs there are and how they ended, and the engine.
fn caption(document: &Outcomes, settings: &str, planned: usize, outcomes: &[Outcome]) -> String {
    let experiment = &document.experiment;
    let mut parts = vec![experiment.task.kind().to_string()];
    parts.extend(experiment.task.dimension().map(|d| format!("D = {d}")));
    parts.push(settings.into());
    let seeds = experiment.seeds.len();
    parts.push(format!("{seeds} seed{}", if seeds == 1 { "" } else { "s" }));
    if outcomes.len() < planned {
        parts.push(format!("{} of {planned} runs", outcomes.len()));
    }
    for (stopped, word) in [
        (Stopped::Interrupted, "interrupted"),
        (Stopped::Diverged, "diverged"),
    ] {
        let count = outcomes.iter().filter(|o| o.stopped == stopped).count();
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    parts.push(document.engine.clone());
    parts.join(" · ")
}
