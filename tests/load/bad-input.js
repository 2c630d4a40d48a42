// Gives real pages thousands of bad links, attributes and files, by the ways that readers take: an address that
// is opened, an element in somebody's page, a frame, a file that is dropped. After each there must be a working
// page or a sentence, and nothing may have got in. Counts what came of them.
import { ATTRIBUTES, OWN_ATTRIBUTES } from '../../www/embed/attributes.js';
import { button, engineName, expect, FOUR_TARGETS } from '../page-fixture.js';
import { badAttributes, badFile, badFrameQuery, badQuery, Random } from './generator.js';

/** @typedef {import('@playwright/test').Page} Page */
/** What came of inputs. @typedef {{ opened: number, refused: number, longest: number }} Counts */

/** What a browser or the wasm says of a defect of ours; no input has these words. */
const DEFECT =
  /unreachable|memory access|null pointer|recursive use|out of bounds|Cannot read|is not a function|is not iterable|is not defined|call stack|RuntimeError|\[object/;

/** A sentence about one input is not longer than this: a page of text. */
const LONGEST_SENTENCE = 20_000;

/** Inputs that the page takes, from which bad ones are made. @param {Page} page */
const goodInput = (page) =>
  page.evaluate(async () => {
    const { session } = /** @type {any} */ (document.querySelector('headcount-playground'));
    const small = {
      task: { D: 2, d: 2 },
      grid: { h: [1, 2], T: [4], N: [6], n: 3 },
      recipe: { steps: 4, batch: 4, trainSequences: 8, validationSequences: 10, curvePoints: 2 },
    };
    const experiments = [
      small,
      ...['max-sum', 'retrieval', 'min-max', 'farthest', 'nearest'].map((kind) => ({ task: { kind } })),
      { task: { kind: 'farthest' }, grid: { form: 'encoder', h: [1, 2], L: [2] } },
    ].map((fields) => session.experimentOf(fields));
    const lab = await session.engine.labToTrain();
    for await (const _ of lab.run(experiments[0])); // to its end
    const outcome = await lab.outcome();
    const model = await (await lab.trained(1)).toSafetensors();
    const results = session.wasm.Results.fromOutcomes(experiments[0], outcome.outcomes).toText();
    return {
      queries: [
        ...experiments.map((one) => one.toQuery()),
        `${experiments[0].toQuery()}&results=${results}`,
        ...[1, 2, 3].map((seed) => `mystery=${session.wasm.Experiment.drawMystery(seed).toMystery()}`),
      ],
      experiments: experiments.map((one) => one.toFields()),
      documents: [outcome, ...session.compared.list.map((one) => one.document)],
      model: Array.from(model),
    };
  });

/** Fails where a script of an input ran, or its markup became an element. @param {Page} page */
async function expectNothingGotIn(page) {
  const found = await page.evaluate(() => {
    const strange = /** @type {string[]} */ ([]);
    // The pictures that the page opens on.
    const isOurs = (/** @type {Element} */ element) =>
      element instanceof HTMLImageElement &&
      /^[\w:/.]+\/assets\/(fewer|cliff|enough)-light-[\w-]+\.svg$/.test(element.src) &&
      element.getAttributeNames().sort().join() === 'alt,src';
    const look = (/** @type {Document | ShadowRoot} */ root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('iframe, img, object, embed, base, svg[onload], [href^="javascript:"]') && !isOurs(element))
          strange.push(element.outerHTML.slice(0, 200));
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return { gotIn: /** @type {any} */ (window).gotIn, strange };
  });
  expect(found).toEqual({ gotIn: undefined, strange: [] });
}

/**
 * Opens links: each by a new element in the place of the last, which reads the address as the page does.
 *
 * @param {Page} page
 * @param {Random} random
 * @param {string[]} good
 * @param {number} count
 * @returns {Promise<Counts>}
 */
async function openLinks(page, random, good, count) {
  /** @type {Counts} */
  const counts = { opened: 0, refused: 0, longest: 0 };
  for (let done = 0; done < count; ) {
    const links = Array.from({ length: Math.min(50, count - done) }, () => badQuery(random, good));
    done += links.length;
    const notices = await page.evaluate(async (list) => {
      const notices = [];
      for (const query of list) {
        document.querySelector('headcount-playground')?.remove();
        history.replaceState(null, '', `${location.pathname}${query}`);
        const element = /** @type {any} */ (document.createElement('headcount-playground'));
        document.body.append(element);
        const { session } = element;
        const began = performance.now();
        while (!session.experiment && !session.loadError && performance.now() - began < 10_000)
          await new Promise((go) => setTimeout(go));
        await element.updateComplete;
        const answer = element.shadowRoot.querySelector('.answer')?.textContent ?? '';
        notices.push([query, session.experiment ? session.notice : `no experiment: ${session.loadError}`, answer]);
      }
      return notices;
    }, links);
    for (const [query, notice, answer] of notices) {
      expect(notice, `${query} must be opened, or refused in a sentence`).not.toMatch(DEFECT);
      expect(notice, query).not.toMatch(/^no experiment/);
      expect(notice.length, query).toBeLessThan(LONGEST_SENTENCE);
      expect(answer, query).toMatch(/\w/);
      if (notice) counts.refused += 1;
      else counts.opened += 1;
      counts.longest = Math.max(counts.longest, notice.length);
    }
    await expectNothingGotIn(page);
  }
  return counts;
}

/**
 * Sets attributes of <head-count>, as pages do that embed it: of one that is there already, and of a new one now and
 * then.
 *
 * @param {Page} page
 * @param {Random} random
 * @param {string[]} good
 * @param {number} count
 * @returns {Promise<Counts>}
 */
async function setAttributes(page, random, good, count) {
  /** @type {Counts} */
  const counts = { opened: 0, refused: 0, longest: 0 };
  await page.goto('embed.html');
  for (let done = 0; done < count; ) {
    const inputs = Array.from({ length: Math.min(50, count - done) }, () => badAttributes(random, ATTRIBUTES, good));
    done += inputs.length;
    const notices = await page.evaluate(async (list) => {
      document.querySelector('head-count')?.remove();
      const element = document.createElement('head-count');
      const view = () => /** @type {any} */ (element.shadowRoot?.querySelector('headcount-embedded'));
      const notices = [];
      for (const attributes of list) {
        for (const name of element.getAttributeNames()) element.removeAttribute(name);
        for (const [name, value] of attributes) element.setAttribute(name, value);
        if (!element.isConnected) document.body.prepend(element);
        const began = performance.now();
        while (!view() && performance.now() - began < 10_000) await new Promise((go) => setTimeout(go, 5));
        // Attributes are read together, when all of them are set.
        await new Promise((go) => setTimeout(go));
        await view()?.updateComplete;
        const root = view()?.shadowRoot;
        const alerts = [...(root?.querySelectorAll('.alert') ?? [])].map((one) => one.textContent ?? '');
        notices.push({ notice: alerts.join('\n'), isShown: Boolean(root?.querySelector('.panel, .alert')) });
      }
      return notices;
    }, inputs);
    for (const [i, { notice, isShown }] of notices.entries()) expectSentence(counts, notice, isShown, inputs[i]);
    await expectNothingGotIn(page);
  }
  return counts;
}

/** Of an element: something is shown, and what is wrong is said. @param {Counts} counts @param {string} notice @param {boolean} isShown @param {unknown} input */
function expectSentence(counts, notice, isShown, input) {
  const given = JSON.stringify(input);
  expect(isShown, given).toBe(true);
  expect(notice, given).not.toMatch(DEFECT);
  expect(notice.length, given).toBeLessThan(LONGEST_SENTENCE);
  if (notice) counts.refused += 1;
  else counts.opened += 1;
  counts.longest = Math.max(counts.longest, notice.length);
}

/** Loads embed.html anew with each address. @param {Page} page @param {Random} random @param {string[]} good @param {number} count @returns {Promise<Counts>} */
async function loadFrames(page, random, good, count) {
  /** @type {Counts} */
  const counts = { opened: 0, refused: 0, longest: 0 };
  for (let done = 0; done < count; done += 1) {
    const query = badFrameQuery(random, OWN_ATTRIBUTES, good);
    await page.goto(`embed.html${query}`);
    const shown = page.locator('headcount-embedded .panel, headcount-embedded .alert');
    await expect(shown, query).not.toHaveCount(0);
    const notice = (await page.locator('headcount-embedded .alert').allTextContents()).join('\n');
    expectSentence(counts, notice, true, query);
    await expectNothingGotIn(page);
  }
  return counts;
}

/**
 * Drops files, some at a time; the last of each drop is good, and must be taken whatever the others were.
 *
 * @param {Page} page
 * @param {Random} random
 * @param {Parameters<typeof badFile>[1]} good
 * @param {number} count
 * @returns {Promise<Counts>}
 */
async function dropFiles(page, random, good, count) {
  /** @type {Counts} */
  const counts = { opened: 0, refused: 0, longest: 0 };
  for (let done = 0; done < count; ) {
    const files = Array.from({ length: Math.min(20, count - done) }, () => badFile(random, good));
    done += files.length;
    const { notice, isTaken, hasCrashed, seconds } = await page.evaluate(
      async ({ files, steps }) => {
        const { session } = /** @type {any} */ (document.querySelector('headcount-playground'));
        // What was opened before is taken off, as by its ×: else there are thousands of them.
        for (const { id, isOwn } of session.compared.list) if (isOwn) session.compared.remove(id);
        const transfer = new DataTransfer();
        for (const { name, text, bytes } of files)
          transfer.items.add(new File([text ?? new Uint8Array(bytes ?? [])], name));
        transfer.items.add(new File([JSON.stringify({ recipe: { steps } })], 'good.json'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
        const began = performance.now();
        const isTaken = () => session.experiment?.toFields().recipe.steps === steps;
        // A model of a large experiment takes seconds to open, and a busy machine far longer.
        while (!isTaken() && performance.now() - began < 120_000) await new Promise((go) => setTimeout(go, 2));
        return {
          notice: session.notice,
          isTaken: isTaken(),
          hasCrashed: session.engine.lab?.hasCrashed ?? false,
          seconds: (performance.now() - began) / 1000,
        };
      },
      { files, steps: 1000 + (done % 100_000) },
    );
    const names = JSON.stringify(files).slice(0, 20_000);
    expect(isTaken, `the good file after these, ${seconds.toFixed(1)} s, "${notice.slice(0, 500)}": ${names}`).toBe(
      true,
    );
    expect(hasCrashed, names).toBe(false);
    expect(notice, names).not.toMatch(DEFECT);
    expect(notice.length, names).toBeLessThan(LONGEST_SENTENCE * files.length);
    // Every refusal begins with the name of its file; a file's own name may have a line break in it.
    const refused = Math.min(files.length, files.filter(({ name }) => notice.includes(`${name}: `)).length);
    counts.refused += refused;
    counts.opened += files.length - refused;
    counts.longest = Math.max(counts.longest, notice.length);
    await expectNothingGotIn(page);
  }
  return counts;
}

/** Loads the whole page anew with each link. @param {Page} page @param {Random} random @param {string[]} good @param {number} count @returns {Promise<Counts>} */
async function loadPages(page, random, good, count) {
  /** @type {Counts} */
  const counts = { opened: 0, refused: 0, longest: 0 };
  for (let done = 0; done < count; done += 1) {
    const query = badQuery(random, good);
    await page.goto(query);
    await expect(page.locator('.answer'), query).toHaveText(/\w/);
    const notice = (await page.locator('.alert').allTextContents()).join('\n');
    expect(notice, query).not.toMatch(DEFECT);
    if (notice) counts.refused += 1;
    else counts.opened += 1;
    counts.longest = Math.max(counts.longest, notice.length);
    await expectNothingGotIn(page);
  }
  return counts;
}

/** @param {string} what @param {Counts} counts */
const print = (what, { opened, refused, longest }) =>
  console.log(
    `${opened + refused} ${what}: ${opened} opened, ${refused} refused in a sentence, the longest of ${longest} characters`,
  );

/**
 * Gives a page so many bad inputs of all kinds, prints what came of them, and trains at the end.
 *
 * @param {Page} page
 * @param {number} inputs
 * @param {number} seed  another one gives other inputs
 */
export async function giveBadInput(page, inputs, seed) {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog: ${dialog.message()}`);
  });
  const random = new Random(seed);
  await page.goto(FOUR_TARGETS);
  await expect(engineName(page)).toBeVisible();
  const good = await goodInput(page);
  const loads = Math.ceil(inputs / 100);
  const links = Math.ceil(inputs / 4) - loads;
  print('files dropped', await dropFiles(page, random, good, inputs - 2 * loads - 2 * links));
  print('links opened in one page', await openLinks(page, random, good.queries, links));
  print('sets of attributes', await setAttributes(page, random, good.queries, links));
  print('pages loaded', await loadPages(page, random, good.queries, loads));
  print('frames loaded', await loadFrames(page, random, good.queries, loads));
  await page.goto(`?${good.queries[0]}`);
  await expect(engineName(page)).toBeVisible();
  await button(page, 'Train').click();
  await expect(button(page, 'Train again')).toBeVisible({ timeout: 60_000 });
}
