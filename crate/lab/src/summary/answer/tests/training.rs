//! Runs that went wrong, and trainings that were too short.

use super::*;

#[test]
fn recorded_trainings_cut_off_at_their_tenth_were_too_short() {
    // As far as it had come after 200 of 2000 steps.
    let (mut experiment, mut outcomes) = recorded(include_str!(
        "../../../../../../www/content/recorded/max-sum.json"
    ));
    experiment.recipe.steps = 200;
    for outcome in &mut outcomes {
        outcome.curve.retain(|point| point.0 <= 200);
        outcome.nmse = outcome.curve.last().map(|point| point.1);
        outcome.steps = 200;
    }
    let found = answer_of(&(experiment, outcomes), false);
    assert_eq!(
        found.sentence,
        "200 steps were too few: even with 4 heads the error is still 0.0444."
    );
    assert_eq!(
        next(&found),
        ("Train 1000 steps", "recipe.steps", json!(1000))
    );
}

#[test]
fn runs_that_went_wrong_come_first() {
    // Errors as a learning rate of 1 leaves them.
    let fields = || json!({ "grid": { "h": [1, 2, 3, 4, 5] }, "recipe": { "learningRate": 1 } });
    let blown_up = |run: &crate::Run| match run.architecture.h {
        1 => (0.2, vec![1.04, 0.5, 0.2]),
        2 => (1.3e22, vec![1.1, 3e21, 1.3e22]),
        3 => (f64::NAN, vec![1.1]),
        4 => (4.7, vec![2.0, 1e9, 4.7]),
        _ => (0.0009, vec![1.1, 0.01, 0.0009]),
    };
    let found = answer_of(&trained(fields(), blown_up), false);
    assert_eq!(
        found.sentence,
        "3 of 5 runs are worse than guessing: lower the learning rate."
    );
    let (label, path, value) = next(&found);
    assert_eq!(
        (label, path, value),
        (
            "Train with learning rate 0.01",
            "recipe.learningRate",
            json!(0.01)
        )
    );
    // Runs that have learned, and then died: they answer with the mean.
    let died = |run: &crate::Run| match run.architecture.h {
        1 => (1.0002, vec![1.1, 0.4, 1.003, 1.0002]),
        2 => (1.0001, vec![1.1, 30.0, 1.0001]),
        _ => (0.1, vec![1.1, 0.1]),
    };
    let fields = json!({ "recipe": { "learningRate": 0.02 } });
    let found = answer_of(&trained(fields, died), false);
    assert_eq!(
        found.sentence,
        "2 of 5 runs are no better than guessing: lower the learning rate."
    );
    assert_eq!(next(&found).2, json!(0.007));
    let one =
        |fields: Value| answer_of(&trained(fields, |_| (f64::NAN, vec![1.0])), false).sentence;
    assert!(one(json!({ "grid": { "h": [1] } })).starts_with("The run is worse"));
    assert!(one(json!({ "grid": { "h": [1, 2] } })).starts_with("Both runs are worse"));
    assert!(one(json!({})).starts_with("All 5 runs are worse than guessing"));
    // Results of a link have no curves.
    let linked = answer_of(&trained(json!({}), |_| (2e21, Vec::new())), false).sentence;
    assert!(linked.starts_with("All 5 runs are worse"), "{linked}");
}

#[test]
fn runs_that_have_hardly_begun_did_not_go_wrong() {
    // Errors of real trainings: of 5 steps, of 100 with a learning rate of a millionth.
    for (steps, curve) in [
        (5, [1.1, 11.2, 1.88, 1.2, 1.04, 0.998]),
        (100, [1.84, 1.84, 1.84, 1.84, 1.84, 1.84]),
        (20, [1.04, 1.4, 1.0, 0.97, 0.95, 0.9]),
    ] {
        let fields = json!({ "recipe": { "steps": steps } });
        let found = answer_of(&trained(fields, |_| (curve[5], curve.to_vec())), false);
        let were_few = format!("{steps} steps were too few: ");
        assert!(found.sentence.starts_with(&were_few), "{}", found.sentence);
    }
}

#[test]
fn too_short_is_said_with_more_steps_to_try() {
    let falling = |end: f64| vec![1.1, 2.0 * end, 1.3 * end, 1.1 * end, end];
    let short =
        |fields: Value, end: f64| answer_of(&trained(fields, move |_| (end, falling(end))), false);
    let found = short(json!({ "recipe": { "steps": 200 } }), 0.6);
    assert_eq!(
        found.sentence,
        "200 steps were too few: no run has come below half of the error of guessing."
    );
    assert_eq!(
        next(&found),
        ("Train 1000 steps", "recipe.steps", json!(1000))
    );
    let more = |steps: u32| {
        let found = short(json!({ "recipe": { "steps": steps } }), 0.6);
        next(&found).2
    };
    assert_eq!(
        [more(1), more(50), more(2000)],
        [json!(5), json!(200), json!(10_000)]
    );
    assert!(
        short(json!({ "recipe": { "steps": 1 } }), 0.6)
            .sentence
            .starts_with("1 step was")
    );
    // At the largest number of steps there are no more to offer: more seeds are.
    let found = short(json!({ "recipe": { "steps": 1_000_000 } }), 0.6);
    assert_eq!(next(&found), ("Train 3 seeds", "seeds", json!([0, 1, 2])));
    // With enough heads, but far from learned.
    let found = short(json!({}), 0.05);
    assert_eq!(
        found.sentence,
        "2000 steps were too few: even with 4 heads the error is still 0.0500."
    );
}

#[test]
fn what_has_converged_was_not_too_short() {
    // Ranks that are too small: errors above one half that fall no more.
    let flat = |end: f64| vec![1.08, end * 1.01, end * 1.002, end * 1.001, end];
    let fields = json!({ "task": { "kind": "farthest", "d": 16 }, "grid": { "h": [8, 16] } });
    let error = |run: &crate::Run| {
        if run.architecture.h == 8 {
            0.739
        } else {
            0.757
        }
    };
    let found = answer_of(
        &trained(fields, |run| (error(run), flat(error(run)))),
        false,
    );
    assert_eq!(
        found.sentence,
        "With 8 heads the error is 0.739, with 16 it is 0.757."
    );
    // Too few heads: no number of steps brings a cliff.
    let found = errors(json!({}), &[(1, 0.08), (2, 0.04), (3, 0.015)]);
    assert_eq!(
        found.sentence,
        "No cliff shows: 4 targets need 4 heads, and at most 3 were trained."
    );
    assert_eq!(
        next(&found),
        ("Train 1 to 5 heads", "grid.h", json!([1, 2, 3, 4, 5]))
    );
    let found = errors(json!({ "task": { "D": 2 } }), &[(2, 0.003), (6, 0.002)]);
    assert_eq!(
        found.sentence,
        "No cliff shows: 2 targets need 2 heads, and no fewer were trained."
    );
    assert_eq!(next(&found).2, json!([1, 2, 3, 6]));
    let one = errors(json!({ "task": { "D": 1 } }), &[(1, 0.001), (2, 0.001)]);
    assert_eq!(one.sentence, "No cliff can show: 1 target needs 1 head.");
    // A run that the reader stopped, or that reached its target, was not short of steps.
    let (experiment, mut outcomes) = trained(json!({}), |_| (0.6, vec![1.1, 0.9, 0.6]));
    outcomes[1].stopped = Stopped::Interrupted;
    let found = answer_of(&(experiment, outcomes), false);
    assert_eq!(found.sentence, "No cliff shows yet.");
    assert_eq!(found.next.unwrap().label, "Train to the end");
}

#[test]
fn before_the_end_nothing_is_offered_and_no_training_is_too_short() {
    let (experiment, outcomes) = trained(json!({}), |_| (0.6, vec![1.1, 0.9, 0.6]));
    let progress: Vec<RunProgress> = outcomes
        .iter()
        .map(|of| RunProgress {
            index: 0,
            run: of.run,
            step: 10,
            loss: 1.0,
            curve: of.curve.clone(),
            stopped: None,
        })
        .collect();
    let states: Vec<RunState<'_>> = progress
        .iter()
        .map(|of| RunState {
            nmse: None,
            curve: &of.curve,
            stopped: None,
        })
        .collect();
    let found = answer(&experiment, &summarise_progress(&progress), &states, false);
    assert_eq!(found.sentence, "No cliff shows yet.");
    assert_eq!(found.next, None);
    assert_eq!(
        answer(&experiment, &Summary::default(), &[], false),
        Answer::default()
    );
}
