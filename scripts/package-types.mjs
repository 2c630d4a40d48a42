// The declarations of the npm package: those that tsc writes for the element and the API, and those of the wasm
// files that they refer to.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { output, Refusal, root, target } from './shell.mjs';

/** The modules that others import, below www. */
const ENTRIES = ['headcount.js', 'api/headcount.js'];

/** What TypeScript knows of elements and events by their names, which JSDoc cannot say. */
const GLOBALS = `
declare global {
  interface HTMLElementTagNameMap {
    'head-count': HeadCount;
  }
  interface HTMLElementEventMap {
    'headcount-progress': CustomEvent<Progress>;
    'headcount-outcome': CustomEvent<Outcomes>;
    'headcount-error': CustomEvent<{ sentence: string }>;
  }
}
import type { HeadCount } from './embed/head-count.js';
`;

/** What a wasm file declares, without what loads it, and without what only the newest TypeScript libraries know. @param {string} text */
const withoutLoader = (text) =>
  text.replace(/^export type InitInput[\s\S]*/m, '').replace(/^ *\[Symbol\.dispose\]\(\): void;\n/gm, '');

/** The declarations that one refers to. @param {string} file @param {string} text */
const referredTo = (file, text) =>
  [...text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)].map(([, path]) =>
    normalize(join(dirname(file), `${path}.d.ts`)),
  );

/** Writes them below `folder`. @param {string} folder */
export function writeTypes(folder) {
  const emitted = join(target, 'package-types');
  rmSync(emitted, { recursive: true, force: true });
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const config = join(target, 'package-types.json');
  const options = {
    ...compilerOptions,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: join(root, 'www'),
    outDir: emitted,
    typeRoots: [join(root, 'node_modules', '@types'), join(root, 'node_modules')],
  };
  mkdirSync(target, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({ compilerOptions: options, files: ENTRIES.map((entry) => join(root, 'www', entry)) }),
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (output(process.execPath, [tsc, '-p', config], { stdio: ['ignore', 'pipe', 'inherit'] }) === undefined)
    throw new Refusal('The types of the npm package could not be generated: "npm run check" says what is wrong.');
  const wanted = new Set(ENTRIES.map((entry) => normalize(entry.replace(/\.js$/, '.d.ts'))));
  // A Set's iteration reaches what is added meanwhile.
  for (const file of wanted) {
    const isWasm = file.startsWith('wasm');
    const text = readFileSync(join(isWasm ? join(root, 'www') : emitted, file), 'utf8');
    const kept = isWasm ? withoutLoader(text) : text;
    for (const other of referredTo(file, kept)) wanted.add(other);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file === 'headcount.d.ts' ? kept + GLOBALS : kept);
  }
}
