// What a session begins with: recorded results, the experiment and the results of the link, and what
// the browser has kept of earlier visits.
import { sentenceOf } from '../api/checks.js';
import { presets } from '../content/presets.js';
import { recorded } from '../content/recorded.js';
import { loadPins } from '../storage/pinned-results.js';
import { readLink } from './address.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */

/** @param {Session} session */
export function addRecordedResults({ compared }) {
  for (const document of recorded) {
    const note = `recorded earlier, the median of ${document.experiment.seeds.length} runs`;
    compared.add({ name: 'recorded', note, isOwn: false, document });
  }
}

/**
 * Sets the session to the experiment of a link, or to the first preset. Returns the tab that shows it
 * best; null for no link.
 *
 * @param {Session} session
 * @param {string} query  with its `?`
 */
export function openLink(session, query) {
  /** @type {ReturnType<typeof readLink>} */
  let link = null;
  try {
    link = readLink(session.loadedWasm, query);
  } catch (error) {
    session.notice = `This link cannot be opened, so here is the first experiment instead.\n${sentenceOf(error)}`;
  }
  const experiment = link?.experiment ?? null;
  const preset = experiment && !experiment.isSecret ? presetLike(session, experiment) : presets[0];
  if (link?.document) session.linked = session.compared.add({ name: 'from the link', document: link.document });
  if (experiment?.isSecret) session.setMystery(experiment);
  else session.set(experiment ?? session.experimentOf(preset.experiment), preset);
  return experiment && preset.tab;
}

/** The preset that an experiment is, or is most like. @param {Session} session @param {Experiment} given */
function presetLike(session, given) {
  const { task, grid } = given.toFields();
  const all = presets.map((preset) => ({ preset, experiment: session.experimentOf(preset.experiment) }));
  const same = all.find(({ experiment }) => experiment.equals(given));
  const like = all.find(({ experiment }) => {
    const fields = experiment.toFields();
    return fields.task.kind === task.kind && fields.grid.form === grid.form;
  });
  return (same ?? like ?? all[0]).preset;
}

/** Adds what was pinned on earlier visits. @param {Session} session */
export async function addPinnedResults({ compared }) {
  try {
    for (const pin of await loadPins()) {
      const pinned = compared.add(pin);
      // A pinned result that came with the link as well is shown once.
      const twin = compared.list.find(
        (other) => other !== pinned && other.isOwn && other.results.equals(pinned.results),
      );
      if (twin) compared.remove(twin.id);
    }
  } catch {
    // A browser that keeps nothing, as in some private windows, has kept nothing.
  }
}
