// npm run reproduce: builds the product once more in another folder, and compares every file of dist/ with
// it. From nothing: another target folder and another home of cargo, as on another machine; about as
// long as a first build.
//
// --quick compiles only our own crates again, without the WebGPU engine, whose linking takes minutes:
// what `npm test` has time for.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CHECKSUMS } from './checksums.mjs';
import { finishWith, output, Refusal, root, run, say, target } from './shell.mjs';
import { workerWebgpu } from './wasm.mjs';

/** The files of the sources, as they are now, committed or not. */
function sources() {
  const listed = output('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (!listed) throw new Refusal('git does not list the files here: run this in a clone.');
  return listed.split('\0').filter((file) => file && existsSync(join(root, file)));
}

/** @param {string} folder */
function copySources(folder) {
  for (const file of sources()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // With the time of now: cargo compiles again what is newer than what it has compiled.
    cpSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** Another home of cargo, with what was downloaded; it unpacks the crates into folders of its own. @param {string} home */
function copyDownloads(home) {
  const own = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'registry');
  for (const part of ['index', 'cache']) {
    if (existsSync(join(own, part))) cpSync(join(own, part), join(home, 'registry', part), { recursive: true });
  }
}

/** By file, what it should be. @param {string} dist */
function sumsOf(dist) {
  const lines = readFileSync(join(dist, CHECKSUMS), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => /** @type {[string, string]} */ (line.split('  ').reverse())));
}

finishWith(async () => {
  const isQuick = process.argv.includes('--quick');
  if (!existsSync(join(root, 'dist', CHECKSUMS)))
    throw new Refusal('There is no dist/ yet: run "npm run build" first.');
  const place = mkdtempSync(join(tmpdir(), 'headcount-reproduce-'));
  // Deeper, and with a name of another length.
  const folder = join(place, 'another', 'folder');
  try {
    say(`building once more in ${folder}${isQuick ? ', our own crates only' : ', from nothing'}`);
    copySources(folder);
    /** @type {Record<string, string>} */
    const env = { CARGO_TARGET_DIR: isQuick ? target : join(place, 'target') };
    if (isQuick) {
      const built = join('www', 'wasm', workerWebgpu.name);
      cpSync(join(root, built), join(folder, built), { recursive: true });
    } else {
      env.CARGO_HOME = join(place, 'cargo');
      copyDownloads(env.CARGO_HOME);
    }
    await run(process.execPath, [join('scripts', 'build.mjs')], { cwd: folder, env });
    const [here, there] = [sumsOf(join(root, 'dist')), sumsOf(join(folder, 'dist'))];
    const names = new Set([...here.keys(), ...there.keys()]);
    const differing = [...names].filter((name) => here.get(name) !== there.get(name));
    if (differing.length) throw new Refusal(`Two builds differ in ${differing.join(', ')}.`);
    say(`${names.size} files are the same in both builds${isQuick ? ' (the WebGPU engine was copied)' : ''}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
