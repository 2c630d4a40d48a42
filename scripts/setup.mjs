// Installs what is missing, and says what it does and how long that usually takes. Everything goes
// into the project or into one cache folder, except Rust's toolchain. Browsers and a GPU for tests: browsers.mjs.
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cache, fingerprint, output, Refusal, root, run, say, target } from './shell.mjs';

const tools = join(cache, 'tools');
const WASM_PACK = '0.15.1';
const CARGO_DENY = '0.20.2';
const RUST = [1, 95];
const NODE = [20, 19];

/** The version of a crate in a lock file of cargo. @param {string} crate */
function lockedVersion(crate, lockFile = 'Cargo.lock') {
  const lock = readFileSync(join(root, lockFile), 'utf8');
  const found = lock.match(new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`));
  if (!found) throw new Refusal(`${lockFile} does not name ${crate}; restore it from git.`);
  return found[1];
}

/** The toolchain that rust-toolchain.toml names. */
function toolchain() {
  const found = readFileSync(join(root, 'rust-toolchain.toml'), 'utf8').match(/channel = "([^"]+)"/);
  if (!found) throw new Refusal('rust-toolchain.toml does not name a channel; restore it from git.');
  return found[1];
}

/** npm packages, as locked. */
export async function npmPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) {
    throw new Refusal(
      `Node ${NODE.join('.')} or newer is needed and this is ${process.versions.node}: install it from https://nodejs.org and run this again.`,
    );
  }
  const stamp = join(root, 'node_modules', '.headcount-stamp');
  const wanted = fingerprint(['package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing npm packages (usually under a minute)');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, wanted);
}

/** Packages of Debian, where they can be installed unasked: as root, with apt. Elsewhere nothing happens. @param {string[]} packages */
export async function debianPackages(packages) {
  if (packages.length === 0 || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  const names = [...new Set(packages)];
  say(`installing ${names.join(', ')} with apt (usually a minute)`);
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Rust itself, new enough, with the wasm target and whatever components are asked for. @param {string[][]} [components]  names and their commands */
export async function rust(components = []) {
  // rustup's `cargo` and `rustc` fail while the toolchain of rust-toolchain.toml is missing.
  if (!output('rustc', ['--version']) && output('rustup', ['--version'])) {
    say(`installing Rust ${toolchain()} (usually a minute)`);
    await run('rustup', ['toolchain', 'install', toolchain(), '--profile', 'minimal']);
  }
  const version = output('rustc', ['--version']);
  if (!version || !output('cargo', ['--version'])) {
    throw new Refusal('Rust is missing: install it from https://rustup.rs and run this again.');
  }
  const [major, minor] = (version.match(/(\d+)\.(\d+)/) ?? []).slice(1).map(Number);
  if (major < RUST[0] || (major === RUST[0] && minor < RUST[1])) {
    throw new Refusal(
      `Rust ${RUST.join('.')} or newer is needed and this is "${version}": run "rustup update stable" and then this again.`,
    );
  }
  const library = output('rustc', ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown']);
  if (!library || !existsSync(library)) {
    say('adding the wasm32 target to Rust (usually some seconds)');
    await run('rustup', ['target', 'add', 'wasm32-unknown-unknown']);
  }
  for (const [component, command] of components) {
    if (!output('cargo', [command, '--version'])) {
      say(`adding ${component} to Rust (usually some seconds)`);
      await run('rustup', ['component', 'add', component]);
    }
  }
}

/**
 * The program that writes the JavaScript glue of a wasm file (scripts/bindgen). Returns its path.
 * Cargo rebuilds it only when its sources changed.
 */
export async function bindgen() {
  const folder = join('scripts', 'bindgen');
  const [product, own] = [
    lockedVersion('wasm-bindgen'),
    lockedVersion('wasm-bindgen-cli-support', join(folder, 'Cargo.lock')),
  ];
  if (product !== own) {
    throw new Refusal(
      `Cargo.lock has wasm-bindgen ${product} and scripts/bindgen/Cargo.lock ${own}: set both to one version.`,
    );
  }
  const built = join(cache, 'bindgen-target');
  const program = join(built, 'release', 'bindgen');
  if (!existsSync(program)) say('building the program that writes the JavaScript glue (usually half a minute)');
  await run('cargo', [
    'build',
    '--release',
    '--locked',
    '--quiet',
    '--manifest-path',
    join(folder, 'Cargo.toml'),
    '--target-dir',
    built,
  ]);
  return program;
}

/**
 * A command-line tool from crates.io in exactly this version. Returns its path. `optimised` is how
 * much: 0 compiles faster, and is enough for a tool that only starts others.
 *
 * @param {string} crate
 * @param {string} version
 * @param {string[]} commands
 * @param {number} optimised
 * @param {string} usually  how long that takes, in words
 */
async function crateTool(crate, version, commands, optimised, usually) {
  const isRight = (/** @type {string} */ path) => output(path, ['--version'])?.split(/\s+/).includes(version);
  const own = join(tools, 'bin', commands[0]);
  for (const path of [own, commands[0]]) if (isRight(path)) return path;
  say(`installing ${crate} ${version} into ${tools} (usually ${usually})`);
  mkdirSync(tools, { recursive: true });
  const install = [
    'install',
    crate,
    '--version',
    version,
    '--root',
    tools,
    '--force',
    ...commands.flatMap((command) => ['--bin', command]),
  ];
  const env = {
    CARGO_TARGET_DIR: join(cache, 'tools-target'),
    CARGO_PROFILE_RELEASE_OPT_LEVEL: String(optimised),
    RUSTUP_TOOLCHAIN: toolchain(),
  };
  /** @type {string[]} */
  const lines = [];
  // From a folder in which the project's cargo configuration does not hold.
  const options = { cwd: cache, env, onLine: (/** @type {string} */ line) => lines.push(line) };
  try {
    await run('cargo', [...install, '--locked'], options);
  } catch (error) {
    const missing = missingVersion(lines);
    if (!missing) throw error;
    say(
      `the lock file of ${crate} asks for ${missing}, which this registry does not have: installing ${crate} ${version} without that lock file, with the newest versions that fit`,
    );
    await run('cargo', install, options);
  }
  return own;
}

/**
 * The crate that a lock file asks for and the registry does not have, as cargo named it when it failed;
 * undefined if cargo failed for any other reason: a checksum that differs, no network, code that does not
 * compile. Those are no reason to build from other versions than the locked ones.
 *
 * @param {string[]} lines  what cargo printed
 */
export function missingVersion(lines) {
  const found = lines
    .join('\n')
    .match(/failed to select a version for the requirement `([^`]+)`|no matching package named `([^`]+)` found/);
  return found?.[1] ?? found?.[2];
}

/** wasm-pack, and the wasm-bindgen commands that it calls, of exactly the version in Cargo.lock. For tests alone. */
export async function wasmPack() {
  await crateTool(
    'wasm-bindgen-cli',
    lockedVersion('wasm-bindgen'),
    ['wasm-bindgen', 'wasm-bindgen-test-runner'],
    1,
    '3 minutes',
  );
  return crateTool('wasm-pack', WASM_PACK, ['wasm-pack'], 0, '2 minutes');
}

/** cargo-deny, for `npm run audit` alone. Returns its path. */
export function cargoDeny() {
  return crateTool('cargo-deny', CARGO_DENY, ['cargo-deny'], 0, '5 minutes');
}

/** The PATH with our tools first, so that wasm-pack finds the wasm-bindgen commands. */
export function toolPath() {
  return [join(tools, 'bin'), process.env.PATH].join(delimiter);
}

/** Refuses to begin a long build that cannot end. @param {number} gigabytes */
export function diskSpace(gigabytes) {
  let place = target;
  while (!existsSync(place)) place = join(place, '..');
  const { bavail, bsize } = statfsSync(place);
  const free = (bavail * bsize) / 2 ** 30;
  if (free < gigabytes) {
    throw new Refusal(
      `Only ${free.toFixed(1)} GB are free where the build goes and about ${gigabytes} are needed: free some, or point CARGO_TARGET_DIR to a larger disk.`,
    );
  }
}
