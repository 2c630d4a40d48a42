// The rules for dependencies, held against crates that break them, and cargo's own words for a version
// that a registry does not have.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse as parseToml } from 'smol-toml';
import parse from 'spdx-expression-parse';
import { othersCrates, problems } from '../../scripts/dependencies.mjs';
import { missingVersion } from '../../scripts/setup.mjs';

const source = 'registry+https://github.com/rust-lang/crates.io-index';
const rules = {
  licenses: { allow: ['MIT', 'Zlib'], exceptions: [{ crate: 'excepted', allow: ['MPL-2.0'] }] },
  bans: { skip: [{ crate: 'old@1.0.0', reason: 'a test' }] },
};
const judge = (crates, npm = []) =>
  problems(
    rules,
    crates.map((crate) => ({ version: '1.0.0', license: 'MIT', source, ...crate })),
    npm,
    parse,
  );

test('no crate of ours may have unsafe code, and none leaves the lints of the workspace out', () => {
  const root = join(import.meta.dirname, '..', '..');
  const manifest = (...path) => parseToml(readFileSync(join(root, ...path, 'Cargo.toml'), 'utf8'));
  assert.equal(manifest().workspace.lints.rust.unsafe_code, 'forbid');
  const crates = readdirSync(join(root, 'crate'));
  assert.ok(crates.length >= 6);
  for (const crate of crates) assert.equal(manifest('crate', crate).lints?.workspace, true, crate);
  assert.equal(manifest('scripts', 'bindgen').lints.rust.unsafe_code, 'forbid');
});

test('licences that deny.toml allows, in every form that crates write', () => {
  const licences = ['MIT', 'MIT OR GPL-3.0-only', 'GPL-3.0-only/MIT', '(MIT OR Apache-2.0) AND Zlib'];
  assert.deepEqual(judge(licences.map((license, i) => ({ name: `crate${i}`, license }))), []);
  assert.deepEqual(judge([{ name: 'excepted', license: 'MPL-2.0' }]), []);
});

test('a licence that is not allowed, none, or nonsense', () => {
  assert.deepEqual(
    judge(
      [
        { name: 'copyleft', license: 'MPL-2.0' },
        { name: 'both', license: 'MIT AND GPL-3.0-only' },
        { name: 'silent', license: null },
        { name: 'odd', license: 'do what you like' },
      ],
      [{ name: 'left-pad', license: 'WTFPL' }],
    ),
    [
      'copyleft has the licence "MPL-2.0", which deny.toml does not allow.',
      'both has the licence "MIT AND GPL-3.0-only", which deny.toml does not allow.',
      'silent names no licence.',
      'odd has the licence "do what you like", which is no SPDX expression.',
      'npm\'s left-pad has the licence "WTFPL", which deny.toml does not allow.',
    ],
  );
});

test('another source than crates.io, and a second version that nobody gave a reason for', () => {
  assert.deepEqual(
    judge([
      { name: 'elsewhere', source: 'git+https://elsewhere.test/x' },
      { name: 'own', source: null },
      { name: 'old' },
      { name: 'old', version: '2.0.0' },
      { name: 'twice', version: '0.9.0' },
      { name: 'twice', version: '0.10.0' },
    ]),
    [
      'elsewhere comes from git+https://elsewhere.test/x, and not from crates.io.',
      'twice@0.9.0 is there beside a newer version: use one, or add it to "skip" in deny.toml with why.',
    ],
  );
});

test('what writes the glue, and the fuzzers, whose lock files are their own, are as deny.toml allows', () => {
  const own = parseToml(readFileSync(join(import.meta.dirname, '..', '..', 'deny.toml'), 'utf8'));
  const [bindgen, fuzzers] = othersCrates();
  // Crates that the product does not have.
  assert.ok(bindgen.some(({ name }) => name === 'wasm-bindgen-cli-support'));
  assert.ok(fuzzers.some(({ name }) => name === 'libfuzzer-sys'));
  for (const crates of [bindgen, fuzzers]) {
    assert.deepEqual(problems(own, crates, [], parse), []);
    const strict = { ...own, licenses: { ...own.licenses, allow: [], exceptions: [] } };
    assert.ok(problems(strict, crates, [], parse).length >= crates.length);
  }
});

/** What cargo prints when it installs a tool as locked, from a registry of the given crates (name, version). */
function installed(crates, body = 'fn main() {}') {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-'));
  const write = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [name, version] of crates) {
    write(`registry/${name}/Cargo.toml`, `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`);
    write(`registry/${name}/src/lib.rs`, '');
    write(`registry/${name}/.cargo-checksum.json`, '{"files":{}}');
  }
  mkdirSync(join(folder, 'registry'), { recursive: true });
  write(
    'tool/Cargo.toml',
    '[package]\nname = "tool"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\npart = "1"\n',
  );
  write('tool/src/main.rs', body);
  write(
    'tool/Cargo.lock',
    `version = 4\n[[package]]\nname = "part"\nversion = "1.0.9"\nsource = "${source}"\n\n[[package]]\nname = "tool"\nversion = "1.0.0"\ndependencies = ["part"]\n`,
  );
  const replaced = ['source.crates-io.replace-with="here"', `source.here.directory="${join(folder, 'registry')}"`];
  const { status, stderr } = spawnSync(
    'cargo',
    [
      ...replaced.flatMap((line) => ['--config', line]),
      ...['install', '--offline', '--locked', '--path', join(folder, 'tool'), '--root', join(folder, 'out')],
    ],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, CARGO_TARGET_DIR: join(folder, 'target') } },
  );
  return { status, lines: stderr.split('\n') };
}

test('a tool is installed without its lock file only where a locked version is missing', () => {
  const missing = installed([['part', '1.0.8']]);
  assert.notEqual(missing.status, 0);
  assert.match(String(missingVersion(missing.lines)), /^part/);
  const gone = installed([]);
  assert.match(String(missingVersion(gone.lines)), /^part/);
  const broken = installed([['part', '1.0.9']], 'fn main() { nonsense }');
  assert.notEqual(broken.status, 0);
  assert.match(broken.lines.join('\n'), /nonsense/);
  assert.equal(missingVersion(broken.lines), undefined);
  const differs = ['error: checksum for `part v1.0.9` changed between lock files'];
  assert.equal(missingVersion(differs), undefined);
});
