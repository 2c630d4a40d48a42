// The scripts of examples/cluster, run by the schedulers they are for: a share is killed in the middle, the
// script is called again, and the merged file is that of one process, byte for byte. Kubernetes is not run: its file is
// read, and the command in it called as its Job would call it. `npm test -- cluster` builds the binary, installs the
// schedulers where it may, and says which there are.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSlurm } from './slurm.js';

const scripts = resolve(import.meta.dirname, '../../examples/cluster');
const binary = process.env.HEADCOUNT_BINARY ?? '';
const schedulers = (process.env.HEADCOUNT_SCHEDULERS ?? '').split(',');
const SHARES = 4;

/** Four shares of six runs, each of which takes long enough to be killed in. */
const experiment = {
  task: { D: 2, d: 3 },
  grid: { h: [1, 2, 3], T: [6], N: [8], n: 4 },
  recipe: { steps: 2000, batch: 8, trainSequences: 20, validationSequences: 40, curvePoints: 4 },
  seeds: [0, 1, 2, 3, 4, 5, 6, 7],
};

const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}`, SHARDS: String(SHARES) };

/** @param {string} folder @param {string[]} args */
function headcount(folder, ...args) {
  return spawnSync(binary, args, { cwd: folder, encoding: 'utf8' });
}

/** Resolves when `question` is answered with yes. @param {string} what @param {() => boolean} question */
async function until(what, question) {
  for (let i = 0; i < 6000; i++) {
    if (question()) return;
    await sleep(10);
  }
  throw new Error(`${what}: not within a minute.`);
}

/** How many runs a share's file has so far. @param {string} folder @param {number} share */
function trainedRuns(folder, share) {
  const file = join(folder, `outcomes/s${share}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).outcomes.length : 0;
}

/** Merges the shares, in the order of a shell. @param {string} folder */
function merge(folder) {
  const files = readdirSync(join(folder, 'outcomes')).filter((name) => name.endsWith('.json'));
  return headcount(folder, 'merge', ...files.map((name) => join('outcomes', name)), '-o', 'outcome.json');
}

/** What was trained of a killed share is merged, and the rest is asked for. @param {string} folder */
function expectMissingRuns(folder) {
  const { status, stderr } = merge(folder);
  assert.equal(status, 1, stderr);
  assert.match(stderr, /^\d+ of 24 runs are missing:\n( {2}T6-h\d-n4-N8-seed\d\n)+This trains them: headcount run /);
}

/** @param {string} folder */
function expectWholeOutcome(folder) {
  const { status, stderr } = merge(folder);
  assert.equal(status, 0, stderr);
  const [merged, single] = ['outcome.json', 'single.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
  assert.equal(JSON.parse(merged).outcomes.length, 24);
  assert.ok(merged === single, 'the merged file differs from that of one process');
}

/** @type {string} */
let single;
/** @type {string[]} */
const folders = [];

/** A folder with the experiment and the outcomes of one process. */
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-cluster-'));
  folders.push(folder);
  writeFileSync(join(folder, 'experiment.json'), JSON.stringify(experiment));
  if (single === undefined) {
    const { status, stderr } = headcount(folder, 'run', 'experiment.json', '-o', 'single.json');
    assert.equal(status, 0, stderr);
    single = readFileSync(join(folder, 'single.json'), 'utf8');
  } else writeFileSync(join(folder, 'single.json'), single);
  return folder;
}

before(() => assert.ok(existsSync(binary), 'HEADCOUNT_BINARY must name the binary: call npm test -- cluster.'));
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const slurmIsMissing =
  (!schedulers.includes('slurm') && 'Slurm and munge are not installed (Debian packages slurm-wlm and munge)') ||
  (process.getuid?.() !== 0 && "Slurm's daemon needs root");

describe('Slurm', { skip: slurmIsMissing }, () => {
  /** @type {Awaited<ReturnType<typeof startSlurm>>} */
  let slurm;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headcount-slurm-'));
    chmodSync(folder, 0o700);
    folders.push(folder);
    slurm = await startSlurm(folder);
  });
  after(() => slurm?.stop());

  test('an array with a task that was cancelled, submitted again, is one process', async () => {
    const folder = newFolder();
    const { SHARDS: _, ...environment } = { ...env, ...slurm.env, PATH: env.PATH };
    const array = [`--array=1-${SHARES}`, join(scripts, 'slurm.sh'), 'experiment.json', 'outcomes'];
    const first = submit(folder, environment, ...array);
    await until('the first run of share 2', () => trainedRuns(folder, 2) > 0);
    first.cancel(2);
    await first.end();
    assert.ok(trainedRuns(folder, 2) < 6, 'share 2 had ended before it was cancelled');
    expectMissingRuns(folder);
    await submit(folder, environment, ...array).end();
    expectWholeOutcome(folder);
  });

  test('a task that is submitted alone knows how many shares there are', async () => {
    const folder = newFolder();
    const environment = { ...env, ...slurm.env, PATH: env.PATH };
    const array = ['--array=3', '--export=ALL', join(scripts, 'slurm.sh'), 'experiment.json', 'outcomes'];
    await submit(folder, environment, ...array).end();
    assert.equal(trainedRuns(folder, 3), 6);
  });
});

/** Submits an array to Slurm. @param {string} folder @param {NodeJS.ProcessEnv} environment @param {string[]} array */
function submit(folder, environment, ...array) {
  const command = (/** @type {string} */ name, /** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync(name, args, { cwd: folder, env: environment, encoding: 'utf8' });
    assert.equal(status, 0, `${name} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout.trim();
  };
  const job = command('sbatch', '--parsable', ...array);
  return {
    cancel: (/** @type {number} */ task) => command('scancel', `${job}_${task}`),
    // Not `sbatch --wait`, which asks ever more seldom.
    end: () => until('the end of the array', () => command('squeue', '--noheader', '--jobs', job) === ''),
  };
}

test(
  'GNU parallel: a share that was killed, called again, is one process',
  {
    skip: !schedulers.includes('parallel') && 'GNU parallel is not installed (Debian package parallel)',
  },
  () => killedAndCalledAgain([join(scripts, 'parallel.sh'), 'experiment.json', 'outcomes', '--jobs', '2'], env),
);

test('HyperQueue: a share that was killed, called again, is one process', {
  skip: process.env.HEADCOUNT_NO_PYTHON,
}, () => {
  // The stand-in for `hq` runs with the Python that has HyperQueue.
  const path = [dirname(process.env.HEADCOUNT_PYTHON ?? ''), import.meta.dirname, env.PATH].join(delimiter);
  return killedAndCalledAgain([join(scripts, 'hyperqueue.sh'), 'experiment.json', 'outcomes'], { ...env, PATH: path });
});

/** Kills a share in the middle, and calls the script again. @param {string[]} args @param {NodeJS.ProcessEnv} environment */
async function killedAndCalledAgain(args, environment) {
  const folder = newFolder();
  const first = spawn('sh', args, { cwd: folder, env: environment, stdio: 'ignore' });
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => first.on('close', done));
  await until('the first run of share 2', () => trainedRuns(folder, 2) > 0);
  const pid = processOfShare(folder, 2);
  assert.ok(pid, 'share 2 had ended before it was killed');
  process.kill(pid, 'SIGKILL');
  // One job failed: GNU parallel ends with how many.
  assert.equal(await ended, 1);
  assert.ok(trainedRuns(folder, 2) < 6);
  expectMissingRuns(folder);
  const again = spawnSync('sh', args, { cwd: folder, env: environment, encoding: 'utf8' });
  assert.equal(again.status, 0, again.stderr);
  expectWholeOutcome(folder);
}

test('Kubernetes: the Job has as many indices as shares, and its command trains the share of each', {
  skip: process.env.HEADCOUNT_NO_PYTHON,
}, () => {
  const read = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))';
  const file = join(scripts, 'kubernetes.yaml');
  const parsed = spawnSync(process.env.HEADCOUNT_PYTHON ?? 'python3', ['-c', read, file], { encoding: 'utf8' });
  assert.equal(parsed.status, 0, parsed.stderr);
  const documents = JSON.parse(parsed.stdout);
  assert.equal(documents.length, 1);
  const [{ apiVersion, kind, spec }] = documents;
  assert.deepEqual([apiVersion, kind, spec.completionMode], ['batch/v1', 'Job', 'Indexed']);
  const [container] = spec.template.spec.containers;
  const [, shares] = container.args[0].match(/--shard auto\/(\d+) /) ?? [];
  assert.equal(spec.completions, Number(shares));
  assert.ok(spec.parallelism <= spec.completions);
  // What the command reads and writes is on the volume.
  const mounted = container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]);
  assert.deepEqual(mounted, [[spec.template.spec.volumes[0].name, container.workingDir]]);

  const folder = newFolder();
  const { SHARDS: _, ...others } = env;
  for (let index = 0; index < spec.completions; index += 1) {
    const [program, ...args] = [...container.command, ...container.args];
    const own = { ...others, JOB_COMPLETION_INDEX: String(index) };
    const { status, stderr } = spawnSync(program, args, { cwd: folder, env: own, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
  expectWholeOutcome(folder);
});

/** The process that trains a share in `folder`. @param {string} folder @param {number} share */
function processOfShare(folder, share) {
  const trains = (/** @type {number} */ pid) => {
    try {
      const given = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const place = spawnSync('readlink', [`/proc/${pid}/cwd`], { encoding: 'utf8' }).stdout.trim();
      const writes = given.includes(`outcomes/s${share}.json`);
      return place === folder && given[0].endsWith('headcount') && given[1] === 'run' && writes;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  };
  return readdirSync('/proc').map(Number).filter(Boolean).find(trains);
}
