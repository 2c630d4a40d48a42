//! The door of the page's thread in a real browser: experiments, results and charts as JavaScript
//! uses them. Pixels of charts are read back from a real canvas.
#![cfg(target_family = "wasm")]

mod canvas;
mod charts;
mod experiments;
mod results;

use page::JsExperiment;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

/// A value as JavaScript has it.
fn js(value: &Value) -> JsValue {
    js_sys::JSON::parse(&value.to_string()).unwrap()
}

/// A value of JavaScript's as JSON.
fn json_of(value: impl Into<JsValue>) -> Value {
    let text = js_sys::JSON::stringify(&value.into()).unwrap();
    serde_json::from_str(&String::from(text)).unwrap()
}

/// The value, or a panic with JavaScript's error.
fn ok<T, E: Into<JsValue>>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{:?}", error.into()))
}

fn experiment(fields: Value) -> JsExperiment {
    ok(JsExperiment::from_json(&fields.to_string()))
}

/// Outcomes of all runs of an experiment; the error of h heads is `error(h)`.
fn outcomes(experiment: &JsExperiment, error: impl Fn(u64) -> f64) -> JsValue {
    let runs = json_of(ok(experiment.runs()));
    let outcome = |run: &Value| {
        let nmse = error(run["h"].as_u64().unwrap());
        json!({
            "run": run, "parameters": 6433, "steps": 100, "stopped": "finished", "nmse": nmse,
            "curve": [[0, 1.0], [50, nmse], [100, nmse]],
        })
    };
    let all: Vec<Value> = runs.as_array().unwrap().iter().map(outcome).collect();
    js(&Value::from(all))
}
