// Getting in, from outside: the page keeps to its own Content-Security-Policy on a whole visit, runs
// nothing that was put into it, asks no other host for anything and sets no cookie.
import { button, engineName, expect, exported, setting, TABS, tab, test } from './page-fixture.js';

const QUICK = 'v=1&h=1,2&T=8&N=8&steps=40&trainSequences=500&validationSequences=200&curvePoints=4&seeds=3';

/** The page's HTML is served with a change. */
const changeHtml = (page, change) =>
  page.route(/\/some\/where\/(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });

/** What a reader does in a long visit. */
async function visit(page) {
  await page.goto(`?${QUICK}`);
  await expect(engineName(page)).toBeVisible();
  for (const name of TABS) {
    await tab(page, name).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
  for (const name of TABS) {
    await tab(page, name).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await page.waitForTimeout(300);
  }
  // Styles that are set by script are there all the same.
  await tab(page, 'Heads').click();
  await expect(page.locator('headcount-heads .figure')).toHaveCSS('--T', '8');
  // Read-outs are moved with the pointer and with keys.
  await tab(page, 'Cliff').click();
  const chart = page.locator('#transition canvas');
  await chart.hover();
  await chart.focus();
  await chart.press('ArrowRight');
  /** @type {Record<string, Buffer>} */
  const files = {};
  for (const name of [
    'Chart as PNG',
    'Chart as SVG',
    'Results as CSV',
    'Results as JSON',
    'Experiment as JSON',
    'Model as safetensors',
  ]) {
    files[name] = (await exported(page, name)).bytes;
  }
  await page.keyboard.press('Escape');
  for (const name of ['Results as JSON', 'Experiment as JSON']) {
    await page.locator('input[type=file]').setInputFiles({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: files[name],
    });
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await page.pdf();
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Guess first').click();
  await page.goto(`?${QUICK.replace('h=1,2', 'h=3')}#table`);
  await expect(setting(page, 'grid.h')).toHaveValue('3');
  await button(page, 'Give me a mystery').click();
  await expect(page.locator('headcount-guess')).toBeVisible();
}

test('a whole visit keeps to the policy, asks no other host, sets no cookie', async ({ page, context, baseURL }) => {
  /** @type {string[]} */
  const elsewhere = [];
  // Of the whole context: what Workers and other tabs ask for too.
  await context.route(
    (url) => url.origin !== new URL(String(baseURL)).origin,
    (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    },
  );
  /** @type {string[]} */
  const asked = [];
  context.on('request', (request) => asked.push(request.url()));
  await visit(page);
  expect(elsewhere).toEqual([]);
  // The Workers' own requests were seen, or this would prove nothing about them.
  expect(asked.some((url) => /\/worker-cpu-[^/]+\.js$/.test(url))).toBe(true);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('an inline script, a handler, a style, a frame and a script of another host do nothing', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL });
  await page.route('https://elsewhere.test/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.ran = "another host"' }),
  );
  await changeHtml(page, (html) =>
    html.replace(
      '</body>',
      `<script>window.ran = 'inline'</script>
       <script src="https://elsewhere.test/x.js"></script>
       <img src="nowhere.png" onerror="window.ran = 'handler'" />
       <p id="styled" style="color: rgb(1, 2, 3)">styled</p>
       <style>#styled { background: rgb(4, 5, 6) }</style>
       <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
       <object data="data:text/html,object"></object></body>`,
    ),
  );
  await page.goto(`?${QUICK}`);
  await expect(engineName(page)).toBeVisible();
  // What is put in later must not run either.
  await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.text = 'window.ran = "script element"';
    } catch {
      // Trusted Types.
    }
    document.body.append(script);
    try {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src="nowhere.png" onerror="window.ran = \'late handler\'" />',
      );
    } catch {
      // Trusted Types.
    }
  });
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => /** @type {any} */ (window).ran)).toBeUndefined();
  const { color, backgroundColor } = await page.locator('#styled').evaluate((part) => {
    const { color, backgroundColor } = getComputedStyle(part);
    return { color, backgroundColor };
  });
  expect(color).not.toBe('rgb(1, 2, 3)');
  expect(backgroundColor).not.toBe('rgb(4, 5, 6)');
  // Later, because the browser lets what a test evaluates itself do everything.
  const evaluated = await page.evaluate(
    () =>
      new Promise((done) => {
        setTimeout(() => {
          try {
            done(new Function('return "ran"')());
          } catch (error) {
            done(String(error));
          }
        });
      }),
  );
  expect(evaluated).toContain('EvalError');
  await page.close();
});

test('text becomes HTML or a Worker only through the policies of the page', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  await page.goto(`?${QUICK}`);
  await expect(engineName(page)).toBeVisible();
  const refused = await page.evaluate(() => {
    const attempts = {
      html: () => {
        document.createElement('p').innerHTML = '<b>bold</b>';
      },
      worker: () => new Worker(new URL('x.js', location.href)),
      policy: () => /** @type {any} */ (window).trustedTypes.createPolicy('mine', {}),
    };
    return Object.entries(attempts).filter(([, attempt]) => {
      try {
        attempt();
        return false;
      } catch (error) {
        return error instanceof TypeError;
      }
    });
  });
  expect(refused.map(([name]) => name)).toEqual(['html', 'worker', 'policy']);
  await page.close();
});

test('a browser without Trusted Types trains as well', async ({ page }) => {
  await changeHtml(page, (html) => html.replace(/; require-trusted-types-for[^"]*/, ''));
  await page.addInitScript(() => Reflect.deleteProperty(window, 'trustedTypes'));
  await page.goto(`?${QUICK}`);
  expect(await page.evaluate(() => 'trustedTypes' in window)).toBe(false);
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 100_000 });
});
