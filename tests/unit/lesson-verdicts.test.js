// Which answer a training gives to a question of a lesson.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VERDICTS } from '../../lessons/verdicts.js';

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
  assert.ok(decide in VERDICTS, `${file}: ${decide}`);
  assert.match(part, /<template>.+<\/template>/s);
  return decide;
}

test('every lesson asks three questions, each with a known verdict and answers that it can give', () => {
  const lessons = partsOf('lesson-question');
  assert.equal(lessons.length, 4);
  for (const { file, parts } of lessons) {
    assert.equal(parts.length, 3, file);
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
