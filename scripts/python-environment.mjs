// Finds a Python, and installs what tests need of it with pip into an environment of their own. Where that cannot be done,
// the tests that need it are skipped.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackages } from './setup.mjs';
import { fingerprint, output, Refusal, run, say, target } from './shell.mjs';

/** What the versions in the requirements need. */
const PYTHON = [3, 11];

const isNewEnough = () =>
  output('python3', ['-c', `import sys; sys.exit(sys.version_info < (${PYTHON.join(', ')}))`]) !== undefined;
/** Debian has what makes environments in a package of its own. */
const canMakeEnvironments = () => output('python3', ['-c', 'import venv, ensurepip']) !== undefined;

/**
 * The Python of an environment, as an environment that tells tests; or why there is none.
 *
 * @param {{ name: string, requirements: string, what: string, time: string }} options  the folder in target/, the file with
 *   versions, what they are in words, and how long it takes to install them
 * @returns {Promise<Record<string, string>>}
 */
export async function pythonEnvironment({ name, requirements, what, time }) {
  const folder = join(target, name);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, 'headcount-stamp');
  const wanted = fingerprint([requirements]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { HEADCOUNT_PYTHON: python };
  try {
    if (!isNewEnough() || !canMakeEnvironments()) await debianPackages(['python3', 'python3-venv']);
    if (!isNewEnough() || !canMakeEnvironments())
      return { HEADCOUNT_NO_PYTHON: `there is no Python ${PYTHON.join('.')} or newer with venv` };
    say(`installing ${what} with pip (usually ${time})`);
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { HEADCOUNT_NO_PYTHON: `${what} cannot be installed with pip here` };
  }
  writeFileSync(stamp, wanted);
  return { HEADCOUNT_PYTHON: python };
}
