//! `Model`: which function a task is learned with. A number per sequence is read off a cls token
//! (paper 1: `reader`, and `stack` where that does not cover it); an answer per token is selected by
//! attention (paper 2: `selector` alone, `encoder` with all that is usually around it).

use burn::tensor::{Device, Tensor};
use lab::{Form, Queries, Run, Task};

use crate::encoder;
use crate::reader::{Path, Reader};
use crate::selector::{self, Asking};
use crate::shape::Shape;
use crate::stack::Stack;
use crate::weights::{self, Weights};

/// The function that weights and tokens are put into.
#[derive(Clone, Debug)]
pub struct Model {
    /// Sizes.
    pub shape: Shape,
    pub(crate) form: Form,
    kind: Kind,
}

/// Which function.
#[derive(Clone, Debug)]
enum Kind {
    Reader(Box<Reader>),
    Stack(Box<Stack>),
    Selector(Asking),
    Encoder(Asking),
}

impl Model {
    /// The model that `runs` learn `task` with. Its constants go to `device`, without gradients.
    pub fn new(task: &Task, runs: &[Run], device: &Device) -> Self {
        let d = task.token_dimension();
        let asking = match task {
            Task::MaxSum(_) | Task::Retrieval(_) | Task::MinMax(_) => {
                return Self::reader(runs, d, device);
            }
            Task::Farthest(_) => Asking::All,
            Task::Nearest(nearest) => match nearest.queries {
                Queries::Own => Asking::Others,
                Queries::Separate => Asking::Last,
            },
        };
        let form = form(runs);
        Self {
            shape: Shape::of(runs, d),
            form,
            kind: match form {
                Form::Encoder => Kind::Encoder(asking),
                _ => Kind::Selector(asking),
            },
        }
    }

    /// Paper 1's model, on tokens of dimension `d`.
    pub fn reader(runs: &[Run], d: u32, device: &Device) -> Self {
        let (form, device) = (form(runs), device.clone().inner());
        let shape = Shape::of(runs, d);
        let folded = form == Form::Reader && shape.layers == 1;
        Self {
            shape,
            form,
            kind: if folded {
                Kind::Reader(Box::new(Reader::new(runs, &device)))
            } else {
                Kind::Stack(Box::new(Stack::new(runs, form, &device)))
            },
        }
    }

    /// How it is computed.
    pub fn path(&self) -> Path {
        match &self.kind {
            Kind::Reader(reader) => reader.path,
            Kind::Stack(_) | Kind::Selector(_) | Kind::Encoder(_) => Path::Reference,
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
    pub fn names(&self) -> Vec<String> {
        let layouts = weights::widest(self).into_iter();
        layouts.map(|layout| layout.name).collect()
    }

    /// Tokens of a sequence that it answers; 1 for the sequence as a whole.
    pub fn scored(&self) -> usize {
        match self.kind {
            Kind::Selector(Asking::All | Asking::Others)
            | Kind::Encoder(Asking::All | Asking::Others) => self.shape.t,
            _ => 1,
        }
    }

    /// Numbers that it gives for a sequence.
    pub fn outputs(&self) -> usize {
        match self.kind {
            Kind::Reader(_) | Kind::Stack(_) => 1,
            Kind::Selector(_) | Kind::Encoder(_) => self.scored() * self.shape.d,
        }
    }

    /// Predictions `[R, B, outputs]`, standardised, for tokens `x`: `[R, B·T, d]`, or `[1, B·T, d]`
    /// where all runs see the same sequences.
    pub fn forward(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        match &self.kind {
            Kind::Reader(reader) => reader.forward(&self.shape, weights, x),
            Kind::Stack(stack) => stack.forward(&self.shape, weights, x),
            Kind::Selector(asking) => selector::forward(&self.shape, *asking, weights, x),
            Kind::Encoder(asking) => encoder::forward(&self.shape, *asking, weights, x),
        }
    }

    /// Where the heads of a single run look in a single sequence `x` `[1, T, d]`: for each head,
    /// layer by layer, and each token that asks (one, for paper 1) the positions:
    /// `[heads, asking, positions]`.
    pub fn attention(&self, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let shape = &self.shape;
        let attention = match &self.kind {
            Kind::Reader(reader) => reader.attend(shape, weights, x).swap_dims(1, 2),
            Kind::Stack(stack) => stack.attend(shape, weights, x).swap_dims(1, 2),
            Kind::Selector(asking) => selector::attend(shape, *asking, weights, x),
            Kind::Encoder(asking) => return encoder::attend(shape, *asking, weights, x),
        }; // [1, heads, asking, positions]
        attention.squeeze_dim(0)
    }

    /// Where the heads of a single run look in many sequences `x` `[1, B·T, d]`, layer by layer:
    /// `[B, heads, T]`; none for paper 2, whose heads look for every token anew.
    pub(crate) fn attention_of_many(&self, weights: &Weights, x: Tensor<3>) -> Option<Tensor<3>> {
        let attention = match &self.kind {
            Kind::Reader(reader) => reader.attend(&self.shape, weights, x),
            Kind::Stack(stack) => stack.attend(&self.shape, weights, x),
            Kind::Selector(_) | Kind::Encoder(_) => return None,
        }; // [1, B, heads, T]
        Some(attention.squeeze_dim(0))
    }
}

/// The form that runs of one cohort share.
fn form(runs: &[Run]) -> Form {
    runs.first()
        .map_or(Form::default(), |run| run.architecture.form)
}
