//! `Experiment` as a handle: what it answers, and what it refuses.

use page::{JsExperiment, field_specs, theory_sentence};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{experiment, json_of, ok};

#[wasm_bindgen_test]
fn what_is_refused_is_a_list_of_problems() {
    let error = JsExperiment::from_json(r#"{ "grid": { "h": [0] }, "recipe": { "steps": "x" } }"#);
    let error: JsValue = error.err().unwrap();
    let problems = js_sys::Reflect::get(&error, &"problems".into()).unwrap();
    let allowed = [
        "a whole number from 1 to 64",
        "a whole number from 1 to 1000000",
    ];
    assert_eq!(
        json_of(problems),
        json!([
            { "field": "grid.h[0]", "given": 0, "allowed": allowed[0], "sentence": format!("grid.h[0] is 0, but must be {}.", allowed[0]),
              "repairs": [{ "label": "Use 1", "changes": [{ "path": "grid.h", "value": [1] }] }] },
            { "field": "recipe.steps", "given": "x", "allowed": allowed[1], "sentence": format!("recipe.steps is \"x\", but must be {}.", allowed[1]), "repairs": [] },
        ])
    );
    let message = js_sys::Error::from(error).message();
    assert_eq!(String::from(message).lines().count(), 2);
}

#[wasm_bindgen_test]
fn an_experiment_goes_through_its_link() {
    let given = experiment(json!({ "grid": { "h": [1, 4] }, "seeds": [0, 1] }));
    assert_eq!(given.to_query(), "v=1&h=1,4&seeds=0,1");
    assert_eq!(given.name(), "4 maxima, 2 seeds, h = 1, 4");
    let read = ok(JsExperiment::from_query(&format!("?{}", given.to_query())));
    assert!(read.equals(&given) && read.has_same_task(&given) && !read.is_secret());
    assert!(JsExperiment::from_query("h=0").is_err());
    let again = ok(JsExperiment::from_json(&given.json()));
    assert!(again.equals(&given));
    assert_eq!(json_of(ok(given.to_fields()))["grid"]["h"], json!([1, 4]));
}

#[wasm_bindgen_test]
fn a_mystery_tells_nothing_until_it_is_revealed() {
    let mystery = JsExperiment::draw_mystery(3);
    let word = ok(mystery.to_mystery());
    let read = ok(JsExperiment::from_mystery(&word));
    assert!(read.is_secret() && read.equals(&mystery) && read.has_dimension());
    assert_eq!(
        (read.dimension(), read.task_sentence(), read.name()),
        (None, String::new(), "Mystery".into())
    );
    let open = read.revealed();
    assert!(!open.is_secret() && open.dimension().is_some() && !open.task_sentence().is_empty());
    assert!(open.hidden().is_secret());
    let next = ok(read.find_d(js_sys::Array::new().into()));
    let next = js_sys::Reflect::get(&next, &"experiment".into()).unwrap();
    let secret = js_sys::Reflect::get(&next, &"isSecret".into()).unwrap();
    assert_eq!(secret, JsValue::TRUE, "what is trained next is secret too");
}

#[wasm_bindgen_test]
fn runs_have_names_and_shares() {
    let given = experiment(json!({ "grid": { "h": [1, 4] }, "seeds": [0, 1] }));
    assert_eq!(given.run_names()[2], "T16-h4-n8-N32-seed0");
    let shares = json_of(ok(given.split(2)));
    assert_eq!(shares.as_array().unwrap().len(), 2);
    assert_eq!(json_of(ok(given.cohorts())), json!([[0, 1, 2, 3]]));
    assert_eq!((given.head_size(3), given.dimension()), (8, Some(4)));
    assert!(given.paper_table().unwrap().starts_with("table 2"));
    assert!(
        experiment(json!({ "task": { "kind": "min-max" } }))
            .paper_table()
            .is_none()
    );
}

#[wasm_bindgen_test]
fn memory_is_told_with_what_does_not_fit() {
    let seeds: Vec<u32> = (0..100).collect();
    let given = experiment(json!({ "seeds": seeds }));
    let memory = |buffer| json_of(ok(given.memory(2, buffer)));
    let guaranteed = memory(None);
    assert!(guaranteed["cpu"].as_f64() > Some(1e6), "{guaranteed}");
    assert_eq!(guaranteed["largestBufferIs"], "hidden activations");
    assert!(guaranteed["cpuProblem"].is_null(), "{guaranteed}");
    assert!(guaranteed["webgpuProblem"].is_string(), "{guaranteed}");
    assert!(memory(Some(1e9))["webgpuProblem"].is_null());
}

#[wasm_bindgen_test]
fn the_table_of_fields_follows_the_draft() {
    let paths = |draft: Value| -> Vec<String> {
        let specs = json_of(ok(field_specs(&draft.to_string())));
        let path = |spec: &Value| spec["path"].as_str().unwrap().to_owned();
        specs.as_array().unwrap().iter().map(path).collect()
    };
    let farthest = paths(json!({ "task": { "kind": "farthest" } }));
    assert!(farthest.contains(&"grid.w".into()) && !farthest.contains(&"task.D".into()));
    assert!(paths(json!({ "recipe": { "steps": "x" } })).contains(&"task.D".into()));
    assert!(field_specs("{").is_err());
}

#[wasm_bindgen_test]
fn theory_is_told_with_its_verdict() {
    assert!(theory_sentence(16, 1, 8, 4, 4).contains("vacuous"));
    assert!(!theory_sentence(16, 4, 8, 4, 4).contains("vacuous"));
}
