// The Python package says what the rest of the repository says; tests/hosts installs and uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import { version } from '../../www/api/version.js';
import { OWN_ATTRIBUTES } from '../../www/embed/attributes.js';

const root = join(import.meta.dirname, '..', '..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const { project, 'build-system': build } = parse(read('python', 'pyproject.toml'));

test('its reader of model files is the documented one, line by line', () => {
  const documented = read('docs', 'model-file.md').match(/```python\n(.*?)```/s)[1];
  assert.ok(read('python', 'src', 'headcount', 'model_file.py').endsWith(`\n\n${documented}`));
});

test('it has the version of everything else', () => {
  assert.equal(JSON.parse(read('package.json')).version, version);
  assert.equal(project.version, version);
  assert.match(read('python', 'src', 'headcount', '__init__.py'), new RegExp(`^__version__ = "${version}"$`, 'm'));
});

test('it is built by the backend that tests install', () => {
  assert.ok(read('tests', 'hosts', 'requirements.txt').split('\n').includes(build.requires[0]));
});

test('every attribute of the element that is no field is a trait', () => {
  const widget = read('python', 'src', 'headcount', 'widget.py');
  for (const name of OWN_ATTRIBUTES) assert.match(widget, new RegExp(`^ {4}${name} = .*(sync=True|_words\\(\\))`, 'm'));
});
