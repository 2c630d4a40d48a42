//! `headcount plot`: outcomes as a figure, the same that the page draws. One figure shows one
//! sequence length and one width; who has several chooses.

use std::path::PathBuf;

use charts::{Frame, Learning, Line, Mark, Theme, Transition};
use clap::ValueEnum;
use lab::{Architecture, Family, HeadSize, Outcome, Outcomes, Stopped};

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
    let (settings, outcomes) = choose(arguments, &document)?;
    if outcomes.is_empty() {
        let name = arguments.outcome.display();
        return Err(format!("{name} holds no runs with {settings}.").into());
    }
    let caption = caption(&document, &settings, &outcomes);
    let drawn = match arguments.chart {
        Chart::Transition => transition(frame, &document, &outcomes)?.to_svg(&caption),
        Chart::Learning => learning(frame, &document, &outcomes).to_svg(&caption),
    };
    let svg = drawn.map_err(|error| error.to_string())?;
    write_output(arguments.output.as_deref(), svg.trim_end())
}

/// The runs that one figure can show, and what they share, such as "T = 16 · N = 32".
fn choose(arguments: &Arguments, document: &Outcomes) -> Result<(String, Vec<Outcome>), String> {
    let grid = &document.experiment.grid;
    let t = one("T", "sequence lengths", arguments.T.as_deref(), &grid.T)?;
    let options = [
        ("N", "widths", arguments.N.as_deref()),
        (
            "w",
            "numbers of layers side by side",
            arguments.w.as_deref(),
        ),
        ("L", "numbers of layers", arguments.L.as_deref()),
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
    let mut chosen = Vec::new();
    for (name, plural, asked) in options {
        match varied.iter().find(|(of, _)| *of == name) {
            Some((_, list)) => {
                let value = one(name, plural, asked, list)?;
                // One layer, or one beside no other, goes without saying.
                if name == "N" || list.len() > 1 || value != 1 {
                    shared.push(format!("{name} = {value}"));
                }
                chosen.push((name, value));
            }
            None => absent(name, asked)?,
        }
    }
    let fits = |outcome: &&Outcome| {
        let Architecture { N, w, L, .. } = outcome.run.architecture;
        let its = |name: &str| match name {
            "N" => N,
            "w" => w,
            _ => L,
        };
        outcome.run.T == t && chosen.iter().all(|(name, value)| its(name) == *value)
    };
    Ok((
        shared.join(" · "),
        document.outcomes.iter().filter(fits).cloned().collect(),
    ))
}

/// The value asked for, if the experiment has it; else its first, and says so where there are more.
fn one(name: &str, plural: &str, asked: Option<&str>, list: &[u32]) -> Result<u32, String> {
    let all: Vec<String> = list.iter().map(ToString::to_string).collect();
    let all = all.join(", ");
    let Some(asked) = asked else {
        let first = list.first().copied().unwrap_or_default();
        if list.len() > 1 {
            eprintln!(
                "There are several {plural} ({all}): drawn is {name} = {first}; --{name} chooses."
            );
        }
        return Ok(first);
    };
    let value = asked.parse().ok().filter(|value| list.contains(value));
    value.ok_or_else(|| format!("--{name} is {asked:?}, but must be one of {all}."))
}

fn absent(name: &str, asked: Option<&str>) -> Result<(), String> {
    match asked {
        Some(asked) => Err(format!(
            "--{name} is {asked:?}, but must be left out: this experiment's grid has no {name}."
        )),
        None => Ok(()),
    }
}

fn transition(
    frame: Frame,
    document: &Outcomes,
    outcomes: &[Outcome],
) -> Result<Transition, String> {
    // Of the chosen runs only.
    let groups = lab::summarise(outcomes).groups;
    let mark = |group: &lab::Group| {
        Some(Mark {
            h: group.h,
            min: group.min?,
            median: group.median?,
            max: group.max?,
            count: Some(group.count),
            ghost: false,
        })
    };
    let marks: Vec<Mark> = groups.iter().filter_map(mark).collect();
    if marks.is_empty() {
        return Err("There is nothing to draw: every run diverged.".into());
    }
    Ok(Transition {
        frame,
        D: document.experiment.task.dimension(),
        marks,
        ..Transition::default()
    })
}

fn learning(frame: Frame, document: &Outcomes, outcomes: &[Outcome]) -> Learning {
    let line = |outcome: &Outcome| Line {
        h: outcome.run.architecture.h,
        label: None,
        curve: outcome.curve.clone(),
        ghost: false,
    };
    Learning {
        frame,
        steps: document.experiment.recipe.steps,
        lines: outcomes.iter().map(line).collect(),
    }
}

/// What was trained and by what, and what is missing.
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
    let count = |why: Stopped| outcomes.iter().filter(|o| o.stopped == why).count();
    for (why, word) in [
        (Stopped::Interrupted, "interrupted"),
        (Stopped::Diverged, "diverged"),
    ] {
        if count(why) > 0 {
            parts.push(format!("{} {word}", count(why)));
        }
    }
    parts.push(document.engine.clone());
    parts.join(" · ")
}
