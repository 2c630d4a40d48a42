//! Comparisons of predictions with results, in numbers and in words.

use proptest::prelude::*;

use super::*;
use crate::summarise;
use crate::summary::tables::outcome;

/// Errors at 1, 2, 3, … heads, as one group each.
fn measured(errors: &[f64]) -> Vec<Group> {
    let outcomes: Vec<_> = (1..)
        .zip(errors)
        .map(|(h, error)| outcome(16, 32, h, 0, Some(*error)))
        .collect();
    summarise(&outcomes).groups
}

fn drawn(errors: &[f64]) -> Vec<(u32, f64)> {
    (1..).zip(errors.iter().copied()).collect()
}

fn comparison_of(predicted: &[f64], results: &[f64]) -> Comparison {
    let mut found = compare(&drawn(predicted), &measured(results));
    assert_eq!(found.len(), 1);
    found.remove(0)
}

#[test]
fn the_numbers_are_right_by_hand() {
    // Off by 2, 5, 1, 20 and 4 times: the median is 4.
    let comparison = comparison_of(
        &[0.2, 0.1, 0.01, 0.02, 2e-4],
        &[0.1, 0.02, 0.01, 1e-3, 8e-4],
    );
    let (expected, measured) = (comparison.expected.unwrap(), comparison.measured.unwrap());
    assert_eq!((expected.before, expected.h), (4, 5));
    assert!((expected.factor - 100.0).abs() < 1e-9);
    assert_eq!((measured.before, measured.h), (3, 4));
    assert!((measured.factor - 10.0).abs() < 1e-9);
    assert!((comparison.typical.unwrap() - 4.0).abs() < 1e-9);
    let worst = comparison.worst.unwrap();
    assert_eq!((worst.h, worst.high), (4, true));
    assert!((worst.factor - 20.0).abs() < 1e-9);
    assert_eq!(
        comparison.sentence,
        "You expected the largest fall from 4 to 5 heads; the largest was from 3 to 4 heads: the error is 10 times lower. \
         Your prediction was typically off by a factor of 4.0, and most at 4 heads: 20 times too high."
    );
}

#[test]
fn the_median_of_two_factors_is_between_them() {
    // Off by 2 and by 8 times: between them, on a scale of factors, is 4.
    let comparison = comparison_of(&[0.2, 0.01], &[0.1, 0.08]);
    assert!((comparison.typical.unwrap() - 4.0).abs() < 1e-9);
    assert!(!comparison.worst.unwrap().high);
}

#[test]
fn falls_are_described() {
    let falls_in = |predicted: &[f64], results: &[f64]| {
        let sentence = comparison_of(predicted, results).sentence;
        let (falls, _) = sentence.split_once(" Your prediction").unwrap();
        falls.to_string()
    };
    let (flat, cliff) = ([0.1, 0.1, 0.1], [0.1, 0.1, 0.001]);
    assert_eq!(
        falls_in(&cliff, &cliff),
        "You expected the largest fall from 2 to 3 heads, and there it was: the error is 100 times lower."
    );
    assert_eq!(
        falls_in(&flat, &cliff),
        "You expected no fall; the largest was from 2 to 3 heads: the error is 100 times lower."
    );
    assert_eq!(
        falls_in(&cliff, &flat),
        "You expected the largest fall from 2 to 3 heads; the error fell nowhere."
    );
    assert_eq!(
        falls_in(&flat, &[0.1, 0.1, 1e-5]),
        "You expected no fall; the largest was from 2 to 3 heads: the error is more than 1000 times \
         lower."
    );
    // A rise, or a fall below the precision of a drawing, does not count.
    assert_eq!(
        falls_in(&[0.10, 0.09, 0.2], &flat),
        "You expected no fall, and there was none."
    );
    // Of equal falls the first is named.
    assert_eq!(
        comparison_of(&[1.0, 0.1, 0.01], &flat).expected.unwrap().h,
        2
    );
}

#[test]
fn one_number_of_heads_has_no_fall_and_no_median() {
    let of_one = |predicted: f64| comparison_of(&[predicted], &[0.1]).sentence;
    assert_eq!(of_one(0.5), "Your prediction was 5.0 times too high.");
    assert_eq!(of_one(0.01), "Your prediction was 10 times too low.");
    assert_eq!(
        of_one(1e-6),
        "Your prediction was more than 1000 times too low."
    );
    assert_eq!(of_one(0.1), "Your prediction was right.");
    assert!(
        comparison_of(&[0.1, 0.01], &[0.101, 0.0099])
            .sentence
            .ends_with("Your prediction was right.")
    );
}

#[test]
fn heads_that_only_one_side_has_are_left_out() {
    let results = measured(&[0.1, 0.1, 0.1, 0.001, 0.001]);
    let comparison = &compare(&[(5, 0.001), (1, 0.2), (3, 0.1), (9, 1.0)], &results)[0];
    assert_eq!(
        (
            comparison.measured.unwrap().before,
            comparison.measured.unwrap().h
        ),
        (3, 5)
    );
    assert!(
        comparison
            .sentence
            .ends_with("2.0 times too high. Only h = 1, 3, 5 could be compared."),
        "{}",
        comparison.sentence
    );
    let nothing = &compare(&[(9, 1.0)], &results)[0];
    assert_eq!((nothing.typical, nothing.worst), (None, None));
    assert_eq!(
        nothing.sentence,
        "There is no result for what you predicted."
    );
    assert!(compare(&[(1, 1.0)], &[]).is_empty());
}

#[test]
fn every_line_is_compared_and_named_by_what_varies() {
    let mut outcomes = Vec::new();
    for (length, worse) in [(8, 1.0), (64, 10.0)] {
        for (h, error) in [(1, 0.01), (2, 0.001)] {
            outcomes.push(outcome(length, 32, h, 0, Some(worse * error)));
        }
    }
    let found = compare(&drawn(&[0.01, 0.001]), &summarise(&outcomes).groups);
    let names: Vec<&str> = found
        .iter()
        .map(|comparison| comparison.name.as_str())
        .collect();
    assert_eq!(names, ["T = 8", "T = 64"]);
    assert_eq!(found[0].typical, Some(1.0));
    assert!((found[1].typical.unwrap() - 10.0).abs() < 1e-9);
    assert!(found[1].sentence.starts_with("For T = 64. You expected"));
}

#[test]
fn medians_are_over_seeds() {
    let outcomes = [0.1, 0.2, 0.9].map(|error| outcome(16, 32, 1, 0, Some(error)));
    let comparison = &compare(&[(1, 0.2)], &summarise(&outcomes).groups)[0];
    assert_eq!(comparison.typical, Some(1.0));
}

#[test]
fn there_are_ten_steps_to_a_power_of_ten_and_two_ends() {
    let up: Vec<f64> = (0..=10).map(|steps| step_error(0.01, steps)).collect();
    let steps = [
        0.01, 0.013, 0.016, 0.02, 0.025, 0.032, 0.04, 0.05, 0.063, 0.079, 0.1,
    ];
    assert_eq!(up, steps);
    // Every step leads to the next and back.
    for pair in steps.windows(2) {
        assert_eq!(step_error(pair[0], 1), pair[1]);
        assert_eq!(step_error(pair[1], -1), pair[0]);
    }
    // An error between two steps moves too.
    assert!(step_error(0.011, 1) > 0.011 && step_error(0.0115, -1) < 0.0115);
    assert_eq!((step_error(2.5, 1), step_error(1e-6, -10)), (2.5, 1e-6));
    assert_eq!(predictable_error(0.071_23), 0.071);
    assert_eq!(predictable_error(f64::NAN), 1.0);
}

fn any_error() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(f64::MAX), 1e-9..10.0f64, any::<f64>()]
}

proptest! {
    #[test]
    fn nothing_drawn_or_measured_panics(
        predicted in prop::collection::vec((0u32..6, any_error()), 0..8),
        results in prop::collection::vec((0u32..3, 0u32..6, any_error()), 0..20),
        steps in any::<i32>(),
    ) {
        let outcomes: Vec<_> = results
            .iter()
            .map(|&(length, h, nmse)| outcome(length, 32, h, 0, Some(nmse)))
            .collect();
        for comparison in compare(&predicted, &summarise(&outcomes).groups) {
            prop_assert!(!comparison.sentence.contains("NaN"), "{}", comparison.sentence);
            prop_assert!(comparison.typical.is_none_or(|factor| factor >= 1.0));
        }
        for (_, error) in predicted {
            prop_assert!(PREDICTABLE_ERRORS.contains(&predictable_error(error)));
            prop_assert!(PREDICTABLE_ERRORS.contains(&step_error(error, steps)));
        }
    }
}
