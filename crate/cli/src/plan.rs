//! `headcount plan`: the runs of an experiment with their estimated cost, and how `headcount run --shard`
//! divides them. It trains nothing.

use std::path::PathBuf;

use lab::{MOST_SHARDS, Run};
use serde::Serialize;

use crate::error::CliError;
use crate::files::{print_line, read_experiment};
use crate::number_option::{NumberOption, whole_number};

/// List the runs of an experiment with their estimated cost.
///
/// Costs are multiply-adds of the whole training, roughly: enough to compare runs, not a prediction of
/// time.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount plan experiment.json
  headcount plan experiment.json --shards 16 --json")]
pub struct Arguments {
    /// The experiment, as JSON.
    experiment: PathBuf,
    /// Also say which of N shares has each run, as `headcount run --shard K/N` divides them.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole_number(1..=MOST_SHARDS))]
    shards: Option<NumberOption<u32>>,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// What is printed; also the form of `--json`.
#[derive(Serialize)]
struct Plan {
    /// The multiply-adds of all runs.
    cost: f64,
    runs: Vec<PlannedRun>,
}

#[derive(Serialize)]
struct PlannedRun {
    name: String,
    run: Run,
    /// Multiply-adds of its training.
    cost: f64,
    /// The share that trains it, counted from 1; `None` unless shares were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<u32>,
}

pub fn plan(arguments: &Arguments) -> Result<(), CliError> {
    let experiment = read_experiment(&arguments.experiment)?;
    let shards = arguments.shards.clone().transpose()?;
    let costs = lab::run_costs(&experiment);
    let cost = costs.iter().sum();
    let planned = |(run, cost): (Run, f64)| PlannedRun {
        name: run.name(),
        run,
        cost,
        shard: None,
    };
    let runs = lab::runs(&experiment).into_iter().zip(costs);
    let mut plan = Plan {
        cost,
        runs: runs.map(planned).collect(),
    };
    if let Some(count) = shards {
        for (number, share) in (1..).zip(lab::worker_shares(&experiment, count as usize)) {
            for index in share {
                plan.runs[index].shard = Some(number);
            }
        }
    }
    if arguments.json {
        return print_line(&serde_json::to_string(&plan)?);
    }
    print_line(&plan.lines(shards).join("\n"))
}

impl Plan {
    /// A table with one line per run, and one per share if there are `shards`.
    fn lines(&self, shards: Option<u32>) -> Vec<String> {
        let percent = |cost: f64| 100.0 * cost / self.cost;
        let mut lines = vec![format!(
            "{} runs, about {:.1e} multiply-adds",
            self.runs.len(),
            self.cost
        )];
        for run in &self.runs {
            let of = match (run.shard, shards) {
                (Some(shard), Some(count)) => format!("  share {shard}/{count}"),
                _ => String::new(),
            };
            lines.push(format!(
                "{:>6.2} %  {:.1e}  {}{of}",
                percent(run.cost),
                run.cost,
                run.name
            ));
        }
        let Some(count) = shards else {
            return lines;
        };
        // There are no more shares with runs than there are runs.
        for number in 1..=count.min(self.runs.len() as u32) {
            let runs = self.runs.iter().filter(|run| run.shard == Some(number));
            let costs: Vec<f64> = runs.map(|run| run.cost).collect();
            let (runs, cost) = (costs.len(), percent(costs.iter().sum()));
            let word = if runs == 1 { "run" } else { "runs" };
            lines.push(format!(
                "share {number}/{count}: {runs} {word}, {cost:.2} %"
            ));
        }
        lines
    }
}
