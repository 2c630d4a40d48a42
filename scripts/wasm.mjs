// Builds the three wasm packages into www/wasm/, each only when something it is made of changed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, output, root, run, say, target } from './shell.mjs';
import * as setup from './setup.mjs';

/** What is built, how, and how long it takes from nothing on two cores. */
export const packages = [
  { name: 'page', crate: 'page', libraries: ['lab', 'charts'], profile: 'small', features: [], usually: '1 minute' },
  { name: 'worker-cpu', crate: 'worker', libraries: ['lab', 'engine'], profile: 'release', features: ['cpu'], usually: '4 minutes' },
  { name: 'worker-webgpu', crate: 'worker', libraries: ['lab', 'engine'], profile: 'small', features: ['webgpu'], usually: '10 minutes' },
];

const TARGET = 'wasm32-unknown-unknown';

/** Cargo's words for one package: the same for builds, lints and tests, so nothing is built twice. */
export function selection({ crate, features }) {
  return ['-p', crate, '--target', TARGET, '--no-default-features', ...features.flatMap((f) => ['--features', f])];
}

/** Installs what is missing and builds what is stale. */
export async function buildWasm() {
  const made = packages.map((entry) => ({ ...entry, out: join(root, 'www', 'wasm', entry.name) }));
  const inputs = ['Cargo.toml', 'Cargo.lock', '.cargo', 'scripts/wasm.mjs'];
  const stampOf = ({ crate, libraries }) => {
    const sources = [crate, ...libraries].flatMap((name) => [`crate/${name}/Cargo.toml`, `crate/${name}/src`]);
    return fingerprint([...inputs, ...sources], [output('rustc', ['--version']) ?? '']);
  };
  const stale = made.filter((entry) => {
    const stamp = join(entry.out, 'stamp');
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== stampOf(entry);
  });
  if (stale.length === 0) return;

  setup.diskSpace(6);
  await setup.rust();
  const bindgen = await setup.wasmBindgen();
  for (const entry of stale) {
    say(`building ${entry.name} (from nothing usually ${entry.usually} on two cores)`);
    await run('cargo', ['rustc', ...selection(entry), '--lib', '--crate-type', 'cdylib', '--profile', entry.profile]);
    rmSync(entry.out, { recursive: true, force: true });
    mkdirSync(entry.out, { recursive: true });
    const wasm = join(target, TARGET, entry.profile, `${entry.crate}.wasm`);
    await run(bindgen, [
      wasm, '--target', 'web', '--out-dir', entry.out, '--out-name', entry.name, '--omit-default-module-path',
      '--remove-name-section', '--remove-producers-section',
    ]);
    writeFileSync(join(entry.out, 'stamp'), stampOf(entry));
  }
}
