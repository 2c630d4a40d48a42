// Notebooks with the Python package, as examples/ has them: the wheel of dist/ is installed, a notebook is opened and
// run in a browser, its widget trains there, and Python has the outcome.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectTraining, LONG, runPython, stage, startPython, withPython } from './fixture.js';

/** The table of an outcome, row by row: h, seed, steps and the error of each run. @param {import('@playwright/test').Locator} table */
async function expectOutcome(table) {
  await table.waitFor({ timeout: LONG });
  const rows = await table.locator('tbody tr').allInnerTexts();
  const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number));
  assert.deepEqual(
    numbers.map(([, h, seed, steps]) => [h, seed, steps]),
    [
      [1, 0, 300],
      [2, 0, 300],
      [3, 0, 300],
    ],
  );
  assert.ok(numbers.every(([, , , , nmse]) => nmse > 0 && nmse < 2));
}

/** What is trained in the cells that the Share dialog writes: the experiment of the examples. */
const SHARED = 'v=1&D=2&h=1,2,3&steps=300';

/** A cell that the Share dialog of dist/ writes. @param {import('@playwright/test').Page} page @param {string} host @param {string} label */
async function sharedCell(page, host, label) {
  await page.goto(`${host}/index.html?${SHARED}`);
  await page.getByRole('button', { name: 'Share' }).click();
  return page.getByLabel(label, { exact: true }).inputValue();
}

test('JupyterLab: the example, and the cell that the Share dialog writes', withPython, async (t) => {
  const { page, wrong, host, folder, example } = await stage(t);
  await example('jupyterlab');
  const notebook = JSON.parse(await readFile(join(folder, 'headcount.ipynb'), 'utf8'));
  const source = await sharedCell(page, host, 'Notebook cell');
  const cell = { cell_type: 'code', id: 'shared', metadata: {}, source, execution_count: null, outputs: [] };
  notebook.cells = [cell, notebook.cells.at(-1)];
  await writeFile(join(folder, 'shared.ipynb'), JSON.stringify(notebook));
  const origin = await startPython(
    t,
    folder,
    (port) => [
      ...['-m', 'jupyterlab', '--no-browser', '--allow-root', `--port=${port}`, '--ServerApp.port_retries=0'],
      ...['--IdentityProvider.token=', '--ServerApp.disable_check_xsrf=True'],
    ],
    '/lab',
  );
  const cells = page.locator('.jp-CodeCell');
  const runCell = async (/** @type {number} */ number) => {
    const cell = cells.nth(number);
    const runs = cell.locator('.jp-InputPrompt', { hasNotText: '[ ]' });
    // What is run before the notebook has its kernel, JupyterLab drops without a word.
    for (const end = Date.now() + LONG; ; ) {
      await cell.locator('.jp-InputArea-editor').click();
      await page.keyboard.press('Shift+Enter');
      const hasBegun = await runs.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (hasBegun) return;
      if (Date.now() > end) throw new Error(`Cell ${number + 1} was not run.`);
    }
  };
  const runNotebook = async (/** @type {string} */ name) => {
    // As a document alone, without what was open before.
    await page.goto(`${origin}/doc/tree/${name}`);
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').waitFor();
    await runCell(0);
    await expectTraining(page);
    await runCell(1);
    await expectOutcome(cells.nth(1).locator('.jp-OutputArea table'));
  };
  // The first cell of this one installs the package, from where dist/ is.
  await runPython(['-m', 'pip', 'uninstall', '-q', '-y', 'headcount'], folder);
  await runNotebook('shared.ipynb');
  await runNotebook('headcount.ipynb');
  assert.deepEqual(wrong, []);
});

/** The example with a cell that the Share dialog writes in the place of its own. @param {string} example @param {string} cell */
function withSharedCell(example, cell) {
  const own = /def _\(\):\n[\s\S]*?return mo, widget\n/;
  assert.match(example, own);
  const lines = cell.split('\n').map((line) => (line ? `    ${line}` : ''));
  return example
    .replace(own, () => `def _():\n${lines.join('\n')}\n    return marimo, widget\n`)
    .replace('def _(mo, widget)', 'def _(marimo, widget)')
    .replaceAll(' mo.', ' marimo.');
}

test('marimo: what depends on the widget runs again when it has trained', withPython, async (t) => {
  const { page, wrong, folder, host, example } = await stage(t);
  await example('marimo');
  const cell = await sharedCell(page, host, 'Marimo cell');
  const notebook = await readFile(join(folder, 'notebook.py'), 'utf8');
  await writeFile(join(folder, 'shared.py'), withSharedCell(notebook, cell));
  // Installed as the cell's first line says.
  const wheel = cell.match(/pip install (\S+)/)?.[1] ?? '';
  await runPython(['-m', 'pip', 'uninstall', '-q', '-y', 'headcount'], folder);
  await runPython(['-m', 'pip', 'install', '-q', wheel], folder);
  for (const name of ['notebook.py', 'shared.py']) {
    const origin = await startPython(
      t,
      folder,
      (port) => ['-m', 'marimo', 'run', name, '--headless', '--no-token', `--port=${port}`, '--host=127.0.0.1'],
      '/health',
    );
    await page.goto(origin);
    await page.getByText('Press Train.', { exact: true }).waitFor();
    await expectTraining(page);
    await expectOutcome(page.locator('table'));
  }
  assert.deepEqual(wrong, []);
});
