// npm run record -- [NAME …] [--jobs N] [--list]: trains the experiments of experiments/ with the native binary,
// and writes what they end with beside them (experiments/NAME/recorded). It can be stopped at any time, and
// goes on with the runs that are missing; it yields the processor to everything else. NAME is a folder, or one file of it
// as in table-2/orthonormal. Outcomes have the same bytes whatever the number of jobs.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBinary, catalogue, experimentsOf } from './experiments.mjs';
import { finishWith, output, Refusal, run, say } from './shell.mjs';

/** How many runs a file of outcomes has. @param {string} path */
const recordedRuns = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).outcomes.length : 0);

finishWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { jobs: { type: 'string' }, list: { type: 'boolean', default: false } },
  });
  const all = catalogue().flatMap(({ name }) => experimentsOf(name));
  const chosen = positionals.length
    ? all.filter(({ name, variant }) => positionals.some((one) => one === name || one === `${name}/${variant}`))
    : all;
  if (chosen.length === 0) throw new Refusal(`There is no experiment ${positionals.join(' or ')} in experiments/.`);
  const binary = await buildBinary();
  for (const { name, variant, path, recorded } of chosen) {
    const plan = output(binary, ['plan', path, '--json']);
    if (!plan) throw new Refusal(`${path} is no experiment: headcount validate ${path} says why.`);
    const runs = JSON.parse(plan).runs.length;
    const done = recordedRuns(recorded);
    say(`${name}/${variant}: ${done} of ${runs} runs are recorded`);
    if (values.list || done === runs) continue;
    mkdirSync(join(recorded, '..'), { recursive: true });
    const jobs = values.jobs ? ['--jobs', values.jobs] : [];
    await run(binary, ['run', path, '-o', recorded, '--resume', ...jobs], { background: true });
  }
});
