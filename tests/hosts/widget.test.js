// widget.mjs and the Python package by themselves: what hosts do to an anywidget module, and what Python has of a
// training and of model files.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dist, expectTraining, installWheel, LONG, root, runPython, stage, withPython } from './fixture.js';

const EXPERIMENT = { task: { D: 2 }, grid: { h: [1, 2, 3] }, recipe: { steps: 300 } };

/** A page with a function that shows a widget. `model` is anywidget's, as far as a host has it. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notebook</title><body><script type="module">
  window.show = async (address, traits, isStatic, place = document.body) => {
    const { default: { render } } = await import(address);
    const refuse = (name) => () => { throw new Error(name + ' is not there in static pages.'); };
    const listeners = [];
    const model = {
      get: (name) => traits[name],
      set: (name, value) => { traits[name] = value; },
      on: (name, act) => listeners.push([name, act]),
      off: () => {},
      save_changes: () => { window.saved = structuredClone(traits); },
      ...(isStatic ? { save_changes: refuse('save_changes'), off: refuse('off'), send: refuse('send') } : {}),
    };
    const el = document.createElement('div');
    place.append(el);
    const end = await render({ model, el });
    window.change = (name, value) => {
      traits[name] = value;
      for (const [event, act] of listeners) if (event === 'change:' + name) act();
    };
    window.end = end;
  };
</script></body></html>`;

/** A page of a host with nothing of dist/ beside it but widget.mjs, and what it asked for. @param {import('node:test').TestContext} t */
async function notebook(t) {
  const staged = await stage(t);
  const { folder, page, serve } = staged;
  await mkdir(join(folder, 'copied'));
  await copyFile(join(dist, 'widget.mjs'), join(folder, 'copied', 'widget-1a2b.mjs'));
  await writeFile(join(folder, 'index.html'), PAGE);
  /** @type {string[]} */
  const asked = [];
  const origin = await serve({ '/': folder });
  await page.goto(origin);
  page.on('request', (request) => !/^(blob|data):/.test(request.url()) && asked.push(request.url()));
  return { ...staged, origin, asked };
}

test('a string that is loaded from a Blob has everything inside', async (t) => {
  const { page, wrong, asked } = await notebook(t);
  const text = await readFile(join(dist, 'widget.mjs'), 'utf8');
  await page.evaluate(
    async ([code, experiment]) => {
      const url = URL.createObjectURL(new Blob([/** @type {string} */ (code)], { type: 'text/javascript' }));
      await /** @type {any} */ (window).show(url, { experiment, view: ['cliff', 'machine'] });
    },
    [text, EXPERIMENT],
  );
  await expectTraining(page);
  const saved = await page.evaluate(() => /** @type {any} */ (window).saved);
  assert.equal(saved.outcome_document.outcomes.length, 3);
  assert.deepEqual(asked, []);
  assert.deepEqual(wrong, []);
});

test('it follows its traits, and two in one page unpack what is inside once', async (t) => {
  const { page, wrong, origin } = await notebook(t);
  await page.evaluate(async (address) => {
    const { show } = /** @type {any} */ (window);
    /** @type {unknown[]} */
    const unpacked = [];
    Object.defineProperty(window, 'headcountFiles', {
      get: () => unpacked.at(-1),
      set: (files) => unpacked.push(files),
    });
    Object.assign(window, { unpacked });
    // As two cells of a notebook that is opened: each has a module of its own, and both begin at once.
    await Promise.all([import(`${address}?1`), import(`${address}?2`)]);
    await Promise.all([show(`${address}?1`, { preset: 'smallest' }), show(`${address}?2`, {})]);
    await /** @type {any} */ (window).show(`${address}?3`, { experiment: 'v=1&D=2&h=1,2', hide: 'lead' });
  }, `${origin}/copied/widget-1a2b.mjs`);
  assert.equal(await page.locator('head-count').count(), 3);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).unpacked.length), 1);
  const element = page.locator('head-count').nth(2);
  await element.scrollIntoViewIfNeeded();
  const heads = () => element.evaluate((/** @type {any} */ one) => one.experiment?.grid.h);
  const until = async (/** @type {number[]} */ wanted) => {
    for (const end = Date.now() + LONG; JSON.stringify(await heads()) !== JSON.stringify(wanted); ) {
      assert.ok(Date.now() < end, `heads are ${await heads()}`);
      await page.waitForTimeout(100);
    }
  };
  await until([1, 2]);
  const change = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    page.evaluate(([name, value]) => /** @type {any} */ (window).change(name, value), [name, value]);
  await change('experiment', { grid: { h: [1, 4] } });
  await until([1, 4]);
  // What is shown changes, and what is trained does not.
  await change('view', 'table');
  await element.locator('headcount-table').waitFor();
  assert.deepEqual(await heads(), [1, 4]);
  await change('experiment', 'v=1&D=2&h=2,3');
  await until([2, 3]);
  assert.deepEqual(wrong, []);
});

test('a static page of MyST: copied without the files beside it, in a shadow root, with nothing behind it', async (t) => {
  const { page, wrong, asked, origin } = await notebook(t);
  const address = `${origin}/copied/widget-1a2b.mjs`;
  await page.evaluate(
    async ([address, experiment]) => {
      const outer = document.createElement('div');
      document.body.append(outer);
      const place = outer.attachShadow({ mode: 'open' });
      await /** @type {any} */ (window).show(address, { experiment, autoplay: 'visible' }, true, place);
    },
    [address, EXPERIMENT],
  );
  await page.getByRole('button', { name: 'Train again' }).waitFor({ timeout: LONG });
  // It played by itself, and what was given to it.
  const trained = await page.locator('head-count').evaluate((/** @type {any} */ one) => one.outcome.experiment);
  assert.deepEqual(trained.grid.h, EXPERIMENT.grid.h);
  assert.equal(trained.recipe.steps, EXPERIMENT.recipe.steps);
  await page.evaluate(() => /** @type {any} */ (window).end());
  assert.equal(await page.locator('head-count').count(), 0);
  assert.deepEqual(asked, [address]);
  assert.deepEqual(wrong, []);
});

test('with base it takes headcount.js from there, and says where it is not', async (t) => {
  const { page, host, asked, origin } = await notebook(t);
  const show = (/** @type {object} */ traits) =>
    page.evaluate(
      ([address, traits]) => /** @type {any} */ (window).show(address, traits),
      [`${origin}/copied/widget-1a2b.mjs`, traits],
    );
  await show({ base: `${host}/nowhere` });
  await page.getByText('Headcount could not be loaded: Failed to fetch').waitFor();
  await show({ base: host, experiment: EXPERIMENT });
  await expectTraining(page);
  assert.ok(asked.includes(`${host}/headcount.js`));
});

test('the wheel is what pip builds from python/', withPython, async (t) => {
  const { folder } = await stage(t);
  const built = ['-m', 'pip', 'wheel', '-q', '--no-deps', '--no-build-isolation', '--no-index', '-w', folder];
  await runPython([...built, join(root, 'python')], folder);
  const [wheel] = await readdir(join(dist, 'python'));
  const compare = `
import sys, zipfile
from email.parser import Parser
def read(path):
    with zipfile.ZipFile(path) as wheel:
        assert wheel.testzip() is None
        files = {name: wheel.read(name) for name in wheel.namelist()}
    (about,) = [name for name in files if name.endswith("METADATA")]
    metadata = Parser().parsestr(files[about].decode())
    fields = {(name, value.replace('"', "'")) for name, value in metadata.items()}
    own = {"License-File", "Metadata-Version", "License-Expression"}
    return {name: text for name, text in files.items() if name.startswith("headcount/")}, {pair for pair in fields if pair[0] not in own}, metadata.get_payload().strip()
ours, pips = map(read, sys.argv[1:])
assert ours[0] == pips[0], (ours[0].keys(), pips[0].keys())
assert ours[1] == pips[1], ours[1] ^ pips[1]
assert ours[2] == pips[2]
`;
  await runPython(['-c', compare, join(dist, 'python', wheel), join(folder, wheel)], folder);
});

test('Python: the outcome is a table where pandas is, and rows where it is not', withPython, async () => {
  await installWheel();
  const program = `
import sys
from headcount import Headcount
widget = Headcount("v=1&D=2")
assert widget.outcome is None
document = {"version": 1, "outcomes": [{"run": {"h": 1, "seed": 0}, "nmse": 0.5}, {"run": {"h": 2, "seed": 0}, "nmse": 0.1}]}
widget.outcome_document = document
table = widget.outcome
assert list(table.columns) == ["h", "seed", "nmse"] and table["nmse"].tolist() == [0.5, 0.1], table
sys.modules["pandas"] = None
assert widget.outcome == [{"h": 1, "seed": 0, "nmse": 0.5}, {"h": 2, "seed": 0, "nmse": 0.1}]
assert widget.outcome_document == document
assert len(widget._esm) > 1_000_000
assert Headcount(base="https://example.org/headcount/")._esm == "https://example.org/headcount/widget.mjs"
`;
  await runPython(['-c', program], root);
});

test('Python: models that were recorded predict as well as they were recorded to', withPython, async () => {
  await installWheel();
  const folder = join(root, 'www', 'content', 'recorded');
  const program = `
import json, sys
import numpy as np
from headcount import predict, read_model
random = np.random.default_rng(0)
for heads in (1, 2, 3):
    about, weights = read_model(f"models/min-max-h{heads}.safetensors")
    run = about["run"]
    assert run["h"] == heads
    outcomes = json.load(open("min-max.json"))["outcomes"]
    (recorded,) = [one["nmse"] for one in outcomes if all(one["run"][key] == run[key] for key in ("h", "seed", "T"))]
    # The task, written down again: the largest plus the smallest of T uniform numbers.
    x = random.random((4000, run["T"], 1))
    y = x.max(axis=1) + x.min(axis=1)
    error = np.mean((predict(about, weights, x)[:, 0] - y) ** 2) / np.var(y)
    assert 0.5 < error / recorded < 2, (heads, error, recorded)
`;
  await runPython(['-c', program], folder);
});

test(
  'Python: a recorded model of paper 2 predicts as it was recorded to, and other forms are refused',
  withPython,
  async () => {
    await installWheel();
    const folder = join(root, 'www', 'content', 'recorded');
    const program = `
import json
import numpy as np
from headcount import predict, read_model
random = np.random.default_rng(0)
about, weights = read_model("models/farthest-h2.safetensors")
run = about["run"]
(recorded,) = [one["nmse"] for one in json.load(open("farthest.json"))["outcomes"] if all(one["run"][key] == run[key] for key in ("h", "seed"))]
# The task, written down again: points on the sphere, each of which has to name the one farthest from it.
x = random.normal(size=(500, run["T"], about["experiment"]["task"]["d"]))
x /= np.linalg.norm(x, axis=-1, keepdims=True)
y = np.take_along_axis(x, np.argmin(x @ x.swapaxes(1, 2), axis=-1)[:, :, None], axis=1)
error = np.mean(np.sum((predict(about, weights, x) - y) ** 2, axis=-1))
assert abs(error / recorded - 1) < 0.1, (error, recorded)

def refused(about, weights):
    try:
        predict(about, weights, np.zeros((1, about["run"]["T"], 4)))
    except ValueError as error:
        return "docs/model-file.md" in str(error)

assert refused(*read_model("models/layers-h2.safetensors"))
# Nothing was recorded of the other two: the names of their weights are enough.
assert refused({"run": {"T": 4}}, {"cls": 0, "query": 0, "embed.position": 0})
assert refused({"run": {"T": 4}}, {"layer1.query.weight": 0})
`;
    await runPython(['-c', program], folder);
  },
);
