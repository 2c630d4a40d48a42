// The dialog in which a chart becomes a figure, from outside: what is chosen is seen in the preview, and every
// file that is saved is read back and held against what was chosen.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import axe from 'axe-core';
import { button, drawn, engineName, expect, FOUR_TARGETS, focused, tab, test, trained } from './page-fixture.js';

const QUICK = 'v=1&h=1,2,4,5&T=8,16&N=32&steps=40&trainSequences=500&validationSequences=200&curvePoints=4&seeds=0,1,2';
const OPENS = 'Figure for a paper or slide …';

const dialog = (page) => page.getByRole('dialog');
const caption = (page) => dialog(page).locator('.caption');
const choose = (page, name) => dialog(page).getByLabel(name, { exact: true });

async function open(page) {
  if (!(await page.locator('.menu').isVisible())) await button(page, 'Export').click();
  await button(page, OPENS).click();
  await expect(dialog(page)).toBeVisible();
}

/** Presses the button of a format; gives the file's name and bytes. */
async function saved(page, format) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, format).click()]);
  await expect(dialog(page).getByRole('status')).toHaveText(`${format}: done.`);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The preview's shape, and a fingerprint of its pixels. */
const preview = (page) =>
  dialog(page)
    .locator('canvas')
    .evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      let print = 0;
      for (const value of data) print = (print * 31 + value) | 0;
      const [red, green, blue] = data;
      return { print, shape: canvas.width / canvas.height, corner: [red, green, blue] };
    });

/** What is in an SVG file; read in a page of its own, since the policy of ours lets nothing be parsed. */
async function contentOf(context, text) {
  const blank = await context.newPage();
  const content = await blank.evaluate((xml) => {
    const root = new DOMParser().parseFromString(xml, 'image/svg+xml').documentElement;
    const all = [...root.querySelectorAll('*')];
    return {
      kind: root.nodeName,
      size: [root.getAttribute('width'), root.getAttribute('height')],
      font: root.getAttribute('font-family'),
      ids: all.map(({ id }) => id).filter(Boolean),
      texts: all.filter(({ nodeName }) => nodeName === 'text').map(({ textContent }) => textContent),
      xs: all.filter(({ nodeName }) => nodeName === 'circle').map((circle) => Number(circle.getAttribute('cx'))),
      dashes: all.filter((element) => element.hasAttribute('stroke-dasharray')).length,
      colours: all.flatMap((element) => ['fill', 'stroke'].map((name) => element.getAttribute(name)).filter(Boolean)),
    };
  }, text);
  await blank.close();
  return content;
}

/** The chunks of a PNG file, whose checksums are right. */
function chunksOf(bytes) {
  const chunks = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    expect(bytes.readUInt32BE(at + 8 + length), name).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.push({ name, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

test('the dialog is fetched when it is wanted, closes with Escape, and gives the focus back', async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(`${FOUR_TARGETS}#transition`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Export').click();
  expect(fetched.filter((url) => url.includes('export-view'))).toEqual([]);
  await open(page);
  expect(fetched.filter((url) => url.includes('export-view'))).toHaveLength(1);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const found = await /** @type {any} */ (window).axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.flat().join(' '))}`);
  });
  expect(violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => focused(page)).toMatchObject({ name: 'Export' });
  await open(page);
  await button(page, 'Close').click();
  await expect(dialog(page)).toHaveCount(0);
});

test('what is chosen is seen at once, in the preview and in the caption', async ({ page }) => {
  await trained(page, QUICK);
  await open(page);
  let before = await preview(page);
  expect(before.shape).toBeCloseTo(85 / 62, 1);
  const changes = async (/** @type {() => Promise<void>} */ change, /** @type {string} */ what) => {
    await change();
    await expect.poll(async () => (await preview(page)).print, { message: what }).not.toBe(before.print);
    before = await preview(page);
  };
  await expect(caption(page)).toContainText('The dashed line marks h = D = 4');
  await expect(caption(page)).not.toContainText('Diamonds');
  for (const [name, isOn, words] of /** @type {const} */ ([
    ['Line at D', false, 'The dashed line marks'],
    ['Zones', false, 'Shades tell'],
    ['Spread over seeds', false, 'bars and shades'],
    ['Recorded results', false, 'recorded earlier'],
    ['The paper’s values', true, 'Diamonds are published values'],
  ])) {
    await changes(() => choose(page, name).setChecked(isOn), name);
    if (isOn) await expect(caption(page)).toContainText(words);
    else await expect(caption(page)).not.toContainText(words);
  }
  for (const name of ['Serif', 'Grey', 'Dark', 'Title and source'])
    await changes(() => choose(page, name).check(), name);
  expect(before.corner).toEqual([24, 27, 34]);
  await changes(() => choose(page, 'Slide, 16:9').check(), 'slide');
  expect(before.shape).toBeCloseTo(16 / 9, 1);
  await changes(() => choose(page, 'Two columns, 175 mm').check(), 'two columns');
  expect(before.shape).toBeCloseTo(175 / 88, 1);
  // Another chart of the same view.
  await choose(page, 'Figure').selectOption({ index: 1 });
  await expect(caption(page)).toContainText('during training. Lines are medians over 3 seeds');
  await expect(choose(page, 'Zones')).toHaveCount(0);
});

test('a figure as SVG has the size, letters, parts and groups that were chosen', async ({ page, context }) => {
  await trained(page, QUICK);
  await open(page);
  const plain = await contentOf(context, String((await saved(page, 'SVG')).bytes));
  expect(plain).toMatchObject({ kind: 'svg', size: ['85mm', '62mm'] });
  expect(plain.font).toContain('Helvetica');
  for (const id of ['background', 'zones', 'axes', 'line-at-D', 'lines', 'lines-T-8', 'lines-T-16', 'labels'])
    expect(plain.ids).toContain(id);
  expect(plain.texts).toEqual(
    expect.arrayContaining(['attention heads h', 'D = 4 targets', '10−1', '100', 'T = 8', 'T = 16']),
  );
  expect(plain.xs.some((x) => x % 1 !== 0)).toBe(true);
  // The line at D, the second of two lines, and the recorded one.
  expect(plain.dashes).toBe(3);
  expect(plain.ids.filter((id) => /^lines.*recorded/.test(id))).toHaveLength(1);

  await choose(page, 'Two columns, 175 mm').check();
  await choose(page, 'Serif').check();
  await choose(page, 'Grey').check();
  await choose(page, 'Line at D').uncheck();
  await choose(page, 'Zones').uncheck();
  await choose(page, 'Recorded results').uncheck();
  const { name, bytes } = await saved(page, 'SVG');
  expect(name).toBe('headcount-transition-page.svg');
  const chosen = await contentOf(context, String(bytes));
  expect(chosen.size).toEqual(['175mm', '88mm']);
  expect(chosen.font).toContain('Times');
  expect(chosen.ids).not.toContain('zones');
  expect(chosen.ids).not.toContain('line-at-D');
  expect(chosen.texts).not.toContain('D = 4 targets');
  expect(chosen.dashes).toBe(1);
  for (const colour of chosen.colours) expect(colour).toMatch(/^(none|#(..)\2\2)$/);
});

test('the caption of a machine says what was trained', async ({ page }) => {
  await page.goto('');
  await drawn(page, 'machine-enough');
  await expect(engineName(page)).toBeVisible();
  await open(page);
  const titles = await choose(page, 'Figure').locator('option').allTextContents();
  for (const words of ['One head', 'Two heads']) {
    const index = titles.findIndex((title) => title.startsWith(words));
    await choose(page, 'Figure').selectOption({ index });
    await expect(caption(page)).toContainText('Find the largest and the smallest number of the sequence');
    await expect(caption(page)).toContainText('Each was trained for 1000 steps of 64 sequences by AdamW');
  }
});

test('a machine is a figure like any other: its size, its parts, greys and numbers', async ({ page, context }) => {
  await page.goto('');
  await drawn(page, 'machine-fewer');
  await drawn(page, 'machine-enough');
  await expect(engineName(page)).toBeVisible();
  await open(page);
  const titles = await choose(page, 'Figure').locator('option').allTextContents();
  const of = (/** @type {string} */ words) => titles.findIndex((title) => title.startsWith(words));
  await choose(page, 'Figure').selectOption({ index: of('One head') });
  const few = await preview(page);
  await choose(page, 'Figure').selectOption({ index: of('Two heads') });
  await expect.poll(async () => (await preview(page)).print).not.toBe(few.print);

  const coloured = await saved(page, 'SVG');
  expect(coloured.name).toBe('headcount-machine-column.svg');
  const machine = await contentOf(context, String(coloured.bytes));
  expect(machine).toMatchObject({ kind: 'svg', size: ['85mm', '62mm'] });
  for (const id of ['background', 'tokens', 'attention', 'heads', 'answer']) expect(machine.ids).toContain(id);
  // The lines to the targets have the targets' hues, and each head has its number and its words.
  const isGrey = (/** @type {string | null} */ colour) => /^(none|#(..)\2\2)$/.test(String(colour));
  expect(machine.colours.some((colour) => !isGrey(colour))).toBe(true);
  expect(machine.texts).toEqual(expect.arrayContaining(['1', '2']));
  expect(machine.texts.join(' ')).toMatch(/says -?[\d.]+, truth -?[\d.]+/);

  await choose(page, 'Grey').check();
  const grey = await contentOf(context, String((await saved(page, 'SVG')).bytes));
  expect(grey.colours.filter((colour) => !isGrey(colour))).toEqual([]);
  expect(grey.texts).toEqual(machine.texts);

  const csv = await saved(page, 'CSV');
  expect(csv.name).toBe('headcount-machine.csv');
  const [head, ...rows] = String(csv.bytes)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(head).toEqual(['token', 'value', 'head 1', 'head 2', 'is']);
  expect(rows.map(([token]) => token)).toEqual(Array.from({ length: rows.length }, (_, i) => String(i + 1)));
  const values = rows.map(([, value]) => Number(value));
  // The marks are at the extremes, and the attention of each head adds up to all of it.
  expect(rows[values.indexOf(Math.max(...values))].at(-1)).toBe('largest');
  expect(rows[values.indexOf(Math.min(...values))].at(-1)).toBe('smallest');
  for (const column of [2, 3]) expect(rows.reduce((sum, row) => sum + Number(row[column]), 0)).toBeCloseTo(1, 4);
});

test('a figure as PDF has its size and its texts', async ({ page }) => {
  await trained(page, QUICK);
  await open(page);
  const { name, bytes } = await saved(page, 'PDF');
  expect(name).toBe('headcount-transition-column.pdf');
  const text = String(bytes);
  expect(text.startsWith('%PDF-1.4\n') && text.endsWith('%%EOF\n')).toBe(true);
  // 85 × 62 mm in points.
  expect(text).toContain('/MediaBox [0 0 240.94 175.75]');
  const start = Number(text.match(/startxref\n(\d+)\n/)?.[1]);
  expect(text.slice(start, start + 5)).toBe('xref\n');
  const read = (/** @type {string} */ program, /** @type {string[]} */ args) =>
    spawnSync(program, args, { input: bytes, encoding: 'utf8' });
  const words = read('pdftotext', ['-raw', '-', '-']);
  if (words.error) return console.log('there is no pdftotext to read the PDF with');
  expect(words).toMatchObject({ status: 0, stderr: '' });
  for (const word of ['attention heads h', 'error on unseen data (NMSE)', 'D = 4', '10−1', 'T = 16'])
    expect(words.stdout.replace(/\s+/g, ' ')).toContain(word);
});

test('a figure as PNG has the dots and the printed size that were asked for', async ({ page }) => {
  await page.goto(`${FOUR_TARGETS}#transition`);
  await expect(engineName(page)).toBeVisible();
  await open(page);
  for (const [dots, perMetre, width, height] of [
    [300, 11811, 1004, 732],
    [600, 23622, 2008, 1465],
  ]) {
    const { name, bytes } = await saved(page, `PNG, ${dots} dpi`);
    expect(name).toBe(`headcount-transition-column.${dots}dpi.png`);
    const chunks = chunksOf(bytes);
    expect([chunks[0].data.readUInt32BE(0), chunks[0].data.readUInt32BE(4)]).toEqual([width, height]);
    const [size] = chunks.filter((chunk) => chunk.name === 'pHYs');
    expect([size.data.readUInt32BE(0), size.data.readUInt32BE(4), size.data[8]]).toEqual([perMetre, perMetre, 1]);
    expect(chunks.indexOf(size)).toBeLessThan(chunks.findIndex((chunk) => chunk.name === 'IDAT'));
  }
});

test('the values of a figure as CSV are those of its table', async ({ page }) => {
  await trained(page, QUICK);
  await open(page);
  const { name, bytes } = await saved(page, 'CSV');
  expect(name).toBe('headcount-transition.csv');
  const [head, ...rows] = String(bytes)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  expect(head).toEqual(['line', 'kind', 'T', 'h', 'rank', 'median', 'min', 'max', 'seeds', 'diverged']);
  const trainedRows = rows.filter(([, kind]) => kind === 'trained');
  expect(trainedRows.map(([line, , T, h]) => [line, T, h])).toEqual(
    [8, 16].flatMap((T) => [1, 2, 4, 5].map((h) => [`T = ${T}`, `${T}`, `${h}`])),
  );
  for (const [, , , , , median, min, max, seeds, diverged] of trainedRows) {
    expect(Number(min)).toBeLessThanOrEqual(Number(median));
    expect(Number(median)).toBeLessThanOrEqual(Number(max));
    expect([seeds, diverged]).toEqual(['3', '0']);
  }
});

test('the caption is copied in words, and a mystery stays one', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await trained(page, QUICK);
  await open(page);
  await button(page, 'Copy caption').click();
  await expect(dialog(page).getByRole('status')).toHaveText('Caption copied: done.');
  const words = await page.evaluate(() => navigator.clipboard.readText());
  expect(words).toMatch(/^Error on unseen data \(NMSE\) for each number of attention heads h, .* arXiv:2510\.06662\.$/);
  expect(words).toContain('Each was trained for 40 steps of 64 sequences by AdamW');
  expect(words).not.toMatch(/v=1|[?&]\w+=/);
  await button(page, 'Close').click();

  await button(page, 'Give me a mystery').click();
  await expect(page).toHaveURL(/\?mystery=[\w-]+#/);
  await tab(page, 'Cliff').click();
  await open(page);
  await expect(caption(page)).toContainText('The task is a mystery.');
  await expect(caption(page)).not.toContainText(/D =|weights|targets/);
  for (const name of ['Line at D', 'Zones', 'The paper’s values']) await expect(choose(page, name)).toHaveCount(0);
});

/** The cells of the figure's CSV, without the names of its columns. */
async function rowsOfCsv(page) {
  const { bytes } = await saved(page, 'CSV');
  const lines = String(bytes).trim().split('\n').slice(1);
  return lines.map((line) => line.split(','));
}

/** The page's list has four decimals, the file six. @param {import('@playwright/test').Locator} list @param {string[][]} rows */
async function compareAttention(list, rows) {
  const shown = await list.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td.share')].map(({ textContent }) => Number(textContent))),
  );
  expect(rows).toHaveLength(shown.length);
  for (const [i, row] of rows.entries())
    for (const [j, share] of row.entries()) expect(Math.abs(Number(share) - shown[i][j])).toBeLessThan(6e-5);
}

test('what the heads look at and which target each watches are figures with the numbers of the page', async ({
  page,
  context,
}) => {
  await trained(
    page,
    'v=1&kind=min-max&h=1,2&T=8&n=8&steps=40&trainSequences=500&validationSequences=200&seeds=1#heads',
  );
  const heads = page.locator('headcount-heads');
  const table = heads.getByRole('region', { name: 'Which head watches which target' }).locator('table');
  await expect(table.locator('td.own')).toHaveCount(2);
  await heads.getByText('All numbers of this sequence').click();
  const list = heads.getByRole('region', { name: 'All numbers of this sequence' }).locator('tbody tr');
  await expect(list).toHaveCount(8);

  // The menu has both, and the dialog opens on what was chosen there.
  await button(page, 'Export').click();
  const chart = page.locator('.menu').getByLabel('Chart');
  const titles = ['Where the heads look', 'Which head watches which target', 'Prediction against truth'];
  await expect(chart.locator('option')).toHaveText(titles);
  await chart.selectOption(titles[1]);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Chart as SVG').click()]);
  expect(download.suggestedFilename()).toBe('headcount-specialisation.svg');
  await open(page);
  await expect(choose(page, 'Figure').locator('option')).toHaveText(titles);
  await expect(choose(page, 'Figure')).toHaveValue(titles[1]);

  const cells = await table.locator('tbody td').allTextContents();
  expect(cells).toHaveLength(4);
  for (const cell of cells) expect(cell).toMatch(/^[01]\.\d{3}$/);
  const svg = await saved(page, 'SVG');
  expect(svg.name).toBe('headcount-specialisation-column.svg');
  const matrix = await contentOf(context, String(svg.bytes));
  expect(matrix.size).toEqual(['85mm', '62mm']);
  expect(matrix.texts.filter((text) => /^[\d.]+$/.test(text ?? ''))).toEqual(cells);
  expect(matrix.texts).toEqual(expect.arrayContaining(['largest', 'smallest', 'head 1', 'head 2']));
  await expect(caption(page)).toContainText(await heads.locator('p.sentence').first().innerText());
  await expect(caption(page)).toContainText('Each was trained for 40 steps');

  // The same attention as in the list on the page, in every strip.
  await choose(page, 'Figure').selectOption(titles[0]);
  const strips = await contentOf(context, String((await saved(page, 'SVG')).bytes));
  for (const id of ['tokens', 'attention-head-1', 'attention-head-2', 'targets', 'scale'])
    expect(strips.ids).toContain(id);
  await compareAttention(
    list,
    (await rowsOfCsv(page)).map((row) => row.slice(2, 4)),
  );

  // A silenced head is in the caption.
  await button(page, 'Close').click();
  await heads.getByRole('button', { name: 'Silence head 2', exact: true }).click();
  await expect(heads.getByText(/^Without head 2 the error is /)).toBeVisible();
  await open(page);
  await expect(caption(page)).toContainText('Head 2 silenced');
});

test('of a task in which every token asks, the attention of the one that asks is a figure', async ({ page }) => {
  await trained(page, 'v=1&kind=farthest&d=2&h=2&T=6&steps=5&batch=8&trainSequences=50&validationSequences=50#heads');
  const heads = page.locator('headcount-heads');
  await heads.getByLabel('Token that asks').selectOption('token 4');
  await heads.getByText('All numbers of this sequence').click();
  const list = heads.getByRole('region', { name: 'All numbers of this sequence' }).locator('tbody tr');
  await open(page);
  // No target has a head of its own here: there is no matrix.
  await expect(choose(page, 'Figure').locator('option')).toHaveText([
    'Where the heads look',
    'Prediction against truth',
  ]);
  await expect(caption(page)).toContainText('Token 4 asks.');
  const rows = await rowsOfCsv(page);
  expect(rows[3][1]).toBe('');
  expect(rows[3].at(-1)).toBe('asks');
  await compareAttention(
    list,
    rows.map((row) => row.slice(2, 4)),
  );
});
