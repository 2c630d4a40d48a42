//! Where everything is in the buffers of a fused step, as constants before its shader's text. No
//! device here: it can be tested without one.

use lab::{Form, Recipe};

use crate::learner::EPSILON;
use crate::shape::Shape;

/// The shader, but for its constants.
const SHADER: &str = include_str!("step.wgsl");

/// Losses are kept for this many steps on the device.
pub const LOSSES: usize = 1024;

/// What every WebGPU device gives a workgroup, in numbers of four bytes.
const WORKGROUP_MEMORY: usize = 16_384 / 4;

/// Sizes in numbers: what each run, or each of its sequences, takes of a buffer.
#[derive(Clone, Debug)]
pub struct Plan {
    shape: Shape,
    batch: usize,
    train_sequences: usize,
    betas: [f64; 2],
    decay: f64,
    /// Tokens at a time.
    tile: usize,
}

impl Plan {
    /// The plan of a cohort of this shape; none if it needs more than every device has, or if it
    /// is of another form than the shader.
    pub fn new(form: Form, shape: Shape, recipe: &Recipe) -> Option<Self> {
        if form != Form::Reader || shape.layers != 1 {
            return None;
        }
        let plan = |tile: usize| Self {
            shape,
            batch: recipe.batch as usize,
            train_sequences: recipe.train_sequences as usize,
            betas: [recipe.beta1, recipe.beta2],
            decay: recipe.weight_decay,
            tile,
        };
        [32, 16, 8, 4]
            .into_iter()
            .map(|tile| plan(tile.min(shape.t)))
            .find(|plan| plan.workgroup_memory() <= WORKGROUP_MEMORY)
    }

    /// Numbers of a workgroup's own memory: the larger of the two kernels that have any.
    fn workgroup_memory(&self) -> usize {
        let Shape { d, h, hidden, .. } = self.shape;
        let e = self.shape.embedding();
        let tokens = self.tile * (d + hidden + 2 * h);
        let sums = 3 * h * hidden + (d + 1) * hidden;
        let sequences = tokens + sums + 3 * h + e + 2 * hidden + 1;
        let update = h * e + e;
        sequences.max(update)
    }

    /// Steps of an epoch.
    fn epoch(&self) -> usize {
        self.train_sequences / self.batch
    }

    /// A run's weights.
    pub fn weights(&self) -> usize {
        self.offsets().last().map_or(0, |(_, end)| *end) + 1
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

    /// What one sequence of one run adds.
    pub fn parts(&self) -> usize {
        let (h, hidden, e) = (self.shape.h, self.shape.hidden, self.shape.embedding());
        (self.shape.d + 1) * hidden + 2 * h * hidden + 2 * e + 2 * hidden + 2
    }

    /// Where each weight of a run begins, in the order of its layout.
    fn offsets(&self) -> Vec<(&'static str, usize)> {
        let (d, hidden, e) = (self.shape.d, self.shape.hidden, self.shape.embedding());
        begins(&[
            ("W1", d * hidden),
            ("B1", hidden),
            ("W2", hidden * e),
            ("B2", e),
            ("CLS", e),
            ("WQ", e * e),
            ("WK", e * e),
            ("WV", e * e),
            ("WO", e * e),
            ("W3", e * hidden),
            ("B3", hidden),
            ("W4", hidden),
            ("B4", 1),
        ])
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
            ("HEAD", n),
            ("N", hidden),
            ("E", e),
            ("TILE", self.tile),
            ("EPOCH", self.epoch()),
            ("LOSSES", LOSSES),
            ("P", self.weights()),
            ("F", self.folded()),
            ("Q", self.sums()),
            ("S", self.parts()),
            ("TARGETS", self.train_sequences * t * d),
        ];
        constants.extend(self.offsets());
        constants.extend(begins(&[
            ("FOLD_QUERY", e),
            ("FOLD_LOOK", h * e),
            ("FOLD_U", h * hidden),
            ("FOLD_V", hidden * e),
            ("FOLD_v", e),
            ("FOLD_M", e * hidden),
        ]));
        constants.extend(begins(&[
            ("SUM_EMBED", embed),
            ("SUM_U", h * hidden),
            ("SUM_V", hidden * e),
            ("SUM_v", e),
            ("SUM_M", e * hidden),
            ("SUM_B3", hidden),
            ("SUM_W4", hidden),
            ("SUM_B4", 1),
            ("SUM_LOSS", 1),
        ]));
        constants.extend(begins(&[
            ("PART_EMBED", embed),
            ("PART_LOOKS", h * hidden),
            ("PART_POOLED", h * hidden),
            ("PART_SEEN", e),
            ("PART_LIT", hidden),
            ("PART_BENT", hidden),
            ("PART_BACK", e),
            ("PART_PULL", 1),
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

/// Where each begins, one behind the other.
fn begins(sizes: &[(&'static str, usize)]) -> Vec<(&'static str, usize)> {
    let mut at = 0;
    sizes
        .iter()
        .map(|(name, size)| {
            let begin = at;
            at += size;
            (*name, begin)
        })
        .collect()
}
