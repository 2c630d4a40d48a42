// Notebooks with the Python package, as examples/ has them: the wheel of dist/ is installed, a notebook is opened and
// run in a browser, its widget trains there, and Python has the outcome.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectTraining, installWheel, LONG, runPython, stage, startPython, withPython } from './fixture.js';

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

/** The cell that the Share dialog of dist/ writes for an experiment. @param {import('@playwright/test').Page} page @param {string} address */
async function sharedCell(page, address) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Share' }).click();
  const cell = await page.getByLabel('Notebook cell', { exact: true }).inputValue();
  return { cell_type: 'code', id: 'shared', metadata: {}, source: cell, execution_count: null, outputs: [] };
}

test('JupyterLab: the example, and the cell that the Share dialog writes', withPython, async (t) => {
  const { page, wrong, host, folder, example } = await stage(t);
  await example('jupyterlab');
  const notebook = JSON.parse(await readFile(join(folder, 'headcount.ipynb'), 'utf8'));
  notebook.cells = [await sharedCell(page, `${host}/index.html?v=1&D=2&h=1,2,3&steps=300`), notebook.cells.at(-1)];
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

test('marimo: what depends on the widget runs again when it has trained', withPython, async (t) => {
  await installWheel();
  const { page, wrong, folder, example } = await stage(t);
  await example('marimo');
  const origin = await startPython(
    t,
    folder,
    (port) => ['-m', 'marimo', 'run', 'notebook.py', '--headless', '--no-token', `--port=${port}`, '--host=127.0.0.1'],
    '/health',
  );
  await page.goto(origin);
  await page.getByText('Press Train.', { exact: true }).waitFor();
  await expectTraining(page);
  await expectOutcome(page.locator('table'));
  assert.deepEqual(wrong, []);
});
