// npm run fuzz -- [--minutes N] [TARGET …]: searches for input that makes the libraries panic, hang or
// contradict themselves. libFuzzer runs each target for its share of the time, from the committed corpus
// (fuzz/corpus) and every input that ever failed (fuzz/regressions). What fails is written to
// fuzz/regressions: mend it, give the file a name, and commit both. Where libFuzzer cannot be built,
// proptest changes the same inputs at random (crate/cli/tests/fuzzed).
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { finishWith, output, Refusal, root, run, say, target } from './shell.mjs';

const folder = join(root, 'fuzz');
const all = readdirSync(join(folder, 'corpus')).sort();

/** What libFuzzer needs to see which branches an input reaches. All of them are stable options. */
const INSTRUMENTED = [
  '--cfg=fuzzing',
  '-Cpasses=sancov-module',
  '-Ccodegen-units=1',
  ...['level=4', 'inline-8bit-counters', 'pc-table', 'trace-compares'].map(
    (option) => `-Cllvm-args=-sanitizer-coverage-${option}`,
  ),
];

/** Seconds that one input may take, and megabytes: more is a failure. */
const SLOWEST = 25;
const MOST_MEMORY = 3000;

/** @typedef {{ name: string, executions: number, corpus: number, failed: boolean }} Found */

/** @param {string[]} args */
function readArguments(args) {
  let minutes = 5;
  const names = [];
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === '--minutes') {
      i += 1;
      minutes = Number(args[i]);
      if (!(minutes > 0)) throw new Refusal(`--minutes is ${args[i]}, but must be a number above 0.`);
    } else if (all.includes(args[i])) names.push(args[i]);
    else throw new Refusal(`There is no target ${args[i]}, only ${all.join(', ')}.`);
  }
  return { minutes, targets: names.length ? names : all };
}

/** Builds all targets; returns the folder of their programs, or null where they cannot be built. */
async function build() {
  const host = output('rustc', ['--print', 'host-tuple']);
  if (!host) throw new Refusal('rustc is not there: install Rust from https://rustup.rs and run this again.');
  const builds = join(target, 'fuzz');
  // With --target the flags are for the targets alone, not for programs of the build.
  const locked = ['--locked', '--manifest-path', join(folder, 'Cargo.toml')];
  // A lock file that is out of date is a mistake of ours, and nothing that proptest should hide.
  await run('cargo', ['fetch', ...locked]);
  try {
    await run('cargo', ['build', '--release', ...locked, '--target', host, '--target-dir', builds], {
      env: { RUSTFLAGS: INSTRUMENTED.join(' ') },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`libFuzzer cannot be built here (it needs a C++ compiler, on Linux or macOS). ${error.message}`);
    return null;
  }
  return join(builds, host, 'release');
}

/** @param {string} programs @param {string} name @param {number} seconds @returns {Promise<Found>} */
async function search(programs, name, seconds) {
  const found = { name, executions: 0, corpus: 0, failed: false };
  // What is found on the way stays here, to go on from.
  const grown = join(target, 'fuzz', 'corpus', name);
  const regressions = join(folder, 'regressions', name);
  for (const path of [grown, regressions]) mkdirSync(path, { recursive: true });
  const options = {
    max_total_time: Math.ceil(seconds),
    timeout: SLOWEST,
    rss_limit_mb: MOST_MEMORY,
    max_len: 20_000,
    dict: join(folder, 'dictionary.txt'),
    artifact_prefix: `${regressions}/`,
    print_final_stats: 1,
    verbosity: 1,
  };
  const given = Object.entries(options).map(([option, value]) => `-${option}=${value}`);
  const onLine = (/** @type {string} */ line) => {
    found.executions = Number(line.match(/^stat::number_of_executed_units:\s*(\d+)/)?.[1] ?? found.executions);
    found.corpus = Number(line.match(/ corp: (\d+)\//)?.[1] ?? found.corpus);
  };
  const corpora = [grown, join(folder, 'corpus', name), regressions];
  try {
    await run(join(programs, name), [...given, ...corpora], { onLine });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    found.failed = true;
  }
  return found;
}

/** @param {number} seconds */
async function searchWithoutLibFuzzer(seconds) {
  say('proptest changes the same corpus instead.');
  const args = ['test', '--release', '--locked', '-p', 'cli', '--test', 'fuzzed'];
  await run('cargo', [...args, 'inputs', '--', '--nocapture'], { env: { HEADCOUNT_FUZZ_SECONDS: String(seconds) } });
}

finishWith(async () => {
  const { minutes, targets } = readArguments(process.argv.slice(2));
  const programs = await build();
  if (!programs || !existsSync(join(programs, targets[0]))) return searchWithoutLibFuzzer(minutes * 60);
  /** @type {Found[]} */
  const found = [];
  for (const name of targets) {
    say(`${name}, for ${Math.ceil((minutes * 60) / targets.length)} seconds`);
    found.push(await search(programs, name, (minutes * 60) / targets.length));
  }
  for (const { name, executions, corpus, failed } of found)
    say(`${name}: ${executions} inputs run, ${corpus} in the corpus, ${failed ? 'FAILED' : 'no failure'}`);
  const failures = found.filter(({ failed }) => failed).map(({ name }) => name);
  if (failures.length)
    throw new Refusal(
      `${failures.join(' and ')} failed: the inputs are in fuzz/regressions, to be mended and committed.`,
    );
});
