// A browser that does not store: denied, full, blocked by another tab, of a newer schema, closed under
// the page, broken off, never answering. The page works all the same, says so once and quietly, offers
// the results as a file, and removes nothing.
import { button, downloaded, engineName, expect, tab, test, trained } from './page-fixture.js';
import { gotoEmptyPage, pin, putRecords, recordsOf, resultNames, storageNotice } from './storage-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=60&trainSequences=500&validationSequences=200&curvePoints=8&seeds=3';
const LONG = QUICK.replace('steps=60', 'steps=100000');
/** Longer than the browser takes to notice that it has no room. */
const LARGE = QUICK.replace('steps=60', 'steps=1000000').replace('N=8', 'N=64');
/** Chromium asks how much room there is twice a minute at most, in milliseconds. */
const UNTIL_FULL = 60_000;

/** The page has results to show, and gives them as a file. */
async function expectWorking(page) {
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await tab(page, 'Table').click();
  await expect(page.locator('td.nmse')).toHaveCount(2);
  const { name } = await downloaded(page, () => button(page, 'Export results').click());
  expect(name).toBe('headcount-results.json');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Once: after it was closed, another training does not say it again.
  await storageNotice(page).getByRole('button', { name: 'Close' }).click();
  await expect(storageNotice(page)).toHaveCount(0);
  await button(page, 'Train again').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(storageNotice(page)).toHaveCount(0);
}

/** Browsers deny it in these ways: by an error, and by having no database at all. */
for (const [how, deny] of /** @type {const} */ ([
  [
    'refused with a SecurityError',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Access is denied in this context.', 'SecurityError');
      };
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
      navigator.locks.request = async () => {
        throw new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
      };
      navigator.locks.query = /** @type {any} */ (navigator.locks.request);
    },
  ],
  ['missing altogether', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
])) {
  test(`storage that is denied, ${how}: it works in memory, and says so once there is something to keep`, async ({
    page,
  }) => {
    await page.addInitScript(deny);
    await page.goto(`?${QUICK}`);
    await expect(engineName(page)).toBeVisible();
    await expect(storageNotice(page)).toHaveCount(0);
    await button(page, 'Train').click();
    await expect(storageNotice(page)).toContainText(
      'This browser does not keep what you train: it lets this page store nothing. It is safe until you close this tab; export it to have it longer.',
    );
    await expectWorking(page);
    await button(page, 'Pin this result').click();
    await expect(page.getByRole('alert')).toContainText(
      'This browser does not keep the result: it lets this page store nothing. Export it as JSON to have it.',
    );
    await expect(resultNames(page)).toHaveCount(1);
  });
}

test('storage that is full: it works in memory, says so once, keeps what it had, and is used again once there is room', async ({
  page,
  context,
}) => {
  await gotoEmptyPage(page);
  await putRecords(page, 'pinned', [pin('a', 'from before')]);
  await page.goto(`?${LARGE}`);
  await expect(resultNames(page)).toHaveCount(1);
  const client = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  // The browser's own limit, as where the disk is full.
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000 });
  await button(page, 'Train').click();
  await expect(storageNotice(page)).toContainText(
    'This browser does not keep what you train: there is no room left for it.',
    { timeout: UNTIL_FULL },
  );
  expect((await recordsOf(page, 'pinned')).map(({ name }) => name)).toEqual(['from before']);
  await client.send('Storage.overrideQuotaForOrigin', { origin });
  await expect(storageNotice(page)).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(async () => (await recordsOf(page, 'sweeps')).length).toBe(1);
  await button(page, 'Stop').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await tab(page, 'Table').click();
  await expect(page.locator('td.nmse')).toHaveCount(2);
});

/** Opens the database in another tab, at a version, and holds it open as a tab of another version may. */
async function holdDatabase(context, version) {
  const other = await context.newPage();
  await gotoEmptyPage(other);
  await other.evaluate(
    (version) =>
      new Promise((done, failed) => {
        const opening = indexedDB.open('headcount', version);
        opening.onupgradeneeded = () => {
          const { result } = opening;
          if (!result.objectStoreNames.contains('pinned')) result.createObjectStore('pinned', { keyPath: 'id' });
          /** @type {IDBTransaction} */ (opening.transaction).objectStore('pinned').put({ id: 'x', from: version });
        };
        opening.onsuccess = () => {
          /** @type {any} */ (window).connection = opening.result;
          done(undefined);
        };
        opening.onerror = () => failed(opening.error);
      }),
    version,
  );
  return other;
}

test('storage that a tab of an older version holds: it says so, works in memory, and stores once that tab is gone', async ({
  page,
  context,
}) => {
  const other = await holdDatabase(context, 1);
  await page.goto(`?${LONG}`);
  await expect(storageNotice(page)).toContainText(
    'This browser does not keep what you train: a tab with an older version of this page is in the way; close or reload that tab.',
    { timeout: 20_000 },
  );
  await button(page, 'Train').click();
  await expect(button(page, 'Pause')).toBeVisible();
  await expect.poll(async () => page.locator('.progress').textContent()).toMatch(/^\s*\d{4,}|\d \d{3}/);
  await other.close();
  await expect.poll(async () => (await recordsOf(page, 'sweeps').catch(() => [])).length, { timeout: 60_000 }).toBe(1);
  // What the older version had stored is still there.
  expect((await recordsOf(page, 'pinned')).map(({ id }) => id)).toEqual(['x']);
  await button(page, 'Stop').click();
});

test('storage of a newer version of the page: it works in memory, says so, and leaves it as it is', async ({
  page,
  context,
}) => {
  const other = await holdDatabase(context, 99);
  await other.close();
  await page.goto(`?${QUICK}`);
  await expect(storageNotice(page)).toContainText(
    'This browser does not keep what you train: a newer version of this page has stored something here, and only that version can add to it.',
  );
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  expect(await recordsOf(page, 'pinned')).toEqual([{ id: 'x', from: 99 }]);
});

test('a tab of a newer version upgrades while this one trains: it is let in, and this one says so', async ({
  page,
  context,
}) => {
  await page.goto(`?${LONG}`);
  await button(page, 'Train').click();
  await expect.poll(async () => (await recordsOf(page, 'sweeps').catch(() => [])).length, { timeout: 30_000 }).toBe(1);
  // Resolves only if this page lets go of its connection.
  await holdDatabase(context, 3);
  await expect(storageNotice(page)).toContainText('a newer version of this page has stored something here', {
    timeout: 30_000,
  });
  await button(page, 'Stop').click();
  await expect(button(page, 'Train again')).toBeVisible();
});

test('a connection that the browser closes, and a transaction that it breaks off, lose nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    let writes = 0;
    IDBDatabase.prototype.transaction = function (...given) {
      const made = transaction.apply(this, /** @type {any} */ (given));
      if (given[1] !== 'readwrite') return made;
      writes += 1;
      /** @type {any} */ (window).writes = writes;
      // Every other one: sometimes the transaction ends early, sometimes the connection with it.
      if (writes % 4 === 1) queueMicrotask(() => made.abort());
      if (writes % 4 === 3) this.close();
      if (writes % 4 === 3) this.dispatchEvent(new Event('close'));
      return made;
    };
  });
  await page.goto(`?${QUICK.replace('steps=60', 'steps=20000')}`);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  await expect.poll(async () => (await recordsOf(page, 'sweeps'))[0]?.step).toBe(40_000);
  expect(await page.evaluate(() => /** @type {any} */ (window).writes)).toBeGreaterThanOrEqual(4);
  expect((await recordsOf(page, 'runs')).map(({ step }) => step)).toEqual([20_000, 20_000]);
  await expect(storageNotice(page)).toHaveCount(0);
});

test('a browser whose storage never answers is not waited for', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => /** @type {any} */ (new EventTarget());
  });
  await page.goto(`?${QUICK}`);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
  await expect(storageNotice(page)).toContainText(
    'This browser does not keep what you train: its storage does not answer.',
    { timeout: 30_000 },
  );
  await expectWorking(page);
});

/** Notes how often the browser is asked to persist what is stored. */
const notePersist = (page, isFirefox) =>
  page.addInitScript((isFirefox) => {
    /** @type {any} */ (window).asked = 0;
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => {
      /** @type {any} */ (window).asked += 1;
      return true;
    };
    if (isFirefox) Object.defineProperty(window, 'mozInnerScreenX', { value: 0 });
    navigator.permissions.query = async () => /** @type {any} */ ({ state: 'prompt' });
  }, isFirefox);
const asked = (page) => page.evaluate(() => /** @type {any} */ (window).asked);

test('storage is asked to persist once, when something was stored', async ({ page }) => {
  await notePersist(page, false);
  await page.goto(`?${QUICK}`);
  await expect(engineName(page)).toBeVisible();
  expect(await asked(page)).toBe(0);
  await button(page, 'Train').click();
  await expect.poll(() => asked(page)).toBe(1);
  await button(page, 'Pin this result').click();
  await expect.poll(async () => (await recordsOf(page, 'pinned')).length).toBe(1);
  expect(await asked(page)).toBe(1);
});

test('storage is not asked to persist where the browser would ask the reader', async ({ page }) => {
  await notePersist(page, true);
  await trained(page, QUICK);
  await button(page, 'Pin this result').click();
  await expect.poll(async () => (await recordsOf(page, 'pinned')).length).toBe(1);
  await expect.poll(async () => (await recordsOf(page, 'sweeps'))[0]?.step).toBe(120);
  expect(await asked(page)).toBe(0);
});
