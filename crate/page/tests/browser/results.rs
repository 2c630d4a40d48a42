//! `Results`: outcomes and progress, kept on this side of the boundary.

use page::{JsChart, JsExperiment, JsResultSet, JsResults, read_partial_results, read_results};
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

/// The medians as the chart's table has them.
fn medians(results: &JsResults) -> Vec<Value> {
    let mut set = JsResultSet::new();
    set.add(results, String::new(), false);
    let chart = ok(JsChart::transition(&two_heads(), &set, js(&json!({}))));
    let table = json_of(ok(chart.table(0)));
    let rows = table["rows"].as_array().unwrap();
    rows.iter().map(|row| row[1].clone()).collect()
}

/// Takes in the points of some runs, none of which has stopped.
fn advance(results: &JsResults, news: &[(u32, &[f64])]) {
    let places: Vec<u32> = news.iter().map(|of| of.0).collect();
    let lengths: Vec<u32> = news.iter().map(|of| of.1.len() as u32 / 2).collect();
    let points: Vec<f64> = news.iter().flat_map(|of| of.1).copied().collect();
    let stopped = vec![String::new(); news.len()];
    ok(results.advance(&places, &lengths, stopped, &points));
}

#[wasm_bindgen_test]
fn outcomes_become_a_verdict_a_text_and_rows() {
    let results = results();
    assert_eq!(medians(&results), ["0.100", "0.0100"]);
    let answer = json_of(ok(results.answer(false)));
    assert_eq!(
        answer["sentence"],
        "2 targets need 2 heads: the error is 10 times lower with 2 heads than with 1."
    );
    assert_eq!(answer["next"]["action"], "inspect");
    let secret = json_of(ok(results.answer(true)));
    assert_eq!(
        secret,
        json!({ "sentence": "The error is 10 times lower with 2 heads than with 1.", "next": null })
    );
    let text = results.to_text().unwrap();
    let document = json_of(ok(two_heads().document_from_text(&text)));
    assert_eq!(document["outcomes"][1]["nmse"], json!(0.01));
    assert_eq!(
        results.to_csv("CPU, one".into()).lines().nth(1),
        Some("16,reader,1,8,32,1,1,0,945,100,finished,0.1,,max-sum,\"CPU, one\"")
    );
    assert!(results.equals(&super::results::results()));
    assert!(JsResults::from_outcomes(&two_heads(), JsValue::from_f64(4.0)).is_err());
}

#[wasm_bindgen_test]
fn a_training_advances_by_what_is_new() {
    let given = two_heads();
    let results = JsResults::in_training(&given);
    assert_eq!(medians(&results), Vec::<Value>::new());
    advance(&results, &[(0, &[0.0, 1.0]), (1, &[0.0, 1.0])]);
    assert_eq!(medians(&results), ["1.00", "1.00"]);
    advance(&results, &[(1, &[5.0, 0.5, 10.0, 0.25])]);
    assert_eq!(medians(&results), ["1.00", "0.250"]);
    // No new point: the last one counts.
    advance(&results, &[(0, &[])]);
    assert_eq!(medians(&results), ["1.00", "0.250"]);
    let diverged = vec!["diverged".to_string()];
    ok(results.advance(&[0], &[0], diverged, &[]));
    assert_eq!(medians(&results), ["diverged", "0.250"]);
    let unknown = vec!["tired".to_string()];
    assert!(results.advance(&[0], &[0], unknown, &[]).is_err());
}

#[wasm_bindgen_test]
fn a_training_that_ends_has_its_outcomes_without_being_given_its_curves_again() {
    let given = two_heads();
    let mut ended = JsResults::in_training(&given);
    advance(&ended, &[(0, &[0.0, 1.0]), (1, &[0.0, 1.0])]);
    let errors = outcomes(&given, |h| if h == 1 { 0.1 } else { 0.01 });
    ok(ended.finish(errors));
    assert!(ended.equals(&results()));
    assert_eq!(ended.to_text(), results().to_text());
    assert_eq!(medians(&ended), ["0.100", "0.0100"]);
    assert!(ended.finish(JsValue::from_f64(4.0)).is_err());
}

/// The sentences of an error.
fn message(error: JsValue) -> String {
    js_sys::Error::from(error).message().into()
}

/// A document of results of two heads, with a change.
fn document(change: impl FnOnce(&mut Value)) -> String {
    let given = two_heads();
    let mut document = json!({
        "version": 1,
        "experiment": json_of(ok(given.to_fields())),
        "engine": "CPU",
        "outcomes": json_of(outcomes(&given, |h| if h == 1 { 0.1 } else { 0.01 })),
    });
    change(&mut document);
    document.to_string()
}

#[wasm_bindgen_test]
fn a_document_is_read_as_handles_and_plain_data() {
    let read = ok(read_results(&document(|_| {})));
    let of = |name: &str| js_sys::Reflect::get(&read, &name.into()).unwrap();
    let plain = json_of(of("document"));
    assert_eq!(plain["outcomes"][1]["nmse"], json!(0.01));
    assert_eq!(plain["summary"]["groups"].as_array().unwrap().len(), 2);
    assert_eq!(plain["experiment"], json_of(ok(two_heads().to_fields())));
    for handle in ["experiment", "results"] {
        assert!(of(handle).is_object(), "{handle}");
    }
    let part = document(|document| {
        document["outcomes"].as_array_mut().unwrap().pop();
    });
    assert!(message(read_results(&part).unwrap_err()).contains("of all 2 runs"));
    assert!(read_partial_results(&part).is_ok());
}

#[wasm_bindgen_test]
fn results_that_are_not_the_experiments_are_refused_with_a_sentence() {
    for (changed, sentence) in [
        (
            document(|d| d["experiment"] = Value::Null),
            "experiment is null",
        ),
        (
            document(|d| d["outcomes"][0]["run"]["h"] = json!(7)),
            "a run of the experiment",
        ),
        (
            document(|d| d["outcomes"][0] = d["outcomes"][1].clone()),
            "a run of its own",
        ),
        ("{".into(), "must be JSON"),
    ] {
        let refusal = message(read_results(&changed).unwrap_err());
        assert!(refusal.contains(sentence), "{refusal}");
    }
    // As plain data too, whatever way they come.
    let given = two_heads();
    let foreign = |h: u64| {
        js(
            &json!([{ "run": { "T": 16, "h": h, "n": 8, "N": 32, "seed": 0 },
        "parameters": 1, "steps": 1, "stopped": "finished", "nmse": 1.0, "curve": [] }]),
        )
    };
    assert!(JsResults::from_outcomes(&given, foreign(2)).is_ok());
    let refused = JsResults::from_outcomes(&given, foreign(3)).err().unwrap();
    assert!(message(refused).starts_with("outcomes[0].run is "));
    assert!(given.to_document("CPU".into(), foreign(3)).is_err());
}

#[wasm_bindgen_test]
fn deep_nesting_is_refused_and_the_wasm_goes_on() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    // In the last run of the outcomes: the experiment comes before them.
    let mut nested = document(|_| {});
    let place = nested.rfind("\"seed\":0}").unwrap();
    nested.insert_str(place, &format!("\"x\":{deep},"));
    let refusal = message(read_results(&nested).unwrap_err());
    assert!(refusal.contains("recursion limit"), "{refusal}");
    // JavaScript reads it without complaint, and hands it on as objects.
    let parsed = js_sys::JSON::parse(&nested).unwrap();
    let nested = js_sys::Reflect::get(&parsed, &"outcomes".into()).unwrap();
    let given = two_heads();
    assert!(JsResults::from_outcomes(&given, nested.clone()).is_err());
    assert!(given.to_document("CPU".into(), nested.clone()).is_err());
    assert!(given.find_d(nested.clone()).is_err());
    assert!(given.judge(2, nested.clone()).is_err());
    assert!(results().compare(nested).is_err());
    assert!(JsExperiment::from_json(&format!("{{\"task\":{deep}}}")).is_err());
    // It still answers.
    assert!(read_results(&document(|_| {})).is_ok());
}

#[wasm_bindgen_test]
fn a_prediction_is_compared_with_the_outcomes() {
    let guess = json!([{ "h": 1, "value": 0.1 }, { "h": 2, "value": 0.1 }]);
    let compared = json_of(ok(results().compare(js(&guess))));
    assert_eq!(
        compared[0][1],
        "You expected no fall; the largest was from 1 to 2 heads: the error is 10 times lower. \
         Your prediction was typically off by a factor of 3.2, and most at 2 heads: 10 times too high."
    );
    assert!(results().compare(JsValue::NULL).is_err());
}
