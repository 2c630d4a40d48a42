//! Outcomes as comma-separated values, for spreadsheets and data frames (RFC 4180): one row per run, or one
//! per point of the learning curves.

use serde_json::Value;

use crate::architecture::Architecture;
use crate::outcome::{CurvePoint, Outcomes};
use crate::plan::Run;

/// The columns that tell which run a row is of: every field of a run.
const RUN_COLUMNS: [&str; 8] = ["T", "form", "h", "n", "N", "w", "L", "seed"];

/// The columns of an outcome, then what all rows share.
const OUTCOME_COLUMNS: [&str; 7] = [
    "parameters",
    "steps",
    "stopped",
    "nmse",
    "standardError",
    "task",
    "engine",
];

/// The document as CSV. A run that diverged has an empty `nmse`, and one of an earlier version no
/// `standardError`.
///
/// ```
/// use lab::{Experiment, Outcomes, VERSION, csv, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [1, 2] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.1,0.004").unwrap();
/// let summary = summarise(&outcomes);
/// let document = Outcomes { version: VERSION, experiment, engine: "CPU".into(), outcomes, summary };
/// let text = csv(&document);
/// let lines: Vec<&str> = text.lines().collect();
/// assert_eq!(lines[0], "T,form,h,n,N,w,L,seed,parameters,steps,stopped,nmse,standardError,task,engine");
/// assert_eq!(lines[1], "16,reader,1,8,32,1,1,0,1009,2000,finished,0.1,,max-sum,CPU");
/// ```
pub fn csv(document: &Outcomes) -> String {
    let mut text = [&RUN_COLUMNS[..], &OUTCOME_COLUMNS].concat().join(",") + "\n";
    let shared = shared_cells(document);
    for outcome in &document.outcomes {
        let stopped = match serde_json::to_value(outcome.stopped) {
            Ok(Value::String(word)) => word,
            _ => String::new(),
        };
        let cells = [
            outcome.parameters.to_string(),
            outcome.steps.to_string(),
            stopped,
            number(outcome.nmse),
            number(outcome.standard_error),
        ];
        push_row(&mut text, &[&run_cells(&outcome.run), &cells, &shared]);
    }
    text
}

/// The learning curves of the document as CSV in long form: one row per point.
///
/// ```
/// use lab::{CurvePoint, Experiment, Outcomes, VERSION, curves_csv, results_from_text, summarise};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4] } }"#).unwrap();
/// let mut outcomes = results_from_text(&experiment, "0.004").unwrap();
/// outcomes[0].curve = vec![CurvePoint(0, 1.2), CurvePoint(2000, 0.005)];
/// let summary = summarise(&outcomes);
/// let document = Outcomes { version: VERSION, experiment, engine: "CPU".into(), outcomes, summary };
/// let text = curves_csv(&document);
/// assert_eq!(text.lines().nth(2), Some("16,reader,4,8,32,1,1,0,2000,0.005,max-sum,CPU"));
/// ```
pub fn curves_csv(document: &Outcomes) -> String {
    let mut text = [&RUN_COLUMNS[..], &["step", "nmse", "task", "engine"]]
        .concat()
        .join(",")
        + "\n";
    let shared = shared_cells(document);
    for outcome in &document.outcomes {
        let run = run_cells(&outcome.run);
        for CurvePoint(step, nmse) in &outcome.curve {
            let point = [step.to_string(), nmse.to_string()];
            push_row(&mut text, &[&run, &point, &shared]);
        }
    }
    text
}

/// A number as a cell; empty where there is none.
fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The cells of [`RUN_COLUMNS`].
#[allow(non_snake_case)]
fn run_cells(run: &Run) -> [String; 8] {
    let Architecture {
        form,
        h,
        n,
        N,
        w,
        L,
    } = run.architecture;
    let [h, n, N, w, L] = [h, n, N, w, L].map(|size| size.to_string());
    let [T, seed] = [run.T, run.seed].map(|number| number.to_string());
    [T, form.name().into(), h, n, N, w, L, seed]
}

/// What all rows share: the task and the engine.
fn shared_cells(document: &Outcomes) -> [String; 2] {
    [
        document.experiment.task.kind().into(),
        document.engine.clone(),
    ]
}

/// Appends a row.
fn push_row(text: &mut String, parts: &[&[String]]) {
    let cells: Vec<String> = parts.concat().into_iter().map(csv_cell).collect();
    *text += &cells.join(",");
    text.push('\n');
}

/// A cell, in quotes where it has a character that would end it.
///
/// ```
/// assert_eq!(lab::csv_cell("1, 2".into()), "\"1, 2\"");
/// ```
pub fn csv_cell(cell: String) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Experiment, Stopped, Summary, VERSION, runs};

    /// Reads RFC 4180, as a spreadsheet would.
    fn parse(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let mut inside = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '"' if inside && letters.peek() == Some(&'"') => {
                    letters.next();
                    cell.push('"');
                }
                '"' => inside = !inside,
                ',' if !inside => row.push(std::mem::take(&mut cell)),
                '\n' if !inside => {
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                other => cell.push(other),
            }
        }
        assert!(!inside && cell.is_empty() && row.is_empty(), "{text}");
        rows
    }

    #[test]
    fn every_run_comes_back_from_its_row() {
        let experiment = r#"{
            "task": { "kind": "farthest", "d": 8 },
            "grid": { "form": "encoder", "h": [1, 2], "w": [1, 4], "L": [3], "N": [16] },
            "seeds": [0, 7]
        }"#;
        let experiment = Experiment::from_json(experiment).unwrap();
        let engine = "a \"fast\" one, on\ntwo lines";
        let outcomes: Vec<_> = (0..)
            .zip(runs(&experiment))
            .map(|(i, run)| crate::Outcome {
                run,
                parameters: 1000 + i,
                steps: 20,
                stopped: if i == 0 {
                    Stopped::Diverged
                } else {
                    Stopped::Reached
                },
                nmse: (i > 0).then_some(1.25e-7 * i as f64),
                standard_error: (i > 1).then_some(1.5e-9 * i as f64),
                curve: (0..i as u32)
                    .map(|p| CurvePoint(5 * p, 0.5 / f64::from(p + 1)))
                    .collect(),
            })
            .collect();
        let document = Outcomes {
            version: VERSION,
            experiment,
            engine: engine.into(),
            outcomes: outcomes.clone(),
            summary: Summary::default(),
        };
        let rows = parse(&csv(&document));
        let columns = [&RUN_COLUMNS[..], &OUTCOME_COLUMNS].concat();
        assert_eq!(rows[0], columns);
        assert_eq!(rows.len(), 1 + outcomes.len());
        for (row, outcome) in rows[1..].iter().zip(&outcomes) {
            let get = |name| &row[columns.iter().position(|column| *column == name).unwrap()];
            let architecture = &outcome.run.architecture;
            for (name, value) in [
                ("T", outcome.run.T),
                ("h", architecture.h),
                ("n", architecture.n),
                ("N", architecture.N),
                ("w", architecture.w),
                ("L", architecture.L),
                ("seed", outcome.run.seed),
                ("steps", outcome.steps),
            ] {
                assert_eq!(get(name).parse(), Ok(value), "{name}");
            }
            assert_eq!(get("parameters").parse(), Ok(outcome.parameters));
            assert_eq!(get("nmse").parse().ok(), outcome.nmse);
            assert_eq!(get("standardError").parse().ok(), outcome.standard_error);
            assert_eq!(
                (get("form").as_str(), get("task").as_str()),
                ("encoder", "farthest")
            );
            assert_eq!(get("engine"), engine);
        }
        let stopped: Vec<_> = rows[1..3].iter().map(|row| row[10].as_str()).collect();
        assert_eq!(stopped, ["diverged", "reached"]);

        let rows = parse(&curves_csv(&document));
        assert_eq!(rows[0][..8], RUN_COLUMNS);
        assert_eq!(rows[0][8..], ["step", "nmse", "task", "engine"]);
        let points = outcomes
            .iter()
            .flat_map(|outcome| outcome.curve.iter().map(move |point| (outcome.run, point)));
        let expected: Vec<Vec<String>> = points
            .map(|(run, CurvePoint(step, nmse))| {
                let point = [step.to_string(), nmse.to_string()];
                let shared = ["farthest".to_string(), engine.into()];
                [&run_cells(&run)[..], &point, &shared].concat()
            })
            .collect();
        assert_eq!(rows[1..], expected);
        // 0 + 1 + … + 7 points.
        assert_eq!(expected.len(), 28);
    }
}
