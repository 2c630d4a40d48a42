//! The shape of one Transformer: how many heads of which size, and what that costs. How it is
//! computed stands in `engine`.

use serde::{Deserialize, Serialize};

/// Paper 1's one-block Transformer, read at its cls token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Architecture {
    /// Attention heads.
    pub h: u32,
    /// Dimension of one head.
    pub n: u32,
    /// Hidden width of both feed-forward networks.
    pub N: u32,
}

impl Architecture {
    /// Embedding dimension E = n·h.
    pub fn embedding(&self) -> u32 {
        self.n * self.h
    }

    /// Trainable numbers, for tokens of dimension `d`.
    pub fn parameters(&self, d: u32) -> u64 {
        let [d, hidden, e] = [d, self.N, self.embedding()].map(u64::from);
        let embed = d * hidden + hidden + hidden * e + e;
        let cls = e;
        let attention = 4 * e * e;
        let readout = e * hidden + hidden + hidden + 1;
        embed + cls + attention + readout
    }

    /// Multiply-adds of one training step on `batch` sequences of `t` tokens, roughly: enough to
    /// share work out fairly, not a promise of time.
    pub fn step_cost(&self, d: u32, t: u32, batch: u32) -> f64 {
        let [d, hidden, e, h] = [d, self.N, self.embedding(), self.h].map(f64::from);
        let per_token = d * hidden + hidden * e + 2.0 * e * h;
        let per_sequence = 2.0 * e * e + e * hidden + hidden;
        // Backward does every product twice.
        3.0 * f64::from(batch) * (f64::from(t) * per_token + per_sequence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_parameters_by_hand() {
        // d=4, N=32, h=4, n=8, E=32: embed 4·32+32 + 32·32+32, cls 32, attention 4·32·32,
        // readout 32·32+32 + 32+1.
        let architecture = Architecture { h: 4, n: 8, N: 32 };
        assert_eq!(
            architecture.parameters(4),
            128 + 32 + 1024 + 32 + 32 + 4096 + 1024 + 32 + 32 + 1
        );
    }
}
