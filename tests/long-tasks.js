// How often the page was held up: the browser's own long-task entries, which are tasks of 50 ms or
// more. A training takes every core, and other programs may run too: a task is long as well where the
// page only waited for a core. The browser's trace tells how much each task computed, so that waiting
// is not counted. On a virtual machine that count has the time in it that the host gave to others, which
// nothing inside can tell: what looks held up is therefore done once more. The same work is long again where
// the page itself is slow, and not where the machine was.

/** What the browser calls long, in milliseconds. A task is the page's own where it computed that long: the rest is waiting for a core. */
const LONG = 50;

/** Runs in the page: notes its long tasks. */
function observe() {
  /** @type {{ start: number, duration: number }[]} */
  const entries = [];
  /** @type {any} */ (window).longTasks = entries;
  new PerformanceObserver((list) =>
    entries.push(
      ...list.getEntries().map(({ startTime, duration }) => ({ start: startTime, duration: Math.round(duration) })),
    ),
  ).observe({ type: 'longtask' });
}

/**
 * How many tasks held up the page while `act` went on. What waits in `act` does so with `locator.waitFor`: at every
 * look of an `expect` that does not hold yet, Playwright walks through the whole page, which takes tens of
 * milliseconds of the page's own thread.
 *
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} act
 * @param {{ since?: string }} [options]  the performance mark after whose last occurrence tasks count; then `act` may load the page
 */
export async function heldUp(page, act, { since } = {}) {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser.');
  if (since) await page.addInitScript(observe);
  else await page.evaluate(observe);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  await act();
  const long = await page.evaluate((since) => {
    const from = since ? (performance.getEntriesByName(since).at(-1)?.startTime ?? 0) : 0;
    const all = /** @type {{ start: number, duration: number }[]} */ (/** @type {any} */ (window).longTasks);
    return all.filter(({ start }) => start >= from).map(({ duration }) => duration);
  }, since);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const from = since ? Math.max(...traceEvents.filter(({ name }) => name === since).map(({ ts }) => ts)) : 0;
  const tasks = traceEvents
    .filter((event) => event.ph === 'X' && event.ts >= from && main.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (tasks.length === 0) throw new Error('The trace has no tasks: the browser names its threads differently now.');
  // Not Math.max: the trace of a long training has more tasks than a function takes arguments.
  const most = tasks.reduce((most, computed) => Math.max(most, computed), 0);
  console.log(
    `long tasks: ${long.length} (${long.join(', ')} ms); the page itself computed ${most.toFixed(0)} ms at most in one`,
  );
  const own = tasks.filter((computed) => computed >= LONG);
  return Math.min(long.length, own.length);
}

/** How often something is done before the page is called slow. */
const ATTEMPTS = 3;

/**
 * How many tasks held up the page in the best of up to three attempts; see above for why.
 *
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} act  can be done again
 * @param {{ since?: string, before?: () => Promise<unknown> }} [options]  `before`: what is done before each attempt and does not count
 */
export async function heldUpEveryTime(page, act, { since, before } = {}) {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= ATTEMPTS && least > 0; attempt += 1) {
    await before?.();
    least = Math.min(least, await heldUp(page, act, { since }));
  }
  return least;
}
