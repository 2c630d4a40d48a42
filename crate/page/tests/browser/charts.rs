//! Charts on a real canvas, and the same charts as SVG and as tables.

use charts::Theme;
use page::{JsChart, JsExperiment, JsRandomHeads, JsResultSet, JsResults};
use serde_json::json;
use wasm_bindgen::{JsError, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::canvas::{canvas, find, frame, pixels};
use super::{experiment, js, json_of, ok, outcomes};

/// A set of one: the results of an experiment with these errors.
fn set_of(experiment: &JsExperiment, error: impl Fn(u64) -> f64) -> JsResultSet {
    let results = ok(JsResults::from_outcomes(
        experiment,
        outcomes(experiment, error),
    ));
    let mut set = JsResultSet::new();
    set.add(&results, String::new(), false);
    set
}

/// What a drawing says, as `(x, y, text)`.
fn spots(drawn: Result<JsValue, wasm_bindgen::JsError>) -> Vec<(f64, f64, String)> {
    let drawn = json_of(ok(drawn));
    assert!(drawn["summary"].as_str().unwrap().ends_with('.'));
    let list = drawn["spots"].as_array().unwrap();
    let spot = |spot: &serde_json::Value| {
        let [x, y] = ["x", "y"].map(|name| spot[name].as_f64().unwrap());
        (x, y, spot["text"].as_str().unwrap().to_owned())
    };
    list.iter().map(spot).collect()
}

fn no_options() -> JsValue {
    js(&json!({}))
}

#[wasm_bindgen_test]
fn points_stand_in_their_colour_where_their_values_put_them() {
    for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let given = experiment(json!({ "grid": { "h": [1, 3, 4, 5] } }));
        let error = |h| match h {
            1 => 1e-1,
            3 => 1e-2,
            _ => 1e-4,
        };
        let chart = ok(JsChart::transition(
            &given,
            &set_of(&given, error),
            no_options(),
        ));
        let canvas = canvas();
        let spots = spots(chart.draw(canvas.clone(), frame(600, 300, 2.0, word)));
        assert_eq!((canvas.width(), canvas.height()), (1200, 600));
        let [(count, x1, y1), (_, x3, y3), (_, x4, y4), (_, x5, y5)] =
            [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|place| find(&canvas, place, theme));
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
        // Each point says its value where it stands.
        assert_eq!(spots[0].2, "h = 1, T = 16: 0.100");
        assert!((x1 / 2.0 - spots[0].0).abs() < 1.0 && (y1 / 2.0 - spots[0].1).abs() < 1.0);
    }
}

#[wasm_bindgen_test]
fn a_chart_painted_in_parts_is_the_chart_painted_at_once() {
    let given = experiment(json!({ "grid": { "h": [1, 2, 3, 4] } }));
    let set = set_of(&given, |h| 1.0 / h as f64);
    let chart = ok(JsChart::learning(&given, &set, no_options()));
    let (once, parts) = (canvas(), canvas());
    let drawn = json_of(ok(chart.draw(once.clone(), frame(500, 300, 1.0, "dark"))));
    let mut sketch = ok(chart.sketch(frame(500, 300, 1.0, "dark")));
    let mut turns = 1;
    while !ok(sketch.paint(parts.clone(), 20)) {
        turns += 1;
    }
    assert!(turns > 3 && turns <= sketch.points(), "{turns}");
    assert!(pixels(&once) == pixels(&parts));
    assert_eq!(json_of(ok(sketch.drawn())), drawn);
    // Nothing is left to paint.
    assert!(ok(sketch.paint(parts.clone(), 20)));
    assert!(pixels(&once) == pixels(&parts));
}

#[wasm_bindgen_test]
fn learning_curves_run_in_their_colours() {
    let given = experiment(json!({ "grid": { "h": [1, 4] }, "recipe": { "steps": 100 } }));
    let set = set_of(&given, |h| if h == 1 { 0.5 } else { 0.01 });
    let canvas = canvas();
    let chart = ok(JsChart::learning(&given, &set, no_options()));
    ok(chart.draw(canvas.clone(), frame(500, 300, 1.0, "light")));
    let (count, _, above) = find(&canvas, 0.0, Theme::Light);
    let (_, _, below) = find(&canvas, 1.0, Theme::Light);
    assert!(count > 100, "{count} pixels");
    assert!(above < below, "the smaller error is drawn lower");
    let only = js(&json!({ "seed": 7 }));
    let none = ok(JsChart::learning(&given, &set, only));
    let drawn = json_of(ok(none.draw(canvas, frame(500, 300, 1.0, "light"))));
    assert_eq!(drawn["summary"], "Nothing trained yet.");
}

#[wasm_bindgen_test]
fn an_empty_chart_still_has_its_axes() {
    let given = experiment(json!({}));
    let chart = ok(JsChart::transition(
        &given,
        &JsResultSet::new(),
        no_options(),
    ));
    let canvas = canvas();
    ok(chart.draw(canvas.clone(), frame(400, 300, 1.0, "light")));
    let inked = pixels(&canvas).iter().filter(|p| p[3] > 0).count();
    assert!(inked > 2000, "{inked} pixels");
}

#[wasm_bindgen_test]
fn odd_numbers_are_survived() {
    let given = experiment(json!({ "grid": { "h": [1, 2, 3, 4, 64] } }));
    let error = |h| match h {
        1 => 0.0,
        2 => f64::MIN_POSITIVE,
        3 => 1e300,
        4 => 1e-300,
        _ => 0.5,
    };
    let chart = ok(JsChart::transition(
        &given,
        &set_of(&given, error),
        no_options(),
    ));
    for width in [1, 40, 390] {
        ok(chart.draw(canvas(), frame(width, 300, 1.0, "dark")));
    }
    assert!(chart.draw(canvas(), JsValue::NULL).is_err());
    assert!(
        JsChart::transition(&given, &JsResultSet::new(), js(&json!({ "asked": "four" }))).is_err()
    );
}

/// One chart of each kind, with something on it.
fn every_chart() -> Vec<JsChart> {
    let fields = json!({ "grid": { "h": [1, 2, 4], "T": [8, 16], "N": [8, 16, 32] }, "recipe": { "steps": 100 }, "seeds": [0, 1] });
    let given = experiment(fields);
    let set = set_of(&given, |h| 0.1 / h as f64);
    let numbers = || vec![0.5, 1.0, -2.0, 3.0];
    vec![
        ok(JsChart::transition(
            &given,
            &set,
            js(&json!({ "paper": true })),
        )),
        ok(JsChart::learning(&given, &set, no_options())),
        JsChart::width(&given, &set),
        JsChart::theory_map(8, 4, vec![1, 2, 3, 4, 5], vec![8, 64, 512], 3, 64),
        JsChart::soft_minimum(16, 1.0, 100.0, 10.0),
        JsChart::parameters_needed(128, 1, 8, 4, 4),
        JsChart::random_heads(&random_heads(), &[4, 64]),
        JsChart::scatter(numbers(), numbers()),
        ok(attention_of(&[0.25, 0.5, 0.0, 0.25])),
        ok(specialisation_of(&[0.125, 0.875])),
    ]
}

/// One head, four numbers, and the largest plus the smallest of them.
fn small_run() -> (JsExperiment, JsValue) {
    let fields = json!({ "task": { "kind": "min-max" }, "grid": { "h": [1], "T": [4], "n": 2 } });
    let given = experiment(fields);
    let run = json_of(ok(given.runs()))[0].clone();
    (given, js(&run))
}

fn attention_of(shares: &[f32]) -> Result<JsChart, JsError> {
    let (given, run) = small_run();
    JsChart::attention(&given, run, &[0.5, 0.75, 0.25, 0.5], shares, 0, &[])
}

fn specialisation_of(shares: &[f64]) -> Result<JsChart, JsError> {
    let (given, run) = small_run();
    let sentence = "Most of it is at the smallest.".into();
    JsChart::specialisation(&given, run, shares, &[-1, 0], sentence)
}

#[wasm_bindgen_test]
fn the_heads_of_a_run_are_drawn_from_numbers_and_those_of_another_are_refused() {
    let attention = ok(attention_of(&[0.25, 0.5, f32::NAN, 0.25]));
    let rows = &json_of(ok(attention.table(0)))["rows"];
    assert_eq!(rows[1], json!(["2 (largest)", "0.750", "0.500"]));
    assert_eq!(rows[2], json!(["3 (smallest)", "0.250", "–"]));
    let matrix = ok(specialisation_of(&[0.125, 0.875]));
    // The target that has the head stands first.
    let rows = &json_of(ok(matrix.table(0)))["rows"];
    assert_eq!(
        *rows,
        json!([["smallest", "0.875", "1"], ["largest", "0.125", "–"]])
    );
    let svg = ok(matrix.svg(frame(720, 440, 1.0, "light"), ""));
    assert!(svg.contains(">0.875<") && svg.contains(">0.125<"), "{svg}");
    assert!(attention_of(&[0.5; 5]).is_err() && specialisation_of(&[0.5; 3]).is_err());
}

/// In two numbers of dimensions, the first of which is computed.
fn random_heads() -> JsRandomHeads {
    let mut heads = JsRandomHeads::new(16, 2);
    assert!(heads.advance(4, 31) && !heads.advance(4, 16));
    assert!(heads.advance(64, 3));
    heads
}

#[wasm_bindgen_test]
fn every_chart_is_inked_where_it_says_something_at_any_size() {
    for chart in every_chart() {
        let kind = chart.kind();
        for (width, height, scale, theme) in [
            (320, 260, 1.0, "light"),
            (720, 440, 2.0, "dark"),
            (1600, 600, 1.5, "light"),
            (358, 300, 3.0, "dark"),
        ] {
            let canvas = canvas();
            let spots = spots(chart.draw(canvas.clone(), frame(width, height, scale, theme)));
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
fn every_chart_is_a_figure_and_a_table_too() {
    let kinds: Vec<String> = every_chart().iter().map(JsChart::kind).collect();
    assert_eq!(
        kinds,
        [
            "transition",
            "learning",
            "width",
            "theory-map",
            "soft-minimum",
            "needed",
            "random-heads",
            "scatter",
            "attention",
            "specialisation"
        ]
    );
    for chart in every_chart() {
        let kind = chart.kind();
        let svg = ok(chart.svg(frame(720, 440, 1.0, "light"), "max-sum · D = 4"));
        assert!(
            svg.starts_with("<svg width=\"720\" height=\"440\""),
            "{kind}"
        );
        let captions = svg.matches("max-sum · D = 4").count();
        assert_eq!(captions, 2, "{kind}: below and in the title");
        assert!(svg.trim_end().ends_with("</svg>"));
        let paper = match kind.as_str() {
            "scatter" => None,
            "random-heads" => Some("2407.16153"),
            _ => Some("2510.06662"),
        };
        if let Some(paper) = paper {
            assert_eq!(svg.matches(paper).count(), 2, "{kind}");
        }
        let table = json_of(ok(chart.table(0)));
        let columns = table["head"].as_array().unwrap().len();
        let rows = table["rows"].as_array().unwrap();
        assert!(!rows.is_empty(), "{kind}");
        assert!(
            rows.iter()
                .all(|row| row.as_array().unwrap().len() == columns)
        );
    }
}

#[wasm_bindgen_test]
fn a_prediction_is_drawn_where_the_pen_was() {
    let given = experiment(json!({ "grid": { "h": [1, 2] } }));
    let set = JsResultSet::new();
    let asked = |prediction: serde_json::Value| {
        let options = json!({ "prediction": prediction, "asked": [1, 2] });
        ok(JsChart::transition(&given, &set, js(&options)))
    };
    let frame = || frame(600, 300, 1.0, "light");
    let stroke = ok(asked(json!([])).stroke(frame(), 100.0, 80.0, 500.0, 200.0));
    let stroke = json_of(stroke);
    assert_eq!((&stroke[0]["h"], &stroke[1]["h"]), (&json!(1), &json!(2)));
    let drawn = spots(asked(stroke).draw(canvas(), frame()));
    assert!(drawn[0].1 > 80.0 && drawn[0].1 < drawn[1].1 && drawn[1].1 < 202.0);
    assert!(
        JsChart::soft_minimum(16, 1.0, 9.0, 2.0)
            .stroke(frame(), 1.0, 1.0, 2.0, 2.0)
            .is_err()
    );
    assert_eq!(page::step_error(0.1, 10), 1.0);
}

#[wasm_bindgen_test]
fn a_figure_has_the_size_and_the_parts_that_were_chosen() {
    let given = experiment(json!({ "grid": { "h": [1, 4], "T": [8, 16] }, "seeds": [0, 1] }));
    let set = set_of(&given, |h| 0.1 / h as f64);
    let mut chart = ok(JsChart::transition(&given, &set, no_options()));
    assert_eq!(chart.parts(true), ["dimension", "zones"]);
    assert_eq!(chart.parts(false), ["paper"]);
    let size = ok(page::print_size("column"));
    assert_eq!(size[2], 85.0);
    assert!(page::print_size("poster").is_err());
    let frame = || {
        let [width, height, millimetres] = [size[0], size[1], size[2]];
        js(&json!({
            "width": width, "height": height, "scale": 2, "theme": "grey", "font": "serif",
            "millimetres": millimetres,
        }))
    };
    let before = ok(chart.svg(frame(), ""));
    assert!(before.starts_with("<svg width=\"85mm\"") && before.contains("zone-names"));
    chart.show("zones", false);
    chart.show("nothing", true);
    assert_eq!(chart.parts(false), ["zones", "paper"]);
    assert!(!ok(chart.svg(frame(), "")).contains("zone-names"));
    assert!(ok(chart.pdf(frame(), "")).starts_with("%PDF-1.4"));
    assert_eq!(chart.csv().lines().count(), 1 + 4);
    assert!(chart.caption().contains("colour is T"));
    assert!(given.in_words().contains("with 2 seeds"));
    assert_eq!(given.hidden().in_words(), "The task is a mystery.");
    // On a canvas it has a background; a chart of the page has none.
    let (figure, plain) = (canvas(), canvas());
    let mut sketch = ok(chart.figure(frame(), "a caption"));
    assert!(ok(sketch.paint(figure.clone(), usize::MAX)));
    assert!(pixels(&figure).iter().all(|pixel| pixel[3] == 255));
    ok(chart.draw(plain.clone(), frame()));
    assert!(pixels(&plain).iter().any(|pixel| pixel[3] == 0));
    // One line in front of the other.
    let front = canvas();
    let mut sketch = ok(chart.sketch(frame()));
    sketch.bring_forward(1);
    assert!(ok(sketch.paint(front.clone(), usize::MAX)));
    assert!(pixels(&front) != pixels(&plain));
}
