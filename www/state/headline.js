// The words at the top: a preset's own claim and explanation, as long as nothing differs from it, and else the
// task's. A mystery has neither.
import { presets } from '../content/presets.js';

/** @typedef {import('./session.js').Session} Session */

/** The preset whose words count; undefined where none does. @param {Session} session */
function toldPreset({ editor, experiment, whySecret, isOpening }) {
  const { preset, differsFromPreset } = editor;
  // Before the wasm is there, what the page is about to open on.
  if (!experiment && isOpening) return presets[0];
  return experiment && preset?.headline && !differsFromPreset && !whySecret ? preset : undefined;
}

/** Whether the page shows what it opens on, or is about to. @param {Session} session */
export function showsOpening({ experiment, editor, isOpening }) {
  if (!experiment) return isOpening;
  return editor.preset?.name === presets[0].name && !editor.differsFromPreset;
}

/** The longest of the presets' explanations: each of them takes as much room. */
export const longestLead = presets.map(({ shows }) => shows).reduce((a, b) => (b.length > a.length ? b : a));

/** @param {Session} session */
export const headlineOf = (session) => toldPreset(session)?.headline ?? 'How many heads does this task need?';

/** What is learned. @param {Session} session */
export const leadOf = (session) => toldPreset(session)?.shows ?? session.taskSentence;
