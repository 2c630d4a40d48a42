//! `headcount theory` and `headcount theory random-heads`.

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
    assert!(enough.contains("γ = 2 if") && enough.contains("max(d, D) = 7"));
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

#[test]
fn sizes_are_asked_for_unless_it_is_random_heads() {
    let directory = TestDirectory::new();
    let missing = directory.run("theory --T 16 --h 1");
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("--n <n>") && missing.stderr.contains("--D <D>"));
    assert_eq!(directory.run("theory").code, Some(2));
    let both = directory.run("theory --T 16 random-heads");
    assert_eq!(both.code, Some(2), "{}", both.stderr);
}

#[test]
fn random_heads_are_stated_with_the_papers_values_beside_them() {
    let directory = TestDirectory::new();
    let output = directory.run("theory random-heads --heads 100 --draws 2 --d 64,16");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let (first, second) = output.stdout.split_once("\n\n").unwrap();
    let row = |table: &str, heads: &str| {
        let found = table
            .lines()
            .find(|line| line.split_whitespace().next() == Some(heads));
        found.unwrap_or_else(|| panic!("{table}")).to_owned()
    };
    assert!(row(first, "64").ends_with("0.465  as many parameters as one full head"));
    assert!(row(second, "16").ends_with(" as many parameters as one full head"));
    let last: f64 = row(first, "100")
        .split_whitespace()
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();

    let output = directory.run("theory random-heads --heads 100 --draws 2 --json");
    let json: Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!((&json[0]["d"], &json[0]["draws"]), (&64.into(), &2.into()));
    let point = &json[0]["points"][99];
    assert_eq!(point["heads"], 100);
    assert!((point["mean"].as_f64().unwrap() - last).abs() < 1e-4);
    // The paper has more heads than can be computed.
    let paper = json[0]["paper"].as_array().unwrap();
    assert_eq!(
        (paper.len(), &paper[3]["heads"], &paper[3]["mean"]),
        (4, &16_384.into(), &0.185.into())
    );
}

#[test]
fn random_heads_are_drawn_into_a_file() {
    let directory = TestDirectory::new();
    let draw = |options: &str| {
        directory.run(&format!(
            "theory random-heads --heads 64 --draws 2 {options}"
        ))
    };
    let output = draw("--d 16,64 -o figure.svg");
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let svg = directory.text("figure.svg");
    assert!(
        svg.contains(">d = 16<") && svg.contains(">one full head<"),
        "{svg}"
    );
    assert!(svg.contains("random heads of rank 1 · d = 16, 64 · mean of 2 draws"));
    assert!(!svg.contains(">paper, d = 64<"));
    // Over the figure that is there.
    assert_eq!(draw("--paper --no-caption -o figure.svg").code, Some(0));
    let svg = directory.text("figure.svg");
    assert!(
        svg.contains(">paper, d = 64<") && !svg.contains("mean of 2 draws"),
        "{svg}"
    );
    let csv = draw("--format csv").stdout;
    assert!(
        csv.starts_with("line,d,heads,mean,min,max,draws\nd = 64,64,1,"),
        "{csv}"
    );

    for (options, reason) in [
        (
            "--d 1",
            "--d is \"1\", but must be a whole number from 2 to 1024.",
        ),
        (
            "--draws many",
            "--draws is \"many\", but must be a whole number from 1 to 100.",
        ),
        ("-o figure.svg --width 3", "--width is \"3\""),
    ] {
        directory.assert_refused(&format!("theory random-heads {options}"), reason);
    }
    let other = directory.with_json("e.json", &Value::Null);
    other.assert_refused(
        "theory random-heads --heads 4 -o e.json",
        "something else than a figure",
    );
}
