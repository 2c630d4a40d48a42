// Find D: trains one number of heads after another, as the wasm says, and keeps all of it as one
// result. Which number comes next and what was found is decided in crate/lab/src/search.rs; here it
// is only carried out, on the session's lab, so that pause and stop are those of every training.
import { sentenceOf, shown } from './session.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../api/types.js').Outcome} Outcome */
/** @typedef {import('../api/types.js').Experiment} Experiment */
/** What was found, `h`, once it was, and what was tried. @typedef {{ train: Experiment | null, h: number | null, experiment: Experiment, sentence: string, tally: string, tried: import('../api/types.js').Group[] }} Finding */

/** @param {import('../api/types.js').Run} run */
const keyOf = ({ h, seed }) => `${h} ${seed}`;

/** What there is of an experiment's runs, in the order of its plan. @template {{ run: import('../api/types.js').Run }} T @param {any} charts @param {Experiment} experiment @param {T[]} known @returns {T[]} */
function inOrder(charts, experiment, known) {
  const places = new Map(known.map((one) => [keyOf(one.run), one]));
  return charts.runs(JSON.stringify(experiment)).flatMap((run) => places.get(keyOf(run)) ?? []);
}

/** Waits while the reader does. @param {Session} session */
async function resumed(session) {
  while (session.state === 'paused') await new Promise((go) => session.addEventListener('change', go, { once: true }));
}

/** Why D cannot be found of what is set; '' if it can. @param {any} charts @param {Experiment} experiment */
export function whyNot(charts, experiment) {
  try {
    charts.search(JSON.stringify(experiment), []);
    return '';
  } catch (error) {
    return sentenceOf(error);
  }
}

/** @param {Session} session @param {Outcome[]} [known]  what an earlier visit has found @param {string} [id]  what that is kept as */
export async function find(session, known = [], id) {
  const charts = /** @type {any} */ (session.charts);
  if (!session.lab || !charts || !session.experiment || session.busy || session.problems.length) return;
  /** @type {Finding} */
  let step = charts.search(JSON.stringify(session.experiment), known);
  session.clear();
  Object.assign(session, { notice: '', opened: null, state: 'training' });
  let [mine, done] = [session.experiment, known];
  try {
    const lab = await session.lab;
    session.keeper.begin(step.experiment, session.secret !== '', id);
    while (step.train) {
      // The controls follow, unless the reader has moved them meanwhile.
      if (session.experiment === mine && session.problems.length === 0) session.set(step.experiment);
      mine = session.experiment;
      session.search = step;
      session.trainedExperiment = step.experiment;
      session.changed();
      await train(session, charts, lab, step, done);
      const { outcomes } = await lab.outcome();
      done = [...done, ...outcomes];
      await resumed(session);
      if (session.state === 'stopping') break;
      step = charts.search(JSON.stringify(step.experiment), done);
      await session.keeper.saveFound(step.experiment, lab.engine.name, done, step.train === null);
    }
    session.search = step.train ? { ...step, sentence: 'Stopped before D was found.' } : step;
    session.outcome = charts.outcomesDocument(JSON.stringify(step.experiment), lab.engine.name, inOrder(charts, step.experiment, done));
    session.verdict = session.fold(session.outcome?.outcomes ?? []);
    session.trainedExperiment = step.experiment;
    session.state = 'done';
  } catch (error) {
    session.error = sentenceOf(error);
    session.search = null;
    session.state = session.progress ? 'done' : 'idle';
  }
  session.keeper.end();
  session.changed();
}

/** One number of heads, all seeds; what was trained before stays on show. @param {Session} session @param {any} charts @param {any} lab @param {Finding} step @param {Outcome[]} done */
async function train(session, charts, lab, step, done) {
  const before = done.map(({ run, curve, steps, stopped }) => ({ index: 0, run, step: steps, loss: NaN, curve, stopped }));
  for await (const progress of lab.run(step.train)) {
    session.engine = lab.engine;
    const runs = inOrder(charts, step.experiment, [...before, ...progress.runs]).map((run, index) => ({ ...run, index }));
    session.progress = { ...progress, held: progress.runs, runs };
    session.verdict = session.foldProgress(runs);
    session.advanced();
    await shown();
  }
}
