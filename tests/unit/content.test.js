// The words of the page, held to what there is: every kind of task is explained, every step of the story
// and every preset can be set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainedKinds } from '../../www/content/explanations.js';
import { presets } from '../../www/content/presets.js';
import { story } from '../../www/content/story.js';
import { TABS } from '../../www/content/tabs.js';
import { wasm } from './page-wasm.js';

const tabs = TABS.map(([id]) => id);

test('every kind of task has its own words below the charts', () => {
  const { choices } = wasm.fieldSpecs('{}').find(({ path }) => path === 'task.kind');
  assert.deepEqual([...explainedKinds].sort(), [...choices].sort());
});

test('every preset can be trained, has a headline, and is shown by a tab', () => {
  for (const { experiment, tab, headline, shows } of presets) {
    wasm.Experiment.fromJson(JSON.stringify(experiment));
    assert.ok(tabs.includes(tab), tab);
    assert.match(headline, /[.?]$/);
    assert.match(shows, /[.?]$/);
  }
});

test('every step of the story sets a preset and a tab, and has its right answer among the choices', () => {
  assert.equal(story.length, 6);
  for (const { preset, tab, choices, right, question, answer } of story) {
    assert.ok(
      presets.some(({ id }) => id === preset),
      preset,
    );
    assert.ok(tabs.includes(tab), tab);
    assert.equal(choices?.includes(String(right)), choices ? true : undefined);
    assert.match(question, /[.?]$/);
    assert.match(answer, /\.$/);
  }
});
