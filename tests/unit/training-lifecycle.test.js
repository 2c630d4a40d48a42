// The state machine of a training, without a browser: the engine is a script of what Workers would
// report, the storage notes what it is told, and the wasm is the page's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrainingLifecycle } from '../../www/state/training-lifecycle.js';
import { findDSource, sweepSource } from '../../www/state/training-sources.js';
import { wasm } from './page-wasm.js';

const experimentOf = (fields) => wasm.Experiment.fromJson(JSON.stringify(fields));
const two = () => experimentOf({ grid: { h: [1, 2] }, recipe: { steps: 4 } });

/** An engine that reports `steps` states of every run and then its outcomes; errors fall at D = 2 heads. */
class ScriptedLab {
  engine = { kind: 'cpu', name: 'a script', device: 'script', workers: 1, why: '' };
  calls = [];
  hasCrashed = false;
  #outcome = null;
  #isStopped = false;
  /** Called before each state that is yielded. */
  onStep = () => {};

  async *run(experiment) {
    this.calls.push(`run h = ${experiment.toFields().grid.h}`);
    yield* this.#train(experiment, 0);
  }

  async *runFrom(checkpoint) {
    this.calls.push('runFrom');
    yield* this.#train(experimentOf(checkpoint.experiment), checkpoint.runs[0].step);
  }

  async *#train(experiment, from) {
    const { steps } = experiment.toFields().recipe;
    const errorOf = ({ h }) => (h >= 2 ? 1e-4 : 0.1);
    const all = experiment.runs();
    let runs = all.map((run, index) => ({
      index,
      run,
      step: from,
      loss: NaN,
      curve: [[from, errorOf(run)]],
      stopped: null,
    }));
    this.#isStopped = false;
    let step = from;
    const progress = () => ({
      step: step * all.length,
      steps: steps * all.length,
      stepsPerSecond: 100,
      secondsLeft: 1,
      path: 'fused',
      runs,
      faults: [],
    });
    yield progress();
    while (step < steps && !this.#isStopped) {
      step += 1;
      // Only the first run moves at even steps, as where Workers report in turns.
      runs = runs.map((run, i) =>
        step % 2 === 0 && i > 0 ? run : { ...run, step, curve: [...run.curve, [step, errorOf(run.run)]] },
      );
      await this.onStep(step);
      yield progress();
    }
    const stopped = step < steps ? 'interrupted' : 'finished';
    const outcomes = all.map((run, i) => ({
      run,
      parameters: 1,
      steps: step,
      stopped,
      nmse: errorOf(run),
      curve: runs[i].curve,
    }));
    this.#outcome = experiment.toDocument(this.engine.name, outcomes);
  }

  async outcome() {
    return this.#outcome;
  }
  pause() {
    this.calls.push('pause');
  }
  resume() {
    this.calls.push('resume');
  }
  stop() {
    this.calls.push('stop');
    this.#isStopped = true;
  }
}

/** Notes what it is told. */
class NotingStore {
  notes = [];
  begin(_experiment, id) {
    this.notes.push(['begin', id]);
  }
  tick() {}
  async save(_, { step }) {
    this.notes.push(['save', step]);
  }
  async saveLevel(_, level, found) {
    this.notes.push(['level', level.toFields().grid.h[0], found.length]);
  }
  async saveEnd(_, { outcomes }) {
    this.notes.push(['saveEnd', outcomes.length]);
  }
  end() {
    this.notes.push(['end']);
  }
}

function lifecycle(lab = new ScriptedLab(), startLab = async () => lab) {
  const store = new NotingStore();
  const training = new TrainingLifecycle({
    startLab,
    loadStore: async () => store,
    nextShown: (updates) => updates.next(),
    wasm: () => wasm,
  });
  const states = [];
  training.addEventListener('change', () => states.at(-1) !== training.state && states.push(training.state));
  return { training, store, lab, states };
}

test('a sweep goes from idle to done, with its verdict, its outcome and its end stored', async () => {
  const { training, store, states } = lifecycle();
  assert.equal(training.state, 'idle');
  await training.start(sweepSource(two()), { id: 'kept' });
  assert.deepEqual(states, ['training', 'done']);
  assert.ok(training.isComplete && !training.isBusy);
  assert.equal(training.outcome.outcomes.length, 2);
  assert.equal(training.outcome.summary.groups[1].median, 1e-4);
  assert.match(training.verdict.sentence, /1000 times lower with 2 heads than with 1/);
  await new Promise((go) => setTimeout(go));
  assert.deepEqual(store.notes, [['end'], ['begin', 'kept'], ['save', 8], ['end']].slice(1));
});

test('results are handed new points only, and end with all of them', async () => {
  const handed = [];
  const { training, lab } = lifecycle();
  const { Results } = wasm;
  const world = {
    ...wasm,
    Results: {
      fromOutcomes: Results.fromOutcomes,
      inTraining: (experiment) => {
        const results = Results.inTraining(experiment);
        const advance = results.advance.bind(results);
        results.advance = (places, lengths, stopped, points) => {
          handed.push([...places].map((index, i) => [index, lengths[i]]));
          advance(places, lengths, stopped, points);
        };
        return results;
      },
    },
  };
  const own = new TrainingLifecycle({
    startLab: async () => lab,
    loadStore: async () => new NotingStore(),
    nextShown: (updates) => updates.next(),
    wasm: () => world,
  });
  await own.start(sweepSource(two()));
  assert.deepEqual(handed, [
    [
      [0, 1],
      [1, 1],
    ],
    [
      [0, 1],
      [1, 1],
    ],
    [[0, 1]],
    [
      [0, 1],
      [1, 1],
    ],
    [[0, 1]],
  ]);
  assert.equal(training.state, 'idle');
});

test('pause, resume and stop are commands of the states that have them', async () => {
  const { training, lab, states } = lifecycle();
  lab.onStep = async (step) => {
    if (step === 1) {
      training.pause();
      training.pause();
      assert.equal(training.state, 'paused');
      training.resume();
    }
    if (step === 2) training.stop();
  };
  await training.start(sweepSource(two()));
  assert.deepEqual(states, ['training', 'paused', 'training', 'stopping', 'done']);
  assert.deepEqual(lab.calls, ['run h = 1,2', 'pause', 'resume', 'stop']);
  assert.equal(training.isComplete, false);
  training.resume();
  assert.equal(training.state, 'done');
});

test('stopped while the engine is still loading: nothing is trained', async () => {
  const lab = new ScriptedLab();
  let loaded = () => {};
  const { training, states } = lifecycle(
    lab,
    () =>
      new Promise((go) => {
        loaded = () => go(lab);
      }),
  );
  const started = training.start(sweepSource(two()));
  training.stop();
  loaded();
  await started;
  assert.deepEqual([states, lab.calls], [['training', 'stopping', 'idle'], []]);
});

test('stopped while the engine is loading, and loading for ever: it stops at once', async () => {
  const { training, states } = lifecycle(new ScriptedLab(), () => new Promise(() => {}));
  const started = training.start(sweepSource(two()));
  training.pause();
  training.stop();
  await started;
  assert.deepEqual(states, ['training', 'paused', 'stopping', 'idle']);
});

test('faults that were mended are kept in the order in which they happened, also those of Find D', async () => {
  const { training, lab } = lifecycle();
  const run = lab.run.bind(lab);
  lab.run = async function* (experiment) {
    const [h] = experiment.toFields().grid.h;
    for await (const progress of run(experiment)) yield { ...progress, faults: h < 4 ? [`fault at h = ${h}`] : [] };
  };
  await training.start(findDSource(experimentOf({ task: { D: 2, d: 2 }, recipe: { steps: 2 } })));
  assert.equal(training.state, 'done');
  assert.deepEqual(training.faults.slice(0, 2), ['fault at h = 1', 'fault at h = 2']);
  await training.start(sweepSource(experimentOf({ grid: { h: [4] }, recipe: { steps: 2 } })));
  assert.deepEqual(training.faults, []);
});

test('a crash ends in `crashed` with its sentence, from where one can train again', async () => {
  const { training, lab, states } = lifecycle();
  lab.onStep = async (step) => {
    if (step === 2) throw new Error('The engine crashed: no more memory.');
  };
  await training.start(sweepSource(two()));
  assert.deepEqual([training.state, training.error], ['crashed', 'The engine crashed: no more memory.']);
  lab.onStep = () => {};
  await training.start(sweepSource(two()));
  assert.deepEqual([states, training.error], [['training', 'crashed', 'training', 'done'], '']);
});

test('an engine that does not start is a crash too', async () => {
  const { training } = lifecycle(new ScriptedLab(), async () => {
    throw new Error('worker-cpu_bg.wasm could not be loaded (HTTP 404).');
  });
  await training.start(sweepSource(two()));
  assert.deepEqual([training.state, training.error], ['crashed', 'worker-cpu_bg.wasm could not be loaded (HTTP 404).']);
});

test('Find D is the same lifecycle: it finds D, stores each number of heads, and ends', async () => {
  const { training, store, lab, states } = lifecycle();
  await training.start(findDSource(experimentOf({ task: { D: 2, d: 2 }, recipe: { steps: 2 } })));
  assert.equal(training.finding.h, 2);
  assert.deepEqual(states, ['training', 'done']);
  const tried = lab.calls.map((call) => Number(call.replace('run h = ', '')));
  assert.deepEqual(tried.slice(0, 3), [1, 2, 4]);
  assert.deepEqual(
    store.notes.filter(([kind]) => kind === 'level').map(([, h, found]) => [h, found]),
    tried.map((h, i) => [h, 3 * i]),
  );
  assert.equal(training.outcome.outcomes.length, 3 * tried.length);
  await new Promise((go) => setTimeout(go));
  assert.deepEqual(store.notes.at(-1), ['end']);
});

test('Find D has one bar: it never goes back, and is full at the end', async () => {
  const { training } = lifecycle();
  const shares = [];
  training.addEventListener('progress', () => {
    if (training.progress) shares.push(training.progress.step / training.progress.steps);
  });
  await training.start(findDSource(experimentOf({ task: { D: 2, d: 2 }, recipe: { steps: 4 } })));
  assert.ok(shares.length > 8 && shares[0] === 0 && shares.at(-1) < 1);
  assert.ok(
    shares.every((share, i) => i === 0 || share >= shares[i - 1]),
    String(shares),
  );
  assert.ok(training.isComplete && training.progress.step === 3 * 3 * 4);
});

test('Find D goes on inside a number of heads from its checkpoint', async () => {
  const first = lifecycle();
  const experiment = experimentOf({ task: { D: 2, d: 2 }, recipe: { steps: 2 } });
  first.lab.onStep = async () => {
    if (first.lab.calls.length === 2) first.training.stop();
  };
  await first.training.start(findDSource(experiment));
  assert.match(first.training.finding.sentence, /^Stopped before D was found/);
  const found = first.training.outcome.outcomes.filter(({ run }) => run.h === 1);
  const level = experiment.findD(found).next;
  const checkpoint = {
    experiment: level.toFields(),
    engine: 'a script',
    device: 'script',
    runs: [{ index: 0, step: 1, bytes: new Uint8Array() }],
  };
  const second = lifecycle();
  await second.training.start(findDSource(experiment, { found, checkpoint }));
  assert.deepEqual(second.lab.calls.slice(0, 2), ['runFrom', 'run h = 4']);
  assert.equal(second.training.finding.h, 2);
});

test('a secret is told only after it is revealed', async () => {
  const { training } = lifecycle();
  const mystery = experimentOf({ task: { D: 2, d: 2 }, grid: { h: [1, 2] }, recipe: { steps: 1 } }).hidden();
  await training.start(sweepSource(mystery));
  assert.doesNotMatch(training.verdict.sentence, /2 targets/);
  training.reveal();
  assert.match(training.verdict.sentence, /2 targets/);
  training.clear();
  assert.deepEqual([training.state, training.experiment, training.verdict], ['idle', null, null]);
});
