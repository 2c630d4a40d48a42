// The view of the paper's table, as tests read it.
import { expect, numberOf } from './page-fixture.js';

export async function openPaper(page) {
  await page.goto('?directions=gaussian&seed=3&T=8,16,32,64,128#paper');
  await expect(page.locator('headcount-paper td.ours').first()).toHaveText(/\d/);
}

/** Every cell of the table, as numbers. */
export async function lookAtTable(page) {
  const cells = await page.locator('headcount-paper tbody').evaluateAll((groups) =>
    groups.flatMap((group) => {
      const T = group.querySelector('th[scope=rowgroup]')?.textContent;
      return [...group.querySelectorAll('tr')].map((row) => [
        T,
        row.querySelector('th[scope=row]')?.textContent,
        ...[...row.querySelectorAll('td')].map(({ textContent }) => textContent),
      ]);
    }),
  );
  return cells.map((texts) => {
    const [T, h, ours, error, paper, ratio] = texts.map((text) => numberOf(String(text)));
    return { T, h, ours, error, paper, ratio };
  });
}
