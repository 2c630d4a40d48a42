//! How a form declares its weights: name, extents and initial values of each. The declarations
//! themselves are beside the forward passes that read them (`reader`, `deep_reader`,
//! `attention_layer`, `encoder`).
//!
//! Each form has one struct of named weights with a type parameter `T` for a weight, and one
//! function `declare` that makes every field in order from its layout. It is called with different
//! functions: one that collects the layouts, one that returns tensors, so that a forward pass has
//! its weights by name, and one that adds up sizes, for offsets in a GPU buffer. The order of fields
//! in `declare` is therefore the order of tensors in files, of random draws and of buffers. It must
//! never change.

use burn::tensor::Tensor;

/// Rows or columns of a weight as (groups, size): heads stay aligned when a run with fewer or
/// smaller heads is padded.
pub(crate) type Extent = (usize, usize);

/// A single row or column.
pub(crate) const ONE: Extent = (1, 1);

/// Makes one field of a form's weights from its layout.
pub(crate) type MakeWeight<'a, T> = &'a mut dyn FnMut(WeightLayout) -> T;

/// Name, extents and initial values of one weight.
#[derive(Clone, Debug)]
pub(crate) struct WeightLayout {
    /// Its name, in files too.
    pub name: String,
    rows: Extent,
    columns: Extent,
    /// Mean of the initial values.
    pub initial_mean: f32,
    /// Standard deviation of the initial values.
    pub initial_deviation: f32,
    /// Whether each group of rows belongs to one head of a layer.
    has_head_rows: bool,
}

impl WeightLayout {
    /// A matrix that multiplies the variance of its input by `gain`, whatever its size.
    pub fn matrix(name: impl Into<String>, rows: Extent, columns: Extent, gain: f32) -> Self {
        Self {
            name: name.into(),
            rows,
            columns,
            initial_mean: 0.0,
            initial_deviation: (gain / (rows.0 * rows.1) as f32).sqrt(),
            has_head_rows: false,
        }
    }

    /// The matrix behind the heads of a layer: each group of rows is multiplied by one head's
    /// output, so a head whose rows are zero contributes nothing.
    pub fn head_output(name: impl Into<String>, heads: Extent, columns: Extent, gain: f32) -> Self {
        Self {
            has_head_rows: true,
            ..Self::matrix(name, heads, columns, gain)
        }
    }

    /// A row that starts at zero.
    pub fn bias(name: impl Into<String>, columns: Extent) -> Self {
        Self {
            name: name.into(),
            rows: ONE,
            columns,
            initial_mean: 0.0,
            initial_deviation: 0.0,
            has_head_rows: false,
        }
    }

    /// A single factor that starts at one.
    pub fn factor(name: impl Into<String>) -> Self {
        Self {
            initial_mean: 1.0,
            ..Self::bias(name, ONE)
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.rows.0 * self.rows.1, self.columns.0 * self.columns.1]
    }

    /// Heads of the layer and rows of each head, for the matrix behind a layer's heads.
    pub fn head_rows(&self) -> Option<Extent> {
        self.has_head_rows.then_some(self.rows)
    }

    /// The positions of this weight's values inside the padded weight, row by row.
    pub fn positions_in<'a>(
        &'a self,
        padded: &'a WeightLayout,
    ) -> impl Iterator<Item = usize> + 'a {
        let [_, row_length] = padded.size();
        let positions = |(groups, size): Extent, stride: usize| {
            (0..groups).flat_map(move |group| (0..size).map(move |i| group * stride + i))
        };
        positions(self.rows, padded.rows.1).flat_map(move |row| {
            positions(self.columns, padded.columns.1).map(move |column| row * row_length + column)
        })
    }
}

/// A matrix and the bias added behind it.
#[derive(Clone, Debug)]
pub(crate) struct AffineWeights<T> {
    pub weight: T,
    pub bias: T,
}

impl<T> AffineWeights<T> {
    /// `{name}.weight` and `{name}.bias`.
    pub fn declare(
        name: &str,
        rows: Extent,
        columns: Extent,
        gain: f32,
        make: MakeWeight<'_, T>,
    ) -> Self {
        let weight = WeightLayout::matrix(format!("{name}.weight"), rows, columns, gain);
        Self {
            weight: make(weight),
            bias: make(WeightLayout::bias(format!("{name}.bias"), columns)),
        }
    }
}

impl AffineWeights<Tensor<3>> {
    /// x·weight + bias, of x `[R, rows of x, rows]`: `[R, rows of x, columns]`.
    pub fn apply(&self, x: Tensor<3>) -> Tensor<3> {
        x.matmul(self.weight.clone()) + self.bias.clone()
    }
}

/// The four matrices of an attention layer without biases.
#[derive(Clone, Debug)]
pub(crate) struct AttentionWeights<T> {
    pub query: T,
    pub key: T,
    pub value: T,
    pub output: T,
}

impl<T> AttentionWeights<T> {
    /// `{prefix}query`, `{prefix}key` and `{prefix}value` from tokens of extent `token` to `heads`,
    /// and `{prefix}output` back.
    pub fn declare(
        prefix: &str,
        token: Extent,
        heads: Extent,
        output_gain: f32,
        make: MakeWeight<'_, T>,
    ) -> Self {
        let project =
            |name: &str| WeightLayout::matrix(format!("{prefix}{name}"), token, heads, 1.0);
        let output = format!("{prefix}output");
        Self {
            query: make(project("query")),
            key: make(project("key")),
            value: make(project("value")),
            output: make(WeightLayout::head_output(output, heads, token, output_gain)),
        }
    }
}
