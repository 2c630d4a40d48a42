//! `headcount validate`, and how every command refuses an invalid experiment.

use serde_json::json;

use crate::test_directory::TestDirectory;

#[test]
fn every_problem_of_an_experiment_is_reported() {
    let bad = json!({ "grid": { "h": [0] }, "recipe": { "steps": 0 }, "seed": 1 });
    let directory = TestDirectory::new().with_json("bad.json", &bad);
    for line in ["run bad.json -o o.json", "validate bad.json"] {
        let output = directory.run(line);
        assert_eq!(
            (output.code, output.stdout.as_str()),
            (Some(1), ""),
            "{line}"
        );
        let problems: Vec<&str> = output.stderr.lines().collect();
        assert_eq!(problems.len(), 3, "{}", output.stderr);
        for (problem, field) in problems.iter().zip(["grid.h[0]", "recipe.steps", "seed"]) {
            assert!(problem.starts_with(field), "{problem}");
        }
    }
    assert_eq!(directory.names(""), ["bad.json"]);
    assert_eq!(directory.run("run nothing.json").code, Some(1));
}
