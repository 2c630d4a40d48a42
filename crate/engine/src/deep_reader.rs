//! Paper 1's Transformers that the folded form of `reader` does not cover, in the ordinary form:
//! two layers (its table 5), where the second layer's queries depend on the input, and the
//! memoriser of its third theorem, whose tokens know their position and whose read-out is a ReLU
//! network of depth 5. As in `reader` there is no residual and no norm, the cls token is a query
//! but not a key, and only the cls token is read.

use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use lab::{Form, Run};

use crate::reader::gelu;
use crate::shape::{Shape, score_scales};
use crate::weight_layout::{AffineWeights, AttentionWeights, MakeWeight, ONE, WeightLayout};
use crate::weights::Weights;

/// Hidden layers of a memoriser's read-out.
const MEMORISER_HIDDEN_LAYERS: usize = 4;

/// The weights of the form. [`Self::declare`] sets their order.
#[derive(Debug)]
pub(crate) struct DeepReaderWeights<T> {
    /// From a token to the hidden layer of its embedding.
    pub embed_hidden: AffineWeights<T>,
    /// A memoriser's positions: row t is added to the pre-activations of token t.
    pub embed_position: Option<T>,
    /// From the hidden layer to the embedding.
    pub embed_out: AffineWeights<T>,
    pub cls: T,
    /// One after the other.
    pub layers: Vec<AttentionWeights<T>>,
    /// The read-out: one hidden layer, or those of a memoriser.
    pub readout_hidden: Vec<AffineWeights<T>>,
    pub readout_out: AffineWeights<T>,
}

impl<T> DeepReaderWeights<T> {
    /// The declaration of the form: see [`crate::weight_layout`].
    pub fn declare(form: Form, shape: &Shape, make: MakeWeight<'_, T>) -> Self {
        let is_memoriser = form == Form::Memoriser;
        let (token, hidden) = ((1, shape.d), (1, shape.hidden));
        let (embedding, heads) = ((1, shape.embedding()), (shape.h, shape.n));
        // The ReLU behind it halves the variance, hence a gain of two.
        let embed_hidden = AffineWeights::declare("embed.hidden", token, hidden, 2.0, make);
        let embed_position = is_memoriser.then(|| {
            // One row is added to each token, so the gain undoes the division by T rows.
            let (positions, gain) = ((1, shape.t), shape.t as f32);
            make(WeightLayout::matrix(
                "embed.position",
                positions,
                hidden,
                gain,
            ))
        });
        let embed_out = AffineWeights::declare("embed.out", hidden, embedding, 1.0, make);
        let cls = make(WeightLayout::matrix("cls", ONE, embedding, 1.0));
        let layers = (1..=shape.layers).map(|layer| {
            let prefix = match shape.layers {
                1 => String::new(),
                _ => format!("layer{layer}."),
            };
            AttentionWeights::declare(&prefix, embedding, heads, 1.0, make)
        });
        let layers = layers.collect();
        let readout_hidden = if is_memoriser {
            let layers = (1..=MEMORISER_HIDDEN_LAYERS).map(|layer| {
                let input = if layer == 1 { embedding } else { hidden };
                let name = format!("readout.hidden{layer}");
                AffineWeights::declare(&name, input, hidden, 2.0, make)
            });
            layers.collect()
        } else {
            let name = "readout.hidden";
            vec![AffineWeights::declare(name, embedding, hidden, 1.0, make)]
        };
        Self {
            embed_hidden,
            embed_position,
            embed_out,
            cls,
            layers,
            readout_hidden,
            readout_out: AffineWeights::declare("readout.out", hidden, ONE, 1.0, make),
        }
    }
}

/// The constants of the function; its weights are passed in.
#[derive(Clone, Debug)]
pub struct DeepReader {
    /// 1/√n of every run: `[R, 1, 1]`.
    score_scale: Tensor<3>,
    form: Form,
}

impl DeepReader {
    /// The function of `runs`. `device` is one without gradients.
    pub fn new(runs: &[Run], form: Form, device: &Device) -> Self {
        let scales = TensorData::new(score_scales(runs), [runs.len(), 1, 1]);
        Self {
            score_scale: Tensor::from_data(scales, device),
            form,
        }
    }

    /// y = F(c_L), where z_0(t) = embed(x(t)), c_0 is the cls token, and layer l computes
    /// z_l(s) = W_O Concat_i Σ_t softmax_t[ (W_Q,i z(s))·W_K,i z(t) / √n ] W_V,i z(t) from
    /// z = z_(l−1), and c_l from c_(l−1) in the same way.
    ///
    /// `x` is `[R, B·T, d]`, or `[1, B·T, d]` if all runs see the same sequences. Returns the
    /// standardised prediction, `[R, B, 1]`.
    pub fn forward(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<3> {
        let weights = DeepReaderWeights::declare(self.form, shape, &mut weights.in_order());
        let (mut x, _) = self.encode(shape, &weights, x); // [R, B, E]
        let activation: fn(Tensor<3>) -> Tensor<3> = match self.form {
            Form::Memoriser => relu,
            _ => gelu,
        };
        for layer in &weights.readout_hidden {
            x = activation(layer.apply(x)); // [R, B, N]
        }
        weights.readout_out.apply(x) // [R, B, 1]
    }

    /// The attention of the cls token in each layer: `[R, B, L·h, T]`. Behind the first layer a
    /// position holds that layer's output for it.
    pub fn attention(&self, shape: &Shape, weights: &Weights, x: Tensor<3>) -> Tensor<4> {
        let weights = DeepReaderWeights::declare(self.form, shape, &mut weights.in_order());
        self.encode(shape, &weights, x).1
    }

    /// The cls token behind the last layer, `[R, B, E]`, and its attention in every layer,
    /// `[R, B, L·h, T]`.
    fn encode(
        &self,
        shape: &Shape,
        weights: &DeepReaderWeights<Tensor<3>>,
        x: Tensor<3>,
    ) -> (Tensor<3>, Tensor<4>) {
        let Shape { runs, t, .. } = *shape;
        let e = shape.embedding();
        let b = x.dims()[1] / t;
        let mut tokens = embed(shape, weights, x); // [R, B·T, E]
        let cls = weights.cls.clone().reshape([runs, 1, 1, e]); // [R, 1, 1, E]
        let mut queries = cls.expand([runs, b, 1, e]); // [R, B, 1, E]
        let mut attentions = Vec::with_capacity(weights.layers.len());
        for (layer, attention_weights) in (1..).zip(&weights.layers) {
            // In the last layer only the cls token is a query: the others are not read.
            let is_last = layer == weights.layers.len();
            if !is_last {
                let all = tokens.clone().reshape([runs, b, t, e]);
                queries = Tensor::cat(vec![queries, all], 2); // [R, B, 1 + T, E]
            }
            let (outputs, attention) =
                self.layer(shape, attention_weights, queries, tokens.clone());
            attentions.push(attention); // [R, B, h, T]
            queries = outputs.clone().slice_dim(2, 0..1); // [R, B, 1, E]
            if !is_last {
                let rest = outputs.slice_dim(2, 1..t + 1); // [R, B, T, E]
                tokens = rest.reshape([runs, b * t, e]);
            }
        }
        (queries.reshape([runs, b, e]), Tensor::cat(attentions, 2))
    }

    /// The output of one layer for `queries` `[R, B, Q, E]` over `tokens` `[R, B·T, E]`:
    /// `[R, B, Q, E]`, and the attention of the first query of each sequence: `[R, B, h, T]`.
    fn layer(
        &self,
        shape: &Shape,
        weights: &AttentionWeights<Tensor<3>>,
        queries: Tensor<4>,
        tokens: Tensor<3>,
    ) -> (Tensor<4>, Tensor<4>) {
        let Shape { runs, t, h, n, .. } = *shape;
        let [_, b, count, e] = queries.dims();
        let by_head = |x: Tensor<3>, length: usize| {
            x.reshape([runs * b, length, h, n]).swap_dims(1, 2) // [R·B, h, length, n]
        };
        let AttentionWeights {
            query,
            key,
            value,
            output,
        } = weights.clone();
        let q = queries.reshape([runs, b * count, e]).matmul(query); // [R, B·Q, h·n]
        let scale = match q.is_autodiff() {
            true => self.score_scale.clone().autodiff(),
            false => self.score_scale.clone(),
        }; // [R, 1, 1]
        let q = by_head(q * scale, count); // [R·B, h, Q, n]
        let k = by_head(tokens.clone().matmul(key), t); // [R·B, h, T, n]
        let v = by_head(tokens.matmul(value), t); // [R·B, h, T, n]
        let attention = softmax(q.matmul(k.swap_dims(2, 3)), 3); // [R·B, h, Q, T]
        let head_outputs = attention.clone().matmul(v).swap_dims(1, 2); // [R·B, Q, h, n]
        let head_outputs = head_outputs.reshape([runs, b * count, h * n]); // [R, B·Q, h·n]
        let outputs = head_outputs.matmul(output); // [R, B·Q, E]
        let first = attention.slice_dim(2, 0..1); // [R·B, h, 1, T]
        (
            outputs.reshape([runs, b, count, e]),
            first.reshape([runs, b, h, t]),
        )
    }
}

/// The embeddings of tokens `x` `[R or 1, B·T, d]`: `[R, B·T, E]`.
fn embed(shape: &Shape, weights: &DeepReaderWeights<Tensor<3>>, x: Tensor<3>) -> Tensor<3> {
    let Shape {
        runs, t, hidden, ..
    } = *shape;
    let tokens = x.dims()[1];
    let mut pre_activations = weights.embed_hidden.apply(x); // [R, B·T, N]
    if let Some(positions) = &weights.embed_position {
        // The same as appending a one-hot position to each token.
        let positions = positions.clone().reshape([runs, 1, t, hidden]); // [R, 1, T, N]
        let by_position: Tensor<4> = pre_activations.reshape([runs, tokens / t, t, hidden]); // [R, B, T, N]
        pre_activations = (by_position + positions).reshape([runs, tokens, hidden]);
    }
    weights.embed_out.apply(relu(pre_activations))
}
