// Files that a reader opens or drops: told apart here, and checked by the wasm and the engine. Whatever
// the file is, the reader gets what is in it or a sentence; both are short, however long the file is.
import { sentenceOf } from '../api/checks.js';
import { inReadersWords } from '../state/readers-words.js';

/** @typedef {import('../state/session.js').Session} Session */

const MB = 1_000_000;
/** Results of the most runs that an experiment may have, 2000, each with a curve of the most points, 1000, and room. */
const LONGEST_TEXT = 64 * MB;
/** An engine has 2 GB for a run, and needs four numbers for each of its model's. */
const LONGEST_MODEL = 512 * MB;
/** Results have a depth of six. The limit is that of the wasm's own parser. */
const DEEPEST = 127;
/** Files that are read at once. */
const MOST_FILES = 100;
/** Of so many files, and with so many letters each, it is said what is wrong. */
const MOST_SENTENCES = 8;
const LONGEST_SENTENCE = 600;
const LONGEST_NAME = 80;

/** @param {string} text @param {number} length */
const shortened = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** @param {File} file @param {number} most */
async function bytesOf(file, most) {
  if (file.size > most)
    throw new Error(
      `It has ${Math.ceil(file.size / MB)} MB, and nothing that can be read here has more than ${most / MB}.`,
    );
  /** @type {ArrayBuffer} */
  let bytes;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new Error('It cannot be read: it is a folder, or it is gone.');
  }
  if (bytes.byteLength === 0) throw new Error('It is empty.');
  return bytes;
}

/** Throws where JSON text is nested too deeply to be anything of ours: what reads it would run out of stack. @param {string} text */
function checkDepth(text) {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const letter = text.charCodeAt(i);
    if (isInString) {
      // A backslash hides what follows it.
      if (letter === 92) i += 1;
      else if (letter === 34) isInString = false;
    } else if (letter === 34) isInString = true;
    else if (letter === 91 || letter === 123) depth += 1;
    else if (letter === 93 || letter === 125) depth -= 1;
    if (depth > DEEPEST) throw new Error('It is nested too deeply to be an experiment or results.');
  }
}

/** @param {File} file */
async function jsonOf(file) {
  const bytes = await bytesOf(file, LONGEST_TEXT);
  const refusal = new Error(
    'It is neither JSON nor a .safetensors file: an experiment, results or a model can be read.',
  );
  /** @type {string} */
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal;
  }
  checkDepth(text);
  /** @type {unknown} */
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    throw refusal;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('It is JSON, but neither an experiment nor results: both are objects.');
  return { text, given };
}

/**
 * Reads a file, whatever it is: an experiment, results to compare with, or a model. Returns the tab
 * that shows it. Throws a sentence.
 *
 * @param {Session} session
 * @param {File} file
 */
async function openFile(session, file) {
  if (/\.safetensors$/i.test(file.name)) {
    await session.openModel(await bytesOf(file, LONGEST_MODEL));
    return 'heads';
  }
  const { text, given } = await jsonOf(file);
  if (!('outcomes' in given)) {
    session.set(session.experimentOf(given));
    session.clear();
    return null;
  }
  const { experiment, document } = session.loadedWasm.readResults(text);
  session.set(experiment);
  session.compared.add({ name: shortened(file.name.replace(/\.json$/i, ''), LONGEST_NAME), document });
  return 'transition';
}

/** Files are opened one after another, however they come. @type {Promise<unknown>} */
let last = Promise.resolve();

/** Reads files; what is wrong with one is reported, and the others are still opened. Returns the tab that shows the last. @param {Session} session @param {File[]} files */
export function openFiles(session, files) {
  const opened = last.then(() => openInTurn(session, files));
  last = opened;
  return opened;
}

/** @param {Session} session @param {File[]} files */
async function openInTurn(session, files) {
  /** @type {string | null} */
  let tab = null;
  /** @type {string[]} */
  const problems = [];
  for (const file of files.slice(0, MOST_FILES)) {
    try {
      tab = await openFile(session, file);
    } catch (error) {
      problems.push(
        `${shortened(file.name, LONGEST_NAME)}: ${shortened(inReadersWords(sentenceOf(error)), LONGEST_SENTENCE)}`,
      );
    }
  }
  const left = files.length - MOST_FILES;
  session.notice = [
    ...problems.slice(0, MOST_SENTENCES),
    ...(problems.length > MOST_SENTENCES ? [`${problems.length - MOST_SENTENCES} more files could not be read.`] : []),
    ...(left > 0 ? [`${left} files were not opened: at most ${MOST_FILES} are, at once.`] : []),
  ].join('\n');
  session.changed();
  return tab;
}
