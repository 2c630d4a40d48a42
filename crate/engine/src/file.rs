//! A trained run as a safetensors file, and back. The file carries its experiment, its run and the
//! formula, so that a few lines of numpy reproduce its output (README, "The model file").

use std::collections::BTreeMap;

use lab::{Experiment, Run, Scale};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::Deserialize;

use crate::cohort::TrainingError;
use crate::device::Engine;
use crate::trained::Trained;
use crate::weights::sizes;

/// What the file says about itself, under one name because safetensors keeps only strings there.
#[derive(serde::Serialize, Deserialize)]
struct About {
    version: u32,
    experiment: Experiment,
    run: Run,
    mean: f32,
    deviation: f32,
}

const ABOUT: &str = "headcount";

impl Trained {
    /// The run as a safetensors file.
    pub async fn to_safetensors(&self) -> Result<Vec<u8>, TrainingError> {
        let weights = self.weights().await?;
        let bytes = |values: &[f32]| values.iter().flat_map(|x| x.to_le_bytes()).collect();
        let bytes: Vec<Vec<u8>> = weights.iter().map(|(_, w)| bytes(&w.values)).collect();
        let wrong = |error: &dyn std::fmt::Debug| {
            TrainingError(format!("The model cannot be written: {error:?}"))
        };
        let mut views = Vec::with_capacity(weights.len());
        for ((name, weight), bytes) in weights.iter().zip(&bytes) {
            let shape = weight.shape.to_vec();
            let view = TensorView::new(Dtype::F32, shape, bytes).map_err(|e| wrong(&e))?;
            views.push((name.as_str(), view));
        }
        let about = About {
            version: lab::VERSION,
            experiment: self.experiment.clone(),
            run: self.run,
            mean: self.scale.mean,
            deviation: self.scale.deviation,
        };
        let about = serde_json::to_string(&about).map_err(|e| wrong(&e))?;
        let metadata = [(ABOUT.to_string(), about)].into_iter().collect();
        serialize(views, Some(metadata)).map_err(|e| wrong(&e))
    }

    /// The experiment and the run that such a file is of, without its weights.
    pub fn origin(bytes: &[u8]) -> Result<(Experiment, Run), TrainingError> {
        let (_, about) = open(bytes)?;
        Ok((about.experiment, about.run))
    }

    /// Reads such a file. Whatever is wrong with it is said in a sentence.
    pub fn from_safetensors(bytes: &[u8], engine: &Engine) -> Result<Self, TrainingError> {
        let (file, about) = open(bytes)?;
        let model = crate::Model::new(&about.experiment.task, &[about.run], &engine.device);
        let mut found: BTreeMap<String, TensorView<'_>> = file.tensors().into_iter().collect();
        let mut values = Vec::new();
        for (name, [rows, columns]) in model.names().iter().zip(sizes(&model, &about.run)) {
            let tensor = found
                .remove(name)
                .ok_or_else(|| refuse(format!("it has no tensor \"{name}\"")))?;
            if tensor.dtype() != Dtype::F32 || tensor.shape() != [rows, columns] {
                let is = format!("{:?} {:?}", tensor.dtype(), tensor.shape());
                return Err(refuse(format!(
                    "\"{name}\" is {is}, but must be F32 [{rows}, {columns}]"
                )));
            }
            let number =
                |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let numbers: Vec<f32> = tensor.data().chunks_exact(4).map(number).collect();
            if numbers.iter().any(|x| !x.is_finite()) {
                return Err(refuse(format!(
                    "\"{name}\" holds numbers that are not finite"
                )));
            }
            values.push(numbers);
        }
        if let Some(name) = found.keys().next() {
            return Err(refuse(format!(
                "it has a tensor \"{name}\" that nothing needs"
            )));
        }
        let scale = Scale {
            mean: about.mean,
            deviation: about.deviation,
        };
        Ok(Self::new(
            about.experiment,
            about.run,
            values,
            scale,
            engine,
        ))
    }
}

fn refuse(why: String) -> TrainingError {
    TrainingError(format!("This is no model of ours: {why}."))
}

/// The file, and what it says about itself.
fn open(bytes: &[u8]) -> Result<(SafeTensors<'_>, About), TrainingError> {
    let file = SafeTensors::deserialize(bytes)
        .map_err(|error| refuse(format!("it is not a safetensors file ({error})")))?;
    let (_, header) =
        SafeTensors::read_metadata(bytes).map_err(|error| refuse(error.to_string()))?;
    let about = header.metadata().as_ref().and_then(|m| m.get(ABOUT));
    let about = about.ok_or_else(|| refuse(format!("its metadata has no \"{ABOUT}\"")))?;
    let about: About = serde_json::from_str(about)
        .map_err(|error| refuse(format!("its metadata cannot be read ({error})")))?;
    if about.version > lab::VERSION {
        let (theirs, ours) = (about.version, lab::VERSION);
        let why = format!("it is of version {theirs}, and the newest known here is {ours}");
        return Err(refuse(why));
    }
    if !lab::runs(&about.experiment).contains(&about.run) {
        return Err(refuse("its run is none of its experiment's".into()));
    }
    if !(about.mean.is_finite() && about.deviation.is_finite()) {
        return Err(refuse(
            "its mean or deviation is not a finite number".into(),
        ));
    }
    Ok((file, about))
}
