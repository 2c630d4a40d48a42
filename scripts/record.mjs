// npm run record -- [NAME …] [--jobs N] [--list]: trains the experiments of experiments/ with the native binary,
// and writes what they end with beside them (experiments/NAME/recorded). It can be stopped at any time, and
// goes on with the runs that are missing; it yields the processor to everything else. NAME is a folder, or one file of it
// as in table-2/orthonormal. Outcomes have the same bytes whatever the number of jobs. Outcomes of a file that was changed
// since are not trained over: they are named at the end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBinary, catalogue, experimentsOf, readRecord } from './experiments.mjs';
import { finishWith, Refusal, run, say } from './shell.mjs';

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
  /** @type {string[]} */
  const others = [];
  for (const { name, variant, path, recorded } of chosen) {
    const { done, planned, state } = readRecord(binary, { path, recorded });
    if (state === 'another') {
      say(`${name}/${variant}: ${done} runs are recorded, of another experiment than its file has now`);
      others.push(recorded);
      continue;
    }
    say(`${name}/${variant}: ${done} of ${planned} runs are recorded`);
    if (values.list || state === 'whole') continue;
    mkdirSync(join(recorded, '..'), { recursive: true });
    const jobs = values.jobs ? ['--jobs', values.jobs] : [];
    await run(binary, ['run', path, '-o', recorded, '--resume', ...jobs], { background: true });
  }
  if (others.length > 0)
    throw new Refusal(`Remove what is recorded of other experiments, or restore their files: ${others.join(', ')}.`);
});
