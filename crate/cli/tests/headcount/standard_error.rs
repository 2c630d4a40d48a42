//! The standard error of every outcome: new documents have it, old ones keep their bytes without.

use serde_json::Value;

use crate::test_directory::{TestDirectory, experiment};

#[test]
fn errors_have_a_standard_error_and_old_documents_keep_their_bytes() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(20, &[0]));
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    for outcome in directory.outcomes("o.json").outcomes {
        let (nmse, error) = (outcome.nmse.unwrap(), outcome.standard_error.unwrap());
        // 40 sequences: some tenths of the error itself.
        assert!((0.02..0.8).contains(&(error / nmse)), "{error} of {nmse}");
    }
    let text = directory.text("o.json");
    let document: Value = serde_json::from_str(&text).unwrap();
    let old = document["outcomes"].as_array().unwrap().iter();
    let old = old.fold(text, |text, outcome| {
        let field = format!(",\"standardError\":{}", outcome["standardError"]);
        assert!(text.contains(&field), "{field}");
        text.replacen(&field, "", 1)
    });
    assert!(!old.contains("standardError"));
    std::fs::write(directory.path("old.json"), &old).unwrap();
    assert_eq!(directory.run("merge old.json -o again.json").code, Some(0));
    assert_eq!(directory.text("again.json"), old);

    let negative = old.replacen("\"nmse\":", "\"standardError\":-1,\"nmse\":", 1);
    std::fs::write(directory.path("negative.json"), negative).unwrap();
    directory.assert_refused(
        "export negative.json",
        "outcomes[0].standardError is -1.0, but must be a number not below 0, beside an error, or left out.",
    );
}
