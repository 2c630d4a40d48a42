// <head-count> in pages of another origin: what it shows, trains and tells, what it costs, and what it leaves alone.
import { expect, htmlOf, test } from './hosts.js';

/** Trains in a second or two. */
const QUICK = 'heads="1,2" D="2" T="4" n="6" steps="300" train-sequences="200" validation-sequences="100"';
/** Trains for some time. */
const LONG = 'heads="1,2" D="2" T="8" n="16" steps="8000" train-sequences="400" validation-sequences="100"';
const script = (dist) => `<script type="module" src="${dist}/headcount.js"></script>`;
/** Something tall, so that what follows is far from the screen. */
const FAR = '<div style="height: 4000px"></div>';
const element = (page, number = 0) => page.locator('head-count').nth(number);
const state = (page, number = 0) =>
  element(page, number).evaluate((one) => {
    const words = /** @type {HTMLElement} */ (one.shadowRoot?.firstElementChild)?.shadowRoot?.querySelector('.primary');
    return words?.textContent ?? '';
  });
const train = (page, number = 0) => element(page, number).getByRole('button', { name: 'Train', exact: true });

test('the line of the documentation draws, trains, and tells its page', async ({ page, dist, host, wrong }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `<head-count preset="few" heads="1-3" D="2" T="16" steps="200" view="cliff" controls="heads,T" autoplay="visible"></head-count>
      <script>
        window.told = [];
        for (const name of ['progress', 'outcome', 'error'])
          document.addEventListener('headcount-' + name, ({ target, detail }) => told.push([name, target.localName, detail]));
      </script>`,
      script(dist),
    ),
  });
  await page.goto(`${origin}/notes.html`);
  await expect(element(page).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();
  const told = await page.evaluate(() => /** @type {any} */ (window).told);
  expect(told.filter(([name]) => name === 'error')).toEqual([]);
  expect(told.filter(([name]) => name === 'progress').length).toBeGreaterThan(0);
  const outcomes = told.filter(([name]) => name === 'outcome');
  expect(outcomes.length).toBe(1);
  expect(outcomes[0][1]).toBe('head-count');
  expect(outcomes[0][2].outcomes.map(({ run }) => run.h)).toEqual([1, 2, 3]);
  // The same by the element's own properties.
  const own = await element(page).evaluate((/** @type {any} */ one) => [
    one.experiment.grid.h,
    one.experiment.task.D,
    one.outcome.outcomes.length,
  ]);
  expect(own).toEqual([[1, 2, 3], 2, 3]);
  expect(wrong).toEqual([]);
});

test('far from the screen it costs less than 15 KB, and its size is its last', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(`${FAR}<head-count preset="few"></head-count><p id="after">after</p>`, script(dist)),
  });
  let bytes = 0;
  const asked = [];
  page.on('response', async (response) => {
    if (!response.url().startsWith(dist)) return;
    asked.push(response.url());
    const { length } = await response.body().catch(() => Buffer.alloc(0));
    bytes += length;
  });
  await page.goto(`${origin}/notes.html`);
  await page.waitForTimeout(1500);
  // Served without compression here; `npm run sizes` counts 5 KB with it.
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(30_000);
  expect(asked.filter((url) => /embedded|wasm/.test(url))).toEqual([]);
  const before = await page.locator('#after').evaluate((one) => one.getBoundingClientRect().top + scrollY);
  await element(page).scrollIntoViewIfNeeded();
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();
  expect(asked.filter((url) => /embedded/.test(url)).length).toBe(1);
  expect(await page.locator('#after').evaluate((one) => one.getBoundingClientRect().top + scrollY)).toBe(before);
});

test('two that train take turns with one engine, and look into their own heads after', async ({
  page,
  dist,
  host,
  wrong,
}) => {
  const two = [1, 2]
    .map(
      (seed) => `<head-count ${QUICK} seeds="${seed}" view="machine" style="--headcount-height: 420px"></head-count>`,
    )
    .join('');
  const origin = await host({ 'notes.html': htmlOf(two, script(dist)) });
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.goto(`${origin}/notes.html`);
  await train(page, 0).waitFor();
  await train(page, 1).waitFor();
  const most = await page.evaluate(async () => {
    const [one, other] = /** @type {any[]} */ ([...document.querySelectorAll('head-count')]);
    // Whose turn it was, at each event: either may have had the first one.
    const turns = [];
    for (const [name, element] of Object.entries({ one, other }))
      for (const event of ['progress', 'outcome'])
        element.addEventListener(`headcount-${event}`, () => turns.at(-1) !== name && turns.push(name));
    const outcomes = await Promise.all([one.train(), other.train()]);
    return [turns.toSorted(), outcomes.map(({ outcomes }) => outcomes[0].run.seed)];
  });
  expect(most).toEqual([
    ['one', 'other'],
    [1, 2],
  ]);
  // As many Workers as one engine has.
  expect(page.workers().length).toBe(await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 8)));
  // The first one's runs were taken out of the engine before the second trained.
  for (const number of [0, 1]) {
    await expect(element(page, number).locator('#machine-enough[drawn]')).toBeVisible();
    await element(page, number).getByRole('button', { name: 'Another list' }).click();
    await expect(element(page, number).locator('#machine-fewer[drawn]')).toBeVisible();
    await expect(element(page, number)).not.toContainText('gone');
  }
  expect(wrong).toEqual([]);
});

test('what scrolls away pauses and leaves its turn; it goes on to the same end', async ({
  page,
  dist,
  host,
  wrong,
}) => {
  const origin = await host({
    'notes.html': htmlOf(`<head-count ${LONG}></head-count>${FAR}<head-count ${QUICK}></head-count>`, script(dist)),
    'alone.html': htmlOf(`<head-count ${LONG}></head-count>`, script(dist)),
  });
  await page.goto(`${origin}/alone.html`);
  await train(page).waitFor();
  const undisturbed = await element(page).evaluate(async (/** @type {any} */ one) =>
    (await one.train()).outcomes.map(({ nmse }) => nmse),
  );

  await page.goto(`${origin}/notes.html`);
  await train(page).waitFor();
  await element(page).evaluate((/** @type {any} */ one) => {
    one.addEventListener('headcount-progress', ({ detail }) => {
      one.steps = detail.step;
    });
    one.ending = one.train();
  });
  const steps = () => element(page).evaluate((/** @type {any} */ one) => one.steps ?? 0);
  await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(500);
  await element(page, 1).scrollIntoViewIfNeeded();
  await expect.poll(() => state(page, 0)).toBe('Resume');
  const reached = await steps();
  expect(reached).toBeLessThan(16_000);
  // The other one's turn comes, though the first has not ended.
  await train(page, 1).click();
  await expect(element(page, 1).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  expect(await state(page, 0)).toBe('Resume');
  await element(page, 0).scrollIntoViewIfNeeded();
  const errors = await element(page).evaluate(async (/** @type {any} */ one) =>
    (await one.ending).outcomes.map(({ nmse }) => nmse),
  );
  expect(errors).toEqual(undisturbed);
  expect(wrong).toEqual([]);
});

test('one that waits for its turn can be stopped, and the next one gets it', async ({ page, dist, host }) => {
  const three = [LONG, QUICK, QUICK]
    .map(
      (fields) =>
        `<head-count ${fields} hide="title,lead,answer,caption" style="--headcount-height: 320px"></head-count>`,
    )
    .join('');
  const origin = await host({ 'notes.html': htmlOf(three, script(dist)) });
  await page.setViewportSize({ width: 900, height: 1100 });
  await page.goto(`${origin}/notes.html`);
  await train(page, 0).click();
  // One that is stopped before its first step has nothing to show.
  await expect(element(page, 0).locator('.progress')).toContainText(/ steps\/s/);
  for (const number of [1, 2]) await train(page, number).click();
  await element(page, 1).getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => state(page, 1)).toBe('Train');
  await element(page, 0).getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => state(page, 0)).toBe('Train again');
  await expect.poll(() => state(page, 2), { timeout: 30_000 }).toBe('Train again');
  expect(await state(page, 1)).toBe('Train');
});

test('wrong attributes are met with sentences, and right ones mend it', async ({ page, dist, host }) => {
  const origin = await host({ 'notes.html': htmlOf('<head-count D="0" view="clif"></head-count>', script(dist)) });
  await page.goto(`${origin}/notes.html`);
  await expect(element(page).getByRole('alert')).toContainText('task.D is 0, but must be a whole number from 1 to 32.');
  await expect(element(page).getByRole('alert')).toContainText('view is "clif"');
  expect(
    await element(page).evaluate((/** @type {any} */ one) => one.train().catch(({ message }) => message)),
  ).toContain('task.D is 0');
  await element(page).evaluate((one) => {
    one.setAttribute('d', '3');
    one.setAttribute('view', 'cliff');
  });
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();
  await expect(element(page).getByRole('alert')).toHaveCount(0);
  expect(await element(page).evaluate((/** @type {any} */ one) => one.experiment.task.D)).toBe(3);
});

test('scripts pause, resume and stop it, set its experiment, and hear why a training failed', async ({
  page,
  dist,
  host,
}) => {
  const origin = await host({ 'notes.html': htmlOf(`<head-count ${LONG}></head-count>`, script(dist)) });
  let isMissing = true;
  await page.route('**/worker-cpu_bg*.wasm', (route) =>
    isMissing ? route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } }) : route.continue(),
  );
  await page.goto(`${origin}/notes.html`);
  await train(page).waitFor();
  /** Runs in the page, with the element. @param {(one: any) => unknown} code */
  const call = (code) => element(page).evaluate(code);
  await call((one) => {
    one.told = [];
    one.addEventListener('headcount-error', ({ detail }) => one.told.push(detail.sentence));
    one.addEventListener('headcount-progress', ({ detail }) => {
      one.steps = detail.step;
    });
  });
  const told = () => call((one) => one.told);
  const steps = () => call((one) => one.steps ?? 0);

  // A training that fails is told once, and the next one finds what was missing.
  const failed = await call((one) => one.train().catch(({ message }) => message));
  expect(failed).toMatch(/worker-cpu_bg\S* could not be loaded \(HTTP 404\)/);
  expect(await told()).toEqual([failed]);
  isMissing = false;
  await call((one) => {
    one.ending = one.train();
  });
  await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(0);

  await call((one) => one.pause());
  await expect.poll(() => state(page)).toBe('Resume');
  let held = 0;
  await expect(async () => {
    held = await steps();
    await page.waitForTimeout(300);
    expect(await steps()).toBe(held);
  }).toPass();
  expect(held).toBeLessThan(16_000);
  // Another experiment cannot be set meanwhile; nothing else is wrong then.
  expect(
    await call((one) => {
      one.experiment = { task: { D: 3 } };
      return one.experiment.task.D;
    }),
  ).toBe(2);
  expect(await told()).toEqual([failed, 'It is training: stop() it first.']);
  await expect(element(page).getByRole('alert')).toHaveText('It is training: stop() it first.');
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();

  await call((one) => one.resume());
  await expect.poll(steps, { timeout: 30_000 }).toBeGreaterThan(held);
  await call((one) => one.stop());
  expect(await call(async (one) => (await one.ending).outcomes.map(({ stopped }) => stopped))).toContain('interrupted');

  // Now it can be set, and a wrong one is refused until a right one is set.
  const set = (fields) =>
    element(page).evaluate((/** @type {any} */ one, fields) => {
      one.experiment = fields;
      return one.train().then(
        ({ outcomes }) => outcomes.map(({ run }) => run.h),
        ({ message }) => message,
      );
    }, fields);
  const wrong = await set({ grid: { h: [0] } });
  expect(wrong).toContain('grid.h[0] is 0, but must be a whole number from 1 to 64.');
  expect((await told()).slice(2)).toEqual([wrong]);
  const small = { task: { D: 2 }, recipe: { steps: 40, trainSequences: 200, validationSequences: 100 } };
  expect(await set({ ...small, grid: { h: [2, 3], T: [4], N: [6] } })).toEqual([2, 3]);
  await expect(element(page).getByRole('alert')).toHaveCount(0);
  expect((await told()).length).toBe(3);
});

test('the host’s address, history, storage and cookies stay as they are', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `<head-count ${QUICK} view="cliff,table,heads" controls="heads,steps"></head-count>`,
      script(dist),
    ),
  });
  await page.goto(`${origin}/notes.html?mine=1#here`);
  await train(page).click();
  await expect(element(page).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  await element(page).getByRole('button', { name: 'Table' }).click();
  await expect(element(page).locator('td.nmse').first()).toHaveText(/\d/);
  expect(
    await page.evaluate(async () => [
      location.href.replace(location.origin, ''),
      history.length,
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
    ]),
  ).toEqual(['/notes.html?mine=1#here', 2, 0, 0, '', 0]);
});

test('it takes the theme of its page, and follows it', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(
      '<head-count preset="few" hide="lead"></head-count>',
      `${script(dist)}<style>.slate { color-scheme: dark; }</style>`,
    ),
  });
  // A page that says nothing is a light one, in a dark system too.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${origin}/notes.html`);
  await expect(element(page).locator('chart-canvas#transition[drawn]')).toBeVisible();
  const ground = () =>
    element(page).evaluate(
      (one) => getComputedStyle(/** @type {Element} */ (one.shadowRoot?.firstElementChild)).backgroundColor,
    );
  const darkest = () =>
    element(page)
      .locator('chart-canvas#transition canvas')
      .evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
          0,
          0,
          canvas.width,
          canvas.height,
        );
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += data[i + 3] > 200 ? data[i] : 0;
        return sum;
      });
  expect(await ground()).toBe('rgb(253, 253, 252)');
  const light = await darkest();
  await page.evaluate(() => document.documentElement.classList.add('slate'));
  await expect.poll(ground).toBe('rgb(24, 27, 34)');
  await expect.poll(darkest).toBeLessThan(light * 0.6);
  await element(page).evaluate((one) => one.setAttribute('theme', 'light'));
  await expect.poll(ground).toBe('rgb(253, 253, 252)');
  await element(page).evaluate((one) => one.style.setProperty('--headcount-ground', 'rgb(1, 2, 3)'));
  await expect.poll(ground).toBe('rgb(1, 2, 3)');
});

test('its letters are those of its page, and a custom property changes them', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(
      '<head-count preset="few" view="cliff,table"></head-count>',
      `${script(dist)}<style>body { font: 20px "Course Hand", fantasy; }</style>`,
    ),
  });
  await page.goto(`${origin}/notes.html`);
  const parts = [
    element(page).getByRole('heading', { level: 1 }),
    element(page).locator('.lead'),
    train(page),
    element(page).getByRole('button', { name: 'Table' }),
    element(page).locator('headcount-transition'),
  ];
  for (const part of parts) await expect(part).toHaveCSS('font-family', '"Course Hand", fantasy');
  await element(page).evaluate((one) => one.style.setProperty('--headcount-font', 'monospace'));
  for (const part of parts) await expect(part).toHaveCSS('font-family', 'monospace');
});

test('a page with a strict policy needs the documented directives, and no more', async ({
  page,
  dist,
  host,
  wrong,
}) => {
  const { origin: at } = new URL(dist);
  const policy = `default-src 'none'; script-src ${at} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${at}; img-src ${at} data:; require-trusted-types-for 'script'; trusted-types headcount lit-html`;
  const origin = await host({
    'notes.html': {
      body: htmlOf(`<head-count ${QUICK}></head-count>`, script(dist)),
      headers: { 'content-security-policy': policy },
    },
  });
  await page.goto(`${origin}/notes.html`);
  await train(page).click();
  await expect(element(page).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  expect(wrong).toEqual([]);
});

test('taken off the page it stops, and put elsewhere it goes on', async ({ page, dist, host }) => {
  const origin = await host({
    'notes.html': htmlOf(`<head-count ${LONG}></head-count><section></section>`, script(dist)),
  });
  await page.goto(`${origin}/notes.html`);
  await train(page).click();
  await expect.poll(() => state(page)).toBe('Pause');
  await page.evaluate(() =>
    document.querySelector('section')?.append(/** @type {Element} */ (document.querySelector('head-count'))),
  );
  // What is taken away before anything was trained has no outcome to tell of.
  await element(page).evaluate(
    (one) => new Promise((moved) => one.addEventListener('headcount-progress', () => moved(null), { once: true })),
  );
  expect(await state(page)).toBe('Pause');
  const ended = await page.evaluate(async () => {
    const one = /** @type {any} */ (document.querySelector('head-count'));
    const outcome = new Promise((told) =>
      one.addEventListener('headcount-outcome', ({ detail }) => told(detail.outcomes[0].stopped)),
    );
    one.remove();
    return outcome;
  });
  expect(ended).toBe('interrupted');
});

test('taken off the page before its engine is there, it leaves its turn to the next', async ({
  page,
  dist,
  host,
  wrong,
}) => {
  const origin = await host({
    'notes.html': htmlOf(`<head-count ${LONG}></head-count><head-count ${QUICK}></head-count>`, script(dist)),
  });
  await page.route('**/worker-cpu_bg*.wasm', async (route) => {
    await new Promise((go) => setTimeout(go, 1500));
    await route.continue();
  });
  await page.goto(`${origin}/notes.html`);
  await train(page).click();
  await train(page, 1).click();
  await element(page).evaluate((one) => one.remove());
  await expect(element(page).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  expect(wrong).toEqual([]);
});
