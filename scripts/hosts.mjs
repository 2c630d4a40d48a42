// Installs the hosts of course notes that tests build pages with (tests/hosts/requirements.txt).
import { join } from 'node:path';
import { pythonEnvironment } from './python-environment.mjs';

/** The Python that has them, as an environment that tells tests; or why there is none. */
export const hostsEnvironment = () =>
  pythonEnvironment({
    name: 'hosts-venv',
    requirements: join('tests', 'hosts', 'requirements.txt'),
    what: 'hosts of course notes',
    time: 'two minutes',
  });
