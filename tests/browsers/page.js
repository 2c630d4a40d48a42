// A page as a reader uses it, in any browser: buttons and tabs by their names, texts, downloads. Everything
// waits for what it needs, and says what it waited for if that does not come.
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as inPage from './in-page.js';

/** Generous: a machine may be busy. In milliseconds. */
const PATIENCE = 60_000;

export class Page {
  /** @param {import('./driver.js').Driver} driver */
  constructor(driver) {
    this.driver = driver;
  }

  /** Calls a function in the page; it may use `inPage`, which is in-page.js. @param {(...args: any[]) => any} code @param {unknown[]} args @returns {Promise<any>} */
  evaluate(code, ...args) {
    return this.driver.call(`(...args) => { ${inPage.source}\n return (${code})(...args); }`, args);
  }

  /** Waits until something is true, and gives it. @template T @param {string} what  in words @param {() => Promise<T>} look @returns {Promise<NonNullable<T>>} */
  async until(what, look, patience = PATIENCE) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found) return found;
      if (Date.now() > end) throw new Error(`Waited ${patience / 1000} s in vain: ${what}. ${await this.summary()}`);
      await wait(100);
    }
  }

  /** What the page says at its top, for an error message. */
  summary() {
    return this.evaluate(() => {
      const said = inPage.everywhere('.answer, .progress, [role=alert]').filter(inPage.isShown);
      return `The page says: ${said.map((element) => element.innerText.trim()).join(' | ')}`;
    });
  }

  /** Clicks with the mouse on what can be seen and is not covered. @param {'button' | 'tab'} role @param {string} name */
  async click(role, name) {
    const place = await this.until(`a ${role} "${name}" that can be clicked`, () =>
      this.evaluate(
        (role, name) => {
          const [element] = inPage.byRole(role, name);
          if (!element || element.getAttribute('aria-disabled') === 'true') return null;
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const { left, top, width, height } = element.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          return element.contains(inPage.under(x, y)) ? { x, y } : null;
        },
        role,
        name,
      ),
    );
    await this.driver.drag([place]);
  }

  /** Waits for a button. @param {string} name @param {number} [patience] */
  button(name, patience) {
    return this.until(
      `a button "${name}"`,
      () => this.evaluate((name) => inPage.byRole('button', name).length > 0, name),
      patience,
    );
  }

  /** The texts of all elements that match and can be seen. @param {string} selector @returns {Promise<string[]>} */
  texts(selector) {
    return this.evaluate(
      (selector) =>
        inPage
          .everywhere(selector)
          .filter(inPage.isShown)
          .map((element) => element.innerText.trim()),
      selector,
    );
  }

  /** Waits until an element that matches says this. @param {string} selector @param {RegExp} words @param {number} [patience] */
  says(selector, words, patience) {
    return this.until(
      `${selector} says ${words}`,
      async () => (await this.texts(selector)).find((text) => words.test(text)),
      patience,
    );
  }

  /** Presses an item of the export menu and gives the downloaded file. @param {string} item @param {string} file  its name */
  async exported(item, file) {
    const path = join(this.driver.downloads, file);
    await rm(path, { force: true });
    await this.click('button', 'Export');
    await this.click('button', item);
    await this.says('.menu [role=status]', /done\.$/);
    await this.click('button', 'Export');
    // A browser may create the file before it has written it.
    return this.until(`the download of ${file}`, async () => {
      const content = existsSync(path) ? await readFile(path, 'utf8') : '';
      return content ? { path, content } : null;
    });
  }
}
