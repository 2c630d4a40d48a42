// <head-count> in pages of another origin: what it shows, trains and tells, what it costs, and what it leaves alone.
import { element, expect, htmlOf, LONG, QUICK, script, state, test, train } from './embed-fixture.js';

/** Something tall, so that what follows is far from the screen. */
const FAR = '<div style="height: 4000px"></div>';

test('the line of the documentation draws, trains, and tells its page', async ({ page, dist, host, wrong }) => {
  const origin = await host({
    'notes.html': htmlOf(
      `<head-count preset="transition" heads="1-3" D="2" T="16" steps="200" view="transition" controls="heads,T" autoplay="visible"></head-count>
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
  // Served without compression here; `npm run sizes` counts 7 KB with it.
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
