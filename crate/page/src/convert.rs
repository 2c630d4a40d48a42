//! Values and errors across the boundary to JavaScript.

use lab::{Outcome, Problems, Run};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A value of JavaScript's as one of ours. By way of JSON text, whose reader refuses deep nesting: one
/// that follows JavaScript's objects would overflow the stack, and the wasm could not be used any more.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    // The error may quote the value.
    let refuse = |error: serde_json::Error| JsError::new(&lab::shortened(&error.to_string(), 200));
    serde_json::from_value(json_of(value)?).map_err(refuse)
}

/// A value of JavaScript's as JSON.
pub fn json_of(value: JsValue) -> Result<Value, JsError> {
    let text = js_sys::JSON::stringify(&value).ok();
    // What has no JSON, such as a function, gives undefined.
    let text = text.and_then(|text| JsValue::from(text).as_string());
    let json = text.and_then(|text| serde_json::from_str(&text).ok());
    json.ok_or_else(|| JsError::new("This is not plain data, or nested too deeply."))
}

/// A run.
pub fn run_of(value: JsValue) -> Result<Run, JsError> {
    lab::read_run_value(json_of(value)?).map_err(|problems| JsError::new(&problems.to_string()))
}

/// A list of outcomes.
pub fn outcomes_of(value: JsValue) -> Result<Vec<Outcome>, JsValue> {
    lab::read_outcomes(json_of(value)?).map_err(|problems| refusal(&problems))
}

/// A value of ours as JavaScript's plain objects. By way of JSON text: experiments are written as JSON
/// anyway, and a second serialiser for every type would be downloaded by every reader.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    parse(&serde_json::to_string(value)?)
}

/// The value that JSON text stands for.
pub fn parse(text: &str) -> Result<JsValue, JsError> {
    js_sys::JSON::parse(text).map_err(|_| JsError::new("This is not JSON."))
}

/// Sets fields of a JavaScript object. Cheaper in wasm bytes than a serialiser for each object that
/// holds handles beside plain values.
pub fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        // A plain object takes any field: there is no error to pass on.
        let _ = js_sys::Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// What is wrong with an experiment, as an `Error` whose message has one sentence a line and whose
/// `problems` lists `{ field, given, allowed, sentence, repairs }`.
pub fn refusal(problems: &Problems) -> JsValue {
    refusal_of(problems, &Value::Null)
}

/// As [`refusal`], of this draft: with the repairs that mend it.
pub fn refusal_of(problems: &Problems, draft: &Value) -> JsValue {
    let list = js_sys::Array::new();
    for problem in problems.listed() {
        let given = to_js(&problem.given).unwrap_or(JsValue::NULL);
        let repairs = match draft {
            Value::Null => Vec::new(),
            draft => lab::repairs_of(draft, problem),
        };
        list.push(&object(&[
            ("field", problem.field.as_str().into()),
            ("given", given),
            ("allowed", problem.allowed.as_str().into()),
            ("sentence", problem.to_string().into()),
            ("repairs", to_js(&repairs).unwrap_or(JsValue::NULL)),
        ]));
    }
    let error = js_sys::Error::new(&problems.to_string());
    error.set_name("ExperimentError");
    let _ = js_sys::Reflect::set(&error, &"problems".into(), &list);
    error.into()
}
