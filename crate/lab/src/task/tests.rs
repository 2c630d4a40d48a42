//! What all kinds of tasks have in common: defaults, sizes, JSON, data.

use super::*;
use crate::arbitrary::any_task;
use crate::{Dataset, Experiment, Purpose};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The task in `value`, or all problems as lines.
pub fn read(value: Value) -> Result<Task, String> {
    Experiment::from_value(json!({ "task": value }))
        .map(|experiment| experiment.task)
        .map_err(|problems| problems.to_string())
}

/// Sizes of a task at T = 9: D, numbers in a token, scored tokens, numbers in a target.
type Sizes = (Option<u32>, u32, u32, u32);

/// Every kind with its defaults and its sizes, in the order of `KINDS`.
fn defaults_and_sizes() -> Vec<(Task, Sizes)> {
    vec![
        (Task::MaxSum(MaxSum::default()), (Some(4), 4, 1, 1)),
        (Task::Retrieval(Retrieval::default()), (Some(4), 2, 1, 1)),
        (Task::MinMax(MinMax::default()), (Some(2), 1, 1, 1)),
        (Task::Farthest(Farthest::default()), (None, 16, 9, 16)),
        (Task::Nearest(Nearest::default()), (None, 16, 9, 16)),
    ]
}

#[test]
fn every_kind_has_defaults_and_its_name_comes_first() {
    let expected = defaults_and_sizes();
    assert_eq!(expected.len(), KINDS.len(), "a kind is missing");
    for ((kind, _), (default, _)) in KINDS.into_iter().zip(expected) {
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
fn sizes_and_error_measures_are_those_of_the_papers() {
    for (task, expected) in defaults_and_sizes() {
        let sizes = (
            task.dimension(),
            task.token_dimension(),
            task.scored_tokens(9),
            task.target_dimension(),
        );
        assert_eq!(sizes, expected, "{}", task.kind());
        let measure = match expected.0 {
            Some(_) => "NMSE",
            None => "mean squared distance",
        };
        assert_eq!(task.measure(), measure, "{}", task.kind());
    }
}

#[test]
fn a_field_of_another_kind_is_refused() {
    assert_eq!(
        read(json!({ "kind": "min-max", "D": 2 })).unwrap_err(),
        "task.D is 2, but must be left out: there is no such field here, only kind, seed."
    );
}

fn json_word(word: &str) -> Value {
    word.into()
}

/// Any values under the names of a task's fields.
fn any_fields() -> impl Strategy<Value = Value> {
    let kinds = || prop::sample::select(KINDS.map(|(kind, _)| kind).to_vec());
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<f64>().prop_map(Value::from),
        (0u32..70).prop_map(Value::from),
        kinds().prop_map(json_word),
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
    (kinds(), prop::collection::vec((name, any), 0..6)).prop_map(|(kind, fields)| {
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
    fn valid_tasks_survive_json_and_can_be_drawn((value, _) in any_task(), t in 2u32..9) {
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

fn valid_task() -> impl Strategy<Value = Task> {
    any_task().prop_filter_map("a task that is accepted", |(value, _)| read(value).ok())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn targets_in_rows_are_where_the_extrema_are(task in valid_task(), index in 0u32..100) {
        let t = task.shortest().max(7);
        let sequence = Dataset::draw(&task, Purpose::Validation, t, index, 1).inputs;
        let rows = task.target_rows(t, &sequence, 0);
        for row in &rows {
            prop_assert_eq!(row.values.len(), t as usize);
            for (_, position) in &row.targets {
                prop_assert!(row.values[*position].is_some());
            }
        }
        let mut found: Vec<(usize, usize)> = rows.into_iter().flat_map(|row| row.targets).collect();
        found.sort_unstable();
        let extrema = task.extrema(t, &sequence);
        if task.dimension().is_some() {
            let expected: Vec<(usize, usize)> =
                extrema.iter().map(|at| *at as usize).enumerate().collect();
            prop_assert_eq!(found, expected);
        } else {
            // The answer to token 0, or to the last token where that one asks, is a token.
            let d = task.token_dimension() as usize;
            let answer = &task.targets(t, &sequence)[..d];
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&sequence[found[0].1 * d..][..d], answer);
        }
    }

    #[test]
    fn a_moved_token_has_the_value_it_was_moved_to(task in valid_task(), share in 0.2f64..0.9) {
        let t = task.shortest().max(7);
        let sequence = Dataset::draw(&task, Purpose::Validation, t, 0, 1).inputs;
        for (i, row) in task.target_rows(t, &sequence, 0).into_iter().enumerate() {
            let Some(position) = row.values.iter().position(Option::is_some) else { continue };
            let value = row.range.0 + share * (row.range.1 - row.range.0);
            // The query of a separate one is the last token.
            let query = if task.scored_tokens(t) == 1 { t as usize - 1 } else { 0 };
            let moved = task.moved_token(&sequence, query, i, position, value);
            let now = task.target_rows(t, &moved, query)[i].values[position].unwrap();
            // A token of a cube may meet its wall on the way: then it is as near as it can be.
            let is_in_cube = matches!(task, Task::Retrieval(_));
            let near = 1e-3 * (row.range.1 - row.range.0);
            prop_assert!(is_in_cube || (now - value).abs() < near, "{} {now} {value}", task.kind());
            prop_assert!(moved.iter().all(|x| x.is_finite()));
            let d = task.token_dimension() as usize;
            for (other, token) in moved.chunks_exact(d).enumerate() {
                prop_assert!(other == position || token == &sequence[other * d..][..d]);
            }
        }
    }
}
