// What the tests of the browser's storage share: an empty page of the same origin, from which they
// write and read the database behind the playground's back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results that ship with the page: a sound document. */
export const soundResults = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'www', 'content', 'recorded', 'max-sum.json'), 'utf8'));

/** A pinned result as the browser stores it. */
export const pin = (id, name, results = soundResults(), shown = true) => ({
  id,
  name,
  note: name,
  shown,
  own: true,
  kept: true,
  results,
});

/** Opens an empty page of the playground's origin. */
export const gotoEmptyPage = (page) => page.goto('blank.html');

/** Writes records into a store; the database is made as the page makes it, if it is not there. */
export const putRecords = (page, store, records) =>
  page.evaluate(
    ({ store, records }) =>
      new Promise((done, failed) => {
        const opening = indexedDB.open('headcount', 2);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore('pinned', { keyPath: 'id' });
          opening.result.createObjectStore('sweeps', { keyPath: 'id' });
          opening.result.createObjectStore('runs', { keyPath: ['sweep', 'index'] });
        };
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(store, 'readwrite');
          for (const record of records) transaction.objectStore(store).put(record);
          transaction.onabort = () => failed(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            done(undefined);
          };
        };
      }),
    { store, records },
  );

/** What the results of `keepResults` are called. @param {number} i */
export const keptName = (i) => `result ${String(i).padStart(3, '0')}`;

/** Makes the browser one that has kept so many results of its reader. @param {import('@playwright/test').Page} page @param {number} count */
export async function keepResults(page, count) {
  const results = soundResults();
  await gotoEmptyPage(page);
  // Twenty at a time: all at once would be too long a message to the browser.
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, j) => {
      const i = from + j;
      // No two are the same results.
      const outcomes = results.outcomes.map((outcome) => ({ ...outcome, nmse: outcome.nmse * (1 + i / 1000) }));
      return pin(String(i).padStart(8, '0'), keptName(i), { ...results, outcomes });
    });
    await putRecords(page, 'pinned', some);
  }
}

/** Runs in the page: what is in a store. @param {string} store @returns {Promise<any[]>} */
export const readStore = (store) =>
  new Promise((done, failed) => {
    const opening = indexedDB.open('headcount');
    // The page has not made it yet, and must find none of ours, which would have no stores.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => (opening.error?.name === 'AbortError' ? done([]) : failed(opening.error));
    opening.onsuccess = () => {
      const asked = opening.result.transaction(store).objectStore(store).getAll();
      asked.onsuccess = () => {
        opening.result.close();
        done(asked.result);
      };
    };
  });

/**
 * What is in a store, whatever the database's version; nothing where there is no database yet.
 *
 * @param {{ evaluate: (code: (store: string) => any, store: string) => Promise<any> }} page  of Playwright, or of
 *   browsers/page.js
 * @param {'pinned' | 'sweeps' | 'runs'} store
 * @returns {Promise<any[]>}
 */
export const recordsOf = (page, store) => page.evaluate(readStore, store);

/** How many steps of the sweep that is furthest are stored; 0 where there is none. @param {Parameters<typeof recordsOf>[0]} page @returns {Promise<number>} */
export const storedStep = async (page) => Math.max(0, ...(await recordsOf(page, 'sweeps')).map(({ step }) => step));

/** What the page says about the browser's storage. */
export const storageNotice = (page) => page.locator('.storage');
/** What it says about records that cannot be read. */
export const unreadableNotice = (page) => page.locator('headcount-resume-banner section');
/** The offer to go on with a sweep. */
export const offer = (page) => page.locator('headcount-resume-banner aside');
/** Names of the results that are compared. */
export const resultNames = (page) => page.locator('.result input[type=text]');
