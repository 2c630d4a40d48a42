//! `headcount export`: outcomes as CSV.

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn runs_and_learning_curves_are_tables() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(8, &[0]));
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    let document = directory.outcomes("o.json");
    let runs = directory.run("export o.json").stdout;
    assert_eq!(runs, lab::csv(&document));
    let output = directory.run("export o.json --curves -o c.csv");
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), ""));
    let curves = directory.text("c.csv");
    let points: usize = document.outcomes.iter().map(|o| o.curve.len()).sum();
    assert_eq!(curves.lines().count(), 1 + points);
    assert_eq!(
        curves.lines().next(),
        Some("T,form,h,n,N,w,L,seed,step,nmse,task,engine")
    );
    let first = &document.outcomes[0].curve[0];
    let row = format!("6,reader,1,4,8,1,1,0,0,{},max-sum,", first.1);
    assert!(curves.lines().nth(1).unwrap().starts_with(&row), "{curves}");
    let overwritten = "export o.json -o c.csv";
    directory.assert_refused(
        overwritten,
        "c.csv is there already: --force overwrites it.",
    );
    let forced = directory.run(&format!("{overwritten} --force"));
    assert_eq!(forced.code, Some(0), "{}", forced.stderr);
    assert_eq!(directory.text("c.csv"), runs);
    directory.assert_refused("export e.json", "e.json holds no outcomes");
}
