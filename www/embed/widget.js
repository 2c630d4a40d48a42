// widget.mjs: the playground as an anywidget module, for Jupyter, JupyterLite, marimo and MyST. It is loaded from a
// Blob or copied without the files beside it, so it has everything inside (scripts/one-file.mjs), with the CPU
// engine only; with `base`, the address of dist/, it takes headcount.js from there. Tested in tests/hosts.

import { unpackFiles } from './packed-files.js';
import { packs } from './widget-packs.js';

/**
 * What is used of anywidget's model. Hosts do not have all of it: in MyST's static pages `save_changes` and `off`
 * throw, because nothing is behind the page.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, act: () => void) => void} on
 * @property {(event: string, act: () => void) => void} off
 */

/** @typedef {import('./head-count.js').HeadCount} HeadCount */

/** Traits that are attributes of the element. */
const ATTRIBUTES = ['preset', 'view', 'controls', 'hide', 'autoplay', 'theme'];

/** Each widget of a page brings this module again: what is inside is unpacked once, and those that come meanwhile wait. */
const LOADING = Symbol.for('headcount widget');

/** @param {Uint8Array<ArrayBuffer> | undefined} script */
async function runScript(script) {
  if (!script) throw new Error('widget.mjs has no files inside: give it base, the address of dist/.');
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {string} base */
async function define(base) {
  if (base) {
    await import(/* @vite-ignore */ new URL('headcount.js', base.replace(/\/*$/, '/')).href);
    return;
  }
  const files = unpackFiles(packs);
  /** @type {any} */ (globalThis).headcountFiles = files;
  await runScript(files.get('page.js'));
}

/** Defines the element, if the page has none. @param {string} base */
async function defineOnce(base) {
  const page = /** @type {any} */ (globalThis);
  if (customElements.get('head-count')) return;
  page[LOADING] ??= define(base);
  try {
    await page[LOADING];
  } catch (error) {
    page[LOADING] = undefined;
    throw error;
  }
}

/** For what a host may not have. @param {() => void} act */
function where(act) {
  try {
    act();
  } catch {
    // Nothing is lost: there is no Python behind the page to tell.
  }
}

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function follow(element, name, value) {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  if (text === '') element.removeAttribute(name);
  else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** @param {HeadCount} element @param {unknown} experiment  a share link or its query, or plain fields */
function followExperiment(element, experiment) {
  if (typeof experiment === 'string') follow(element, 'experiment', experiment);
  else if (experiment && Object.keys(experiment).length > 0)
    element.experiment = /** @type {import('../wasm/page/page.js').ExperimentFields} */ (experiment);
}

/** @param {{ model: Model, el: HTMLElement }} given */
async function render({ model, el }) {
  try {
    await defineOnce(model.get('base') ?? '');
  } catch (error) {
    el.textContent = `Headcount could not be loaded: ${error instanceof Error ? error.message : error}`;
    return;
  }
  const element = /** @type {HeadCount} */ (document.createElement('head-count'));
  element.addEventListener('headcount-outcome', (event) =>
    where(() => {
      model.set('outcome_document', /** @type {CustomEvent} */ (event).detail);
      model.save_changes();
    }),
  );
  /** What to do when a trait is set from Python. @type {[event: string, act: () => void][]} */
  const changes = [
    ...ATTRIBUTES.map((name) => /** @type {const} */ ([name, () => follow(element, name, model.get(name))])),
    /** @type {const} */ (['experiment', () => followExperiment(element, model.get('experiment'))]),
  ].map(([name, act]) => [`change:${name}`, act]);
  for (const [event, act] of changes) {
    act();
    where(() => model.on(event, act));
  }
  el.append(element);
  return () => {
    for (const [event, act] of changes) where(() => model.off(event, act));
    element.remove();
  };
}

export default { render };
