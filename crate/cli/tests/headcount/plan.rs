//! `headcount plan`: the runs of an experiment, their cost, and their shares.

use serde_json::Value;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn runs_are_listed_with_their_cost_and_share() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(100, &[0, 1]));
    let output = directory.run("plan e.json --shards 4 --json");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let plan: Value = serde_json::from_str(&output.stdout).unwrap();
    let runs = plan["runs"].as_array().unwrap();
    let names: Vec<_> = runs
        .iter()
        .map(|run| run["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 6);
    assert_eq!(names[0], "T6-h1-n4-N8-seed0");
    let cost = |run: &Value| run["cost"].as_f64().unwrap();
    let total: f64 = runs.iter().map(cost).sum();
    assert!((plan["cost"].as_f64().unwrap() / total - 1.0).abs() < 1e-12);
    assert!(cost(&runs[5]) > cost(&runs[0]));
    // The shares are those that are trained.
    for number in 1..=4 {
        let line = format!("run e.json --shard {number}/4 -o {number}.json");
        assert_eq!(directory.run(&line).code, Some(0));
        let trained = directory.outcomes(&format!("{number}.json")).outcomes;
        let trained: Vec<_> = trained.iter().map(|outcome| outcome.run.name()).collect();
        let planned = runs.iter().filter(|run| run["shard"] == number);
        let planned: Vec<_> = planned.map(|run| run["name"].as_str().unwrap()).collect();
        assert_eq!(trained, planned, "{number}");
    }
    // Twice the steps, twice the cost.
    let longer = directory.with_json("e.json", &experiment(200, &[0, 1]));
    let doubled = longer.run("plan e.json --json").stdout;
    let doubled: Value = serde_json::from_str(&doubled).unwrap();
    assert_eq!(doubled["cost"].as_f64().unwrap(), 2.0 * total);
    assert_eq!(doubled["runs"][0].get("shard"), None);
}

#[test]
fn the_table_has_a_line_for_every_run_and_share() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(100, &[0]));
    let lines = |line: &str| {
        let output = directory.run(line);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let lines = output.stdout.lines().map(String::from);
        lines.collect::<Vec<_>>()
    };
    let plain = lines("plan e.json");
    assert_eq!(plain.len(), 4);
    assert!(plain[0].starts_with("3 runs, about "), "{}", plain[0]);
    assert!(plain[3].ends_with("  T6-h3-n4-N8-seed0"), "{}", plain[3]);
    let shared = lines("plan e.json --shards 2");
    assert!(shared[3].ends_with("  share 1/2"), "{}", shared[3]);
    assert!(shared[4].starts_with("share 1/2: 1 run, "), "{}", shared[4]);
    assert_eq!(shared.len(), 6);
    directory.assert_refused("plan e.json --shards 0", "--shards is \"0\"");
    directory.assert_refused("plan gone.json", "Cannot read gone.json");
}
