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

test('the best number of heads has the lowest median', () => {
  const groups = [group({ h: 4 }, 0.7), group({ h: 1 }, 0.1), group({ h: 2 }, 0.6)];
  assert.equal(VERDICTS.best({ groups }, reader({})), '1');
});

test('every lesson asks three questions, each with a known verdict and answers that it can give', () => {
  const lessons = readdirSync(folder).filter((file) =>
    /<lesson-question/.test(readFileSync(join(folder, file), 'utf8')),
  );
  assert.equal(lessons.filter((file) => file.endsWith('.html')).length, 4);
  for (const file of lessons.filter((file) => file.endsWith('.html'))) {
    const questions = readFileSync(join(folder, file), 'utf8').split('<lesson-question').slice(1);
    assert.equal(questions.length, 3, file);
    for (const question of questions) {
      const decide = question.match(/decide="(\w+)"/)?.[1] ?? '';
      assert.ok(decide in VERDICTS, `${file}: ${decide}`);
      const answers = [...question.matchAll(/<button value="(\w+)"/g)].map(([, value]) => value);
      assert.ok(answers.length >= 3, file);
      if (decide === 'compare') assert.deepEqual(answers.toSorted(), ['higher', 'lower', 'same'], file);
      assert.match(question, /<template>.+<\/template>/s);
    }
  }
});
