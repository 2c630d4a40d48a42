//! `headcount inspect`: looks into a trained run: its error, what is lost without each head, and
//! which head watches which feature. It trains nothing.

use std::path::PathBuf;

use engine::{Engine, Trained, TrainingError};
use lab::{Experiment, Run, Specialisation};
use serde::Serialize;

use crate::{Done, block_on, models, print, read_bytes};

#[derive(clap::Args)]
pub struct Arguments {
    /// The model file, as `headcount run --models` or the page wrote it.
    model: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What there is to say about a run.
#[derive(Serialize)]
struct Inspection {
    experiment: Experiment,
    run: Run,
    /// On the whole validation set.
    nmse: f64,
    /// The same without each head.
    without: Vec<f64>,
    /// None where the task has no features to watch.
    specialisation: Option<Specialisation>,
}

pub fn inspect(arguments: &Arguments) -> Done {
    let bytes = read_bytes(&arguments.model)?;
    let said = |error: TrainingError| format!("{}: {error}", arguments.model.display());
    let trained = Trained::from_safetensors(&bytes, &Engine::cpu())
        .map_err(TrainingError::from)
        .map_err(said)?;
    let found = block_on(Inspection::of(&trained)).map_err(said)?;
    if arguments.json {
        let text = serde_json::to_string(&found).map_err(|error| error.to_string())?;
        return print(&text);
    }
    print(&found.lines().join("\n"))
}

impl Inspection {
    async fn of(trained: &Trained) -> Result<Self, TrainingError> {
        let mut without = Vec::with_capacity(trained.heads());
        for head in 0..trained.heads() {
            without.push(trained.error(&[head]).await?);
        }
        Ok(Self {
            experiment: trained.experiment().clone(),
            run: trained.run(),
            nmse: trained.error(&[]).await?,
            without,
            specialisation: trained.specialisation().await?,
        })
    }

    fn lines(&self) -> Vec<String> {
        let Experiment { task, recipe, .. } = &self.experiment;
        let mut title = vec![task.kind().to_string()];
        title.extend(task.dimension().map(|d| format!("D = {d}")));
        title.push(models::name(&self.run));
        let (error, sequences) = match task.dimension() {
            Some(_) => ("NMSE", recipe.validation_sequences),
            // Paper 2's answers are points on a sphere.
            None => ("mean squared distance", recipe.validation_sequences),
        };
        let mut lines = vec![
            title.join(" · "),
            format!("{error} on {sequences} validation sequences: {}", self.nmse),
        ];
        for (head, without) in self.without.iter().enumerate() {
            lines.push(format!("  without head {head}: {without}"));
        }
        if let Some(found) = &self.specialisation {
            lines.extend(table(found));
        }
        lines
    }
}

/// The matrix, a feature a line, with the head that each is matched with.
fn table(found: &Specialisation) -> Vec<String> {
    let heads = found.matrix.first().map_or(0, Vec::len);
    let names: String = (0..heads)
        .map(|j| format!("{:>9}", format!("head {j}")))
        .collect();
    let mut lines = vec![
        "Mean attention to the token where a feature is extremal:".to_string(),
        format!("{:12}{names}", ""),
    ];
    for (i, (row, matched)) in found.matrix.iter().zip(&found.matching).enumerate() {
        let cells: String = row.iter().map(|cell| format!("{cell:>9.3}")).collect();
        let matched = matched.map_or("no head of its own".into(), |j| format!("head {j}"));
        lines.push(format!(
            "{:12}{cells}   {matched}",
            format!("  feature {i}")
        ));
    }
    let score = found.score;
    lines.push(format!(
        "Specialisation score: {score:.3} (1 is a head of its own for every feature)"
    ));
    lines.push(found.sentence.clone());
    lines
}
