// npm run audit: known vulnerabilities, and cargo-deny's reading of deny.toml, of everything that has a lock file. What needs data that
// cannot be had here is said aloud and fails nothing; what was looked at and is wrong does.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OTHER_WORKSPACES } from './dependencies.mjs';
import * as setup from './setup.mjs';
import { finishWith, Refusal, root, run, say } from './shell.mjs';

/** Folders with a lock file of cargo. */
const WORKSPACES = ['.', ...OTHER_WORKSPACES];
/** Folders with one of npm. */
const PACKAGES = ['.', join('tests', 'bench')];

/** What could not be looked at, in sentences. @type {string[]} */
const unknown = [];

/** cargo-deny's arguments for one workspace. @param {string} lockedIn  its folder @param {...string} what  is checked */
const checkOf = (lockedIn, ...what) => [
  ...['--config', 'deny.toml', '--manifest-path', `${lockedIn}/Cargo.toml`],
  ...['--all-features', '--locked', 'check', ...what],
];

/** @param {string} deny  the path of cargo-deny @param {string} lockedIn  the folder of a workspace */
function rustAdvisories(deny, lockedIn) {
  const args = checkOf(lockedIn, 'advisories');
  const { status, stderr } = spawnSync(deny, args, { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  // The data is a git repository, fetched from GitHub.
  if (/failed to fetch advisory database/.test(stderr)) {
    unknown.push(`crates of ${lockedIn}: the advisory data of RustSec cannot be had from here`);
    return;
  }
  console.error(stderr);
  throw new Refusal(`cargo-deny finds something wrong with crates of ${lockedIn}; its own words stand above.`);
}

/** @param {string} folder  with a package-lock.json */
function npmAdvisories(folder) {
  const args = ['audit', '--json', '--package-lock-only'];
  const { stdout } = spawnSync('npm', args, { cwd: join(root, folder), encoding: 'utf8' });
  /** @type {{ error?: { summary?: string }, message?: string, metadata?: { vulnerabilities: Record<string, number> } }} */
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    answer = {};
  }
  if (!answer.metadata) {
    unknown.push(`npm packages of ${folder}: this registry does not answer "npm audit"`);
    return;
  }
  const { total, ...kinds } = answer.metadata.vulnerabilities;
  if (total > 0) {
    const counts = Object.entries(kinds).filter(([, count]) => count > 0);
    throw new Refusal(
      `npm audit knows ${total} vulnerabilities of ${folder} (${counts.map(([kind, count]) => `${count} ${kind}`).join(', ')}): run "npm audit".`,
    );
  }
}

finishWith(async () => {
  await setup.npmPackages();
  await setup.rust();
  const deny = await setup.cargoDeny();
  for (const folder of WORKSPACES) {
    await run(deny, checkOf(folder, 'licenses', 'bans', 'sources'));
    rustAdvisories(deny, folder);
  }
  for (const folder of PACKAGES) npmAdvisories(folder);
  for (const sentence of unknown) say(`NOT LOOKED AT: ${sentence}`);
  say(unknown.length ? 'nothing wrong in what could be looked at' : 'nothing wrong');
});
