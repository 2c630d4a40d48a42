//! The shape of one Transformer: how many heads of which size, and what that costs. How it is
//! computed stands in `engine`.

use serde::{Deserialize, Serialize};

/// Paper 1's one-block Transformer, read at its cls token; or, where N is 0, paper 2's attention
/// layer alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Architecture {
    /// Attention heads.
    pub h: u32,
    /// Dimension of one head: its rank.
    pub n: u32,
    /// Hidden width of both feed-forward networks; 0 where there are none.
    pub N: u32,
    /// Attention layers side by side, whose outputs are averaged (paper 2).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub w: u32,
}

fn one() -> u32 {
    1
}

fn is_one(w: &u32) -> bool {
    *w == 1
}

impl Architecture {
    /// Embedding dimension E = n·h.
    pub fn embedding(&self) -> u32 {
        self.n * self.h
    }

    /// Trainable numbers, for tokens of dimension `d`.
    pub fn parameters(&self, d: u32) -> u64 {
        let [d, hidden, e, w] = [d, self.N, self.embedding(), self.w].map(u64::from);
        if hidden == 0 {
            return 4 * w * d * d;
        }
        let embed = d * hidden + hidden + hidden * e + e;
        let cls = e;
        let attention = 4 * e * e;
        let readout = e * hidden + hidden + hidden + 1;
        embed + cls + attention + readout
    }

    /// Multiply-adds of one training step on `batch` sequences of `t` tokens, roughly: enough to
    /// share work out fairly, not a promise of time.
    pub fn step_cost(&self, d: u32, t: u32, batch: u32) -> f64 {
        let [d, t, hidden, e, h] = [d, t, self.N, self.embedding(), self.h].map(f64::from);
        let forward = if self.N == 0 {
            f64::from(self.w) * t * (4.0 * d * d + 2.0 * t * d)
        } else {
            let per_token = d * hidden + hidden * e + 2.0 * e * h;
            t * per_token + 2.0 * e * e + e * hidden + hidden
        };
        // Backward does every product twice.
        3.0 * f64::from(batch) * forward
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_parameters_by_hand() {
        // d=4, N=32, h=4, n=8, E=32: embed 4·32+32 + 32·32+32, cls 32, attention 4·32·32,
        // readout 32·32+32 + 32+1.
        let reader = Architecture {
            h: 4,
            n: 8,
            N: 32,
            w: 1,
        };
        assert_eq!(
            reader.parameters(4),
            128 + 32 + 1024 + 32 + 32 + 4096 + 1024 + 32 + 32 + 1
        );
        // Paper 2: w·d² a projection, four projections, whatever the number of heads.
        for h in [1, 4, 64] {
            let selector = Architecture {
                h,
                n: 64 / h,
                N: 0,
                w: 8,
            };
            assert_eq!(selector.parameters(64), 4 * 8 * 64 * 64);
        }
    }
}
