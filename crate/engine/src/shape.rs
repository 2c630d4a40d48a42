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
    /// Hidden width of the feed-forward networks; 0 for a form without them.
    pub hidden: usize,
    /// Attention layers side by side.
    pub w: usize,
    /// Layers, one after the other.
    pub layers: usize,
}

impl Shape {
    /// The shape that holds all of `runs`, which share their sequence length, on tokens of
    /// dimension `d`.
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

    /// The shape of one of the runs alone, without padding.
    pub(crate) fn of_run(&self, run: &Run) -> Self {
        Self::of(&[*run], self.d as u32)
    }

    /// Embedding dimension.
    pub fn embedding(&self) -> usize {
        self.h * self.n
    }
}

/// 1/√n of each run, the factor of its attention scores: n may differ between runs of a cohort.
pub(crate) fn score_scales(runs: &[Run]) -> Vec<f32> {
    let scale = |run: &Run| 1.0 / f64::from(run.architecture.n).sqrt() as f32;
    runs.iter().map(scale).collect()
}
