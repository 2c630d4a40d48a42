//! The binary `headcount` as a user meets it: what it prints, which files it writes, and its exit
//! code. One test program for all commands, because linking is slow.

#[cfg(not(feature = "wgpu"))]
mod device;
mod files;
mod inspect;
#[cfg(unix)]
mod interrupt;
mod models;
mod plot;
mod resume;
mod test_directory;
mod theory;
mod validate;
