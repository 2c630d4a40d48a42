//! Which positions count for each target of a retrieval task: the S_i of paper 1. What is least at a target
//! is in `feature.rs`.

use serde::Serialize;

use crate::random::{Purpose, Stream};

/// How the position subsets S_i are chosen. Each has at least a quarter of the positions, as paper 1
/// assumes.
///
/// Four blocks of four positions: each target is in its own.
///
/// ```
/// use lab::{Dataset, Purpose, Retrieval, Subsets, Task};
///
/// let task = Task::Retrieval(Retrieval { subsets: Subsets::Blocks, ..Retrieval::default() });
/// let sequence = Dataset::draw(&task, Purpose::Validation, 16, 0, 1).inputs;
/// let blocks: Vec<u32> = task.extrema(16, &sequence).iter().map(|at| at / 4).collect();
/// assert_eq!(blocks, [0, 1, 2, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subsets {
    /// All positions count for every target.
    All,
    /// D contiguous blocks in order: the sequence cut into D nearly equal parts, where each of these
    /// has a quarter of the positions; else blocks of a quarter that overlap evenly.
    Blocks,
    /// Drawn by seed: first how many, from a quarter to all, then which, each equally likely. They
    /// depend on T, but are the same for all sequences of one length.
    Random,
}

impl Subsets {
    /// The `count` subsets of the positions `0..t`, each in ascending order.
    pub(super) fn draw(self, seed: u32, count: usize, t: usize) -> Vec<Vec<usize>> {
        let quarter = t.div_ceil(4);
        (0..count)
            .map(|i| match self {
                Self::All => (0..t).collect(),
                Self::Blocks if count * quarter <= t => {
                    (i * t / count..(i + 1) * t / count).collect()
                }
                Self::Blocks => {
                    // From the first position to the last, in even steps, rounded; here
                    // count > 1, because one quarter always fits.
                    let (room, steps) = (t - quarter, count - 1);
                    let start = (2 * i * room + steps) / (2 * steps);
                    (start..start + quarter).collect()
                }
                Self::Random => {
                    // Index 0 draws the minimisers; every subset and length has its own.
                    let index = (i as u64 + 1) << 32 | t as u64;
                    let mut stream = Stream::new(Purpose::Task, seed, index);
                    let size = quarter + stream.below((t - quarter) as u32 + 1) as usize;
                    let order = stream.order(t);
                    let mut is_in = vec![false; t];
                    for position in &order[..size] {
                        is_in[*position as usize] = true;
                    }
                    (0..t).filter(|position| is_in[*position]).collect()
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_has_a_quarter_of_the_positions() {
        for subsets in [Subsets::All, Subsets::Blocks, Subsets::Random] {
            for count in 1..=32 {
                for t in (1..=40).chain([128, 1023]) {
                    let drawn = subsets.draw(7, count, t);
                    assert_eq!(drawn.len(), count);
                    for subset in drawn {
                        assert!(4 * subset.len() >= t, "{subsets:?} {count} {t}");
                        assert!(subset.windows(2).all(|pair| pair[0] < pair[1]));
                        assert!(subset.iter().all(|position| *position < t));
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_are_disjoint_where_they_fit_and_even_where_they_do_not() {
        let ends = |count, t| {
            let blocks = Subsets::Blocks.draw(0, count, t);
            let end = |block: &Vec<usize>| (block[0], *block.last().unwrap());
            blocks.iter().map(end).collect::<Vec<_>>()
        };
        assert_eq!(ends(1, 5), [(0, 4)]);
        assert_eq!(ends(3, 16), [(0, 4), (5, 9), (10, 15)]);
        assert_eq!(ends(4, 16), [(0, 3), (4, 7), (8, 11), (12, 15)]);
        assert_eq!(ends(4, 6), [(0, 1), (1, 2), (3, 4), (4, 5)]);
        assert_eq!(ends(5, 16), [(0, 3), (3, 6), (6, 9), (9, 12), (12, 15)]);
        assert_eq!(ends(3, 1), [(0, 0), (0, 0), (0, 0)]);
    }

    #[test]
    fn random_subsets_differ_by_seed_feature_and_length_and_not_by_call() {
        let draw = |seed, t| Subsets::Random.draw(seed, 3, t);
        assert_eq!(draw(0, 32), draw(0, 32));
        assert_ne!(draw(0, 32), draw(1, 32));
        assert_ne!(draw(0, 32)[0], draw(0, 32)[1]);
        assert_ne!(draw(0, 32)[0], draw(0, 33)[0]);
    }
}
