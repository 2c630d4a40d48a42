// Files that are exported and files that are opened. What is in them is made and checked by the wasm
// and the engine; here they are only named, saved and told apart.
import { sentenceOf } from '../api/checks.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('./pictures.js').Picture} Picture */

/** Gives the reader a file. @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The results as JSON, in the native binary's form. @param {Session} session */
export const saveResults = ({ training }) =>
  save('headcount-results.json', JSON.stringify(training.outcome), 'application/json');

/** Puts text where the reader can paste it from. @param {string} text */
export async function copy(text) {
  if (!navigator.clipboard) throw new Error('The browser lets only pages from https or localhost copy.');
  await navigator.clipboard.writeText(text);
}

/** Under a chart: what it shows, and the link's query that makes it again. @param {Session} session @param {Picture} picture */
export const captionOf = ({ displayedExperiment, whySecret }, { title }) =>
  `${title} · ${whySecret ? 'a mystery' : (displayedExperiment?.toQuery() ?? '')}`;

/** Exported charts, in CSS pixels. */
const SIZE = { width: 800, height: 480 };
/** Device pixels for each in a PNG. */
const PNG_SCALE = 2;
/** Below a PNG's chart: the height of a line of text, and what is left around all of them. */
const LINE = 22;
const MARGIN = 12;
const COLOURS = { light: { ground: '#ffffff', text: '#5c626e' }, dark: { ground: '#181b22', text: '#a0a8b6' } };

/** A chart as PNG, twice as sharp as its size, with its caption below. @param {Session} session @param {Picture} picture @returns {Promise<Blob>} */
export async function pngOf(session, picture) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const chart = document.createElement('canvas');
  picture.draw(chart, { ...SIZE, scale: PNG_SCALE, theme });
  const lines = [captionOf(session, picture), picture.citation];
  const page = document.createElement('canvas');
  page.width = SIZE.width * PNG_SCALE;
  page.height = (SIZE.height + LINE * lines.length + 10) * PNG_SCALE;
  const context = /** @type {CanvasRenderingContext2D} */ (page.getContext('2d'));
  context.fillStyle = COLOURS[theme].ground;
  context.fillRect(0, 0, page.width, page.height);
  context.drawImage(chart, 0, 0);
  context.scale(PNG_SCALE, PNG_SCALE);
  context.fillStyle = COLOURS[theme].text;
  context.font = '13px system-ui, sans-serif';
  lines.forEach((line, i) => context.fillText(line, MARGIN, SIZE.height + 16 + LINE * i, SIZE.width - 2 * MARGIN));
  return new Promise((done, failed) =>
    page.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('The browser makes no PNG of this chart.'))),
      'image/png',
    ),
  );
}

/** A chart as SVG. @param {Session} session @param {Picture} picture */
export const svgOf = (session, picture) =>
  picture.svg({ ...SIZE, scale: 1, theme: 'light' }, captionOf(session, picture));

/**
 * Reads a file, whatever it is: an experiment, results to compare with, or a model. Returns the tab
 * that shows it. Throws a sentence.
 *
 * @param {Session} session
 * @param {File} file
 */
async function openFile(session, file) {
  const bytes = await file.arrayBuffer();
  if (/\.safetensors$/i.test(file.name)) {
    await session.openModel(bytes);
    return 'heads';
  }
  let given;
  try {
    given = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(
      `${file.name} is neither JSON nor a .safetensors file: an experiment, results or a model can be read.`,
    );
  }
  if (!given?.outcomes) {
    session.set(session.experimentOf(given));
    session.clear();
    return null;
  }
  const { experiment, document } = resultsOf(session, given);
  session.set(experiment);
  session.compared.add({ name: file.name.replace(/\.json$/i, ''), document });
  return 'transition';
}

/** Results in full: their experiment completed and checked, their summary made anew. @param {Session} session @param {import('../api/protocol.js').Outcomes} given */
function resultsOf(session, given) {
  const experiment = session.experimentOf(given.experiment ?? {});
  const { summary } = experiment.toDocument('', given.outcomes);
  return { experiment, document: { ...given, experiment: experiment.toFields(), summary } };
}

/** Reads files, one after another; what is wrong with one is reported, and the others are still opened. Returns the tab that shows the last. @param {Session} session @param {Iterable<File>} files */
export async function openFiles(session, files) {
  /** @type {string | null} */
  let tab = null;
  session.notice = '';
  for (const file of files) {
    try {
      tab = await openFile(session, file);
    } catch (error) {
      session.notice = [session.notice, `${file.name}: ${sentenceOf(error)}`].filter(Boolean).join('\n');
    }
  }
  session.changed();
  return tab;
}
