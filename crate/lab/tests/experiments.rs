//! The papers' experiments in experiments/: every file is one that can be trained, and the folders are those
//! that the catalogue names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lab::Experiment;

const FOLDER: &str = "../../experiments";

/// What a folder holds, without the folder `recorded`.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| !path.ends_with("recorded"))
}

#[test]
fn every_file_is_an_experiment() {
    let folders = entries(Path::new(FOLDER)).filter(|path| path.is_dir());
    let mut count = 0;
    for path in folders.flat_map(|folder| entries(&folder).collect::<Vec<_>>()) {
        let text = fs::read_to_string(&path).unwrap();
        let checked = Experiment::from_json(&text);
        assert!(checked.is_ok(), "{}: {checked:?}", path.display());
        count += 1;
    }
    assert!(count >= 12, "{count}");
}

#[test]
fn the_catalogue_names_every_folder() {
    let text = fs::read_to_string(format!("{FOLDER}/catalogue.json")).unwrap();
    let catalogue: serde_json::Value = serde_json::from_str(&text).unwrap();
    let named = catalogue.as_array().unwrap().iter();
    let named: BTreeSet<_> = named.map(|entry| entry["name"].as_str().unwrap()).collect();
    let folders = entries(Path::new(FOLDER)).filter(|path| path.is_dir());
    let names: Vec<_> = folders
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(named, names.iter().map(String::as_str).collect());
}
