//! Safetensors files with one entry of metadata, a line of JSON that describes them: the part that
//! model files and checkpoints share.

use std::collections::BTreeMap;

use lab::{Experiment, Run};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{FileError, FileKind, FileProblem};

// Safetensors files are little-endian, and values are cast to bytes as they are in memory.
#[cfg(target_endian = "big")]
compile_error!("files are little-endian: on this machine the bytes of every value must be swapped");

impl FileKind {
    /// The name of the file's entry of metadata.
    fn metadata_key(self) -> &'static str {
        match self {
            Self::Model => "headcount",
            Self::Checkpoint => "headcount-checkpoint",
        }
    }
}

/// Name, rows and columns, and values of a tensor.
pub(crate) type NamedTensor<'a> = (String, [usize; 2], &'a [f32]);

/// The bytes of a file.
pub(crate) fn write_file<'a>(
    kind: FileKind,
    tensors: impl Iterator<Item = NamedTensor<'a>>,
    metadata: &impl Serialize,
) -> Result<Vec<u8>, FileError> {
    let metadata = serde_json::to_string(metadata).map_err(|e| not_written(kind, &e))?;
    write_tensors(kind, tensors.collect(), metadata)
}

/// The part of [`write_file`] that is the same for every kind of file: compiled, and downloaded, once.
fn write_tensors(
    kind: FileKind,
    tensors: Vec<NamedTensor<'_>>,
    metadata: String,
) -> Result<Vec<u8>, FileError> {
    let mut views = Vec::with_capacity(tensors.len());
    for (name, size, values) in tensors {
        let bytes = bytemuck::cast_slice(values);
        let view = TensorView::new(Dtype::F32, size.to_vec(), bytes)
            .map_err(|error| not_written(kind, &error))?;
        views.push((name, view));
    }
    let metadata = [(kind.metadata_key().to_string(), metadata)];
    serialize(views, Some(metadata.into_iter().collect())).map_err(|e| not_written(kind, &e))
}

fn not_written(kind: FileKind, error: &dyn std::fmt::Debug) -> FileError {
    FileError::NotWritten {
        kind,
        reason: format!("{error:?}"),
    }
}

/// A file that is being read.
pub(crate) struct TensorFile<'a> {
    kind: FileKind,
    /// Tensors that were not taken yet.
    tensors: BTreeMap<String, TensorView<'a>>,
}

impl<'a> TensorFile<'a> {
    /// The file and its metadata.
    pub fn open<T: DeserializeOwned>(
        kind: FileKind,
        bytes: &'a [u8],
    ) -> Result<(Self, T), FileError> {
        let refuse = |problem| FileError::Refused { kind, problem };
        let not_safetensors = |error| refuse(FileProblem::NotSafetensors(error));
        let file = SafeTensors::deserialize(bytes).map_err(not_safetensors)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(not_safetensors)?;
        let key = kind.metadata_key();
        let metadata = header.metadata().as_ref().and_then(|all| all.get(key));
        let metadata = metadata.ok_or_else(|| refuse(FileProblem::NoMetadata(key)))?;
        let metadata = serde_json::from_str(metadata)
            .map_err(|error| refuse(FileProblem::BadMetadata(error)))?;
        let tensors = file.tensors().into_iter().collect();
        Ok((Self { kind, tensors }, metadata))
    }

    /// The error that this is not a file of its kind.
    pub fn refuse(&self, problem: FileProblem) -> FileError {
        let kind = self.kind;
        FileError::Refused { kind, problem }
    }

    /// Refuses a newer version, and a run that is not of its experiment.
    pub fn check_run(
        &self,
        version: u32,
        experiment: &Experiment,
        run: &Run,
    ) -> Result<(), FileError> {
        let newest = lab::VERSION;
        if version > newest {
            return Err(self.refuse(FileProblem::NewerVersion { version, newest }));
        }
        if !lab::runs(experiment).contains(run) {
            return Err(self.refuse(FileProblem::ForeignRun));
        }
        Ok(())
    }

    /// Takes the values of one tensor, row by row.
    pub fn take(
        &mut self,
        name: &str,
        [rows, columns]: [usize; 2],
        must_be_finite: bool,
    ) -> Result<Vec<f32>, FileError> {
        let name = name.to_string();
        let Some(tensor) = self.tensors.remove(&name) else {
            return Err(self.refuse(FileProblem::NoTensor(name)));
        };
        if tensor.dtype() != Dtype::F32 || tensor.shape() != [rows, columns] {
            return Err(self.refuse(FileProblem::WrongTensor {
                name,
                found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
                rows,
                columns,
            }));
        }
        // The file need not be aligned in memory, so its bytes are copied, not cast.
        let values: Vec<f32> = bytemuck::pod_collect_to_vec(tensor.data());
        if must_be_finite && values.iter().any(|x| !x.is_finite()) {
            return Err(self.refuse(FileProblem::NotFinite(name)));
        }
        Ok(values)
    }

    /// Refuses a file with tensors that were not taken.
    pub fn finish(self) -> Result<(), FileError> {
        match self.tensors.keys().next() {
            Some(name) => Err(self.refuse(FileProblem::UnknownTensor(name.clone()))),
            None => Ok(()),
        }
    }
}
