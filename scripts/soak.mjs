// npm run soak: load and endurance, which take too long for `npm test`. Prints what it measured, and fails
// where memory grows, the page is held up or bad input gets through.
//
//   npm run soak                         everything: about a quarter of an hour, of which three minutes are the soak itself
//   npm run soak -- --minutes 60         a longer soak
//   npm run soak -- --inputs 100000      more bad input
//   npm run soak -- --seed 7             other bad input
//   npm run soak -- labs                 what has "labs" in its name
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from './browsers.mjs';
import { finishWith, Refusal, root, run } from './shell.mjs';

/** @param {string} name @param {string} given @param {number} least */
function number(name, given, least) {
  const value = Number(given);
  if (!(value >= least)) throw new Refusal(`--${name} is "${given}", but must be a number of at least ${least}.`);
  return String(value);
}

finishWith(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '3' },
      inputs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const env = {
    HEADCOUNT_SOAK: '1',
    HEADCOUNT_MINUTES: number('minutes', values.minutes, 0.1),
    HEADCOUNT_INPUTS: number('inputs', values.inputs, 1),
    HEADCOUNT_SEED: number('seed', values.seed, 0),
  };
  const { browser } = await chromium();
  await run('npm', ['run', 'build']);
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const [name] = positionals;
  await run(process.execPath, [playwright, 'test', ...(name ? ['-g', name] : [])], {
    env: { ...env, CHROME: browser },
  });
});
