//! The table of fields against the check: both say the same about every value.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::kinds_and_forms;
use crate::number_range::in_single_precision;

fn draft(kind: &str, form: &str) -> Value {
    json!({ "task": { "kind": kind }, "grid": { "form": form } })
}

/// The value at a path such as "recipe.steps".
fn value_at<'a>(experiment: &'a Value, path: &str) -> &'a Value {
    experiment
        .pointer(&format!("/{}", path.replace('.', "/")))
        .unwrap_or(&Value::Null)
}

/// The draft with `value` at `path`.
fn with(mut draft: Value, path: &str, value: Value) -> Value {
    match path.split_once('.') {
        Some((part, name)) => draft[part][name] = value,
        None => draft[path] = value,
    }
    draft
}

/// Whether the check finds nothing wrong with the value of this field by itself. What is wrong
/// only in view of other fields does not count: its sentence does not begin as these do.
fn is_accepted(draft: Value, path: &str) -> bool {
    let own = ["a whole number from ", "a number ", "a list", "\""];
    let mut findings = Findings::default();
    Experiment::read_fields(draft, &mut findings);
    !findings.problems.listed().iter().any(|problem| {
        let of_field = problem.field.split('[').next() == Some(path);
        of_field && own.iter().any(|start| problem.allowed.starts_with(start))
    })
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// What the words of a range say about `x`.
fn words_allow(range: &str, x: f64) -> bool {
    if let Some((start, end)) = range.split_once(", at most ") {
        let start = start.strip_prefix("above ").unwrap();
        number(start) < x && x <= number(end)
    } else if let Some((start, end)) = range.split_once(" to below ") {
        number(start) <= x && x < number(end)
    } else {
        let (start, end) = range.split_once(" to ").unwrap();
        number(start) <= x && x <= number(end)
    }
}

/// A list's most entries, and the words for each of them.
fn list_words(range: &str) -> (usize, &str) {
    let (most, each) = range.split_once(" numbers from ").unwrap();
    let most = most.strip_prefix("up to ").unwrap();
    (most.parse().unwrap(), each)
}

#[test]
fn paths_are_the_keys_of_an_experiment_and_defaults_its_values() {
    for (kind, form) in kinds_and_forms() {
        let draft = draft(kind, form);
        let specs = field_specs(&draft);
        let full = serde_json::to_value(Experiment::from_value(draft).unwrap()).unwrap();
        let mut keys = BTreeSet::from(["seeds".to_string()]);
        for part in ["task", "grid", "recipe"] {
            let names = full[part].as_object().unwrap().keys();
            keys.extend(names.map(|name| format!("{part}.{name}")));
        }
        if keys.contains("grid.n") {
            keys.insert("grid.E".into());
        }
        let paths: BTreeSet<String> = specs.iter().map(|spec| spec.path.clone()).collect();
        assert_eq!(paths, keys, "{kind} {form}");
        assert_eq!(paths.len(), specs.len(), "a path occurs twice");
        for spec in specs.iter().filter(|spec| {
            // The draft sets these two, and leaves out all others.
            spec.path != "task.kind" && spec.path != "grid.form"
        }) {
            let value = value_at(&full, &spec.path);
            match spec.kind {
                // 0 and 0.0 are the same number.
                FieldKind::Number => assert_eq!(spec.default.as_f64(), value.as_f64()),
                _ => assert_eq!(&spec.default, value, "{kind} {form} {}", spec.path),
            }
        }
    }
}

#[test]
fn what_a_draft_leaves_out_is_the_default_of_its_kind() {
    let kinds: Vec<Value> = ["{}", r#"{ "task": { "kind": "nearest" } }"#]
        .iter()
        .flat_map(|text| field_specs(&serde_json::from_str(text).unwrap()))
        .filter(|spec| spec.path == "task.kind" || spec.path == "grid.form")
        .map(|spec| spec.default)
        .collect();
    assert_eq!(kinds, ["max-sum", "reader", "max-sum", "attention"]);
}

#[test]
fn ranges_and_choices_are_in_the_words_of_the_controls() {
    let specs = field_specs(&json!({}));
    let of = |path: &str| specs.iter().find(|spec| spec.path == path).unwrap();
    for (path, range) in [
        ("task.D", "1 to 32"),
        ("task.seed", "0 to 4294967295"),
        ("grid.h", "up to 64 numbers from 1 to 64"),
        ("grid.T", "up to 32 numbers from 1 to 1024"),
        ("recipe.learningRate", "above 0, at most 10"),
        ("recipe.warmUp", "0 to 1"),
        ("recipe.beta1", "0 to below 1"),
        ("recipe.data", ""),
    ] {
        assert_eq!(of(path).range, range, "{path}");
    }
    assert_eq!(of("recipe.data").choices, ["fixed", "fresh"]);
    assert_eq!(of("task.directions").choices, ["orthonormal", "gaussian"]);
    assert_eq!(of("grid.n").instead_of, Some("grid.E"));
    assert_eq!(of("grid.E").instead_of, Some("grid.n"));
    assert_eq!(of("grid.n").default, 8);
    assert_eq!(of("grid.E").default, Value::Null);
    assert_eq!(
        serde_json::to_string(of("grid.E")).unwrap(),
        r#"{"path":"grid.E","kind":"whole","default":null,"range":"1 to 1024","choices":[],"insteadOf":"grid.n"}"#
    );
}

#[test]
fn a_draft_with_problems_has_the_same_fields() {
    let paths = |draft: &Value| -> Vec<String> {
        let specs = field_specs(draft).into_iter();
        specs.map(|spec| spec.path).collect()
    };
    let wrong = json!({
        "version": 9, "task": { "kind": "nearest", "d": "many", "x": 1 },
        "grid": { "form": "encoder", "h": [], "N": 3 }, "recipe": 7, "seeds": "none",
    });
    assert_eq!(paths(&wrong), paths(&draft("nearest", "encoder")));
    let unknown = json!({ "task": { "kind": "riddle" }, "grid": { "form": "encoder" } });
    assert_eq!(paths(&unknown), paths(&json!({})));
    assert_eq!(paths(&json!(3)), paths(&json!({})));
}

#[test]
fn choices_are_all_the_words_that_are_accepted() {
    for (kind, form) in kinds_and_forms() {
        let draft = draft(kind, form);
        for spec in field_specs(&draft) {
            assert_eq!(spec.choices.is_empty(), spec.kind != FieldKind::Choice);
            assert_eq!(spec.range.is_empty(), spec.kind == FieldKind::Choice);
            for word in &spec.choices {
                let chosen = with(draft.clone(), &spec.path, (*word).into());
                assert!(is_accepted(chosen, &spec.path), "{} {word}", spec.path);
            }
            let riddle = with(draft.clone(), &spec.path, "riddle".into());
            assert!(!is_accepted(riddle, &spec.path), "{}", spec.path);
        }
    }
}

#[test]
fn lists_have_as_many_entries_as_they_say() {
    for (kind, form) in kinds_and_forms() {
        let draft = draft(kind, form);
        for spec in field_specs(&draft) {
            if spec.kind != FieldKind::List {
                continue;
            }
            let (most, each) = list_words(&spec.range);
            let first = number(each.split_once(" to ").unwrap().0) as usize;
            let of_length = |length: usize| {
                let entries: Vec<usize> = (first..first + length).collect();
                let chosen = with(draft.clone(), &spec.path, entries.into());
                is_accepted(chosen, &spec.path)
            };
            let lengths = [0, 1, most, most + 1].map(of_length);
            assert_eq!(lengths, [false, true, true, false], "{}", spec.path);
        }
    }
}

/// Numbers of all sizes, and those at which a range may end, with their neighbours.
fn any_number() -> impl Strategy<Value = f64> {
    let end = prop::sample::select(
        &[
            0.0,
            1.0,
            2.0,
            3.0,
            10.0,
            32.0,
            64.0,
            100.0,
            256.0,
            1e3,
            1024.0,
            8192.0,
            1e5,
            1e6,
            4_294_967_295.0,
        ][..],
    );
    let beside = prop::sample::select(&[-1.0, -1e-9, 0.0, 1e-9, 1.0][..]);
    prop_oneof![
        4 => (end, beside).prop_map(|(end, beside)| end + beside),
        1 => (0u32..2000).prop_map(f64::from),
        1 => -2.0..12.0f64,
    ]
}

/// Numbers so near the end of a range that single precision may not tell them from it: a few or
/// many binary places away, down to the smallest f64.
fn nearly_an_end() -> impl Strategy<Value = f64> {
    let end = prop::sample::select(&[0.0, 1.0, 10.0][..]);
    let places = prop_oneof![1 => 1i32..=60, 1 => 120i32..=1074];
    (end, places, any::<bool>(), 1.0..2.0f64).prop_map(|(end, places, below, digits)| {
        // In two factors: 2^-1074 is a number, but its inverse is not.
        let away = digits * 0.5f64.powi(places / 2) * 0.5f64.powi(places - places / 2);
        if below { end - away } else { end + away }
    })
}

#[test]
fn a_number_that_single_precision_rounds_out_of_its_range_is_refused() {
    let refusal = |name: &str, x: f64| {
        let given = json!({ "recipe": { name: x } });
        Experiment::from_value(given).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("beta1", 0.99999999),
        "recipe.beta1 is 0.99999999, but must be a number from 0 to below 1 in single \
         precision, where it is 1."
    );
    assert_eq!(
        refusal("learningRate", 1e-46),
        "recipe.learningRate is 1e-46, but must be a number above 0 and at most 10 in single \
         precision, where it is 0."
    );
    let direction = json!({ "task": { "directions": [[1, 1e-46], [0, 1]] } });
    assert_eq!(
        Experiment::from_value(direction).unwrap_err().to_string(),
        "task.directions[0][1] is 1e-46, but must be a number from -1000000 to 1000000, and 0 \
         or not so small that it is 0 in single precision."
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_accepted_is_in_its_range_in_single_precision(x in nearly_an_end()) {
        let draft = json!({});
        let of_number = |spec: &FieldSpec| spec.kind == FieldKind::Number;
        let numbers: Vec<FieldSpec> = field_specs(&draft).into_iter().filter(of_number).collect();
        prop_assert_eq!(numbers.len(), 6, "every field that is no whole number");
        for spec in numbers {
            let chosen = with(draft.clone(), &spec.path, json!(x));
            if is_accepted(chosen, &spec.path) {
                let single = x as f32;
                prop_assert!(single.is_finite());
                prop_assert!(words_allow(&spec.range, f64::from(single)), "{} {}", spec.path, x);
            } else {
                // Nothing is refused that single precision keeps.
                let kept = f64::from(x as f32) == x && !(x as f32).is_subnormal();
                prop_assert!(!kept || !words_allow(&spec.range, x), "{} {}", spec.path, x);
            }
        }
    }

    #[test]
    fn a_range_says_what_the_check_accepts(
        (kind, form) in prop::sample::select(kinds_and_forms()),
        x in any_number(),
    ) {
        let draft = draft(kind, form);
        for spec in field_specs(&draft) {
            let is_whole = x.fract() == 0.0;
            let (value, expected) = match spec.kind {
                FieldKind::Choice => continue,
                FieldKind::Number => {
                    let range = &spec.range;
                    let in_engine = in_single_precision(x);
                    (json!(x), words_allow(range, x) && words_allow(range, in_engine))
                }
                FieldKind::Whole => (json!(x), is_whole && words_allow(&spec.range, x)),
                FieldKind::List => {
                    let (_, each) = list_words(&spec.range);
                    (json!([x]), is_whole && words_allow(each, x))
                }
            };
            let chosen = with(draft.clone(), &spec.path, value);
            prop_assert_eq!(is_accepted(chosen, &spec.path), expected, "{} {}", spec.path, x);
        }
    }
}
