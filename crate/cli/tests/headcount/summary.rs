//! `headcount summary`: what outcomes show.

use serde_json::Value;

use crate::test_directory::TestDirectory;

/// The recorded outcomes of the paper's table 2, which the page shows too.
const TABLE_2: &str = include_str!("../../../../experiments/table-2/recorded/gaussian-3.json");

#[test]
fn errors_over_seeds_stand_beside_the_papers_and_the_cliff_is_named() {
    let document: Value = serde_json::from_str(TABLE_2).unwrap();
    let directory = TestDirectory::new().with_json("o.json", &document);
    let output = directory.run("summary o.json --json");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let shown: Value = serde_json::from_str(&output.stdout).unwrap();
    // Best and median of one cell, from the file itself.
    let outcomes = document["outcomes"].as_array().unwrap();
    let own = outcomes
        .iter()
        .filter(|of| of["run"]["T"] == 32 && of["run"]["h"] == 4);
    let mut errors: Vec<f64> = own.map(|of| of["nmse"].as_f64().unwrap()).collect();
    errors.sort_by(f64::total_cmp);
    assert_eq!(errors.len(), 5);
    let at = |list: &str| {
        let list = shown[list].as_array().unwrap().clone();
        let found = list.into_iter().find(|of| of["T"] == 32 && of["h"] == 4);
        found.expect("a cell")
    };
    assert_eq!(at("groups")["min"], errors[0]);
    assert_eq!(at("groups")["median"], errors[2]);
    // Means stand in the order of the groups, whether or not the paper has the cell.
    let place = |of: &Value| of["T"] == 32 && of["h"] == 4;
    let group = shown["groups"].as_array().unwrap().iter().position(place);
    let mean = &shown["means"][group.unwrap()];
    let expected = errors.iter().sum::<f64>() / 5.0;
    assert!((mean["mean"].as_f64().unwrap() / expected - 1.0).abs() < 1e-9);
    assert_eq!(mean["standardError"], at("paper")["standardError"]);
    // Table 2 of the paper.
    assert_eq!(at("paper")["paper"], 4.80e-5);
    assert_eq!(at("transitions")["before"], 3);
    assert!(shown["sentence"].as_str().unwrap().contains("4 heads"));

    // The best and the median error have those of their runs, and all runs of a group one number of parameters.
    let run = |error: f64| {
        let own = outcomes.iter().find(|of| of["nmse"] == error);
        own.expect("the run of an error")
    };
    let [best, median] = [errors[0], errors[2]].map(|error| &run(error)["standardError"]);
    let own = &shown["standardErrors"][group.unwrap()];
    assert_eq!((&own["min"], &own["median"]), (best, median));
    assert_eq!(
        shown["parameters"][group.unwrap()],
        run(errors[0])["parameters"]
    );

    let table = directory.run("summary o.json").stdout;
    let [best, median] = [best, median].map(|error| error.as_f64().unwrap());
    let row = [errors[0], best, errors[2], median].map(|number| format!("{number:>10.2e}"));
    let line = table.lines().find(|line| line.contains(&row.concat()));
    assert!(line.expect(&table).ends_with("4.80e-5"), "{table}");
    assert!(table.contains("T = 32, N = 32: the cliff is at 4 heads"));
}

#[test]
fn what_is_no_outcome_is_refused_with_a_sentence() {
    let directory = TestDirectory::new().with_json("e.json", &serde_json::json!({}));
    let output = directory.run("summary e.json");
    assert_eq!(output.code, Some(1));
    assert!(!output.stderr.trim().is_empty());
}
