//! Grids: their architectures, and what is refused.

use crate::{Architecture, Experiment};
use serde_json::{Value, json};

fn experiment(given: Value) -> Experiment {
    Experiment::from_value(given).unwrap()
}

fn problems(given: Value) -> Vec<String> {
    let problems = Experiment::from_value(given).expect_err("it was accepted");
    problems.listed().iter().map(ToString::to_string).collect()
}

fn architectures(experiment: &Experiment) -> Vec<Architecture> {
    let runs = crate::runs(experiment);
    runs.iter().map(|run| run.architecture).collect()
}

#[test]
fn heads_may_share_an_embedding() {
    let given = experiment(json!({ "grid": { "E": 32 } }));
    let sizes: Vec<u32> = architectures(&given).iter().map(|a| a.n).collect();
    assert_eq!(sizes, [32, 16, 11, 8, 7]);
    assert_eq!(
        problems(json!({ "grid": { "n": 8, "E": 32 } })),
        ["grid.E is 32, but must be left out where n is given: one follows from the other."]
    );
}

#[test]
fn layers_are_varied_like_everything_else() {
    let given = experiment(json!({ "grid": { "h": [1, 2], "L": [1, 2] } }));
    let sizes: Vec<_> = architectures(&given).iter().map(|a| (a.L, a.h)).collect();
    assert_eq!(sizes, [(1, 1), (1, 2), (2, 1), (2, 2)]);
    assert_eq!(Experiment::from_json(&given.to_json()), Ok(given));
    assert_eq!(
        problems(json!({ "grid": { "L": [3] } })),
        ["grid.L[0] is 3, but must be a whole number from 1 to 2."]
    );
}

#[test]
fn a_memoriser_has_one_head_as_wide_as_the_sequence() {
    let given = experiment(json!({ "grid": { "form": "memoriser", "T": [4, 8] } }));
    let sizes: Vec<_> = architectures(&given).iter().map(|a| (a.h, a.n)).collect();
    // Tokens of dimension 4, at most 8 of them.
    assert_eq!(sizes, [(1, 32), (1, 32)]);
    assert_eq!(Experiment::from_json(&given.to_json()), Ok(given));
    let wrong = json!({ "grid": { "form": "memoriser", "h": [2], "n": 63, "L": [1] } });
    assert_eq!(
        problems(wrong),
        [
            "grid.h[0] is 2, but must be 1 where form is \"memoriser\": the theorem is about one head.",
            "grid.n is 63, but must be at least T·4 = 64 where form is \"memoriser\": the head has to hold the whole sequence.",
            "grid.L is [1], but must be left out: there is no such field here, only form, h, T, N, n, E.",
        ]
    );
    assert_eq!(
        problems(json!({ "grid": { "form": "memoriser", "T": [65] } })),
        [
            "grid.T is 65, but must be at most 64 where form is \"memoriser\": its head has at least T·4 dimensions, and at most 256."
        ]
    );
}

#[test]
fn heads_of_paper_2_share_the_width_of_a_token() {
    let task = json!({ "kind": "farthest", "d": 12 });
    let given = experiment(json!({ "task": task, "grid": { "h": [1, 3], "w": [1, 2] } }));
    let sizes: Vec<_> = architectures(&given)
        .iter()
        .map(|a| (a.h, a.n, a.N, a.w))
        .collect();
    assert_eq!(
        sizes,
        [(1, 12, 0, 1), (3, 4, 0, 1), (1, 12, 0, 2), (3, 4, 0, 2)]
    );
    assert_eq!(Experiment::from_json(&given.to_json()), Ok(given));
    let wrong = json!({ "task": task, "grid": { "h": [5], "n": 8 } });
    assert_eq!(
        problems(wrong),
        [
            "grid.h[0] is 5, but must be a divisor of task.d, which is 12: a head has rank d/h.",
            "grid.n is 8, but must be left out: there is no such field here, only form, h, T, w.",
        ]
    );
}

#[test]
fn an_encoder_has_layers_and_hidden_widths() {
    let task = json!({ "kind": "farthest", "d": 8 });
    let grid = json!({ "form": "encoder", "h": [2], "L": [1, 3], "N": [16] });
    let given = experiment(json!({ "task": task, "grid": grid }));
    let sizes: Vec<_> = architectures(&given)
        .iter()
        .map(|a| (a.L, a.n, a.N))
        .collect();
    assert_eq!(sizes, [(1, 4, 16), (3, 4, 16)]);
    assert_eq!(Experiment::from_json(&given.to_json()), Ok(given));
}

#[test]
fn a_form_of_the_other_paper_is_refused() {
    assert_eq!(
        problems(json!({ "grid": { "form": "encoder" } })),
        ["grid.form is \"encoder\", but must be \"reader\" or \"memoriser\"."]
    );
}

#[test]
fn a_size_that_heads_cannot_share_evenly_is_said() {
    let said = |grid: Value| {
        let experiment = crate::Experiment::from_value(json!({ "grid": grid })).unwrap();
        experiment.grid.rounded_heads()
    };
    assert_eq!(
        said(json!({ "h": [1, 2, 5], "E": 7 })).unwrap(),
        "Rounded up: 2 heads have 4 each, 8 in all; 5 heads have 2 each, 10 in all."
    );
    assert_eq!(said(json!({ "h": [1, 2, 4], "E": 8 })), None);
    assert_eq!(said(json!({ "h": [1, 2, 5], "n": 7 })), None);
}
