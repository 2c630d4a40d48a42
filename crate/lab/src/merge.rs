//! Documents of outcomes that were trained apart, made into one: the same document, to the byte, that a
//! single training gives.

use crate::engine_name::common_engine;
use crate::experiment::VERSION;
use crate::outcome::{Outcome, Outcomes, Stopped};
use crate::plan::{Run, runs};
use crate::summary::summarise;

/// One document out of several.
///
/// ```
/// use lab::{Experiment, Outcomes, VERSION, merge, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let mut outcomes = results_from_text(&experiment, "0.1,0.004").unwrap();
/// outcomes.truncate(1);
/// let summary = summarise(&outcomes);
/// let part = Outcomes { version: VERSION, experiment, engine: "CPU".into(), outcomes, summary };
///
/// let merged = merge(&[part]).unwrap();
/// assert_eq!(merged.document.outcomes.len(), 1);
/// assert_eq!(merged.missing[0].name(), "T16-h2-n8-N32-seed0");
/// ```
#[derive(Clone, Debug)]
pub struct Merged {
    /// Every outcome of a run that was trained to its end.
    pub document: Outcomes,
    /// The runs that no document has such an outcome of.
    pub missing: Vec<Run>,
}

/// Why documents cannot be merged. A document is named by its place in the list.
///
/// ```
/// use lab::{MergeError, merge};
///
/// let error = merge(&[]).unwrap_err();
/// assert_eq!(error, MergeError::NoDocuments);
/// assert_eq!(error.to_string(), "there is no document");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is no document.
    #[error("there is no document")]
    NoDocuments,
    /// It is of another experiment than the first.
    #[error("document {document} is of another experiment than the first")]
    OtherExperiment {
        /// The document.
        document: usize,
    },
    /// Another engine computed it than the first: engines differ in their last digits, instruction sets of
    /// one engine do not ([`common_engine`]).
    #[error("document {document} was computed by another engine than the first")]
    OtherEngine {
        /// The document.
        document: usize,
    },
    /// Two documents have different outcomes of one run.
    #[error("documents {} and {} differ in the outcome of {}", documents[0], documents[1], run.name())]
    Disagreement {
        /// The run.
        run: Run,
        /// Both documents.
        documents: [usize; 2],
    },
}

/// Merges documents, in any order. A run that several documents have must have the same outcome in all of
/// them, to the last bit; one that was interrupted counts as missing.
///
/// Two machines trained one run each.
///
/// ```
/// use lab::{Experiment, Outcomes, VERSION, merge, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let trained = results_from_text(&experiment, "0.1,0.004").unwrap();
/// let part = |place: usize| Outcomes {
///     version: VERSION,
///     experiment: experiment.clone(),
///     engine: "CPU".into(),
///     outcomes: vec![trained[place].clone()],
///     summary: summarise(&trained[place..=place]),
/// };
/// let merged = merge(&[part(1), part(0)]).unwrap();
/// assert_eq!(merged.document.outcomes, trained);
/// assert!(merged.missing.is_empty());
/// ```
pub fn merge(documents: &[Outcomes]) -> Result<Merged, MergeError> {
    let first = documents.first().ok_or(MergeError::NoDocuments)?;
    let runs = runs(&first.experiment);
    let mut engine = first.engine.clone();
    let mut found: Vec<Option<(usize, &Outcome)>> = vec![None; runs.len()];
    for (document, given) in documents.iter().enumerate() {
        if given.experiment != first.experiment {
            return Err(MergeError::OtherExperiment { document });
        }
        engine =
            common_engine(&engine, &given.engine).ok_or(MergeError::OtherEngine { document })?;
        // Mostly outcomes are in the order of the runs, so each search begins where the last one ended.
        let mut last = 0;
        for outcome in &given.outcomes {
            let is_run = |place: &usize| runs[*place] == outcome.run;
            let Some(place) = (last..runs.len()).chain(0..last).find(is_run) else {
                continue;
            };
            last = place;
            if outcome.stopped == Stopped::Interrupted {
                continue;
            }
            match found[place] {
                Some((earlier, other)) if !is_identical(other, outcome) => {
                    return Err(MergeError::Disagreement {
                        run: outcome.run,
                        documents: [earlier, document],
                    });
                }
                Some(_) => {}
                None => found[place] = Some((document, outcome)),
            }
        }
    }
    let is_missing = |(run, found): (&Run, &Option<_>)| found.is_none().then_some(*run);
    let missing = runs.iter().zip(&found).filter_map(is_missing).collect();
    let outcomes: Vec<Outcome> = found
        .into_iter()
        .flatten()
        .map(|(_, outcome)| outcome.clone())
        .collect();
    let document = Outcomes {
        version: VERSION,
        experiment: first.experiment.clone(),
        engine,
        summary: summarise(&outcomes),
        outcomes,
    };
    Ok(Merged { document, missing })
}

/// Whether two outcomes of one run are the same to the last bit. 0 and −0 are not.
fn is_identical(one: &Outcome, other: &Outcome) -> bool {
    let bits = |outcome: &Outcome| {
        let errors = outcome.curve.iter().map(|point| point.1);
        let errors = errors.chain(outcome.nmse).chain(outcome.standard_error);
        errors.map(f64::to_bits).collect::<Vec<_>>()
    };
    one == other && bits(one) == bits(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CurvePoint, Experiment};

    /// The outcomes of the default experiment's runs at `places`, each with its own error.
    fn document(places: &[usize]) -> Outcomes {
        let experiment = Experiment::default();
        let runs = runs(&experiment);
        let outcome = |&place: &usize| Outcome {
            run: runs[place],
            parameters: 7,
            steps: 2000,
            stopped: Stopped::Finished,
            nmse: Some(0.1 / (place + 1) as f64),
            standard_error: None,
            curve: vec![CurvePoint(0, 1.0)],
        };
        let outcomes: Vec<Outcome> = places.iter().map(outcome).collect();
        Outcomes {
            version: VERSION,
            summary: summarise(&outcomes),
            experiment,
            engine: "CPU".into(),
            outcomes,
        }
    }

    fn json(document: &Outcomes) -> String {
        serde_json::to_string(document).unwrap()
    }

    #[test]
    fn parts_in_any_order_are_the_whole() {
        let whole = json(&document(&[0, 1, 2, 3, 4]));
        let parts = [document(&[1, 4]), document(&[]), document(&[0, 1, 2, 3])];
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let merged = merge(&order.map(|i| parts[i].clone())).unwrap();
            assert_eq!(json(&merged.document), whole);
            assert!(merged.missing.is_empty());
        }
    }

    #[test]
    fn what_no_document_has_or_only_in_part_is_missing() {
        let mut part = document(&[0, 2, 3]);
        part.outcomes[1].stopped = Stopped::Interrupted;
        let merged = merge(&[part.clone(), document(&[4])]).unwrap();
        let runs = runs(&part.experiment);
        assert_eq!(merged.missing, [runs[1], runs[2]]);
        assert_eq!(json(&merged.document), json(&document(&[0, 3, 4])));
        // Another document may have it whole.
        let merged = merge(&[part, document(&[1, 2, 4])]).unwrap();
        assert_eq!(json(&merged.document), json(&document(&[0, 1, 2, 3, 4])));
    }

    #[test]
    fn instruction_sets_of_one_engine_are_one_engine() {
        let part = |place: usize, engine: &str| Outcomes {
            engine: engine.into(),
            ..document(&[place])
        };
        let engine_of = |parts: &[Outcomes]| merge(parts).unwrap().document.engine;
        let parts = [
            part(0, "CPU · AVX2 · native"),
            part(1, "CPU · SSE2 · native"),
            part(2, "CPU · SIMD · native"),
        ];
        assert_eq!(engine_of(&parts[..1]), "CPU · AVX2 · native");
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let parts = order.map(|i| parts[i].clone());
            assert_eq!(engine_of(&parts), "CPU · SIMD · native");
            assert_eq!(engine_of(&parts[..2]), "CPU · SIMD · native");
        }
        let mut parts = parts.to_vec();
        parts.push(part(3, "CPU · SIMD · 2 workers"));
        let document = 3;
        assert_eq!(
            merge(&parts).unwrap_err(),
            MergeError::OtherEngine { document }
        );
    }

    #[test]
    fn what_differs_is_refused() {
        assert_eq!(merge(&[]).unwrap_err(), MergeError::NoDocuments);
        let one = document(&[0, 1]);
        let mut other = document(&[1, 2]);
        other.outcomes[0].curve[0].1 = 1.0 + f64::EPSILON;
        let (run, documents) = (one.outcomes[1].run, [0, 1]);
        let disagreement = MergeError::Disagreement { run, documents };
        assert_eq!(merge(&[one.clone(), other]).unwrap_err(), disagreement);
        let mut other = document(&[2]);
        other.engine = "GPU".into();
        let other_engine = MergeError::OtherEngine { document: 1 };
        assert_eq!(merge(&[one.clone(), other]).unwrap_err(), other_engine);
        let mut other = document(&[2]);
        other.experiment.recipe.steps += 1;
        let other_experiment = MergeError::OtherExperiment { document: 1 };
        assert_eq!(merge(&[one, other]).unwrap_err(), other_experiment);
    }
}
