//! `headcount export`: outcomes as CSV, for spreadsheets and data frames. The columns are defined in `lab`.

use std::path::PathBuf;

use crate::error::CliError;
use crate::files::{has_content, read_outcomes, write_output};

/// Write outcomes as CSV: one row per run, or one per point of the learning curves.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  headcount export outcome.json -o runs.csv
  headcount export outcome.json --curves -o curves.csv")]
pub struct Arguments {
    /// The outcomes, as `headcount run` or the page wrote them.
    outcomes: PathBuf,
    /// The file for the table; standard output without it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// One row per point of the learning curves (the long form), not one per run.
    #[arg(long)]
    curves: bool,
    /// Overwrite the output file, whatever it holds.
    #[arg(long)]
    force: bool,
}

pub fn export(arguments: &Arguments) -> Result<(), CliError> {
    let document = read_outcomes(&arguments.outcomes)?;
    let output = arguments.output.as_deref();
    if let Some(path) = output.filter(|path| !arguments.force && has_content(path)) {
        let name = path.display();
        return Err(format!("{name} is there already: --force overwrites it.").into());
    }
    let table = if arguments.curves {
        lab::curves_csv(&document)
    } else {
        lab::csv(&document)
    };
    write_output(output, table.trim_end())
}
