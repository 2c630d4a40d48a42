//! `headcount plot`: outcomes as a figure, the same that the page draws. One figure shows one
//! sequence length and one width; of experiments with several, an option chooses.

use std::path::PathBuf;

use charts::{
    Entry, Frame, Learning, Results, RunField, Theme, Transition, TransitionOptions, svg,
};
use clap::ValueEnum;
use lab::{Family, HeadSize, Outcome, Outcomes, Stopped};

use crate::error::CliError;
use crate::files::{read_outcomes, write_output};
use crate::number_option::{NumberOption, whole_number};

/// Draw outcomes as an SVG figure.
///
/// A figure shows one sequence length and one architecture besides the number of heads. If the
/// experiment has several, --T, --N, --w and --L choose.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount plot outcome.json -o figure.svg
  headcount plot outcome.json --chart learning --dark -o figure.svg")]
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
    /// Sequence length to draw; by default the experiment's first.
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
    /// Width in pixels, from 160 to 8192.
    #[arg(
        long,
        allow_hyphen_values = true,
        default_value = "720",
        value_parser = whole_number(160..=8192)
    )]
    width: NumberOption<u32>,
    /// Height in pixels, from 160 to 8192.
    #[arg(
        long,
        allow_hyphen_values = true,
        default_value = "440",
        value_parser = whole_number(160..=8192)
    )]
    height: NumberOption<u32>,
    /// Light lines on a dark background.
    #[arg(long)]
    dark: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Chart {
    /// Error against number of heads.
    Transition,
    /// Error against step, one line per run.
    Learning,
}

pub fn plot(arguments: &Arguments) -> Result<(), CliError> {
    let frame = Frame {
        width: arguments.width.clone()?.into(),
        height: arguments.height.clone()?.into(),
        scale: 1.0,
        theme: if arguments.dark {
            Theme::Dark
        } else {
            Theme::Light
        },
    };
    let document = read_outcomes(&arguments.outcome)?;
    let (settings, outcomes) = choose_runs(arguments, &document)?;
    if outcomes.is_empty() {
        let name = arguments.outcome.display();
        return Err(format!("{name} holds no runs with {settings}.").into());
    }
    let caption = caption(&document, &settings, &outcomes);
    let svg = figure(&document, &outcomes, arguments.chart, frame, &caption)?;
    write_output(arguments.output.as_deref(), svg.trim_end())
}

/// The figure of some outcomes of a document, as SVG.
fn figure(
    document: &Outcomes,
    outcomes: &[Outcome],
    chart: Chart,
    frame: Frame,
    caption: &str,
) -> Result<String, String> {
    let experiment = &document.experiment;
    let results = Results::from_outcomes(experiment.clone(), outcomes);
    let entries = [Entry {
        results: &results,
        name: "trained",
        recorded: false,
    }];
    let drawn = match chart {
        Chart::Transition => {
            let chart = Transition::of(experiment, &entries, TransitionOptions::default());
            if chart.lines.is_empty() {
                return Err("There is nothing to draw: every run diverged.".into());
            }
            svg(&chart, frame, caption, "")
        }
        Chart::Learning => svg(&Learning::of(experiment, &entries, &[]), frame, caption, ""),
    };
    drawn.map_err(|error| error.to_string())
}

/// The runs that one figure can show, and the sizes that they share, such as "T = 16 · N = 32".
fn choose_runs(
    arguments: &Arguments,
    document: &Outcomes,
) -> Result<(String, Vec<Outcome>), String> {
    let grid = &document.experiment.grid;
    let t = choose_value("T", "sequence lengths", arguments.T.as_deref(), &grid.T)?;
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
    let mut shared = vec![format!("T = {t}")];
    match &grid.family {
        Family::Reader { size, .. } | Family::Memoriser { size, .. } => shared.push(match size {
            HeadSize::PerHead(n) => format!("n = {n}"),
            HeadSize::Shared(e) => format!("E = {e}"),
        }),
        Family::Attention { .. } | Family::Encoder { .. } => {}
    }
    let mut chosen = vec![(RunField::T, t)];
    for (field, plural, asked) in options {
        let name = field.name();
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
        fields.all(|(field, value)| field.of(&outcome.run) == *value)
    };
    let outcomes = document.outcomes.iter().filter(is_chosen).cloned();
    Ok((shared.join(" · "), outcomes.collect()))
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
fn caption(document: &Outcomes, settings: &str, outcomes: &[Outcome]) -> String {
    let experiment = &document.experiment;
    let mut parts = vec![experiment.task.kind().to_string()];
    parts.extend(experiment.task.dimension().map(|d| format!("D = {d}")));
    parts.push(settings.into());
    let seeds = experiment.seeds.len();
    parts.push(format!("{seeds} seed{}", if seeds == 1 { "" } else { "s" }));
    let planned = experiment.grid.h.len() * seeds;
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
