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
export interface Outcome { run: Run; parameters: number; steps: number; stopped: Stopped; nmse: number | null; standardError?: number; curve: CurvePoint[] }

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

/** All outcomes of one experiment: the document that the native binary writes too. */
export interface Outcomes { version: number; experiment: ExperimentFields; engine: string; outcomes: Outcome[]; summary: Summary }

/** A document of results that was read and checked: its experiment, its outcomes as plain data, and as a handle. */
export interface CheckedResults { experiment: Experiment; document: Outcomes; results: Results }

/** One field of an experiment and its new value (crate/lab/src/change.rs). */
export interface Change { path: string; value: unknown }

/** What to do next: an action, after changes with which the experiment is valid. */
export interface NextStep {
  /** The name of a button. */
  label: string;
  action: 'train' | 'inspect';
  changes: Change[];
}

/** What results show, and one thing to do next; null before the end of the training. */
export interface Answer { sentence: string; next: NextStep | null }

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
export interface Problem { field: string; given: unknown; allowed: string; sentence: string; repairs: Repair[] }

/** A way to mend a problem: the name of a button, and what it changes. Fewer problems are left after it. */
export interface Repair { label: string; changes: Change[] }

/** Thrown where an experiment or results are refused; its message has one sentence a line, and of more than a dozen problems the number of the others. */
export interface ExperimentError extends Error { name: 'ExperimentError'; problems: Problem[] }

/** The error that a reader expects of h heads. */
export interface ExpectedError { h: number; value: number }

export type Theme = 'light' | 'grey' | 'dark';
export type Font = 'sans' | 'serif';

/** One column of a paper, both, or a slide. */
export type PrintSize = 'column' | 'page' | 'slide';

/** The rectangle that a chart fills, in CSS pixels, and device pixels for each; its letters, and its printed width. */
export interface Frame { width: number; height: number; scale: number; theme: Theme; font?: Font; millimetres?: number }

/** What a figure may do without. */
export type Part = 'dimension' | 'zones' | 'paper' | 'band' | 'recorded';

/** A place in a chart that has something to say, and the number of its line, if it has one. */
export interface Spot { x: number; y: number; text: string; series?: number }

/** What was drawn: places that can be pointed at, and the chart in words. */
export interface Drawn { spots: Spot[]; summary: string }

/** A chart's values as texts; the first cell of a row says what the row is about. */
export interface Table {
  head: string[];
  rows: string[][];
  /** Which of the chart's lines have a column; null where columns are something else. */
  lines: { first: number; count: number; all: number } | null;
}

/** What runs have in common that differ in their seeds alone; what is left out is as in a run. */
export interface RunSizes { h: number; T: number; N?: number; w?: number; L?: number }

export interface TransitionOptions {
  paper?: boolean; prediction?: ExpectedError[]; asked?: number[];
  /** Runs that are shown beside the chart. */
  shown?: RunSizes[];
  /** The one sequence length that is shown. */
  length?: number;
  /** Errors that the axis includes beside its own. */
  includedErrors?: number[];
}

/** One cell of a table of the paper (crate/lab/src/reproduction.rs). */
export interface ReproductionCell {
  T: number; h: number;
  /** Runs with a finite error. */
  runs: number;
  mean: number | null; standardError: number | null;
  paper: number; ratio: number | null;
}

/** One sequence and what a run makes of it (crate/lab/src/look.rs). */
export interface Look {
  /** T lists of d numbers. */
  tokens: number[][];
  /** For each head and each query token (one, for a task of paper 1): the attention paid to each position, which adds up to 1. */
  attention: number[][][];
  /** For each target of the task, its position. */
  extrema: number[];
  prediction: number[];
  target: number[];
}

export interface MachineOptions {
  /** The token that asks, in tasks where every token does. */
  query?: number;
  /** Heads, counted from 0, that the look was computed without. */
  silenced?: number[];
  /** The error of the run on unseen sequences. */
  error?: number | null;
  /** The first position that is drawn of a sequence that is too long to be drawn whole, counted from 0; without it the targets decide. */
  first?: number | null;
}

/** What can be taken hold of on a machine: a head, or a token's bar and the number at that height, and the first position that is drawn. All are counted from 0. */
export type Grip = { head: number } | { row: number; position: number; value: number; step: number; first: number };

/** Runs that learning curves are shown of: those with these sizes. */
export interface RunFilter { T?: number; N?: number; w?: number; L?: number; seed?: number }
"#;
