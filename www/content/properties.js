// Every property of an experiment that the page lets a reader change: one table that the controls
// are made of. What is allowed is checked by the wasm (crate/lab), never here; `range` only tells.

/**
 * @typedef {object} Property
 * @property {string} path   where it stands in an experiment
 * @property {'Task' | 'Model' | 'Training'} group
 * @property {string} label
 * @property {string} [unit]
 * @property {string} range  what is allowed, in words
 * @property {string} does   what it does, in one line
 * @property {'number' | 'list' | 'choice'} type
 * @property {[value: string, label: string][]} [choices]
 * @property {string[]} [kinds]  the tasks that have it; all without
 * @property {string[]} [forms]  the forms that have it; all without
 * @property {string} [instead]  the field that it takes the place of; it may be left empty
 * @property {boolean} [rare]    shown only when asked for
 */

const PAPER_1 = ['max-sum', 'retrieval', 'min-max'];
/** Stands for the kind of a task that is a mystery; the wasm knows no such kind. */
export const MYSTERY = 'mystery';
const PAPER_2 = ['farthest', 'nearest'];

/** @type {Property[]} */
export const properties = [
  { path: 'task.kind', group: 'Task', label: 'Task', type: 'choice', range: 'five tasks of two papers', does: 'What the Transformers have to learn.', choices: [['max-sum', 'Sum of maxima'], ['retrieval', 'Closest to hidden spots'], ['min-max', 'Largest plus smallest'], ['farthest', 'Farthest point'], ['nearest', 'Nearest point']] },
  { path: 'task.D', group: 'Task', label: 'Features D', type: 'number', range: '1 to 32', does: 'How many things to find in a sequence: the cliff is expected at h = D.', kinds: ['max-sum', 'retrieval'] },
  { path: 'task.d', group: 'Task', label: 'Token size d', unit: 'numbers', type: 'number', range: '1 to 64', does: 'How many numbers each token has.', kinds: ['max-sum', 'retrieval', ...PAPER_2] },
  { path: 'grid.T', group: 'Task', label: 'Sequence lengths T', unit: 'tokens', type: 'list', range: 'up to 32 lengths from 1 to 1024', does: 'Every length is trained; longer sequences are harder with too few heads.' },
  { path: 'task.directions', group: 'Task', label: 'Directions', type: 'choice', range: 'two ways to draw them', does: 'How the D directions lie: at right angles, or as they fall.', choices: [['orthonormal', 'At right angles'], ['gaussian', 'Random']], kinds: ['max-sum'] },
  { path: 'task.feature', group: 'Task', label: 'Feature shape', type: 'choice', range: 'three shapes', does: 'How fast a feature grows away from its hidden spot.', choices: [['bowl', 'Bowl'], ['well', 'Well'], ['log', 'Steep, then flat']], kinds: ['retrieval'] },
  { path: 'task.subsets', group: 'Task', label: 'Where features look', type: 'choice', range: 'three ways', does: 'Which positions of the sequence count for a feature.', choices: [['all', 'Everywhere'], ['blocks', 'A stretch each'], ['random', 'Random positions']], kinds: ['retrieval'] },
  { path: 'task.outer', group: 'Task', label: 'Put together by', type: 'choice', range: 'three ways', does: 'How the D findings become one number.', choices: [['sum', 'Adding'], ['product', 'Multiplying'], ['smooth', 'A smooth mix']], kinds: ['retrieval'] },
  { path: 'task.queries', group: 'Task', label: 'Who asks', type: 'choice', range: 'two ways', does: 'Whether every point asks for its neighbour, or one more does.', choices: [['self', 'Every point'], ['separate', 'One more point']], kinds: ['nearest'] },
  { path: 'task.seed', group: 'Task', label: 'Data seed', type: 'number', range: '0 to 4294967295', does: 'Draws other data of the same kind.', rare: true },

  { path: 'grid.h', group: 'Model', label: 'Heads h', type: 'list', range: 'up to 64 numbers from 1 to 64', does: 'One Transformer is trained for each number of heads.' },
  { path: 'grid.form', group: 'Model', label: 'Transformer', type: 'choice', range: 'two forms for each paper', does: 'Which of the papers’ models is trained.', choices: [['reader', 'Attention, then a readout'], ['memoriser', 'Memoriser'], ['attention', 'Attention only'], ['encoder', 'Encoder with skips']] },
  { path: 'grid.n', group: 'Model', label: 'Size of one head n', unit: 'numbers', type: 'number', range: '1 to 256', does: 'Every head has this size, so more heads make a wider model.', forms: ['reader', 'memoriser'], instead: 'grid.E' },
  { path: 'grid.E', group: 'Model', label: 'or size of all heads E', unit: 'numbers', type: 'number', range: '1 to 1024', does: 'In place of n: heads share this size, so more heads are smaller heads.', forms: ['reader', 'memoriser'], instead: 'grid.n' },
  { path: 'grid.N', group: 'Model', label: 'Hidden widths N', unit: 'neurons', type: 'list', range: 'up to 32 widths from 1 to 1024', does: 'How wide the network around the attention is; every width is trained.', forms: ['reader', 'memoriser', 'encoder'] },
  { path: 'grid.L', group: 'Model', label: 'Layers L', type: 'list', range: '1 to 2 (encoder: 3)', does: 'Layers of attention; the paper expects the cliff at L·h = D.', forms: ['reader', 'encoder'] },
  { path: 'grid.w', group: 'Model', label: 'Side by side w', unit: 'layers', type: 'list', range: 'up to 16 numbers from 1 to 64', does: 'So many attention layers are averaged: more heads of the same rank.', forms: ['attention', 'encoder'] },

  { path: 'recipe.steps', group: 'Training', label: 'Steps', type: 'number', range: '1 to 1000000', does: 'How long each Transformer is trained.' },
  { path: 'seeds', group: 'Training', label: 'Seeds', type: 'list', range: 'up to 100 whole numbers', does: 'Every Transformer is trained once per seed, from other first weights.' },
  { path: 'recipe.batch', group: 'Training', label: 'Batch', unit: 'sequences', type: 'number', range: '1 to 8192', does: 'How many sequences each step looks at.' },
  { path: 'recipe.learningRate', group: 'Training', label: 'Learning rate', type: 'number', range: 'above 0, at most 10', does: 'How large a step is, at its largest.' },
  { path: 'recipe.data', group: 'Training', label: 'Data', type: 'choice', range: 'two ways', does: 'One training set seen again and again, or new sequences all the time.', choices: [['fixed', 'One set'], ['fresh', 'Always new']] },
  { path: 'recipe.target', group: 'Training', label: 'Stop at error', type: 'number', range: '0 (never) to below 1', does: 'A run ends once its error is not above this.', rare: true },
  { path: 'recipe.warmUp', group: 'Training', label: 'Warm-up', unit: 'share of steps', type: 'number', range: '0 to 1', does: 'The learning rate rises over this share of the steps, and then falls.', rare: true },
  { path: 'recipe.weightDecay', group: 'Training', label: 'Weight decay', type: 'number', range: '0 to 1', does: 'Pulls all weights towards zero.', rare: true },
  { path: 'recipe.beta1', group: 'Training', label: 'AdamW β₁', type: 'number', range: '0 to below 1', does: 'How long the optimizer remembers directions.', rare: true },
  { path: 'recipe.beta2', group: 'Training', label: 'AdamW β₂', type: 'number', range: '0 to below 1', does: 'How long the optimizer remembers sizes.', rare: true },
  { path: 'recipe.trainSequences', group: 'Training', label: 'Training set', unit: 'sequences', type: 'number', range: '1 to 1000000', does: 'How many different sequences there are to learn from.', rare: true },
  { path: 'recipe.validationSequences', group: 'Training', label: 'Validation set', unit: 'sequences', type: 'number', range: '2 to 100000', does: 'Unseen sequences that the error is measured on.', rare: true },
  { path: 'recipe.curvePoints', group: 'Training', label: 'Points per curve', type: 'number', range: '1 to 1000', does: 'How often the error is measured during training.', rare: true },
];

/** The forms that a kind of task can be tried with. @param {string} kind */
const formsOf = (kind) => (PAPER_2.includes(kind) ? ['attention', 'encoder'] : ['reader', 'memoriser']);

/** Whether paper 1 defines D for this task. @param {string} kind */
export const hasDimension = (kind) => PAPER_1.includes(kind) || kind === MYSTERY;

/** What is left out of the controls while the task is a mystery: the task, and what would show it or D differently. @param {Property} property */
export const gives = ({ path }) => path.startsWith('task.') || path === 'grid.form' || path === 'grid.L';

/** Whether an experiment has this property. @param {Property} property @param {any} experiment */
export function applies({ kinds, forms }, { task, grid }) {
  return (kinds?.includes(task.kind) ?? true) && (forms?.includes(grid.form) ?? true);
}

/** The choices that an experiment leaves for a property. @param {Property} property @param {any} experiment */
export function choicesOf({ path, choices = [] }, experiment) {
  if (path === 'grid.form') return choices.filter(([form]) => formsOf(experiment.task.kind).includes(form));
  return choices;
}

/** What stands at a path. @param {any} experiment @param {string} path */
export const at = (experiment, path) => path.split('.').reduce((value, name) => value?.[name], experiment);

/** A copy with `value` at a path; without that field for `undefined`. @param {any} experiment @param {string} path @param {unknown} value */
export function put(experiment, path, value) {
  const copy = structuredClone(experiment);
  const names = path.split('.');
  const last = /** @type {string} */ (names.pop());
  const place = names.reduce((object, name) => (object[name] ??= {}), copy);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

/**
 * Leaves out what an experiment cannot have, or should not keep, after the field at `path` was
 * changed: the wasm fills in the defaults of what it then is.
 *
 * @param {any} experiment @param {string} path
 */
export function pruned(experiment, path) {
  const { task, grid } = experiment;
  if (path === 'task.kind') {
    experiment.task = { kind: task.kind };
    if (!formsOf(task.kind).includes(grid.form)) experiment.grid = { T: grid.T };
  }
  if (path === 'grid.form') experiment.grid = { form: grid.form, T: grid.T };
  const { instead } = properties.find((property) => property.path === path) ?? {};
  if (instead) return put(experiment, instead, undefined);
  return experiment;
}

/** As a text field has it. @param {unknown} value */
export const textOf = (value) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** What a text field means. Text that is no number is left as it is, for the wasm to refuse. @param {Property} property @param {string} text */
export function valueOf({ type, instead }, text) {
  const number = (/** @type {string} */ word) => (word !== '' && Number.isFinite(Number(word)) ? Number(word) : word);
  if (type === 'list') return text.split(/[\s,;]+/).filter(Boolean).map(number);
  if (type === 'choice') return text;
  if (instead && text.trim() === '') return undefined;
  return number(text.trim());
}
