// How often the page was held up: the browser's own long-task entries, which are tasks of 50 ms or
// more. A training takes every core, and other programs may run too: a task is long as well where the
// page only waited for a core. The browser's trace tells how much each task computed, so that waiting
// is not counted.

/** Of a task of 50 ms that the page made itself, at least half is computing, in milliseconds. */
const OWN = 25;

/**
 * How many tasks held up the page while `act` went on.
 *
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} act
 */
export async function heldUp(page, act) {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser.');
  await page.evaluate(() => {
    /** @type {number[]} */
    const entries = [];
    /** @type {any} */ (window).longTasks = entries;
    new PerformanceObserver((list) =>
      entries.push(...list.getEntries().map((entry) => Math.round(entry.duration))),
    ).observe({ type: 'longtask' });
  });
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const long = await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).longTasks));
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const computed = traceEvents
    .filter((event) => event.ph === 'X' && main.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (computed.length === 0) throw new Error('The trace has no tasks: the browser names its threads differently now.');
  const most = Math.max(...computed);
  console.log(
    `long tasks: ${long.length} (${long.join(', ')} ms); the page itself computed ${most.toFixed(0)} ms at most in one`,
  );
  return Math.min(long.length, computed.filter((own) => own >= OWN).length);
}
