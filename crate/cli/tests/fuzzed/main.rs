//! Replays the inputs of fuzz/ natively: the committed corpus, and every input that ever failed. Where
//! libFuzzer cannot run, `npm run fuzz` has this program change them at random for longer.
#![allow(
    clippy::print_stdout,
    reason = "tests print what they do, and which input failed"
)]

mod file_targets;
mod mutation;
mod targets;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::{Checkpoint, Cohort, Engine, Trained};
use lab::Experiment;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use file_targets::{checkpoint, file_of, model};
use targets::{experiment, link, mystery, outcomes};

/// A target's name, which is the name of its folder in fuzz/corpus and fuzz/regressions, and its
/// function.
type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 6] = [
    ("experiment", experiment),
    ("link", link),
    ("mystery", mystery),
    ("outcomes", outcomes),
    ("model", model),
    ("checkpoint", checkpoint),
];

/// fuzz/`folder`/`target`
fn folder(folder: &str, target: &str) -> PathBuf {
    let root = "../../fuzz";
    [root, folder, target].iter().collect()
}

/// The files of a folder, sorted by name; none where there is no such folder.
fn inputs(folder: PathBuf) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(&folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read(&path).unwrap());
    paths.into_iter().map(read).collect()
}

/// The corpus and the regressions of a target.
fn known_inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let folders = ["corpus", "regressions"].map(|name| inputs(folder(name, target)));
    folders.concat()
}

#[test]
fn every_known_input_is_handled() {
    for (name, run) in TARGETS {
        let known = known_inputs(name);
        assert!(known.len() >= 3, "the corpus of {name} has {}", known.len());
        for (path, data) in known {
            println!("{path}");
            run(&data);
        }
    }
}

#[test]
fn the_corpus_reaches_what_is_behind_the_checks() {
    // A corpus that is refused as a whole would search in the first lines only.
    type Accepts = fn(&[u8]) -> bool;
    let is_accepted: [(&str, Accepts); 6] = [
        ("experiment", |data| {
            Experiment::from_json(text(data)).is_ok()
        }),
        ("link", |data| {
            let (query, results) = text(data).split_once('\n').unwrap_or((text(data), ""));
            let experiment = Experiment::from_query(query);
            experiment.is_ok_and(|e| lab::results_from_text(&e, results).is_ok())
        }),
        ("mystery", |data| {
            Experiment::from_mystery(text(data)).is_ok()
        }),
        ("outcomes", |data| {
            lab::Outcomes::from_json(text(data)).is_ok()
        }),
        ("model", |data| {
            let file = file_of(data);
            Trained::from_safetensors(&file, &Engine::cpu()).is_ok()
        }),
        ("checkpoint", |data| {
            let file = file_of(data);
            Checkpoint::from_bytes(&file, &Engine::cpu()).is_ok()
        }),
    ];
    for (name, is_accepted) in is_accepted {
        let corpus = inputs(folder("corpus", name));
        let accepted = corpus.iter().filter(|(_, data)| is_accepted(data)).count();
        assert!(accepted >= 2, "{name}: {accepted} of {}", corpus.len());
    }
}

fn text(data: &[u8]) -> &str {
    std::str::from_utf8(data).unwrap_or_default()
}

#[test]
fn changed_inputs_are_handled() {
    // Seconds for all targets together; without them a few hundred inputs each.
    let seconds = std::env::var("HEADCOUNT_FUZZ_SECONDS").ok();
    let seconds: Option<f64> = seconds.map(|text| text.parse().unwrap());
    for (name, run) in TARGETS {
        let share = seconds.map(|all| Duration::from_secs_f64(all / TARGETS.len() as f64));
        let count = change_inputs((name, run), share);
        println!("{name}: {count} changed inputs, no failure");
    }
}

/// Runs a target on changed inputs for some time, or a few hundred of them; returns how many.
fn change_inputs((name, run): Target, time: Option<Duration>) -> u64 {
    let known: Vec<Vec<u8>> = known_inputs(name).into_iter().map(|of| of.1).collect();
    let changed = mutation::changed(known);
    let mut runner = match time {
        Some(_) => TestRunner::default(),
        None => TestRunner::deterministic(),
    };
    let (began, mut count) = (Instant::now(), 0);
    while time.map_or(count < 300, |time| began.elapsed() < time) {
        let data = changed.new_tree(&mut runner).unwrap().current();
        // A panic has no input in it: what fails is what was written last.
        let last = std::env::temp_dir().join(format!("headcount-fuzz-{name}"));
        if time.is_some() {
            fs::write(&last, &data).unwrap();
        }
        run(&data);
        count += 1;
    }
    count
}

/// A small experiment of one run, of each form.
fn small_experiments() -> Vec<Experiment> {
    let recipe = json!({
        "steps": 4, "batch": 2, "trainSequences": 4, "validationSequences": 4, "curvePoints": 2,
    });
    let mut target = recipe.clone();
    target["target"] = json!(0.999);
    let reader = json!({ "h": [1], "T": [2], "N": [1], "n": 1 });
    let max_sum = json!({ "D": 1, "d": 1 });
    let far = json!({ "kind": "farthest", "d": 2 });
    let wide = json!({ "h": [2], "T": [3] });
    let encoder = json!({ "form": "encoder", "h": [1], "T": [3], "N": [1] });
    let memoriser = json!({ "form": "memoriser", "T": [2], "N": [1] });
    let deep = json!({ "h": [2], "T": [2], "N": [2], "n": 1, "L": [2] });
    let of = |task: &Value, grid: Value, recipe: &Value| {
        let given = json!({ "task": task, "grid": grid, "recipe": recipe });
        Experiment::from_value(given).unwrap()
    };
    vec![
        of(&max_sum, reader.clone(), &recipe),
        of(&max_sum, memoriser, &recipe),
        of(&max_sum, deep, &target),
        of(&far, wide, &recipe),
        of(&far, encoder, &recipe),
        of(&json!({ "kind": "min-max" }), reader, &target),
    ]
}

/// Writes the corpus that no hand can write: words of mysteries, and model files and checkpoints as
/// their header, a zero byte, and their values.
/// `cargo test --release -p cli --test fuzzed -- --ignored`
#[test]
#[ignore = "writes into the repository; run it after a change of the file's form"]
fn write_the_corpus_of_files() {
    for seed in 0..3 {
        let word = Experiment::mystery(seed).to_mystery().unwrap();
        fs::write(
            folder("corpus", "mystery").join(format!("drawn-{seed}")),
            word,
        )
        .unwrap();
    }
    let engine = Engine::cpu();
    for (i, experiment) in small_experiments().into_iter().enumerate() {
        let mut cohort = Cohort::new(&experiment, &[0], &engine).unwrap();
        let (model, checkpoint) = pollster::block_on(async {
            cohort.advance(3).await.unwrap();
            let model = cohort.trained(0).await.unwrap().to_safetensors().await;
            let checkpoint = cohort.checkpoints().await.unwrap().remove(0);
            (model.unwrap(), checkpoint.to_bytes(&engine).unwrap())
        });
        for (name, file) in [("model", model), ("checkpoint", checkpoint)] {
            let (length, rest) = file.split_first_chunk::<8>().unwrap();
            let (header, values) = rest.split_at(u64::from_le_bytes(*length) as usize);
            let input = [header, b"\0", values].concat();
            fs::write(folder("corpus", name).join(format!("accepted-{i}")), input).unwrap();
        }
    }
}
