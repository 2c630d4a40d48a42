//! A directory of one test, gone when the test ends.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The directory.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty directory, named after the test.
    pub fn new(test: &str) -> Self {
        let name = format!("headcount-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The same with a file of JSON in it.
    pub fn with(self, name: &str, value: &Value) -> Self {
        fs::write(self.0.join(name), value.to_string()).unwrap();
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
