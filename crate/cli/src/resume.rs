//! What `headcount run` does with the files of an earlier training: refuse to overwrite them, keep
//! what they hold (`--resume`), or overwrite them (`--force`).

use std::path::Path;

use crate::error::CliError;
use crate::experiment_difference::first_difference;
use crate::files::{check_writable, has_content, is_replaced, is_same_file, read_outcomes};
use crate::model_files::ModelFiles;
use crate::sweep::Sweep;

/// What to do with existing files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Refuse,
    Keep,
    Overwrite,
}

/// Checks that the outcomes of the experiment in `experiment` can be written to `output`, and puts those
/// that are kept into `sweep`.
pub fn prepare_output(
    output: &Path,
    experiment: &Path,
    existing: Existing,
    sweep: &mut Sweep,
) -> Result<(), CliError> {
    check_writable(output)?;
    // Only a regular file holds outcomes: reading a terminal or a pipe would block for ever.
    if !output.is_file() || !is_replaced(output) {
        return Ok(());
    }
    match existing {
        Existing::Overwrite => Ok(()),
        Existing::Refuse => refuse_existing(output, experiment, sweep),
        Existing::Keep => keep_outcomes(output, sweep),
    }
}

/// Refuses an output file with anything in it: what it holds may exist nowhere else.
fn refuse_existing(output: &Path, experiment: &Path, sweep: &Sweep) -> Result<(), CliError> {
    if !has_content(output) {
        return Ok(());
    }
    let other_file = "name another file, or overwrite it with --force.";
    let why = match read_outcomes(output) {
        _ if is_same_file(output, experiment) => format!("is the experiment itself: {other_file}"),
        Ok(found) if found.experiment == sweep.experiment => {
            "holds outcomes of this experiment already: --resume keeps its finished runs and trains \
             the others, --force overwrites it."
                .into()
        }
        Ok(_) => format!("holds outcomes of another experiment: {other_file}"),
        Err(_) => format!("holds something else than outcomes: {other_file}"),
    };
    Err(format!("{} {why}", output.display()).into())
}

/// Puts the outcomes in the output file into `sweep`. They must be of the same experiment and, but for
/// its instruction set, engine: a document names one engine, and engines differ in their last digits.
fn keep_outcomes(output: &Path, sweep: &mut Sweep) -> Result<(), CliError> {
    let found = read_outcomes(output)?;
    let name = output.display();
    if let Some(difference) = first_difference(&sweep.experiment, &found.experiment) {
        return Err(format!(
            "{name} holds outcomes of another experiment, which cannot be resumed: {difference}."
        )
        .into());
    }
    if lab::common_engine(&found.engine, &sweep.engine).is_none() {
        return Err(format!(
            "{name} was computed by another engine, so it cannot be resumed: {:?} there, {:?} here.",
            found.engine, sweep.engine
        )
        .into());
    }
    sweep.record_earlier(&found.engine, &found.outcomes);
    Ok(())
}

/// Makes the directory of the model files ready. Finished runs without a model file become pending
/// again, and the user is told: weights are in no other file, and training again gives the same
/// numbers.
pub fn prepare_models(
    models: &ModelFiles<'_>,
    existing: Existing,
    sweep: &mut Sweep,
) -> Result<(), CliError> {
    // Model files of other shares are other processes' own.
    let runs = sweep.own_runs();
    match existing {
        Existing::Overwrite => return models.remove_existing(&runs),
        Existing::Refuse => return models.refuse_existing(&runs),
        Existing::Keep => {}
    }
    let has_model = models.which_exist(&sweep.experiment, &runs)?;
    match sweep.retrain_without_model(&has_model) {
        0 => {}
        1 => eprintln!("A finished run has no model file yet: it is trained again."),
        more => eprintln!("{more} finished runs have no model file yet: they are trained again."),
    }
    Ok(())
}
