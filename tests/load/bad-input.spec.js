// Bad links, attributes and dropped files: a working page or a sentence, no script, no request to
// elsewhere. Half a minute of it; `npm run soak` takes ten thousand.
import { test } from '../page-fixture.js';
import { giveBadInput } from './bad-input.js';
import { withoutNavigationLimit } from './browser.js';

test.use(withoutNavigationLimit);

test('bad links, attributes and dropped files give a working page or a sentence', async ({ page }) => {
  test.setTimeout(400_000);
  await giveBadInput(page, 400, 1);
});
