//! A trained run as the textbook writes it, in plain loops: for pictures of recorded models before any
//! engine is there, and to hold engines to. It covers paper 1's reader and paper 2's attention layer, and
//! does not train. docs/model-file.md has the same function in numpy.

mod error;
mod file;

pub use error::PlainError;

use crate::architecture::{Architecture, Form};
use crate::dataset::{Dataset, Scale};
use crate::experiment::Experiment;
use crate::look::Look;
use crate::plan::Run;
use crate::random::Purpose;
use crate::task::{Queries, Task};

/// Why a model is refused.
///
/// ```
/// use lab::{PlainModel, PlainModelError};
///
/// let error = PlainModel::from_safetensors(b"not a model").unwrap_err();
/// assert_eq!(error, PlainModelError::File("it is damaged"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlainModelError {
    /// The file is no model file, or is damaged.
    #[error("This is no model file that can be drawn: {0}.")]
    File(&'static str),
    /// A form that is not covered.
    #[error("Memorisers and encoders cannot be drawn without an engine.")]
    Form,
    /// A weight is missing, or has another size.
    #[error("The weight {0} is missing, or has another size than the run.")]
    Weight(String),
    /// The sequence does not suit the run.
    #[error("A sequence of this run has {t} tokens of {d} finite numbers each.")]
    Sequence {
        /// Tokens.
        t: usize,
        /// Numbers in a token.
        d: usize,
    },
}

/// A matrix, row by row.
#[derive(Clone, Debug)]
struct Matrix {
    columns: usize,
    values: Vec<f32>,
}

impl Matrix {
    /// x·M of a row x.
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.columns];
        for (x, row) in x.iter().zip(self.values.chunks_exact(self.columns)) {
            y.iter_mut()
                .zip(row)
                .for_each(|(y, m)| *y += x * f64::from(*m));
        }
        y
    }
}

/// A trained run whose function is computed in plain loops.
///
/// ```
/// use lab::PlainModel;
///
/// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
/// let model = PlainModel::from_safetensors(&file).unwrap();
/// assert_eq!(model.experiment.task.kind(), "min-max");
/// assert_eq!((model.run.T, model.run.architecture.h), (16, 2));
/// ```
#[derive(Clone, Debug)]
pub struct PlainModel {
    /// What it was trained for.
    pub experiment: Experiment,
    /// Which of its runs it is.
    pub run: Run,
    scale: Scale,
    /// By name: a dozen, so that a list serves.
    weights: Vec<(String, Matrix)>,
}

impl PlainModel {
    fn new(
        experiment: Experiment,
        run: Run,
        scale: Scale,
        weights: Vec<(String, Matrix)>,
    ) -> Result<Self, PlainModelError> {
        let model = Self {
            experiment,
            run,
            scale,
            weights,
        };
        model.check()?;
        Ok(model)
    }

    /// The numbers of a token.
    fn token_dimension(&self) -> usize {
        self.experiment.task.token_dimension() as usize
    }

    /// Refuses what [`Self::look`] could not compute.
    fn check(&self) -> Result<(), PlainModelError> {
        let Architecture {
            form,
            h,
            n,
            N,
            w,
            L,
            ..
        } = self.run.architecture;
        let (d, hidden) = (self.token_dimension(), N as usize);
        let heads = (h * w * n) as usize;
        let around = match form {
            Form::Reader => vec![
                ("embed.hidden.weight", d, hidden),
                ("embed.hidden.bias", 1, hidden),
                ("embed.out.weight", hidden, heads),
                ("embed.out.bias", 1, heads),
                ("cls", 1, heads),
                ("readout.hidden.weight", heads, hidden),
                ("readout.hidden.bias", 1, hidden),
                ("readout.out.weight", hidden, 1),
                ("readout.out.bias", 1, 1),
            ],
            Form::Attention => Vec::new(),
            _ => return Err(PlainModelError::Form),
        };
        let width = if form == Form::Reader { heads } else { d };
        let of_layer = [
            ("query", width, heads),
            ("key", width, heads),
            ("value", width, heads),
            ("output", heads, width),
        ];
        let layers = (1..=L).flat_map(|layer| {
            let prefix = self.prefix(layer);
            of_layer.map(|(name, rows, columns)| (format!("{prefix}{name}"), rows, columns))
        });
        let around = around.into_iter();
        let around = around.map(|(name, rows, columns)| (name.to_string(), rows, columns));
        for (name, rows, columns) in around.chain(layers) {
            let fits = |m: &Matrix| m.columns == columns && m.values.len() == rows * columns;
            if !self.weight(&name).is_some_and(fits) {
                return Err(PlainModelError::Weight(name));
            }
        }
        Ok(())
    }

    /// What the names of a layer's weights begin with; layers are counted from 1.
    fn prefix(&self, layer: u32) -> String {
        match self.run.architecture.L {
            1 => String::new(),
            _ => format!("layer{layer}."),
        }
    }

    fn weight(&self, name: &str) -> Option<&Matrix> {
        let found = self.weights.iter().find(|(own, _)| own == name);
        found.map(|(_, matrix)| matrix)
    }

    /// A weight that [`Self::check`] has seen.
    fn checked_weight(&self, name: &str) -> &Matrix {
        self.weight(name)
            .expect("weights are checked when a model is read")
    }

    /// x·M for the weight of that name.
    fn apply(&self, name: &str, x: &[f64]) -> Vec<f64> {
        self.checked_weight(name).apply(x)
    }

    /// x·M + b.
    fn affine(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let mut y = self.apply(&format!("{name}.weight"), x);
        let bias = &self.checked_weight(&format!("{name}.bias")).values;
        y.iter_mut()
            .zip(bias)
            .for_each(|(y, b)| *y += f64::from(*b));
        y
    }

    /// Attention and prediction for the `index`-th random sequence of the task, the same as an
    /// engine's, without some heads (counted from 0).
    ///
    /// ```
    /// use lab::PlainModel;
    ///
    /// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
    /// let model = PlainModel::from_safetensors(&file).unwrap();
    /// let look = model.look_at_random(0, &[]).unwrap();
    /// assert_eq!((look.tokens.len(), look.attention.len()), (16, 2));
    /// assert!((look.prediction[0] - look.target[0]).abs() < 0.05);
    /// ```
    pub fn look_at_random(&self, index: u32, without: &[usize]) -> Result<Look, PlainModelError> {
        let (task, t) = (&self.experiment.task, self.run.T);
        // Set 0 is the validation set, so it is skipped.
        let set = Dataset::draw(task, Purpose::Validation, t, index.wrapping_add(1), 1);
        self.look(&set.inputs, without)
    }

    /// Attention and prediction for a sequence, `[T, d]`, without some heads (counted from 0).
    ///
    /// It was trained to add the largest and the smallest of 16 numbers.
    ///
    /// ```
    /// use lab::PlainModel;
    ///
    /// let file = std::fs::read("../../www/content/recorded/models/min-max-h2.safetensors").unwrap();
    /// let model = PlainModel::from_safetensors(&file).unwrap();
    /// let mut sequence = [0.5; 16];
    /// (sequence[2], sequence[9]) = (0.9, 0.2);
    /// let look = model.look(&sequence, &[]).unwrap();
    /// assert_eq!((look.extrema, look.target), (vec![2, 9], vec![1.1]));
    /// assert!((look.prediction[0] - 1.1).abs() < 0.05);
    /// ```
    pub fn look(&self, sequence: &[f32], without: &[usize]) -> Result<Look, PlainModelError> {
        let (attention, prediction) = self.compute(sequence, without)?;
        let task = &self.experiment.task;
        let tokens = sequence.chunks_exact(self.token_dimension());
        Ok(Look {
            tokens: tokens.map(<[f32]>::to_vec).collect(),
            attention,
            extrema: task.extrema(self.run.T, sequence),
            prediction,
            target: task.targets(self.run.T, sequence),
        })
    }

    /// Attention and prediction alone.
    fn compute(
        &self,
        sequence: &[f32],
        without: &[usize],
    ) -> Result<(Attention, Vec<f32>), PlainModelError> {
        let (t, d) = (self.run.T as usize, self.token_dimension());
        if sequence.len() != t * d || sequence.iter().any(|x| !x.is_finite()) {
            return Err(PlainModelError::Sequence { t, d });
        }
        let tokens: Vec<Vec<f64>> = sequence
            .chunks_exact(d)
            .map(|token| token.iter().map(|x| f64::from(*x)).collect())
            .collect();
        Ok(match self.run.architecture.form {
            Form::Attention => self.answer_tokens(&tokens, without),
            _ => self.read(&tokens, without),
        })
    }

    /// Paper 1: tokens are embedded, the cls token asks, and one number is read out. In every layer but the
    /// last the tokens ask, too, and are replaced by what they are answered. The attention is the cls token's.
    fn read(&self, tokens: &[Vec<f64>], without: &[usize]) -> (Attention, Vec<f32>) {
        let mut tokens: Vec<Vec<f64>> = tokens
            .iter()
            .map(|token| {
                let mut hidden = self.affine("embed.hidden", token);
                hidden.iter_mut().for_each(|x| *x = x.max(0.0));
                self.affine("embed.out", &hidden)
            })
            .collect(); // [T, E]
        let cls: Vec<f64> = self
            .checked_weight("cls")
            .values
            .iter()
            .map(|x| f64::from(*x))
            .collect();
        let Architecture { h, L, .. } = self.run.architecture;
        let (mut answer, mut attention) = (cls, Attention::new());
        for layer in 1..=L {
            let heads = (layer - 1) as usize * h as usize..(layer * h) as usize;
            let silenced = without.iter().filter(|head| heads.contains(head));
            let silenced: Vec<usize> = silenced.map(|head| head - heads.start).collect();
            let mut asking = vec![answer];
            if layer < L {
                asking.extend(tokens.iter().cloned());
            }
            let prefix = self.prefix(layer);
            let (by_head, answers) = self.attend(&prefix, &asking, &tokens, &silenced, |_, _| true);
            attention.extend(by_head.into_iter().map(|mut rows| {
                rows.truncate(1);
                rows
            }));
            let mut answers = answers.into_iter();
            answer = answers.next().unwrap_or_default();
            tokens = answers.collect();
        }
        let hidden = self.affine("readout.hidden", &answer);
        let hidden: Vec<f64> = hidden.into_iter().map(gelu).collect();
        let y = self.affine("readout.out", &hidden)[0];
        let Scale { mean, deviation } = self.scale;
        let y = f64::from(mean) + f64::from(deviation) * y;
        (attention, vec![y as f32])
    }

    /// Paper 2: every token that asks is answered with a token, averaged over `w` layers.
    fn answer_tokens(&self, tokens: &[Vec<f64>], without: &[usize]) -> (Attention, Vec<f32>) {
        let last = tokens.len() - 1;
        let (asking, keys, excludes_itself) = match &self.experiment.task {
            Task::Nearest(task) if task.queries == Queries::Separate => {
                (&tokens[last..], &tokens[..last], false)
            }
            Task::Nearest(_) => (tokens, tokens, true),
            _ => (tokens, tokens, false),
        };
        let may_attend = |query: usize, key: usize| !(excludes_itself && query == key);
        let (attention, answers) = self.attend("", asking, keys, without, may_attend);
        let w = f64::from(self.run.architecture.w);
        let prediction = answers.into_iter().flatten().map(|y| (y / w) as f32);
        (attention, prediction.collect())
    }

    /// Attention by head and asking token, and what each asking token is answered, behind `output`. `prefix`
    /// names the layer.
    fn attend(
        &self,
        prefix: &str,
        asking: &[Vec<f64>],
        tokens: &[Vec<f64>],
        without: &[usize],
        may_attend: impl Fn(usize, usize) -> bool,
    ) -> (Attention, Vec<Vec<f64>>) {
        let n = self.run.architecture.n as usize;
        let by = |name: &str, of: &[Vec<f64>]| -> Vec<Vec<f64>> {
            let name = format!("{prefix}{name}");
            of.iter().map(|z| self.apply(&name, z)).collect()
        };
        let (asked, keys, values) = (by("query", asking), by("key", tokens), by("value", tokens));
        let width = keys[0].len();
        let mut attention = Vec::new();
        let mut pooled = vec![vec![0.0; width]; asked.len()]; // [queries, heads · n]
        for head in 0..width / n {
            let part = head * n..(head + 1) * n;
            let mut by_query = Vec::new();
            for (query, asked) in asked.iter().enumerate() {
                let score = |(key, k): (usize, &Vec<f64>)| match may_attend(query, key) {
                    true => dot(&asked[part.clone()], &k[part.clone()]) / (n as f64).sqrt(),
                    false => f64::NEG_INFINITY,
                };
                let shares = softmax(keys.iter().enumerate().map(score).collect());
                if !without.contains(&head) {
                    for (share, v) in shares.iter().zip(&values) {
                        for i in part.clone() {
                            pooled[query][i] += share * v[i];
                        }
                    }
                }
                by_query.push(shares.into_iter().map(|share| share as f32).collect());
            }
            attention.push(by_query);
        }
        (attention, by("output", &pooled))
    }
}

/// By head, by asking token, by position.
type Attention = Vec<Vec<Vec<f32>>>;

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn softmax(scores: Vec<f64>) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// x·Φ(x).
fn gelu(x: f64) -> f64 {
    x * 0.5 * (1.0 + libm::erf(x / std::f64::consts::SQRT_2))
}
