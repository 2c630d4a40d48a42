// `npm start` from outside: it serves a page that trains, and says in a sentence why it cannot.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const script = join(import.meta.dirname, '..', 'scripts', 'start.mjs');

/** Starts it and gathers what it prints. */
function start(env) {
  const child = spawn(process.execPath, [script], { env: { ...process.env, ...env } });
  let said = '';
  child.stdout.on('data', (data) => {
    said += data;
  });
  child.stderr.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((done) => {
    child.on('close', done);
  });
  return { child, ended, said: () => said };
}

/** A port that nobody uses. @returns {Promise<{ port: number, server: import('node:net').Server }>} */
const listen = () =>
  new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () =>
      done({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port, server }),
    );
  });

test('serves a page that trains, under the policy of the product', async ({ page }) => {
  /** @type {string[]} */
  const refused = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const { port, server } = await listen();
  await new Promise((closed) => {
    server.close(closed);
  });
  const { child, ended, said } = start({ PORT: String(port) });
  try {
    await expect.poll(said, { timeout: 60_000 }).toContain(`headcount ready: http://127.0.0.1:${port}/`);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole('button', { name: 'Train them now' }).click();
    await expect(page.locator('.progress .numbers span').first()).toHaveText(/^[1-9].* of 9000 steps in all$/, {
      timeout: 30_000,
    });
    await page.getByRole('tab', { name: 'Heads', exact: true }).click();
    await expect(page.locator('headcount-heads .figure')).toBeVisible();
    expect(refused).toEqual([]);
    await expect(page.locator('meta[http-equiv=Content-Security-Policy]')).toHaveAttribute(
      'content',
      String((await readFile('index.html', 'utf8')).match(/Content-Security-Policy" content="([^"]+)"/)?.[1]),
    );
  } finally {
    child.kill();
    await ended;
  }
});

test('a taken port is said at once, with a way out', async () => {
  const { port, server } = await listen();
  const { ended, said } = start({ PORT: String(port) });
  expect(await ended).toBe(1);
  server.close();
  expect(said().trim()).toBe(
    `Port ${port} is taken: stop what uses it, or choose another with "PORT=${port + 1} npm start".`,
  );
});

test('a port that is none is refused', async () => {
  const { ended, said } = start({ PORT: 'blue' });
  expect(await ended).toBe(1);
  expect(said().trim()).toBe('PORT is "blue", but must be a whole number from 1 to 65535.');
});
