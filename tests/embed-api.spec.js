// createLab from other origins than the page's: imported across origins, inside a sandboxed frame, and in a page
// from file://.
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { experiment } from './api-fixture.js';
import { expect, htmlOf, serveDist, test } from './hosts.js';

/** A module that trains, and writes what came of it into the page. @param {string} dist */
const trainingModule = (dist) => `<script type="module">
  const said = document.createElement('output');
  try {
    const { createLab } = await import('${dist}/headcount.js');
    const lab = await createLab({ engine: 'cpu', workers: 2 });
    for await (const progress of lab.run(${JSON.stringify(experiment)}));
    const { outcomes } = await lab.outcome();
    said.textContent = JSON.stringify([origin, lab.engine.workers, outcomes.map(({ nmse }) => nmse)]);
    lab.dispose();
  } catch (error) {
    said.textContent = error.message;
  }
  document.body.append(said);
</script>`;

/** What the experiment ends with where the page is of dist's own origin. @param {import('@playwright/test').Page} page */
async function expectedErrors(page) {
  await page.goto('blank.html');
  return page.evaluate(
    async ([url, given]) => {
      const { createLab } = await import(String(url));
      const lab = await createLab({ engine: 'cpu', workers: 2 });
      for await (const _ of lab.run(given));
      return (await lab.outcome()).outcomes.map(({ nmse }) => nmse);
    },
    [new URL('headcount.js', page.url()).href, experiment],
  );
}

test('trains when it is imported from another origin', async ({ page, dist, host, wrong }) => {
  const errors = await expectedErrors(page);
  const origin = await host({ 'notes.html': htmlOf(trainingModule(dist)) });
  await page.goto(`${origin}/notes.html`);
  await expect(page.locator('output')).toHaveText(JSON.stringify([origin, 2, errors]));
  expect(wrong).toEqual([]);
});

test('trains in a sandboxed frame, whose origin is opaque', async ({ page, dist, host, wrong }) => {
  const errors = await expectedErrors(page);
  const origin = await host({
    'notes.html': htmlOf('<iframe sandbox="allow-scripts" src="frame.html"></iframe>'),
    'frame.html': htmlOf(trainingModule(dist)),
  });
  await page.goto(`${origin}/notes.html`);
  await expect(page.frameLocator('iframe').locator('output')).toHaveText(JSON.stringify(['null', 2, errors]));
  expect(wrong).toEqual([]);
});

test('trains in a page from a file', async ({ page, dist, wrong }, info) => {
  const errors = await expectedErrors(page);
  const file = info.outputPath('notes.html');
  await writeFile(file, htmlOf(trainingModule(dist)));
  await page.goto(pathToFileURL(file).href);
  await expect(page.locator('output')).toHaveText(JSON.stringify(['null', 2, errors]));
  expect(wrong).toEqual([]);
});

test('a Worker whose script is not there says so', async ({ page, dist, host }) => {
  await page.route(/\/assets\/worker-(?!cpu|webgpu)[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }));
  const origin = await host({ 'notes.html': htmlOf(trainingModule(dist)) });
  await page.goto(`${origin}/notes.html`);
  await expect(page.locator('output')).toHaveText(
    /^A Worker failed: .*Failed to fetch dynamically imported module.*worker/,
  );
});

test('a host without CORS is named by the browser, and nothing hangs', async ({ page, host }) => {
  const plain = await serveDist({ hasCors: false });
  const origin = await host({ 'notes.html': htmlOf(trainingModule(`${plain.origin}/headcount`)) });
  await page.goto(`${origin}/notes.html`);
  await expect(page.locator('output')).toHaveText(/^Failed to fetch dynamically imported module/);
  await plain.close();
});
