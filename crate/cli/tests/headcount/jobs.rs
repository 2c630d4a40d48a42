//! `headcount run --jobs`: threads change how long a training takes, and nothing else.

use std::fs;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn outcomes_and_models_are_the_same_bytes_whatever_the_number_of_threads() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(50, &[0, 1]));
    let trained = |jobs: u32| {
        let line = format!("run e.json -o {jobs}.json --models m{jobs} --jobs {jobs}");
        let output = directory.run(&line);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let models = directory.names(&format!("m{jobs}")).into_iter();
        let models: Vec<_> = models
            .map(|name| {
                let bytes = fs::read(directory.path(&format!("m{jobs}/{name}"))).unwrap();
                (name, bytes)
            })
            .collect();
        (directory.text(&format!("{jobs}.json")), models)
    };
    let one = trained(1);
    assert_eq!(one.1.len(), 6);
    // More threads than runs, too.
    for jobs in [2, 3, 64] {
        assert!(trained(jobs) == one, "{jobs} threads");
    }
    // By default, every core.
    assert_eq!(directory.run("run e.json").stdout, one.0);
}

#[test]
fn a_number_of_threads_that_is_none_is_refused() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    for jobs in ["0", "-1", "two", "1.5", "5000"] {
        directory.assert_refused(
            &format!("run e.json --jobs {jobs}"),
            &format!("--jobs is \"{jobs}\", but must be a whole number from 1 to 4096."),
        );
    }
    directory.assert_refused(
        "run e.json --device wgpu --jobs 2",
        "--jobs is for the CPU: a GPU trains one cohort of runs at a time.",
    );
}

#[test]
fn a_thread_that_cannot_write_ends_all_of_them() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    fs::create_dir(directory.path("m")).unwrap();
    // The model file of the longest run is a folder: writing it fails, whatever the user may do.
    fs::create_dir_all(directory.path("m/T6-h3-n4-N8-seed0.safetensors/full")).unwrap();
    let output = directory.run("run e.json -o o.json --models m --force --jobs 2");
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    // Runs that ended are told as ever, and then one sentence.
    let (_, messages) = output.progress_and_messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("Cannot write m/T6-h3-n4-N8-seed0.safetensors"));
}
