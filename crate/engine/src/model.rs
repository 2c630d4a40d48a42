//! `Model`: the function that a task is learned with. Paper 1's models read one number for each
//! sequence off a cls token (`reader`, and `deep_reader` for those it does not cover); paper 2's
//! answer each query token with d numbers (`attention_layer` alone, `encoder` with skip
//! connections, norms and feed-forward networks).

use burn::tensor::{Device, Tensor};
use lab::{Form, Queries, Run, Task};

use crate::attention_layer::{self, AttentionMask};
use crate::deep_reader::{DeepReader, DeepReaderWeights};
use crate::encoder;
use crate::reader::{ComputePath, Reader, ReaderWeights};
use crate::shape::Shape;
use crate::weight_layout::WeightLayout;
use crate::weights::Weights;

/// A function of weights and tokens.
#[derive(Clone, Debug)]
pub struct Model {
    /// Sizes.
    pub shape: Shape,
    pub(crate) form: Form,
    function: Function,
}

/// Which function, with its constants.
#[derive(Clone, Debug)]
enum Function {
    Reader(Box<Reader>),
    DeepReader(Box<DeepReader>),
    AttentionLayer(AttentionMask, ComputePath),
    Encoder(AttentionMask),
}

impl Model {
    /// The model that `runs` learn `task` with. Its constants go to `device`, without gradients.
    pub fn new(task: &Task, runs: &[Run], device: &Device) -> Self {
        let mask = match task {
            Task::Nearest(nearest) => match nearest.queries {
                Queries::Own => AttentionMask::NotSelf,
                Queries::Separate => AttentionMask::LastQuery,
            },
            // Paper 1's forms have no mask.
            _ => AttentionMask::Full,
        };
        Self::masked(runs, task.token_dimension(), mask, device)
    }

    /// Paper 1's model, on tokens of dimension `d`.
    pub fn reader(runs: &[Run], d: u32, device: &Device) -> Self {
        Self::masked(runs, d, AttentionMask::Full, device)
    }

    fn masked(runs: &[Run], d: u32, mask: AttentionMask, device: &Device) -> Self {
        let (form, device) = (shared_form(runs), device.clone().inner());
        let shape = Shape::of(runs, d);
        let function = match form {
            Form::Reader if shape.layers == 1 => {
                Function::Reader(Box::new(Reader::new(runs, &device)))
            }
            Form::Reader | Form::Memoriser => {
                Function::DeepReader(Box::new(DeepReader::new(runs, form, &device)))
            }
            Form::Attention => Function::AttentionLayer(mask, ComputePath::fastest(&device)),
            Form::Encoder => Function::Encoder(mask),
        };
        Self {
            shape,
            form,
            function,
        }
    }

    /// How it is computed.
    pub fn path(&self) -> ComputePath {
        match &self.function {
            Function::Reader(reader) => reader.path,
            Function::AttentionLayer(_, path) => *path,
            Function::DeepReader(_) | Function::Encoder(_) => ComputePath::Reference,
        }
    }

    /// The same function, computed by burn's operations alone.
    pub fn by_reference(self) -> Self {
        self.by(ComputePath::Reference)
    }

    /// The same function, computed another way: on a device that has fused operations.
    pub fn by(mut self, path: ComputePath) -> Self {
        let present = match &mut self.function {
            Function::Reader(reader) => &mut reader.path,
            Function::AttentionLayer(_, path) => path,
            Function::DeepReader(_) | Function::Encoder(_) => return self,
        };
        if *present != ComputePath::Reference {
            *present = path;
        }
        self
    }

    /// The layouts of its weights at `shape`: that of the cohort, or of one of its runs alone.
    pub(crate) fn layouts(&self, shape: &Shape) -> Vec<WeightLayout> {
        let mut layouts = Vec::new();
        let collect = &mut |layout| layouts.push(layout);
        match &self.function {
            Function::Reader(_) => {
                ReaderWeights::declare(shape, collect);
            }
            Function::DeepReader(_) => {
                DeepReaderWeights::declare(self.form, shape, collect);
            }
            Function::AttentionLayer(..) => {
                attention_layer::declare(shape, collect);
            }
            Function::Encoder(_) => {
                encoder::declare(shape, collect);
            }
        }
        layouts
    }

    /// Names of its weights.
    pub fn names(&self) -> Vec<String> {
        let layouts = self.layouts(&self.shape).into_iter();
        layouts.map(|layout| layout.name).collect()
    }

    /// Tokens of a sequence that it answers; 1 for a model that answers the sequence as a whole.
    pub fn answers(&self) -> usize {
        match self.function {
            Function::AttentionLayer(AttentionMask::Full | AttentionMask::NotSelf, _)
            | Function::Encoder(AttentionMask::Full | AttentionMask::NotSelf) => self.shape.t,
            _ => 1,
        }
    }

    /// Whether it reads one number off a cls token, as paper 1's forms do.
    pub(crate) fn reads_cls_token(&self) -> bool {
        match self.function {
            Function::Reader(_) | Function::DeepReader(_) => true,
            Function::AttentionLayer(..) | Function::Encoder(_) => false,
        }
    }

    /// Numbers that it predicts for a sequence.
    pub fn outputs(&self) -> usize {
        match self.reads_cls_token() {
            true => 1,
            false => self.answers() * self.shape.d,
        }
    }

    /// Predictions `[R, B, outputs]`, standardised, for tokens `x`: `[R, B·T, d]`, or `[1, B·T, d]`
    /// if all runs see the same sequences.
    pub fn forward(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let shape = &self.shape;
        match &self.function {
            Function::Reader(reader) => reader.forward(shape, weights, x),
            Function::DeepReader(reader) => reader.forward(shape, weights, x),
            Function::AttentionLayer(mask, path) => {
                attention_layer::forward(shape, *mask, *path, weights, x)
            }
            Function::Encoder(mask) => encoder::forward(shape, *mask, weights, x),
        }
    }

    /// The attention of a single run's heads, layer by layer, in a single sequence `x` `[1, T, d]`,
    /// for each query (one, for paper 1): `[heads, queries, keys]`.
    pub fn attention(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let shape = &self.shape;
        let attention = match &self.function {
            Function::Reader(reader) => reader.attention(shape, weights, x).swap_dims(1, 2),
            Function::DeepReader(reader) => reader.attention(shape, weights, x).swap_dims(1, 2),
            Function::AttentionLayer(mask, _) => {
                attention_layer::attention(shape, *mask, weights, x)
            }
            Function::Encoder(mask) => return encoder::attention(shape, *mask, weights, x),
        }; // [1, heads, queries, keys]
        attention.squeeze_dim(0)
    }

    /// The attention of a single run's heads, layer by layer, in many sequences `x` `[1, B·T, d]`:
    /// `[B, heads, T]`. `None` for paper 2, whose heads attend for every query separately.
    pub(crate) fn cls_attention(&self, weights: &Weights, x: Tensor<3>) -> Option<Tensor<3>> {
        let attention = match &self.function {
            Function::Reader(reader) => reader.attention(&self.shape, weights, x),
            Function::DeepReader(reader) => reader.attention(&self.shape, weights, x),
            Function::AttentionLayer(..) | Function::Encoder(_) => return None,
        }; // [1, B, heads, T]
        Some(attention.squeeze_dim(0))
    }
}

/// The form that all runs of a cohort share.
fn shared_form(runs: &[Run]) -> Form {
    runs.first()
        .map_or(Form::default(), |run| run.architecture.form)
}
