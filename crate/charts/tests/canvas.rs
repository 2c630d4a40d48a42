//! Charts on a real canvas in a real browser: pixels are read back.
#![cfg(target_family = "wasm")]

use charts::{Theme, colour_of};
use serde_json::json;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

fn canvas() -> HtmlCanvasElement {
    let document = web_sys::window().unwrap().document().unwrap();
    document
        .create_element("canvas")
        .unwrap()
        .dyn_into()
        .unwrap()
}

fn js(value: serde_json::Value) -> JsValue {
    js_sys::JSON::parse(&value.to_string()).unwrap()
}

/// All pixels as `[r, g, b, a]`.
fn pixels(canvas: &HtmlCanvasElement) -> Vec<[u8; 4]> {
    let context = canvas.get_context("2d").unwrap().unwrap();
    let context: CanvasRenderingContext2d = context.dyn_into().unwrap();
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    let data = context
        .get_image_data(0.0, 0.0, width, height)
        .unwrap()
        .data();
    data.chunks_exact(4)
        .map(|p| [p[0], p[1], p[2], p[3]])
        .collect()
}

/// Where a colour is on the canvas: its pixels' count and their mean position.
fn find(canvas: &HtmlCanvasElement, h: u32, theme: Theme) -> (usize, f64, f64) {
    let colour = colour_of(h, theme);
    let width = canvas.width() as usize;
    let found: Vec<usize> = pixels(canvas)
        .iter()
        .enumerate()
        .filter(|(_, p)| p[..3] == [colour.0, colour.1, colour.2] && p[3] == 255)
        .map(|(i, _)| i)
        .collect();
    let mean = |f: &dyn Fn(usize) -> usize| {
        found.iter().map(|&i| f(i) as f64).sum::<f64>() / found.len() as f64
    };
    (found.len(), mean(&|i| i % width), mean(&|i| i / width))
}

fn transition(width: u32, scale: u32, theme: &str, marks: serde_json::Value) -> HtmlCanvasElement {
    let canvas = canvas();
    let frame = json!({ "width": width, "height": 300, "scale": scale, "theme": theme });
    let chart = json!({ "frame": frame, "D": 4, "marks": marks });
    charts::draw_transition(canvas.clone(), js(chart)).unwrap();
    canvas
}

fn mark(h: u32, nmse: f64) -> serde_json::Value {
    json!({ "h": h, "min": nmse, "median": nmse, "max": nmse })
}

#[wasm_bindgen_test]
fn marks_stand_in_their_colour_where_their_values_put_them() {
    for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let marks = json!([mark(1, 1e-1), mark(3, 1e-2), mark(4, 1e-4), mark(5, 1e-4)]);
        let canvas = transition(600, 2, word, marks);
        assert_eq!((canvas.width(), canvas.height()), (1200, 600));
        let [(count, x1, y1), (_, x3, y3), (_, x4, y4), (_, x5, y5)] =
            [1, 3, 4, 5].map(|h| find(&canvas, h, theme));
        // A disc of radius 12 has some 450 pixels, less its blurred rim.
        assert!((300..500).contains(&count), "{count} pixels of h=1");
        assert!(x1 < x3 && x3 < x4 && x4 < x5);
        assert!(
            ((x5 - x4) - (x4 - x3)).abs() < 3.0,
            "heads are evenly spaced"
        );
        // One decade between the first two, two decades to the third: a logarithmic axis.
        assert!(((y4 - y3) / (y3 - y1) - 2.0).abs() < 0.05, "{y1} {y3} {y4}");
        assert!((y5 - y4).abs() < 2.0);
    }
}

#[wasm_bindgen_test]
fn learning_curves_run_from_left_to_right_in_their_colours() {
    let canvas = canvas();
    let frame = json!({ "width": 500, "height": 300, "scale": 1, "theme": "light" });
    let line = |h: u32, end: f64| json!({ "h": h, "curve": [[0, 1.0], [50, end], [100, end]] });
    let chart = json!({ "frame": frame, "steps": 100, "lines": [line(1, 0.5), line(4, 0.01)] });
    charts::draw_learning(canvas.clone(), js(chart)).unwrap();
    let (count, _, above) = find(&canvas, 1, Theme::Light);
    let (_, _, below) = find(&canvas, 4, Theme::Light);
    assert!(count > 100, "{count} pixels");
    assert!(above < below, "the smaller error is drawn lower");
}

#[wasm_bindgen_test]
fn an_empty_chart_still_has_its_axes() {
    let canvas = transition(400, 1, "light", json!([]));
    let inked = pixels(&canvas).iter().filter(|p| p[3] > 0).count();
    assert!(inked > 2000, "{inked} pixels");
}

#[wasm_bindgen_test]
fn odd_numbers_are_survived() {
    let odd = json!([
        mark(1, 0.0),
        mark(2, -1.0),
        mark(3, 1e300),
        mark(4, 1e-300),
        mark(64, 0.5)
    ]);
    for width in [1, 40, 390] {
        transition(width, 1, "dark", odd.clone());
    }
}

#[wasm_bindgen_test]
fn what_is_no_chart_is_refused_with_a_sentence() {
    let refused = charts::draw_transition(canvas(), js(json!({ "D": "four" })));
    assert!(refused.is_err());
}

#[wasm_bindgen_test]
fn an_experiment_goes_through_its_link() {
    let query = charts::to_query(r#"{ "grid": { "h": [1, 4] }, "seeds": [0, 1] }"#).unwrap();
    assert_eq!(query, "v=1&h=1,4&seeds=0,1");
    let read = charts::from_query(&format!("?{query}")).unwrap();
    let text = String::from(js_sys::JSON::stringify(&read).unwrap());
    assert_eq!(charts::to_query(&text).unwrap(), query);
    assert!(charts::from_query("h=0").is_err());
}

#[wasm_bindgen_test]
fn memory_is_told_with_what_does_not_fit() {
    let seeds: Vec<u32> = (0..100).collect();
    let experiment = json!({ "seeds": seeds }).to_string();
    let told = |buffer| {
        let memory = charts::memory_of(&experiment, Some(2), buffer).unwrap();
        let text = String::from(js_sys::JSON::stringify(&memory).unwrap());
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let guaranteed = told(None);
    assert!(guaranteed["cpu"].as_f64() > Some(1e6), "{guaranteed}");
    assert_eq!(guaranteed["largestBufferIs"], "hidden activations");
    assert!(guaranteed["cpuProblem"].is_null(), "{guaranteed}");
    assert!(guaranteed["webgpuProblem"].is_string(), "{guaranteed}");
    assert!(told(Some(1e9))["webgpuProblem"].is_null());
}
