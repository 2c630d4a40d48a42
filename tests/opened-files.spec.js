// Files that are dropped or imported, and that are not what they should be: a sentence, and the page
// goes on working.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { button, engineName, expect, FOUR_TARGETS, setting, test } from './page-fixture.js';
import { resultNames, soundResults } from './storage-fixture.js';

const chooser = (page) => page.locator('input[type=file]');
const file = (name, content) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

/** Opens the page, imports files, and gives what it says. */
async function imported(page, files) {
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  await chooser(page).setInputFiles(files);
  await expect(page.getByRole('alert')).toBeVisible();
  return (await page.getByRole('alert').innerText()).trim();
}

/** The wasm answers, and what is right is still opened. */
async function expectWorking(page) {
  await chooser(page).setInputFiles([file('fine.json', { grid: { h: [2, 3] }, recipe: { steps: 20 } })]);
  await expect(setting(page, 'grid.h')).toHaveValue('2, 3');
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
}

test('results with 50 000 brackets in a run are refused in a sentence, and the page goes on working', async ({
  page,
}) => {
  const results = soundResults();
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const text = JSON.stringify({ ...results, outcomes: [{ ...results.outcomes[0], run: 'HERE' }] });
  const deep = text.replace('"HERE"', nested);
  const objects = text.replace('"HERE"', `${'{"run":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const said = await imported(page, [
    file('lists.json', deep),
    file('objects.json', objects),
    file('experiment.json', `{"task":${nested}}`),
    file('open.json', '['.repeat(1_000_000)),
  ]);
  for (const name of ['lists', 'objects', 'experiment', 'open'])
    expect(said).toContain(`${name}.json: It is nested too deeply to be an experiment or results.`);
  await expect(resultNames(page)).toHaveCount(0);
  await expectWorking(page);
});

test('brackets inside of texts do not count as nesting', async ({ page }) => {
  const name = `${'['.repeat(130)}\\"${'{'.repeat(130)}`;
  const said = await imported(page, [file('names.json', JSON.stringify({ [name]: name }))]);
  expect(said).toContain('must be left out');
});

test('results that belong to no experiment, or have other runs than theirs, are refused in a sentence', async ({
  page,
}) => {
  const results = soundResults();
  const { experiment, outcomes } = results;
  const changed = (change) => ({ ...results, outcomes: [{ ...outcomes[0], ...change }, ...outcomes.slice(1)] });
  const wrong = {
    orphan: { outcomes },
    'null-experiment': { ...results, experiment: null },
    'text-experiment': { ...results, experiment: 'yes' },
    'no-outcomes': { ...results, outcomes: null },
    'other-seed': { ...results, experiment: { ...experiment, seeds: [77] } },
    'other-heads': changed({ run: { ...outcomes[0].run, h: 63 } }),
    twice: { ...results, outcomes: [...outcomes, outcomes[0]] },
    'no-run': changed({ run: undefined }),
    'text-error': changed({ nmse: 'small' }),
    'text-curve': changed({ curve: 'steep' }),
  };
  const said = await imported(
    page,
    Object.entries(wrong)
      .slice(0, 5)
      .map(([name, content]) => file(`${name}.json`, content)),
  );
  for (const name of Object.keys(wrong).slice(0, 5)) expect(said).toMatch(new RegExp(`${name}\\.json: .+`));
  await chooser(page).setInputFiles(
    Object.entries(wrong)
      .slice(5)
      .map(([name, content]) => file(`${name}.json`, content)),
  );
  const last = Object.keys(wrong).at(-1);
  await expect(page.getByRole('alert')).toContainText(`${last}.json: `);
  const more = await page.getByRole('alert').innerText();
  for (const name of Object.keys(wrong).slice(5)) expect(more).toMatch(new RegExp(`${name}\\.json: .+`));
  await expect(resultNames(page)).toHaveCount(0);
  await expectWorking(page);
});

test('empty files, binary files and files that are too large are refused in a sentence', async ({ page }) => {
  const said = await imported(page, [
    file('empty.json', ''),
    file('empty.safetensors', ''),
    file('photo.json', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0])),
    file('number.json', '7'),
    file('list.json', '[1, 2]'),
  ]);
  expect(said).toContain('empty.json: It is empty.');
  expect(said).toContain('empty.safetensors: It is empty.');
  expect(said).toContain('photo.json: It is neither JSON nor a .safetensors file');
  expect(said).toContain('number.json: It is JSON, but neither an experiment nor results');
  expect(said).toContain('list.json: It is JSON, but neither an experiment nor results');

  // Made in the page, of one blob many times: they need not be read to be refused.
  await page.evaluate(() => {
    const part = new Uint8Array(8_000_000);
    const transfer = new DataTransfer();
    transfer.items.add(new File(Array(9).fill(part), 'huge.json'));
    transfer.items.add(new File(Array(70).fill(part), 'huge.safetensors'));
    const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  });
  await expect(page.getByRole('alert')).toContainText(
    'huge.json: It has 72 MB, and nothing that can be read here has more than 64.',
  );
  await expect(page.getByRole('alert')).toContainText(
    'huge.safetensors: It has 560 MB, and nothing that can be read here has more than 512.',
  );
  await expectWorking(page);
});

test('many files at once: what is wrong with them is said in a few lines, and the good ones are opened', async ({
  page,
}) => {
  const results = soundResults();
  const files = Array.from({ length: 130 }, (_, i) => file(`${'long name '.repeat(20)}${i}.json`, `{"x${i}": 1}`));
  files[50] = file('good.json', results);
  const said = await imported(page, files);
  expect(said).toContain('91 more files could not be read.');
  expect(said).toContain('30 files were not opened: at most 100 are, at once.');
  expect(said.length).toBeLessThan(5000);
  await expect(resultNames(page)).toHaveValue('good');
});

test('an experiment with 200 000 unknown fields is refused in a few lines', async ({ page }) => {
  const fields = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`field${i}`, i]));
  const said = await imported(page, [file('fields.json', fields)]);
  expect(said).toContain('field0');
  expect(said.length).toBeLessThan(2000);
  await expectWorking(page);
});

test('a folder that is dropped is refused in a sentence', async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-folder-'));
  try {
    await page.goto(FOUR_TARGETS);
    await expect(engineName(page)).toBeVisible();
    const client = await context.newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
      await client.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    await expect(page.getByRole('alert')).toContainText(
      `${basename(folder)}: It cannot be read: it is a folder, or it is gone.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
