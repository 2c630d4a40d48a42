//! `headcount merge`: one document of outcomes out of several that were trained apart. What may be merged
//! is decided in `lab`.

use std::path::{Path, PathBuf};

use lab::{MergeError, Merged, Outcomes, Run};

use crate::error::CliError;
use crate::experiment_difference::first_difference;
use crate::files::{check_writable, has_content, read_outcomes, write_line};
use crate::provenance::{is_provenance, merge_provenance};
use crate::resume::Existing;

/// Merge outcomes of one experiment that were trained apart, as with `headcount run --shard`.
///
/// The merged file is the one that a single `headcount run` writes, byte for byte. Where runs are missing
/// it holds the others, and the command that trains the missing ones is printed.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  headcount run experiment.json --shard 1/2 -o s1.json
  headcount run experiment.json --shard 2/2 -o s2.json
  headcount merge s*.json -o outcome.json")]
pub struct Arguments {
    /// Files with outcomes, in any order.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file for the merged outcomes. Outcomes of the same experiment that it holds already are merged
    /// with the others.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Overwrite the output file, whatever it holds.
    #[arg(long)]
    force: bool,
}

pub fn merge(arguments: &Arguments) -> Result<(), CliError> {
    check_writable(&arguments.output)?;
    let mut files = arguments.files.clone();
    // `merge s*.json` names them too.
    files.retain(|path| !is_provenance(path));
    let read = |path: &PathBuf| read_outcomes(path);
    let mut documents = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = documents.first()
        && let Some(earlier) = earlier_outcomes(arguments, first)?
    {
        documents.push(earlier);
        files.push(arguments.output.clone());
    }
    let Merged { document, missing } =
        lab::merge(&documents).map_err(|error| explain(&error, &files, &documents))?;
    merge_provenance(&files, &arguments.output, arguments.existing())?;
    write_line(&arguments.output, &serde_json::to_string(&document)?)?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(CliError::Missing(MissingRuns {
        runs: missing,
        count: lab::runs(&document.experiment).len(),
        output: arguments.output.clone(),
    }))
}

impl Arguments {
    /// What to do with what the output file and its provenance hold.
    fn existing(&self) -> Existing {
        if self.force {
            Existing::Overwrite
        } else {
            Existing::Keep
        }
    }
}

/// The outcomes that the output file holds already: they may exist nowhere else, so they are merged with
/// the others. A file with anything else in it is refused.
fn earlier_outcomes(
    Arguments { output, force, .. }: &Arguments,
    first: &Outcomes,
) -> Result<Option<Outcomes>, CliError> {
    if *force || !has_content(output) {
        return Ok(None);
    }
    let what = match read_outcomes(output) {
        Ok(found) if found.experiment == first.experiment => return Ok(Some(found)),
        Ok(_) => "outcomes of another experiment",
        Err(_) => "something else than outcomes",
    };
    let name = output.display();
    Err(format!("{name} holds {what}: name another file, or overwrite it with --force.").into())
}

/// Why `documents`, read from `files`, cannot be merged.
fn explain(error: &MergeError, files: &[PathBuf], documents: &[Outcomes]) -> String {
    let name = |document: usize| files[document].display();
    match *error {
        MergeError::NoDocuments => "There is nothing to merge.".into(),
        MergeError::OtherExperiment { document } => {
            let (here, there) = (&documents[0].experiment, &documents[document].experiment);
            let difference = first_difference(here, there).unwrap_or_default();
            format!(
                "{} holds outcomes of another experiment than {}: {difference}.",
                name(document),
                name(0)
            )
        }
        MergeError::OtherEngine { document } => format!(
            "{} was computed by another engine than {}: {:?} and {:?}.",
            name(document),
            name(0),
            documents[document].engine,
            documents[0].engine
        ),
        MergeError::Disagreement {
            run,
            documents: [one, other],
        } => format!(
            "{} and {} hold different outcomes of {}: one of them is not what this experiment gives.",
            name(one),
            name(other),
            run.name()
        ),
    }
}

/// Runs that no merged file has an outcome of. `Display` ends with the command that trains them.
#[derive(Debug)]
pub struct MissingRuns {
    runs: Vec<Run>,
    /// The runs of the experiment.
    count: usize,
    output: PathBuf,
}

impl std::fmt::Display for MissingRuns {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (missing, count) = (self.runs.len(), self.count);
        let output = quoted(&self.output);
        writeln!(formatter, "{missing} of {count} runs are missing:")?;
        for run in &self.runs {
            writeln!(formatter, "  {}", run.name())?;
        }
        // No full stop: the command is there to be copied.
        write!(
            formatter,
            "This trains them: headcount run {output} -o {output} --resume"
        )
    }
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    // Fails only for a NUL, which no path can hold.
    shlex::try_quote(&path).map_or_else(|_| path.to_string(), Into::into)
}
