//! TypeScript declarations of the plain objects that this door makes, under the names of the Rust
//! types that are serialised (crate/engine/src/trained.rs, crate/lab/src/specialisation.rs). The
//! types of `lab` that the page's door makes too are imported from there.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { ExperimentFields, Look, Outcome, Run, RunProgress } from '../page/page.js';

/** Facts of a trained run that need no computation. */
export interface TrainedAbout {
  experiment: ExperimentFields;
  run: Run;
  /** Its number of heads: those of all layers, one layer after the other. */
  heads: number;
  /** Lengths of sequences to try: its own, and longer ones; none where it can read no other. */
  lengths: number[];
}

/** The error of a run at one sequence length (crate/lab/src/other_lengths.rs). */
export interface LengthError {
  T: number;
  nmse: number;
  /** Not a number for a single sequence. */
  standardError: number;
  /** The largest share of its attention that a head pays to one token, on average; null for paper 2's forms. */
  largestShare: number | null;
}

/** How the heads of a trained run share the targets of its task. */
export interface Specialisation {
  /** D × h: mean attention of a head to the position of a target. */
  matrix: number[][];
  /** For each target, the head matched with it. */
  matching: (number | null)[];
  /** Matched attention over D: 1 is a head of its own for every target. */
  score: number;
  /** The attention of a head that attends to all positions equally: 1/T. */
  chance: number;
  /** What the matrix shows, in words. */
  sentence: string;
}

/** The values of one weight, row by row. */
export interface Weight { shape: [rows: number, columns: number]; values: number[] }

/**
 * The `name` of an error that this door throws, if a GPU is the reason: 'DeviceLost' if the device is
 * gone, 'GpuError' if it did not start, refused a command or has too little memory. After either the
 * engine is of no use. Any other name: what was asked is refused, and the engine goes on.
 */
export type GpuErrorName = 'DeviceLost' | 'GpuError';

/** What continues from checkpoint files, and what begins anew. */
export interface Resumed {
  /** Each with the places of its runs in the plan. The caller frees the cohorts. */
  cohorts: { indices: number[]; cohort: Cohort }[];
  /** Runs whose file is damaged, with the reason: they begin anew. */
  refused: { index: number; sentence: string }[];
}

/** Predictions for the first validation sequences, and the true values. */
export interface Predictions { predictions: number[]; targets: number[] }
"#;
