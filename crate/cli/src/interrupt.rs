//! Ctrl-C: the first one asks the training loop to stop between two steps, so that outcomes are
//! written; a second one ends the process at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::CliError;

/// The exit code that shells use for a process that Ctrl-C ended: 128 + SIGINT.
pub const EXIT_CODE: u8 = 130;

/// Whether Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler of Ctrl-C.
pub fn install_handler() -> Result<(), CliError> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    })
    .map_err(|error| format!("Cannot listen for Ctrl-C: {error}.").into())
}

/// Whether Ctrl-C was pressed since [`install_handler`].
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
