// node scripts/lesson-summaries.mjs: trains the experiments of the lessons' questions and misconceptions on the CPU
// engine, in Node and with the wasm that the page has, and writes what they ended with into
// tests/unit/lesson-summaries.json: unit tests hold what the lessons teach to it. To be run when a lesson asks for
// another experiment, or the engine's numbers change; a few minutes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as page from '../www/wasm/page/page.js';
import * as worker from '../www/wasm/worker-cpu/worker-cpu.js';
import { finishWith, root, say } from './shell.mjs';

const FILE = join(root, 'tests', 'unit', 'lesson-summaries.json');
/** Steps that are trained at once. */
const SLICE = 500;

/** @param {string} name */
const wasmOf = (name) => readFileSync(join(root, 'www', 'wasm', name, `${name}_bg.wasm`));

/** The queries of all experiments that lessons decide something by. */
function queries() {
  const folder = join(root, 'lessons');
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const found = texts.flatMap((text) =>
    [...text.matchAll(/<lesson-(?:question|belief)[^>]* experiment="([^"]+)"/g)].map(([, query]) =>
      page.Experiment.fromQuery(query.replaceAll('&amp;', '&')).toQuery(),
    ),
  );
  return [...new Set(found)].sort();
}

/** @param {worker.Engine} engine @param {string} query */
async function summaryOf(engine, query) {
  const asked = page.Experiment.fromQuery(query);
  const experiment = worker.Experiment.fromJson(asked.json);
  const outcomes = [];
  // A run has the same outcome in whichever cohort it is trained.
  for (const index of asked.runs().keys()) {
    const cohort = engine.cohort(experiment, new Uint32Array([index]));
    while (!cohort.isDone) await cohort.advance(SLICE);
    outcomes.push(...(await cohort.outcomes()));
    cohort.free();
  }
  const { groups, transitions } = asked.toDocument(engine.name, outcomes).summary;
  return { groups, transitions };
}

finishWith(async () => {
  page.initSync({ module: wasmOf('page') });
  worker.initSync({ module: wasmOf('worker-cpu') });
  const engine = await worker.Engine.create();
  /** @type {Record<string, Awaited<ReturnType<typeof summaryOf>>>} */
  const summaries = {};
  for (const query of queries()) {
    say(query);
    summaries[query] = await summaryOf(engine, query);
  }
  writeFileSync(FILE, `${JSON.stringify(summaries, null, 2)}\n`);
});
