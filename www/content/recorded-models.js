// Model files of recorded runs, one for each number of heads, whose error is the median over seeds: so that a machine can be
// drawn before any engine is there. Each is fetched when it is first shown. The native binary wrote them
// with the results beside them: headcount run … --models.

/**
 * By the kind of task that recorded results are of: for each number of heads the file of their median run.
 * `sequence` is the random sequence that is shown first: one on which the runs are off by as much as they are
 * on average.
 *
 * @type {{ kind: string, sequence: number, files: Record<number, URL> }[]}
 */
export const recordedModels = [
  {
    kind: 'min-max',
    sequence: 12,
    files: {
      1: new URL('./recorded/models/min-max-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/min-max-h2.safetensors', import.meta.url),
      3: new URL('./recorded/models/min-max-h3.safetensors', import.meta.url),
    },
  },
  {
    kind: 'max-sum',
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
    sequence: 5,
    files: {
      1: new URL('./recorded/models/farthest-h1.safetensors', import.meta.url),
      2: new URL('./recorded/models/farthest-h2.safetensors', import.meta.url),
      4: new URL('./recorded/models/farthest-h4.safetensors', import.meta.url),
    },
  },
];
