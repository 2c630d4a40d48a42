//! Paper 1's Transformers that the folded form of `reader` does not cover, in the ordinary form:
//! two layers (its table 5), where the first layer's queries depend on the input, and the memoriser
//! of its third theorem, whose tokens know their position and whose readout is a ReLU network of
//! depth 5. As in `reader` there is no residual and no norm, the cls token asks but is not looked
//! at, and only it is read.

use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use lab::{Form, Run};

use crate::reader::gelu;
use crate::shape::{Shape, scales};
use crate::weights::Weights;

/// The constants of the function; its weights stand apart.
#[derive(Clone, Debug)]
pub struct Stack {
    /// 1/√n of every run: `[R, 1, 1]`.
    scale: Tensor<3>,
    /// Whether tokens know their position and the readout is deep.
    memorises: bool,
}

/// Takes weights one after the other, in the order of their layout.
struct Next<'a>(std::slice::Iter<'a, Tensor<3>>);

impl Next<'_> {
    fn take(&mut self) -> Tensor<3> {
        self.0
            .next()
            .expect("as many weights as were laid out")
            .clone()
    }

    /// x·weight + bias
    fn affine(&mut self, x: Tensor<3>) -> Tensor<3> {
        x.matmul(self.take()) + self.take()
    }
}

impl Stack {
    /// The function of `runs`. `device` is one without gradients.
    pub fn new(runs: &[Run], form: Form, device: &Device) -> Self {
        let scale = TensorData::new(scales(runs), [runs.len(), 1, 1]);
        Self {
            scale: Tensor::from_data(scale, device),
            memorises: form == Form::Memoriser,
        }
    }

    /// y = F(c_L), where z_0(t) = embed(x(t)), c_0 is the cls token, and layer l makes
    /// z_l(s) = W_O Concat_i Σ_t softmax_t[ (W_Q,i z(s))·W_K,i z(t) / √n ] W_V,i z(t) of
    /// z = z_(l−1), and c_l of c_(l−1) in the same way.
    ///
    /// `x` is `[R, B·T, d]`, or `[1, B·T, d]` where all runs see the same sequences. Returns the
    /// standardised prediction, `[R, B, 1]`.
    pub fn forward(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let mut next = Next(weights.tensors.iter());
        let (mut read, _) = self.layers(shape, &mut next, x); // [R, B, E]
        if self.memorises {
            for _ in 0..4 {
                read = relu(next.affine(read)); // [R, B, N]
            }
        } else {
            read = gelu(next.affine(read)); // [R, B, N]
        }
        next.affine(read) // [R, B, 1]
    }

    /// Where the cls token looks in each layer: `[R, B, L·h, T]`. Behind the first layer a position
    /// holds what that layer made of it.
    pub fn attend(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
        let mut next = Next(weights.tensors.iter());
        self.layers(shape, &mut next, x).1
    }

    /// The cls token behind the last layer, `[R, B, E]`, and where it looked, `[R, B, L·h, T]`.
    fn layers(&self, shape: &Shape, next: &mut Next<'_>, x: Tensor<3>) -> (Tensor<3>, Tensor<4>) {
        let Shape {
            runs, t, layers, ..
        } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let mut tokens = self.embed(shape, next, x); // [R, B·T, E]
        let cls = next.take(); // [R, 1, E]
        let mut asks = cls.reshape([runs, 1, 1, e]).expand([runs, b, 1, e]); // [R, B, 1, E]
        let mut looked = Vec::with_capacity(layers);
        for layer in 1..=layers {
            let last = layer == layers;
            if !last {
                let all = tokens.clone().reshape([runs, b, t, e]);
                asks = Tensor::cat(vec![asks, all], 2); // [R, B, 1 + T, E]
            }
            let (answers, attention) = self.layer(shape, next, asks, tokens.clone());
            looked.push(attention); // [R, B, h, T]
            asks = answers.clone().slice_dim(2, 0..1); // [R, B, 1, E]
            if !last {
                let rest = answers.slice_dim(2, 1..t + 1); // [R, B, T, E]
                tokens = rest.reshape([runs, b * t, e]);
            }
        }
        (asks.reshape([runs, b, e]), Tensor::cat(looked, 2))
    }

    /// Tokens of dimension E: `[R, B·T, E]`.
    fn embed(&self, shape: &Shape, next: &mut Next<'_>, x: Tensor<3>) -> Tensor<3> {
        let Shape {
            runs, t, hidden, ..
        } = *shape;
        let bt = x.dims()[1];
        let mut a = next.affine(x); // [R, B·T, N]
        if self.memorises {
            // The same as appending a one-hot position to each token.
            let positions = next.take().reshape([runs, 1, t, hidden]); // [R, 1, T, N]
            let tokens: Tensor<4> = a.reshape([runs, bt / t, t, hidden]); // [R, B, T, N]
            a = (tokens + positions).reshape([runs, bt, hidden]);
        }
        next.affine(relu(a))
    }

    /// What `asks` `[R, B, A, E]` is answered by `tokens` `[R, B·T, E]`: `[R, B, A, E]`, and where
    /// the first of each sequence looked: `[R, B, h, T]`.
    fn layer(
        &self,
        shape: &Shape,
        next: &mut Next<'_>,
        asks: Tensor<4>,
        tokens: Tensor<3>,
    ) -> (Tensor<4>, Tensor<4>) {
        let Shape { runs, t, h, n, .. } = *shape;
        let [_, b, a, e] = asks.dims();
        let heads = |x: Tensor<3>, length: usize| {
            x.reshape([runs * b, length, h, n]).swap_dims(1, 2) // [R·B, h, length, n]
        };
        let q = asks.reshape([runs, b * a, e]).matmul(next.take()); // [R, B·A, h·n]
        let scale = self.scale.clone(); // [R, 1, 1]
        let scale = if q.is_autodiff() {
            scale.autodiff()
        } else {
            scale
        };
        let q = heads(q * scale, a); // [R·B, h, A, n]
        let k = heads(tokens.clone().matmul(next.take()), t); // [R·B, h, T, n]
        let v = heads(tokens.matmul(next.take()), t); // [R·B, h, T, n]
        let attention = softmax(q.matmul(k.swap_dims(2, 3)), 3); // [R·B, h, A, T]
        let seen = attention.clone().matmul(v).swap_dims(1, 2); // [R·B, A, h, n]
        let answers = seen.reshape([runs, b * a, h * n]).matmul(next.take()); // [R, B·A, E]
        let first = attention.slice_dim(2, 0..1); // [R·B, h, 1, T]
        (
            answers.reshape([runs, b, a, e]),
            first.reshape([runs, b, h, t]),
        )
    }
}
