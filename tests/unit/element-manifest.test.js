// What editors are told of <head-count> is what the element has: its attributes, members and events.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { elementManifest } from '../../scripts/element-manifest.mjs';
import { ATTRIBUTES } from '../../www/embed/attributes.js';
import { HeadCount } from './element-class.js';

const [{ declarations }] = elementManifest().modules;
const [{ attributes, members, events }] = declarations;

/** What the browser calls. */
const CALLBACKS = ['constructor', 'connectedCallback', 'disconnectedCallback', 'attributeChangedCallback'];

test('the manifest names every attribute', () => {
  assert.deepEqual(
    attributes.map(({ name }) => name),
    ATTRIBUTES,
  );
  for (const { description } of attributes) assert.match(description, /\.$/);
});

test('the manifest names every member, and which of them may be set', () => {
  const own = Object.entries(Object.getOwnPropertyDescriptors(HeadCount.prototype)).filter(
    ([name]) => !CALLBACKS.includes(name),
  );
  assert.ok(own.length >= 6);
  const found = own.map(([name, { get, set }]) => [name, get ? (set ? 'field' : 'readonly field') : 'method']);
  const told = members.map(({ name, kind, readonly }) => [name, readonly ? `readonly ${kind}` : kind]);
  assert.deepEqual(told.toSorted(), found.toSorted());
});

test('the manifest names every event that the element says it fires, and that it does fire', () => {
  const source = (/** @type {string} */ path) =>
    readFileSync(new URL(`../../www/embed/${path}`, import.meta.url), 'utf8');
  const element = source('head-count.js');
  const told = events.map(({ name }) => name).sort();
  assert.deepEqual([...element.matchAll(/^ \* @fires ([\w-]+)/gm)].map(([, name]) => name).sort(), told);
  const view = source('embedded-view.js');
  assert.match(view, /new CustomEvent\(`headcount-\$\{name\}`/);
  const fired = [
    ...[...element.matchAll(/new CustomEvent\('([\w-]+)'/g)].map(([, name]) => name),
    ...[...view.matchAll(/#tell\('(\w+)'/g)].map(([, name]) => `headcount-${name}`),
  ];
  assert.deepEqual([...new Set(fired)].sort(), told);
});
