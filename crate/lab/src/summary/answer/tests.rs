//! What the errors show. What their training shows comes first, in `tests/training.rs`.

mod training;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::arbitrary::any_experiment;
use crate::outcome::{CurvePoint, Outcome, Outcomes};
use crate::summary::tables::{COLUMNS, TABLE_2};
use crate::summary::{Action, summarise, summarise_progress};
use crate::{Change, RunProgress, runs};

/// An experiment of `fields` whose run with h heads and this seed ends as `end` says.
fn trained(
    fields: Value,
    end: impl Fn(&crate::Run) -> (f64, Vec<f64>),
) -> (Experiment, Vec<Outcome>) {
    let experiment = Experiment::from_value(fields).unwrap();
    let steps = experiment.recipe.steps;
    let outcome = |run: crate::Run| {
        let (nmse, curve) = end(&run);
        let last = curve.len().max(2) as u32 - 1;
        Outcome {
            run,
            parameters: 1,
            steps,
            stopped: if nmse.is_finite() {
                Stopped::Finished
            } else {
                Stopped::Diverged
            },
            nmse: Some(nmse).filter(|nmse| nmse.is_finite()),
            standard_error: None,
            curve: (0..)
                .zip(curve)
                .map(|(i, error)| CurvePoint(steps * i / last, error))
                .collect(),
        }
    };
    let outcomes = runs(&experiment).into_iter().map(outcome).collect();
    (experiment, outcomes)
}

fn answer_of((experiment, outcomes): &(Experiment, Vec<Outcome>), is_secret: bool) -> Answer {
    let states: Vec<RunState<'_>> = outcomes.iter().map(RunState::from).collect();
    answer(experiment, &summarise(outcomes), &states, is_secret)
}

/// One run for each number of heads, with these errors and no curves.
fn errors(mut fields: Value, errors: &[(u32, f64)]) -> Answer {
    let heads: Vec<u32> = errors.iter().map(|of| of.0).collect();
    fields["grid"]["h"] = json!(heads);
    let error = |run: &crate::Run| {
        errors
            .iter()
            .find(|of| of.0 == run.architecture.h)
            .unwrap()
            .1
    };
    answer_of(&trained(fields, |run| (error(run), Vec::new())), false)
}

fn sentence(fields: Value, of: &[(u32, f64)]) -> String {
    errors(fields, of).sentence
}

/// The only change of the next step, and its label.
fn next(answer: &Answer) -> (&str, &str, Value) {
    let next = answer.next.as_ref().expect("something to do");
    let [Change { path, value }] = &next.changes[..] else {
        panic!("{next:?}")
    };
    (&next.label, path, value.clone())
}

fn recorded(document: &str) -> (Experiment, Vec<Outcome>) {
    let document = Outcomes::from_json(document).unwrap();
    (document.experiment, document.outcomes)
}

#[test]
fn recorded_results_have_their_cliff_and_their_rise() {
    let max_sum = recorded(include_str!(
        "../../../../../www/content/recorded/max-sum.json"
    ));
    let found = answer_of(&max_sum, false);
    assert_eq!(
        found.sentence,
        "4 targets need 4 heads: the error is 43 times lower with 4 heads than with 3."
    );
    assert_eq!(found.next.unwrap().action, Action::Inspect);
    let farthest = recorded(include_str!(
        "../../../../../www/content/recorded/farthest.json"
    ));
    let found = answer_of(&farthest, false);
    assert_eq!(
        found.sentence,
        "Splitting one head in two makes the error 7.3 times larger."
    );
    assert_eq!(
        next(&found),
        (
            "Try 4 times as many of the small heads",
            "grid.w",
            json!([1, 4])
        )
    );
}

#[test]
fn a_cliff_says_how_much_lower_the_error_is() {
    let at = |table: [f64; 2]| sentence(json!({}), &[(3, table[0]), (4, table[1])]);
    let needs = "4 targets need 4 heads: the error is";
    assert_eq!(
        at([6.40e-4, 4.36e-5]),
        format!("{needs} 15 times lower with 4 heads than with 3.")
    );
    assert_eq!(
        at([7.3e-2, 1e-2]),
        format!("{needs} 7.3 times lower with 4 heads than with 3.")
    );
    assert_eq!(
        at([1.234e-1, 1e-4]),
        format!("{needs} more than 1000 times lower with 4 heads than with 3.")
    );
    // Between the two numbers of heads, and elsewhere.
    assert_eq!(
        sentence(json!({}), &[(2, 0.1), (6, 0.001)]),
        "With 4 targets the error is 100 times lower with 6 heads than with 2."
    );
    let elsewhere = errors(json!({}), &[(1, 0.1), (2, 0.001), (4, 0.001)]);
    assert_eq!(
        elsewhere.sentence,
        "With 4 targets the error is 100 times lower with 2 heads than with 1. Theory expects the \
         cliff at 4 heads."
    );
    assert_eq!(next(&elsewhere).1, "recipe.steps");
    // Layers share the work.
    assert_eq!(
        sentence(json!({ "grid": { "L": [2] } }), &[(1, 0.1), (2, 0.001)]),
        "4 targets need 2 heads in each of 2 layers: the error is 100 times lower with 2 heads than \
         with 1."
    );
    assert_eq!(
        errors(json!({}), &[(1, f64::NAN)]).next.unwrap().action,
        Action::Train
    );
}

#[test]
fn several_lengths_have_a_clause_each() {
    let table = |lengths: &[u32], heads: &[u32]| {
        let error = |run: &crate::Run| {
            let column = COLUMNS.iter().position(|t| *t == run.T).unwrap();
            TABLE_2[run.architecture.h as usize - 1][column]
        };
        let fields = json!({ "grid": { "T": lengths, "h": heads } });
        answer_of(&trained(fields, |run| (error(run), Vec::new())), false).sentence
    };
    assert_eq!(
        table(&[8, 16, 32], &[1, 2, 3, 4, 5]),
        "4 targets need 4 heads: the error is 11 times lower with 4 heads than with 3 at T = 8, \
         15 times at T = 16, 19 times at T = 32."
    );
    let mixed = |run: &crate::Run| match (run.T, run.architecture.h) {
        (8, 2) => 0.001,
        (16, 3) => 0.002,
        (8, 3) => 0.001,
        _ => 0.1,
    };
    let fields = json!({ "task": { "D": 3 }, "grid": { "T": [8, 16, 32], "h": [1, 2, 3] } });
    assert_eq!(
        answer_of(&trained(fields, |run| (mixed(run), Vec::new())), false).sentence,
        "With 3 targets the error is 100 times lower with 2 heads than with 1 at T = 8, 50 times \
         lower with 3 heads than with 2 at T = 16; no cliff shows at T = 32. Theory expects the \
         cliff at 3 heads."
    );
    // More than anybody reads are summed up.
    let fields = json!({ "grid": { "h": [3, 4], "N": [1, 2, 3, 4, 5, 6, 7] } });
    let error = |run: &crate::Run| match run.architecture.h {
        3 => 0.1,
        _ => 0.01 / f64::from(run.architecture.N),
    };
    assert_eq!(
        answer_of(&trained(fields, |run| (error(run), Vec::new())), false).sentence,
        "4 targets need 4 heads: the error is 10 to 70 times lower with 4 heads than with 3 in 7 of \
         7 lines."
    );
}

#[test]
fn where_no_cliff_shows_the_reason_is_said() {
    let gentle = errors(json!({}), &[(3, 0.012), (4, 0.006), (5, 0.005)]);
    assert_eq!(
        gentle.sentence,
        "No cliff shows: the error falls at most 2.0 times, from 3 to 4 heads."
    );
    assert_eq!(next(&gentle).1, "recipe.steps");
    let level = sentence(json!({}), &[(3, 0.006), (4, 0.006)]);
    assert_eq!(level, "No cliff shows: more heads do not lower the error.");
    // Seeds disagree.
    let error = |run: &crate::Run| match (run.architecture.h, run.seed) {
        (4, 2) => 0.2,
        (4, _) => 0.001,
        _ => 0.1,
    };
    let fields = json!({ "grid": { "h": [3, 4] }, "seeds": [0, 2, 7] });
    let found = answer_of(&trained(fields, |run| (error(run), Vec::new())), false);
    assert_eq!(
        found.sentence,
        "Half of the runs with 4 heads err 100 times less than with 3, but not all of them do."
    );
    assert_eq!(
        next(&found),
        ("Train 6 seeds", "seeds", json!([0, 2, 7, 1, 3, 4]))
    );
}

#[test]
fn tasks_without_a_cliff_have_rises_or_errors() {
    let task = || json!({ "task": { "kind": "farthest", "d": 12 } });
    assert_eq!(
        sentence(task(), &[(1, 0.0153), (2, 0.02), (4, 0.8)]),
        "Splitting 2 heads into 4 makes the error 40 times larger."
    );
    assert_eq!(
        sentence(task(), &[(2, 0.02), (3, 0.8)]),
        "With 3 heads the error is 40 times larger than with 2."
    );
    assert_eq!(
        sentence(task(), &[(1, 0.4), (2, 0.3), (4, 0.2)]),
        "With 1 head the error is 0.400, with 2 it is 0.300, with 4 it is 0.200."
    );
}

#[test]
fn one_number_of_heads_has_no_cliff_to_speak_of() {
    let found = errors(json!({ "task": { "D": 2 } }), &[(3, 0.005)]);
    assert_eq!(found.sentence, "With 3 heads the error is 5.00 × 10⁻³.");
    assert_eq!(
        next(&found),
        ("Train 1 to 3 heads", "grid.h", json!([1, 2, 3]))
    );
    let fields = json!({ "task": { "D": 1 }, "grid": { "h": [1], "T": [8, 16] } });
    let error = |run: &crate::Run| if run.T == 8 { 3.2e-4 } else { 0.005 };
    let found = answer_of(&trained(fields, |run| (error(run), Vec::new())), false);
    assert_eq!(
        found.sentence,
        "With 1 head the error is 3.20 × 10⁻⁴ at T = 8, 5.00 × 10⁻³ at T = 16."
    );
    // The memoriser has one head: there are no more to train.
    let memoriser =
        json!({ "task": { "D": 2, "d": 2 }, "grid": { "form": "memoriser", "T": [4] } });
    let found = answer_of(&trained(memoriser, |_| (0.005, Vec::new())), false);
    assert_eq!(found.next.unwrap().action, Action::Inspect);
}

#[test]
fn beyond_a_limit_something_else_is_offered() {
    let no_cliff = [(3, 0.012), (4, 0.011)];
    // Four times as many steps are not allowed: more seeds are.
    let most_steps = json!({ "recipe": { "steps": 1_000_000 } });
    assert_eq!(
        next(&errors(most_steps.clone(), &no_cliff)),
        ("Train 3 seeds", "seeds", json!([0, 1, 2]))
    );
    // Nor are more seeds: the heads can be looked into.
    let mut all_limits = most_steps;
    all_limits["seeds"] = json!((0..100).collect::<Vec<u32>>());
    let found = errors(all_limits, &no_cliff);
    assert_eq!(found.next.unwrap().action, Action::Inspect);
}

proptest! {
    #[test]
    fn every_finished_answer_has_a_next_step_that_is_allowed(
        experiment in any_experiment(),
        errors in prop::collection::vec(prop_oneof![
            4 => (1e-7..2.0f64).prop_map(Some),
            1 => Just(None),
        ], 1..12),
        at_the_limit in any::<bool>(),
        stops_early in any::<bool>(),
    ) {
        let limit = Change::new("recipe.steps", 1_000_000);
        let at_limit = if at_the_limit { experiment.changed(&[limit]) } else { None };
        let experiment = at_limit.unwrap_or(experiment);
        let outcome = |(i, run): (usize, crate::Run)| {
            let nmse = errors[i % errors.len()];
            Outcome {
                run,
                parameters: 1,
                steps: experiment.recipe.steps,
                stopped: match nmse {
                    None => Stopped::Diverged,
                    Some(_) if stops_early => Stopped::Interrupted,
                    Some(_) => Stopped::Finished,
                },
                nmse,
                standard_error: None,
                curve: Vec::new(),
            }
        };
        let outcomes: Vec<Outcome> = runs(&experiment).into_iter().enumerate().map(outcome).collect();
        let states: Vec<RunState<'_>> = outcomes.iter().map(RunState::from).collect();
        let found = answer(&experiment, &summarise(&outcomes), &states, false);
        prop_assert!(!found.sentence.is_empty());
        let next = found.next.expect("something to do");
        prop_assert!(experiment.changed(&next.changes).is_some(), "{next:?}");
    }
}

#[test]
fn a_secret_d_is_neither_said_nor_offered() {
    let curve = |end: f64| vec![1.1, 2.0 * end, 1.3 * end, 1.1 * end, end];
    let tables: [[f64; 8]; 5] = [
        [0.1, 0.09, 0.08, 0.001, 0.001, 0.001, 0.001, 0.001],
        [0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03],
        [0.01, 0.009, 0.008, 0.007, 0.006, 0.005, 0.005, 0.005],
        [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9],
        [0.1, 0.001, 0.001, f64::NAN, 0.001, 0.001, 0.001, 0.001],
    ];
    for table in tables {
        let answer = |dimension: u32| {
            let fields = json!({
                "task": { "D": dimension, "d": 8 },
                "grid": { "h": [1, 2, 3, 4, 5, 6, 7, 8] },
            });
            let error = |run: &crate::Run| table[run.architecture.h as usize - 1];
            let found = trained(fields, |run| (error(run), curve(error(run))));
            answer_of(&found, true)
        };
        let first = answer(1);
        assert!(
            (2..=8).all(|dimension| answer(dimension) == first),
            "{first:?}"
        );
        assert!(!first.sentence.contains("target"), "{}", first.sentence);
    }
}
