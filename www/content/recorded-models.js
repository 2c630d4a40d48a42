// Model files of recorded runs, one for each number of heads, whose error is the median over seeds: so that a machine can be
// drawn before any engine is there. Each is fetched when it is first shown. The native binary wrote them
// with the results beside them: headcount run … --models.

import { presets } from './presets.js';

/** What was recorded for a preset, as the file beside its results has it (recorded/KIND.experiment.json). @param {string} id @returns {object} */
const recordedFor = (id) => ({ ...presets.find((preset) => preset.id === id)?.experiment, seeds: [0, 1, 2] });

/** Of the paper's table, with five seeds, twenty times as long as the page would (experiments/table-2/gaussian-3.json). */
const paperRecord = {
  ...recordedFor('paper'),
  recipe: { steps: 40000, weightDecay: 0.003, curvePoints: 10, validationSequences: 20000 },
  seeds: [0, 1, 2, 3, 4],
};

/**
 * By the experiment that was recorded, of which preset: for each number of heads the file of its median run. Other
 * experiments with the same kind of task are on record, too: these are no runs of theirs. `sequence` is the random
 * sequence that is shown first: one on which the runs are off by as much as they are on average. Where other sizes vary,
 * `sizes` are those that the files have.
 *
 * @type {{ preset: string, kind: string, experiment: object, sequence: number, sizes?: Record<string, number>, files: Record<number, URL> }[]}
 */
export const recordedModels = [
  {
    preset: 'smallest',
    kind: 'min-max',
    experiment: recordedFor('smallest'),
    sequence: 12,
    files: {
      1: new URL('./recorded/models/min-max-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/min-max-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/min-max-h3.safetensors', import.meta.url),
    },
  },
  {
    preset: 'few',
    kind: 'max-sum',
    experiment: recordedFor('few'),
    sequence: 55,
    files: {
      1: new URL('./recorded/models/max-sum-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/max-sum-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/max-sum-h3.safetensors', import.meta.url),
      4: new URL('./recorded/models/max-sum-h4.safetensors', import.meta.url),
      5: new URL('./recorded/models/max-sum-h5.safetensors', import.meta.url),
    },
  },
  {
    preset: 'three',
    kind: 'max-sum',
    experiment: recordedFor('three'),
    sequence: 182,
    files: {
      1: new URL('./recorded/models/three-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/three-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/three-h3.safetensors', import.meta.url),
      4: new URL('./recorded/models/three-h4.safetensors', import.meta.url),
    },
  },
  {
    preset: 'layers',
    kind: 'max-sum',
    experiment: recordedFor('layers'),
    sequence: 184,
    files: {
      1: new URL('./recorded/models/layers-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/layers-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/layers-h3.safetensors', import.meta.url),
      4: new URL('./recorded/models/layers-h4.safetensors', import.meta.url),
    },
  },
  {
    preset: 'width',
    kind: 'max-sum',
    experiment: recordedFor('width'),
    sequence: 59,
    sizes: { N: 32 },
    files: {
      2: new URL('./recorded/models/width-h2.safetensors', import.meta.url),
      4: new URL('./recorded/models/width-h4.safetensors', import.meta.url),
    },
  },
  {
    preset: 'paper',
    kind: 'max-sum',
    experiment: paperRecord,
    sequence: 276,
    sizes: { T: 16 },
    files: {
      1: new URL('./recorded/models/paper-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/paper-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/paper-h3.safetensors', import.meta.url),
      4: new URL('./recorded/models/paper-h4.safetensors', import.meta.url),
      5: new URL('./recorded/models/paper-h5.safetensors', import.meta.url),
    },
  },
  {
    preset: 'retrieval',
    kind: 'retrieval',
    experiment: recordedFor('retrieval'),
    sequence: 175,
    files: {
      1: new URL('./recorded/models/retrieval-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/retrieval-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/retrieval-h3.safetensors', import.meta.url),
      4: new URL('./recorded/models/retrieval-h4.safetensors', import.meta.url),
    },
  },
  {
    preset: 'many',
    kind: 'farthest',
    experiment: recordedFor('many'),
    sequence: 5,
    files: {
      1: new URL('./recorded/models/farthest-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/farthest-h2.safetensors', import.meta.url),
      4: new URL('./recorded/models/farthest-h4.safetensors', import.meta.url),
    },
  },
];
