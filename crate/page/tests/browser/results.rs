//! `Results`: outcomes and progress, kept on this side of the boundary.

use page::{JsExperiment, JsResults};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{experiment, js, json_of, ok, outcomes};

fn two_heads() -> JsExperiment {
    experiment(
        json!({ "task": { "D": 2, "d": 2 }, "grid": { "h": [1, 2] }, "recipe": { "steps": 100 } }),
    )
}

fn results() -> JsResults {
    let given = two_heads();
    let errors = outcomes(&given, |h| if h == 1 { 0.1 } else { 0.01 });
    ok(JsResults::from_outcomes(&given, errors))
}

fn medians(results: &JsResults) -> Vec<Value> {
    let verdict = json_of(ok(results.verdict(false)));
    let groups = verdict["summary"]["groups"].as_array().unwrap();
    groups.iter().map(|group| group["median"].clone()).collect()
}

#[wasm_bindgen_test]
fn outcomes_become_a_verdict_a_text_and_rows() {
    let results = results();
    assert_eq!(medians(&results), [0.1, 0.01]);
    let open = json_of(ok(results.verdict(false)));
    let secret = json_of(ok(results.verdict(true)));
    assert!(open["sentence"].as_str().unwrap().contains("D = 2"));
    assert!(!secret["sentence"].as_str().unwrap().contains("D = 2"));
    let text = results.to_text().unwrap();
    let document = json_of(ok(two_heads().document_from_text(&text)));
    assert_eq!(document["outcomes"][1]["nmse"], json!(0.01));
    assert_eq!(
        results.to_csv("CPU, one".into()).lines().nth(1),
        Some("16,reader,1,8,32,1,1,0,6433,100,finished,0.1,max-sum,\"CPU, one\"")
    );
    assert!(results.equals(&super::results::results()));
    assert!(JsResults::from_outcomes(&two_heads(), JsValue::from_f64(4.0)).is_err());
}

#[wasm_bindgen_test]
fn a_training_advances_by_what_is_new() {
    let given = two_heads();
    let results = JsResults::in_training(&given);
    assert_eq!(medians(&results), Vec::<Value>::new());
    let runs = json_of(ok(given.runs()));
    let news = |index: usize, curve: Value| json!({ "index": index, "run": runs[index], "step": 10, "loss": 0.5, "curve": curve, "stopped": null });
    ok(results.advance(js(&json!([
        news(0, json!([[0, 1.0]])),
        news(1, json!([[0, 1.0]]))
    ]))));
    assert_eq!(medians(&results), [1.0, 1.0]);
    ok(results.advance(js(&json!([news(1, json!([[10, 0.25]]))]))));
    assert_eq!(medians(&results), [1.0, 0.25]);
    // No new point: the last one counts.
    ok(results.advance(js(&json!([news(0, json!([]))]))));
    assert_eq!(medians(&results), [1.0, 0.25]);
}

#[wasm_bindgen_test]
fn a_prediction_is_compared_with_the_outcomes() {
    let guess = json!([{ "h": 1, "value": 0.1 }, { "h": 2, "value": 0.1 }]);
    let compared = json_of(ok(results().compare(js(&guess))));
    assert_eq!(
        compared[0][1],
        "You expected no fall; the largest was from 1 to 2 heads, 10-fold. \
         Your prediction was typically 3.2-fold off, and most at 2 heads: 10-fold too high."
    );
    assert!(results().compare(JsValue::NULL).is_err());
}
