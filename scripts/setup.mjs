// Installs what is missing, and says what it does and how long that usually takes. Everything it
// installs lives in the project or in one cache folder; only the browser for tests is system-wide.
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Refusal, cache, fingerprint, output, root, run, say, target } from './shell.mjs';

const tools = join(cache, 'tools');
const WASM_PACK = '0.15.1';
const RUST = [1, 95];
const NODE = [20, 19];

/** The version of a crate in Cargo.lock. */
function locked(crate) {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = lock.match(new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`));
  if (!found) throw new Refusal(`Cargo.lock does not name ${crate}; restore it from git.`);
  return found[1];
}

/** npm packages, as locked. */
export async function npmPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) {
    throw new Refusal(`Node ${NODE.join('.')} or newer is needed and this is ${process.versions.node}: install it from https://nodejs.org and run this again.`);
  }
  const stamp = join(root, 'node_modules', '.headcount-stamp');
  const wanted = fingerprint(['package-lock.json']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing npm packages (usually under a minute)');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, wanted);
}

/** Rust itself, new enough, with the wasm target and whatever components are asked for. */
export async function rust(components = []) {
  const version = output('rustc', ['--version']);
  if (!version || !output('cargo', ['--version'])) {
    throw new Refusal('Rust is missing: install it from https://rustup.rs and run this again.');
  }
  const [major, minor] = (version.match(/(\d+)\.(\d+)/) ?? []).slice(1).map(Number);
  if (major < RUST[0] || (major === RUST[0] && minor < RUST[1])) {
    throw new Refusal(`Rust ${RUST.join('.')} or newer is needed and this is "${version}": run "rustup update stable" and then this again.`);
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

/** A command-line tool from crates.io in exactly this version. Returns where it is. */
async function crateTool(crate, version, command, usually) {
  const fits = (path) => output(path, ['--version'])?.split(/\s+/).includes(version);
  const own = join(tools, 'bin', command);
  for (const path of [own, command]) if (fits(path)) return path;
  say(`installing ${crate} ${version} into ${tools} (usually ${usually})`);
  mkdirSync(tools, { recursive: true });
  const install = ['install', crate, '--version', version, '--root', tools, '--force'];
  // Its own build must not be steered by ours.
  const options = { cwd: cache, env: { CARGO_TARGET_DIR: join(cache, 'tools-target') } };
  try {
    await run('cargo', [...install, '--locked'], options);
  } catch {
    say(`${crate}'s own lock file asks for something this registry does not have; trying without it`);
    await run('cargo', install, options);
  }
  return own;
}

/** The wasm-bindgen command line of exactly the version in Cargo.lock. */
export function wasmBindgen() {
  return crateTool('wasm-bindgen-cli', locked('wasm-bindgen'), 'wasm-bindgen', '4 minutes');
}

/** wasm-pack, for the tests. */
export function wasmPack() {
  return crateTool('wasm-pack', WASM_PACK, 'wasm-pack', '3 minutes');
}

/** The PATH with our tools first, so that wasm-pack finds our wasm-bindgen-test-runner. */
export function toolPath() {
  return [join(tools, 'bin'), process.env.PATH].join(delimiter);
}

/** Refuses to begin a long build that cannot end. */
export function diskSpace(gigabytes) {
  let place = target;
  while (!existsSync(place)) place = join(place, '..');
  const { bavail, bsize } = statfsSync(place);
  const free = (bavail * bsize) / 2 ** 30;
  if (free < gigabytes) {
    throw new Refusal(`Only ${free.toFixed(1)} GB are free where the build goes and about ${gigabytes} are needed: free some, or point CARGO_TARGET_DIR to a larger disk.`);
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** Chrome or Chromium with its driver: found, or installed where that can be done unasked. */
export async function browser() {
  const which = (names) => names.map((name) => output('which', [name])).find(Boolean);
  const find = () => ({
    browser: process.env.CHROME || which(BROWSERS) || MAC.find((path) => existsSync(path)),
    driver: process.env.CHROMEDRIVER || which(['chromedriver']),
  });
  let found = find();
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if ((!found.browser || !found.driver) && debian) {
    say('installing Chromium and its driver with apt (usually a minute)');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-driver'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    found = find();
  }
  if (!found.browser || !found.driver) {
    throw new Refusal('Tests need Chrome or Chromium and its chromedriver of the same version: install both (on Debian and Ubuntu, packages chromium and chromium-driver), or set CHROME and CHROMEDRIVER to where they are.');
  }
  return { browser: found.browser, driver: found.driver };
}
