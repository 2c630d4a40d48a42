// The words of the controls: what each field of an experiment is called and what it does. Ranges,
// defaults and which fields there are come from the wasm (crate/lab/src/fields.rs): they cannot drift
// from what is checked.

/**
 * @typedef {object} Property
 * @property {string} path   where it stands in an experiment
 * @property {'Task' | 'Model' | 'Training'} group
 * @property {string} label
 * @property {string} [entry]  of a list: what one of its numbers is called
 * @property {string} [unit]
 * @property {string} does   what it does, in one line
 * @property {Record<string, string>} [choices]  a label for each of its words
 * @property {boolean} [isRare]       shown only when asked for
 * @property {boolean} [revealsTask]  not shown while the task is a mystery
 */

/** @type {Property[]} */
export const properties = [
  {
    path: 'task.kind',
    group: 'Task',
    revealsTask: true,
    label: 'Task',
    does: 'What the Transformers have to learn.',
    choices: {
      'max-sum': 'Sum of maxima',
      retrieval: 'Closest to hidden spots',
      'min-max': 'Largest plus smallest',
      farthest: 'Farthest point',
      nearest: 'Nearest point',
    },
  },
  {
    path: 'task.D',
    group: 'Task',
    revealsTask: true,
    label: 'Targets D',
    does: 'How many targets there are to find in a sequence: the cliff is expected at h = D.',
  },
  {
    path: 'task.d',
    group: 'Task',
    revealsTask: true,
    label: 'Token size d',
    unit: 'numbers',
    does: 'How many numbers each token has.',
  },
  {
    path: 'grid.T',
    group: 'Task',
    label: 'Sequence lengths T',
    entry: 'A sequence length',
    unit: 'tokens',
    does: 'Every length is trained; longer sequences are harder with too few heads.',
  },
  {
    path: 'task.directions',
    group: 'Task',
    revealsTask: true,
    label: 'Weights of the targets',
    does: 'Each target is the token with the largest sum under weights of its own: at right angles to the others’, or random.',
    choices: { orthonormal: 'At right angles', gaussian: 'Random' },
  },
  {
    path: 'task.feature',
    group: 'Task',
    revealsTask: true,
    label: 'Shape around a spot',
    does: 'How the distance to a hidden spot counts.',
    choices: { bowl: 'Bowl', well: 'Well', log: 'Steep, then flat' },
  },
  {
    path: 'task.subsets',
    group: 'Task',
    revealsTask: true,
    label: 'Where targets may be',
    does: 'Which positions of the sequence count for a target.',
    choices: { all: 'Everywhere', blocks: 'A stretch each', random: 'Random positions' },
  },
  {
    path: 'task.outer',
    group: 'Task',
    revealsTask: true,
    label: 'Put together by',
    does: 'How the D findings become one number.',
    choices: { sum: 'Adding', product: 'Multiplying', smooth: 'A smooth mix' },
  },
  {
    path: 'task.queries',
    group: 'Task',
    revealsTask: true,
    label: 'Who asks',
    does: 'Whether every point asks for its neighbour, or one more does.',
    choices: { self: 'Every point', separate: 'One more point' },
  },
  {
    path: 'task.seed',
    group: 'Task',
    revealsTask: true,
    label: 'Data seed',
    does: 'Draws other data of the same kind.',
    isRare: true,
  },

  {
    path: 'grid.h',
    group: 'Model',
    label: 'Heads h',
    entry: 'A number of heads',
    does: 'One Transformer is trained for each number of heads.',
  },
  {
    path: 'grid.form',
    group: 'Model',
    revealsTask: true,
    label: 'Transformer',
    does: 'Which of the papers’ models is trained.',
    choices: {
      reader: 'Attention, then a readout',
      memoriser: 'Memoriser',
      attention: 'Attention only',
      encoder: 'Encoder with skips',
    },
  },
  {
    path: 'grid.n',
    group: 'Model',
    label: 'Size of one head n',
    unit: 'numbers',
    does: 'Every head has this size, so more heads make a wider model.',
  },
  {
    path: 'grid.E',
    group: 'Model',
    label: 'or size of all heads E',
    unit: 'numbers',
    does: 'In place of n: heads share this size, so more heads are smaller heads.',
  },
  {
    path: 'grid.N',
    group: 'Model',
    label: 'Hidden widths N',
    entry: 'A hidden width',
    unit: 'neurons',
    does: 'How wide the network around the attention is; every width is trained.',
  },
  {
    path: 'grid.L',
    group: 'Model',
    revealsTask: true,
    label: 'Layers L',
    entry: 'A number of layers',
    does: 'Layers of attention; the paper expects the cliff at L·h = D.',
  },
  {
    path: 'grid.w',
    group: 'Model',
    label: 'Side by side w',
    entry: 'A number of layers side by side',
    unit: 'layers',
    does: 'So many attention layers are averaged: more heads of the same rank.',
  },

  { path: 'recipe.steps', group: 'Training', label: 'Steps', does: 'How long each Transformer is trained.' },
  {
    path: 'seeds',
    group: 'Training',
    label: 'Seeds',
    entry: 'A seed',
    does: 'Every Transformer is trained once per seed, from other first weights.',
  },
  {
    path: 'recipe.batch',
    group: 'Training',
    label: 'Batch',
    unit: 'sequences',
    does: 'How many sequences each step looks at.',
  },
  {
    path: 'recipe.learningRate',
    group: 'Training',
    label: 'Learning rate',
    does: 'How large a step is, at its largest.',
  },
  {
    path: 'recipe.data',
    group: 'Training',
    label: 'Data',
    does: 'One training set seen again and again, or new sequences all the time.',
    choices: { fixed: 'One set', fresh: 'Always new' },
  },
  {
    path: 'recipe.target',
    group: 'Training',
    label: 'Stop at error',
    does: 'A run ends once its error is not above this; at 0 never.',
    isRare: true,
  },
  {
    path: 'recipe.warmUp',
    group: 'Training',
    label: 'Warm-up',
    unit: 'share of steps',
    does: 'The learning rate rises over this share of the steps, and then falls.',
    isRare: true,
  },
  {
    path: 'recipe.weightDecay',
    group: 'Training',
    label: 'Weight decay',
    does: 'Pulls all weights towards zero.',
    isRare: true,
  },
  {
    path: 'recipe.beta1',
    group: 'Training',
    label: 'AdamW β₁',
    does: 'How long the optimizer remembers gradients.',
    isRare: true,
  },
  {
    path: 'recipe.beta2',
    group: 'Training',
    label: 'AdamW β₂',
    does: 'How long the optimizer remembers sizes.',
    isRare: true,
  },
  {
    path: 'recipe.trainSequences',
    group: 'Training',
    label: 'Training set',
    unit: 'sequences',
    does: 'How many different sequences there are to learn from.',
    isRare: true,
  },
  {
    path: 'recipe.validationSequences',
    group: 'Training',
    label: 'Validation set',
    unit: 'sequences',
    does: 'Unseen sequences that the error is measured on.',
    isRare: true,
  },
  {
    path: 'recipe.curvePoints',
    group: 'Training',
    label: 'Points per curve',
    does: 'How often the error is measured during training.',
    isRare: true,
  },
];
