// What the attributes of <head-count> mean: the experiment, what is shown, and what is said of wrong ones.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { elementManifest } from '../../scripts/element-manifest.mjs';
import { posters } from '../../scripts/posters.mjs';
import { presets } from '../../www/content/presets.js';
import { FIELD_ATTRIBUTES } from '../../www/embed/attributes.js';
import { embeddedStyles } from '../../www/embed/embedded-styles.js';
import { pairsOf } from '../../www/embed/given-fields.js';
import { POSTERS, posterIdOf, wholeOf } from '../../www/embed/poster-fields.js';
import { settingsOf } from '../../www/embed/settings.js';
import { attributesOf } from '../../www/embed/snippets.js';
import { wasm } from './page-wasm.js';

/** @param {Record<string, string>} attributes */
const settings = (attributes) => settingsOf((name) => attributes[name] ?? null, wasm);
/** @param {Record<string, string>} attributes */
const query = (attributes) => settings(attributes).experiment.toQuery();

const readRoot = (/** @type {string} */ path) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

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

test('the cliff of the paper’s own task is called by its word, too', () => {
  // As HTML reads it: names of attributes have no capitals.
  const [line] = readRoot('docs/embedding.md').match(/<head-count preset="transition".*?>/) ?? [];
  assert.equal(
    line,
    '<head-count preset="transition" heads="1-5" D="4" T="16" view="transition" controls="heads,T" autoplay="visible">',
  );
  const attributes = Object.fromEntries(
    [...line.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name.toLowerCase(), value]),
  );
  const { experiment, preset, views, strip, isAutoplayed } = settings(attributes);
  assert.equal(experiment.toQuery(), 'v=1');
  assert.equal(preset?.id, 'few');
  assert.deepEqual([views, strip, isAutoplayed], [['cliff'], ['heads', 'length'], true]);
  assert.equal(
    posterIdOf((name) => attributes[name] ?? null),
    'few',
  );
});

/** An experiment's fields, as a link would write all of them. @param {object} fields @returns {[key: string, value: string][]} */
function linkFieldsOf(fields) {
  const { task, grid, recipe, seeds } = wasm.Experiment.fromJson(JSON.stringify(fields)).toFields();
  return Object.entries({ ...task, ...grid, ...recipe, seeds }).map(([key, value]) => [key, String(value)]);
}

test('the fields that posters stand for are those of the presets', () => {
  assert.deepEqual(Object.keys(POSTERS).sort(), presets.map(({ id }) => id).sort());
  for (const { id, name, experiment, tab } of presets) {
    const [told, axis, query] = POSTERS[id];
    assert.equal(told, name);
    assert.equal(axis, { width: 'hidden width', learning: 'training steps' }[tab] ?? 'number of heads');
    // Saying all of them out loud says nothing new.
    assert.equal(wholeOf([...pairsOf(query), ...linkFieldsOf(experiment)]), wholeOf(pairsOf(query)), id);
  }
});

test('a poster is shown only of what is asked for', () => {
  const poster = (/** @type {Record<string, string>} */ attributes) => posterIdOf((name) => attributes[name] ?? null);
  assert.equal(poster({}), 'few');
  assert.equal(poster({ view: 'table', controls: 'heads' }), 'few');
  assert.equal(poster({ preset: 'width' }), 'width');
  assert.equal(poster({ preset: 'width', n: '8, 16,32,64', heads: '2,4' }), 'width');
  // Of another preset, whose fields are given one by one or by a link.
  assert.equal(poster({ targets: '3', heads: '1-4' }), 'three');
  assert.equal(poster({ experiment: 'https://example.org/?v=1&D=3&h=1%2C2,3,4#table' }), 'three');
  assert.equal(poster({ preset: 'layers', 'learning-rate': '8e-3' }), 'layers');
  for (const other of [
    { heads: '1-6' },
    { preset: 'width', heads: '1' },
    { preset: 'none' },
    { preset: 'constructor' },
    { steps: '50' },
    { experiment: 'mystery=abc' },
    { experiment: 'v=1&D=%zz' },
  ])
    assert.equal(poster(other), undefined, JSON.stringify(other));
});

/** What the Share dialog is given of an experiment. @param {string} query */
const shared = (query) => ({
  query,
  presets: presets.map(({ id, experiment }) => ({
    id,
    query: wasm.Experiment.fromJson(JSON.stringify(experiment)).toQuery(),
  })),
  views: ['cliff'],
  controls: [],
  hidden: [],
  isAutoplayed: false,
});

test('the Share dialog writes a preset, and what differs from it as attributes', () => {
  const written = (/** @type {string} */ query) =>
    Object.fromEntries(attributesOf(shared(query)).filter(([name]) => name !== 'view'));
  assert.deepEqual(written('v=1'), { preset: 'few' });
  assert.deepEqual(written('v=1&D=3&h=1,2,3,4'), { preset: 'three' });
  assert.deepEqual(written('v=1&D=3&h=1,2,3,4&steps=50'), { preset: 'three', steps: '50' });
  assert.deepEqual(written('v=1&D=2&h=1,2&T=4&N=6'), {
    preset: 'few',
    targets: '2',
    heads: '1,2',
    length: '4',
    width: '6',
  });
  // What was set is what is trained, whichever preset it is written as a change of.
  for (const given of [
    'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200',
    'v=1&kind=min-max&h=1,2,3&steps=1000&seeds=0,1,2',
    'v=1&kind=min-max&h=1,2,3&n=2&steps=900&seeds=0,1,2',
    'v=1&kind=nearest&d=4&queries=separate&form=encoder&h=2&T=4&N=5&L=1,2,3',
    'v=1&kind=retrieval&D=3&d=2&feature=bowl&subsets=blocks&outer=product&h=2&T=9',
    'v=1&D=3&d=5&directions=gaussian&seed=2&h=1,2,5&T=7,12&N=9&E=12',
    'v=1&D=2&d=2&directions=1,0~0.5,0.5&h=1,2',
    ...shared('').presets.map(({ query }) => query),
  ]) {
    const whole = wasm.Experiment.fromQuery(given);
    const attributes = Object.fromEntries(attributesOf(shared(whole.toQuery())));
    assert.ok(attributes.preset, given);
    assert.ok(settings(attributes).experiment.equals(whole), `${given} became ${JSON.stringify(attributes)}`);
  }
  assert.deepEqual(
    Object.fromEntries(attributesOf({ ...shared('v=1'), views: ['table', 'cliff'], controls: ['heads'] })),
    {
      preset: 'few',
      view: 'table,cliff',
      controls: 'heads',
    },
  );
});

test('a mystery is secret, and nothing may be said beside it', () => {
  const word = wasm.Experiment.drawMystery(3).toMystery();
  for (const experiment of [`mystery=${word}`, `https://example.org/?mystery=${word}#transition`]) {
    const found = settings({ experiment, controls: 'heads' });
    assert.equal(found.experiment.isSecret, true);
    assert.equal(found.experiment.toMystery(), word);
  }
  assert.throws(
    () => settings({ experiment: `mystery=${word}`, preset: 'few', heads: '1-3' }),
    /leave out preset, heads/,
  );
  assert.throws(() => settings({ experiment: 'mystery=abc' }), /ask for the link again/);
});

test('results of a link are its own: with another field they are left out', () => {
  const experiment = 'v=1&D=2&h=1,2&results=0.1,0.002';
  assert.deepEqual(
    settings({ experiment }).results?.outcomes.map(({ nmse }) => nmse),
    [0.1, 0.002],
  );
  assert.equal(settings({ experiment, heads: '1-3' }).results, null);
  assert.equal(settings({ experiment: 'v=1&D=2' }).results, null);
  assert.throws(() => settings({ experiment: 'v=1&D=2&h=1,2&results=0.1' }), Error);
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
