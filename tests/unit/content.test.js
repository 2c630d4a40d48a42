// The words of the page, held to what there is: every kind of task is explained, every step of the story
// and every preset can be set.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explainedKinds } from '../../www/content/explanations.js';
import { LETTERS } from '../../www/content/letters.js';
import { presets } from '../../www/content/presets.js';
import { properties } from '../../www/content/properties.js';
import { story } from '../../www/content/story.js';
import { TABS } from '../../www/content/tabs.js';
import { wasm } from './page-wasm.js';

const tabs = TABS.map(([id]) => id);

test('every kind of task has its own words below the charts', () => {
  const { choices } = wasm.fieldSpecs('{}').find(({ path }) => path === 'task.kind');
  assert.deepEqual([...explainedKinds].sort(), [...choices].sort());
});

test('the letters that readers meet are explained on the page, and in the glossary', () => {
  const glossary = readFileSync(new URL('../../lessons/glossary.html', import.meta.url), 'utf8');
  const rows = new Map([...glossary.matchAll(/<tr><td>([^<]+)<\/td><td>([^<]+)<\/td>/g)].map(([, ...row]) => row));
  // In the same words.
  for (const [letter, meaning] of LETTERS) assert.equal(rows.get(letter), meaning, letter);
  const letters = LETTERS.map(([letter]) => letter);
  // Those of the controls, such as "Targets D", and of the charts' axes.
  const ofControls = properties.flatMap(({ label }) => label.match(/(?<= )[A-Za-zβ]$/g) ?? []);
  assert.ok(ofControls.length > 5);
  assert.deepEqual(
    [...ofControls, 'NMSE'].filter((letter) => !letters.includes(letter)),
    [],
  );
});

test('what stands next to a preset is a preset', () => {
  for (const { id, next } of presets) {
    if (next) assert.ok(next.preset !== id && presets.some((one) => one.id === next.preset), id);
  }
  // The paper's own task is the one after the opening.
  assert.equal(presets[0].next?.preset, 'few');
});

test('every preset can be trained, has a headline, and is shown by a tab', () => {
  for (const { experiment, tab, headline, shows } of presets) {
    wasm.Experiment.fromJson(JSON.stringify(experiment));
    assert.ok(tabs.includes(tab), tab);
    assert.match(headline, /[.?]$/);
    assert.match(shows, /[.?]$/);
  }
});

test('the page opens with two sentences', () => {
  assert.equal(presets[0].shows.match(/[.?](?=\s|$)/g)?.length, 2);
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

test('the story begins with a guess at the smallest task, which is what its records bear out', () => {
  const [{ preset, choices, right, run }] = story;
  assert.equal(preset, presets[0].id);
  assert.deepEqual(choices, ['1 head', '2 heads', '3 heads']);
  const { neededHeads } = wasm.Experiment.fromJson(JSON.stringify(presets[0].experiment));
  assert.equal(right, `${neededHeads} heads`);
  assert.equal(run, 'train');
});

test('every step of the story can be run, or its answer asked for', () => {
  for (const { name, run, button, mayAsk } of story) {
    assert.ok(run, name);
    assert.ok(button || mayAsk, name);
  }
});
