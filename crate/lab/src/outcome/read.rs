//! Outcomes out of untrusted JSON, by hand and not by serde: every problem has the sentence
//! that the validator would give it, and the page's readers need not download a second reader.
//! Whether they are of an experiment's runs is checked in `document.rs`.

use serde_json::Value;

use super::{Outcome, Stopped};
use crate::architecture::{Architecture, Form};
use crate::fields::{Fields, Findings};
use crate::plan::Run;
use crate::problem::{Problem, Problems};

/// Reads a list of outcomes.
///
/// ```
/// use lab::read_outcomes;
/// use serde_json::json;
///
/// let run = json!({ "T": 16, "h": 1, "n": 8, "N": 32, "seed": 0 });
/// let outcome = |steps| json!([{
///     "run": run, "steps": steps, "stopped": "finished", "nmse": 0.1, "curve": [[0, 1.2]],
/// }]);
/// assert_eq!(read_outcomes(outcome(json!(2000))).unwrap()[0].steps, 2000);
/// let problems = read_outcomes(outcome(json!("many"))).unwrap_err();
/// assert_eq!(problems.listed()[0].field, "outcomes[0].steps");
/// ```
pub fn read_outcomes(given: Value) -> Result<Vec<Outcome>, Problems> {
    read_list("outcomes", given, |mut fields| {
        let run = read_run(fields.object("run"));
        Outcome {
            run,
            // Counted anew where it matters.
            parameters: fields.optional_number("parameters").unwrap_or(0.0) as u64,
            steps: fields.required_whole("steps"),
            stopped: fields.stopped("stopped").unwrap_or(Stopped::Interrupted),
            nmse: fields.optional_number("nmse"),
            standard_error: fields.optional_number("standardError"),
            curve: fields.curve("curve"),
        }
    })
}

/// Reads a run, as outcomes and model files have it.
///
/// ```
/// use lab::{Form, read_run_value};
/// use serde_json::json;
///
/// // The form, w and L may be left out.
/// let run = read_run_value(json!({ "T": 16, "h": 4, "n": 8, "N": 32, "seed": 0 })).unwrap();
/// assert_eq!((run.architecture.form, run.architecture.L), (Form::Reader, 1));
/// assert!(read_run_value(json!({ "h": 4 })).is_err());
/// ```
pub fn read_run_value(given: Value) -> Result<Run, Problems> {
    let mut findings = Findings::default();
    let run = read_run(Fields::new("run", given, &mut findings));
    findings.problems.none_or(run)
}

fn read_list<T>(
    name: &str,
    given: Value,
    read: impl Fn(Fields<'_>) -> T,
) -> Result<Vec<T>, Problems> {
    let Value::Array(items) = given else {
        return Err(Problem::new(name, given, "a list").into());
    };
    let mut findings = Findings::default();
    let mut all = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        all.push(read(Fields::new(
            &format!("{name}[{i}]"),
            item,
            &mut findings,
        )));
    }
    findings.problems.none_or(all)
}

fn read_run(mut fields: Fields<'_>) -> Run {
    let forms = [
        Form::Reader,
        Form::Memoriser,
        Form::Attention,
        Form::Encoder,
    ];
    let form = forms[fields.word("form", &forms.map(Form::name))];
    Run {
        T: fields.required_whole("T"),
        architecture: Architecture {
            form,
            h: fields.required_whole("h"),
            n: fields.required_whole("n"),
            N: fields.required_whole("N"),
            w: fields.whole_or("w", 1),
            L: fields.whole_or("L", 1),
        },
        seed: fields.required_whole("seed"),
    }
}
