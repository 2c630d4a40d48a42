// headcount.html, everything in one file: from file://, in a sandboxed frame of a host without CORS, and with an
// experiment of its own.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, htmlOf, serveDist, test } from './hosts.js';

const FILE = join(import.meta.dirname, '..', 'dist', 'headcount.html');
const QUICK = 'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200&validationSequences=100';

test('it is smaller than 1.2 MB, and needs no other file', async () => {
  expect((await stat(FILE)).size).toBeLessThan(1_200_000);
  const text = await readFile(FILE, 'utf8');
  expect(text.match(/(src|href)="(?!data:)[^"]*"/g)).toBeNull();
});

test('it trains from file://, and asks nobody for anything', async ({ page, wrong }) => {
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  const address = `${pathToFileURL(FILE).href}?${QUICK}&view=cliff,machine`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('chart-canvas#transition[drawn]')).toBeVisible();
  await page.getByRole('button', { name: 'Machines' }).click();
  await expect(page.locator('#machine-enough[drawn]')).toBeVisible();
  expect(asked.filter((url) => url !== address && !/^(blob|data):/.test(url))).toEqual([]);
  expect(wrong).toEqual([]);
});

test('its element may say what is shown, and trains to what dist/ trains to', async ({ page, dist, wrong }, info) => {
  const file = info.outputPath('mine.html');
  const text = await readFile(FILE, 'utf8');
  await writeFile(
    file,
    text.replace('<head-count>', `<head-count experiment="${QUICK}" hide="lead" autoplay="visible">`),
  );
  const outcome = () =>
    page
      .locator('head-count')
      .evaluate((/** @type {any} */ one) => one.outcome?.outcomes.map(({ nmse }) => nmse) ?? null);
  await page.goto(pathToFileURL(file).href);
  await expect.poll(outcome, { timeout: 60_000 }).not.toBeNull();
  await expect(page.locator('.lead')).toHaveCount(0);
  const errors = await outcome();
  await page.goto(`${dist}/embed.html?${QUICK}&autoplay=visible`);
  await expect.poll(outcome, { timeout: 60_000 }).toEqual(errors);
  expect(wrong).toEqual([]);
});

test('its policy lets its own scripts and style in, and nothing that was added', async ({ page }, info) => {
  const file = info.outputPath('changed.html');
  const text = await readFile(FILE, 'utf8');
  const [, policy] = text.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
  await writeFile(
    file,
    text.replace('<head-count>', `<head-count experiment="${QUICK}">`).replace(
      '</body>',
      `<script>window.ran = 'inline'</script>
        <script type="module">window.ran = 'module'</script>
        <script src="data:text/javascript,window.ran = 'data'"></script>
        <img src="data:," alt="" onerror="window.ran = 'handler'">
        <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
        <p id="styled" style="color: rgb(1, 2, 3)">styled</p><style>#styled { background: rgb(4, 5, 6) }</style></body>`,
    ),
  );
  await page.goto(pathToFileURL(file).href);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  // What is put in later must not run either.
  const later = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.text = 'window.ran = "later"';
    } catch (error) {
      return String(error);
    }
    document.body.append(script);
    return 'text became a script';
  });
  expect(later).toMatch(/TypeError.*Trusted/);
  expect(await page.evaluate(() => /** @type {any} */ (window).ran)).toBeUndefined();
  await expect(page.locator('#styled')).not.toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.locator('#styled')).not.toHaveCSS('background-color', 'rgb(4, 5, 6)');
  // The page's own style is let in.
  await expect(page.locator('body')).toHaveCSS('margin', '0px');
});

test('it trains in a sandboxed frame of a host without CORS', async ({ page, host, wrong }) => {
  const plain = await serveDist({ hasCors: false });
  const frame = `<iframe title="Headcount" sandbox="allow-scripts" width="700" height="700" src="${plain.origin}/headcount/headcount.html?${QUICK}&autoplay=visible"></iframe>`;
  await page.goto(`${await host({ 'notes.html': htmlOf(frame) })}/notes.html`);
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Train again' })).toBeVisible({
    timeout: 60_000,
  });
  expect(wrong).toEqual([]);
  await plain.close();
});
