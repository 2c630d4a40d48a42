// Which answer a training gives to a question of a lesson.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { boundVerdict, VERDICTS } from '../../lessons/verdicts.js';
import { LESSONS } from '../lesson-answers.js';
import { wasm } from './page-wasm.js';

const folder = join(import.meta.dirname, '..', '..', 'lessons');
const group = (sizes, median) => ({ T: 16, N: 32, h: 1, median, ...sizes });
const reader = (attributes) => (name) => attributes[name] ?? '';

test('the cliff is where the summary has it, and "none" where it has none', () => {
  assert.equal(VERDICTS.cliff({ transitions: [{ h: 3 }] }, reader({})), '3');
  assert.equal(VERDICTS.cliff({ transitions: [{ h: null }] }, reader({})), 'none');
});

test('two groups of runs are compared by their medians, as coarsely as the question asks', () => {
  const summary = { groups: [group({ T: 8 }, 0.01), group({ T: 64 }, 0.025), group({ T: 64, w: 2 }, 0.9)] };
  const compare = (of, factor) => VERDICTS.compare(summary, reader({ of, with: 'T=8', factor }));
  assert.equal(compare('T=64 w=1', '2'), 'higher');
  assert.equal(compare('T=64 w=1', '3'), 'same');
  assert.equal(VERDICTS.compare(summary, reader({ of: 'T=8', with: 'T=64 w=1', factor: '2' })), 'lower');
  assert.throws(() => compare('T=64', '2'), /2 groups of runs at T=64/);
  assert.throws(() => compare('T=128', '2'), /0 groups/);
});

test('a group whose runs all diverged decides nothing', () => {
  const summary = { groups: [group({ h: 1 }, null), group({ h: 2 }, 0.5)] };
  assert.throws(() => VERDICTS.compare(summary, reader({ of: 'h=2', with: 'h=1', factor: '2' })), /No run ended/);
  assert.equal(VERDICTS.best(summary, reader({})), '2');
  assert.throws(() => VERDICTS.best({ groups: [] }, reader({})), /No run ended/);
});

test('the longest sequences whose error is below a limit are named, and "none" where there are none', () => {
  const summary = { groups: [group({ T: 64 }, 0.02), group({ T: 8 }, 0.001), group({ T: 128 }, null)] };
  const longest = (limit) => VERDICTS.longest(summary, reader({ limit }));
  assert.deepEqual([longest('0.1'), longest('0.01'), longest('0.0001')], ['64', '8', 'none']);
});

test('the best number of heads has the lowest median', () => {
  const groups = [group({ h: 4 }, 0.7), group({ h: 1 }, 0.1), group({ h: 2 }, 0.6)];
  assert.equal(VERDICTS.best({ groups }, reader({})), '1');
});

/** The lessons, and what is between the tags of a kind in each. @param {string} tag */
const partsOf = (tag) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .filter(({ text }) => text.includes('<lesson-question'))
    .map(({ file, text }) => ({
      file,
      parts: [...text.matchAll(new RegExp(`<${tag} .*?</${tag}>`, 'gs'))].map(String),
    }));

/** @param {string} part */
const answersOf = (part) => [...part.matchAll(/<button value="(\w+)"/g)].map(([, value]) => value);

/** @param {string} part @param {string} file */
function verdictOf(part, file) {
  const decide = part.match(/decide="(\w+)"/)?.[1] ?? '';
  assert.ok(decide in VERDICTS || decide === 'bound', `${file}: ${decide}`);
  assert.match(part, /<template>.+<\/template>/s);
  return decide;
}

test('every lesson begins with a picture and asks for a prediction; it ends with three questions', () => {
  const lessons = partsOf('lesson-question');
  assert.equal(lessons.length, 4);
  for (const { file, parts } of lessons) {
    const text = readFileSync(join(folder, file), 'utf8');
    const [, scene, alt] =
      text.match(/<h1>[^<]+<\/h1>\s*<img class="scene" src="([\w-]+\.svg)" [^>]*alt="([^"]+)"/) ?? [];
    assert.ok(existsSync(join(folder, scene)), file);
    assert.match(alt, /\.$/);
    assert.equal(parts.length, 4, file);
    const [before, end] = text.split('<h2>Three questions</h2>');
    assert.equal(before.match(/<lesson-question/g)?.length, 1, file);
    // Nothing but the questions, what was measured for a lecturer's sheet, and the lecturer's note.
    assert.match(end, /^(\s*<lesson-question .*?<\/lesson-question>){3}\s*<section class="on-paper sheet">/s, file);
    assert.match(end, /<\/section>\s*<details>.*<\/details>\s*<\/main>/s, file);
    assert.doesNotMatch(end, /<lesson-belief|<head-count/, file);
  }
});

test('every question has a known verdict, and answers that it can give', () => {
  for (const { file, parts } of partsOf('lesson-question')) {
    for (const question of parts) {
      const decide = verdictOf(question, file);
      const answers = answersOf(question);
      assert.ok(answers.length >= 3, file);
      if (decide === 'compare') assert.deepEqual(answers.toSorted(), ['higher', 'lower', 'same'], file);
    }
  }
});

test('every lesson lets its reader try a misconception, by one button whose value the verdict can give', () => {
  const possible = {
    compare: ['higher', 'lower', 'same'],
    longest: ['none', '8', '16', '64'],
    cliff: ['none', '2', '3', '4'],
  };
  for (const { file, parts } of partsOf('lesson-belief')) {
    assert.ok(parts.length > 0, file);
    for (const belief of parts) {
      const [value, ...more] = answersOf(belief);
      assert.ok(possible[verdictOf(belief, file)].includes(value), `${file}: ${value}`);
      assert.deepEqual(more, []);
    }
  }
});

test('every lesson asks before it tells, and has a mystery for each group of a class', () => {
  for (const file of partsOf('lesson-question').map(({ file }) => file)) {
    const text = readFileSync(join(folder, file), 'utf8');
    const [before] = text.slice(text.indexOf('<h2>')).split('<lesson-question');
    // What comes first says what is asked, and shows nothing.
    assert.doesNotMatch(before, /<head-count|<\/h2>.*<h2>/s, file);
    assert.match(text, /<details>.*mystery for each group.*<\/details>/s, file);
  }
});

/** The attributes of a part, as its element reads them. @param {string} part */
function readerOf(part) {
  const [tag] = part.match(/^<[^>]+>/) ?? [''];
  const attributes = [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value.replaceAll('&amp;', '&'),
  ]);
  return reader(Object.fromEntries(attributes));
}

/** What the lessons' experiments ended with, by their links: `node scripts/lesson-summaries.mjs` trains and writes them. */
const summaries = JSON.parse(readFileSync(join(import.meta.dirname, 'lesson-summaries.json'), 'utf8'));

/** What is measured, or proven. @param {string} part @param {string} file */
function answerTo(part, file) {
  const read = readerOf(part);
  if (read('decide') === 'bound') return boundVerdict(wasm.theorySentence, read);
  const query = wasm.Experiment.fromQuery(read('experiment')).toQuery();
  assert.ok(summaries[query], `${file}: nothing is trained of ${query}: run "node scripts/lesson-summaries.mjs"`);
  return VERDICTS[read('decide')](summaries[query], read);
}

/** @param {string} part @param {string} value */
const wordsOf = (part, value) => part.match(new RegExp(`<button value="${value}">([^<]+)</button>`))?.[1];

test('every question has the answer that the lesson teaches, by errors that were trained earlier', () => {
  const asked = new Set();
  for (const { file, parts } of partsOf('lesson-question')) {
    const found = parts.map((part) => wordsOf(part, answerTo(part, file)));
    assert.deepEqual(found, LESSONS[file.replace('.html', '')], file);
    for (const part of parts) asked.add(readerOf(part)('experiment'));
  }
  for (const { file, parts } of partsOf('lesson-belief')) {
    for (const part of parts) {
      assert.notEqual(answerTo(part, file), answersOf(part)[0], `${file}: ${part}`);
      asked.add(readerOf(part)('experiment'));
    }
  }
  // Nothing is kept that no lesson asks for.
  const queries = [...asked].filter(Boolean).map((query) => wasm.Experiment.fromQuery(query).toQuery());
  assert.deepEqual(Object.keys(summaries).sort(), [...new Set(queries)].sort());
});

test('exponents of the bound in the lesson are those of the theory', () => {
  const text = readFileSync(join(folder, 'width-and-length.html'), 'utf8');
  const k = (T, h, D) =>
    Number(
      wasm
        .theorySentence(T, h, 8, D, 1)
        .match(/k = (−?[\d.]+\d|−?\d)/)[1]
        .replace('−', '-'),
    );
  const [, told] = text.match(/with one head, k is (.*?) at T = 8, 16, 32, 64 and 128/) ?? [];
  assert.deepEqual(
    told.match(/−?[\d.]+/g).map((one) => Number(one.replace('−', '-'))),
    [8, 16, 32, 64, 128].map((T) => Math.round(10 * k(T, 1, 4)) / 10),
  );
  const [, at16, at64] =
    text.match(/for D = 3 and two heads k is −([\d.]+) at T = 16, and −([\d.]+) even at T = 64/) ?? [];
  assert.deepEqual([Number(at16), Number(at64)], [-k(16, 2, 3), -Math.round(100 * k(64, 2, 3)) / 100]);
  assert.match(text, /Only from T = 137 on is k above 0/);
  assert.match(wasm.theorySentence(128, 3, 8, 4, 1), /becomes > 0 from T = 137\./);
});
