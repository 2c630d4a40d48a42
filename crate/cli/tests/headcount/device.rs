//! `headcount run --device wgpu` of a binary that was built without GPU support.

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn missing_gpu_support_is_reported_before_any_file_is_written() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let output = directory.run("run e.json --device wgpu --models m");
    assert_eq!((output.code, output.stdout.as_str()), (Some(1), ""));
    assert!(
        output.stderr.contains("--features wgpu"),
        "{}",
        output.stderr
    );
    assert_eq!(directory.names(""), ["e.json"]);
    let output = directory.run("run e.json --device abacus");
    assert!(output.stderr.contains("cpu, wgpu"), "{}", output.stderr);
}
