// BibTeX to copy: of both papers, and of Headcount.
import { citations } from '../www/content/citations.js';
import { button, expect, test } from './page-fixture.js';

test('each entry is shown and copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('');
  await page.getByText('Cite: BibTeX of both papers').click();
  for (const { name, bibtex } of citations) {
    await expect(page.locator('headcount-cite pre').filter({ hasText: bibtex.split('\n')[0] })).toBeVisible();
    await button(page, `Copy BibTeX of ${name}`).click();
    await expect(page.getByText(`${name}: copied.`)).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bibtex);
  }
});
