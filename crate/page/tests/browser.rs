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

/// What a drawing says, as `(x, y, text)`.
fn spots(drawn: Result<JsValue, wasm_bindgen::JsError>) -> Vec<(f64, f64, String)> {
    let drawn = drawn.map_err(JsValue::from).unwrap();
    let text = String::from(js_sys::JSON::stringify(&drawn).unwrap());
    let drawn: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(drawn["summary"].as_str().unwrap().ends_with('.'));
    let list = drawn["spots"].as_array().unwrap();
    let spot = |spot: &serde_json::Value| {
        let [x, y] = ["x", "y"].map(|name| spot[name].as_f64().unwrap());
        (x, y, spot["text"].as_str().unwrap().to_owned())
    };
    list.iter().map(spot).collect()
}

fn frame(width: u32, height: u32, scale: f64, theme: &str) -> serde_json::Value {
    json!({ "width": width, "height": height, "scale": scale, "theme": theme })
}

fn transition(width: u32, scale: u32, theme: &str, marks: serde_json::Value) -> HtmlCanvasElement {
    let canvas = canvas();
    let frame = json!({ "width": width, "height": 300, "scale": scale, "theme": theme });
    let chart = json!({ "frame": frame, "D": 4, "marks": marks });
    page::draw_transition(canvas.clone(), js(chart)).unwrap();
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
    page::draw_learning(canvas.clone(), js(chart)).unwrap();
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
    let refused = page::draw_transition(canvas(), js(json!({ "D": "four" })));
    assert!(refused.is_err());
}

type Draw = fn(HtmlCanvasElement, JsValue) -> Result<JsValue, wasm_bindgen::JsError>;

/// A chart of every kind, by the name that `svgOf` knows it by.
fn every_kind() -> Vec<(&'static str, Draw, serde_json::Value)> {
    let lines = json!([
        { "label": "T = 8", "T": 8, "marks": [mark(1, 0.1), mark(4, 1e-4)], "ghost": false },
        { "label": "T = 64", "T": 64, "marks": [mark(1, 0.2), mark(4, 2e-4)], "ghost": false },
        { "label": "T = 8", "T": 8, "marks": [mark(1, 0.3), mark(4, 3e-4)], "ghost": true },
    ]);
    let paper =
        json!([{ "label": "paper, T = 8", "T": 8, "marks": [{ "h": 4, "value": 6.1e-5 }] }]);
    let point = |n: u32, e: f64| json!({ "N": n, "min": e / 2.0, "median": e, "max": e * 2.0 });
    let width = json!({ "h": 3, "T": 16, "label": "h = 3", "points": [point(8, 0.1), point(64, 0.01)], "slope": -1.1, "error": 0.2 });
    vec![
        (
            "transition",
            page::draw_transition as _,
            json!({ "D": 4, "lines": lines, "paper": paper, "heads": "linear" }),
        ),
        (
            "transition",
            page::draw_transition as _,
            json!({ "prediction": [{ "h": 2, "value": 0.1 }], "asked": [1, 2, 4] }),
        ),
        (
            "learning",
            page::draw_learning as _,
            json!({ "steps": 100, "lines": [{ "h": 2, "curve": [[0, 1.0], [100, 0.1]], "ghost": false }] }),
        ),
        ("width", page::draw_width as _, json!({ "lines": [width] })),
        (
            "theory-map",
            page::draw_theory_map as _,
            json!({ "n": 8, "D": 4, "heads": [1, 2, 4], "lengths": [16, 128], "at": { "h": 1, "T": 16 } }),
        ),
        (
            "soft-minimum",
            page::draw_soft_minimum as _,
            json!({ "T": 16, "betas": [1, 100], "at": 10, "seed": 0 }),
        ),
        (
            "needed",
            page::draw_needed as _,
            json!({ "T": 128, "h": 1, "n": 8, "D": 4, "d": 4 }),
        ),
        (
            "scatter",
            page::draw_scatter as _,
            json!({ "predictions": [0.1, 0.9], "targets": [0.0, 1.0] }),
        ),
    ]
}

fn framed(chart: &serde_json::Value, frame: serde_json::Value) -> JsValue {
    let mut chart = chart.clone();
    chart["frame"] = frame;
    js(chart)
}

#[wasm_bindgen_test]
fn every_chart_is_inked_where_it_says_something_at_any_size() {
    for (kind, draw, chart) in every_kind() {
        for (width, height, scale, theme) in [
            (320, 260, 1.0, "light"),
            (720, 440, 2.0, "dark"),
            (1600, 600, 1.5, "light"),
            (358, 300, 3.0, "dark"),
        ] {
            let canvas = canvas();
            let frame = frame(width, height, scale, theme);
            let spots = spots(draw(canvas.clone(), framed(&chart, frame)));
            let across = canvas.width() as usize;
            assert_eq!(across, (f64::from(width) * scale) as usize);
            let pixels = pixels(&canvas);
            let inked = pixels.iter().filter(|p| p[3] > 0).count();
            assert!(inked > 1500, "{kind}: {inked} pixels");
            assert!(!spots.is_empty(), "{kind}");
            for (x, y, text) in spots {
                // Something is drawn within a few pixels of what is said.
                let near = 14.0 * scale;
                let found = (-3..=3)
                    .flat_map(|i| (-3..=3).map(move |j| (i, j)))
                    .any(|(i, j)| {
                        let x = (x * scale + f64::from(i) * near / 3.0).max(0.0) as usize;
                        let y = (y * scale + f64::from(j) * near / 3.0).max(0.0) as usize;
                        x < across && pixels.get(y * across + x).is_some_and(|p| p[3] > 0)
                    });
                assert!(found, "{kind} {width}: nothing at {x}, {y} for {text:?}");
            }
        }
    }
}

#[wasm_bindgen_test]
fn spots_stand_on_their_marks() {
    let canvas = canvas();
    let marks = json!([{ "h": 4, "min": 2.1e-4, "median": 3.21e-4, "max": 4.4e-4, "count": 3 }, mark(1, 0.1)]);
    let line = json!({ "label": "T = 16", "T": 16, "marks": marks, "ghost": false });
    let chart = json!({ "frame": frame(600, 300, 2.0, "light"), "D": 4, "lines": [line], "paper": [], "heads": "linear" });
    let spots = spots(page::draw_transition(canvas.clone(), js(chart)));
    let texts: Vec<&str> = spots.iter().map(|spot| spot.2.as_str()).collect();
    assert_eq!(
        texts,
        [
            "h = 1, T = 16: 0.100",
            "h = 4, T = 16: median 3.21e-4, 2.1e-4 to 4.4e-4 over 3 seeds"
        ]
    );
    for (spot, h) in spots.iter().zip([1, 4]) {
        let (_, x, y) = find(&canvas, h, Theme::Light);
        assert!(
            (x / 2.0 - spot.0).abs() < 1.0 && (y / 2.0 - spot.1).abs() < 1.0,
            "h = {h}"
        );
    }
}

#[wasm_bindgen_test]
fn a_prediction_is_drawn_where_the_pen_was_and_compared() {
    let chart = |marks: serde_json::Value| json!({ "frame": frame(600, 300, 1.0, "light"), "prediction": marks, "asked": [1, 2] });
    let empty = js(chart(json!([])));
    let stroke = back(page::stroke_of(empty, 100.0, 80.0, 500.0, 200.0));
    assert_eq!((&stroke[0]["h"], &stroke[1]["h"]), (&json!(1), &json!(2)));
    let drawn = spots(page::draw_transition(canvas(), js(chart(stroke))));
    assert!(drawn[0].1 > 80.0 && drawn[0].1 < drawn[1].1 && drawn[1].1 < 202.0);
    assert!(page::stroke_of(js(json!({})), 1.0, 1.0, 2.0, 2.0).is_err());
    assert_eq!(page::stepped(0.1, 10), 1.0);

    let outcome = |h: u32, nmse: f64| {
        let run = json!({ "T": 16, "h": h, "n": 8, "N": 32, "seed": 0 });
        json!({ "run": run, "parameters": 1, "steps": 1, "stopped": "finished", "nmse": nmse, "curve": [] })
    };
    let guess = json!([{ "h": 1, "value": 0.1 }, { "h": 2, "value": 0.1 }]);
    let told = back(page::compare(
        js(guess),
        js(json!([outcome(1, 0.1), outcome(2, 0.01)])),
    ));
    assert_eq!(
        told[0][1],
        "You expected no fall; the largest was from 1 to 2 heads, 10-fold. \
         Your prediction was typically 3.2-fold off, and most at 2 heads: 10-fold too high."
    );
    assert!(page::compare(JsValue::NULL, JsValue::NULL).is_err());
}

#[wasm_bindgen_test]
fn the_old_form_is_one_line_and_its_shadow() {
    let canvas = canvas();
    let ghost = json!({ "h": 1, "min": 0.2, "median": 0.2, "max": 0.2, "ghost": true });
    let chart =
        json!({ "frame": frame(600, 300, 1.0, "light"), "D": 4, "marks": [ghost, mark(1, 0.1)] });
    let texts: Vec<String> = spots(page::draw_transition(canvas, js(chart)))
        .into_iter()
        .map(|spot| spot.2)
        .collect();
    assert_eq!(texts, ["h = 1, recorded: 0.200", "h = 1: 0.100"]);
}

#[wasm_bindgen_test]
fn every_chart_is_a_figure_too() {
    for (kind, _, chart) in every_kind() {
        let chart = framed(&chart, frame(720, 440, 1.0, "light"));
        let svg = page::svg_of(kind, chart, "max-sum · D = 4", "arXiv 2510.06662");
        let svg = svg.map_err(JsValue::from).unwrap();
        assert!(
            svg.starts_with("<svg width=\"720\" height=\"440\""),
            "{kind}"
        );
        assert_eq!(
            svg.matches("max-sum · D = 4").count(),
            2,
            "{kind}: below and in the title"
        );
        assert!(svg.matches("2510.06662").count() == 2 && svg.trim_end().ends_with("</svg>"));
    }
    assert!(page::svg_of("pie", JsValue::NULL, "", "").is_err());
}

/// A value that came back from the wasm.
fn back(value: Result<JsValue, wasm_bindgen::JsError>) -> serde_json::Value {
    let value = value.map_err(JsValue::from).unwrap();
    let text = String::from(js_sys::JSON::stringify(&value).unwrap());
    serde_json::from_str(&text).unwrap()
}

#[wasm_bindgen_test]
fn theory_is_told_with_its_verdict() {
    let short = back(page::theory(16, 1, 8, 4, None));
    assert_eq!(
        (&short["k"], &short["vacuous"], &short["from"]),
        (&json!(-1), &json!(true), &json!(57))
    );
    assert_eq!(short["lowerBound"]["holdsFrom"], 57);
    assert!(short["upper"].is_null() && short["sentence"].as_str().unwrap().contains("vacuous"));
    let enough = back(page::theory(16, 4, 8, 4, None));
    assert!(enough["k"].is_null() && enough["from"].is_null() && enough["vacuous"] == false);
    assert_eq!(enough["upper"], json!({ "barron": 2, "worst": 4 }));
}

#[wasm_bindgen_test]
fn papers_speak_of_the_experiment_at_hand_alone() {
    let found = back(page::paper_values(
        r#"{ "grid": { "h": [4], "T": [16, 17] } }"#,
    ));
    let line =
        json!({ "label": "paper, T = 16", "T": 16, "marks": [{ "h": 4, "value": 4.36e-5 }] });
    assert_eq!(found["lines"], json!([line]));
    assert!(found["citation"].as_str().unwrap().contains("2510.06662"));
    assert!(found["table"].as_str().unwrap().starts_with("table 2"));
    assert!(back(page::paper_values(r#"{ "task": { "kind": "min-max" } }"#)).is_null());
}

#[wasm_bindgen_test]
fn outcomes_become_rows() {
    let run = json!({ "T": 16, "h": 4, "n": 8, "N": 32, "seed": 7 });
    let outcome = json!({ "run": run, "parameters": 6433, "steps": 100, "stopped": "finished", "nmse": 0.00125, "curve": [[0, 1.0]] });
    let document = json!({ "version": 1, "experiment": {}, "engine": "CPU, one", "outcomes": [outcome], "summary": {} });
    let expected = "T,form,h,n,N,w,L,seed,parameters,steps,stopped,nmse,task,engine\n\
                    16,reader,4,8,32,1,1,7,6433,100,finished,0.00125,max-sum,\"CPU, one\"\n";
    for given in [
        js(document.clone()),
        JsValue::from_str(&document.to_string()),
    ] {
        assert_eq!(
            page::csv_of(given).map_err(JsValue::from).unwrap(),
            expected
        );
    }
    assert!(page::csv_of(JsValue::from_f64(4.0)).is_err());
}

#[wasm_bindgen_test]
fn an_experiment_goes_through_its_link() {
    let query = page::to_query(r#"{ "grid": { "h": [1, 4] }, "seeds": [0, 1] }"#).unwrap();
    assert_eq!(query, "v=1&h=1,4&seeds=0,1");
    let read = page::from_query(&format!("?{query}")).unwrap();
    let text = String::from(js_sys::JSON::stringify(&read).unwrap());
    assert_eq!(page::to_query(&text).unwrap(), query);
    assert!(page::from_query("h=0").is_err());
}

#[wasm_bindgen_test]
fn memory_is_told_with_what_does_not_fit() {
    let seeds: Vec<u32> = (0..100).collect();
    let experiment = json!({ "seeds": seeds }).to_string();
    let told = |buffer| {
        let memory = page::memory_of(&experiment, Some(2), buffer).unwrap();
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
