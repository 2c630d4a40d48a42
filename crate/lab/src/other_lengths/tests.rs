//! What is said of errors at other lengths, and which lengths there are.

use super::*;
use crate::plan::runs;

fn experiment(text: &str) -> Experiment {
    Experiment::from_json(text).unwrap()
}

fn at(t: u32, nmse: f64, share: Option<f64>) -> LengthError {
    LengthError {
        T: t,
        nmse,
        standard_error: nmse / 20.0,
        largest_share: share,
    }
}

#[test]
fn only_what_the_numbers_show_is_said() {
    let default = experiment("{}");
    let all = runs(&default);
    let said = |run: usize, points: &[LengthError]| length_sentence(&default, &all[run], points);
    // Too few heads are not called enough; what is not measured is not said.
    assert_eq!(
        said(0, &[at(16, 0.1, None), at(32, 0.3, None)]),
        "Trained on lists of 16, 1 head errs 3.0 times as much on lists of 32."
    );
    // The attention may stay, and the error fall.
    assert_eq!(
        said(1, &[at(32, 0.2, Some(0.71)), at(16, 0.4, Some(0.7))]),
        "Trained on lists of 16, 2 heads err 2.0 times less on lists of 32. The largest share of a head’s \
         attention stays at about 71\u{a0}%."
    );
    assert!(said(1, &[at(16, 0.2, Some(0.5)), at(32, 0.3, Some(0.6))]).ends_with("to 60\u{a0}%."));
    assert!(said(1, &[at(16, 0.2, None), at(32, 0.21, None)]).contains(" err about as much on "));
    assert!(said(1, &[at(16, 1e-6, None), at(32, 0.21, None)]).contains("more than 1000 times"));
    assert!(said(1, &[at(16, 0.2, None), at(32, f64::NAN, None)]).contains("beyond all numbers"));
    // A difference within the doubt is none, however large the ratio.
    let doubtful = LengthError {
        standard_error: 0.3,
        ..at(32, 0.4, None)
    };
    assert!(said(1, &[at(16, 0.2, None), doubtful]).contains("about as much"));
    assert_eq!(said(1, &[at(16, 0.2, None)]), "");
    assert_eq!(said(1, &[at(32, 0.2, None), at(64, 0.2, None)]), "");
}

#[test]
fn layers_share_the_targets() {
    let two = experiment(r#"{ "task": { "D": 4 }, "grid": { "h": [2], "L": [2] } }"#);
    let said = length_sentence(
        &two,
        &runs(&two)[0],
        &[at(16, 0.1, None), at(32, 0.3, None)],
    );
    assert!(
        said.contains("2 heads in each of 2 layers, which are enough for 4 targets, err"),
        "{said}"
    );
}

#[test]
fn lengths_end_where_grids_do() {
    let of = |text: &str| {
        let experiment = experiment(text);
        lengths_to_try(&experiment.task, &runs(&experiment)[0])
    };
    assert_eq!(of(r#"{ "grid": { "T": [300] } }"#), [300, 600]);
    assert!(of(r#"{ "grid": { "T": [1024] } }"#).is_empty());
    assert!(of(r#"{ "grid": { "form": "memoriser" } }"#).is_empty());
    assert_eq!(
        of(r#"{ "task": { "kind": "farthest" } }"#),
        [16, 32, 64, 128]
    );
    let random = r#"{ "task": { "kind": "retrieval", "subsets": "random" } }"#;
    assert!(of(random).is_empty());
    let random = experiment(random);
    assert_eq!(check_length(&random.task, &runs(&random)[0], 16), Ok(()));
}

#[test]
fn long_sequences_of_large_models_are_fewer() {
    let large = experiment(
        r#"{ "task": { "kind": "farthest", "d": 64 }, "grid": { "form": "encoder", "h": [1], "L": [3], "w": [8] } }"#,
    );
    let counts = [16, 128, 1024].map(|t| sequences_at(&large, &runs(&large)[0], t));
    assert!(counts.is_sorted_by(|few, more| few >= more), "{counts:?}");
    assert_eq!(counts[2], FEWEST_SEQUENCES);
    let few = experiment(r#"{ "recipe": { "validationSequences": 7 } }"#);
    assert_eq!(sequences_at(&few, &runs(&few)[0], 1024), 7);
}
