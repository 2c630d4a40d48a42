// The embedded playground with the CPU engine in one file: dist/headcount.html for file://, learning platforms and
// hosts without CORS, and dist/widget.mjs for notebooks. Everything is built as one script, its files are packed with
// LZMA, and a first script unpacks them (www/embed/one-file-start.js, www/embed/widget.js).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
// @ts-expect-error it has no types
import LZMA from 'lzma';
import { filesBelow, Refusal, root, target } from './shell.mjs';

/** The WebGPU engine is left out: twice as large as all the rest. @returns {import('vite').Plugin} */
const withoutWebGpu = () => ({
  name: 'headcount-without-webgpu',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('worker-webgpu.js') ? '\0none' : null),
  load: (id) => (id === '\0none' ? 'export default null;' : null),
});

/** The papers' experiments are left out: a list of them is for the whole page. @returns {import('vite').Plugin} */
const withoutExperiments = () => ({
  name: 'headcount-without-experiments',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/content/recorded-experiments.js')
      ? 'export const reproductions = []; export const recordedOf = null;'
      : null,
});

/** What a build is written into, and where the first script looks for it (www/embed/one-file-start.js). */
const PAGE_SCRIPT = 'page.js';

/** What code calls its own address: files are found by the last part of theirs. */
const ADDRESS = '"headcount:/"';

/** @param {string} text */
const withoutAddress = (text) => text.replaceAll('import.meta.url', ADDRESS);

/**
 * Into one script.
 *
 * @param {typeof import('vite')} vite
 * @param {string} entry
 * @param {string} outDir
 * @param {import('vite').Plugin[]} [plugins]
 */
const build = (vite, entry, outDir, plugins = []) =>
  vite.build({
    root,
    configFile: false,
    base: './',
    logLevel: 'error',
    publicDir: false,
    plugins: [withoutWebGpu(), withoutExperiments(), ...plugins],
    worker: { format: 'iife', plugins: () => [withoutWebGpu()] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, entry),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: PAGE_SCRIPT, assetFileNames: '[name][extname]', codeSplitting: false },
      },
    },
  });

/** The page's only style, and the note's. @param {string} css */
const minified = (css) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');

/** @typedef {{ name: string, bytes: Buffer }} PackedFile */

/** Larger dictionaries and longer searches than of this level gain a hundredth, and take minutes. */
const LEVEL = 6;

/** What was packed once is kept, because it takes half a minute. @param {PackedFile[]} files @returns {import('../www/embed/packed-files.js').Pack} */
function packOf(files) {
  const bytes = Buffer.concat(files.map((file) => file.bytes));
  const kept = join(target, 'one-file-packs', createHash('sha256').update(`${LEVEL}`).update(bytes).digest('hex'));
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, Uint8Array.from(LZMA.compress(bytes, LEVEL)));
  }
  return {
    list: files.map(({ name, bytes }) => [name, bytes.length]),
    base64: readFileSync(kept).toString('base64'),
  };
}

/** The packs in the place of an empty list. @param {import('../www/embed/packed-files.js').Pack[]} packs @returns {import('vite').Plugin} */
const withPacks = (packs) => ({
  name: 'headcount-with-packs',
  enforce: 'pre',
  load: (id) => (id.endsWith('widget-packs.js') ? `export const packs = ${JSON.stringify(packs)};` : null),
});

/** What is in the file. Of the recorded models only small ones: the others are trained in seconds. @param {string} file */
const isPacked = (file) => /\.js$|(min-max|farthest)[^/]*\.safetensors$|(page|worker-cpu)_bg.*\.wasm$/.test(file);

/** The script of a first step, built by itself. @param {typeof import('vite')} vite @param {string} entry @param {import('vite').Plugin[]} [plugins] */
async function startScript(vite, entry, plugins) {
  const folder = join(target, 'one-file-start');
  await build(vite, entry, folder, plugins);
  const text = readFileSync(join(folder, PAGE_SCRIPT), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

/** Packs everything that an element needs; gives its script, too, as it is when it is unpacked. @param {typeof import('vite')} vite */
async function packAll(vite) {
  const folder = join(target, 'one-file');
  await build(vite, 'www/embed/head-count.js', folder);
  const files = filesBelow(folder)
    .filter(isPacked)
    .sort()
    .map((file) => {
      const bytes = readFileSync(file);
      const isScript = file.endsWith('.js');
      return { name: basename(file), bytes: isScript ? Buffer.from(withoutAddress(bytes.toString('utf8'))) : bytes };
    });
  rmSync(folder, { recursive: true });
  const isWasm = (/** @type {PackedFile} */ { name }) => name.endsWith('.wasm');
  const script = files.find(({ name }) => name === PAGE_SCRIPT);
  if (!script) throw new Refusal(`The one-file build has no ${PAGE_SCRIPT}.`);
  const packs = [packOf(files.filter(isWasm)), packOf(files.filter((file) => !isWasm(file)))];
  return { packs, script: script.bytes.toString('utf8') };
}

/** @param {string} dist */
export async function writeOneFile(dist) {
  const vite = await import('vite');
  const { packs, script } = await packAll(vite);
  const css = minified(readFileSync(join(root, 'www/embed/embed-page.css'), 'utf8'));
  const start = await startScript(vite, 'www/embed/one-file-start.js');
  writeFileSync(join(dist, 'headcount.html'), pageOf(packs, start, script, css));
  writeFileSync(join(dist, 'widget.mjs'), await startScript(vite, 'www/embed/widget.js', [withPacks(packs)]));
}

/** As a policy names an inline script or style. @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * What the page may do: nothing is fetched, and only its own scripts run, the one that is unpacked too. A page from
 * file:// has no origin that 'self' could name, so they are named by their hashes.
 *
 * @param {string[]} scripts
 * @param {string} css
 */
const policyOf = (scripts, css) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(css)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types headcount headcount-file lit-html',
  ].join('; ');

/** @param {import('../www/embed/packed-files.js').Pack[]} packs @param {string} start @param {string} script  unpacked @param {string} css */
function pageOf(packs, start, script, css) {
  if (/<\/script/i.test(start)) throw new Refusal('The one-file build has a script that would end too early.');
  // HTML reads these as something else, and the hash would be of another text.
  if (/[\r\0]/.test(start + css)) throw new Refusal('The one-file build has a character that HTML changes.');
  const elements = packs.map(
    ({ list, base64 }) => `<script type="text/plain" data-files='${JSON.stringify(list)}'>${base64}</script>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policyOf([start, script], css)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>Headcount</title>
<link rel="icon" href="data:," />
<style>${css}</style>
</head>
<body>
<!-- What is shown: attributes as docs/embedding.md has them. -->
<head-count></head-count>
<noscript>Headcount trains Transformers in this page, and needs JavaScript for it.</noscript>
${elements.join('\n')}
<script type="module">${start}</script>
</body>
</html>
`;
}
