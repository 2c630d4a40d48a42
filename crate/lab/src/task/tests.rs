//! What all kinds of tasks have in common: defaults, sizes, JSON, data.

use super::*;
use crate::{Dataset, Experiment, Purpose};
use proptest::prelude::*;
use serde_json::{Value, json};

const KINDS: [&str; 5] = ["max-sum", "retrieval", "min-max", "farthest", "nearest"];

/// The task in `value`, or all problems as lines.
pub fn read(value: Value) -> Result<Task, String> {
    Experiment::from_value(json!({ "task": value }))
        .map(|experiment| experiment.task)
        .map_err(|problems| problems.to_string())
}

#[test]
fn every_kind_has_defaults_and_its_name_comes_first() {
    let defaults = [
        Task::MaxSum(MaxSum::default()),
        Task::Retrieval(Retrieval::default()),
        Task::MinMax(MinMax::default()),
        Task::Farthest(Farthest::default()),
        Task::Nearest(Nearest::default()),
    ];
    for (kind, default) in KINDS.into_iter().zip(defaults) {
        let task = read(json!({ "kind": kind })).unwrap();
        assert_eq!(task, default);
        assert_eq!(task.kind(), kind);
        let text = serde_json::to_string(&task).unwrap();
        assert!(
            text.starts_with(&format!(r#"{{"kind":"{kind}","#)),
            "{text}"
        );
    }
    assert_eq!(read(json!({})), Ok(Task::default()));
    assert_eq!(
        serde_json::to_string(&Task::default()).unwrap(),
        r#"{"kind":"max-sum","D":4,"d":4,"directions":"orthonormal","seed":0}"#
    );
}

#[test]
fn dimensions_are_those_of_the_papers() {
    let sizes = KINDS.map(|kind| {
        let task = read(json!({ "kind": kind })).unwrap();
        (
            task.dimension(),
            task.token_dimension(),
            task.scored_tokens(9),
            task.target_dimension(),
        )
    });
    assert_eq!(
        sizes,
        [
            (Some(4), 4, 1, 1),
            (Some(4), 2, 1, 1),
            (Some(2), 1, 1, 1),
            (None, 16, 9, 16),
            (None, 16, 9, 16),
        ]
    );
}

#[test]
fn error_measures_are_those_of_the_papers() {
    let measures = KINDS.map(|kind| read(json!({ "kind": kind })).unwrap().measure());
    let [paper_1, paper_2] = ["NMSE", "mean squared distance"];
    assert_eq!(measures, [paper_1, paper_1, paper_1, paper_2, paper_2]);
}

#[test]
fn a_field_of_another_kind_is_refused() {
    assert_eq!(
        read(json!({ "kind": "min-max", "D": 2 })).unwrap_err(),
        "task.D is 2, but must be left out: there is no such field here, only kind, seed."
    );
}

/// Tasks of every kind, most of them valid.
fn any_task() -> impl Strategy<Value = Value> {
    let word = |words: &'static [&'static str]| prop::sample::select(words).prop_map(json_word);
    let row = prop::collection::vec(-3.0..3.0, 3);
    let directions = prop_oneof![
        word(&["orthonormal", "gaussian", "riddle"]),
        prop::collection::vec(row, 1..4).prop_map(|rows| json!(rows)),
    ];
    let seed = any::<u32>();
    prop_oneof![
        (0u32..34, 0u32..66, directions.clone(), seed).prop_map(|(dim, d, a, seed)| {
            json!({ "kind": "max-sum", "D": dim, "d": d, "directions": a, "seed": seed })
        }),
        (directions, seed)
            .prop_map(|(a, seed)| { json!({ "kind": "max-sum", "directions": a, "seed": seed }) }),
        (
            (1u32..8, 1u32..6, seed),
            word(&["bowl", "well", "log"]),
            word(&["all", "blocks", "random"]),
            word(&["sum", "product", "smooth"]),
        )
            .prop_map(|((dim, d, seed), feature, subsets, outer)| {
                json!({
                    "kind": "retrieval", "D": dim, "d": d, "seed": seed,
                    "feature": feature, "subsets": subsets, "outer": outer,
                })
            }),
        seed.prop_map(|seed| json!({ "kind": "min-max", "seed": seed })),
        (1u32..66, seed).prop_map(|(d, seed)| json!({ "kind": "farthest", "d": d, "seed": seed })),
        (1u32..66, word(&["self", "separate"]), seed).prop_map(|(d, queries, seed)| {
            json!({ "kind": "nearest", "d": d, "queries": queries, "seed": seed })
        }),
    ]
}

fn json_word(word: &str) -> Value {
    word.into()
}

/// Any values under the names of a task's fields.
fn any_fields() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<f64>().prop_map(Value::from),
        (0u32..70).prop_map(Value::from),
        prop::sample::select(&KINDS[..]).prop_map(json_word),
        prop::sample::select(&["gaussian", "blocks", "self", "log"][..]).prop_map(json_word),
    ];
    let any = leaf.prop_recursive(3, 30, 5, |inner| {
        prop::collection::vec(inner, 0..5).prop_map(Value::from)
    });
    let names = &[
        "kind",
        "D",
        "d",
        "directions",
        "seed",
        "feature",
        "subsets",
        "outer",
        "queries",
    ];
    let name = prop::sample::select(&names[..]).prop_map(String::from);
    (
        prop::sample::select(&KINDS[..]),
        prop::collection::vec((name, any), 0..6),
    )
        .prop_map(|(kind, fields)| {
            let kind = ("kind".to_string(), kind.into());
            std::iter::once(kind).chain(fields).collect()
        })
}

proptest! {
    #[test]
    fn no_task_panics(value in any_fields()) {
        let _ = read(value);
    }

    #[test]
    fn valid_tasks_survive_json_and_can_be_drawn(value in any_task(), t in 2u32..9) {
        if let Ok(task) = read(value) {
            let text = serde_json::to_string(&task).unwrap();
            prop_assert_eq!(read(serde_json::from_str(&text).unwrap()), Ok(task.clone()));
            let set = Dataset::draw(&task, Purpose::Training, t, 0, 3);
            let tokens = 3 * t * task.token_dimension();
            prop_assert_eq!(set.inputs.len(), tokens as usize);
            let targets = 3 * task.scored_tokens(t) * task.target_dimension();
            prop_assert_eq!(set.targets.len(), targets as usize);
            prop_assert!(set.targets.iter().all(|y| y.is_finite()));
            let extrema = task.extrema(t, &set.inputs);
            prop_assert_eq!(extrema.len(), 3 * task.dimension().unwrap_or(0) as usize);
            prop_assert!(extrema.iter().all(|at| *at < t));
            prop_assert!(task.sentence().ends_with('.'));
        }
    }
}
