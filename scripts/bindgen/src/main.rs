//! Writes the JavaScript glue and the final wasm file of one package:
//! `bindgen <input.wasm> <output folder> <name> [--keep-names]`.
//!
//! The library behind the `wasm-bindgen` command line does the work. Calling it directly saves the
//! first start of a clone from compiling the rest of that package: a test runner, an HTTP client and
//! a TLS library. The output is the same, byte for byte, as that of
//! `wasm-bindgen --target web --omit-default-module-path --remove-name-section
//! --remove-producers-section`.

use std::env;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (input, folder, name, keep_names) = match arguments[..] {
        [input, folder, name] => (input, folder, name, false),
        [input, folder, name, "--keep-names"] => (input, folder, name, true),
        _ => bail!("usage: bindgen <input.wasm> <output folder> <name> [--keep-names]"),
    };
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .out_name(name)
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(!keep_names)
        .remove_producers_section(true)
        .generate(folder)
}
