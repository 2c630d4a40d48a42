// What a session begins with: recorded results, and the experiment and the results of the link. What
// the browser has kept of earlier visits comes after the first chart (earlier-visits.js).
import { sentenceOf } from '../api/checks.js';
import { presets } from '../content/presets.js';
import { loadRecorded, loadRecordedOf, RECORD_OF_PRESET, recordedMinMax } from '../content/recorded.js';
import { readLink } from './address.js';
import { inReadersWords } from './readers-words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */

/** Once: the same experiment may be on record for a preset and among the papers'. @param {Session} session @param {import('../api/protocol.js').Outcomes} document @param {string} [record]  which one it is */
export function addRecorded(session, document, record = '') {
  const { compared } = session;
  const experiment = session.experimentOf(document.experiment);
  if (compared.list.some((one) => !one.isOwn && one.experiment.equals(experiment))) return;
  const note = `recorded earlier, the median of ${document.experiment.seeds.length} runs`;
  compared.add({ name: 'recorded', note, isOwn: false, record, document });
}

/** The results that the page opens on; where a link says otherwise, all that were recorded. @param {Session} session @param {string} query */
export async function addRecordedResults(session, query) {
  addRecorded(session, recordedMinMax);
  if (query) await addOtherRecordedResults(session);
}

/**
 * Does what needs recorded results to be fetched. Where they cannot be, the page works without, and says so.
 *
 * @param {Session} session
 * @param {string} name  of what is fetched
 * @param {() => Promise<void>} add
 */
export async function addOrSay(session, name, add) {
  try {
    await add();
    session.notLoaded.delete(name);
  } catch {
    session.notLoaded.set(name, add);
  }
  session.changed();
}

/** Fetches once more what could not be fetched. @param {Session} session */
export async function loadAgain(session) {
  for (const [name, add] of [...session.notLoaded]) await addOrSay(session, name, add);
}

/** Whatever else is on record here already. @param {Session} session */
export const addOtherRecordedResults = (session) =>
  addOrSay(session, 'others', async () => {
    for (const document of await loadRecorded()) addRecorded(session, document);
  });

/** What was recorded for a preset, once. @param {Session} session @param {string} id */
export const addRecordedOf = (session, id) =>
  addOrSay(session, `of ${id}`, async () => {
    const document = await loadRecordedOf(id);
    if (document) addRecorded(session, document, RECORD_OF_PRESET[id]);
  });

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
    session.notice = `This link cannot be opened, so here is the first experiment instead.\n${inReadersWords(sentenceOf(error))}`;
  }
  const experiment = link?.experiment ?? null;
  const preset = experiment && !experiment.isSecret ? presetLike(session, experiment) : presets[0];
  if (experiment) addRecordedOf(session, preset.id);
  if (link?.document) session.linked = session.compared.add({ name: 'from the link', document: link.document });
  if (experiment?.isSecret) session.setMystery(experiment);
  else session.set(experiment ?? session.experimentOf(preset.experiment), preset);
  const isOther = experiment && !experiment.isSecret && !session.experimentOf(preset.experiment).equals(experiment);
  if (isOther) import('./opened-reproduction.js').then((one) => one.openLike(session, experiment)).catch(() => {});
  return experiment && preset.tab;
}

/** The preset that an experiment is, or is most like. @param {Session} session @param {Experiment} given */
export function presetLike(session, given) {
  const { task, grid } = given.toFields();
  const all = presets.map((preset) => ({ preset, experiment: session.experimentOf(preset.experiment) }));
  const same = all.find(({ experiment }) => experiment.equals(given));
  const like = all.filter(({ experiment }) => {
    const fields = experiment.toFields();
    return fields.task.kind === task.kind && fields.grid.form === grid.form;
  });
  const ofAsMany = like.find(({ experiment }) => experiment.dimension === given.dimension);
  return (same ?? ofAsMany ?? like[0] ?? all[0]).preset;
}
