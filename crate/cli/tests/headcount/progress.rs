//! What `headcount run` tells while it trains where there is no terminal, as in the log of a cluster.

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn every_run_that_ended_is_a_line() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0, 1]));
    let output = directory.run("run e.json -o o.json --jobs 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let mut expected = Vec::new();
    for outcome in directory.outcomes("o.json").outcomes {
        let (nmse, error) = (outcome.nmse.unwrap(), outcome.standard_error.unwrap());
        expected.push(format!("{}, error {nmse} ± {error}", outcome.run.name()));
    }
    // In whatever order they ended, counted one by one.
    let mut found = Vec::new();
    for (number, line) in (1..).zip(output.stderr.lines()) {
        let run = line.strip_prefix(&format!("{number} of 6 runs: "));
        found.push(run.expect(line).to_string());
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    // What is there already is neither trained nor told.
    let resumed = directory.run("run e.json -o o.json --resume");
    assert_eq!((resumed.code, resumed.stderr.as_str()), (Some(0), ""));
}

#[test]
fn standard_output_has_the_outcomes_alone() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let output = directory.run("run e.json");
    let document = lab::Outcomes::part_from_json(&output.stdout).unwrap();
    assert_eq!(document.outcomes.len(), 3);
    assert_eq!(output.stderr.lines().count(), 3);
}
