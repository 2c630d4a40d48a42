//! TypeScript declarations of the plain objects that this door makes, under the names of the Rust
//! types that are serialised (crate/engine/src/trained.rs, crate/lab/src/specialisation.rs). The
//! types of `lab` that the page's door makes too are imported from there.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { ExperimentFields, Outcome, Run, RunProgress } from '../page/page.js';

/** Facts of a trained run that need no computation. */
export interface TrainedAbout {
  experiment: ExperimentFields;
  run: Run;
  /** Its number of heads: those of all layers, one layer after the other. */
  heads: number;
}

/** One sequence with a run's attention and prediction. */
export interface Look {
  /** T lists of d numbers. */
  tokens: number[][];
  /** For each head and each query token (one, for a task of paper 1): the attention paid to each position, which adds up to 1. */
  attention: number[][][];
  /** For each feature of the task, the position where it is extremal. */
  extrema: number[];
  prediction: number[];
  target: number[];
}

/** How the heads of a trained run share the features of its task. */
export interface Specialisation {
  /** D × h: mean attention of a head to the position where a feature is extremal. */
  matrix: number[][];
  /** For each feature, the head matched with it. */
  matching: (number | null)[];
  /** Matched attention over D: 1 is a head of its own for every feature. */
  score: number;
  /** The attention of a head that attends to all positions equally: 1/T. */
  chance: number;
  /** What the matrix shows, in words. */
  sentence: string;
}

/** The values of one weight, row by row. */
export interface Weight { shape: [rows: number, columns: number]; values: number[] }

/** Predictions for the first validation sequences, and the true values. */
export interface Predictions { predictions: number[]; targets: number[] }
"#;
