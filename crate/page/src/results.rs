//! `Results`: outcomes of one experiment, or its runs while they train, kept on this side of the
//! boundary so that a progress message carries only what is new. `ResultSet`: what one chart shows.

use std::cell::RefCell;
use std::rc::Rc;

use charts::{Entry, Results, RunNews, SingleValue};
use lab::{CurvePoint, Experiment, Outcome, Outcomes, Problems, Stopped, VERSION};
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, object, outcomes_of, refusal, to_js};
use crate::experiment::JsExperiment;

/// Results of one experiment, finished or in training.
#[wasm_bindgen(js_name = Results)]
pub struct JsResults {
    results: Rc<RefCell<Results>>,
    /// Without their curves, which `results` has.
    outcomes: Vec<Outcome>,
}

/// Outcomes of JavaScript's without their curves, which may be long: they are not even looked at.
pub(crate) fn without_curves(outcomes: &JsValue) -> Result<Vec<Outcome>, JsValue> {
    let Some(outcomes) = outcomes.dyn_ref::<js_sys::Array>() else {
        return outcomes_of(outcomes.clone());
    };
    let list: js_sys::Array = js_sys::Array::new();
    let none: js_sys::Array = js_sys::Array::new();
    for outcome in outcomes.iter() {
        let Some(outcome) = outcome.dyn_ref::<js_sys::Object>() else {
            list.push(&outcome);
            continue;
        };
        let bare: js_sys::Object = js_sys::Object::new();
        for key in js_sys::Object::keys(outcome).iter() {
            // To read a curve may be to make it. What a field's getter throws is as if it were missing,
            // and a plain object takes any field: there is no error to pass on.
            let value = if key == "curve" {
                none.clone().into()
            } else {
                js_sys::Reflect::get(outcome, &key).unwrap_or_default()
            };
            let _ = js_sys::Reflect::set(&bare, &key, &value);
        }
        list.push(&bare);
    }
    outcomes_of(list.into())
}

/// The reason of that name; none for an empty word.
fn stopped_of(word: &str) -> Result<Option<Stopped>, JsError> {
    let found = Stopped::WORDS.iter().find(|of| of.0 == word);
    match found {
        None if !word.is_empty() => Err(JsError::new("Nothing stops for this reason.")),
        found => Ok(found.map(|of| of.1)),
    }
}

impl JsResults {
    /// Outcomes that were checked.
    fn new(experiment: &Experiment, mut outcomes: Vec<Outcome>) -> Self {
        let results = Results::from_outcomes(experiment.clone(), &outcomes);
        for outcome in &mut outcomes {
            outcome.curve = Vec::new();
        }
        Self {
            results: Rc::new(RefCell::new(results)),
            outcomes,
        }
    }
}

#[wasm_bindgen(js_class = Results)]
impl JsResults {
    /// Finished results: outcomes of the experiment's runs. Throws an `ExperimentError` where they are
    /// of others.
    #[wasm_bindgen(js_name = fromOutcomes)]
    pub fn from_outcomes(
        experiment: &JsExperiment,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<JsResults, JsValue> {
        let outcomes = experiment.inner.check_outcomes(outcomes_of(outcomes)?);
        let outcomes = outcomes.map_err(|problems| refusal(&problems))?;
        Ok(Self::new(&experiment.inner, outcomes))
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

    /// Takes in what is new: for each run that changed its place in the plan, how many points its curve
    /// got, and why it stopped ("" while it goes on); then step and error of all these points, one after
    /// the other. Numbers in typed arrays are copied at once, where objects would be read one by one: a
    /// sweep reports thousands of points at a time.
    pub fn advance(
        &self,
        places: &[u32],
        lengths: &[u32],
        stopped: Vec<String>,
        points: &[f64],
    ) -> Result<(), JsError> {
        let mut points = points.chunks_exact(2);
        let mut news = Vec::with_capacity(places.len());
        for ((place, length), word) in places.iter().zip(lengths).zip(&stopped) {
            let own = points.by_ref().take(*length as usize);
            news.push(RunNews {
                index: *place as usize,
                curve: own.map(|of| CurvePoint(of[0] as u32, of[1])).collect(),
                stopped: stopped_of(word)?,
            });
        }
        self.results.borrow_mut().advance(news);
        Ok(())
    }

    /// The training that was taken in has ended with these outcomes, one for each run of the plan. Their
    /// curves are known already.
    pub fn finish(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<(), JsValue> {
        self.outcomes = without_curves(&outcomes)?;
        self.results.borrow_mut().finish(&self.outcomes);
        Ok(())
    }

    /// What all runs so far show, in one sentence, and what to do next. Where the task is secret,
    /// nothing of it tells its D.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn answer(&self, is_secret: bool) -> Result<JsValue, JsError> {
        to_js(&self.results.borrow().answer(is_secret))
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

    /// Cell by cell of the paper's table: our mean beside the paper's.
    #[wasm_bindgen(unchecked_return_type = "ReproductionCell[]")]
    pub fn reproduction(&self) -> Result<JsValue, JsError> {
        let results = self.results.borrow();
        to_js(&lab::reproduction(results.experiment(), &self.outcomes))
    }

    /// The same table as CSV: one row per cell.
    #[wasm_bindgen(js_name = reproductionCsv)]
    pub fn reproduction_csv(&self) -> String {
        let results = self.results.borrow();
        lab::reproduction_csv(results.experiment(), &self.outcomes)
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

/// Reads a document of results, as JSON text from a file, a link or the browser's storage: its
/// experiment and its outcomes checked, its summary made anew. Throws an `ExperimentError`: for deep
/// nesting, an invalid experiment, or other runs than the experiment's.
#[wasm_bindgen(js_name = readResults, unchecked_return_type = "CheckedResults")]
pub fn read_results(text: &str) -> Result<JsValue, JsValue> {
    checked_results(Outcomes::from_json(text))
}

/// As `readResults`, but some runs may be missing: of a training that has not ended.
#[wasm_bindgen(js_name = readPartialResults, unchecked_return_type = "CheckedResults")]
pub fn read_partial_results(text: &str) -> Result<JsValue, JsValue> {
    checked_results(Outcomes::part_from_json(text))
}

fn checked_results(read: Result<Outcomes, Problems>) -> Result<JsValue, JsValue> {
    let document = read.map_err(|problems| refusal(&problems))?;
    let plain = to_js(&document)?;
    let results = JsResults::new(&document.experiment, document.outcomes);
    Ok(object(&[
        ("experiment", JsExperiment::open(document.experiment).into()),
        ("document", plain),
        ("results", results.into()),
    ]))
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
