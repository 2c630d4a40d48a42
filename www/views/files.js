// Files that are exported. What is in them is made by the wasm and the engine; here they are only named
// and saved. Files that are opened: opened-files.js.
import { resultsToSave } from '../state/displayed-results.js';
import { paintInSlices } from './chart-painter.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('./pictures.js').Picture} Picture */

/** Gives the reader a file. @param {string} name @param {BlobPart | BlobPart[]} content @param {string} type */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob(Array.isArray(content) ? content : [content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** How long JSON is written in one go, in milliseconds: a large sweep has tens of megabytes of it. */
const WRITING_SLICE = 12;

/** A document of outcomes as JSON, written in parts so that the page goes on meanwhile. @param {import('../api/protocol.js').Outcomes} document @returns {Promise<string[]>} */
export async function jsonParts(document) {
  const parts = [];
  let began = performance.now();
  for (const [key, value] of Object.entries(document)) {
    parts.push(parts.length ? ',' : '{', `${JSON.stringify(key)}:`);
    if (key !== 'outcomes') {
      parts.push(JSON.stringify(value));
      continue;
    }
    for (const [i, outcome] of document.outcomes.entries()) {
      parts.push(i > 0 ? ',' : '[', JSON.stringify(outcome));
      if (performance.now() - began < WRITING_SLICE) continue;
      await new Promise((go) => setTimeout(go));
      began = performance.now();
    }
    parts.push(document.outcomes.length ? ']' : '[]');
  }
  return [...parts, '}'];
}

/** The results as JSON, in the native binary's form. @param {Session} session */
export async function saveResults(session) {
  const saved = resultsToSave(session);
  if (saved) save('headcount-results.json', await jsonParts(saved.document), 'application/json');
}

/** Puts text where the reader can paste it from. @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Over plain http there is only the old command, which asks listeners for the text.
  const give = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  if (!isCopied) throw new Error('The browser lets only pages from https or localhost copy.');
}

/** Under a chart: what it shows, and what was trained. @param {Picture} picture */
export const captionOf = ({ title, setting }) => `${title}. ${setting}`.trim();

/** Exported charts with their captions, in CSS pixels. */
const SIZE = { width: 800, height: 560 };
/** Device pixels for each in a PNG. */
const PNG_SCALE = 2;

/** What is on a canvas, as a file. @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const pngOfCanvas = (canvas) =>
  new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('The browser makes no PNG of this chart.'))),
      'image/png',
    ),
  );

/** A chart as PNG, twice as sharp as its size, with its caption below. @param {Picture} picture */
export async function pngOf(picture) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const frame = /** @type {const} */ ({ ...SIZE, scale: PNG_SCALE, theme });
  return pngOfCanvas(await paintInSlices(picture.use((chart) => chart.figure(frame, captionOf(picture)))));
}

/** A chart as SVG. @param {Picture} picture */
export const svgOf = (picture) =>
  picture.use((chart) => chart.svg({ ...SIZE, scale: 1, theme: 'light' }, captionOf(picture)));
