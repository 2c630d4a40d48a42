// A class at one mystery: everybody opens the same link, whoever has guessed has a code, and one page counts
// all of them.
import { button, engineName, expect, test } from './page-fixture.js';

async function guess(page, link, number) {
  await page.goto(link);
  await page.getByLabel('Your guess: D =').fill(String(number));
  await button(page, 'Commit').click();
  const code = page.locator('headcount-guess code');
  await expect(code).toHaveText(new RegExp(`^${number}-`));
  return String(await code.textContent());
}

test('guesses of a class are counted from their codes', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('?h=1,2');
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Copy as a mystery').click();
  await expect(page.locator('headcount-find-d')).toContainText('Copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const codes = [];
  for (const number of [3, 4, 4]) codes.push(await guess(page, link, number));
  expect(new Set(codes).size).toBe(3);
  await button(page, 'Copy code').click();
  await expect(page.locator('headcount-guess .code')).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[2]);

  await page.goto('?h=1,2,3');
  await button(page, 'Give me a mystery').click();
  await page.getByText('Count the guesses of a class').click();
  await page.getByLabel('Codes').fill(codes.join(' '));
  const said = page.locator('headcount-guess .tally');
  await expect(said).toHaveText('0 guesses. 3 codes are not of this mystery, or mistyped.');

  await page.goto(link);
  await page.getByText('Count the guesses of a class').click();
  await page.getByLabel('Codes').fill(`Ann ${codes[0]}, Ben: ${codes[1]}\n${codes[1]}\n${codes[2].toUpperCase()}`);
  await expect(said).toHaveText('3 guesses.');
  await expect(page.locator('headcount-guess details tr')).toHaveText([/D = 3\s*1/, /D = 4\s*2/]);
  // What the class thinks does not tell what is true.
  await expect(page.getByLabel('Your guess: D =')).toBeVisible();
});

test('the link for the class is had beside the count, before the guess and after it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('?h=1,2');
  await button(page, 'Give me a mystery').click();
  await expect(page).toHaveURL(/\?mystery=/);
  const { origin, pathname, search } = new URL(page.url());
  const open = page.getByText('Count the guesses of a class');
  const copied = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await button(page, 'Copy link for the class').click();
    await expect(page.locator('headcount-guess details')).toContainText('Copied.');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await open.click();
  expect(await copied()).toBe(`${origin}${pathname}${search}`);
  await page.getByLabel('Your guess: D =').fill('3');
  await button(page, 'Commit').click();
  // The address tells D now, and the link does not.
  await expect(page).not.toHaveURL(/\?mystery=/);
  await open.click();
  expect(await copied()).toBe(`${origin}${pathname}${search}`);
});
