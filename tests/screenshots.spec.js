// The scenes of npm run screenshots, gone through without its pictures: a scene that presses what is not there any
// more would be noticed only by whoever next looks at the pictures.
import { scenes } from '../scripts/screenshot-scenes.mjs';
import { expect, test } from './page-fixture.js';

// As that script opens it: a browser that has not seen the page before.
test.use({ storageState: { cookies: [], origins: [] }, viewport: { width: 390, height: 844 } });

for (const [name, act] of Object.entries(scenes)) {
  test(`the scene "${name}" gets to its end`, async ({ page }) => {
    /** @type {string[]} */
    const taken = [];
    await act(page, {
      take: async (picture = '') => {
        taken.push(picture);
      },
      settle: () => page.waitForTimeout(100),
    });
    expect(taken.length).toBeGreaterThan(0);
    // Each is a file of its own.
    expect(new Set(taken).size).toBe(taken.length);
  });
}
