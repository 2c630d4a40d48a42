// What the page gives to cite, held against CITATION.cff, the README and the version that is built.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { version } from '../../www/api/version.js';
import { citations } from '../../www/content/citations.js';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const field = (bibtex, name) => bibtex.match(new RegExp(`^  ${name} = \\{(.*)\\},?$`, 'm'))?.[1];
const [own, ...references] = read('CITATION.cff').split(/^ {2}- type: |^references:\n {2}- type: /m);
const value = (text, name) => text.match(new RegExp(`^ *${name}: "?(.*?)"?$`, 'm'))?.[1];
const [first, second, ours] = citations.map(({ bibtex }) => bibtex);

test('both papers are cited as CITATION.cff has them', () => {
  assert.equal(references.length, 2);
  for (const [bibtex, reference] of [
    [first, references[0]],
    [second, references[1]],
  ]) {
    assert.equal(field(bibtex, 'title'), value(reference, 'title'));
    const authors = [...reference.matchAll(/family-names: (.+)\n +given-names: (.+)/g)];
    assert.equal(field(bibtex, 'author'), authors.map(([, family, given]) => `${family}, ${given}`).join(' and '));
    assert.ok(bibtex.includes(value(reference, 'notes')));
    assert.equal(field(bibtex, 'url'), `https://arxiv.org/abs/${value(reference, 'notes').replace('arXiv:', '')}`);
  }
  assert.match(value(references[1], 'name'), new RegExp(`ICLR ${field(second, 'year')}`));
});

test('Headcount is cited as CITATION.cff, the README and the build have it', () => {
  assert.equal(field(ours, 'title'), value(own, 'title'));
  assert.equal(field(ours, 'author'), `{${own.match(/- name: (.+)/)[1]}}`);
  assert.equal(field(ours, 'version'), version);
  assert.equal(value(own, 'version'), version);
  assert.ok(read('README.md').includes(ours));
});

test('every entry is closed, and has a key of its own', () => {
  for (const { bibtex } of citations) {
    assert.equal(bibtex.split('{').length, bibtex.split('}').length);
    assert.match(bibtex, /^@\w+\{\w+,\n/);
  }
  assert.equal(new Set(citations.map(({ bibtex }) => bibtex.split(',')[0])).size, 3);
});
