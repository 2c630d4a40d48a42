// What is embedded elsewhere, once in every browser: the element in a page of another origin, the frame with a sandbox,
// and the one file from file://. Each trains by itself when it is seen; tests/embed*.spec.js try the rest in Chromium.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { htmlOf, serveDist, servePages } from '../hosts.js';

const FILE = join(import.meta.dirname, '..', '..', 'dist', 'headcount.html');
const QUERY = 'v=1&D=2&h=1,2&T=4&N=6&steps=300&trainSequences=200&validationSequences=100';
/** On a busy machine, in milliseconds. */
const TRAINING = 120_000;

/** How many runs the element of a page has trained, or what it says is wrong. As text: it is called in frames, too. */
const TRAINED = `() => {
  const element = document.querySelector('head-count');
  if (element?.outcome) return element.outcome.outcomes.map(({ nmse }) => nmse);
  const words = element?.shadowRoot?.querySelector('p.failed')?.textContent;
  return words ? 'failed: ' + words : null;
}`;

/** Until it has trained two runs; their errors. @param {import('./page.js').Page} page @param {(source: string, args: unknown[]) => Promise<any>} call */
async function errorsOf(page, call) {
  const found = await page.until('the element has trained', () => call(TRAINED, []).catch(() => null), TRAINING);
  assert.equal(Array.isArray(found), true, String(found));
  assert.equal(found.length, 2);
  return found;
}

/**
 * @param {(name: string, code: () => Promise<void>) => void} test
 * @param {() => import('./page.js').Page} open
 */
export function testEmbedding(test, open) {
  test('trains in an element of another origin, in a sandboxed frame and in one file, to the same errors', async () => {
    const page = open();
    const { driver } = page;
    const dist = await serveDist();
    const base = `${dist.origin}/headcount`;
    const host = await servePages({
      'element.html': htmlOf(
        `<head-count experiment="${QUERY}" autoplay="visible"></head-count>`,
        `<script type="module" src="${base}/headcount.js"></script>`,
      ),
      'frame.html': htmlOf(
        `<iframe title="Headcount" sandbox="allow-scripts" width="700" height="700" src="${base}/embed.html?${QUERY}&autoplay=visible"></iframe>`,
      ),
    });
    try {
      await driver.open(`${host.origin}/element.html`);
      const errors = await errorsOf(page, driver.call);
      await driver.open(`${host.origin}/frame.html`);
      assert.equal(await page.until('the frame', () => driver.callInFrame('() => self.origin', [])), 'null');
      assert.deepEqual(await errorsOf(page, driver.callInFrame), errors);
      await driver.open(`${pathToFileURL(FILE).href}?${QUERY}&autoplay=visible`);
      assert.deepEqual(await errorsOf(page, driver.call), errors);
    } finally {
      await host.close();
      await dist.close();
    }
  });
}
