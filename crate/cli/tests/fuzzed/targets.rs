//! What is fuzzed: one function for each kind of text that comes from strangers. Each takes any bytes and
//! must neither panic nor hang; what is accepted must survive its own written form, and what is refused
//! must be refused in a bounded text. libFuzzer calls them (fuzz/), and so does `main.rs` with the
//! committed corpus. Files of the engine are in `file_targets.rs`.

use charts::{Chart, Entry, Frame, Learning, Results, Theme, Transition, TransitionOptions, Width};
use lab::{EngineKind, Experiment, Outcomes, Problems, RunState};

fn text_of(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// An experiment as JSON.
pub fn experiment(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    match Experiment::from_json(text) {
        Ok(experiment) => check_experiment(&experiment),
        Err(problems) => check_refusal(&problems),
    }
}

/// A link's query and, behind a line break, its results.
pub fn link(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    let (query, results) = text.split_once('\n').unwrap_or((text, ""));
    let experiment = match Experiment::from_query(query) {
        Ok(experiment) => experiment,
        Err(problems) => return check_refusal(&problems),
    };
    check_experiment(&experiment);
    match lab::results_from_text(&experiment, results) {
        Ok(outcomes) => {
            let text = lab::results_to_text(&outcomes).expect("no run was interrupted");
            let again = lab::results_from_text(&experiment, &text);
            assert_eq!(again.as_ref(), Ok(&outcomes));
            let checked = experiment.check_outcomes(outcomes.clone());
            assert_eq!(checked, Ok(outcomes));
        }
        Err(problems) => check_refusal(&problems),
    }
}

/// The word of a mystery; and a query, which is made into one.
pub fn mystery(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    match Experiment::from_mystery(text) {
        Ok(experiment) => check_experiment(&experiment),
        Err(problems) => check_refusal(&problems),
    }
    if let Ok(experiment) = Experiment::from_query(text)
        && let Ok(word) = experiment.to_mystery()
    {
        assert_eq!(Experiment::from_mystery(&word), Ok(experiment));
    }
}

/// A document of outcomes: read, summarised, drawn and written.
pub fn outcomes(data: &[u8]) {
    let Some(text) = text_of(data) else { return };
    if let Err(problems) = Outcomes::from_json(text) {
        check_refusal(&problems);
    }
    let document = match Outcomes::part_from_json(text) {
        Ok(document) => document,
        Err(problems) => return check_refusal(&problems),
    };
    let written = serde_json::to_string(&document).expect("a document has no keys but strings");
    let again = Outcomes::part_from_json(&written).expect("it was read before");
    assert_eq!(again.outcomes, document.outcomes);
    let Outcomes {
        experiment,
        outcomes,
        summary,
        ..
    } = &document;
    assert!(lab::csv(&document).lines().count() > outcomes.len());
    for is_secret in [false, true] {
        let runs: Vec<RunState<'_>> = outcomes.iter().map(RunState::from).collect();
        let answer = lab::answer(experiment, summary, &runs, is_secret);
        assert!(!answer.sentence.is_empty());
        let changes = answer.next.map(|next| next.changes);
        assert!(changes.is_none_or(|changes| experiment.changed(&changes).is_some()));
    }
    let _ = lab::search(experiment, outcomes);
    lab::judge_guess(experiment, 3, outcomes);
    lab::compare(&[(1, 0.5), (2, 1e-9)], &summary.groups);
    let results = Results::from_outcomes(experiment.clone(), outcomes);
    let entry = |recorded: bool| Entry {
        results: &results,
        name: "a name",
        recorded,
    };
    let entries = [entry(true), entry(false)];
    let options = TransitionOptions {
        paper: true,
        ..TransitionOptions::default()
    };
    draw(&Transition::of(experiment, &entries, options));
    draw(&Learning::of(experiment, &entries, &[]));
    draw(&Width::of(experiment, &entries));
}

fn draw(chart: &impl Chart) {
    for (width, theme) in [(160.0, Theme::Dark), (720.0, Theme::Light)] {
        let frame = Frame {
            width,
            height: 300.0,
            theme,
            ..Frame::default()
        };
        let text = charts::svg(chart, frame, "a caption", "a citation").expect("it is drawn");
        assert!(text.starts_with("<svg") && !text.contains("NaN") && !text.contains("inf\""));
        let text = charts::pdf(chart, frame, "a caption", "a citation");
        assert!(text.is_ascii() && !text.contains("NaN") && !text.contains("inf "));
    }
    assert!(chart.csv().lines().count() > 0 && !chart.caption().is_empty());
    assert!(chart.table(0).rows.len() < 1_000_000);
    chart.summary();
}

/// Whatever is accepted is the same after it was written, and can be planned and described.
fn check_experiment(experiment: &Experiment) {
    assert_eq!(
        Experiment::from_json(&experiment.to_json()).as_ref(),
        Ok(experiment)
    );
    assert_eq!(
        Experiment::from_query(&experiment.to_query()).as_ref(),
        Ok(experiment)
    );
    if let Ok(word) = experiment.to_mystery() {
        assert_eq!(Experiment::from_mystery(&word).as_ref(), Ok(experiment));
    }
    let count = lab::runs(experiment).len();
    assert!((1..=2000).contains(&count));
    assert_eq!(lab::cohorts(experiment).concat().len(), count);
    assert_eq!(lab::worker_shares(experiment, 3).concat().len(), count);
    assert!(!experiment.name().is_empty() && !experiment.task.sentence().is_empty());
    let need = lab::memory(experiment, 2);
    assert!(need.cpu > 0 && need.largest_buffer <= need.webgpu);
    for engine in [
        EngineKind::Cpu { workers: 2 },
        EngineKind::WebGpu {
            buffer: lab::GUARANTEED_BUFFER,
        },
    ] {
        if let Err(problem) = lab::fits(experiment, engine) {
            check_refusal(&problem.into());
        }
    }
    lab::published(experiment);
    assert!(lab::pytorch(experiment).contains("import torch"));
}

/// What is refused is refused in a few sentences, whatever was given.
fn check_refusal(problems: &Problems) {
    check_message(problems);
    assert!(problems.count() > 0 && problems.listed().len() <= 12);
    assert!(problems.to_string().lines().count() <= 13);
}

pub fn check_message(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && text.len() < 10_000, "{}", text.len());
}
