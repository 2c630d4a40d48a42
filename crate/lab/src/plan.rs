//! From an experiment to its runs, and from runs to cohorts and to shares for workers and machines.

mod shard;

use crate::order::{sorted, sorted_indices};
use serde::{Deserialize, Serialize};

use crate::architecture::{Architecture, Form};
use crate::experiment::Experiment;

pub use shard::{MOST_SHARDS, Shard};

/// One architecture + one seed, on sequences of one length.
///
/// ```
/// use lab::{Experiment, runs};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] }, "seeds": [0, 7] }"#).unwrap();
/// let run = runs(&experiment)[3];
/// assert_eq!((run.T, run.architecture.h, run.seed), (16, 2, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Run {
    /// Sequence length.
    pub T: u32,
    /// What is trained.
    #[serde(flatten)]
    pub architecture: Architecture,
    /// Sets the initial weights and the order of the data.
    pub seed: u32,
}

impl Run {
    /// A short name with every field of the run in it, so that no two runs share one:
    /// "T16-h4-n8-N32-seed0", or with the form first where that is not the reader. N = 0, w = 1 and
    /// L = 1 are left out.
    ///
    /// ```
    /// use lab::{Experiment, runs};
    ///
    /// assert_eq!(runs(&Experiment::default())[3].name(), "T16-h4-n8-N32-seed0");
    /// ```
    #[allow(non_snake_case)]
    pub fn name(&self) -> String {
        let Architecture {
            form,
            h,
            n,
            N,
            w,
            L,
        } = self.architecture;
        let mut parts = Vec::new();
        if form != Form::Reader {
            parts.push(form.name().to_string());
        }
        parts.push(format!("T{}-h{h}-n{n}", self.T));
        for (letter, size, left_out) in [("N", N, 0), ("w", w, 1), ("L", L, 1)] {
            if size > left_out {
                parts.push(format!("{letter}{size}"));
            }
        }
        parts.push(format!("seed{}", self.seed));
        parts.join("-")
    }

    /// Whether one tensor program can train both runs: they have the same sequence length and the same
    /// computation. Numbers of heads and widths may differ in paper 1's forms, which can be padded,
    /// but not in paper 2's, whose heads divide one width.
    ///
    /// ```
    /// use lab::{Experiment, runs};
    ///
    /// let of = |text: &str| runs(&Experiment::from_json(text).unwrap());
    /// // Paper 1's runs with one and with two heads are trained together, paper 2's are not.
    /// let readers = of(r#"{ "grid": { "h": [1, 2] } }"#);
    /// assert!(readers[0].fits_with(&readers[1]));
    /// let layers = of(r#"{ "task": { "kind": "farthest" }, "grid": { "h": [1, 2] } }"#);
    /// assert!(!layers[0].fits_with(&layers[1]));
    /// ```
    pub fn fits_with(&self, other: &Run) -> bool {
        let computation = |run: &Run| match run.architecture.form {
            Form::Reader | Form::Memoriser => Architecture {
                h: 0,
                n: 0,
                N: 0,
                ..run.architecture
            },
            Form::Attention | Form::Encoder => run.architecture,
        };
        self.T == other.T && computation(self) == computation(other)
    }
}

/// The number of runs of the experiment.
pub(crate) fn count(experiment: &Experiment) -> u64 {
    let seeds = experiment.seeds.len() as u64;
    experiment.grid.count().saturating_mul(seeds)
}

/// Every run of the experiment. Elsewhere a run is named by its index in this list.
#[allow(non_snake_case)]
///
/// ```
/// use lab::{Experiment, runs};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] }, "seeds": [0, 1] }"#).unwrap();
/// assert_eq!(runs(&experiment).len(), 4);
/// ```
pub fn runs(experiment: &Experiment) -> Vec<Run> {
    let grid = &experiment.grid;
    let d = experiment.task.token_dimension();
    let mut runs = Vec::new();
    for &T in &grid.T {
        for architecture in grid.architectures(d) {
            for &seed in &experiment.seeds {
                runs.push(Run {
                    T,
                    architecture,
                    seed,
                });
            }
        }
    }
    runs
}

/// Runs that one tensor program can train together, as indices into [`runs`].
///
/// ```
/// use lab::{Experiment, cohorts, runs};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] }, "seeds": [0, 1] }"#).unwrap();
/// let together: usize = cohorts(&experiment).iter().map(Vec::len).sum();
/// assert_eq!(together, runs(&experiment).len());
/// ```
pub fn cohorts(experiment: &Experiment) -> Vec<Vec<usize>> {
    let runs = runs(experiment);
    let mut cohorts: Vec<Vec<usize>> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let fits = |cohort: &&mut Vec<usize>| runs[cohort[0]].fits_with(run);
        match cohorts.iter_mut().find(fits) {
            Some(cohort) => cohort.push(index),
            None => cohorts.push(vec![index]),
        }
    }
    cohorts
}

/// Multiply-adds of the whole training of each run, roughly, in the order of [`runs`]: enough to
/// divide runs evenly, not a prediction of time.
///
/// ```
/// use lab::{Experiment, run_costs};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 4] } }"#).unwrap();
/// let costs = run_costs(&experiment);
/// assert!(costs[1] > costs[0]);
/// ```
pub fn run_costs(experiment: &Experiment) -> Vec<f64> {
    let (d, recipe) = (experiment.task.token_dimension(), &experiment.recipe);
    let cost = |run: Run| {
        let step = run.architecture.step_cost(d, run.T, recipe.batch);
        step * f64::from(recipe.steps)
    };
    runs(experiment).into_iter().map(cost).collect()
}

/// `cohorts` (of indices into [`runs`]) with the most expensive first. Threads that each take the next
/// one then end at about the same time.
///
/// ```
/// use lab::{Experiment, cohorts, longest_first};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2], "T": [8, 64] } }"#).unwrap();
/// let cohorts = cohorts(&experiment);
/// assert_eq!(cohorts, [[0, 1], [2, 3]]);
/// // The runs at T = 64 cost more.
/// assert_eq!(longest_first(&experiment, &cohorts), [[2, 3], [0, 1]]);
/// ```
pub fn longest_first(experiment: &Experiment, cohorts: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let costs = run_costs(experiment);
    let cost = |cohort: &Vec<usize>| cohort.iter().map(|&i| costs[i]).sum::<f64>();
    sorted(cohorts, &|a, b| cost(b).total_cmp(&cost(a)))
}

/// The runs of each of at most `workers` workers, as indices into [`runs`]. The most expensive run goes
/// first, each to the worker with the least work, so that all end at about the same time. No share is
/// empty.
///
/// ```
/// use lab::{Experiment, worker_shares};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3, 4] } }"#).unwrap();
/// let mut places = worker_shares(&experiment, 2).concat();
/// places.sort();
/// assert_eq!(places, [0, 1, 2, 3]);
/// ```
pub fn worker_shares(experiment: &Experiment, workers: usize) -> Vec<Vec<usize>> {
    let costs = run_costs(experiment);
    let order = sorted_indices(costs.len(), &|a, b| costs[b].total_cmp(&costs[a]));
    let mut loads = vec![0.0f64; workers.clamp(1, costs.len().max(1))];
    let mut worker_of = vec![0; costs.len()];
    for i in order {
        let least = (0..loads.len()).min_by(|&a, &b| loads[a].total_cmp(&loads[b]));
        worker_of[i] = least.expect("there is at least one worker");
        loads[worker_of[i]] += costs[i];
    }
    let mut shares = vec![Vec::new(); loads.len()];
    for (i, worker) in worker_of.into_iter().enumerate() {
        shares[worker].push(i);
    }
    shares.retain(|share| !share.is_empty());
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_whole_grid() {
        let mut experiment = Experiment::default();
        experiment.grid.T = vec![8, 16];
        experiment.seeds = vec![3, 4, 5];
        let runs = runs(&experiment);
        assert_eq!(runs.len(), 2 * 5 * 3);
        let distinct: std::collections::HashSet<_> = runs.iter().collect();
        assert_eq!(distinct.len(), runs.len());
    }

    #[test]
    fn a_runs_name_has_every_field_that_is_not_a_default() {
        let name = |text: &str, index: usize| {
            let experiment = Experiment::from_json(text).unwrap();
            runs(&experiment)[index].name()
        };
        assert_eq!(name("{}", 3), "T16-h4-n8-N32-seed0");
        assert_eq!(
            name(
                r#"{ "grid": { "h": [2], "N": [1], "L": [2] }, "seeds": [7] }"#,
                0
            ),
            "T16-h2-n8-N1-L2-seed7"
        );
        assert_eq!(
            name(r#"{ "grid": { "form": "memoriser", "T": [4] } }"#, 0),
            "memoriser-T4-h1-n16-N32-seed0"
        );
        let farthest = r#"{ "task": { "kind": "farthest" }, "grid": { "w": [8] } }"#;
        assert_eq!(name(farthest, 1), "attention-T16-h2-n8-w8-seed0");
        let encoder =
            r#"{ "task": { "kind": "farthest" }, "grid": { "form": "encoder", "L": [3] } }"#;
        assert_eq!(name(encoder, 0), "encoder-T16-h1-n16-N64-L3-seed0");
    }

    #[test]
    fn shares_hold_every_run_once_and_are_even() {
        let experiment = Experiment {
            seeds: vec![0, 1],
            ..Experiment::default()
        };
        let shares = worker_shares(&experiment, 2);
        let mut all: Vec<_> = shares.concat();
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        let runs = runs(&experiment);
        let load = |share: &[usize]| -> f64 {
            share
                .iter()
                .map(|&i| runs[i].architecture.step_cost(4, 16, 128))
                .sum()
        };
        let ratio = load(&shares[0]) / load(&shares[1]);
        assert!((0.9..1.1).contains(&ratio), "{ratio}");
    }

    #[test]
    fn the_longest_training_is_first_and_equal_ones_keep_their_order() {
        let experiment = r#"{ "grid": { "h": [1, 3, 2], "T": [4, 64] }, "seeds": [0, 1] }"#;
        let experiment = Experiment::from_json(experiment).unwrap();
        let alone: Vec<Vec<usize>> = (0..12).map(|index| vec![index]).collect();
        let order = longest_first(&experiment, &alone).concat();
        assert_eq!(order, [8, 9, 10, 11, 6, 7, 2, 3, 4, 5, 0, 1]);
        let by_length = longest_first(&experiment, &cohorts(&experiment));
        assert_eq!(by_length[0], [6, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn cohorts_hold_what_can_be_trained_together() {
        let of = |text: &str| cohorts(&Experiment::from_json(text).unwrap());
        let readers = of(r#"{ "grid": { "h": [1, 2], "T": [4, 8] }, "seeds": [0, 1] }"#);
        assert_eq!(readers, [vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
        let selectors =
            of(r#"{ "task": { "kind": "farthest" }, "grid": { "h": [1, 2] }, "seeds": [0, 1] }"#);
        assert_eq!(selectors, [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn the_number_of_runs_never_wraps() {
        // 2^40 runs of lists that no experiment is read with: 0 in 32 bits.
        let mut experiment = Experiment::default();
        let long = vec![1; 1 << 10];
        experiment.grid.h = long.clone();
        experiment.grid.T = long.clone();
        experiment.grid.family = crate::Family::Reader {
            N: long.clone(),
            size: crate::HeadSize::PerHead(8),
            L: vec![1],
        };
        experiment.seeds = long;
        assert_eq!(count(&experiment), 1 << 40);
    }

    #[test]
    fn there_are_never_more_shares_than_runs() {
        assert_eq!(worker_shares(&Experiment::default(), 64).len(), 5);
        assert_eq!(worker_shares(&Experiment::default(), 0).len(), 1);
    }
}
