//! Outcomes as comma-separated values, one row per run, for spreadsheets and data frames (RFC 4180).
//! Learning curves are left out: they do not fit into a row, and the JSON has them.

use serde_json::Value;

use crate::outcome::Outcomes;

/// The columns: every field of a run, then its outcome, then what all rows share.
const COLUMNS: [&str; 14] = [
    "T",
    "form",
    "h",
    "n",
    "N",
    "w",
    "L",
    "seed",
    "parameters",
    "steps",
    "stopped",
    "nmse",
    "task",
    "engine",
];

/// The document as CSV. A run that diverged has an empty `nmse`.
pub fn csv(document: &Outcomes) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for outcome in &document.outcomes {
        let run = &outcome.run;
        let architecture = &run.architecture;
        let stopped = match serde_json::to_value(outcome.stopped) {
            Ok(Value::String(word)) => word,
            _ => String::new(),
        };
        let cells = [
            run.T.to_string(),
            architecture.form.name().into(),
            architecture.h.to_string(),
            architecture.n.to_string(),
            architecture.N.to_string(),
            architecture.w.to_string(),
            architecture.L.to_string(),
            run.seed.to_string(),
            outcome.parameters.to_string(),
            outcome.steps.to_string(),
            stopped,
            outcome
                .nmse
                .map(|nmse| nmse.to_string())
                .unwrap_or_default(),
            document.experiment.task.kind().into(),
            document.engine.clone(),
        ];
        text += &cells.map(quoted).join(",");
        text.push('\n');
    }
    text
}

/// A cell, in quotes where it has a character that would end it.
fn quoted(cell: String) -> String {
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
                curve: Vec::new(),
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
        assert_eq!(rows[0], COLUMNS);
        assert_eq!(rows.len(), 1 + outcomes.len());
        for (row, outcome) in rows[1..].iter().zip(&outcomes) {
            let get = |name| &row[COLUMNS.iter().position(|column| *column == name).unwrap()];
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
            assert_eq!(
                (get("form").as_str(), get("task").as_str()),
                ("encoder", "farthest")
            );
            assert_eq!(get("engine"), engine);
        }
        let stopped: Vec<_> = rows[1..3].iter().map(|row| row[10].as_str()).collect();
        assert_eq!(stopped, ["diverged", "reached"]);
    }
}
