// How long an experiment is going to take, from the speeds of trainings of this visit.

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../api/protocol.js').EngineInfo} EngineInfo */

/** What speed depends on. @param {EngineInfo} engine @param {Experiment} experiment */
function keyOf(engine, experiment) {
  const { task, grid, recipe } = experiment.toFields();
  return JSON.stringify([engine.name, task, grid, recipe.batch, recipe.data]);
}

export class SpeedEstimates {
  /** Steps a second as last measured, by what was trained. @type {Map<string, number>} */
  #bySizes = new Map();
  /** By the engine alone. @type {Map<string, number>} */
  #byEngine = new Map();

  /** @param {EngineInfo} engine @param {Experiment} experiment @param {number} stepsPerSecond */
  note(engine, experiment, stepsPerSecond) {
    this.#bySizes.set(keyOf(engine, experiment), stepsPerSecond);
    this.#byEngine.set(engine.name, stepsPerSecond);
  }

  /** Steps a second to expect; `isExact` where it was measured for these very sizes. Null where nothing was. @param {EngineInfo} engine @param {Experiment} experiment */
  estimate(engine, experiment) {
    const exact = this.#bySizes.get(keyOf(engine, experiment));
    const stepsPerSecond = exact ?? this.#byEngine.get(engine.name);
    return stepsPerSecond === undefined ? null : { stepsPerSecond, isExact: exact !== undefined };
  }
}
