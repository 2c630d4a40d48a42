//! Every sentence, caption, table and name of an experiment in which everything is one: one head, one target,
//! one run, one seed, one token, one step. None of them may count "1 heads".

use lab::{CurvePoint, Experiment, LengthError, Look, Outcome, Stopped, runs};
use serde_json::{Value, json};

use crate::drawing::Shape;
use crate::results::samples::results;
use crate::*;

/// Fewer texts than this would mean that the sweep has lost most of what it is for.
const SOME: usize = 50;

/// What is counted somewhere.
const COUNTED: [&str; 22] = [
    "heads",
    "targets",
    "runs",
    "seeds",
    "tokens",
    "steps",
    "sequences",
    "others",
    "layers",
    "maxima",
    "spots",
    "points",
    "lines",
    "numbers",
    "values",
    "errors",
    "lengths",
    "sizes",
    "positions",
    "dimensions",
    "parameters",
    "draws",
];

/// The first place of a text that counts one thing as if it were several: "1 heads", "1 training sequences".
fn plural_of_one(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\u{a0}', '\n']).collect();
    let bare = |word: &str| {
        let is_letter = |letter: char| letter.is_alphanumeric();
        word.trim_matches(|letter| !is_letter(letter)).to_string()
    };
    words.windows(3).chain(words.windows(2)).find_map(|some| {
        // A number that ends a clause counts nothing.
        let is_one = some[0].trim_start_matches(|letter: char| !letter.is_alphanumeric()) == "1";
        let last = bare(some[some.len() - 1]);
        // Between the number and what it counts there may be a word, but no other clause.
        let is_joined = some.len() == 2 || some[1].chars().all(char::is_alphabetic);
        let is_plural = COUNTED.contains(&last.as_str());
        let counts = !["to", "of", "and", "or", "than", "with", "in"].contains(&some[1]);
        (is_one && is_joined && is_plural && counts).then(|| some.join(" "))
    })
}

#[test]
fn the_check_finds_what_it_is_for() {
    for wrong in [
        "with 1 heads",
        "1\u{a0}targets",
        "(1 seeds)",
        "1 training sequences.",
        "all 1 runs diverged",
    ] {
        assert!(plural_of_one(wrong).is_some(), "{wrong}");
    }
    for right in [
        "11 heads",
        "0.1 heads",
        "from 1 to 2 heads",
        "1 head, 2 targets",
        "1 of 2 runs",
        "h = 1, heads",
    ] {
        assert_eq!(plural_of_one(right), None, "{right}");
    }
}

/// What was found wrong, with the text that it is in.
#[derive(Default)]
struct Sweep {
    texts: usize,
    wrong: Vec<String>,
}

impl Sweep {
    fn text(&mut self, text: &str) {
        self.texts += 1;
        if let Some(words) = plural_of_one(text) {
            self.wrong.push(format!("{words:?} in: {text}"));
        }
    }

    /// Everything that a chart says.
    fn chart(&mut self, chart: &dyn Chart) {
        let table = chart.table(0);
        let drawing = chart.draw(Frame::default());
        for text in [chart.title(), chart.summary(), chart.caption()] {
            self.text(&text);
        }
        table
            .head
            .iter()
            .chain(table.rows.iter().flatten())
            .for_each(|cell| self.text(cell));
        drawing.spots.iter().for_each(|spot| self.text(&spot.text));
        for shape in &drawing.shapes {
            if let Shape::Text(text) = shape {
                self.text(&text.text);
            }
        }
    }

    /// Nothing is wrong, and at least so many texts were looked at.
    fn end(mut self, least: usize) {
        self.wrong.sort();
        self.wrong.dedup();
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
        assert!(self.texts >= least, "{} texts", self.texts);
    }
}

/// Experiments of every kind of task in which everything that can be counted is one.
fn experiments() -> Vec<Value> {
    let tasks = [
        json!({ "kind": "max-sum", "D": 1, "d": 1 }),
        json!({ "kind": "retrieval", "D": 1, "d": 1 }),
        json!({ "kind": "min-max" }),
        json!({ "kind": "farthest", "d": 2 }),
        json!({ "kind": "nearest", "d": 2 }),
    ];
    let recipe = json!({
        "steps": 1, "batch": 1, "trainSequences": 1, "validationSequences": 2, "curvePoints": 1,
    });
    let mut all = Vec::new();
    for task in tasks {
        let t = if task["d"] == 2 { 3 } else { 1 };
        let grid = json!({ "h": [1], "T": [t] });
        all.push(json!({ "task": task, "grid": grid, "recipe": recipe, "seeds": [0] }));
    }
    let mut shared = all[0].clone();
    shared["grid"]["E"] = json!(1);
    all.push(shared);
    // Two numbers of heads, so that there is something to compare with one head.
    let mut both = all[0].clone();
    both["grid"]["h"] = json!([1, 2]);
    all.push(both);
    all
}

#[test]
fn one_is_no_plural_in_any_chart_of_results() {
    let mut sweep = Sweep::default();
    for given in experiments() {
        for error in [Some(0.3), Some(1e22), None] {
            let results = results(given.clone(), |run| match run.architecture.h {
                1 => error,
                _ => Some(0.01),
            });
            let experiment = results.experiment();
            let entries = [results.trained_here(), results.recorded_as("earlier")];
            for entries in [&entries[..1], &entries[1..], &entries[..]] {
                let options = TransitionOptions::default();
                sweep.chart(&Transition::of(experiment, entries, options));
                sweep.chart(&Learning::of(experiment, entries, &[]));
                sweep.chart(&Width::of(experiment, entries));
            }
            sweep.text(&results.answer(false).sentence);
            sweep.text(&results.answer(true).sentence);
            if let Some(next) = results.answer(false).next {
                sweep.text(&next.label);
            }
        }
    }
    sweep.end(SOME);
}

#[test]
fn one_is_no_plural_in_any_other_chart() {
    let mut sweep = Sweep::default();
    for given in experiments() {
        let experiment = Experiment::from_value(given).unwrap();
        let run = runs(&experiment)[0];
        let (task, t) = (&experiment.task, run.T);
        let set = lab::Dataset::draw(task, lab::Purpose::Validation, t, 0, 1);
        let d = task.token_dimension() as usize;
        let shares = vec![1.0 / t as f32; t as usize];
        let look = Look {
            tokens: set.inputs.chunks(d).map(<[f32]>::to_vec).collect(),
            attention: vec![vec![shares.clone(); task.scored_tokens(t) as usize]],
            extrema: task.extrema(t, &set.inputs),
            prediction: set.targets.clone(),
            target: set.targets.clone(),
        };
        for silenced in [vec![], vec![0]] {
            let options = MachineOptions {
                silenced: silenced.clone(),
                ..MachineOptions::default()
            };
            sweep.chart(&Machine::of(&experiment, &run, &look, &options));
            let strips = AttentionStrips::of(&experiment, &run, &set.inputs, &shares, 0, &silenced);
            sweep.chart(&strips.unwrap());
        }
        if let Some(targets) = task.dimension() {
            let found = lab::Specialisation::of(vec![vec![0.9]; targets as usize], t);
            let shares = vec![0.9; targets as usize];
            let (matching, sentence) = (found.matching, found.sentence);
            let chart = SpecialisationMatrix::of(&experiment, &run, &shares, matching, sentence);
            sweep.chart(&chart.unwrap());
        }
        let point = |t: u32| LengthError {
            T: t,
            nmse: 0.1,
            standard_error: 0.01,
            largest_share: Some(1.0),
        };
        for points in [vec![point(t)], vec![point(t), point(8 * t)]] {
            let lines = vec![LengthLine { h: 1, points }];
            sweep.chart(&OtherLengths::of(&experiment, &run, lines));
        }
    }
    sweep.chart(&RandomHeads::of(&[lab::RandomHeads::finished(16, 1, 1)]));
    sweep.chart(&Scatter {
        predictions: vec![1.0],
        targets: vec![2.0],
    });
    sweep.chart(&TheoryMap {
        n: 1,
        D: 1,
        heads: vec![1],
        lengths: vec![1],
        at: Some(Setting { h: 1, T: 1 }),
    });
    sweep.chart(&SoftMinimum {
        T: 1,
        betas: (1.0, 10.0),
        at: Some(1.0),
        seed: 0,
    });
    sweep.chart(&ParametersNeeded {
        T: 1,
        h: 1,
        n: 1,
        D: 1,
        d: 1,
    });
    sweep.end(SOME);
}

#[test]
fn one_is_no_plural_in_what_is_said_of_an_experiment() {
    let mut sweep = Sweep::default();
    for given in experiments() {
        let experiment = Experiment::from_value(given).unwrap();
        let run = runs(&experiment)[0];
        let mut said = vec![
            experiment.name(),
            experiment.task.sentence(),
            experiment.training_in_words(),
            run.name(),
        ];
        let theorems = lab::Theorems::of(run.T, 1, run.architecture.n, 1, 1, None);
        said.extend([theorems.sentence(), theorems.verdict()]);
        said.extend(theorems.lines());
        let outcomes = |nmse: Option<f64>| -> Vec<Outcome> {
            let outcome = |run: lab::Run| Outcome {
                run,
                parameters: 1,
                steps: 1,
                nmse: nmse.map(|nmse| nmse / f64::from(run.architecture.h).powi(6)),
                standard_error: None,
                stopped: Stopped::Finished,
                curve: vec![CurvePoint(1, 0.5)],
            };
            runs(&experiment).into_iter().map(outcome).collect()
        };
        for error in [Some(0.3), Some(7.0), None] {
            let outcomes = outcomes(error);
            said.push(lab::judge_guess(&experiment, 1, &outcomes));
            said.push(lab::judge_guess(&experiment, 2, &outcomes));
            let groups = lab::summarise(&outcomes).groups;
            let compared = lab::compare(&[(1, 0.5), (2, 0.01)], &groups);
            said.extend(compared.into_iter().map(|of| of.sentence));
            if let Ok(found) = lab::search(&experiment, &outcomes) {
                said.extend([found.sentence, found.tally]);
            }
        }
        let refused = lab::results_from_text(&experiment, "1,1,1").unwrap_err();
        said.push(refused.to_string());
        for text in said {
            sweep.text(&text);
        }
    }
    // Find D to its end, where one head is enough.
    let given = json!({ "task": { "D": 1, "d": 1 } });
    let experiment = Experiment::from_value(given).unwrap();
    let mut outcomes = Vec::new();
    loop {
        let found = lab::search(&experiment, &outcomes).unwrap();
        sweep.text(&found.sentence);
        sweep.text(&found.tally);
        let lab::Next::Try { experiment } = found.next else {
            break;
        };
        let errors = vec!["1e-3"; runs(&experiment).len()].join(",");
        outcomes.extend(lab::results_from_text(&experiment, &errors).unwrap());
    }
    // What has no room in memory is offered with fewer seeds, down to one.
    let given = json!({ "seeds": [0, 1, 2, 3, 4, 5, 6, 7], "grid": { "h": [4] } });
    let experiment = Experiment::from_value(given).unwrap();
    for power in 10..34 {
        let engine = lab::EngineKind::WebGpu { buffer: 1 << power };
        let Err(problem) = lab::fits(&experiment, engine) else {
            continue;
        };
        sweep.text(&problem.to_string());
        for repair in &problem.repairs {
            sweep.text(&repair.label);
        }
    }
    sweep.end(SOME);
}
