//! Values and errors across the boundary to JavaScript.

use lab::Problems;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// A value of JavaScript's as one of ours.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
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
/// `problems` lists `{ field, given, allowed, sentence }`.
pub fn refusal(problems: &Problems) -> JsValue {
    let list = js_sys::Array::new();
    for problem in &problems.0 {
        let given = to_js(&problem.given).unwrap_or(JsValue::NULL);
        list.push(&object(&[
            ("field", problem.field.as_str().into()),
            ("given", given),
            ("allowed", problem.allowed.as_str().into()),
            ("sentence", problem.to_string().into()),
        ]));
    }
    let error = js_sys::Error::new(&problems.to_string());
    error.set_name("ExperimentError");
    let _ = js_sys::Reflect::set(&error, &"problems".into(), &list);
    error.into()
}
