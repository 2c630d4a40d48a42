//! `Model`: which function a task is learned with. A number per sequence is read off a cls token
//! (paper 1, `reader`); an answer per token is selected by attention alone (paper 2, `selector`).

use burn::tensor::{Device, Tensor};
use lab::{Queries, Run, Task};

use crate::reader::{self, Path, Reader};
use crate::selector::{self, Asking};
use crate::shape::Shape;
use crate::weights::Weights;

/// The function that weights and tokens are put into.
#[derive(Clone, Debug)]
pub struct Model {
    /// Sizes.
    pub shape: Shape,
    pub(crate) kind: Kind,
}

/// Which function.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Reader(Box<Reader>),
    Selector(Asking),
}

impl Model {
    /// The model that `runs` learn `task` with. Its constants go to `device`, without gradients.
    pub fn new(task: &Task, runs: &[Run], device: &Device) -> Self {
        let asking = match task {
            Task::MaxSum(_) | Task::Retrieval(_) | Task::MinMax(_) => {
                return Self::reader(runs, task.token_dimension(), device);
            }
            Task::Farthest(_) => Asking::All,
            Task::Nearest(nearest) => match nearest.queries {
                Queries::Own => Asking::Others,
                Queries::Separate => Asking::Last,
            },
        };
        Self {
            shape: Shape::of(runs, task.token_dimension()),
            kind: Kind::Selector(asking),
        }
    }

    /// Paper 1's reader on tokens of dimension `d`.
    pub fn reader(runs: &[Run], d: u32, device: &Device) -> Self {
        Self {
            shape: Shape::of(runs, d),
            kind: Kind::Reader(Box::new(Reader::new(runs, &device.clone().inner()))),
        }
    }

    /// How it is computed.
    pub fn path(&self) -> Path {
        match &self.kind {
            Kind::Reader(reader) => reader.path,
            Kind::Selector(_) => Path::Reference,
        }
    }

    /// The same function, computed by burn's operations alone.
    pub fn by_reference(mut self) -> Self {
        if let Kind::Reader(reader) = &mut self.kind {
            reader.path = Path::Reference;
        }
        self
    }

    /// Names of its weights.
    pub fn names(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Reader(_) => &reader::NAMES,
            Kind::Selector(_) => &selector::NAMES,
        }
    }

    /// Tokens of a sequence that it answers; 1 for the sequence as a whole.
    pub fn scored(&self) -> usize {
        match self.kind {
            Kind::Selector(Asking::All | Asking::Others) => self.shape.t,
            Kind::Selector(Asking::Last) | Kind::Reader(_) => 1,
        }
    }

    /// Numbers that it gives for a sequence.
    pub fn outputs(&self) -> usize {
        match self.kind {
            Kind::Reader(_) => 1,
            Kind::Selector(_) => self.scored() * self.shape.d,
        }
    }

    /// Predictions `[R, B, outputs]`, standardised, for tokens `x`: `[R, B·T, d]`, or `[1, B·T, d]`
    /// where all runs see the same sequences.
    pub fn forward(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        match &self.kind {
            Kind::Reader(reader) => reader.forward(&self.shape, weights, x),
            Kind::Selector(asking) => selector::forward(&self.shape, *asking, weights, x),
        }
    }

    /// Where the heads of a single run look in a single sequence `x` `[1, T, d]`: for each head and
    /// each token that asks (one, for a reader) the positions: `[heads, asking, positions]`.
    pub fn attention(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let attention = match &self.kind {
            Kind::Reader(reader) => reader.attend(&self.shape, weights, x).swap_dims(1, 2),
            Kind::Selector(asking) => selector::attend(&self.shape, *asking, weights, x),
        }; // [1, heads, asking, positions]
        attention.squeeze_dim(0)
    }

    /// Where the heads of a single run look in many sequences `x` `[1, B·T, d]`: `[B, h, T]`; none
    /// for a selector, whose heads look for every token anew.
    pub(crate) fn attention_of_many(&self, weights: &Weights, x: Tensor<3>) -> Option<Tensor<3>> {
        let Kind::Reader(reader) = &self.kind else {
            return None;
        };
        let attention = reader.attend(&self.shape, weights, x); // [1, B, h, T]
        Some(attention.squeeze_dim(0))
    }
}
