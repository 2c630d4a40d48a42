// What the page says of results and of the task, and what it offers to do next. The sentences are the real wasm's; of a
// session only what it loads is handed in.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { presets } from '../../www/content/presets.js';
import { answerOf } from '../../www/state/answer.js';
import { Session } from '../../www/state/session.js';
import { wasm } from './page-wasm.js';

const recorded = (name) =>
  JSON.parse(readFileSync(new URL(`../../www/content/recorded/${name}.json`, import.meta.url), 'utf8'));

/** A session whose controls are set to these fields. */
function sessionOf(fields) {
  const session = new Session();
  session.wasm = wasm;
  session.set(
    session.experimentOf(fields),
    presets.find(({ id }) => id === 'few'),
  );
  return session;
}

/** As after Find D. */
function afterFindD(session, finding) {
  Object.assign(session.training, { finding, experiment: session.experiment });
  return answerOf(session);
}

test('recorded results end with what there is to do', () => {
  const session = sessionOf({});
  session.compared.add({ name: 'recorded', isOwn: false, document: recorded('max-sum') });
  const { sentence, next } = answerOf(session);
  assert.match(sentence, / Recorded earlier: press Train to watch it happen\.$/);
  assert.deepEqual([next?.action, next?.isInline], ['train', true]);
  assert.ok(sentence.endsWith(`${next?.label}.`));
});

test('so do results of a link', () => {
  const session = sessionOf({});
  session.linked = session.compared.add({ name: 'from the link', document: recorded('max-sum') });
  const { sentence, next } = answerOf(session);
  assert.match(sentence, / The page’s address says so: press Train to watch it happen\.$/);
  assert.equal(next?.action, 'train');
});

test('after Find D the heads can be looked into, or what may help is offered', () => {
  const session = sessionOf({ task: { D: 2 } });
  const finding = { next: null, h: 2, experiment: session.experiment, sentence: 'This task needs 2 heads.', tally: '' };
  assert.deepEqual(afterFindD(session, finding).next?.action, 'inspect');
  // Nothing was found: as the errors say.
  const moreSteps = { label: 'Train 5000 steps', action: 'train', changes: [] };
  session.training.verdict = { sentence: 'No cliff shows.', next: moreSteps };
  assert.equal(afterFindD(session, { ...finding, h: null }).next, moreSteps);
  session.training.verdict = null;
  assert.equal(afterFindD(session, { ...finding, h: null }).next?.action, 'inspect');
  // Stopped.
  assert.equal(afterFindD(session, { ...finding, h: null, next: session.experiment }).next?.action, 'find-d');
});

test('of a mystery Find D offers nothing that would tell', () => {
  const session = sessionOf({});
  session.setMystery(wasm.Experiment.drawMystery(7));
  const finding = { next: null, h: 2, experiment: session.experiment, sentence: 'It needs 2 heads.', tally: '' };
  assert.equal(afterFindD(session, finding).next, null);
});

test('a shared size that the heads cannot share evenly is said to be rounded', () => {
  assert.match(
    sessionOf({ grid: { h: [5], E: 7 } }).taskSentence,
    /\. Heads share a size of E = 7\. Rounded up: 5 heads have 2 each, 10 in all\.$/,
  );
  assert.doesNotMatch(sessionOf({ grid: { h: [5], E: 10 } }).taskSentence, /Rounded/);
});
