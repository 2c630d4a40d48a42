// Model files of recorded runs, one for each number of heads, whose error is the median over seeds: so that a machine can be
// drawn before any engine is there. Each is fetched when it is first shown. The native binary wrote them
// with the results beside them: headcount run … --models.

/**
 * By the experiment that was recorded, as the file beside its results has it (recorded/KIND.experiment.json): for each
 * number of heads the file of the median run. Other experiments with the same kind of task are on record, too:
 * these files are not of their runs. `sequence` is the random sequence that is shown first: one on which the runs are
 * off by as much as they are on average.
 *
 * @type {{ kind: string, experiment: object, sequence: number, files: Record<number, URL> }[]}
 */
export const recordedModels = [
  {
    kind: 'min-max',
    experiment: { task: { kind: 'min-max' }, grid: { h: [1, 2, 3], n: 2 }, recipe: { steps: 1000 }, seeds: [0, 1, 2] },
    sequence: 12,
    files: {
      1: new URL('./recorded/models/min-max-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/min-max-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/min-max-h3.safetensors', import.meta.url),
    },
  },
  {
    kind: 'max-sum',
    experiment: { seeds: [0, 1, 2] },
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
    kind: 'farthest',
    experiment: {
      task: { kind: 'farthest', d: 16 },
      grid: { h: [1, 2, 4] },
      recipe: { steps: 2000, learningRate: 0.01, data: 'fresh' },
      seeds: [0, 1, 2],
    },
    sequence: 5,
    files: {
      1: new URL('./recorded/models/farthest-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/farthest-h2.safetensors', import.meta.url),
      4: new URL('./recorded/models/farthest-h4.safetensors', import.meta.url),
    },
  },
];
