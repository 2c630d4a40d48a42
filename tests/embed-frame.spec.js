// embed.html in frames: the address is the element, the height is told, and a sandboxed frame works without storage.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, htmlOf, serveDist, test } from './hosts.js';

const QUICK = 'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200&validationSequences=100';
const documentation = readFileSync(join(import.meta.dirname, '..', 'docs', 'embedding.md'), 'utf8');
/** What the documentation gives to pages that follow the height of their frames. */
const HELPER = documentation.match(/<script>\naddEventListener\('message'.*?<\/script>/s)?.[0] ?? '';

test('the address says what is shown, and the host follows its height', async ({ page, dist, host, wrong }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `${HELPER}<iframe title="Headcount" width="700" height="100" style="border: 0" src="${dist}/embed.html?${QUICK}&view=table&hide=lead,title&controls=heads"></iframe>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  const frame = page.frameLocator('iframe');
  await expect.poll(() => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)).toBe(640);
  await frame.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(frame.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(frame.locator('td.nmse').first()).toHaveText(/\d/);
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(frame.locator('headcount-strip label')).toHaveCount(1);
  // Narrower, it is taller, and the host hears of it.
  await page.locator('iframe').evaluate((one) => one.setAttribute('width', '380'));
  await expect.poll(() => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height)).toBe(720);
  await expect(frame.locator('.kept')).toHaveCount(0);
  expect(wrong).toEqual([]);
});

test('a sandboxed frame trains without storage, and says so', async ({ page, dist, host, wrong }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `${HELPER}<iframe title="Headcount" sandbox="allow-scripts" width="700" height="100" style="border: 0" src="${dist}/embed.html?${QUICK}&autoplay=visible"></iframe>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(frame.locator('.kept')).toHaveText('What is trained here is kept until the page is closed.');
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null');
  // Its height is told from there, too: the element and the sentence below it.
  await expect
    .poll(() => page.locator('iframe').evaluate((one) => one.getBoundingClientRect().height))
    .toBeGreaterThan(640);
  expect(wrong).toEqual([]);
});

test('a sandboxed frame loads from its own host alone', async ({ page, dist, host, wrong }) => {
  const other = await serveDist();
  const origin = await host({
    'notes.html': htmlOf(
      `<iframe title="Headcount" sandbox="allow-scripts" width="700" height="700" src="${dist}/embed.html?${QUICK}"></iframe>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Train', exact: true }).waitFor();
  expect(wrong).toEqual([]);
  /** What becomes of a file of a host. @param {string} from */
  const loaded = (from) =>
    frame.locator('body').evaluate(async (_, url) => {
      const fetched = await fetch(`${url}/custom-elements.json`).then(
        ({ status }) => status,
        () => 'refused',
      );
      const imported = await import(`${url}/headcount.js`).then(
        () => 'imported',
        () => 'refused',
      );
      return [fetched, imported];
    }, from);
  expect(await loaded(dist)).toEqual([200, 'imported']);
  expect(await loaded(`${other.origin}/headcount`)).toEqual(['refused', 'refused']);
  expect(wrong.filter((word) => /Content Security Policy/.test(word)).length).toBeGreaterThan(1);
  await other.close();
});

test('a wrong address is met with the validator’s sentence', async ({ page, dist }) => {
  await page.goto(`${dist}/embed.html?h=0&hide=all`);
  await expect(page.getByRole('alert')).toContainText('grid.h[0] is 0');
  await expect(page.getByRole('alert')).toContainText('hide is "all"');
  // One that is not encoded as addresses are.
  await page.goto(`${dist}/embed.html?view=%zz`);
  await expect(page.getByRole('alert')).toContainText('view is "%zz"');
});

test('a mystery stays one until it is guessed, in a frame and by its link', async ({ page, dist, host, wrong }) => {
  // As the page makes its link.
  await page.goto(`${dist}/?v=1&D=2&h=1,2,3&T=4&N=6&steps=300&trainSequences=200&validationSequences=100`);
  const query = await page.evaluate(async () => {
    const playground = /** @type {any} */ (document.querySelector('headcount-playground'));
    await playground.updateComplete;
    while (!playground.session.experiment) await new Promise((next) => setTimeout(next, 50));
    return `mystery=${playground.session.experiment.toMystery()}`;
  });
  const origin = await host({
    'notes.html': htmlOf(
      `<iframe title="Headcount" sandbox="allow-scripts" width="700" height="900" src="${dist}/embed.html?${query}&controls=targets,heads"></iframe>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('chart-canvas#transition[drawn]')).toBeVisible();
  await expect(frame.locator('headcount-strip .targets output')).toHaveText('?');
  expect(await frame.locator('head-count').evaluate((/** @type {any} */ one) => one.experiment)).toBeNull();
  await frame.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(frame.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(frame.locator('head-count')).not.toContainText('D = 2');
  await frame.getByLabel('Your guess: D =').fill('2');
  await frame.getByRole('button', { name: 'Commit' }).click();
  await expect(frame.locator('.judgement')).toContainText('D is 2, as you guessed.');
  // Once it is guessed it stays open, whatever else changes.
  await frame.locator('head-count').evaluate((one) => one.setAttribute('view', 'table'));
  await expect(frame.locator('headcount-table')).toBeVisible();
  await expect(frame.locator('headcount-strip .targets output')).toHaveText('2');
  expect(wrong).toEqual([]);
});

test('results of a link are shown before anything is trained, and go with the link', async ({ page, dist }) => {
  await page.goto(`${dist}/embed.html?v=1&D=2&h=1,2&results=0.123,0.00456`);
  await expect(page.locator('headcount-transition figcaption')).toContainText('from the link');
  const compared = () =>
    page.locator('head-count').evaluate((one) => {
      const view = /** @type {any} */ (one.shadowRoot?.firstElementChild);
      return view.session.compared.list
        .filter(({ isOwn }) => isOwn)
        .map(({ document }) => document.outcomes.map(({ nmse }) => nmse));
    });
  expect(await compared()).toEqual([[0.123, 0.00456]]);
  // Another attribute that leaves the experiment as it is adds them once.
  await page.locator('head-count').evaluate((one) => one.setAttribute('controls', 'heads'));
  await expect(page.locator('headcount-strip label')).toHaveCount(1);
  expect(await compared()).toEqual([[0.123, 0.00456]]);
  await page.locator('head-count').evaluate((one) => one.setAttribute('experiment', 'v=1&D=2&h=1,2'));
  await expect.poll(compared).toEqual([]);
  await expect(page.locator('headcount-transition figcaption')).not.toContainText('from the link');
});
