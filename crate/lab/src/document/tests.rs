//! Documents that are read, and documents that are refused with the sentence that says why.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::arbitrary::any_experiment;
use crate::plan::runs;

/// A document of an experiment, with one outcome for each run.
fn document_of(experiment: &Experiment) -> Value {
    let d = experiment.task.token_dimension();
    let outcome = |run: Run| {
        json!({
            "run": run, "parameters": run.architecture.parameters(d, run.T),
            "steps": experiment.recipe.steps, "stopped": "finished", "nmse": 0.25, "curve": [[0, 1.5]],
        })
    };
    let outcomes: Vec<Value> = runs(experiment).into_iter().map(outcome).collect();
    let engine = "CPU · SIMD";
    json!({ "version": 1, "experiment": experiment, "engine": engine, "outcomes": outcomes })
}

fn three_runs() -> Value {
    let experiment = json!({
        "grid": { "h": [1, 2, 3] }, "recipe": { "steps": 200, "curvePoints": 2 },
    });
    document_of(&Experiment::from_value(experiment).unwrap())
}

/// The sentences that refuse the document with a change.
fn refusal(change: impl FnOnce(&mut Value)) -> String {
    let mut document = three_runs();
    change(&mut document);
    let refused = Outcomes::from_json(&document.to_string());
    refused.expect_err("refused").to_string()
}

#[test]
fn a_document_is_put_in_order_and_what_follows_is_computed_anew() {
    let mut given = three_runs();
    given["outcomes"].as_array_mut().unwrap().reverse();
    given["outcomes"][0]["parameters"] = json!(7);
    given["summary"] = json!({ "groups": "none" });
    let read = Outcomes::from_json(&given.to_string()).unwrap();
    let heads: Vec<u32> = read.outcomes.iter().map(|o| o.run.architecture.h).collect();
    assert_eq!(heads, [1, 2, 3]);
    assert_eq!(
        read.outcomes[2].parameters,
        read.outcomes[2].run.architecture.parameters(4, 16)
    );
    assert_eq!(read.summary.groups.len(), 3);
    // And it survives its own JSON.
    let again = Outcomes::from_json(&serde_json::to_string(&read).unwrap()).unwrap();
    assert_eq!(again.outcomes, read.outcomes);
    assert_eq!(
        (again.experiment, again.engine),
        (read.experiment, read.engine)
    );
}

#[test]
fn the_recorded_documents_are_read() {
    for text in [
        include_str!("../../../../www/content/recorded/max-sum.json"),
        include_str!("../../../../www/content/recorded/farthest.json"),
    ] {
        let read = Outcomes::from_json(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text.trim());
    }
}

#[test]
fn results_of_other_runs_than_the_experiments_are_refused() {
    let other = refusal(|document| document["outcomes"][1]["run"]["h"] = json!(9));
    assert_eq!(
        other,
        "outcomes[1].run is {\"N\":32,\"T\":16,\"h\":9,\"n\":8,\"seed\":0}, but must be a run of the \
         experiment."
    );
    let seed = refusal(|document| document["outcomes"][2]["run"]["seed"] = json!(5));
    assert!(seed.starts_with("outcomes[2].run is ") && seed.ends_with("a run of the experiment."));
    let twice = refusal(|document| document["outcomes"][2] = document["outcomes"][0].clone());
    assert!(
        twice.ends_with("but must be a run of its own: outcomes[0] has the same."),
        "{twice}"
    );
    let more = refusal(|document| {
        let outcomes = document["outcomes"].as_array_mut().unwrap();
        outcomes.extend(outcomes.clone());
    });
    assert_eq!(
        more,
        "outcomes is \"6 outcomes\", but must be at most 3, one for each run of the experiment."
    );
    let missing = |document: &mut Value| {
        document["outcomes"].as_array_mut().unwrap().remove(1);
    };
    assert_eq!(
        refusal(missing),
        "outcomes is \"2 outcomes\", but must be those of all 3 runs of the experiment: \
         T16-h2-n8-N32-seed0 is missing, so train it to its end first."
    );
    let mut part = three_runs();
    missing(&mut part);
    let part = Outcomes::part_from_json(&part.to_string()).unwrap();
    assert_eq!(part.outcomes.len(), 2);
}

#[test]
fn results_without_a_valid_experiment_are_refused() {
    let none =
        "experiment is null, but must be given: results without their experiment say nothing.";
    assert_eq!(
        refusal(|document| document["experiment"] = Value::Null),
        none
    );
    let removed = |document: &mut Value| {
        document.as_object_mut().unwrap().remove("experiment");
    };
    assert_eq!(refusal(removed), none);
    assert_eq!(
        refusal(|document| document["experiment"]["grid"]["h"] = json!([0])),
        "grid.h[0] is 0, but must be a whole number from 1 to 64."
    );
    assert_eq!(
        refusal(|document| document["version"] = json!(2)),
        "version is 2, but must be 1, the newest version known here."
    );
    for (text, sentence) in [
        ("", "document is \"\", but must be JSON ("),
        ("[]", "document is [], but must be an object"),
        ("null", "document is null, but must be an object"),
        ("{}", "experiment is null"),
        (
            r#"{ "experiment": {} }"#,
            "outcomes is null, but must be a list.",
        ),
        (
            r#"{ "experiment": {}, "outcomes": [3] }"#,
            "outcomes[0] is 3, but must be an object",
        ),
        (
            r#"{ "experiment": {}, "outcomes": [], "engine": 3 }"#,
            "engine is 3, but must be a name",
        ),
    ] {
        let refused = Outcomes::from_json(text).unwrap_err().to_string();
        assert!(refused.starts_with(sentence), "{refused}");
    }
}

#[test]
fn what_no_training_ends_with_is_refused() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 14] = [
        (
            |o| o["steps"] = json!(201),
            "outcomes[0].steps is 201, but must be at most recipe.steps, which is 200.",
        ),
        (
            |o| o["nmse"] = json!(-1),
            "outcomes[0].nmse is -1.0, but must be a number not below 0, as the run did not diverge.",
        ),
        (
            |o| o["nmse"] = Value::Null,
            "outcomes[0].nmse is null, but must be a number not below 0, as the run did not diverge.",
        ),
        (
            |o| o["stopped"] = json!("diverged"),
            "outcomes[0].nmse is 0.25, but must be left out: the run diverged.",
        ),
        (
            |o| o["curve"] = json!([[0, 1], [10, 1], [20, 1], [30, 1]]),
            "outcomes[0].curve is \"4 points\", but must be at most recipe.curvePoints + 1 = 3 points.",
        ),
        (
            |o| o["curve"] = json!([[10, 1], [10, 1]]),
            "outcomes[0].curve[1] is [10,1.0], but must be a step from 11 to 200 and an error not \
             below 0: steps rise along a curve.",
        ),
        (
            |o| o["curve"] = json!([[201, 1]]),
            "outcomes[0].curve[0] is [201,1.0], but must be a step from 0 to 200 and an error not \
             below 0: steps rise along a curve.",
        ),
        (
            |o| o["curve"] = json!([[0, -1]]),
            "outcomes[0].curve[0] is [0,-1.0], but must be a step from 0 to 200 and an error not \
             below 0: steps rise along a curve.",
        ),
        (
            |o| o["stopped"] = json!("bored"),
            "outcomes[0].stopped is \"bored\", but must be \"finished\" or \"reached\" or",
        ),
        (
            |o| o["stopped"] = Value::Null,
            "outcomes[0].stopped is null, but must be \"finished\" or",
        ),
        (
            |o| o["run"]["h"] = json!("x"),
            "outcomes[0].run.h is \"x\", but must be a whole number from 0 to 4294967295.",
        ),
        (
            |o| o["run"] = Value::Null,
            "outcomes[0].run.seed is null, but must be a whole number from 0 to 4294967295.",
        ),
        (
            |o| o["curve"] = json!([[0, 1], [1]]),
            "outcomes[0].curve[1] is [1], but must be a step and an error.",
        ),
        (
            |o| o["nmse"] = json!([]),
            "outcomes[0].nmse is [], but must be a number or null.",
        ),
    ];
    for (change, sentence) in changes {
        let refused = refusal(|document| change(&mut document["outcomes"][0]));
        assert!(refused.contains(sentence), "{refused}");
    }
}

#[test]
fn deep_nesting_is_refused_wherever_it_is() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let text = three_runs().to_string();
    let with = |place: &str, other: String| {
        let changed = text.replacen(place, &other, 1);
        assert_ne!(changed, text);
        Outcomes::from_json(&changed).unwrap_err().to_string()
    };
    for refused in [
        with(r#""T":16"#, format!(r#""T":16,"x":{deep}"#)),
        with(
            r#""experiment":{"#,
            format!(r#""experiment":{{"x":{deep},"#),
        ),
        with(r#""version":1"#, format!(r#""version":{deep}"#)),
        with(r#""nmse":0.25"#, format!(r#""nmse":{deep}"#)),
    ] {
        assert!(refused.contains("recursion limit exceeded"), "{refused}");
    }
}

proptest! {
    #[test]
    fn documents_of_any_experiment_are_read(experiment in any_experiment()) {
        let read = Outcomes::from_json(&document_of(&experiment).to_string()).unwrap();
        prop_assert_eq!(read.outcomes.len(), runs(&experiment).len());
        prop_assert_eq!(read.experiment, experiment);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = Outcomes::part_from_json(&text);
    }
}
