//! Reading input files, and writing output so that a crash never leaves half a file.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use lab::{Experiment, Outcomes};
use serde_json::Value;

use crate::error::CliError;

pub fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::read(path, error))
}

fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| CliError::read(path, error))
}

/// Reads and validates an experiment; missing fields have their defaults. A file with outcomes is read
/// as the experiment that it holds.
pub fn read_experiment(path: &Path) -> Result<Experiment, CliError> {
    let text = read_text(path)?;
    if let Ok(Value::Object(mut document)) = serde_json::from_str(&text)
        && document.contains_key("outcomes")
        && let Some(experiment) = document.remove("experiment")
    {
        return Ok(Experiment::from_value(experiment)?);
    }
    Ok(Experiment::from_json(&text)?)
}

/// Reads outcomes; those of runs that were not trained yet may be missing.
pub fn read_outcomes(path: &Path) -> Result<Outcomes, CliError> {
    let path = path.to_owned();
    Outcomes::part_from_json(&read_text(&path)?)
        .map_err(|problems| CliError::NoOutcomes { path, problems })
}

/// Prints `text` and a newline to standard output.
pub fn print_line(text: &str) -> Result<(), CliError> {
    // Not `println!`, which panics where standard output is closed, as by `| head`.
    writeln!(std::io::stdout(), "{text}")
        .map_err(|error| format!("Cannot write to standard output: {error}.").into())
}

/// Prints bytes to standard output, unless a person would see them.
pub fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout();
    if out.is_terminal() {
        return Err("A PNG is no text: name a file with --output."
            .to_string()
            .into());
    }
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| format!("Cannot write to standard output: {error}.").into())
}

/// Writes `text` and a newline to the file at `path`, as [`write_bytes`] does.
pub fn write_line(path: &Path, text: &str) -> Result<(), CliError> {
    write_bytes(path, format!("{text}\n").as_bytes())
}

/// Writes `text` and a newline to the file of option `--output`, or to standard output without it.
pub fn write_output(output: Option<&Path>, text: &str) -> Result<(), CliError> {
    match output {
        Some(path) => write_line(path, text),
        None => print_line(text),
    }
}

/// Replaces the content of the file at `path` atomically: at any moment the file holds either all
/// of `bytes` or its previous content.
///
/// Not `tempfile` or `atomic-write-file`: files of `tempfile` are readable by their owner only, and
/// neither crate spares devices and pipes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let Some(target) = replaced_file(path) else {
        return fs::write(path, bytes).map_err(|error| CliError::write(path, error));
    };
    replace(&target, bytes).map_err(|error| CliError::write(path, error))
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let (part, mut file) = create_part(target)?;
    let written = file
        .write_all(bytes)
        // After a power failure the new name must not point to bytes that never reached the disk.
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&part, target));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Checks that [`write_bytes`] can write to `path`, before hours are spent on training.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    // A pipe or device is not opened to check it: closing a pipe ends it for its reader.
    let Some(target) = replaced_file(path) else {
        return Ok(());
    };
    create_part(&target)
        .and_then(|(part, _)| fs::remove_file(part))
        .map_err(|error| CliError::write(path, error))
}

/// How many names are tried for a part file.
const PART_NAMES: u32 = 100;

/// Creates the file that is written before it is renamed to `target`: `<target>.part`, in the same
/// directory so that it can be renamed. A file of that name that is there already is another
/// program's, or what a crash left: it is not ours to overwrite, so `<target>.2.part` is next.
fn create_part(target: &Path) -> io::Result<(PathBuf, File)> {
    let mut taken = None;
    for i in 1..=PART_NAMES {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(match i {
            1 => ".part".into(),
            more => format!(".{more}.part"),
        });
        let part = target.with_file_name(name);
        match File::create_new(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
}

/// Whether `path` is a file with something in it that would be lost if it were overwritten.
pub fn has_content(path: &Path) -> bool {
    is_replaced(path) && fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0)
}

/// Whether both paths lead to the same file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether [`write_bytes`] replaces the file at `path`, so that it can be written again and again.
/// A pipe or a device is written in place, and so is /dev/stdout even where the shell has
/// redirected it to a regular file: the file that is open must not be replaced by another one.
pub fn is_replaced(path: &Path) -> bool {
    replaced_file(path).is_some()
}

/// The file that is replaced, with links resolved; `None` if `path` must be written in place: see
/// [`is_replaced`].
fn replaced_file(path: &Path) -> Option<PathBuf> {
    if leads_to_open_file(path) {
        return None;
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if target.exists() && !target.is_file() {
        return None;
    }
    target.file_name()?;
    Some(target)
}

/// Whether `path`, or a link on the way from it, names a file that a process has open, as /dev/stdout
/// (a link to /proc/self/fd/1) does. Not all of /dev: files in /dev/shm are ordinary ones.
fn leads_to_open_file(path: &Path) -> bool {
    let Ok(mut path) = std::path::absolute(path) else {
        return false;
    };
    // As many links as Linux follows: a cycle of links ends here too.
    for _ in 0..40 {
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return true;
        }
        match fs::read_link(&path) {
            // An absolute link replaces the whole path.
            Ok(link) => path = path.with_file_name(link),
            Err(_) => return false,
        }
    }
    false
}
