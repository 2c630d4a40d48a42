// The compiler's flags of product builds: those of .cargo/config.toml, and the folders of this machine
// mapped to a name that is the same on every machine, so that everybody builds the same bytes.
//
// Not of dev builds: those share what is compiled with plain `wasm-pack test`, which knows only
// .cargo/config.toml. Our own crates need no mapping: cargo compiles them by relative paths.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { downloadedCrates } from './crates.mjs';
import { Refusal, root } from './shell.mjs';

/** What stands in the place of cargo's folder of downloaded crates, in the messages of panics. */
const CRATES = 'crates';

/** The flags that .cargo/config.toml has for wasm32; the variable below replaces them. @returns {string[]} */
function configuredFlags() {
  const found = readFileSync(join(root, '.cargo', 'config.toml'), 'utf8').match(/^rustflags = (\[.*\])$/m);
  if (!found) throw new Refusal('.cargo/config.toml has no rustflags in one line; restore it from git.');
  return JSON.parse(found[1]);
}

/**
 * The folders in which cargo keeps downloaded crates. Asked of cargo: below its home, named after the
 * registry, or wherever a mirror or a vendored copy is.
 *
 * @returns {string[]}
 */
function crateFolders() {
  const folders = downloadedCrates().map(({ manifest_path }) => dirname(dirname(manifest_path)));
  return [...new Set(folders)].sort();
}

/** @type {Record<string, string> | undefined} */
let environment;

/** The environment in which cargo builds the product for wasm32; the same for lints and tests in its profiles. @returns {Record<string, string>} */
export function productEnvironment() {
  environment ??= {
    CARGO_ENCODED_RUSTFLAGS: [
      ...configuredFlags(),
      ...crateFolders().map((folder) => `--remap-path-prefix=${folder}=${CRATES}`),
    ].join('\x1f'),
  };
  return environment;
}
