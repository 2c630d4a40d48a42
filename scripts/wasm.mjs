// Builds the wasm packages into www/wasm/, each only when something it is made of changed.
//
// A package is built in its product profile, or, by `npm run dev` and `npm run check`, in cargo's dev
// profile, which compiles a changed line in seconds. Its stamp names the profile, so `npm start` and
// `npm run build` replace a dev build.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productEnvironment } from './rustflags.mjs';
import * as setup from './setup.mjs';
import { fingerprint, output, root, run, say, target } from './shell.mjs';

/**
 * What is built: a door crate with the libraries it is made of, in which profile, and how long that
 * takes from nothing on two cores.
 *
 * @typedef {{ name: string, crate: string, libraries: string[], profile: string, features: string[], usually: string }} Package
 */

/** @type {Package} */
export const page = {
  name: 'page',
  crate: 'page',
  libraries: ['lab', 'charts'],
  profile: 'small',
  features: [],
  usually: '1 minute',
};
/** @type {Package} */
export const workerCpu = {
  name: 'worker-cpu',
  crate: 'worker',
  libraries: ['lab', 'engine'],
  profile: 'release',
  features: ['cpu'],
  usually: '3 minutes',
};
/** @type {Package} */
export const workerWebgpu = {
  name: 'worker-webgpu',
  crate: 'worker',
  libraries: ['lab', 'engine'],
  profile: 'small',
  features: ['webgpu'],
  usually: '6 minutes',
};
export const packages = [page, workerCpu, workerWebgpu];

const TARGET = 'wasm32-unknown-unknown';

/** Cargo's arguments that select one package: the same for builds and lints, so that nothing is compiled twice. @param {{ crate: string, features: string[] }} entry */
export function selection({ crate, features }) {
  const chosen = features.flatMap((feature) => ['--features', feature]);
  return ['--locked', '-p', crate, '--target', TARGET, '--no-default-features', ...chosen];
}

/** Where a package goes. @param {Package} entry */
const folderOf = ({ name }) => join(root, 'www', 'wasm', name);

/** What a package must be rebuilt for. @param {Package} entry */
function sourcesOf({ crate, libraries }) {
  const inputs = [
    ...['Cargo.toml', 'Cargo.lock', '.cargo', 'rust-toolchain.toml'],
    ...['scripts/wasm.mjs', 'scripts/rustflags.mjs', 'scripts/bindgen'],
  ];
  const sources = [crate, ...libraries].flatMap((name) => [`crate/${name}/Cargo.toml`, `crate/${name}/src`]);
  compiler ??= output('rustc', ['--version']) ?? '';
  return fingerprint([...inputs, ...sources], [compiler]);
}
/** The version of the compiler, asked for once. @type {string | undefined} */
let compiler;

/** What the TypeScript declarations of a package depend on. @param {Package} entry */
const interfaceOf = ({ crate }) => fingerprint(['Cargo.lock', `crate/${crate}/src`]);

/** The stamp of the build that is in www/wasm/. @param {Package} entry @returns {{ profile?: string, sources?: string, interface?: string }} */
function stampOf(entry) {
  try {
    return JSON.parse(readFileSync(join(folderOf(entry), 'stamp.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** Is the package built from the sources as they are, in its product profile? @param {Package} entry */
function isProduct(entry) {
  const { profile, sources } = stampOf(entry);
  return profile === entry.profile && sources === sourcesOf(entry);
}

/** Is the package built from the sources as they are, in any profile? @param {Package} entry */
export const isCurrent = (entry) => stampOf(entry).sources === sourcesOf(entry);

/** Is there a real build of the package, and no placeholder? @param {Package} entry */
export const isBuilt = (entry) => stampOf(entry).sources !== undefined;

/** Cargo's arguments that compile a package. @param {Package} entry @param {string} profile */
export function compilation(entry, profile) {
  // Not in Cargo.toml: a library that is both cdylib and rlib gets no link-time optimisation.
  return ['rustc', ...selection(entry), '--lib', '--crate-type', 'cdylib', '--profile', profile];
}

/** The environment of cargo for a profile. @param {string} profile @returns {Record<string, string>} */
export const environmentOf = (profile) => (profile === 'dev' ? {} : productEnvironment());

/**
 * Builds one package.
 *
 * @param {Package} entry
 * @param {object} [options]
 * @param {string} [options.profile]  the product's, unless another is asked for
 * @param {string | Promise<string>} [options.bindgen]  the program that writes the glue
 * @param {string} [options.label]
 * @param {boolean} [options.background]
 * @param {AbortSignal} [options.signal]
 * @param {(line: string) => void} [options.onLine]
 */
export async function buildPackage(entry, { profile = entry.profile, bindgen = setup.bindgen(), ...options } = {}) {
  // Taken before the build: a file that is saved during it makes the build stale.
  const stamp = { profile, sources: sourcesOf(entry), interface: interfaceOf(entry) };
  await run('cargo', compilation(entry, profile), { ...options, env: environmentOf(profile) });
  const wasm = join(target, TARGET, profile === 'dev' ? 'debug' : profile, `${entry.crate}.wasm`);
  const written = join(root, 'www', 'wasm', `.${entry.name}`);
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  // A dev build keeps the names of functions, for the stack traces of panics.
  await run(await bindgen, [wasm, written, entry.name, ...(profile === 'dev' ? ['--keep-names'] : [])], options);
  writeFileSync(join(written, 'stamp.json'), `${JSON.stringify(stamp)}\n`);
  replaceFolder(entry, written);
}

/** @param {Package} entry @param {string} written */
function replaceFolder(entry, written) {
  rmSync(folderOf(entry), { recursive: true, force: true });
  renameSync(written, folderOf(entry));
}

/** Puts a module in the place of a package that throws `sentence`, so that importers resolve. @param {Package} entry @param {string} sentence */
export function writePlaceholder(entry, sentence) {
  const folder = folderOf(entry);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${entry.name}.js`), `throw new Error(${JSON.stringify(sentence)});\nexport {};\n`);
}

/**
 * Begins to build every package that is not there in its product profile. `served` resolves when the
 * page can be served, `webgpu` when the WebGPU engine is there too.
 *
 * The page and the CPU engine are compiled side by side: their profiles have separate folders and
 * locks in cargo's target folder, and each leaves a core idle now and then. The WebGPU engine shares
 * the page's profile and so begins after it, and yields the processor: to the CPU engine's build,
 * and to whatever the reader trains meanwhile.
 *
 * @returns {Promise<{ served: Promise<unknown>, webgpu: Promise<unknown> }>}
 */
export async function beginBuild() {
  const stale = new Set(packages.filter((entry) => !isProduct(entry)));
  if (stale.size === 0) return { served: Promise.resolve(), webgpu: Promise.resolve() };
  setup.diskSpace(6);
  await setup.rust();
  const bindgen = setup.bindgen();
  const build = async (/** @type {Package} */ entry, background = false) => {
    if (!stale.has(entry)) return;
    say(`building ${entry.name} (from nothing usually ${entry.usually} on two cores)`);
    await buildPackage(entry, { bindgen, background, label: stale.size > 1 ? entry.name : undefined });
  };
  const pageBuild = build(page);
  const served = Promise.all([bindgen, pageBuild, build(workerCpu)]);
  const webgpu = pageBuild.then(() => build(workerWebgpu, true));
  // Whoever awaits them hears of a failure; until then it is not an unhandled one.
  served.catch(() => {});
  webgpu.catch(() => {});
  return { served, webgpu };
}

/** Builds every package that is not there in its product profile. */
export async function buildWasm() {
  const { served, webgpu } = await beginBuild();
  await served;
  await webgpu;
}

/** Builds the page and the CPU engine, as they are now, for tests that load them without a browser. */
export async function buildForUnitTests() {
  for (const entry of [page, workerCpu]) {
    if (isCurrent(entry)) continue;
    await setup.rust();
    say(`building ${entry.name}`);
    await buildPackage(entry);
  }
}

/** Builds what TypeScript needs to check the page: declarations of the page and of a worker. */
export async function buildDeclarations() {
  for (const entry of [page, workerCpu]) {
    if (stampOf(entry).interface === interfaceOf(entry)) continue;
    await setup.rust();
    say(`building ${entry.name} for its declarations`);
    await buildPackage(entry, { profile: 'dev' });
  }
  // Both workers have one interface.
  if (!isBuilt(workerWebgpu)) writePlaceholder(workerWebgpu, 'The WebGPU engine is not built.');
}
