//! `Checkpoint`: where one run's training stands, so that it can go on as if it had never stopped:
//! after a reload, in another Worker, on another engine. A safetensors file with the weights and
//! AdamW's two moments of each. When one is made and where it is kept is not known here.

use lab::{Experiment, Run};
use serde::{Deserialize, Serialize};

use crate::cohort::TrainingError;
use crate::device::Engine;
use crate::file::{Kind, Reading, named, write};
use crate::member::{End, Past};
use crate::model::Model;
use crate::weights::sizes;

/// A run's weights, their first and their second moments: one list for each weight, without padding.
pub(crate) type Numbers = [Vec<Vec<f32>>; 3];

const KINDS: [&str; 3] = ["weight", "first", "second"];
/// The weights that a run reached its target with.
const REACHED: &str = "reached";

const FILE: Kind = Kind {
    is: "checkpoint",
    about: "headcount-checkpoint",
};

/// Where one run's training stands.
pub struct Checkpoint {
    pub(crate) experiment: Experiment,
    pub(crate) run: Run,
    pub(crate) step: u32,
    pub(crate) past: Past,
    pub(crate) numbers: Numbers,
}

/// What the file says about itself.
#[derive(Serialize, Deserialize)]
struct About {
    version: u32,
    experiment: Experiment,
    run: Run,
    step: u32,
    past: Past,
}

impl Checkpoint {
    /// Steps that the run's cohort has done.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The run.
    pub fn run(&self) -> Run {
        self.run
    }

    /// The checkpoint as a file.
    pub fn to_bytes(&self, engine: &Engine) -> Result<Vec<u8>, TrainingError> {
        let model = Model::new(&self.experiment.task, &[self.run], &engine.device);
        let (names, sizes) = (model.names(), sizes(&model, &self.run));
        let mut all: Vec<(&str, &Vec<Vec<f32>>)> = KINDS.into_iter().zip(&self.numbers).collect();
        if let Some(End::Reached { weights, .. }) = &self.past.end {
            all.push((REACHED, weights));
        }
        let tensors = all.into_iter().flat_map(|(kind, weights)| {
            let of_kind = names.iter().zip(&sizes).zip(weights);
            of_kind.map(move |((name, size), values)| (format!("{kind}.{name}"), *size, values))
        });
        let about = About {
            version: lab::VERSION,
            experiment: self.experiment.clone(),
            run: self.run,
            step: self.step,
            past: self.past.clone(),
        };
        write(
            &FILE,
            tensors.map(|(name, size, values)| named(name, size, values)),
            &about,
        )
    }

    /// Reads such a file. Whatever is wrong with it is said in a sentence.
    pub fn from_bytes(bytes: &[u8], engine: &Engine) -> Result<Self, TrainingError> {
        let (mut file, about): (_, About) = Reading::open(&FILE, bytes)?;
        file.check(about.version, &about.experiment, &about.run)?;
        let (steps, step) = (about.experiment.recipe.steps, about.step);
        if step > steps {
            return Err(FILE.refuse(format!("it is at step {step} of {steps}")));
        }
        let model = Model::new(&about.experiment.task, &[about.run], &engine.device);
        let (names, sizes) = (model.names(), sizes(&model, &about.run));
        let mut past = about.past;
        // A run that diverged has left no numbers, and needs none.
        let finite = !matches!(past.end, Some(End::Diverged { .. }));
        let mut take = |kind: &str| {
            let all = names.iter().zip(&sizes);
            all.map(|(name, size)| file.take(&format!("{kind}.{name}"), *size, finite))
                .collect::<Result<Vec<_>, _>>()
        };
        let numbers = [take(KINDS[0])?, take(KINDS[1])?, take(KINDS[2])?];
        if let Some(End::Reached { weights, .. }) = &mut past.end {
            *weights = take(REACHED)?;
        }
        file.finish()?;
        Ok(Self {
            experiment: about.experiment,
            run: about.run,
            step,
            past,
            numbers,
        })
    }
}
