// The shapes that cross between engine, Worker and page, for the type checker. No code: `lab`
// defines what they mean (crate/lab/src), the README documents those that are public.

/**
 * @typedef {'cpu' | 'webgpu'} EngineKind
 *
 * @typedef {object} EngineInfo
 * @property {EngineKind} kind
 * @property {string} name  such as "CPU · SIMD · 2 workers" or "WebGPU · adapter"
 * @property {string} why   why this engine was chosen, as a sentence
 *
 * @typedef {{ T: number, form?: string, h: number, n: number, N: number, w?: number, L?: number, seed: number }} Run
 *
 * @typedef {[step: number, nmse: number]} CurvePoint
 *
 * @typedef {'finished' | 'reached' | 'interrupted' | 'diverged'} Stopped
 *
 * @typedef {object} RunProgress
 * @property {number} index  the run's place in the plan
 * @property {Run} run
 * @property {number} step
 * @property {number} loss   of the last training batch, in units of the target's variance
 * @property {CurvePoint[]} curve
 * @property {Stopped | null} stopped
 *
 * @typedef {object} Progress
 * @property {number} step   steps done, over all runs
 * @property {number} steps  steps to do, over all runs
 * @property {number | null} stepsPerSecond
 * @property {number | null} secondsLeft
 * @property {'fused' | 'reference' | null} path  computed by operations of our own or by burn's; null before the first step
 * @property {RunProgress[]} runs  in the order of the plan, each with its whole curve
 * @property {RunProgress[]} [held]  on the page: those that the lab trains, where that is not all of them
 *
 * @typedef {object} Outcome
 * @property {Run} run
 * @property {number} parameters
 * @property {number} steps
 * @property {Stopped} stopped
 * @property {number | null} nmse
 * @property {CurvePoint[]} curve
 *
 * @typedef {{ index: number, step: number, bytes: Uint8Array }} RunCheckpoint  a run's place in the
 *   plan, its steps, and a safetensors file of its weights and of AdamW's moments
 *
 * @typedef {object} Checkpoint  where a training stands; runs that are left out begin anew
 * @property {Experiment} experiment
 * @property {string} engine  what computed it
 * @property {RunCheckpoint[]} runs
 *
 * @typedef {object} Group
 * @property {number} T
 * @property {number} N
 * @property {number} [w]  1 where it is left out, as is L
 * @property {number} [L]
 * @property {number} h
 * @property {number} count
 * @property {number} diverged
 * @property {number | null} min
 * @property {number | null} lowerQuartile
 * @property {number | null} median
 * @property {number | null} upperQuartile
 * @property {number | null} max
 *
 * @typedef {object} Summary
 * @property {Group[]} groups
 * @property {{ T: number, N: number, w?: number, L?: number, h: number | null, before: number | null, drop: number | null, agrees: boolean | null }[]} transitions
 * @property {{ N: number, w?: number, L?: number, h: number, score: number | null }[]} reversals
 * @property {{ N: number, w?: number, L?: number, h: number | null }[]} reversalHeads
 * @property {{ T: number, w?: number, L?: number, h: number, slope: number | null, error: number | null }[]} slopes
 *
 * @typedef {{ summary: Summary, sentence: string }} Verdict
 *
 * @typedef {object} Outcomes
 * @property {number} version
 * @property {Experiment} experiment
 * @property {string} engine
 * @property {Outcome[]} outcomes
 * @property {Summary} summary
 *
 * @typedef {object} Experiment
 * @property {number} version
 * @property {{ kind: string, D: number, d: number, directions: string | number[][], seed: number, [field: string]: any }} task
 *   D only where paper 1 defines it
 * @property {{ h: number[], T: number[], form: string, N: number[], n: number, [field: string]: any }} grid
 *   N, n, E, w and L as the form has them
 * @property {{ steps: number, batch: number, [field: string]: number | string }} recipe
 * @property {number[]} seeds
 *
 * @typedef {object} Look  one sequence, and what a run makes of it
 * @property {number[][]} tokens  T lists of d numbers
 * @property {number[][][]} attention  for each head and each token that asks, one for a task of
 *   paper 1: what it pays to each position, which adds up to 1
 * @property {number[]} extrema  for each feature, the position where it is extremal
 * @property {number[]} prediction
 * @property {number[]} target
 *
 * @typedef {object} Specialisation
 * @property {number[][]} matrix  D × h: mean attention of a head to where a feature is extremal
 * @property {(number | null)[]} matching  for each feature, the head matched with it
 * @property {number} score  matched attention over D: 1 is a head of its own for every feature
 * @property {number} chance  what a head that looks everywhere alike pays: 1/T
 * @property {string} sentence  what the matrix shows, in words
 *
 * @typedef {{ shape: [rows: number, columns: number], values: number[] }} Weight  row by row
 *
 * @typedef {{ predictions: number[], targets: number[] }} Predictions
 */

export {};
