//! Files of ours, which are safetensors files: named numbers, and one line of JSON that says what
//! they are. The model file carries its experiment, its run and the formula, so that a few lines of
//! numpy reproduce its output (README, "The model file").

use std::collections::BTreeMap;

use lab::{Experiment, Run, Scale};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cohort::TrainingError;
use crate::device::Engine;
use crate::trained::Trained;
use crate::weights::sizes;

/// A kind of file: what it is called, and the name that its line of JSON has, because safetensors
/// keeps only strings there.
pub(crate) struct Kind {
    pub is: &'static str,
    pub about: &'static str,
}

const MODEL: Kind = Kind {
    is: "model",
    about: "headcount",
};

/// What a model file says about itself.
#[derive(Serialize, Deserialize)]
struct About {
    version: u32,
    experiment: Experiment,
    run: Run,
    mean: f32,
    deviation: f32,
}

impl Kind {
    /// Says why something is no file of this kind.
    pub fn refuse(&self, why: impl std::fmt::Display) -> TrainingError {
        TrainingError(format!("This is no {} of ours: {why}.", self.is))
    }
}

/// A tensor of a file: its name, rows and columns, and its numbers as bytes.
pub(crate) type Named = (String, [usize; 2], Vec<u8>);

/// A tensor of a file.
pub(crate) fn named(name: String, size: [usize; 2], values: &[f32]) -> Named {
    let bytes = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    (name, size, bytes)
}

/// A file of this kind.
pub(crate) fn write(
    kind: &Kind,
    tensors: impl Iterator<Item = Named>,
    about: &impl Serialize,
) -> Result<Vec<u8>, TrainingError> {
    let wrong = |error: &dyn std::fmt::Debug| {
        TrainingError(format!("The {} cannot be written: {error:?}", kind.is))
    };
    let tensors: Vec<Named> = tensors.collect();
    let mut views = Vec::with_capacity(tensors.len());
    for (name, size, bytes) in &tensors {
        let view = TensorView::new(Dtype::F32, size.to_vec(), bytes).map_err(|e| wrong(&e))?;
        views.push((name.as_str(), view));
    }
    let about = serde_json::to_string(about).map_err(|e| wrong(&e))?;
    let metadata = [(kind.about.to_string(), about)].into_iter().collect();
    serialize(views, Some(metadata)).map_err(|e| wrong(&e))
}

/// A file that is being read.
pub(crate) struct Reading<'a> {
    kind: &'static Kind,
    /// What was not taken yet.
    left: BTreeMap<String, TensorView<'a>>,
}

impl<'a> Reading<'a> {
    /// The file, and what it says about itself.
    pub fn open<T: DeserializeOwned>(
        kind: &'static Kind,
        bytes: &'a [u8],
    ) -> Result<(Self, T), TrainingError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|error| kind.refuse(format!("it is not a safetensors file ({error})")))?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| kind.refuse(error))?;
        let about = header.metadata().as_ref().and_then(|m| m.get(kind.about));
        let about = about.ok_or_else(|| {
            let name = kind.about;
            kind.refuse(format!("its metadata has no \"{name}\""))
        })?;
        let about = serde_json::from_str(about)
            .map_err(|error| kind.refuse(format!("its metadata cannot be read ({error})")))?;
        let left = file.tensors().into_iter().collect();
        Ok((Self { kind, left }, about))
    }

    /// Whether this version and this run can be read here.
    pub fn check(
        &self,
        version: u32,
        experiment: &Experiment,
        run: &Run,
    ) -> Result<(), TrainingError> {
        if version > lab::VERSION {
            let ours = lab::VERSION;
            let why = format!("it is of version {version}, and the newest known here is {ours}");
            return Err(self.kind.refuse(why));
        }
        if !lab::runs(experiment).contains(run) {
            return Err(self.kind.refuse("its run is none of its experiment's"));
        }
        Ok(())
    }

    /// The numbers of one tensor, row by row.
    pub fn take(
        &mut self,
        name: &str,
        [rows, columns]: [usize; 2],
        finite: bool,
    ) -> Result<Vec<f32>, TrainingError> {
        let refuse = |why: String| Err(self.kind.refuse(why));
        let Some(tensor) = self.left.remove(name) else {
            return refuse(format!("it has no tensor \"{name}\""));
        };
        if tensor.dtype() != Dtype::F32 || tensor.shape() != [rows, columns] {
            let is = format!("{:?} {:?}", tensor.dtype(), tensor.shape());
            return refuse(format!(
                "\"{name}\" is {is}, but must be F32 [{rows}, {columns}]"
            ));
        }
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let numbers: Vec<f32> = tensor.data().chunks_exact(4).map(number).collect();
        if finite && numbers.iter().any(|x| !x.is_finite()) {
            return refuse(format!("\"{name}\" holds numbers that are not finite"));
        }
        Ok(numbers)
    }

    /// Refuses a file with more in it.
    pub fn finish(&self) -> Result<(), TrainingError> {
        match self.left.keys().next() {
            Some(name) => Err(self
                .kind
                .refuse(format!("it has a tensor \"{name}\" that nothing needs"))),
            None => Ok(()),
        }
    }
}

impl Trained {
    /// The run as a safetensors file.
    pub async fn to_safetensors(&self) -> Result<Vec<u8>, TrainingError> {
        let weights = self.weights().await?.into_iter();
        let tensors = weights.map(|(name, weight)| named(name, weight.shape, &weight.values));
        let about = About {
            version: lab::VERSION,
            experiment: self.experiment.clone(),
            run: self.run,
            mean: self.scale.mean,
            deviation: self.scale.deviation,
        };
        write(&MODEL, tensors, &about)
    }

    /// The experiment and the run that such a file is of, without its weights.
    pub fn origin(bytes: &[u8]) -> Result<(Experiment, Run), TrainingError> {
        let (_, about) = open(bytes)?;
        Ok((about.experiment, about.run))
    }

    /// Reads such a file. Whatever is wrong with it is said in a sentence.
    pub fn from_safetensors(bytes: &[u8], engine: &Engine) -> Result<Self, TrainingError> {
        let (mut file, about) = open(bytes)?;
        let model = crate::Model::new(&about.experiment.task, &[about.run], &engine.device);
        let mut values = Vec::new();
        for (name, size) in model.names().iter().zip(sizes(&model, &about.run)) {
            values.push(file.take(name, size, true)?);
        }
        file.finish()?;
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

fn open(bytes: &[u8]) -> Result<(Reading<'_>, About), TrainingError> {
    let (file, about): (_, About) = Reading::open(&MODEL, bytes)?;
    file.check(about.version, &about.experiment, &about.run)?;
    if !(about.mean.is_finite() && about.deviation.is_finite()) {
        return Err(MODEL.refuse("its mean or deviation is not a finite number"));
    }
    Ok((file, about))
}
