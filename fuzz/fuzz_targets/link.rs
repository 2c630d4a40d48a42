//! libFuzzer's program for `link`.
#![no_main]

#[allow(dead_code, reason = "the other targets are other programs")]
#[path = "../../crate/cli/tests/fuzzed/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::link(data));
