// Hosts of course notes, as examples/ has them: each is built by its own program, opened from another origin than
// dist/'s, and its element trains. `npm test -- hosts` installs what they need.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectTraining, LONG, root, runPython, stage, trainButton, untilTrained, withPython } from './fixture.js';

test('plain HTML', async (t) => {
  const { page, wrong, example, serve } = await stage(t);
  await page.goto(await serve({ '/': await example('plain-html') }));
  await expectTraining(page);
  assert.deepEqual(wrong, []);
});

test('a page with the policy of the documentation', async (t) => {
  const { page, wrong, example, serve } = await stage(t);
  await page.goto(await serve({ '/': await example('strict-csp') }));
  await expectTraining(page);
  assert.deepEqual(wrong, []);
  // Exactly what is documented.
  const documented = await readFile(join(root, 'docs', 'embedding.md'), 'utf8');
  const policy = (await readFile(join(root, 'examples', 'strict-csp', 'index.html'), 'utf8')).match(
    /content="(default[^"]+)"/,
  );
  const [first, ...directives] = policy?.[1].split('; ') ?? [];
  assert.equal(first, "default-src 'none'");
  const block = documented
    .match(/^```\n(script-src [^`]+)```/m)?.[1]
    .split(/;\s+/)
    .map((one) => one.trim());
  assert.deepEqual(block, directives);
});

test('MkDocs Material, with instant loading', withPython, async (t) => {
  const { page, wrong, folder, example, serve } = await stage(t);
  await example('mkdocs');
  const origin = await serve({ '/notes/': join(folder, 'site') });
  // Instant loading follows links of the site's own address only.
  const settings = join(folder, 'mkdocs.yml');
  await writeFile(settings, (await readFile(settings, 'utf8')).replace('https://example.org', origin));
  await runPython(['-m', 'mkdocs', 'build', '-q'], folder);
  await page.goto(`${origin}/notes/`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const follow = () => page.getByRole('link', { name: 'How many heads?' }).first().click();
  await follow();
  await expectTraining(page);
  assert.equal(await page.evaluate(() => 'isSamePage' in window), true, 'the page was loaded anew');
  // To another page, which takes the element away, and back to a new one.
  await page.getByRole('link', { name: 'Notes' }).first().click();
  await page.locator('head-count').waitFor({ state: 'detached' });
  await follow();
  await expectTraining(page);
  assert.equal(await page.evaluate(() => 'isSamePage' in window), true, 'the page was loaded anew');
  assert.deepEqual(wrong, []);
});

test('Sphinx with the MyST parser', withPython, async (t) => {
  const { page, wrong, folder, example, serve } = await stage(t);
  await example('sphinx');
  await runPython(['-m', 'sphinx', '-q', '-W', '.', 'site'], folder);
  await page.goto(await serve({ '/': join(folder, 'site') }));
  await expectTraining(page);
  assert.deepEqual(wrong, []);
});

/**
 * The lines for an element, as the Share dialog of dist/ writes them: from its own page, for three runs.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} host
 */
async function sharedLines(page, host) {
  await page.goto(`${host}/?v=1&D=2&h=1,2,3&steps=300`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const choice = (/** @type {string} */ legend) => page.getByRole('group', { name: legend });
  await choice('Views').getByLabel('Machines').check();
  await choice('What readers may change').getByLabel('heads').check();
  const lines = await page.locator('#share-element').inputValue();
  assert.match(lines, /^<script type="module" src="http.*<head-count preset="few" targets="2".* controls="heads"/s);
  return lines;
}

test('MkDocs Material, with the lines of the Share dialog and nothing else', withPython, async (t) => {
  const { page, wrong, folder, host, serve } = await stage(t);
  const lines = await sharedLines(page, host);
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'mkdocs.yml'), 'site_name: Notes\ntheme:\n  name: material\n  font: false\n');
  await writeFile(join(folder, 'docs', 'index.md'), `# How many heads?\n\n${lines}\n\nAs many as there are targets.\n`);
  await runPython(['-m', 'mkdocs', 'build', '-q'], folder);
  await page.goto(await serve({ '/': join(folder, 'site') }));
  assert.notEqual(new URL(page.url()).origin, new URL(host).origin);
  await expectTraining(page);
  assert.deepEqual(wrong, []);
});

test('Sphinx with the MyST parser, with the lines of the Share dialog and nothing else', withPython, async (t) => {
  const { page, wrong, folder, host, serve } = await stage(t);
  const lines = await sharedLines(page, host);
  await writeFile(join(folder, 'conf.py'), 'project = "Notes"\nextensions = ["myst_parser"]\n');
  await writeFile(join(folder, 'index.md'), `# How many heads?\n\n\`\`\`{raw} html\n${lines}\n\`\`\`\n`);
  await runPython(['-m', 'sphinx', '-q', '-W', '.', 'site'], folder);
  await page.goto(await serve({ '/': join(folder, 'site') }));
  assert.notEqual(new URL(page.url()).origin, new URL(host).origin);
  await expectTraining(page);
  assert.deepEqual(wrong, []);
});

/** Of all runs of the example's slides. */
const STEPS = 3 * 10_000;

/** Until no slide moves in any more; arrows may blink for ever. @param {import('@playwright/test').Page} page */
const untilStill = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    await frame();
    const isMoving = (/** @type {Animation} */ one) => one instanceof CSSTransition && one.playState === 'running';
    while (document.getAnimations().some(isMoving)) await frame();
    // What was drawn last is what the browser looks for a press in.
    await frame();
    await frame();
  });

test('reveal.js: a training survives going one slide on and back', async (t) => {
  const { page, wrong, example, serve } = await stage(t);
  const folder = await example('revealjs');
  const origin = await serve({ '/reveal.js/': join(root, 'node_modules', 'reveal.js'), '/': folder });
  const frame = page.frameLocator('iframe');
  const go = (/** @type {'left' | 'right'} */ where) => page.locator(`.navigate-${where}`).click();
  for (const place of [page, frame]) {
    await page.goto(`${origin}#/${place === page ? 0 : 2}`);
    const element = place.locator('head-count');
    const steps = () => element.evaluate((/** @type {any} */ one) => one.steps ?? 0);
    await element.evaluate((/** @type {any} */ one) =>
      one.addEventListener('headcount-progress', ({ detail }) => {
        one.steps = detail.step;
      }),
    );
    await trainButton(place).waitFor();
    // A press on a frame whose slide still moves in is given to the slides by the browser: the frame never hears of it.
    if (place === frame) await untilStill(page);
    await trainButton(place).click();
    for (const end = Date.now() + 2 * LONG; (await steps()) < 500; await page.waitForTimeout(50))
      assert.ok(Date.now() < end, `${await steps()} steps after ${(2 * LONG) / 1000} s`);
    await go('right');
    await page.getByRole('heading').and(page.locator('.present *')).waitFor();
    const reached = await steps();
    assert.ok(reached >= 500 && reached < STEPS, `${reached} steps`);
    await go('left');
    await untilTrained(place);
    // The same element went on from where it was: nobody pressed Train again.
    assert.equal(await steps(), STEPS);
  }
  // What the documentation says of other frames: they are unloaded with their slide.
  const slides = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'lazy.html'), slides.replace('data-preload', ''));
  await page.goto(`${origin}/lazy.html#/2`);
  await page.locator('iframe[src]').waitFor();
  await go('right');
  await page.locator('iframe:not([src])').waitFor({ state: 'attached' });
  assert.deepEqual(wrong, []);
});
