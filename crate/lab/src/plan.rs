//! From an experiment to its runs, and from runs to cohorts and to shares for workers.

use serde::{Deserialize, Serialize};

use crate::architecture::{Architecture, Form};
use crate::experiment::Experiment;

/// One architecture + one seed, on sequences of one length.
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
pub(crate) fn count(experiment: &Experiment) -> usize {
    experiment.grid.count() * experiment.seeds.len()
}

/// Every run of the experiment. Elsewhere a run is named by its index in this list.
#[allow(non_snake_case)]
pub fn runs(experiment: &Experiment) -> Vec<Run> {
    let grid = &experiment.grid;
    let d = experiment.task.token_dimension();
    let mut runs = Vec::with_capacity(count(experiment));
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

/// The runs of each of at most `workers` workers, as indices into [`runs`]. The most expensive run goes
/// first, each to the worker with the least work, so that all end at about the same time. No share is
/// empty.
pub fn worker_shares(experiment: &Experiment, workers: usize) -> Vec<Vec<usize>> {
    let runs = runs(experiment);
    let cost = |i: usize| {
        let run: &Run = &runs[i];
        let d = experiment.task.token_dimension();
        run.architecture
            .step_cost(d, run.T, experiment.recipe.batch)
    };
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by(|&a, &b| cost(b).total_cmp(&cost(a)));
    let mut loads = vec![0.0f64; workers.clamp(1, runs.len().max(1))];
    let mut worker_of = vec![0; runs.len()];
    for i in order {
        let least = (0..loads.len()).min_by(|&a, &b| loads[a].total_cmp(&loads[b]));
        worker_of[i] = least.expect("there is at least one worker");
        loads[worker_of[i]] += cost(i);
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
    fn cohorts_hold_what_can_be_trained_together() {
        let of = |text: &str| cohorts(&Experiment::from_json(text).unwrap());
        let readers = of(r#"{ "grid": { "h": [1, 2], "T": [4, 8] }, "seeds": [0, 1] }"#);
        assert_eq!(readers, [vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
        let selectors =
            of(r#"{ "task": { "kind": "farthest" }, "grid": { "h": [1, 2] }, "seeds": [0, 1] }"#);
        assert_eq!(selectors, [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn there_are_never_more_shares_than_runs() {
        assert_eq!(worker_shares(&Experiment::default(), 64).len(), 5);
        assert_eq!(worker_shares(&Experiment::default(), 0).len(), 1);
    }
}
