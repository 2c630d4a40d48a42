//! `Experiment`: a checked experiment as a handle. It is parsed and validated once, where it is
//! made; everything that the page asks about it afterwards is a method.

use std::cell::OnceCell;
use std::rc::Rc;

use lab::{EngineKind, Experiment, Next, VERSION};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, object, outcomes_of, parse, refusal, refusal_of, to_js};
use crate::results::without_curves;

/// The longest text of an experiment that repairs are tried on, in bytes.
const MOST_MENDED: usize = 20_000;

/// A checked experiment. Of a secret one (a mystery that the reader has not guessed yet) nothing
/// that the page shows gives away its task.
#[wasm_bindgen(js_name = Experiment)]
#[derive(Clone)]
pub struct JsExperiment {
    pub(crate) inner: Rc<Experiment>,
    pub(crate) is_secret: bool,
    /// As a link's query, once it was asked for: of many runs it takes tens of milliseconds to make.
    query: OnceCell<String>,
}

impl JsExperiment {
    pub(crate) fn open(experiment: Experiment) -> Self {
        Self {
            inner: Rc::new(experiment),
            is_secret: false,
            query: OnceCell::new(),
        }
    }

    fn secret(experiment: Experiment) -> Self {
        Self {
            is_secret: true,
            ..Self::open(experiment)
        }
    }

    /// Another experiment of the same reader: as secret as this one.
    fn sibling(&self, experiment: Experiment) -> Self {
        Self {
            is_secret: self.is_secret,
            ..Self::open(experiment)
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemoryNeed {
    #[serde(flatten)]
    memory: lab::Memory,
    cpu_problem: Option<String>,
    webgpu_problem: Option<String>,
}

#[wasm_bindgen(js_class = Experiment)]
impl JsExperiment {
    /// Reads JSON text; missing fields take their defaults. Throws an `ExperimentError`, with ways to
    /// mend what is wrong.
    #[wasm_bindgen(js_name = fromJson)]
    pub fn from_json(text: &str) -> Result<JsExperiment, JsValue> {
        let experiment = Experiment::from_json(text);
        let refuse = |problems| {
            // A whole file is not tried over and over.
            let draft = match text.len() < MOST_MENDED {
                true => serde_json::from_str(text).unwrap_or(Value::Null),
                false => Value::Null,
            };
            refusal_of(&problems, &draft)
        };
        experiment.map(Self::open).map_err(refuse)
    }

    /// Reads a link's query, with or without its `?`. Throws an `ExperimentError`.
    #[wasm_bindgen(js_name = fromQuery)]
    pub fn from_query(query: &str) -> Result<JsExperiment, JsValue> {
        let experiment = Experiment::from_query(query);
        experiment.map(Self::open).map_err(|p| refusal(&p))
    }

    /// Reads the word of a mystery link; the experiment is secret. Throws an `ExperimentError`.
    #[wasm_bindgen(js_name = fromMystery)]
    pub fn from_mystery(word: &str) -> Result<JsExperiment, JsValue> {
        let experiment = Experiment::from_mystery(word);
        experiment.map(Self::secret).map_err(|p| refusal(&p))
    }

    /// A secret experiment whose D is drawn by `seed`.
    #[wasm_bindgen(js_name = drawMystery)]
    pub fn draw_mystery(seed: u32) -> JsExperiment {
        Self::secret(Experiment::mystery(seed))
    }

    /// The same experiment, openly.
    pub fn revealed(&self) -> JsExperiment {
        Self {
            is_secret: false,
            ..self.clone()
        }
    }

    /// The same experiment as a mystery.
    pub fn hidden(&self) -> JsExperiment {
        Self {
            is_secret: true,
            ..self.clone()
        }
    }

    /// Whether its task is a mystery to the reader.
    #[wasm_bindgen(getter, js_name = isSecret)]
    pub fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// The whole experiment as JSON text, secret or not: for storage and Workers, not for display.
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.inner.to_json()
    }

    /// The whole experiment as a plain object, secret or not.
    #[wasm_bindgen(js_name = toFields, unchecked_return_type = "ExperimentFields")]
    pub fn to_fields(&self) -> Result<JsValue, JsError> {
        parse(&self.inner.to_json())
    }

    /// Whether both ask for the same, whether or not one of them is secret.
    pub fn equals(&self, other: &JsExperiment) -> bool {
        self.inner == other.inner
    }

    /// Whether both have the same task, whatever their data seed.
    #[wasm_bindgen(js_name = hasSameTask)]
    pub fn has_same_task(&self, other: &JsExperiment) -> bool {
        self.inner.same_task(&other.inner)
    }

    /// Whether both have the same task and the same data.
    #[wasm_bindgen(js_name = hasEqualTask)]
    pub fn has_equal_task(&self, other: &JsExperiment) -> bool {
        self.inner.task == other.inner.task
    }

    /// A sequence of its task with another token at `position`: one whose bar in a row of the machine has
    /// this value, or is as near to it as tokens of the task can be.
    #[wasm_bindgen(js_name = movedToken, unchecked_return_type = "number[][]")]
    pub fn moved_token(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number[][]")] tokens: JsValue,
        query: usize,
        row: usize,
        position: usize,
        value: f64,
    ) -> Result<JsValue, JsError> {
        let tokens: Vec<Vec<f32>> = from_js(tokens)?;
        let task = &self.inner.task;
        let moved = task.moved_token(&tokens.concat(), query, row, position, value);
        let d = task.token_dimension() as usize;
        let tokens: Vec<&[f32]> = moved.chunks(d).collect();
        to_js(&tokens)
    }

    /// How far recorded results of another experiment are from what this one trains; undefined where they
    /// may not stand beside it.
    #[wasm_bindgen(js_name = distanceToRecorded)]
    pub fn distance_to_recorded(&self, recorded: &JsExperiment) -> Option<u32> {
        self.inner.distance_to_recorded(&recorded.inner)
    }

    /// Whether paper 1 defines D for its task; paper 2's tasks have none.
    #[wasm_bindgen(getter, js_name = hasDimension)]
    pub fn has_dimension(&self) -> bool {
        self.inner.task.dimension().is_some()
    }

    /// The task's intrinsic dimension D; undefined where it has none, or is secret.
    #[wasm_bindgen(getter)]
    pub fn dimension(&self) -> Option<u32> {
        let dimension = self.inner.task.dimension();
        dimension.filter(|_| !self.is_secret)
    }

    /// The heads that its targets need: D, shared out among the layers. Undefined where there is no D, or
    /// it is secret.
    #[wasm_bindgen(getter, js_name = neededHeads)]
    pub fn needed_heads(&self) -> Option<u32> {
        let needed = self.inner.needed_heads();
        needed.filter(|_| !self.is_secret)
    }

    /// How many tokens of a sequence of `T` tokens may ask, from the first on; 1 where nothing is to be
    /// chosen.
    #[wasm_bindgen(js_name = askingTokens)]
    #[allow(non_snake_case)]
    pub fn asking_tokens(&self, T: u32) -> u32 {
        self.inner.task.scored_tokens(T)
    }

    /// What the task's errors are called.
    #[wasm_bindgen(getter)]
    pub fn measure(&self) -> String {
        self.inner.task.measure().into()
    }

    /// The task in a sentence or two; not for secret ones.
    #[wasm_bindgen(getter, js_name = taskSentence)]
    pub fn task_sentence(&self) -> String {
        match self.is_secret {
            true => String::new(),
            false => self.inner.task.sentence(),
        }
    }

    /// Its task and how it is trained, as in the caption of a figure; of secret ones only the latter is
    /// known, and nothing is said.
    #[wasm_bindgen(getter, js_name = inWords)]
    pub fn in_words(&self) -> String {
        match self.is_secret {
            true => "The task is a mystery.".into(),
            false => {
                let (task, training) = (self.inner.task.sentence(), self.inner.training_in_words());
                format!("Task: {task} {training}")
            }
        }
    }

    /// A name for its results: the task, and what else differs from the defaults; "Mystery" for secret
    /// ones.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        match self.is_secret {
            true => "Mystery".into(),
            false => self.inner.name(),
        }
    }

    /// What becomes of a size that the heads cannot share evenly; undefined where they can.
    #[wasm_bindgen(getter, js_name = roundedHeads)]
    pub fn rounded_heads(&self) -> Option<String> {
        self.inner.grid.rounded_heads()
    }

    /// The runs, in the order of the plan.
    #[wasm_bindgen(unchecked_return_type = "Run[]")]
    pub fn runs(&self) -> Result<JsValue, JsError> {
        to_js(&lab::runs(&self.inner))
    }

    /// A name for each run, in the order of the plan, as model files have it.
    #[wasm_bindgen(js_name = runNames)]
    pub fn run_names(&self) -> Vec<String> {
        lab::runs(&self.inner)
            .iter()
            .map(|run| run.name())
            .collect()
    }

    /// Shares the runs out: a list of places in the plan for each of at most so many Workers.
    #[wasm_bindgen(unchecked_return_type = "number[][]")]
    pub fn split(&self, workers: usize) -> Result<JsValue, JsError> {
        to_js(&lab::worker_shares(&self.inner, workers))
    }

    /// The runs that one GPU program can train together: lists of places in the plan.
    #[wasm_bindgen(unchecked_return_type = "number[][]")]
    pub fn cohorts(&self) -> Result<JsValue, JsError> {
        to_js(&lab::cohorts(&self.inner))
    }

    /// How many bytes each engine needs, and for each a sentence that says what to lower if that is
    /// too much, else null. On the CPU for this many Workers; on WebGPU with buffers of this many
    /// bytes, by default what every device has.
    #[wasm_bindgen(unchecked_return_type = "MemoryNeed")]
    pub fn memory(&self, workers: usize, buffer: Option<f64>) -> Result<JsValue, JsError> {
        let buffer = buffer.map_or(lab::GUARANTEED_BUFFER, |bytes| bytes as u64);
        let problem = |engine| lab::fits(&self.inner, engine).err().map(|p| p.to_string());
        to_js(&MemoryNeed {
            memory: lab::memory(&self.inner, workers),
            cpu_problem: problem(EngineKind::Cpu { workers }),
            webgpu_problem: problem(EngineKind::WebGpu { buffer }),
        })
    }

    /// The query of an open link to it, without a leading `?`: only what differs from the defaults.
    #[wasm_bindgen(js_name = toQuery)]
    pub fn to_query(&self) -> String {
        let query = self.query.get_or_init(|| self.inner.to_query());
        query.clone()
    }

    /// The word of a link that does not show its D; throws why where it cannot be a mystery.
    #[wasm_bindgen(js_name = toMystery)]
    pub fn to_mystery(&self) -> Result<String, JsError> {
        let word = self.inner.to_mystery();
        word.map_err(|why| JsError::new(&why.to_string()))
    }

    /// The name of the paper's table that has values for what it asks; undefined if none has.
    #[wasm_bindgen(getter, js_name = paperTable)]
    pub fn paper_table(&self) -> Option<String> {
        lab::published(&self.inner).map(|published| published.table)
    }

    /// A PyTorch script that trains what the experiment trains, on its own.
    pub fn pytorch(&self) -> String {
        lab::pytorch(&self.inner)
    }

    /// The dimension n of one of `h` heads, at least one.
    #[wasm_bindgen(js_name = headSize)]
    pub fn head_size(&self, h: u32) -> u32 {
        let d = self.inner.task.token_dimension();
        self.inner.grid.family.head_dimension(h.max(1), d)
    }

    /// Which number of heads to train next to find D, given what was trained so far. Throws why where
    /// D cannot be found this way.
    #[wasm_bindgen(js_name = findD, unchecked_return_type = "Finding")]
    pub fn find_d(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<JsValue, JsValue> {
        let outcomes = outcomes_of(outcomes)?;
        let found = lab::search(&self.inner, &outcomes);
        let found = found.map_err(|why| JsError::new(&why.to_string()))?;
        let (next, h) = match found.next {
            Next::Try { experiment } => (self.sibling(*experiment).into(), JsValue::NULL),
            Next::Found { h } => (JsValue::NULL, h.into()),
            Next::Inconclusive => (JsValue::NULL, JsValue::NULL),
        };
        Ok(object(&[
            ("next", next),
            ("h", h),
            ("experiment", self.sibling(found.experiment).into()),
            ("sentence", found.sentence.into()),
            ("tally", found.tally.into()),
            ("tried", to_js(&found.tried)?),
        ]))
    }

    /// What to say to a guess of D, given what was trained.
    pub fn judge(
        &self,
        guess: u32,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<String, JsValue> {
        let outcomes = outcomes_of(outcomes)?;
        Ok(lab::judge_guess(&self.inner, guess, &outcomes))
    }

    /// The document of outcomes of this experiment, as the native binary writes it. Throws an
    /// `ExperimentError` where they are of other runs.
    #[wasm_bindgen(js_name = toDocument, unchecked_return_type = "Outcomes")]
    pub fn to_document(
        &self,
        engine: String,
        #[wasm_bindgen(unchecked_param_type = "Outcome[]")] outcomes: JsValue,
    ) -> Result<JsValue, JsValue> {
        let checked = self.inner.check_outcomes(without_curves(&outcomes)?);
        let summary = lab::summarise(&checked.map_err(|p| refusal(&p))?);
        Ok(self.document(engine, outcomes, &summary)?)
    }

    /// The document of the outcomes that a link has. Throws an `ExperimentError`.
    #[wasm_bindgen(js_name = documentFromText, unchecked_return_type = "Outcomes")]
    pub fn document_from_text(&self, text: &str) -> Result<JsValue, JsValue> {
        let outcomes = lab::results_from_text(&self.inner, text).map_err(|p| refusal(&p))?;
        let summary = lab::summarise(&outcomes);
        Ok(self.document("as a link says".into(), to_js(&outcomes)?, &summary)?)
    }

    /// [`lab::Outcomes`] as JavaScript has it, made part by part: outcomes that came from JavaScript
    /// need not be written anew.
    fn document(
        &self,
        engine: String,
        outcomes: JsValue,
        summary: &lab::Summary,
    ) -> Result<JsValue, JsError> {
        Ok(object(&[
            ("version", VERSION.into()),
            ("experiment", self.to_fields()?),
            ("engine", engine.into()),
            ("outcomes", outcomes),
            ("summary", to_js(summary)?),
        ]))
    }
}

/// The fields that an experiment like this draft has, with their ranges, defaults and choices: what
/// the page's controls are made of. The draft may have problems.
#[wasm_bindgen(js_name = fieldSpecs, unchecked_return_type = "FieldSpec[]")]
pub fn field_specs(draft: &str) -> Result<JsValue, JsError> {
    let draft: Value = serde_json::from_str(draft)?;
    to_js(&lab::field_specs(&draft))
}
