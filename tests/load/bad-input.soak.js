// Ten thousand bad links, attributes and dropped files, or as many as are asked for.
import { test } from '../page-fixture.js';
import { giveBadInput } from './bad-input.js';
import { withoutNavigationLimit } from './browser.js';

test.use(withoutNavigationLimit);

const inputs = Number(process.env.HEADCOUNT_INPUTS);

test(`${inputs} bad links, attributes and dropped files give a working page or a sentence`, async ({ page }) => {
  test.setTimeout(200_000 + inputs * 300);
  await giveBadInput(page, inputs, Number(process.env.HEADCOUNT_SEED));
});
