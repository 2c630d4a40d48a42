//! Reading input files, and writing output so that a crash never leaves half a file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use lab::{Experiment, Outcomes};

use crate::error::CliError;

pub fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::read(path, error))
}

fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| CliError::read(path, error))
}

/// Reads and validates an experiment; missing fields have their defaults.
pub fn read_experiment(path: &Path) -> Result<Experiment, CliError> {
    Ok(Experiment::from_json(&read_text(path)?)?)
}

pub fn read_outcomes(path: &Path) -> Result<Outcomes, CliError> {
    serde_json::from_str(&read_text(path)?).map_err(|error| CliError::NoOutcomes {
        path: path.into(),
        error,
    })
}

/// Prints `text` and a newline to standard output.
pub fn print_line(text: &str) -> Result<(), CliError> {
    // Not `println!`, which panics where standard output is closed, as by `| head`.
    writeln!(std::io::stdout(), "{text}")
        .map_err(|error| format!("Cannot write to standard output: {error}.").into())
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
/// Not `tempfile` or `atomic-write-file`: both pick a random name, so every crash could leave one
/// more file behind, while the fixed name `<file>.part` is overwritten by the next attempt. Files of
/// `tempfile` are also readable by their owner only, and neither crate spares devices and pipes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let Some(Destination { part, target }) = Destination::of(path) else {
        return fs::write(path, bytes).map_err(|error| CliError::write(path, error));
    };
    let write_and_rename = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        // After a power failure the new name must not point to bytes that never reached the disk.
        file.sync_all()?;
        fs::rename(&part, &target)
    };
    write_and_rename().map_err(|error| {
        let _ = fs::remove_file(&part);
        CliError::write(path, error)
    })
}

/// Checks that [`write_bytes`] can write to `path`, before hours are spent on training.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    // A pipe or device is not opened to check it: closing a pipe ends it for its reader.
    let Some(Destination { part, .. }) = Destination::of(path) else {
        return Ok(());
    };
    File::create(&part)
        .and_then(|_| fs::remove_file(&part))
        .map_err(|error| CliError::write(path, error))
}

/// Whether [`write_bytes`] replaces the file at `path`, so that it can be written again and again.
/// A pipe or a device is written in place, and so is /dev/stdout even where the shell has
/// redirected it to a regular file: the file that is open must not be replaced by another one.
pub fn is_replaced(path: &Path) -> bool {
    Destination::of(path).is_some()
}

/// The two paths of an atomic write.
struct Destination {
    /// Written first: `<target>.part`, in the same directory so that it can be renamed.
    part: PathBuf,
    /// The file that is replaced, with links resolved.
    target: PathBuf,
}

impl Destination {
    /// `None` if `path` must be written in place: see [`is_replaced`].
    fn of(path: &Path) -> Option<Self> {
        if leads_to_open_file(path) {
            return None;
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        if target.exists() && !target.is_file() {
            return None;
        }
        let mut name = target.file_name()?.to_owned();
        name.push(".part");
        let part = target.with_file_name(name);
        Some(Self { part, target })
    }
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
