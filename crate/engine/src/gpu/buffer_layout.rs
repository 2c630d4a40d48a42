//! `BufferLayout`: the sizes and offsets of everything in the buffers of a fused step, as constants
//! before the text of its shader. It needs no device.

use lab::{Form, Recipe};

use crate::optimizer::EPSILON;
use crate::reader::ReaderWeights;
use crate::shape::Shape;
use crate::weight_layout::WeightLayout;

/// The shader without its constants.
const SHADER: &str = include_str!("step.wgsl");

/// Losses are kept on the device for this many steps.
pub const LOSS_SLOTS: usize = 1024;

/// The memory that every WebGPU device has for a workgroup, in numbers of four bytes.
const WORKGROUP_MEMORY: usize = 16_384 / 4;

/// Sizes are in numbers: the share of each run, or of each of its sequences, in a buffer.
#[derive(Clone, Debug)]
pub struct BufferLayout {
    shape: Shape,
    batch: usize,
    train_sequences: usize,
    betas: [f64; 2],
    decay: f64,
    /// Tokens that a workgroup holds at a time.
    tile: usize,
}

impl BufferLayout {
    /// The layout of a cohort of this shape; `None` if it needs more memory than every device has,
    /// or if the shader does not compute this form.
    pub fn new(form: Form, shape: Shape, recipe: &Recipe) -> Option<Self> {
        if form != Form::Reader || shape.layers != 1 {
            return None;
        }
        let layout = |tile: usize| Self {
            shape,
            batch: recipe.batch as usize,
            train_sequences: recipe.train_sequences as usize,
            betas: [recipe.beta1, recipe.beta2],
            decay: recipe.weight_decay,
            tile,
        };
        [32, 16, 8, 4]
            .into_iter()
            .map(|tile| layout(tile.min(shape.t)))
            .find(|layout| layout.workgroup_memory() <= WORKGROUP_MEMORY)
    }

    /// A workgroup's own memory: the larger of the two kernels that have any.
    fn workgroup_memory(&self) -> usize {
        let Shape { d, h, hidden, .. } = self.shape;
        let e = self.shape.embedding();
        let tokens = self.tile * (d + hidden + 2 * h);
        let sums = 3 * h * hidden + (d + 1) * hidden;
        let sequences = tokens + sums + 3 * h + e + 2 * hidden + 1;
        let update = h * e + e + 1;
        sequences.max(update)
    }

    fn steps_per_epoch(&self) -> usize {
        self.train_sequences / self.batch
    }

    /// A run's weights.
    pub fn weights(&self) -> usize {
        self.weight_offsets().1
    }

    /// A run's folded weights.
    pub fn folded(&self) -> usize {
        let (h, hidden, e) = (self.shape.h, self.shape.hidden, self.shape.embedding());
        e + h * e + h * hidden + 2 * hidden * e + e
    }

    /// A run's sums over sequences.
    pub fn sums(&self) -> usize {
        let (h, hidden, e) = (self.shape.h, self.shape.hidden, self.shape.embedding());
        (self.shape.d + 1) * hidden + h * hidden + 2 * hidden * e + e + 2 * hidden + 2
    }

    /// The terms that one sequence of one run adds to the sums.
    pub fn parts(&self) -> usize {
        let (h, hidden, e) = (self.shape.h, self.shape.hidden, self.shape.embedding());
        (self.shape.d + 1) * hidden + 2 * h * hidden + 2 * e + 2 * hidden + 2
    }

    /// The offset of each weight of a run, and the end of the last.
    fn weight_offsets(&self) -> (ReaderWeights<usize>, usize) {
        let mut end = 0;
        let offsets = ReaderWeights::declare(&self.shape, &mut |weight: WeightLayout| {
            let [rows, columns] = weight.size();
            let offset = end;
            end += rows * columns;
            offset
        });
        (offsets, end)
    }

    /// The shader with its constants.
    pub fn shader(&self) -> String {
        let Shape {
            runs,
            t,
            d,
            h,
            n,
            hidden,
            ..
        } = self.shape;
        let e = self.shape.embedding();
        let embed = (d + 1) * hidden;
        let mut constants = vec![
            ("R", runs),
            ("B", self.batch),
            ("T", t),
            ("D", d),
            ("H", h),
            ("HEAD_SIZE", n),
            ("N", hidden),
            ("E", e),
            ("TILE", self.tile),
            ("STEPS_PER_EPOCH", self.steps_per_epoch()),
            ("LOSS_SLOTS", LOSS_SLOTS),
            ("WEIGHTS", self.weights()),
            ("FOLDED", self.folded()),
            ("SUMS", self.sums()),
            ("PARTS", self.parts()),
            ("TARGETS", self.train_sequences * t * d),
        ];
        let (offset, _) = self.weight_offsets();
        constants.extend([
            ("W1", offset.embed_hidden.weight),
            ("B1", offset.embed_hidden.bias),
            ("W2", offset.embed_out.weight),
            ("B2", offset.embed_out.bias),
            ("CLS", offset.cls),
            ("WQ", offset.attention.query),
            ("WK", offset.attention.key),
            ("WV", offset.attention.value),
            ("WO", offset.attention.output),
            ("W3", offset.readout_hidden.weight),
            ("B3", offset.readout_hidden.bias),
            ("W4", offset.readout_out.weight),
            ("B4", offset.readout_out.bias),
        ]);
        constants.extend(offsets(&[
            ("FOLD_QUERY", e),
            ("FOLD_KEY_QUERY", h * e),
            ("FOLD_SCORE_VECTORS", h * hidden),
            ("FOLD_VALUE", hidden * e),
            ("FOLD_VALUE_BIAS", e),
            ("FOLD_OUTPUT", e * hidden),
        ]));
        constants.extend(offsets(&[
            ("SUM_EMBED", embed),
            ("SUM_SCORE_VECTORS", h * hidden),
            ("SUM_VALUE", hidden * e),
            ("SUM_VALUE_BIAS", e),
            ("SUM_OUTPUT", e * hidden),
            ("SUM_B3", hidden),
            ("SUM_W4", hidden),
            ("SUM_B4", 1),
            ("SUM_LOSS", 1),
        ]));
        constants.extend(offsets(&[
            ("PART_EMBED", embed),
            ("PART_SCORE_VECTORS", h * hidden),
            ("PART_POOLED", h * hidden),
            ("PART_HEAD_OUTPUTS", e),
            ("PART_ACTIVATION", hidden),
            ("PART_D_HIDDEN", hidden),
            ("PART_D_HEAD_OUTPUTS", e),
            ("PART_D_PREDICTION", 1),
            ("PART_LOSS", 1),
        ]));
        let mut text: String = constants
            .iter()
            .map(|(name, value)| format!("const {name} = {value}u;\n"))
            .collect();
        let [beta1, beta2] = self.betas;
        for (name, value) in [
            ("BETA1", beta1),
            ("BETA2", beta2),
            ("DECAY", self.decay),
            ("EPSILON", f64::from(EPSILON)),
        ] {
            text += &format!("const {name} = f32({value:?});\n");
        }
        text + SHADER
    }
}

/// The offset of each, one behind the other.
fn offsets(sizes: &[(&'static str, usize)]) -> Vec<(&'static str, usize)> {
    let mut end = 0;
    let offset = |&(name, size): &(&'static str, usize)| {
        let offset = end;
        end += size;
        (name, offset)
    };
    sizes.iter().map(offset).collect()
}
