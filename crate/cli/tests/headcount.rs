//! The binary from outside: what it prints, what it writes, and with what it exits.

use std::fs;
use std::process::{Command, Output};

use lab::Outcomes;
use serde_json::{Value, json};

mod folder;

use folder::Folder;

impl Folder {
    fn headcount(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_headcount"));
        command
            .current_dir(self.path())
            .args(line.split_whitespace());
        command
    }

    fn says(&self, line: &str) -> Said {
        self.headcount(line).output().unwrap().into()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names in it, or in a directory in it, sorted.
    fn names(&self, within: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(within)).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn outcomes(&self, name: &str) -> Outcomes {
        serde_json::from_str(&self.text(name)).unwrap()
    }
}

/// Exit code, standard output, standard error.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn experiment(steps: u32, seeds: &[u32]) -> Value {
    json!({
        "task": { "D": 2, "d": 3 },
        "grid": { "h": [1, 2, 3], "T": [6], "N": [8], "n": 4 },
        "recipe": { "steps": steps, "batch": 8, "trainSequences": 20, "validationSequences": 40, "curvePoints": 4 },
        "seeds": seeds,
    })
}

#[cfg(unix)]
#[test]
fn a_run_in_two_parts_is_the_run_in_one() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    // Long enough to be caught in the middle.
    let folder = Folder::new("parts").with("e.json", &experiment(2000, &[0, 1]));
    let mut command = folder.headcount("run e.json -o part.json");
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !folder.path().join("part.json").exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success(), "it had ended before it was stopped");
    let said: Said = child.wait_with_output().unwrap().into();
    assert_eq!(said.code, Some(130), "{}", said.err);
    assert!(said.err.starts_with("Stopped with "), "{}", said.err);
    let resuming = "headcount run e.json -o part.json --resume\n";
    assert!(said.err.ends_with(resuming), "{}", said.err);

    let part = folder.outcomes("part.json");
    let stopped: Vec<_> = part.outcomes.iter().map(|o| o.stopped).collect();
    assert_eq!(stopped[0], lab::Stopped::Finished);
    assert!(stopped.len() < 6 || stopped[5] == lab::Stopped::Interrupted);
    if let Some(cut) = part.outcomes.iter().find(|o| o.steps < 2000) {
        assert_eq!(cut.stopped, lab::Stopped::Interrupted);
    }

    assert_eq!(
        folder.says("run e.json -o part.json --resume").code,
        Some(0)
    );
    let whole = folder.says("run e.json -o whole.json");
    assert_eq!((whole.code, whole.out.as_str()), (Some(0), ""));
    assert_eq!(folder.text("part.json"), folder.text("whole.json"));
    assert_eq!(folder.names(""), ["e.json", "part.json", "whole.json"]);
    // Nothing left to do is no reason to fail, nor to change anything.
    assert_eq!(
        folder.says("run e.json -o part.json --resume").code,
        Some(0)
    );
    assert_eq!(folder.text("part.json"), folder.text("whole.json"));
}

#[test]
fn outcomes_are_resumed_as_what_they_are_or_not_at_all() {
    let folder = Folder::new("resume")
        .with("e.json", &experiment(6, &[0]))
        .with("longer.json", &experiment(7, &[0]))
        .with("farthest.json", &json!({ "task": { "kind": "farthest" } }));
    assert_eq!(folder.says("run e.json -o o.json").code, Some(0));
    let before = folder.text("o.json");

    let refused = |line: &str, with: &str| {
        let said = folder.says(line);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{line}");
        assert!(said.err.contains(with), "{line}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    };
    let resume = "-o o.json --resume";
    refused(
        &format!("run longer.json {resume}"),
        "recipe.steps is 7 here, but 6 there",
    );
    refused(
        &format!("run farthest.json {resume}"),
        "task.kind is \"farthest\" here, but \"max-sum\" there",
    );
    refused("run e.json -o o.json", "--resume keeps");
    refused("run e.json -o o.json", "--force overwrites");
    refused("run e.json -o e.json --resume", "e.json holds no outcomes");
    refused(
        "run e.json -o nowhere/o.json",
        "Cannot write nowhere/o.json",
    );
    assert_eq!(folder.text("o.json"), before);

    let other = before.replacen("· native", "· elsewhere", 1);
    fs::write(folder.path().join("o.json"), other).unwrap();
    refused(&format!("run e.json {resume}"), "another engine");
    assert_eq!(folder.says("run e.json -o o.json --force").code, Some(0));
    assert_eq!(folder.text("o.json"), before);
    // What is not there yet is trained.
    assert_eq!(folder.says("run e.json -o new.json --resume").code, Some(0));
    assert_eq!(folder.text("new.json"), before);
    assert_eq!(folder.says("run e.json").out, before);
}

#[test]
fn a_bad_experiment_is_refused_with_every_problem() {
    let bad = json!({ "grid": { "h": [0] }, "recipe": { "steps": 0 }, "seed": 1 });
    let folder = Folder::new("bad").with("bad.json", &bad);
    for line in ["run bad.json -o o.json", "validate bad.json"] {
        let said = folder.says(line);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{line}");
        let problems: Vec<&str> = said.err.lines().collect();
        assert_eq!(problems.len(), 3, "{}", said.err);
        for (problem, field) in problems.iter().zip(["grid.h[0]", "recipe.steps", "seed"]) {
            assert!(problem.starts_with(field), "{problem}");
        }
    }
    assert_eq!(folder.names(""), ["bad.json"]);
    assert_eq!(folder.says("run nothing.json").code, Some(1));
}

#[test]
fn theory_says_what_holds_where() {
    let folder = Folder::new("theory");
    let lines = |line: &str| {
        let said = folder.says(&format!("theory {line}"));
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{line}");
        said.out
    };
    let paper = lines("--T 16 --h 1 --n 8 --D 4");
    assert!(paper.contains("k = -1.\n"), "{paper}");
    assert!(paper.contains("vacuous here; becomes > 0 from T = 57\n"));
    assert!(!paper.contains("theorem 1") && !paper.contains("theorem 3"));
    let long = lines("--T 512 --h 3 --n 8 --D 4");
    assert!(long.contains("k ≈ 3.357 = 47/14.\n"), "{long}");
    assert!(long.contains("not vacuous here"));
    let enough = lines("--T 16 --h 4 --n 8 --D 4 --d 7");
    assert!(enough.contains("does not apply, because h ≥ D"), "{enough}");
    assert!(enough.contains("γ = 2 for") && enough.contains("max(d, D) = 7"));
    let memory = lines("--T 16 --h 1 --n 64 --D 4 --beta 10");
    assert!(memory.contains("n ≥ T·d = 64") && memory.contains("1 + γ = 3"));
    assert!(memory.contains("β = 10: at most 0.5525 above"), "{memory}");

    let json = lines("--T 16 --h 1 --n 8 --D 4 --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["lowerBound"]["holdsFrom"], 57);
    assert_eq!(json["sufficientExponent"], Value::Null);

    let bad = folder.says("theory --T 0 --h 1 --n many --D 4 --beta 0.5");
    assert_eq!((bad.code, bad.out.as_str()), (Some(1), ""));
    assert_eq!(
        bad.err,
        "--T is \"0\", but must be a whole number from 1 to 1000000.\n\
         --n is \"many\", but must be a whole number from 1 to 1000000.\n\
         --beta is \"0.5\", but must be a number from 1 to 1000000.\n"
    );
}

#[test]
fn outcomes_become_figures() {
    let mut several = experiment(6, &[0, 1]);
    several["grid"]["T"] = json!([6, 9]);
    let farthest = json!({
        "task": { "kind": "farthest", "d": 4 },
        "grid": { "h": [1, 2], "T": [5], "w": [1, 2] },
        "recipe": { "steps": 2, "batch": 4, "trainSequences": 8, "validationSequences": 8, "curvePoints": 2 },
    });
    let folder = Folder::new("plot")
        .with("e.json", &several)
        .with("f.json", &farthest);
    assert_eq!(folder.says("run e.json -o o.json").code, Some(0));
    assert_eq!(folder.says("run f.json -o f-o.json").code, Some(0));

    let said = folder.says("plot o.json -o figure.svg");
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), ""),
        "{}",
        said.err
    );
    assert!(said.err.contains("(6, 9): drawn is T = 6; --T chooses"));
    let svg = folder.text("figure.svg");
    assert!(svg.starts_with("<svg width=\"720\" height=\"440\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<circle").count(), 3);
    // The line at D: dashes straight below its name.
    let name = svg.find("\nD = 2\n").unwrap();
    let x = svg[..name].rsplit_once("<text x=\"").unwrap().1;
    let x = x.split_once('"').unwrap().0;
    let ends = ["x1", "x2"].map(|end| format!(" {end}=\"{x}\""));
    let dash = |line: &&str| line.starts_with("<line") && ends.iter().all(|end| line.contains(end));
    assert!(svg.lines().filter(dash).count() > 10);
    let caption = "max-sum · D = 2 · T = 6 · n = 4 · N = 8 · 2 seeds · CPU · SIMD · native";
    assert!(svg.contains(caption), "{svg}");

    // The other T, to standard output.
    let said = folder.says("plot o.json --T 9 --chart learning --dark --width 300 --height 200");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.starts_with("<svg width=\"300\" height=\"200\""));
    assert!(said.out.contains("T = 9") && said.out.contains("h = 3"));

    // Paper 2's tasks have no D.
    let said = folder.says("plot f-o.json --w 2");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out.matches("<circle").count(), 2);
    assert!(!said.out.contains("D = ") && said.out.contains("w = 2"));

    for (line, with) in [
        ("o.json --T 7", "--T is \"7\", but must be one of 6, 9."),
        ("o.json --w 1", "this experiment's grid has no w"),
        ("o.json --width 3", "a whole number from 160 to 8192"),
        ("e.json", "e.json holds no outcomes"),
    ] {
        let said = folder.says(&format!("plot {line}"));
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{line}");
        assert!(said.err.contains(with), "{line}: {}", said.err);
    }
}

#[test]
fn a_plot_of_paper_2_has_ranks_below_powers_of_two() {
    let recorded = "../../www/content/recorded/farthest.json";
    let recorded = fs::read_to_string(format!("{}/{recorded}", env!("CARGO_MANIFEST_DIR")));
    let recorded: Value = serde_json::from_str(&recorded.unwrap()).unwrap();
    let folder = Folder::new("ranks").with("farthest.json", &recorded);
    let said = folder.says("plot farthest.json");
    assert_eq!(said.code, Some(0), "{}", said.err);
    let svg = said.out;
    assert!(svg.contains("\nattention heads h, and the rank of each\n"));
    assert!(svg.contains("\nerror on unseen data (mean squared distance)\n"));

    // Every text with its place: (x, y, text).
    let texts = svg.split("<text ").skip(1).map(|text| {
        let attribute = |start: &str| -> f64 {
            let value = text.split_once(start).unwrap().1;
            value.split_once('"').unwrap().0.parse().unwrap()
        };
        let content = text.split_once('>').unwrap().1;
        let content = content.split_once('<').unwrap().0.trim();
        (attribute("x=\""), attribute("y=\""), content)
    });
    let texts: Vec<(f64, f64, &str)> = texts.collect();
    // The numbers to the right of a name, as they stand from left to right.
    let row = |name: &str| -> Vec<(f64, &str)> {
        let (_, height, _) = texts.iter().find(|text| text.2 == name).unwrap();
        let row = texts.iter().filter(|text| text.1 == *height);
        let row = row.filter(|text| text.2 != name);
        let mut row: Vec<_> = row.map(|text| (text.0, text.2)).collect();
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        row
    };
    let (heads, ranks) = (row("h"), row("rank"));
    let numbers = |row: &[(f64, &str)]| row.iter().map(|of| of.1.to_owned()).collect::<Vec<_>>();
    assert_eq!(numbers(&heads), ["1", "2", "4"]);
    assert_eq!(numbers(&ranks), ["16", "8", "4"]);
    let distances: Vec<f64> = heads.windows(2).map(|of| of[1].0 - of[0].0).collect();
    // Pixels are whole numbers.
    assert!(
        distances.iter().all(|of| (of - distances[0]).abs() <= 1.0),
        "{distances:?}"
    );
    assert!(heads.iter().zip(&ranks).all(|(h, rank)| h.0 == rank.0));
}

#[test]
fn models_are_written_kept_and_inspected() {
    let selectors = json!({
        "task": { "kind": "farthest", "d": 4 },
        "grid": { "h": [2], "T": [5], "w": [1, 2] },
        "recipe": { "steps": 2, "batch": 4, "trainSequences": 8, "validationSequences": 8, "curvePoints": 2 },
    });
    let folder = Folder::new("models")
        .with("e.json", &experiment(6, &[0]))
        .with("longer.json", &experiment(7, &[0]))
        .with("f.json", &selectors);
    let run = "run e.json -o o.json --models m";
    let said = folder.says(run);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), ""),
        "{}",
        said.err
    );
    let files = [1, 2, 3].map(|h| format!("T6-h{h}-n4-N8-seed0.safetensors"));
    assert_eq!(folder.names("m"), files);
    let bytes = |h: usize| fs::read(folder.path().join("m").join(&files[h - 1])).unwrap();
    let (outcomes, second) = (folder.text("o.json"), bytes(2));

    // A model that is missing is trained again, and that is said; it comes out the same.
    fs::remove_file(folder.path().join("m").join(&files[1])).unwrap();
    let said = folder.says(&format!("{run} --resume"));
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(
        said.err,
        "A finished run has no model file yet: it is trained again.\n"
    );
    assert_eq!(
        (bytes(2), folder.text("o.json")),
        (second, outcomes.clone())
    );
    let said = folder.says(&format!("{run} --resume"));
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));

    // What is there is neither overwritten unasked nor taken for something else.
    let refused = |line: &str, with: &str| {
        let said = folder.says(line);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{line}");
        assert!(said.err.contains(with), "{line}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    };
    refused("run e.json -o new.json --models m", "is there already");
    refused(
        "run longer.json -o new.json --models m --resume",
        "another experiment: recipe.steps is 7 here, but 6 there.",
    );
    refused(
        "run e.json -o n.json --models e.json",
        "Cannot write models",
    );
    assert_eq!(folder.says(&format!("{run} --force")).code, Some(0));
    assert_eq!(folder.text("o.json"), outcomes);

    // Inspecting says what the outcome says, and more.
    let inspect = |name: &str| {
        let said = folder.says(&format!("inspect m/{name} --json"));
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&said.out).unwrap()
    };
    for (file, outcome) in files.iter().zip(folder.outcomes("o.json").outcomes) {
        let found = inspect(file);
        let h = outcome.run.architecture.h as usize;
        assert_eq!(found["nmse"], json!(outcome.nmse));
        assert_eq!(found["run"], json!(outcome.run));
        assert_eq!(found["without"].as_array().unwrap().len(), h);
        let matrix = found["specialisation"]["matrix"].as_array().unwrap();
        assert_eq!((matrix.len(), matrix[0].as_array().unwrap().len()), (2, h));
    }
    let text = folder.says(&format!("inspect m/{}", files[2])).out;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "max-sum · D = 2 · T6-h3-n4-N8-seed0");
    assert!(lines[1].starts_with("NMSE on 40 validation sequences: "));
    assert!(lines[4].starts_with("  without head 2: "), "{text}");
    // The last line says it in words, the same as in JSON.
    assert_eq!(lines.len(), 2 + 3 + 2 + 2 + 1 + 1, "{text}");
    assert!(
        lines[10].contains("feature") && lines[10].ends_with('.'),
        "{text}"
    );

    assert_eq!(folder.says("run f.json --models f").code, Some(0));
    let names = ["", "-w2"].map(|w| format!("attention-T5-h2-n2{w}-seed0.safetensors"));
    let mut found = folder.names("f");
    found.sort_by_key(String::len);
    assert_eq!(found, names);
    let text = folder.says(&format!("inspect f/{}", names[1])).out;
    assert!(text.contains("mean squared distance") && !text.contains("feature"));
    assert!(text.contains("without head 3"), "{text}");

    // Whatever is no model is met with a sentence.
    fs::write(folder.path().join("cut"), &bytes(1)[..100]).unwrap();
    refused("inspect cut", "cut: This is no model of ours: ");
    refused("inspect e.json", "e.json: This is no model of ours: ");
    refused("inspect nowhere", "Cannot read nowhere");
    fs::write(folder.path().join("m").join(&files[0]), "something").unwrap();
    refused(
        &format!("{run} --resume"),
        "cannot be kept. This is no model",
    );
}

#[test]
fn a_run_that_diverges_has_no_model_and_that_is_said() {
    let mut wild = experiment(400, &[0]);
    wild["recipe"]["learningRate"] = json!(10);
    wild["recipe"]["weightDecay"] = json!(0.9);
    let folder = Folder::new("diverged")
        .with("e.json", &experiment(6, &[0]))
        .with("wild.json", &wild);
    assert_eq!(folder.says("run e.json --models m").code, Some(0));
    // Neither is a file left that an earlier training wrote, nor a diverged run trained again.
    for how in ["--force", "--resume"] {
        let said = folder.says(&format!("run wild.json -o o.json --models m {how}"));
        assert_eq!(said.code, Some(0), "{}", said.err);
        let outcomes = folder.outcomes("o.json").outcomes;
        let diverged = |o: &&lab::Outcome| o.stopped == lab::Stopped::Diverged;
        let count = outcomes.iter().filter(diverged).count();
        assert!(count > 0, "a rate of 10 is too much");
        let ending = "diverged, so it has no model file.";
        assert!(said.err.lines().all(|line| line.ends_with(ending)));
        assert_eq!(said.err.lines().count(), count);
        assert_eq!(folder.names("m").len(), 3 - count);
    }
}

#[cfg(unix)]
#[test]
fn a_run_cut_short_leaves_no_model_and_says_how_to_go_on() {
    use std::process::Stdio;

    let folder = Folder::new("cut").with("e.json", &experiment(1_000_000, &[0]));
    let mut command = folder.headcount("run e.json -o o.json --models m");
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    // The directory is there just before Ctrl-C is listened to.
    while !folder.path().join("m").exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let said: Said = child.wait_with_output().unwrap().into();
    assert_eq!(said.code, Some(130), "{}", said.err);
    let resuming = "headcount run e.json -o o.json --models m --resume\n";
    assert!(said.err.ends_with(resuming), "{}", said.err);
    assert!(folder.names("m").is_empty());
}

#[cfg(not(feature = "wgpu"))]
#[test]
fn a_gpu_that_is_not_built_in_is_a_sentence() {
    let folder = Folder::new("device").with("e.json", &experiment(6, &[0]));
    let said = folder.says("run e.json --device wgpu --models m");
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains("--features wgpu"), "{}", said.err);
    assert_eq!(folder.names(""), ["e.json"]);
    let said = folder.says("run e.json --device abacus");
    assert!(said.err.contains("cpu, wgpu"), "{}", said.err);
}
