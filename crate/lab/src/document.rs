//! Reads a document of outcomes (`Outcomes`) out of untrusted JSON. Its experiment is checked as every
//! experiment is, its outcomes must be those of the experiment's runs, and what follows from them (the
//! numbers of parameters, the summary) is computed anew. Results in links are read in
//! `link/results.rs`.

use serde_json::{Value, json};

use crate::experiment::{Experiment, VERSION};
use crate::outcome::{Outcome, Outcomes, Stopped, read_outcomes};
use crate::plan::{Run, runs};
use crate::problem::{Problem, Problems, not_json};
use crate::recipe::Recipe;
use crate::summary::summarise;

/// The most characters of an engine's name.
const LONGEST_ENGINE_NAME: usize = 200;

impl Outcomes {
    /// Reads a document with one outcome for every run of its experiment, in any order.
    ///
    /// ```
    /// use lab::Outcomes;
    ///
    /// let text = r#"{
    ///     "experiment": { "grid": { "h": [1] } },
    ///     "outcomes": [{
    ///         "run": { "T": 16, "h": 1, "n": 8, "N": 32, "seed": 0 },
    ///         "steps": 2000, "stopped": "finished", "nmse": 0.1, "curve": []
    ///     }]
    /// }"#;
    /// let document = Outcomes::from_json(text).unwrap();
    /// assert_eq!(document.outcomes[0].nmse, Some(0.1));
    /// // What follows from the rest is computed here.
    /// assert_eq!(document.outcomes[0].parameters, 1009);
    /// assert_eq!(document.summary.groups.len(), 1);
    /// ```
    pub fn from_json(text: &str) -> Result<Self, Problems> {
        let document = Self::part_from_json(text)?;
        let runs = runs(&document.experiment);
        let given = document.outcomes.len();
        if given == runs.len() {
            return Ok(document);
        }
        let is_missing = |run: &&Run| document.outcomes.iter().all(|of| of.run != **run);
        let missing = runs.iter().find(is_missing).map(Run::name);
        let allowed = format!(
            "those of all {} runs of the experiment: {} is missing, so train it to its end first",
            runs.len(),
            missing.unwrap_or_default()
        );
        Err(Problem::new("outcomes", format!("{given} outcomes"), allowed).into())
    }

    /// As [`Self::from_json`], but some runs may be missing, because their training has not ended yet.
    ///
    /// ```
    /// use lab::Outcomes;
    ///
    /// // Two runs, of which one has ended.
    /// let text = r#"{
    ///     "experiment": { "grid": { "h": [1, 2] } },
    ///     "outcomes": [{
    ///         "run": { "T": 16, "h": 1, "n": 8, "N": 32, "seed": 0 },
    ///         "steps": 2000, "stopped": "finished", "nmse": 0.1, "curve": []
    ///     }]
    /// }"#;
    /// assert_eq!(Outcomes::part_from_json(text).unwrap().outcomes.len(), 1);
    /// let refusal = Outcomes::from_json(text).unwrap_err().to_string();
    /// assert!(refusal.contains("T16-h2-n8-N32-seed0 is missing"));
    /// ```
    pub fn part_from_json(text: &str) -> Result<Self, Problems> {
        let mut document: Value =
            serde_json::from_str(text).map_err(|error| not_json("document", text, &error))?;
        if !document.is_object() {
            let allowed = "an object with named fields";
            return Err(Problem::new("document", document, allowed).into());
        }
        let version = match document["version"].take() {
            Value::Null => VERSION.into(),
            version => version,
        };
        if version.as_f64() != Some(VERSION.into()) {
            let allowed = format!("{VERSION}, the newest version known here");
            return Err(Problem::new("version", version, allowed).into());
        }
        let engine = match document["engine"].take() {
            Value::Null => String::new(),
            Value::String(name) if name.chars().nth(LONGEST_ENGINE_NAME).is_none() => name,
            other => {
                let allowed = format!("a name of at most {LONGEST_ENGINE_NAME} characters");
                return Err(Problem::new("engine", other, allowed).into());
            }
        };
        let experiment = document["experiment"].take();
        if experiment.is_null() {
            let allowed = "given: results without their experiment say nothing";
            return Err(Problem::new("experiment", Value::Null, allowed).into());
        }
        let experiment = Experiment::from_value(experiment)?;
        let outcomes = read_outcomes(document["outcomes"].take())?;
        let outcomes = experiment.check_outcomes(outcomes)?;
        Ok(Self {
            version: VERSION,
            engine,
            summary: summarise(&outcomes),
            outcomes,
            experiment,
        })
    }
}

impl Experiment {
    /// The outcomes of some of its runs, in the order of [`runs`]: refuses those of other runs, two of
    /// one run, and what no training ends with.
    ///
    /// ```
    /// use lab::{Experiment, results_from_text};
    ///
    /// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
    /// let mut outcomes = results_from_text(&experiment, "0.1,0.004").unwrap();
    /// outcomes.reverse();
    /// let in_order = experiment.check_outcomes(outcomes).unwrap();
    /// assert_eq!(in_order[0].run.architecture.h, 1);
    ///
    /// // An experiment with three heads alone has no such runs.
    /// let other = Experiment::from_json(r#"{ "grid": { "h": [3] } }"#).unwrap();
    /// assert!(other.check_outcomes(in_order).is_err());
    /// ```
    #[allow(non_snake_case)]
    pub fn check_outcomes(&self, outcomes: Vec<Outcome>) -> Result<Vec<Outcome>, Problems> {
        let runs = runs(self);
        if outcomes.len() > runs.len() {
            let given = format!("{} outcomes", outcomes.len());
            let allowed = format!("at most {}, one for each run of the experiment", runs.len());
            return Err(Problem::new("outcomes", given, allowed).into());
        }
        let mut problems = Problems::default();
        let mut at_place: Vec<Option<(usize, Outcome)>> = vec![None; runs.len()];
        let d = self.task.token_dimension();
        for (i, mut outcome) in outcomes.into_iter().enumerate() {
            let refuse = |(field, given, allowed): Refusal| {
                Problem::new(format!("outcomes[{i}].{field}"), given, allowed)
            };
            let Run {
                T, architecture, ..
            } = outcome.run;
            // Mostly they are in order: of thousands, each would else be searched for among all.
            let in_order = runs.get(i).filter(|run| **run == outcome.run).map(|_| i);
            let place = in_order.or_else(|| runs.iter().position(|run| *run == outcome.run));
            let Some(place) = place else {
                let allowed = "a run of the experiment".to_string();
                problems.push(refuse(("run".into(), in_json(&outcome.run), allowed)));
                continue;
            };
            if let Some((earlier, _)) = &at_place[place] {
                let allowed = format!("a run of its own: outcomes[{earlier}] has the same");
                problems.push(refuse(("run".into(), in_json(&outcome.run), allowed)));
                continue;
            }
            if let Some(refusal) = impossible(&outcome, &self.recipe) {
                problems.push(refuse(refusal));
                continue;
            }
            // It follows from the run, so nobody need be believed.
            outcome.parameters = architecture.parameters(d, T);
            at_place[place] = Some((i, outcome));
        }
        let in_order = at_place.into_iter().flatten().map(|(_, outcome)| outcome);
        problems.none_or(in_order.collect())
    }
}

/// A field, what was given and what is allowed.
type Refusal = (String, Value, String);

/// Why no training ends with this outcome; `None` if one may.
fn impossible(outcome: &Outcome, recipe: &Recipe) -> Option<Refusal> {
    let Recipe {
        steps,
        curve_points,
        ..
    } = recipe;
    let Outcome {
        stopped,
        nmse,
        curve,
        ..
    } = outcome;
    if outcome.steps > *steps {
        let allowed = format!("at most recipe.steps, which is {steps}");
        return Some(("steps".into(), outcome.steps.into(), allowed));
    }
    let is_error = |error: f64| error.is_finite() && error >= 0.0;
    match (stopped, nmse) {
        (Stopped::Diverged, None) => {}
        (Stopped::Diverged, Some(error)) => {
            let allowed = "left out: the run diverged".into();
            return Some(("nmse".into(), json!(error), allowed));
        }
        (_, Some(error)) if is_error(*error) => {}
        (_, given) => {
            let allowed = "a number not below 0, as the run did not diverge".into();
            return Some(("nmse".into(), json!(given), allowed));
        }
    }
    if let Some(given) = outcome.standard_error
        && (nmse.is_none() || !is_error(given))
    {
        let allowed = "a number not below 0, beside an error, or left out".into();
        return Some(("standardError".into(), json!(given), allowed));
    }
    // One before the first step, and one at the end of each part.
    if curve.len() > *curve_points as usize + 1 {
        let allowed = format!(
            "at most recipe.curvePoints + 1 = {} points",
            curve_points + 1
        );
        let given = format!("{} points", curve.len());
        return Some(("curve".into(), given.into(), allowed));
    }
    let mut next = 0;
    for (i, point) in curve.iter().enumerate() {
        if point.0 < next || point.0 > *steps || !is_error(point.1) {
            let allowed = format!(
                "a step from {next} to {steps} and an error not below 0: steps rise along a curve"
            );
            return Some((format!("curve[{i}]"), json!(point), allowed));
        }
        next = point.0.saturating_add(1);
    }
    None
}

/// A run as a value of JSON, to quote it.
fn in_json(run: &Run) -> Value {
    let text = serde_json::to_string(run).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
