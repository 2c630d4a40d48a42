//! How far the best and the median of several runs' errors may be off. That of their mean is in
//! `reproduction.rs`: it has the spread over seeds in it, these have not.

use serde::Serialize;

use crate::order::sorted;
use crate::outcome::Outcome;

/// The standard errors of the best and of the median error of runs that differ in their seed alone: those
/// of the runs themselves, from the finite validation set.
///
/// ```
/// use lab::{Experiment, results_from_text, standard_errors};
///
/// let text = r#"{ "grid": { "h": [4] }, "seeds": [0, 1, 2] }"#;
/// let experiment = Experiment::from_json(text).unwrap();
/// let mut outcomes = results_from_text(&experiment, "3e-4,1e-4,2e-4").unwrap();
/// for (outcome, error) in outcomes.iter_mut().zip([3e-5, 1e-5, 2e-5]) {
///     outcome.standard_error = Some(error);
/// }
/// let found = standard_errors(&outcomes);
/// assert_eq!((found.min, found.median), (Some(1e-5), Some(2e-5)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StandardErrors {
    /// Of the smallest error.
    pub min: Option<f64>,
    /// Of the median. Between two runs the mean of both: they share the validation set, so that their
    /// errors are off together.
    pub median: Option<f64>,
}

/// The standard errors of the best and of the median of several runs' errors; none where a run that they
/// are of has none.
///
/// Nothing is known without runs.
///
/// ```
/// use lab::{StandardErrors, standard_errors};
///
/// assert_eq!(standard_errors(&[]), StandardErrors::default());
/// ```
pub fn standard_errors<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> StandardErrors {
    let measured = outcomes.into_iter().filter_map(|outcome| {
        let nmse = outcome.nmse.filter(|nmse| nmse.is_finite())?;
        Some((nmse, outcome.standard_error))
    });
    let measured: Vec<(f64, Option<f64>)> = measured.collect();
    let in_order = sorted(&measured, &|a, b| a.0.total_cmp(&b.0));
    let at = |place: usize| in_order.get(place).and_then(|(_, error)| *error);
    let count = in_order.len();
    let middle = at(count.saturating_sub(1) / 2).zip(at(count / 2));
    StandardErrors {
        min: at(0),
        median: middle.map(|(low, high)| (low + high) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::tables::outcome;

    fn found(runs: &[(Option<f64>, Option<f64>)]) -> (Option<f64>, Option<f64>) {
        let outcomes: Vec<Outcome> = runs
            .iter()
            .map(|&(nmse, standard_error)| Outcome {
                standard_error,
                ..outcome(16, 32, 4, 0, nmse)
            })
            .collect();
        let StandardErrors { min, median } = standard_errors(&outcomes);
        (min, median)
    }

    #[test]
    fn they_are_those_of_the_best_run_and_of_the_runs_in_the_middle() {
        let [low, middle, high] = [
            (Some(1e-3), Some(0.25)),
            (Some(2e-3), Some(0.75)),
            (Some(4e-3), Some(1.25)),
        ];
        assert_eq!(found(&[high, low, middle]), (Some(0.25), Some(0.75)));
        assert_eq!(found(&[middle, low]), (Some(0.25), Some(0.5)));
        assert_eq!(found(&[low]), (Some(0.25), Some(0.25)));
        // A run that diverged is none of them.
        let diverged = (None, None);
        assert_eq!(found(&[diverged, low, high]), (Some(0.25), Some(0.75)));
    }

    #[test]
    fn runs_without_one_have_none() {
        let old = (Some(1e-3), None);
        assert_eq!(found(&[old]), (None, None));
        let new = (Some(2e-3), Some(1e-4));
        assert_eq!(found(&[old, new, new]), (None, Some(1e-4)));
        assert_eq!(found(&[]), (None, None));
    }
}
