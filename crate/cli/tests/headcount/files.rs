//! How output files are replaced.

use std::fs;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn a_part_file_that_is_there_already_is_left_alone() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    fs::create_dir(directory.path("models")).unwrap();
    let model = "models/T6-h1-n4-N8-seed0.safetensors.part";
    let others = ["o.json.part", "models/model.part", model, "f.svg.part"];
    for name in others {
        fs::write(directory.path(name), "of somebody else").unwrap();
    }
    let output = directory.run("run e.json -o o.json --models models");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(directory.run("plot o.json -o f.svg").code, Some(0));
    assert_eq!(directory.outcomes("o.json").outcomes.len(), 3);
    for name in others {
        assert_eq!(directory.text(name), "of somebody else", "{name}");
    }
    // Its own part files do not remain.
    let parts = |within: &str| {
        let names = directory.names(within).into_iter();
        names.filter(|name| name.ends_with(".part")).count()
    };
    assert_eq!((parts(""), parts("models")), (2, 2));
}

#[test]
fn only_outcomes_of_this_experiment_may_be_where_outcomes_go() {
    let other = experiment(7, &[0]);
    let directory = TestDirectory::new()
        .with_json("e.json", &experiment(6, &[0]))
        .with_json("other.json", &other);
    assert_eq!(
        directory.run("run other.json -o other-o.json").code,
        Some(0)
    );
    fs::write(directory.path("notes.txt"), "three months of notes").unwrap();
    fs::create_dir(directory.path("sub")).unwrap();
    let before: Vec<String> = ["e.json", "other-o.json", "notes.txt"]
        .map(|name| directory.text(name))
        .into();
    for (line, reason) in [
        ("run e.json -o e.json", "e.json is the experiment itself"),
        ("run e.json -o sub/../e.json", "is the experiment itself"),
        (
            "run e.json -o other-o.json",
            "other-o.json holds outcomes of another experiment: name another file, or overwrite it \
             with --force.",
        ),
        (
            "run e.json -o notes.txt",
            "notes.txt holds something else than outcomes",
        ),
        (
            "run e.json -o other.json",
            "other.json holds something else than outcomes",
        ),
        (
            "plot other-o.json -o other-o.json",
            "something else than a figure",
        ),
        (
            "plot other-o.json -o notes.txt",
            "something else than a figure",
        ),
    ] {
        directory.assert_refused(line, reason);
    }
    let after = ["e.json", "other-o.json", "notes.txt"].map(|name| directory.text(name));
    assert_eq!(before, after);
    // With --force it is what the user wants, and a figure may be drawn again.
    for line in [
        "run e.json -o other-o.json --force",
        "run e.json -o notes.txt --force",
        "run other.json -o e.json --force",
        "plot e.json -o f.svg",
        "plot e.json -o f.svg --dark",
    ] {
        let output = directory.run(line);
        assert_eq!(output.code, Some(0), "{line}: {}", output.stderr);
    }
    assert_eq!(directory.outcomes("notes.txt").outcomes.len(), 3);
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_a_device_is_not_replaced() {
    use std::os::unix::fs::symlink;
    use std::path::Path;

    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    fs::write(directory.path("target.json"), "").unwrap();
    for (target, link) in [("target.json", "link.json"), ("/dev/null", "null.json")] {
        symlink(target, directory.path(link)).unwrap();
        let output = directory.run(&format!("run e.json -o {link}"));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        assert!(directory.path(link).is_symlink());
    }
    assert_eq!(directory.outcomes("target.json").outcomes.len(), 3);
    assert!(!Path::new("/dev/null").is_file());
}

#[cfg(unix)]
#[test]
fn redirected_standard_output_is_written_in_place() {
    use std::os::unix::fs::symlink;

    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    // What /dev/stdout is. Not /dev/stdout itself: if this fails, a superuser would lose it.
    symlink("/proc/self/fd/1", directory.path("stdout")).unwrap();
    let file = fs::File::create(directory.path("o.json")).unwrap();
    let status = directory
        .command("run e.json -o stdout")
        .stdout(file)
        .status()
        .unwrap();
    assert!(status.success());
    assert!(directory.path("stdout").is_symlink());
    assert_eq!(directory.outcomes("o.json").outcomes.len(), 3);
    assert_eq!(directory.names(""), ["e.json", "o.json", "stdout"]);
}
