// Files that leave the page and files that come in. What is in them is made and checked by the wasm
// and the engine; here they are only named, saved and told apart.
import { draw } from '../state/pictures.js';
import { sentenceOf } from '../state/session.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../state/pictures.js').Picture} Picture */

/** Gives the reader a file. @param {string} name @param {BlobPart} content @param {string} type */
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The results as JSON, in the native binary's form. @param {Session} session */
export const saveResults = ({ outcome }) => save('headcount-results.json', JSON.stringify(outcome), 'application/json');

/** Puts text where the reader can paste it from. @param {string} text */
export async function copy(text) {
  if (!navigator.clipboard) throw new Error('The browser lets only pages from https or localhost copy.');
  await navigator.clipboard.writeText(text);
}

/** A run's name, as the native binary names its file. @param {import('../api/types.js').Run} run */
export function nameOf({ T, h, n, N, w = 1, L = 1, seed }) {
  return [`T${T}`, `h${h}`, `n${n}`, N ? `N${N}` : '', w > 1 ? `w${w}` : '', L > 1 ? `L${L}` : '', `seed${seed}`].filter(Boolean).join('-');
}

/** Under a chart: what it shows, and the link's query that makes it again. @param {Session} session @param {Picture} picture */
export function captionOf({ charts, shown, secret }, { title }) {
  return `${title} · ${secret ? 'a mystery' : charts?.toQuery(JSON.stringify(shown)) ?? ''}`;
}

const PNG = { width: 800, height: 480, scale: 2 };

/** A chart as PNG, twice as sharp as its size, with its caption below. @param {Session} session @param {Picture} picture @returns {Promise<Blob>} */
export async function pngOf(session, picture) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const chart = document.createElement('canvas');
  draw(session.charts, picture, chart, { ...PNG, theme });
  const lines = [captionOf(session, picture), picture.citation];
  const page = document.createElement('canvas');
  page.width = PNG.width * PNG.scale;
  page.height = (PNG.height + 22 * lines.length + 10) * PNG.scale;
  const context = /** @type {CanvasRenderingContext2D} */ (page.getContext('2d'));
  context.fillStyle = theme === 'dark' ? '#181b22' : '#ffffff';
  context.fillRect(0, 0, page.width, page.height);
  context.drawImage(chart, 0, 0);
  context.scale(PNG.scale, PNG.scale);
  context.fillStyle = theme === 'dark' ? '#a0a8b6' : '#5c626e';
  context.font = '13px system-ui, sans-serif';
  lines.forEach((line, i) => context.fillText(line, 12, PNG.height + 16 + 22 * i, PNG.width - 24));
  return new Promise((done, failed) => page.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser makes no PNG of this chart.'))), 'image/png'));
}

/** A chart as SVG. @param {Session} session @param {Picture} picture @returns {string} */
export function svgOf(session, picture) {
  const charts = /** @type {any} */ (session.charts);
  const frame = { width: 800, height: 480, scale: 1, theme: 'light' };
  return charts.svgOf(picture.kind, { frame, ...picture.chart }, captionOf(session, picture), picture.citation);
}

/**
 * Takes in a file, whatever it is: an experiment, results to compare with, or a model. Returns the
 * tab that shows it. Throws a sentence.
 *
 * @param {Session} session
 * @param {File} file
 */
export async function take(session, file) {
  const bytes = await file.arrayBuffer();
  if (/\.safetensors$/i.test(file.name)) {
    const lab = await session.lab;
    if (!lab) throw new Error('The engine is not there to open a model.');
    session.opened = await lab.open(bytes);
    session.changed();
    return 'heads';
  }
  let given;
  try {
    given = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`${file.name} is neither JSON nor a .safetensors file: an experiment, results or a model can be read.`);
  }
  if (!given?.outcomes) {
    session.set(given);
    session.clear();
    return null;
  }
  const { charts } = session;
  if (!charts) throw new Error('The charts are not loaded yet.');
  const experiment = charts.validate(JSON.stringify(given.experiment ?? {}));
  const { summary } = charts.summarise(given.outcomes, JSON.stringify(experiment));
  session.set(experiment);
  session.compare({ name: file.name.replace(/\.json$/i, ''), results: { ...given, experiment, summary } });
  return 'transition';
}

/** Takes in files, one after another; what is wrong with one is told, and the others still count. @param {Session} session @param {Iterable<File>} files */
export async function takeAll(session, files) {
  /** @type {string | null} */
  let tab = null;
  session.notice = '';
  for (const file of files) {
    try {
      tab = await take(session, file);
    } catch (error) {
      session.notice = [session.notice, `${file.name}: ${sentenceOf(error)}`].filter(Boolean).join('\n');
    }
  }
  session.changed();
  return tab;
}
