// npm run check: formatting, lints and types of everything. -- --write formats, and mends what can be
// mended safely, before it checks.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentCrates, packCrates } from './packages.mjs';
import * as setup from './setup.mjs';
import { finishWith, root, run, say } from './shell.mjs';
import { buildDeclarations, environmentOf, packages, selection } from './wasm.mjs';

const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const bindgen = ['--manifest-path', join('scripts', 'bindgen', 'Cargo.toml')];

/**
 * Every check: what it is called, the command, its arguments and its environment. In the order of their
 * time, so that a slip is found in seconds.
 *
 * @returns {{ title: string, command: string, args: string[], env?: () => Record<string, string>, before?: () => Promise<void> }[]}
 */
export function checks() {
  const strict = ['--', '-D', 'warnings'];
  return [
    {
      title: 'formatting and lints, JavaScript',
      command: process.execPath,
      args: [biome, 'check', '--error-on-warnings'],
    },
    { title: 'formatting, Rust', command: 'cargo', args: ['fmt', '--all', '--check'] },
    { title: 'formatting, scripts/bindgen', command: 'cargo', args: ['fmt', '--check', ...bindgen] },
    {
      title: 'licences, sources and versions of dependencies',
      command: process.execPath,
      args: [join('scripts', 'dependencies.mjs')],
    },
    // The fuzzers are not in the workspace, and nothing else of these checks would compile them.
    {
      title: 'the lock file of the fuzzers',
      command: 'cargo',
      args: ['fetch', '--locked', '--manifest-path', join('fuzz', 'Cargo.toml')],
    },
    // The generated declarations are what the page is checked against.
    { title: 'types', command: process.execPath, args: [tsc, '--noEmit'], before: buildDeclarations },
    // Functions inside a test take what the page gives them: their parameters need no types. Unit tests
    // hand in stand-ins of the parts that they use, and are not checked.
    { title: 'types of the tests', command: process.execPath, args: [tsc, '--noEmit', '-p', 'tests'] },
    {
      title: 'lints, native',
      command: 'cargo',
      args: ['clippy', '--locked', '--workspace', '--all-targets', '--release', ...strict],
    },
    { title: 'the libraries as crates', command: 'cargo', args: packCrates },
    {
      title: 'documentation of the libraries',
      command: 'cargo',
      args: documentCrates,
      env: () => ({ RUSTDOCFLAGS: '-D warnings' }),
    },
    { title: 'examples of the library lab', command: process.execPath, args: [join('scripts', 'examples.mjs')] },
    // In the profiles of the product, whose procedural macros and build scripts they share.
    ...packages.map((entry) => ({
      title: `lints, wasm32, ${entry.name}`,
      command: 'cargo',
      args: ['clippy', ...selection(entry), '--all-targets', '--profile', entry.profile, ...strict],
      env: () => environmentOf(entry.profile),
    })),
  ];
}

/** Installs what the checks need. */
export async function setUp() {
  await setup.npmPackages();
  await setup.rust([
    ['rustfmt', 'fmt'],
    ['clippy', 'clippy'],
  ]);
}

async function write() {
  await run(process.execPath, [biome, 'check', '--write']);
  await run('cargo', ['fmt', '--all']);
  await run('cargo', ['fmt', ...bindgen]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    await setUp();
    if (process.argv.includes('--write')) await write();
    for (const { title, command, args, env, before } of checks()) {
      say(title);
      await before?.();
      await run(command, args, { env: env?.() });
    }
    say('formatting, lints and types are in order');
  });
}
