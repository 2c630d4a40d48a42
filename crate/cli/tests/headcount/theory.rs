//! `headcount theory`.

use serde_json::Value;

use crate::test_directory::TestDirectory;

#[test]
fn theorems_are_stated_where_they_apply() {
    let directory = TestDirectory::new();
    let lines = |line: &str| {
        let output = directory.run(&format!("theory {line}"));
        assert_eq!(
            (output.code, output.stderr.as_str()),
            (Some(0), ""),
            "{line}"
        );
        output.stdout
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
}

#[test]
fn every_number_outside_its_range_is_reported() {
    let directory = TestDirectory::new();
    let bad = directory.run("theory --T 0 --h 1 --n many --D 4 --beta 0.5");
    assert_eq!((bad.code, bad.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        bad.stderr,
        "--T is \"0\", but must be a whole number from 1 to 1000000.\n\
         --n is \"many\", but must be a whole number from 1 to 1000000.\n\
         --beta is \"0.5\", but must be a number from 1 to 1000000.\n"
    );
}
