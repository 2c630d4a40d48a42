// Every message between the page and a Worker, in both directions. No code: both ends (pool.js and
// worker.js) are checked against these types. Plain values of wasm (Run, Outcome, …) are declared
// beside the Rust that makes them, in crate/page/src/types.rs and crate/worker/src.

/** @typedef {import('../wasm/page/page.js').ExperimentFields} ExperimentFields */
/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../wasm/page/page.js').RunProgress} RunProgress */
/** @typedef {import('../wasm/page/page.js').Outcome} Outcome */
/** @typedef {import('../wasm/page/page.js').CurvePoint} CurvePoint */
/** @typedef {import('../wasm/page/page.js').Outcomes} Outcomes */
/** @typedef {import('../wasm/page/page.js').Look} Look */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').Specialisation} Specialisation */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').Predictions} Predictions */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').Weight} Weight */
/** @typedef {import('../wasm/worker-cpu/worker-cpu.js').LengthError} LengthError */

/** @typedef {'cpu' | 'webgpu'} EngineKind */
/** How steps are computed: by operations of our own, or by burn's. @typedef {'fused' | 'reference'} ComputePath */

/**
 * What computes.
 *
 * @typedef {object} EngineInfo
 * @property {EngineKind} kind
 * @property {string} name     for people, such as "CPU · SIMD · 2 workers" or "WebGPU · adapter"
 * @property {string} device   without the number of Workers: what decides about equal numbers
 * @property {number} workers  how many Workers train
 * @property {string} why      why this engine was chosen, as a sentence
 */

/** A run's place in the plan, its steps, and a file of its weights and of AdamW's moments. @typedef {{ index: number, step: number, bytes: Uint8Array }} RunCheckpoint */

/**
 * Where a training stands. Runs that are left out begin at step 0.
 *
 * @typedef {object} Checkpoint
 * @property {ExperimentFields} experiment
 * @property {string} engine    what computed it, for people
 * @property {string} [device]  as in EngineInfo; missing in checkpoints of earlier versions
 * @property {RunCheckpoint[]} runs
 */

/**
 * How a training stands.
 *
 * @typedef {object} Progress
 * @property {number} step   steps done, over all runs
 * @property {number} steps  steps to do, over all runs
 * @property {number | null} stepsPerSecond
 * @property {number | null} secondsLeft
 * @property {ComputePath | null} path  null before the first step
 * @property {RunProgress[]} runs  in the order of the plan, each with its whole curve; a run that has
 *   not changed since the last Progress is the same object
 * @property {string[]} faults  what failed so far and was mended, a sentence each, such as a Worker that crashed
 */

// ---- From the page to a Worker ----

/** Starts the engine. @typedef {{ kind: 'load', engine: EngineKind, wasm: WebAssembly.Module }} LoadMessage */
/**
 * Trains cohorts (lists of places in the plan); `from` has checkpoint files of runs that go on.
 *
 * @typedef {{ kind: 'train', training: number, experiment: string, cohorts: number[][], from?: Map<number, Uint8Array> }} TrainMessage
 */
/** Frees the cohorts of the last training. @typedef {{ kind: 'clear', training: number }} ClearMessage */
/** @typedef {{ kind: 'pause' } | { kind: 'resume' } | { kind: 'stop' }} ControlMessage */
/** @typedef {{ kind: 'ask', id: number, question: Question }} AskMessage */
/** @typedef {LoadMessage | TrainMessage | ClearMessage | ControlMessage | AskMessage} ToWorker */

// ---- From a Worker to the page ----

/** The engine has started, and calls itself `name`. @typedef {{ kind: 'ready', name: string }} ReadyMessage */
/** A run or an outcome whose curve comes packed (curves.js), and how many points it has. @template {{ curve: CurvePoint[] }} T @typedef {Omit<T, 'curve'> & { count: number }} Packed */
/** `points` are those of the runs' curves that are new, run by run. @typedef {{ kind: 'progress', training: number, runs: Packed<RunProgress>[], points: Float64Array, path: ComputePath }} ProgressMessage */
/** @typedef {{ kind: 'outcomes', training: number, indices: number[], outcomes: Packed<Outcome>[], points: Float64Array }} OutcomesMessage */
/** Runs that begin anew, because their checkpoint is damaged. @typedef {{ kind: 'restarted', training: number, runs: { index: number, sentence: string }[] }} RestartedMessage */
/** All cohorts of the training have ended. @typedef {{ kind: 'done', training: number }} DoneMessage */
/**
 * Why something failed. `refused`: it cannot be done, and the Worker works on. `crashed`: the Worker
 * cannot be used any more. `gpu`: nor can it, because its GPU was lost or failed.
 *
 * @typedef {'refused' | 'crashed' | 'gpu'} FailureCause
 */
/** @typedef {{ kind: 'failed', training?: number, cause: FailureCause, sentence: string }} FailedMessage */
/** @typedef {{ kind: 'answer', id: number, value: unknown } | { kind: 'refusal', id: number, sentence: string }} AnswerMessage */
/** What a training's listener hears. @typedef {ProgressMessage | RestartedMessage | OutcomesMessage | DoneMessage | FailedMessage} TrainingMessage */
/** @typedef {ReadyMessage | TrainingMessage | AnswerMessage} FromWorker */

// ---- Questions, and what answers them ----

/** @typedef {{ experiment: ExperimentFields, run: Run, heads: number, lengths: number[] }} InspectedRun */
/**
 * By the name of the question: what it is asked with, and what it is answered with. `inspected` is the
 * number that the page gave a run when it asked for it (`inspect`, `open`).
 *
 * @typedef {{
 *   inspect: [{ inspected: number, index: number }, InspectedRun],
 *   open: [{ inspected: number, bytes: Uint8Array }, InspectedRun],
 *   release: [{ inspected: number }, void],
 *   look: [{ inspected: number, without: number[] } & ({ index: number } | { sequence: number[][] }), Look],
 *   specialisation: [{ inspected: number }, Specialisation | null],
 *   error: [{ inspected: number, without: number[] }, number],
 *   errorAtLength: [{ inspected: number, T: number }, LengthError],
 *   predictions: [{ inspected: number, count: number, without: number[] }, Predictions],
 *   weights: [{ inspected: number }, Record<string, Weight>],
 *   toSafetensors: [{ inspected: number }, Uint8Array],
 *   checkpoint: [{ known: Record<number, number>, most?: number }, RunCheckpoint[]],
 *   speed: [{ experiment: string, indices: number[] }, number],
 * }} Questions
 */
/** @typedef {keyof Questions} QuestionName */
/** @template {QuestionName} Name @typedef {Questions[Name][0]} QuestionOf */
/** @template {QuestionName} Name @typedef {Questions[Name][1]} AnswerTo */
/** The same without the run that it is about. @template {QuestionName} Name @typedef {QuestionOf<Name> extends infer Each ? Each extends unknown ? Omit<Each, 'inspected'> : never : never} QuestionAbout */
/** @typedef {{ [Name in QuestionName]: { name: Name } & QuestionOf<Name> }[QuestionName]} Question */

export {};
