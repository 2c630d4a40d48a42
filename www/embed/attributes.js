// The attributes of <head-count>. HTML knows no capitals in their names, so of D and d, and of N and n, the
// single letter is the one that more experiments change, and the other has a name. No logic: what they mean is
// read in settings.js.

/** Attributes that are fields of an experiment, and the name that a share link has for the field. */
export const FIELD_ATTRIBUTES = /** @type {Record<string, string>} */ ({
  kind: 'kind',
  task: 'kind',
  d: 'D',
  targets: 'D',
  'token-size': 'd',
  directions: 'directions',
  feature: 'feature',
  subsets: 'subsets',
  outer: 'outer',
  queries: 'queries',
  seed: 'seed',
  form: 'form',
  h: 'h',
  heads: 'h',
  t: 'T',
  length: 'T',
  w: 'w',
  n: 'N',
  width: 'N',
  'head-size': 'n',
  e: 'E',
  l: 'L',
  layers: 'L',
  steps: 'steps',
  batch: 'batch',
  'learning-rate': 'learningRate',
  'warm-up': 'warmUp',
  beta1: 'beta1',
  beta2: 'beta2',
  'weight-decay': 'weightDecay',
  data: 'data',
  'train-sequences': 'trainSequences',
  'validation-sequences': 'validationSequences',
  'curve-points': 'curvePoints',
  target: 'target',
  seeds: 'seeds',
});

/** The others: a whole experiment as a link has it, a preset to begin with, and what is shown. */
export const OWN_ATTRIBUTES = /** @type {const} */ ([
  'experiment',
  'preset',
  'view',
  'controls',
  'hide',
  'autoplay',
  'theme',
]);

/** Those of them that leave the experiment as it is. @type {readonly string[]} */
export const SHOWN_ATTRIBUTES = ['view', 'controls', 'hide', 'autoplay', 'theme'];

export const ATTRIBUTES = [...OWN_ATTRIBUTES, ...Object.keys(FIELD_ATTRIBUTES)];

/** Other names of presets: what is called the transition is that of the paper's own task. @type {Record<string, string>} */
const PRESETS = { transition: 'few' };

/** The id of the preset that an attribute names. @param {string} name */
export const presetIdOf = (name) => PRESETS[name] ?? name;
