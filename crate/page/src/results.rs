//! `Results`: outcomes of one experiment, or its runs while they train, kept on this side of the
//! boundary so that a progress message carries only what is new. `ResultSet`: what one chart shows.

use std::cell::RefCell;
use std::rc::Rc;

use charts::{Entry, Results, SingleValue};
use lab::{Outcome, Outcomes, RunProgress, VERSION};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};
use crate::experiment::JsExperiment;

/// Results of one experiment, finished or in training.
#[wasm_bindgen(js_name = Results)]
pub struct JsResults {
    results: Rc<RefCell<Results>>,
    outcomes: Vec<Outcome>,
}

#[derive(Serialize)]
struct Verdict {
    summary: lab::Summary,
    sentence: String,
}

#[wasm_bindgen(js_class = Results)]
impl JsResults {
    /// Finished results: outcomes of the experiment's runs.
    #[wasm_bindgen(js_name = fromOutcomes)]
    pub fn from_outcomes(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<JsResults, JsError> {
        let outcomes: Vec<Outcome> = from_js(outcomes)?;
        let results = Results::from_outcomes((*experiment.inner).clone(), &outcomes);
        Ok(Self {
            results: Rc::new(RefCell::new(results)),
            outcomes,
        })
    }

    /// Results of a training that begins; `advance` brings them in.
    #[wasm_bindgen(js_name = inTraining)]
    pub fn in_training(experiment: &JsExperiment) -> JsResults {
        let results = Results::in_training((*experiment.inner).clone());
        Self {
            results: Rc::new(RefCell::new(results)),
            outcomes: Vec::new(),
        }
    }

    /// Takes in how runs stand: only those that changed, each with the new points of its curve alone.
    pub fn advance(
        &self,
        #[wasm_bindgen(unchecked_param_type = "RunProgress[]")] news: JsValue,
    ) -> Result<(), JsError> {
        let news: Vec<RunProgress> = from_js(news)?;
        self.results.borrow_mut().advance(news);
        Ok(())
    }

    /// The summary of all runs so far, and what it shows in one sentence: what the task's D is only
    /// where that is not secret.
    #[wasm_bindgen(unchecked_return_type = "Verdict")]
    pub fn verdict(&self, is_secret: bool) -> Result<JsValue, JsError> {
        let results = self.results.borrow();
        let summary = results.summary().clone();
        let expected = lab::Expected::of(&results.experiment().task, is_secret);
        let sentence = summary.sentence(expected);
        to_js(&Verdict { summary, sentence })
    }

    /// Holds a prediction against the outcomes: for each line of the chart, the name that sets it
    /// apart and what there is to say.
    #[wasm_bindgen(unchecked_return_type = "[name: string, sentence: string][]")]
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExpectedError[]")] prediction: JsValue,
    ) -> Result<JsValue, JsError> {
        let prediction: Vec<SingleValue> = from_js(prediction)?;
        let errors: Vec<(u32, f64)> = prediction.iter().map(|of| (of.h, of.value)).collect();
        let comparisons = lab::compare(&errors, &self.results.borrow().summary().groups);
        let lines: Vec<[String; 2]> = comparisons
            .into_iter()
            .map(|of| [of.name, of.sentence])
            .collect();
        to_js(&lines)
    }

    /// The outcomes as a link has them; undefined where a run was interrupted.
    #[wasm_bindgen(js_name = toText)]
    pub fn to_text(&self) -> Option<String> {
        lab::results_to_text(&self.outcomes)
    }

    /// The outcomes as CSV: one row per run.
    #[wasm_bindgen(js_name = toCsv)]
    pub fn to_csv(&self, engine: String) -> String {
        lab::csv(&Outcomes {
            version: VERSION,
            experiment: self.results.borrow().experiment().clone(),
            engine,
            outcomes: self.outcomes.clone(),
            summary: lab::Summary::default(),
        })
    }

    /// Whether both are the same results, trained once or twice.
    pub fn equals(&self, other: &JsResults) -> bool {
        let (one, two) = (self.results.borrow(), other.results.borrow());
        lab::same_results(
            (one.experiment(), &self.outcomes),
            (two.experiment(), &other.outcomes),
        )
    }
}

/// Results that one chart shows, each with its name.
#[wasm_bindgen(js_name = ResultSet)]
#[derive(Default)]
pub struct JsResultSet {
    list: Vec<(Rc<RefCell<Results>>, String, bool)>,
}

#[wasm_bindgen(js_class = ResultSet)]
impl JsResultSet {
    /// An empty set.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds results; recorded ones are drawn as hollow marks and dashed lines.
    pub fn add(&mut self, results: &JsResults, name: String, is_recorded: bool) {
        self.list
            .push((Rc::clone(&results.results), name, is_recorded));
    }
}

impl JsResultSet {
    /// Makes something of all results as a chart takes them.
    pub(crate) fn with<T>(&self, make: impl FnOnce(&[Entry<'_>]) -> T) -> T {
        let borrowed: Vec<_> = self.list.iter().map(|(of, ..)| of.borrow()).collect();
        let entries: Vec<Entry<'_>> = borrowed
            .iter()
            .zip(&self.list)
            .map(|(results, (_, name, recorded))| Entry {
                results,
                name,
                recorded: *recorded,
            })
            .collect();
        make(&entries)
    }
}
