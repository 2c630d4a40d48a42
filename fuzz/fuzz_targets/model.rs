//! libFuzzer's program for `model`.
#![no_main]

#[allow(dead_code, reason = "the other targets are other programs")]
#[path = "../../crate/cli/tests/fuzzed/file_targets.rs"]
mod file_targets;
#[allow(dead_code, reason = "the other targets are other programs")]
#[path = "../../crate/cli/tests/fuzzed/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| file_targets::model(data));
