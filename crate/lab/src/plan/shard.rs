//! `Shard`: one of several shares of an experiment's runs, for a machine that trains only its share.
//! Every machine computes the same shares from the experiment alone.

use std::fmt;

use super::worker_shares;
use crate::experiment::Experiment;

/// The most shares that an experiment is divided into.
///
/// ```
/// use lab::{MOST_SHARDS, Shard};
///
/// assert!(Shard::new(1, MOST_SHARDS).is_some());
/// assert!(Shard::new(1, MOST_SHARDS + 1).is_none());
/// ```
pub const MOST_SHARDS: u32 = 1_000_000;

/// The `number`-th of `count` shares, counted from 1. Written "3/16".
///
/// Two machines share five runs: each trains its own, and none is trained twice.
///
/// ```
/// use lab::{Experiment, Shard};
///
/// let experiment = Experiment::default();
/// let [first, second] = [1, 2].map(|number| Shard::new(number, 2).unwrap().runs(&experiment));
/// let mut all = [first, second].concat();
/// all.sort();
/// assert_eq!(all, [0, 1, 2, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u32,
    count: u32,
}

impl Shard {
    /// `None` if there is no such share.
    ///
    /// ```
    /// use lab::Shard;
    ///
    /// assert_eq!(Shard::new(3, 16).unwrap().to_string(), "3/16");
    /// assert_eq!(Shard::new(0, 16), None);
    /// assert_eq!(Shard::new(17, 16), None);
    /// ```
    pub fn new(number: u32, count: u32) -> Option<Self> {
        let is_share = count <= MOST_SHARDS && (1..=count).contains(&number);
        is_share.then_some(Self { number, count })
    }

    /// Reads "3/16".
    ///
    /// ```
    /// use lab::Shard;
    ///
    /// assert_eq!(Shard::parse("3/16"), Shard::new(3, 16));
    /// assert_eq!(Shard::parse("17/16"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (number, count) = text.split_once('/')?;
        Self::new(number.parse().ok()?, count.parse().ok()?)
    }

    /// The runs of this share, as indices into [`runs`](crate::runs); none if there are more shares
    /// than runs and this is one of the last.
    ///
    /// ```
    /// use lab::{Experiment, Shard};
    ///
    /// // Seven machines for five runs: the last two have nothing to do.
    /// let experiment = Experiment::default();
    /// let shares = [1, 5, 6, 7].map(|number| Shard::new(number, 7).unwrap().runs(&experiment).len());
    /// assert_eq!(shares, [1, 1, 0, 0]);
    /// ```
    pub fn runs(&self, experiment: &Experiment) -> Vec<usize> {
        let mut shares = worker_shares(experiment, self.count as usize);
        let place = self.number as usize - 1;
        if place < shares.len() {
            shares.swap_remove(place)
        } else {
            Vec::new()
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::run_costs;

    #[test]
    fn shards_together_are_every_run_once_at_about_the_same_cost() {
        let text = r#"{ "grid": { "h": [1, 2, 3, 4], "T": [8, 64] }, "seeds": [0, 1, 2, 3, 4] }"#;
        let experiment = Experiment::from_json(text).unwrap();
        let costs = run_costs(&experiment);
        let shares: Vec<Vec<usize>> = (1..=4)
            .map(|number| Shard::new(number, 4).unwrap().runs(&experiment))
            .collect();
        let mut all = shares.concat();
        all.sort_unstable();
        assert_eq!(all, (0..40).collect::<Vec<_>>());
        let loads: Vec<f64> = shares
            .iter()
            .map(|share| share.iter().map(|&i| costs[i]).sum())
            .collect();
        let mean = loads.iter().sum::<f64>() / 4.0;
        assert!(
            loads.iter().all(|load| (load / mean - 1.0).abs() < 0.1),
            "{loads:?}"
        );
    }

    #[test]
    fn more_shards_than_runs_leave_the_last_ones_empty() {
        let experiment = Experiment::default();
        let share = |number| Shard::new(number, 7).unwrap().runs(&experiment).len();
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(share), [1, 1, 1, 1, 1, 0, 0]);
    }

    #[test]
    fn only_shares_that_exist_are_read() {
        for text in ["1/1", "3/16", "1000000/1000000"] {
            assert_eq!(Shard::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "3",
            "0/4",
            "5/4",
            "1/0",
            "-1/4",
            "1/1000001",
            "1/2/3",
            "a/b",
            "1 /2",
        ] {
            assert_eq!(Shard::parse(text), None, "{text}");
        }
    }
}
