//! Tells the program which commit it is built from, for `provenance.json`. Without Git, or outside a
//! repository, as in a source archive, it does not know.

use std::process::Command;

fn main() {
    // HEAD's log has a new line whenever another commit is checked out or made.
    let watched = git(&[
        "rev-parse",
        "--path-format=absolute",
        "--git-path",
        "logs/HEAD",
    ]);
    match watched.filter(|path| std::path::Path::new(path).exists()) {
        Some(path) => println!("cargo::rerun-if-changed={path}"),
        None => println!("cargo::rerun-if-changed=build.rs"),
    }
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        println!("cargo::rustc-env=HEADCOUNT_COMMIT={commit}");
    }
}

/// What Git prints, on one line; `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().into())
}
