//! Links: what they say, what is refused, and that every experiment survives its link.

use super::*;
use crate::arbitrary::any_experiment;
use crate::kinds_and_forms;
use proptest::prelude::*;
use serde_json::json;

/// Whether a value of a query may hold the byte as it is.
fn needs_no_escape(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte)
}

fn query(given: Value) -> String {
    Experiment::from_value(given).unwrap().to_query()
}

fn problems(query: &str) -> Vec<String> {
    let problems = Experiment::from_query(query).expect_err("it was accepted");
    problems.listed().iter().map(ToString::to_string).collect()
}

#[test]
fn a_link_has_only_what_differs_from_the_defaults() {
    assert_eq!(Experiment::default().to_query(), "v=1");
    assert_eq!(
        query(json!({
            "task": { "kind": "farthest", "d": 32 },
            "grid": { "h": [1, 2, 8], "form": "attention" },
            "recipe": { "steps": 500, "learningRate": 1.5e-2, "batch": 64 },
            "seeds": [0, 1],
        })),
        "v=1&kind=farthest&d=32&h=1,2,8&steps=500&seeds=0,1"
    );
    // What follows from other fields: paper 2's heads, the memoriser's width.
    assert_eq!(
        query(json!({ "task": { "kind": "farthest" }, "grid": { "h": [1, 2, 4] } })),
        "v=1&kind=farthest"
    );
    assert_eq!(
        query(json!({ "grid": { "form": "memoriser", "T": [8], "h": [1], "n": 32 } })),
        "v=1&form=memoriser&T=8"
    );
    assert_eq!(
        query(json!({ "grid": { "form": "memoriser", "T": [8], "n": 33 } })),
        "v=1&form=memoriser&T=8&n=33"
    );
}

#[test]
fn given_directions_are_rows() {
    let task = json!({ "directions": [[1, 0, 0.5], [-1e-7, 0.1, 1e6]] });
    let given = query(json!({ "task": task }));
    assert_eq!(given, "v=1&directions=1,0,0.5~-1e-7,0.1,1000000");
    assert_eq!(
        Experiment::from_query(&given),
        Experiment::from_value(json!({ "task": task }))
    );
    // A single row, and a single number.
    for rows in [json!([[0.5, 2]]), json!([[-3]])] {
        let given = json!({ "task": { "directions": rows } });
        let link = query(given.clone());
        assert_eq!(
            Experiment::from_query(&link),
            Experiment::from_value(given),
            "{link}"
        );
    }
}

#[test]
fn links_may_be_written_in_other_ways() {
    let expected = Experiment::from_value(json!({ "grid": { "h": [1, 4] } }));
    for query in [
        "h=1,4",
        "?h=1,4",
        "#h=1,4&",
        "&&v=1&h=1%2c4",
        "%68=1%2C4&steps=2e3&learningRate=0.0150",
        " ?h=1,4.0\n",
    ] {
        assert_eq!(Experiment::from_query(query), expected, "{query}");
    }
    for nothing in ["", "?", "#", "v=1"] {
        assert_eq!(
            Experiment::from_query(nothing),
            Ok(Experiment::default()),
            "{nothing}"
        );
    }
}

#[test]
fn every_problem_is_named_with_its_value_and_what_is_allowed() {
    let found = problems("v=2&h=1,x,0&h=3&steps=many&steps&D=%4&%ff=1&N=&directions=1,a~2");
    assert_eq!(
        found,
        [
            "grid.h is \"3\", but must be given once: it stands here again.",
            "recipe.steps is \"\", but must be given a value, as in steps=….",
            "D is \"D=%4\", but must be UTF-8 in which each % is followed by two hexadecimal digits.",
            "%ff is \"%ff=1\", but must be UTF-8 in which each % is followed by two hexadecimal digits.",
            "version is 2, but must be a whole number from 1 to 1.",
            "task.directions[0][1] is \"a\", but must be a number from -1000000 to 1000000.",
            "task.directions[1] is [2], but must be a row of 2 numbers, as the first.",
            "grid.h[1] is \"x\", but must be a whole number from 1 to 64.",
            "grid.h[2] is 0, but must be a whole number from 1 to 64.",
            "grid.N is [], but must be a list of 1 to 32 entries.",
            "recipe.steps is \"many\", but must be a whole number from 1 to 1000000.",
        ]
    );
    let unknown = problems("heads=4").join(" ");
    assert!(
        unknown.starts_with(
            "heads is \"4\", but must be left out: a link has no such key, only v, kind, D,"
        ),
        "{unknown}"
    );
    assert_eq!(
        problems("kind=min-max&D=3"),
        ["task.D is 3, but must be left out: there is no such field here, only kind, seed."]
    );
}

#[test]
fn every_field_has_a_key() {
    let of_form = |(kind, form)| json!({ "task": { "kind": kind }, "grid": { "form": form } });
    let mut all: Vec<Value> = kinds_and_forms().into_iter().map(of_form).collect();
    all.push(json!({ "grid": { "E": 32 } }));
    for given in all {
        let experiment = Experiment::from_value(given).unwrap();
        let mut json = serde_json::to_value(&experiment).unwrap();
        for (key, part, _) in KEYS {
            take(&mut json, part, field_of(key));
        }
        assert_eq!(json, json!({ "task": {}, "grid": {}, "recipe": {} }));
    }
}

#[test]
fn keys_are_unique() {
    let mut names = KEYS.map(|(key, ..)| key).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), KEYS.len());
}

/// Text that looks like a query more often than not.
fn any_query() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        prop::sample::select(KEYS.map(|(key, ..)| key).to_vec()).prop_map(String::from),
        "[a-zA-Z%]{0,4}",
    ];
    let value = prop_oneof![
        "[0-9,.e~-]{0,12}",
        "(max-sum|farthest|nearest|retrieval|encoder|memoriser|gaussian|fresh)",
        "\\PC{0,6}",
    ];
    let pair = (key, prop_oneof![Just("="), Just("")], value)
        .prop_map(|(key, is, value)| format!("{key}{is}{value}"));
    prop::collection::vec(pair, 0..8).prop_map(|pairs| pairs.join("&"))
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = Experiment::from_query(&text);
    }

    #[test]
    fn no_query_panics_and_what_is_accepted_survives(text in any_query()) {
        if let Ok(experiment) = Experiment::from_query(&text) {
            prop_assert_eq!(Experiment::from_query(&experiment.to_query()), Ok(experiment));
        }
    }

    #[test]
    fn valid_experiments_survive_their_link(experiment in any_experiment()) {
        let query = experiment.to_query();
        prop_assert!(
            query.bytes().all(|byte| needs_no_escape(byte) || b"=&".contains(&byte)),
            "{}", query
        );
        let read = Experiment::from_query(&query);
        prop_assert_eq!(read.as_ref(), Ok(&experiment), "{}", query);
        // Equality of floats is not that of their bits, but their text is.
        prop_assert_eq!(read.unwrap().to_json(), experiment.to_json());
    }

    #[test]
    fn escaped_text_survives(text in "\\PC{0,20}") {
        let escaped = escape(&text);
        prop_assert!(escaped.bytes().all(|byte| needs_no_escape(byte) || byte == b'%'));
        prop_assert_eq!(unescape(&escaped), Some(text));
    }
}
