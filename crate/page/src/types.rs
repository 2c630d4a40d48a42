//! TypeScript declarations of the plain objects that cross the boundary. They stand beside the Rust
//! that makes them: most are `lab`'s serialised types (crate/lab/src), under the same names.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** An experiment as JSON has it (crate/lab/src/experiment.rs). */
export interface ExperimentFields {
  version: number;
  task: { kind: string; seed: number; D?: number; d?: number; directions?: string | number[][]; feature?: string; subsets?: string; outer?: string; queries?: string };
  grid: { h: number[]; T: number[]; form: string; N?: number[]; n?: number; E?: number; L?: number[]; w?: number[] };
  recipe: {
    steps: number; batch: number; learningRate: number; warmUp: number; beta1: number; beta2: number; weightDecay: number;
    data: 'fixed' | 'fresh'; trainSequences: number; validationSequences: number; curvePoints: number; target: number;
  };
  seeds: number[];
}

/** One architecture and one seed (crate/lab/src/plan.rs). */
export interface Run { T: number; form?: string; h: number; n: number; N: number; w?: number; L?: number; seed: number }

export type CurvePoint = [step: number, nmse: number];
export type Stopped = 'finished' | 'reached' | 'interrupted' | 'diverged';

/** How one run stands while it trains. */
export interface RunProgress {
  /** The run's place in the plan. */
  index: number;
  run: Run;
  step: number;
  /** Of the last training batch, in units of the target's variance. */
  loss: number;
  curve: CurvePoint[];
  stopped: Stopped | null;
}

/** What a run ended with. */
export interface Outcome { run: Run; parameters: number; steps: number; stopped: Stopped; nmse: number | null; curve: CurvePoint[] }

/** Errors of all seeds of one architecture at one length. */
export interface Group {
  T: number; N: number;
  /** 1 where it is left out, as is L. */
  w?: number;
  L?: number;
  h: number; count: number; diverged: number;
  min: number | null; lowerQuartile: number | null; median: number | null; upperQuartile: number | null; max: number | null;
}

export interface Summary {
  groups: Group[];
  transitions: { T: number; N: number; w?: number; L?: number; h: number | null; before: number | null; drop: number | null; agrees: boolean | null }[];
  reversals: { N: number; w?: number; L?: number; h: number; score: number | null }[];
  reversalHeads: { N: number; w?: number; L?: number; h: number | null }[];
  slopes: { T: number; w?: number; L?: number; h: number; slope: number | null; error: number | null }[];
}

/** What outcomes show, in numbers and in one sentence. */
export interface Verdict { summary: Summary; sentence: string }

/** All outcomes of one experiment: the document that the native binary writes too. */
export interface Outcomes { version: number; experiment: ExperimentFields; engine: string; outcomes: Outcome[]; summary: Summary }

/** How Find D stands. */
export interface Finding {
  /** What to train next: one number of heads; null at the end. */
  next: Experiment | null;
  /** The D that was found; null before, or where the numbers do not say. */
  h: number | null;
  /** Everything tried so far, and `next`, as one experiment. */
  experiment: Experiment;
  sentence: string;
  /** How much the sentence rests on, in words. */
  tally: string;
  /** All seeds of each number of heads that was tried. */
  tried: Group[];
}

/** Bytes that each engine needs, and what is wrong with that, if anything. */
export interface MemoryNeed {
  cpu: number; webgpu: number; largestBuffer: number; largestBufferIs: string;
  cpuProblem: string | null; webgpuProblem: string | null;
}

/** One field of an experiment, as a control needs it (crate/lab/src/fields.rs). */
export interface FieldSpec {
  path: string;
  kind: 'whole' | 'list' | 'number' | 'choice';
  default: unknown;
  /** What is allowed, in words. */
  range: string;
  choices: string[];
  /** The field that it takes the place of; then it may be left empty. */
  insteadOf: string | null;
}

/** One thing that is wrong with an experiment. */
export interface Problem { field: string; given: unknown; allowed: string; sentence: string }

/** Thrown where an experiment is refused; its message has one sentence a line. */
export interface ExperimentError extends Error { name: 'ExperimentError'; problems: Problem[] }

/** The error that a reader expects of h heads. */
export interface ExpectedError { h: number; value: number }

/** The rectangle that a chart fills, in CSS pixels, and device pixels for each. */
export interface Frame { width: number; height: number; scale: number; theme: 'light' | 'dark' }

/** A place in a chart that has something to say. */
export interface Spot { x: number; y: number; text: string }

/** What was drawn: places that can be pointed at, and the chart in words. */
export interface Drawn { spots: Spot[]; summary: string }

/** A chart's values as texts; the first cell of a row says what the row is about. */
export interface Table { head: string[]; rows: string[][] }

export interface TransitionOptions { paper?: boolean; prediction?: ExpectedError[]; asked?: number[] }

/** Runs that learning curves are shown of: those with these sizes. */
export interface RunFilter { T?: number; N?: number; w?: number; L?: number; seed?: number }
"#;
