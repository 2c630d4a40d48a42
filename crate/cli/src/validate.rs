//! `headcount validate`: checks an experiment without training it.

use std::path::PathBuf;

use crate::error::CliError;
use crate::files::{print_line, read_experiment};

/// Check an experiment and print it with every default filled in.
///
/// An invalid experiment is refused with one line per field: its value, and what is allowed.
#[derive(clap::Args)]
pub struct Arguments {
    /// The experiment, as JSON.
    experiment: PathBuf,
    /// Print the query of a link to the experiment instead: append it to the page's address,
    /// after a `?`.
    #[arg(long)]
    link: bool,
}

pub fn validate(arguments: &Arguments) -> Result<(), CliError> {
    let experiment = read_experiment(&arguments.experiment)?;
    print_line(&if arguments.link {
        experiment.to_query()
    } else {
        experiment.to_json()
    })
}
