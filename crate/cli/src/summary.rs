//! `headcount summary`: what outcomes show, in a sentence and a table: per architecture and length the best
//! and the median error over seeds, beside the paper's value where it has one, and where the cliff is.
//! The measures are defined in `lab`.

use std::path::PathBuf;

use lab::{
    Group, MeanError, Outcome, ReproductionCell, RunState, Slope, StandardErrors, Transition,
};
use serde::Serialize;

use crate::error::CliError;
use crate::files::{print_line, read_outcomes};

/// Say what outcomes show: errors over seeds, the paper's beside them, and where the cliff is.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount summary outcome.json
  headcount summary outcome.json --json")]
pub struct Arguments {
    /// The outcomes, as `headcount run` or the page wrote them.
    outcomes: PathBuf,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// What is printed; also the form of `--json`.
#[derive(Serialize)]
struct Shown {
    /// What the outcomes show, in one sentence.
    sentence: String,
    groups: Vec<Group>,
    /// For each group, in their order.
    means: Vec<MeanError>,
    /// Of the best and of the median error of each group, in their order.
    #[serde(rename = "standardErrors")]
    standard_errors: Vec<StandardErrors>,
    /// The trainable numbers of a run of each group, in their order.
    parameters: Vec<u64>,
    transitions: Vec<Transition>,
    /// How the error falls with the width, where there are several.
    slopes: Vec<Slope>,
    /// Cells that the paper has too: means, as the paper gives them.
    paper: Vec<ReproductionCell>,
}

pub fn summary(arguments: &Arguments) -> Result<(), CliError> {
    let document = read_outcomes(&arguments.outcomes)?;
    let (experiment, outcomes) = (&document.experiment, &document.outcomes);
    let summary = lab::summarise(outcomes);
    let runs: Vec<RunState<'_>> = outcomes.iter().map(RunState::from).collect();
    let members: Vec<Vec<&Outcome>> = summary
        .groups
        .iter()
        .map(|group| outcomes.iter().filter(|of| is_in(group, of)).collect())
        .collect();
    let each = || members.iter().map(|group| group.iter().copied());
    let shown = Shown {
        sentence: lab::answer(experiment, &summary, &runs, false).sentence,
        paper: lab::reproduction(experiment, outcomes),
        means: each().map(lab::mean_error).collect(),
        standard_errors: each().map(lab::standard_errors).collect(),
        parameters: members.iter().map(|group| group[0].parameters).collect(),
        groups: summary.groups,
        transitions: summary.transitions,
        slopes: summary.slopes,
    };
    if arguments.json {
        return print_line(&serde_json::to_string(&shown)?);
    }
    print_line(&shown.lines().join("\n"))
}

/// Whether an outcome is one of those that a group is made of.
fn is_in(group: &Group, outcome: &Outcome) -> bool {
    let of = outcome.run.architecture;
    let sizes = (outcome.run.T, of.N, of.w, of.L, of.h);
    sizes == (group.T, group.N, group.w, group.L, group.h)
}

impl Shown {
    /// A sentence, a line per group under a heading, and a line per cliff.
    fn lines(&self) -> Vec<String> {
        // Every error has its standard error to the right.
        let numbers = ["best", "±", "median", "±", "mean", "±", "paper"];
        let mut lines = vec![self.sentence.clone()];
        lines.push(format!(
            "    T     N    h  runs{}",
            numbers.map(|name| format!("{name:>10}")).concat()
        ));
        let errors = self.means.iter().zip(&self.standard_errors);
        for (group, (mean, own)) in self.groups.iter().zip(errors) {
            let same = |cell: &&ReproductionCell| (cell.T, cell.h) == (group.T, group.h);
            let cell = self.paper.iter().find(same);
            let numbers = [
                group.min,
                own.min,
                group.median,
                own.median,
                mean.mean,
                mean.standard_error,
                cell.map(|cell| cell.paper),
            ];
            let sizes = format!("{:>5} {:>5} {:>4}", group.T, group.N, group.h);
            let other = [(group.w, "w"), (group.L, "L")]
                .map(|(size, name)| match size {
                    1 => String::new(),
                    _ => format!("  {name} = {size}"),
                })
                .concat();
            lines.push(format!(
                "{sizes} {:>5}{}{other}",
                group.count,
                numbers.map(number).concat()
            ));
        }
        for line in &self.transitions {
            let place = format!("T = {}, N = {}", line.T, line.N);
            lines.push(match (line.h, line.drop) {
                (Some(h), Some(drop)) => {
                    format!("{place}: the cliff is at {h} heads, {drop:.0} times lower")
                }
                _ => format!("{place}: no cliff"),
            });
        }
        lines
    }
}

/// In a column of ten characters; a dash where there is none.
fn number(value: Option<f64>) -> String {
    match value {
        Some(value) => format!("{value:>10.2e}"),
        None => format!("{:>10}", "–"),
    }
}
