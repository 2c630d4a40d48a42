//! The point of it all: training finds the cliff where the theory puts it. Run in release.

use engine::{Cohort, Engine};
use lab::{Experiment, summarise};
use serde_json::json;

use crate::now;

/// Paper 1's task at its own sizes (T=16, n=8, N=32), with the page's own recipe.
fn transition(dimension: u32, heads: [u32; 2]) -> (Option<u32>, f64) {
    let experiment = Experiment::from_value(json!({
        "task": { "D": dimension },
        "grid": { "h": heads },
        "seeds": [0, 1, 2],
    }))
    .unwrap();
    let engine = Engine::cpu();
    let mut outcomes = Vec::new();
    for index in 0..lab::runs(&experiment).len() {
        let mut cohort = Cohort::new(&experiment, &[index], &engine).unwrap();
        while !cohort.is_done() {
            now(cohort.advance(100)).unwrap();
        }
        outcomes.extend(now(cohort.outcomes()).unwrap());
    }
    let found = &summarise(&outcomes).transitions[0];
    (found.h, found.drop.unwrap_or(1.0))
}

#[test]
fn the_cliff_is_at_four_heads_for_four_maxima() {
    let (h, drop) = transition(4, [3, 4]);
    assert_eq!(h, Some(4));
    assert!(drop >= 10.0, "the median error fell only {drop:.1}-fold");
}
