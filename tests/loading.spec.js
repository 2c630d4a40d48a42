// Files of the page that are late, missing, cut off or sent wrongly: a sentence, another try, and a
// chart of recorded results meanwhile. The network is what is faulty; everything of ours is real.
import { expect, test } from '@playwright/test';
import { button, drawn, FOUR_TARGETS } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=60&trainSequences=500&validationSequences=200&curvePoints=8&seeds=3';
const ENGINE = '**/worker-cpu_bg*.wasm';
const PAGE = '**/page_bg*.wasm';

const engine = (page) => page.locator('section.engine');
const words = (page) => page.locator('.progress .numbers');
const ended = (page) => expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });

/** Answers the first `times` requests for a file in another way. */
async function fail(page, url, answer, times = 1) {
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    if (count <= times) await answer(route);
    else await route.continue();
  });
}

const late = (milliseconds) => async (route) => {
  await new Promise((go) => setTimeout(go, milliseconds));
  await route.continue();
};

test('Stop before the engine has loaded stops at once, and nothing is trained', async ({ page }) => {
  await fail(page, ENGINE, late(4000));
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await expect(words(page)).toHaveText('Starting the engine …');
  await button(page, 'Stop').click();
  // Before the engine is there.
  await expect(button(page, 'Train')).toBeVisible({ timeout: 2000 });
  await expect(engine(page).locator('strong')).toHaveText(/^CPU/, { timeout: 30_000 });
  await expect(button(page, 'Train')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 0);
});

test('Pause before the engine has loaded is obeyed, and Resume trains to the end', async ({ page }) => {
  await fail(page, ENGINE, late(3000));
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await button(page, 'Pause').click();
  await expect(engine(page).locator('strong')).toHaveText(/^CPU/, { timeout: 30_000 });
  await page.waitForTimeout(1000);
  await expect(button(page, 'Resume')).toBeVisible();
  await button(page, 'Resume').click();
  await ended(page);
});

/** @type {[what: string, answer: (route: import('@playwright/test').Route) => Promise<void>, sentence: RegExp, times: number][]} */
const FAULTS = [
  ['is missing once', (route) => route.fulfill({ status: 404 }), /could not be loaded \(HTTP 404\)/, 1],
  [
    'cannot be reached',
    (route) => route.abort('internetdisconnected'),
    /could not be loaded: is this computer online\?/,
    1,
  ],
  [
    'is cut off, twice',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 100_000) });
    },
    /arrived damaged, or the host sent something else in its place/,
    2,
  ],
  [
    'is a web page, as on hosts that answer everything',
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Not here</title>' }),
    /arrived damaged, or the host sent something else in its place/,
    2,
  ],
];

for (const [what, answer, sentence, times] of FAULTS) {
  test(`an engine whose file ${what}: a sentence, recorded results, and Train tries again`, async ({ page }) => {
    await fail(page, ENGINE, answer, times);
    await page.goto(`?${QUICK}`);
    await expect(engine(page).getByRole('alert')).toContainText(sentence);
    await drawn(page, 'transition');
    await button(page, 'Train').click();
    await ended(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test(`the page’s own wasm, if it ${what}: a sentence, and another try opens the page`, async ({ page }) => {
    await fail(page, PAGE, answer, times);
    await page.goto(`?${QUICK}`);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await page.getByRole('button', { name: 'Try again' }).click();
    await drawn(page, 'transition');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await button(page, 'Train').click();
    await ended(page);
  });
}

test('while Train starts an engine anew that failed before, the page says so', async ({ page }) => {
  let count = 0;
  await page.route(ENGINE, async (route) => {
    count += 1;
    if (count === 1) await route.fulfill({ status: 404 });
    else await late(2000)(route);
  });
  await page.goto(`?${QUICK}`);
  await expect(engine(page).getByRole('alert')).toBeVisible();
  await button(page, 'Train').click();
  await expect(words(page)).toHaveText('Starting the engine again …');
  await ended(page);
});

test('an engine that could not be reached is loaded when the network is back, unasked', async ({ page, context }) => {
  await fail(page, ENGINE, (route) => route.abort('internetdisconnected'));
  await page.goto(`?${QUICK}`);
  await expect(engine(page).getByRole('alert')).toContainText('is this computer online?');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(engine(page).locator('strong')).toHaveText(/^CPU/, { timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const type of ['application/wasm; charset=utf-8', 'application/octet-stream', 'text/plain']) {
  test(`wasm that is sent as ${type} is loaded`, async ({ page }) => {
    await page.route('**/*.wasm', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'content-type': type } });
    });
    await page.goto(`?${QUICK}`);
    await button(page, 'Train').click();
    await ended(page);
  });
}

test('a file that was cut off once is fetched again unasked', async ({ page }) => {
  await fail(page, ENGINE, FAULTS[2][1], 1);
  await page.goto(`?${QUICK}`);
  await expect(engine(page).locator('strong')).toHaveText(/^CPU/, { timeout: 30_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a tab that is chosen before the page is ready stays chosen', async ({ page }) => {
  await fail(page, PAGE, late(2000));
  await page.goto(`?${QUICK}`);
  await page.getByRole('tab', { name: 'Width' }).click();
  await expect(button(page, 'Open the width sweep')).toBeVisible();
  await expect(page).toHaveURL(/#width$/);
});

const preset = (page, name) => page.getByRole('group', { name: 'Presets' }).getByRole('button', { name });
const headline = (page) => page.getByRole('heading', { level: 1 });

/** What goes wrong in the page and nobody catches. */
function wrongIn(page) {
  /** @type {string[]} */
  const wrong = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  return wrong;
}

test('a preset that is chosen before the page is ready is set once it is, and the tab that is chosen after it', async ({
  page,
}) => {
  const wrong = wrongIn(page);
  await fail(page, PAGE, late(2000));
  await page.goto(`?${QUICK}`);
  await preset(page, 'Four targets').click();
  await preset(page, 'Three targets').click();
  await expect(preset(page, 'Three targets')).toHaveAttribute('aria-pressed', 'true');
  await expect(preset(page, 'Four targets')).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('tab', { name: 'Width' }).click();
  await expect(headline(page)).toHaveText('One target less, one head less.');
  await expect(page).toHaveURL(/D=3.*#width$/);
  // It takes less than five seconds.
  await ended(page);
  // What the link says is one step back.
  await page.goBack();
  await expect(page).toHaveURL(/steps=60.*#width$/);
  expect(wrong).toEqual([]);
});

test('the story that is asked for before the page is ready is told once it is', async ({ page }) => {
  const wrong = wrongIn(page);
  await fail(page, PAGE, late(2000));
  await page.goto(`?${QUICK}`);
  await button(page, 'The story in six steps').click();
  await expect(headline(page)).toHaveText('One head cannot look at two places.');
  await expect(page.locator('headcount-story')).toBeVisible();
  await expect(page).toHaveURL(/kind=min-max.*#story-1$/);
  expect(wrong).toEqual([]);
});

/** Everything around the chart, after which the engine is started. */
const SURROUNDINGS = '**/surroundings*.js';

test('a short preset that is chosen before the engine is started trains when it is', async ({ page }) => {
  await fail(page, SURROUNDINGS, late(2500));
  await page.goto(`?${QUICK}`);
  await drawn(page, 'transition');
  await preset(page, 'Three targets').click();
  await expect(headline(page)).toHaveText('One target less, one head less.');
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'true');
  await ended(page);
});

test('a short preset that was left before the engine was started does not train', async ({ page }) => {
  await fail(page, SURROUNDINGS, late(2500));
  await page.goto(`?${QUICK}`);
  await drawn(page, 'transition');
  await preset(page, 'Three targets').click();
  await preset(page, 'Two layers').click();
  await expect(headline(page)).toHaveText(/^Two layers/);
  await expect(engine(page).locator('strong')).toHaveText(/^CPU/, { timeout: 30_000 });
  await page.waitForTimeout(500);
  await expect(button(page, 'Train')).toHaveAttribute('aria-disabled', 'false');
});

test('a record that arrives before the others leaves none of them out', async ({ page }) => {
  await fail(page, SURROUNDINGS, late(2500));
  await page.goto('#paper');
  // From the record of this table.
  await expect(page.getByText('The paper did not measure the task that is set.')).toBeVisible();
  await preset(page, 'Table 2').click();
  await expect(page.locator('headcount-paper td.ours').first()).toHaveText(/\d/);
  await expect(engine(page)).toBeAttached({ timeout: 30_000 });
  await page.getByRole('tab', { name: 'Too many heads' }).click();
  await drawn(page, 'many');
  // The machines beside the cliff are runs of this record.
  await page.getByRole('tab', { name: 'Cliff' }).click();
  await drawn(page, 'transition');
  for (const side of ['fewer', 'enough']) await drawn(page, `machine-${side}`);
});

// Recorded results are scripts: where one is cut off, a browser takes it for one that cannot be reached.
for (const [what, answer] of FAULTS.filter(([what]) => !what.startsWith('is cut off'))) {
  test(`recorded results whose file ${what}: they are missed in a sentence, and another try brings them`, async ({
    page,
  }) => {
    await fail(page, '**/recorded/max-sum-*.js', answer, 2);
    await page.goto(FOUR_TARGETS);
    await expect(engine(page).locator('strong')).toHaveText(/^CPU/);
    const missed = page
      .getByRole('status')
      .filter({ hasText: 'Results that were recorded earlier could not be loaded' });
    await expect(missed).toBeVisible();
    await expect(page.locator('figcaption').first()).not.toContainText('recorded earlier');
    await missed.getByRole('button', { name: 'Try again' }).click();
    await expect(missed).toHaveCount(0);
    await expect(page.locator('headcount-transition figcaption', { hasText: 'Hollow' })).toContainText(
      'recorded earlier',
    );
  });
}

const missed = (page) =>
  page.getByRole('status').filter({ hasText: 'Results that were recorded earlier could not be loaded' });

/** @type {[what: string, answer: (route: import('@playwright/test').Route) => Promise<void>, sentence: string][]} */
const MODEL_FAULTS = [
  ['is missing', (route) => route.fulfill({ status: 404 }), 'The recorded model could not be loaded (HTTP 404).'],
  [
    'cannot be reached',
    (route) => route.abort('internetdisconnected'),
    'The recorded model could not be loaded: is this computer online?',
  ],
  [
    'is cut off',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 500) });
    },
    'The recorded model arrived damaged, or the host sent something else in its place.',
  ],
];

for (const [what, answer, sentence] of MODEL_FAULTS) {
  test(`a recorded model whose file ${what}: a sentence in place of its machine, and another try draws it`, async ({
    page,
  }) => {
    let isBroken = true;
    await page.route('**/min-max-h1*.safetensors', (route) => (isBroken ? answer(route) : route.continue()));
    await page.goto('');
    const machines = page.locator('#panel headcount-machine');
    await expect(machines.filter({ hasText: sentence })).toHaveCount(1, { timeout: 30_000 });
    await drawn(page, 'machine-enough');
    isBroken = false;
    await missed(page).getByRole('button', { name: 'Try again' }).click();
    await drawn(page, 'machine-fewer');
    await expect(missed(page)).toHaveCount(0);
  });
}

test('the list of the papers’ experiments, if its file cannot be reached: it is missed, and another try brings it', async ({
  page,
}) => {
  let isBroken = true;
  await page.route('**/reproductions-view*.js', (route) =>
    isBroken ? route.abort('internetdisconnected') : route.continue(),
  );
  await page.goto('#paper');
  await expect(missed(page)).toBeVisible({ timeout: 30_000 });
  const list = page.getByRole('heading', { name: 'Both papers, experiment by experiment' });
  await expect(list).toHaveCount(0);
  isBroken = false;
  await missed(page).getByRole('button', { name: 'Try again' }).click();
  await expect(list).toBeVisible();
  await expect(missed(page)).toHaveCount(0);
});

for (const [what, answer] of /** @type {const} */ ([
  ['is missing, as after a new version was published', (route) => route.fulfill({ status: 404 })],
  [
    'is cut off',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 10_000) });
    },
  ],
])) {
  test(`the page’s own script, if it ${what}: a sentence after some seconds, and a link that opens the page`, async ({
    page,
  }) => {
    let isBroken = true;
    await page.route('**/assets/index-*.js', (route) => (isBroken ? answer(route) : route.continue()));
    await page.goto(`?${QUICK}`);
    const sentence = page.getByText('This page has not loaded yet.');
    await expect(sentence).toBeHidden();
    await expect(sentence).toBeVisible({ timeout: 20_000 });
    isBroken = false;
    await page.getByRole('link', { name: 'load it again' }).click();
    await drawn(page, 'transition');
    await expect(page).toHaveURL(/steps=60/);
    await expect(sentence).toBeHidden();
  });
}
