//! The sizes of a cohort's tensors: those of its widest run.

use lab::Run;

/// The sizes of a cohort's tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Runs.
    pub runs: usize,
    /// Sequence length.
    pub t: usize,
    /// Dimension of a token.
    pub d: usize,
    /// Heads.
    pub h: usize,
    /// Dimension of a head.
    pub n: usize,
    /// Hidden width of the feed-forward networks; 0 where there are none.
    pub hidden: usize,
    /// Attention layers side by side.
    pub w: usize,
    /// Layers, one after the other.
    pub layers: usize,
}

impl Shape {
    /// The shape that holds all of `runs`, which share their sequence length.
    pub fn of(runs: &[Run], d: u32) -> Self {
        let widest = |size: fn(&Run) -> u32| runs.iter().map(size).max().unwrap_or(1) as usize;
        Self {
            runs: runs.len(),
            t: widest(|run| run.T),
            d: d as usize,
            h: widest(|run| run.architecture.h),
            n: widest(|run| run.architecture.n),
            hidden: widest(|run| run.architecture.N),
            w: widest(|run| run.architecture.w),
            layers: widest(|run| run.architecture.L),
        }
    }

    /// Embedding dimension.
    pub fn embedding(&self) -> usize {
        self.h * self.n
    }
}

/// What each run's scores are multiplied by, 1/√n: of runs in one cohort n may differ.
pub(crate) fn scales(runs: &[Run]) -> Vec<f32> {
    let one = |run: &Run| 1.0 / f64::from(run.architecture.n).sqrt() as f32;
    runs.iter().map(one).collect()
}
