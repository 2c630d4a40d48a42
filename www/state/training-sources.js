// The three sources of a training's progress: a sweep, a sweep that goes on from a checkpoint, and
// Find D, which trains one number of heads after another. The lifecycle (training-lifecycle.js)
// follows any of them in the same way. Which number of heads Find D tries next, and what was found,
// is decided in crate/lab/src/search.rs; here it is only carried out.
import { pointsOf, withCurve, withoutCurve } from '../api/curves.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Finding} Finding */
/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../api/protocol.js').Progress} Progress */
/** @typedef {import('../api/protocol.js').RunProgress} RunProgress */
/** @typedef {import('../api/protocol.js').Checkpoint} Checkpoint */
/** @typedef {import('../api/protocol.js').Outcome} Outcome */
/** @typedef {import('../api/protocol.js').Outcomes} Outcomes */
/** @typedef {Pick<import('../api/lab.js').Lab, 'run' | 'runFrom' | 'outcome' | 'engine'>} TrainingLab */

/**
 * How a training stands.
 *
 * @typedef {object} Update
 * @property {Experiment} experiment  what the progress and the results belong to
 * @property {Experiment} inLab       what the lab trains now: all of it, or one number of heads of Find D
 * @property {Progress | null} progress  of the whole experiment; null before anything is trained
 * @property {RunProgress[]} labRuns  the runs that the lab trains now, as it counts them
 * @property {Finding | null} finding  of Find D
 * @property {Outcome[] | null} found  of Find D: the outcomes of the numbers of heads that are done
 */

/** @typedef {{ experiment: Experiment, document: Outcomes, finding: Finding | null }} Ending */

/**
 * @typedef {object} TrainingSource
 * @property {Experiment} experiment  what Train was pressed for
 * @property {(lab: TrainingLab, control: Control) => AsyncGenerator<Update, Ending, void>} follow
 */

/** What the reader wants, as a source has to know it between two trainings. @typedef {{ isStopping: () => boolean, untilResumed: () => Promise<void> }} Control */

/**
 * All runs of an experiment, from the beginning or from a checkpoint.
 *
 * @param {Experiment} experiment
 * @param {Checkpoint | null} checkpoint
 * @returns {TrainingSource}
 */
export const sweepSource = (experiment, checkpoint = null) => ({
  experiment,
  async *follow(lab) {
    for await (const progress of checkpoint ? lab.runFrom(checkpoint) : lab.run(experiment)) {
      yield { experiment, inLab: experiment, progress, labRuns: progress.runs, finding: null, found: null };
    }
    return { experiment, document: await lab.outcome(), finding: null };
  },
});

/**
 * Find D, from the beginning or from where an earlier visit left it.
 *
 * @param {Experiment} experiment
 * @param {{ found?: Outcome[], checkpoint?: Checkpoint | null }} [past]  outcomes of the numbers of heads that are done, and where the next one stands
 * @returns {TrainingSource}
 */
export const findDSource = (experiment, { found = [], checkpoint = null } = {}) => ({
  experiment,
  async *follow(lab, control) {
    let done = found;
    let finding = experiment.findD(done);
    let from = checkpoint;
    for (let levels = levelsOf(done); finding.next; levels += 1) {
      const level = finding.next;
      const before = done.reduce((sum, { steps }) => sum + steps, 0);
      yield { experiment: finding.experiment, inLab: level, progress: null, labRuns: [], finding, found: done };
      for await (const progress of from && isOf(from, level) ? lab.runFrom(from) : lab.run(level)) {
        const whole = {
          ...wholeProgress(progress, before, levels),
          runs: mergedRuns(finding.experiment, done, progress.runs),
        };
        yield {
          experiment: finding.experiment,
          inLab: level,
          progress: whole,
          labRuns: progress.runs,
          finding,
          found: done,
        };
      }
      from = null;
      const { outcomes } = await lab.outcome();
      done = [...done, ...outcomes];
      await control.untilResumed();
      if (control.isStopping()) break;
      finding = finding.experiment.findD(done);
    }
    if (finding.next) finding = { ...finding, sentence: 'Stopped before D was found.' };
    const whole = finding.experiment;
    return { experiment: whole, document: whole.toDocument(lab.engine.name, inPlanOrder(whole, done)), finding };
  },
});

/** How many numbers of heads were trained. @param {Outcome[]} outcomes */
const levelsOf = (outcomes) => new Set(outcomes.map(({ run }) => run.h)).size;

/**
 * Progress of the whole search. How many numbers of heads it will try is not known: each fills half of
 * what is left of the bar, which so never goes back, and how long it takes is not said.
 *
 * @param {Progress} progress  of one number of heads
 * @param {number} before  steps of those that are done
 * @param {number} levels  how many are done
 */
function wholeProgress(progress, before, levels) {
  const step = before + progress.step;
  const left = 0.5 ** levels * (1 - progress.step / progress.steps / 2);
  // Before the first step of all, too, there is an end.
  return { ...progress, step, steps: step > 0 ? step / (1 - left) : progress.steps, secondsLeft: null };
}

/** Whether a checkpoint was made of this number of heads. @param {Checkpoint} checkpoint @param {Experiment} level */
const isOf = (checkpoint, level) => JSON.stringify(checkpoint.experiment) === JSON.stringify(level.toFields());

/** Runs of Find D differ in their heads and their seed only. @param {Run} run */
const keyOf = ({ h, seed }) => `${h} ${seed}`;

/** Those of an experiment's runs that are known, in the order of its plan. @template {{ run: Run }} T @param {Experiment} experiment @param {T[]} known @returns {T[]} */
function inPlanOrder(experiment, known) {
  const byKey = new Map(known.map((one) => [keyOf(one.run), one]));
  return experiment.runs().flatMap((run) => byKey.get(keyOf(run)) ?? []);
}

/** Runs that are done and runs in training as one list, with places in the whole plan. @param {Experiment} experiment @param {Outcome[]} done @param {RunProgress[]} training @returns {RunProgress[]} */
function mergedRuns(experiment, done, training) {
  const ended = new Map(done.map((outcome) => [keyOf(outcome.run), outcome]));
  const inTraining = new Map(training.map((one) => [keyOf(one.run), one]));
  return experiment.runs().flatMap((run, index) => {
    const progress = inTraining.get(keyOf(run));
    if (progress) return [withCurve({ ...withoutCurve(progress), index }, pointsOf(progress))];
    const outcome = ended.get(keyOf(run));
    if (!outcome) return [];
    const { steps: step, stopped } = outcome;
    return [withCurve({ index, run, step, loss: NaN, stopped }, pointsOf(outcome))];
  });
}

/** Why D cannot be found of an experiment; '' if it can. @param {Experiment} experiment */
export function whyNotFindable(experiment) {
  try {
    experiment.findD([]);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
