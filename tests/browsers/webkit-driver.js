// WebKitGTK's MiniBrowser, through WebKitWebDriver by plain W3C WebDriver calls, on a virtual screen of its
// own. It has no WebGPU.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { everywhere } from './in-page.js';

/** The key of an element in what WebDriver answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** A training in one call, on a busy machine; and any call, which must not hang for ever. In milliseconds. */
const SCRIPT_TIMEOUT = 240_000;
const CALL_TIMEOUT = 60_000;
/** WebKitWebDriver is given this long to answer its first call, in milliseconds. */
const START_TIMEOUT = 30_000;

/** Starts a virtual screen; it chooses its own number. @param {string} xvfb */
async function startScreen(xvfb) {
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(/** @type {import('node:stream').Readable} */ (screen.stdio[3]), 'data'),
    once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb does not start.'))),
  ]);
  return { display: `:${String(number).trim()}`, stop: () => screen.kill() };
}

/** A folder for all that the browser writes. Its downloads go where the user's settings say. */
async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), 'headcount-webkit-'));
  const [downloads, config, runtime] = ['downloads', 'config', 'runtime'].map((name) => join(home, name));
  for (const folder of [downloads, config]) await mkdir(folder);
  await mkdir(runtime, { mode: 0o700 });
  await writeFile(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: config,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: runtime,
  };
  return { home, downloads, env };
}

/**
 * Starts the browser with one empty tab.
 *
 * @param {{ webDriver: string, miniBrowser: string, xvfb: string }} programs
 * @param {{ isDark?: boolean }} [options]
 * @returns {Promise<import('./driver.js').Driver>}
 */
export async function launch({ webDriver, miniBrowser, xvfb }, { isDark = false } = {}) {
  const { home, downloads, env } = await makeHome();
  const screen = await startScreen(xvfb);
  const port = await freePort();
  const server = spawn(webDriver, [`--port=${port}`], {
    env: {
      ...process.env,
      ...env,
      DISPLAY: screen.display,
      GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
      // There is no GPU on a virtual screen, and no sandbox for root.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    },
    stdio: 'ignore',
    detached: true,
  });
  const stop = () => {
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    screen.stop();
  };
  process.once('exit', stop);
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKitWebDriver, ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (const end = Date.now() + START_TIMEOUT; ; await wait(100)) {
    if (await call('GET', '/status').catch(() => null)) break;
    if (Date.now() > end) throw new Error('WebKitWebDriver does not start.');
  }
  const { sessionId } = await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: miniBrowser,
          args: ['--automation'],
        },
      },
    },
  });
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const session = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  await session('POST', '/timeouts', { script: CALL_TIMEOUT, pageLoad: CALL_TIMEOUT, implicit: 0 });
  /** Runs a script in the page; `arguments[0]` is `args`. @param {string} script @param {unknown[]} [args] */
  const execute = (script, args = []) => session('POST', '/execute/sync', { script, args: [args] });

  return {
    downloads,
    open: (url) => session('POST', '/url', { url }),
    reload: () => session('POST', '/refresh'),
    back: () => session('POST', '/back'),
    hide: async () => {
      // A second tab leaves the first one visible here. A window that is minimised is shown by a change of its size.
      const { width, height } = await session('GET', '/window/rect');
      await session('POST', '/window/minimize');
      return () => session('POST', '/window/rect', { width, height });
    },
    call: async (source, args) => {
      // Asked for again and again, so that no call of WebDriver takes long: one that hangs is noticed.
      let answer = await execute(
        `const call = (window.headcountCall = { answer: null });
        const failed = (error) => { call.answer = { error: String(error) }; };
        try {
          const value = (${source})(...arguments[0]);
          if (value instanceof Promise) value.then((value) => { call.answer = { value }; }, failed);
          else call.answer = { value };
        } catch (error) { failed(error); }
        return call.answer;`,
        args,
      );
      for (const end = Date.now() + SCRIPT_TIMEOUT; !answer; await wait(50)) {
        if (Date.now() > end) throw new Error('The page does not answer.');
        answer = await execute('return window.headcountCall.answer;');
      }
      if (answer.error) throw new Error(answer.error);
      return answer.value;
    },
    callInFrame: async (source, args) => {
      await session('POST', '/frame', { id: 0 });
      try {
        return await execute(`return (${source})(...arguments[0]);`, args);
      } finally {
        await session('POST', '/frame', { id: null });
      }
    },
    drag: async (path) => {
      const move = ({ x, y }) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) });
      const [first, ...others] = path.map(move);
      const actions = [first, { type: 'pointerDown', button: 0 }, ...others, { type: 'pointerUp', button: 0 }];
      await session('POST', '/actions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    },
    chooseFile: async (path) => {
      const input = await execute(`${everywhere}; return everywhere('input[type=file]')[0];`);
      await session('POST', `/element/${input[ELEMENT]}/value`, { text: path });
    },
    resize: async (width, height) => {
      // The window has a frame and a bar of its own.
      const outer = await session('GET', '/window/rect');
      const [innerWidth, innerHeight] = await execute('return [innerWidth, innerHeight];');
      await session('POST', '/window/rect', {
        width: width + outer.width - innerWidth,
        height: height + outer.height - innerHeight,
      });
    },
    screenshot: async () => Buffer.from(await session('GET', '/screenshot'), 'base64'),
    // WebDriver does not tell what a console says: the page keeps it itself (watched-errors.js).
    errors: () =>
      execute(`const kept = JSON.parse(sessionStorage.getItem('watched errors') ?? '[]');
        sessionStorage.removeItem('watched errors');
        return kept;`),
    close: async () => {
      await session('DELETE', '').catch(() => {});
      process.off('exit', stop);
      stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
