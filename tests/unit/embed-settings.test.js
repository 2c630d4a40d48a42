// What the attributes of <head-count> mean: the experiment, what is shown, and what is said of wrong ones.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { elementManifest } from '../../scripts/element-manifest.mjs';
import { posters } from '../../scripts/posters.mjs';
import { ATTRIBUTES, FIELD_ATTRIBUTES } from '../../www/embed/attributes.js';
import { embeddedStyles } from '../../www/embed/embedded-styles.js';
import { settingsOf } from '../../www/embed/settings.js';
import { wasm } from './page-wasm.js';

/** @param {Record<string, string>} attributes */
const settings = (attributes) => settingsOf((name) => attributes[name] ?? null, wasm);
/** @param {Record<string, string>} attributes */
const query = (attributes) => settings(attributes).experiment.toQuery();

test('the line of the documentation', () => {
  const { experiment, preset, views, strip, isAutoplayed } = settings({
    preset: 'few',
    heads: '1-5',
    d: '4',
    t: '16',
    view: 'cliff',
    controls: 'heads,T',
    autoplay: 'visible',
  });
  assert.equal(experiment.toQuery(), 'v=1');
  assert.equal(preset?.id, 'few');
  assert.deepEqual([views, strip, isAutoplayed], [['cliff'], ['heads', 'length'], true]);
});

test('every field of an experiment has an attribute', () => {
  const keys = [
    'kind',
    'D',
    'd',
    'directions',
    'feature',
    'subsets',
    'outer',
    'queries',
    'seed',
    'form',
    'h',
    'T',
    'w',
    'N',
    'n',
    'E',
    'L',
    'steps',
    'batch',
    'learningRate',
    'warmUp',
    'beta1',
    'beta2',
    'weightDecay',
    'data',
    'trainSequences',
    'validationSequences',
    'curvePoints',
    'target',
    'seeds',
  ];
  let said = '';
  try {
    wasm.Experiment.fromQuery('none=1');
  } catch (error) {
    said = /** @type {Error} */ (error).message;
  }
  // The validator's own list: a key that is new there is asked for here.
  assert.deepEqual(said.match(/only v, (.*)\./)?.[1].split(', '), keys);
  assert.deepEqual(new Set(Object.values(FIELD_ATTRIBUTES)), new Set(keys));
});

test('fields replace those of a preset and of a link', () => {
  assert.equal(query({ preset: 'three', steps: '50' }), 'v=1&D=3&h=1,2,3,4&steps=50');
  assert.equal(
    query({ experiment: 'https://example.org/?v=1&h=1,2&steps=9#table', steps: '70' }),
    'v=1&h=1,2&steps=70',
  );
  assert.equal(
    query({ 'token-size': '6', 'head-size': '4', width: '8, 16', 'learning-rate': '1e-3' }),
    'v=1&d=6&N=8,16&n=4&learningRate=0.001',
  );
});

test('what is wrong is said in the validator’s sentences, all at once', () => {
  assert.throws(
    () => settings({ preset: 'cliffs', view: 'clif', d: 'x', heads: '0-2', hide: 'nothing', autoplay: 'yes' }),
    (/** @type {Error} */ { message }) => {
      for (const part of [
        'preset is "cliffs"',
        'view is "clif"',
        'hide is "nothing"',
        'autoplay is "yes", but must be of visible.',
        'task.D is "x"',
        'grid.h[0] is 0',
      ])
        assert.ok(message.includes(part), `${part} in ${message}`);
      return true;
    },
  );
});

test('what is said of a very long value is short', () => {
  const long = 'x'.repeat(200_000);
  for (const name of ['preset', 'view', 'controls', 'hide', 'autoplay', 'theme', 'experiment', 'heads', 'steps'])
    assert.throws(
      () => settings({ [name]: long }),
      ({ message }) => message.length < 2000,
      name,
    );
});

test('the manifest names every attribute', () => {
  const [{ declarations }] = elementManifest().modules;
  assert.deepEqual(
    declarations[0].attributes.map(({ name }) => name),
    ATTRIBUTES,
  );
  for (const { description } of declarations[0].attributes) assert.match(description, /\.$/);
});

const readRoot = (/** @type {string} */ path) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

/** Custom properties that styles read, and their defaults: one, or one for the light theme and one for the dark. @param {string} css */
function defaultsIn(css) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const [, name, value] of css.matchAll(/var\((--headcount-[\w-]+), ((?:[^()]|\([^()]*\))*)\)/g)) {
    const known = found.get(name) ?? [];
    if (!known.includes(value)) found.set(name, [...known, value]);
  }
  return found;
}

test('custom properties are the same in the styles, in the manifest and in the documentation', () => {
  const [{ declarations }] = elementManifest().modules;
  const told = declarations[0].cssProperties.map((one) => [one.name, one.default]);
  const used = [
    // The height is that of the element itself, whose class needs a browser.
    ...defaultsIn(readRoot('www/embed/head-count.js')),
    ...defaultsIn(embeddedStyles.cssText),
  ];
  const second = { '--headcount-height': ', on narrow screens ' };
  assert.deepEqual(
    new Map(told),
    // A border has the colour of lines, which is a property of its own.
    new Map(used.map(([name, values]) => [name, values.join(second[name] ?? ', dark ').replace(' var(--line)', '')])),
  );
  const [, list] = readRoot('docs/embedding.md').match(/Custom properties change the rest: (.*?)\. `dist/s) ?? [];
  const documented = [...(list ?? '').matchAll(/`(?:--headcount)?(-[\w-]+)`/g)].map(([, end]) => `--headcount${end}`);
  assert.deepEqual(
    documented,
    told.map(([name]) => name),
  );
});

test('posters are what the charts draw of the recorded results', () => {
  for (const { path, svg } of posters())
    assert.equal(readFileSync(path, 'utf8'), svg, `${path}: run "node scripts/posters.mjs"`);
});
