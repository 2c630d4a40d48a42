//! Arbitrary valid experiments for property tests: every kind of task, every form, every field.
//! Invalid ones are made by the tests that need them.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::capacity::fits_anywhere;
use crate::experiment::Experiment;
use crate::grid::kinds_and_forms;

/// Whole numbers from 1 to `most`, small ones as often as large ones.
fn up_to(most: u32) -> impl Strategy<Value = u32> {
    (0..=most.ilog2()).prop_flat_map(move |k| (1u32 << k)..=most.min((2 << k) - 1))
}

/// A few different whole numbers from 1 to `most`.
fn list(most: u32) -> impl Strategy<Value = Value> {
    prop::collection::hash_set(up_to(most), 1..4)
        .prop_map(|set| set.into_iter().collect::<Vec<u32>>().into())
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    select(words).prop_map(Value::from)
}

/// A task of any kind, and the dimension of its tokens. A few are refused: those with two rows of
/// directions that point the same way.
pub(crate) fn any_task() -> impl Strategy<Value = (Value, u32)> {
    let seed = || prop_oneof![Just(0), any::<u32>()];
    let rows = (1usize..5, 2usize..7).prop_flat_map(|(rows, columns)| {
        let row = prop::collection::vec(prop_oneof![-1e6..1e6, -1.0..1.0], columns);
        prop::collection::vec(row, rows)
    });
    prop_oneof![
        (up_to(32), 0u32..=32, seed()).prop_map(|(dim, more, seed)| {
            let d = dim + more;
            (json!({ "D": dim, "d": d, "seed": seed }), d)
        }),
        (up_to(32), 2u32..=64, seed()).prop_map(|(dim, d, seed)| {
            (
                json!({ "D": dim, "d": d, "directions": "gaussian", "seed": seed }),
                d,
            )
        }),
        rows.prop_map(|rows| (json!({ "directions": rows }), rows[0].len() as u32)),
        (
            (1u32..=6, 2u32..=8, seed()),
            word(&["bowl", "well", "log"]),
            word(&["all", "blocks", "random"]),
            word(&["sum", "product", "smooth"]),
        )
            .prop_map(|((dim, d, seed), feature, subsets, outer)| {
                let width = d + u32::from(subsets != "all");
                let task = json!({
                    "kind": "retrieval", "D": dim, "d": d, "seed": seed,
                    "feature": feature, "subsets": subsets, "outer": outer,
                });
                (task, width)
            }),
        seed().prop_map(|seed| (json!({ "kind": "min-max", "seed": seed }), 1)),
        (2u32..=64, seed())
            .prop_map(|(d, seed)| (json!({ "kind": "farthest", "d": d, "seed": seed }), d)),
        (2u32..=64, word(&["self", "separate"]), seed()).prop_map(|(d, queries, seed)| {
            (
                json!({ "kind": "nearest", "d": d, "queries": queries, "seed": seed }),
                d,
            )
        }),
    ]
}

/// A grid of paper 1's forms for tokens of dimension `d`.
fn any_grid_of_paper_1(d: u32) -> impl Strategy<Value = Value> {
    let layers = select(vec![vec![1], vec![2], vec![1, 2], vec![2, 1]]);
    let size = prop_oneof![
        Just(json!({})),
        up_to(256).prop_map(|n| json!({ "n": n })),
        up_to(1024).prop_map(|e| json!({ "E": e })),
    ];
    let reader = (list(64), list(1024), list(1024), size, layers).prop_map(
        |(h, lengths, widths, mut grid, layers)| {
            grid["h"] = h;
            grid["T"] = lengths;
            grid["N"] = widths;
            grid["L"] = layers.into();
            grid
        },
    );
    let memoriser = (up_to(256 / d), 0u32..=4, list(1024)).prop_map(move |(t, more, widths)| {
        let mut grid = json!({ "form": "memoriser", "T": [t], "N": widths });
        match more {
            0 => {}
            1 => grid["E"] = (t * d + more).into(),
            _ => grid["n"] = (t * d + more).min(256).into(),
        }
        grid
    });
    prop_oneof![2 => reader, 1 => memoriser]
}

/// A grid of paper 2's forms for tokens of dimension `d`.
fn any_grid_of_paper_2(d: u32) -> impl Strategy<Value = Value> {
    let divisors: Vec<u32> = (1..=d).filter(|h| d.is_multiple_of(*h)).collect();
    let most = divisors.len().min(4);
    let heads = prop::sample::subsequence(divisors, 1..=most).prop_shuffle();
    let lengths = list(1023).prop_map(|list| {
        let longer = |t: &Value| t.as_u64().map(|t| t + 1);
        Value::from_iter(list.as_array().into_iter().flatten().map(longer))
    });
    let layers = select(vec![vec![1], vec![3, 1], vec![1, 2, 3]]);
    (heads, lengths, list(64), list(1024), layers, any::<bool>()).prop_map(
        |(h, lengths, sides, widths, layers, encoder)| {
            let mut grid = json!({ "h": h, "T": lengths, "w": sides });
            if encoder {
                grid["form"] = "encoder".into();
                grid["N"] = widths;
                grid["L"] = layers.into();
            }
            grid
        },
    )
}

fn any_recipe() -> impl Strategy<Value = Value> {
    let share = || prop_oneof![Just(0.0), Just(1.0), 0.0..=1.0];
    (
        (up_to(1_000_000), up_to(8192), 0u32..20_000, 2u32..=100_000),
        (prop_oneof![1e-9..1e-3, 1e-3..10.0], share(), share()),
        (0.0..1.0, 0.0..1.0, word(&["fixed", "fresh"])),
        (1u32..=1000, prop_oneof![Just(0.0), 0.0..1.0]),
    )
        .prop_map(|(counts, rates, (beta1, beta2, data), (points, target))| {
            let (steps, batch, more, validation) = counts;
            let (rate, warm_up, weight_decay) = rates;
            json!({
                "steps": steps, "batch": batch, "trainSequences": batch + more,
                "validationSequences": validation, "learningRate": rate, "warmUp": warm_up,
                "weightDecay": weight_decay, "beta1": beta1, "beta2": beta2, "data": data,
                "curvePoints": points, "target": target,
            })
        })
}

/// Any experiment that is valid, except that it may be too large for every engine. About half of them
/// have the default recipe.
pub(crate) fn any_sized_experiment() -> impl Strategy<Value = Experiment> {
    let task_and_grid = any_task().prop_flat_map(|(task, d)| {
        let has_form = |form| {
            kinds_and_forms()
                .iter()
                .any(|of| task["kind"] == of.0 && of.1 == form)
        };
        let grid = if has_form("attention") {
            any_grid_of_paper_2(d).boxed()
        } else {
            any_grid_of_paper_1(d).boxed()
        };
        (Just(task), prop_oneof![1 => Just(json!({})), 4 => grid])
    });
    let recipe = prop_oneof![Just(json!({})), any_recipe()];
    let seeds = prop_oneof![
        Just(vec![0u32]),
        prop::collection::hash_set(any::<u32>(), 1..20).prop_map(|set| set.into_iter().collect()),
    ];
    (task_and_grid, recipe, seeds).prop_filter_map(
        "a task that is refused",
        |((task, grid), recipe, seeds)| {
            let given = json!({ "task": task, "grid": grid, "recipe": recipe, "seeds": seeds });
            Experiment::read(given).ok()
        },
    )
}

/// Any valid experiment.
pub(crate) fn any_experiment() -> impl Strategy<Value = Experiment> {
    any_sized_experiment().prop_filter("too large for every engine", |experiment| {
        fits_anywhere(experiment).is_ok()
    })
}

#[test]
fn every_kind_and_form_occurs() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for _ in 0..1000 {
        let experiment = any_experiment().new_tree(&mut runner).unwrap().current();
        let json = serde_json::to_value(&experiment).unwrap();
        let rows = json["task"]["directions"].is_array();
        for name in [
            format!("{} {}", json["task"]["kind"], json["grid"]["form"]),
            format!("given directions: {rows}"),
            format!("E: {}", json["grid"]["E"].is_number()),
            format!("data: {}", json["recipe"]["data"]),
            format!("seeds: {}", experiment.seeds.len() > 1),
        ] {
            *seen.entry(name).or_default() += 1;
        }
    }
    for (kind, form) in kinds_and_forms() {
        let name = format!("\"{kind}\" \"{form}\"");
        assert!(seen.contains_key(&name), "no {name} in {seen:?}");
    }
    // And four properties with two values.
    assert_eq!(seen.len(), kinds_and_forms().len() + 4 * 2, "{seen:?}");
    assert!(seen.values().all(|count| *count > 10), "{seen:?}");
}
