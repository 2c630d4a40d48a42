// Finds the schedulers that tests run on this machine, and installs them where that can be done unasked:
// on Debian as root, with apt. What they need of Python, such as TensorBoard's own reader, is in an environment of theirs
// (tests/cluster/requirements.txt). Tests that need what is missing are skipped.
import { join } from 'node:path';
import { pythonEnvironment } from './python-environment.mjs';
import { debianPackages } from './setup.mjs';
import { output, Refusal, say } from './shell.mjs';

/** @param {string} name */
const isThere = (name) => output('which', [name]) !== undefined;

/** Each scheduler: its commands, and its Debian packages. */
const schedulers = {
  slurm: { commands: ['munged', 'slurmctld', 'slurmd', 'sbatch'], debian: ['slurm-wlm', 'munge'] },
  parallel: { commands: ['parallel'], debian: ['parallel'] },
};

/** The schedulers that can be had, as an environment that tells tests. Slurm's daemon must run as root. */
export async function clusterEnvironment() {
  const all = Object.values(schedulers);
  const missing = all.filter(({ commands }) => !commands.every(isThere));
  try {
    await debianPackages(missing.flatMap(({ debian }) => debian));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say('not all of that can be installed here: tests that need what is missing are skipped');
  }
  const found = Object.entries(schedulers).filter(([, { commands }]) => commands.every(isThere));
  const python = await pythonEnvironment({
    name: 'cluster-venv',
    requirements: join('tests', 'cluster', 'requirements.txt'),
    what: 'TensorBoard and HyperQueue',
    time: 'half a minute',
  });
  return { HEADCOUNT_SCHEDULERS: found.map(([name]) => name).join(','), ...python };
}
