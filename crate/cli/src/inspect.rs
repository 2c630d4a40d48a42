//! `headcount inspect`: evaluates a model file: its error, its error without each head, and which
//! head attends to which target. It trains nothing.

use std::path::PathBuf;

use engine::{Engine, MeasuredError, Trained, TrainingError};
use lab::{Experiment, LengthError, Run, Specialisation, length_sentence};
use serde::Serialize;

use crate::error::CliError;
use crate::files::{print_line, read_bytes};
use crate::number_option::{InvalidNumber, NumberOption, whole_number};

/// Evaluate a model file: its error, its error without each head, what each head attends to.
///
/// The error is measured on the whole validation set of the experiment that the file holds. The
/// table of attention is printed for paper 1's tasks only: tasks of paper 2 have no targets.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  headcount inspect models/T16-h4-n8-N32-seed0.safetensors
  headcount inspect models/T16-h4-n8-N32-seed0.safetensors --lengths 32,64,128")]
pub struct Arguments {
    /// The model file, as `headcount run --models` or the page wrote it.
    model: PathBuf,
    /// Also measure the error on sequences of these lengths, from 1 to 1024, without training on them;
    /// several with commas between them.
    #[arg(
        long, value_name = "LENGTHS",
        allow_hyphen_values = true,
        value_delimiter = ',',
        value_parser = whole_number(1..=1024)
    )]
    lengths: Vec<NumberOption<u32>>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// What is found out about a run; also the form of `--json`.
#[derive(Serialize)]
struct Inspection {
    experiment: Experiment,
    run: Run,
    /// The error on the whole validation set.
    nmse: f64,
    /// Its standard error.
    #[serde(rename = "standardError")]
    standard_error: f64,
    /// The same error without each head.
    without: Vec<f64>,
    /// The standard errors of those.
    #[serde(rename = "withoutStandardErrors")]
    without_standard_errors: Vec<f64>,
    /// `None` if the task has no targets.
    specialisation: Option<Specialisation>,
    /// The error at the lengths that were asked for, and before them at the trained one; left out where
    /// none were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lengths: Vec<LengthError>,
}

pub fn inspect(arguments: &Arguments) -> Result<(), CliError> {
    let lengths: Result<Vec<u32>, InvalidNumber> = arguments.lengths.iter().cloned().collect();
    let lengths = lengths?;
    let bytes = read_bytes(&arguments.model)?;
    let inspection = inspect_model(&bytes, lengths)
        .map_err(|error| format!("{}: {error}", arguments.model.display()))?;
    if arguments.json {
        return print_line(&serde_json::to_string(&inspection)?);
    }
    print_line(&inspection.lines().join("\n"))
}

fn inspect_model(bytes: &[u8], lengths: Vec<u32>) -> Result<Inspection, TrainingError> {
    let trained = Trained::from_safetensors(bytes, &Engine::cpu())?;
    pollster::block_on(Inspection::of(&trained, lengths))
}

impl Inspection {
    async fn of(trained: &Trained, mut lengths: Vec<u32>) -> Result<Self, TrainingError> {
        if !lengths.is_empty() {
            lengths.push(trained.run().T);
            lengths.sort_unstable();
            lengths.dedup();
        }
        let mut errors = Vec::with_capacity(lengths.len());
        for t in lengths {
            errors.push(trained.error_at_length(t).await?);
        }
        let (mut without, mut without_standard_errors) = (Vec::new(), Vec::new());
        for head in 0..trained.heads() {
            let measured = trained.measured_error(&[head]).await?;
            without.push(measured.nmse);
            without_standard_errors.push(measured.standard_error);
        }
        let MeasuredError {
            nmse,
            standard_error,
        } = trained.measured_error(&[]).await?;
        Ok(Self {
            experiment: trained.experiment().clone(),
            run: trained.run(),
            nmse,
            standard_error,
            without,
            without_standard_errors,
            specialisation: trained.specialisation().await?,
            lengths: errors,
        })
    }

    fn lines(&self) -> Vec<String> {
        let Experiment { task, recipe, .. } = &self.experiment;
        let mut title = vec![task.kind().to_string()];
        title.extend(task.dimension().map(|d| format!("D = {d}")));
        title.push(self.run.name());
        let sequences = recipe.validation_sequences;
        let error = match task.dimension() {
            Some(_) => "NMSE",
            // The targets of paper 2's tasks are points on a sphere.
            None => "mean squared distance",
        };
        let mut lines = vec![
            title.join(" · "),
            format!(
                "{error} on {sequences} validation sequences: {} ± {}",
                self.nmse, self.standard_error
            ),
        ];
        let without = self.without.iter().zip(&self.without_standard_errors);
        for (head, (error, standard_error)) in (1..).zip(without) {
            lines.push(format!("  without head {head}: {error} ± {standard_error}"));
        }
        if let Some(specialisation) = &self.specialisation {
            lines.extend(specialisation_lines(specialisation));
        }
        lines.extend(self.length_lines());
        lines
    }
}

impl Inspection {
    /// The error at each length that was asked for, and what that shows.
    fn length_lines(&self) -> Vec<String> {
        if self.lengths.is_empty() {
            return Vec::new();
        }
        let trained = self.run.T;
        let mut lines = vec![format!(
            "On sequences of other lengths than the T = {trained} that it was trained on:"
        )];
        for point in &self.lengths {
            let LengthError {
                T,
                nmse,
                standard_error,
                largest_share,
            } = point;
            let share =
                largest_share.map(|share| format!(", largest share of attention {share:.3}"));
            let share = share.unwrap_or_default();
            lines.push(format!("  T = {T}: {nmse} ± {standard_error}{share}"));
        }
        let sentence = length_sentence(&self.experiment, &self.run, &self.lengths);
        lines.extend((!sentence.is_empty()).then_some(sentence));
        lines
    }
}

/// The matrix as a table, one line per target, with the head that is matched with the target;
/// then the score and what it means.
fn specialisation_lines(specialisation: &Specialisation) -> Vec<String> {
    let Specialisation {
        matrix,
        matching,
        score,
        sentence,
        ..
    } = specialisation;
    let heads = matrix.first().map_or(0, Vec::len);
    let header: String = (0..heads)
        .map(|head| format!("{:>9}", format!("head {}", head + 1)))
        .collect();
    let mut lines = vec![
        "Mean attention to the token where a target is extremal:".to_string(),
        format!("{:12}{header}", ""),
    ];
    for (target, (row, matched)) in matrix.iter().zip(matching).enumerate() {
        let cells: String = row.iter().map(|cell| format!("{cell:>9.3}")).collect();
        let matched = matched.map_or("no head of its own".into(), |head| {
            format!("head {}", head + 1)
        });
        let name = format!("  target {}", target + 1);
        lines.push(format!("{name:12}{cells}   {matched}"));
    }
    lines.push(format!(
        "Specialisation score: {score:.3} (1 is a head of its own for every target)"
    ));
    lines.push(sentence.clone());
    lines
}
