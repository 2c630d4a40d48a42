//! The shape of one Transformer: how many heads of which size, how many parameters that makes, and
//! what a training step costs. How it is computed is not known here.

use serde::{Deserialize, Serialize};

/// Which of the papers' Transformers it is.
///
/// ```
/// use lab::{Experiment, Form};
///
/// let form = |text: &str| Experiment::from_json(text).unwrap().grid.family.form();
/// assert_eq!(form("{}"), Form::Reader);
/// assert_eq!(form(r#"{ "task": { "kind": "farthest" } }"#), Form::Attention);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Paper 1's experiment: embed each token, attend, and read one number from the cls token with a
    /// feed-forward network of depth 2.
    #[default]
    Reader,
    /// Paper 1's third theorem: one head as wide as the whole sequence, tokens with positions, and a
    /// ReLU network of depth 5 behind it.
    Memoriser,
    /// Paper 2's attention layer alone, which maps tokens to tokens.
    Attention,
    /// Paper 2's encoder: attention and a feed-forward network, each with a skip connection and
    /// a norm behind it.
    Encoder,
}

impl Form {
    /// The word for this form, as in JSON.
    ///
    /// ```
    /// assert_eq!(lab::Form::Memoriser.name(), "memoriser");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Memoriser => "memoriser",
            Self::Attention => "attention",
            Self::Encoder => "encoder",
        }
    }
}

/// One Transformer.
///
/// JSON leaves out the form of paper 1's reader, and `w` and `L` where they are 1.
///
/// ```
/// use lab::{Architecture, Form};
///
/// let four_heads = Architecture { form: Form::Reader, h: 4, n: 8, N: 32, w: 1, L: 1 };
/// assert_eq!(serde_json::to_string(&four_heads).unwrap(), r#"{"h":4,"n":8,"N":32}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Architecture {
    /// Which of the papers' Transformers it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: Form,
    /// Attention heads a layer.
    pub h: u32,
    /// Dimension of one head: its rank.
    pub n: u32,
    /// Hidden width of the feed-forward networks; 0 where there are none.
    pub N: u32,
    /// Attention layers side by side, whose outputs are averaged (paper 2).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub w: u32,
    /// Layers, one after the other.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub L: u32,
}

fn is_default(form: &Form) -> bool {
    *form == Form::default()
}

pub(crate) fn one() -> u32 {
    1
}

pub(crate) fn is_one(number: &u32) -> bool {
    *number == 1
}

impl Architecture {
    /// Embedding dimension E = n·h.
    ///
    /// ```
    /// use lab::{Architecture, Form};
    ///
    /// let four_heads = Architecture { form: Form::Reader, h: 4, n: 8, N: 32, w: 1, L: 1 };
    /// assert_eq!(four_heads.embedding(), 32);
    /// ```
    pub fn embedding(&self) -> u32 {
        self.n.saturating_mul(self.h)
    }

    /// Trainable numbers, for sequences of `t` tokens of dimension `d`.
    ///
    /// ```
    /// use lab::{Architecture, Form};
    ///
    /// let four_heads = Architecture { form: Form::Reader, h: 4, n: 8, N: 32, w: 1, L: 1 };
    /// let (embedding, cls, attention, readout) = (1216, 32, 4 * 32 * 32, 1089);
    /// assert_eq!(four_heads.parameters(4, 16), embedding + cls + attention + readout);
    /// // The reader has no weights for positions: longer sequences need no more.
    /// assert_eq!(four_heads.parameters(4, 128), four_heads.parameters(4, 16));
    /// ```
    pub fn parameters(&self, d: u32, t: u32) -> u64 {
        let [d, t, hidden, e, w, layers] =
            [d, t, self.N, self.embedding(), self.w, self.L].map(u64::from);
        // A weight and a bias.
        let affine = |rows: u64, columns: u64| rows * columns + columns;
        let embed = affine(d, hidden) + affine(hidden, e);
        let cls = e;
        let attention = 4 * e * e;
        match self.form {
            Form::Reader => {
                let readout = affine(e, hidden) + affine(hidden, 1);
                embed + cls + layers * attention + readout
            }
            Form::Memoriser => {
                let positions = t * hidden;
                let readout = affine(e, hidden) + 3 * affine(hidden, hidden) + affine(hidden, 1);
                embed + positions + cls + attention + readout
            }
            Form::Attention => 4 * w * d * d,
            Form::Encoder => {
                let norms = 2;
                let attention = w * (3 * affine(d, d) + d * d) + d;
                let feed_forward = affine(d, hidden) + affine(hidden, d);
                layers * (attention + feed_forward + norms)
            }
        }
    }

    /// Multiply-adds of one training step on `batch` sequences of `t` tokens, roughly: enough to
    /// distribute runs evenly among workers, not a prediction of time.
    ///
    /// ```
    /// use lab::{Architecture, Form};
    ///
    /// let one_head = Architecture { form: Form::Reader, h: 1, n: 8, N: 32, w: 1, L: 1 };
    /// let four_heads = Architecture { h: 4, ..one_head };
    /// let factor = four_heads.step_cost(4, 16, 64) / one_head.step_cost(4, 16, 64);
    /// assert!(1.0 < factor && factor < 4.0);
    /// ```
    pub fn step_cost(&self, d: u32, t: u32, batch: u32) -> f64 {
        // Backward does every product twice.
        STEP_OVERHEAD + 3.0 * f64::from(batch) * self.forward_cost(d, t)
    }

    /// Multiply-adds of the forward pass of one sequence of `t` tokens of dimension `d`.
    pub(crate) fn forward_cost(&self, d: u32, t: u32) -> f64 {
        let [d, t, hidden, e, h] = [d, t, self.N, self.embedding(), self.h].map(f64::from);
        let [w, layers] = [self.w, self.L].map(f64::from);
        let embed = d * hidden + hidden * e;
        let read = e * hidden + hidden;
        let select = w * (4.0 * d * d + 2.0 * t * d);
        match self.form {
            // The embedding's second matrix moves out of the sum over tokens.
            Form::Reader if self.L == 1 => {
                t * (d * hidden + 2.0 * hidden * h) + hidden * e + e * hidden + hidden
            }
            Form::Reader => t * (embed + (layers - 1.0) * (4.0 * e * e + 2.0 * t * e)) + read,
            Form::Memoriser => t * (embed + 2.0 * e) + read + 3.0 * hidden * hidden,
            Form::Attention => t * select,
            Form::Encoder => layers * t * (select + 2.0 * d * hidden),
        }
    }
}

/// What a step costs besides its multiply-adds, expressed in multiply-adds. Measured in a browser: a
/// step of batch 256 at T = 16 takes 0.56 ms with one head and 0.95 ms with four.
const STEP_OVERHEAD: f64 = 2e6;

#[cfg(test)]
mod tests {
    use super::*;

    const READER: Architecture = Architecture {
        form: Form::Reader,
        h: 4,
        n: 8,
        N: 32,
        w: 1,
        L: 1,
    };

    #[test]
    fn counts_parameters_by_hand() {
        // d=4, N=32, h=4, n=8, E=32: embed 4·32+32 + 32·32+32, cls 32, attention 4·32·32,
        // readout 32·32+32 + 32+1.
        let [embed, cls, attention, readout] = [128 + 32 + 1024 + 32, 32, 4096, 1024 + 32 + 32 + 1];
        assert_eq!(READER.parameters(4, 16), embed + cls + attention + readout);
        let two_layers = Architecture { L: 2, ..READER };
        assert_eq!(
            two_layers.parameters(4, 16),
            embed + cls + 2 * attention + readout
        );
    }

    #[test]
    fn counts_the_memorisers_parameters_by_hand() {
        // T=3, d=2, one head of n=6, N=5: embed 2·5+5 + 5·6+6, a position of 5 numbers for each of
        // 3 tokens, cls 6, attention 4·36, and five layers 6→5→5→5→5→1 with their biases.
        let memoriser = Architecture {
            form: Form::Memoriser,
            h: 1,
            n: 6,
            N: 5,
            w: 1,
            L: 1,
        };
        let readout = (30 + 5) + 3 * (25 + 5) + (5 + 1);
        assert_eq!(
            memoriser.parameters(2, 3),
            (15 + 36) + 15 + 6 + 144 + readout
        );
    }

    #[test]
    fn counts_paper_2s_parameters_by_hand() {
        // w·d² a projection, four projections, whatever the number of heads.
        for h in [1, 4, 64] {
            let attention = Architecture {
                form: Form::Attention,
                h,
                n: 64 / h,
                N: 0,
                w: 8,
                L: 1,
            };
            assert_eq!(attention.parameters(64, 16), 4 * 8 * 64 * 64);
            // PyTorch's encoder layer at d = 64 and 2048 hidden has 4·(64²+64) numbers in its
            // attention and 64·2048+2048 + 2048·64+64 in its feed-forward network; a norm has one.
            let encoder = Architecture {
                form: Form::Encoder,
                N: 2048,
                w: 1,
                L: 3,
                ..attention
            };
            let layer = 16_640 + 133_120 + 131_136 + 2;
            assert_eq!(encoder.parameters(64, 16), 3 * layer);
            // Seven more attentions side by side, which need no more than one bias for their sum.
            let wide = Architecture { w: 8, ..encoder };
            let more = 7 * (16_640 - 64);
            assert_eq!(wide.parameters(64, 16), 3 * (layer + more));
        }
    }

    #[test]
    fn a_form_has_the_name_that_json_has() {
        for form in [
            Form::Reader,
            Form::Memoriser,
            Form::Attention,
            Form::Encoder,
        ] {
            assert_eq!(serde_json::to_value(form).unwrap(), form.name());
        }
    }

    #[test]
    fn json_leaves_out_what_is_the_default() {
        let text = serde_json::to_string(&READER).unwrap();
        assert_eq!(text, r#"{"h":4,"n":8,"N":32}"#);
        assert_eq!(serde_json::from_str::<Architecture>(&text).unwrap(), READER);
        let deep = Architecture { L: 2, ..READER };
        let text = serde_json::to_string(&deep).unwrap();
        assert_eq!(text, r#"{"h":4,"n":8,"N":32,"L":2}"#);
        assert_eq!(serde_json::from_str::<Architecture>(&text).unwrap(), deep);
    }
}
