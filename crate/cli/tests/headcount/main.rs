//! The binary `headcount` as a user meets it: what it prints, which files it writes, and its exit
//! code. One test program for all commands, because linking is slow.

#[cfg(not(feature = "wgpu"))]
mod device;
mod export;
mod files;
mod inspect;
#[cfg(unix)]
mod interrupt;
mod jobs;
mod merge;
mod models;
mod plan;
mod plot;
mod png;
mod progress;
mod records;
mod resume;
mod shards;
mod standard_error;
mod summary;
mod tensorboard;
mod test_directory;
mod theory;
mod validate;
#[cfg(feature = "wgpu")]
mod wgpu;
