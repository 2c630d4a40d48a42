//! How output files are replaced.

use std::fs;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn a_partial_file_of_a_crash_does_not_remain() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    fs::write(directory.path("o.json.part"), "half a docum").unwrap();
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    assert_eq!(directory.outcomes("o.json").outcomes.len(), 3);
    assert_eq!(directory.names(""), ["e.json", "o.json"]);
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
