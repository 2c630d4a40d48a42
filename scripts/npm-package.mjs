// npm run build:npm: writes dist-npm/, the package that `npm pack` and `npm publish` take: the element, the JS API,
// both engines and generated types. Its files have no hash in their names, and name one another by
// `new URL('…', import.meta.url)`, which bundlers follow; docs/npm-package.md says how it is used.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeElementManifest } from './element-manifest.mjs';
import { notePackages, writeNotices } from './notices.mjs';
import * as setup from './setup.mjs';
import { finishWith, root, say } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

export const NAME = 'headcount';
const folder = join(root, 'dist-npm');

/** The package's own package.json; what it has in common with ours is taken from there. */
function manifest() {
  const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: NAME,
    version,
    description,
    keywords: ['attention', 'transformer', 'multi-head-attention', 'web-component', 'webgpu', 'webassembly'],
    license,
    type: 'module',
    // Importing the element defines it.
    sideEffects: ['./headcount.js', './chunks/*.js'],
    main: './headcount.js',
    types: './types/headcount.d.ts',
    exports: {
      '.': { types: './types/headcount.d.ts', default: './headcount.js' },
      './headcount.js': { types: './types/headcount.d.ts', default: './headcount.js' },
      './api': { types: './types/api/headcount.d.ts', default: './api.js' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: './custom-elements.json',
  };
}

/** The scripts and the files that they fetch. @param {Set<string>} npmPackages  where the names of what is bundled go */
async function buildScripts(npmPackages) {
  const vite = await import('vite');
  const plugins = [notePackages(npmPackages)];
  const names = { chunkFileNames: 'chunks/[name].js', assetFileNames: 'assets/[name][extname]' };
  await vite.build({
    root,
    configFile: false,
    // www/embed/embedded-view.js reads it: there is no page beside the package.
    mode: 'npm-package',
    base: './',
    logLevel: 'warn',
    publicDir: false,
    plugins,
    // One file: a bundler that copies the Worker's script as it is would not copy what that imports.
    worker: {
      format: 'es',
      plugins: () => plugins,
      rolldownOptions: { output: { entryFileNames: 'assets/[name].js', codeSplitting: false } },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1000,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { headcount: join(root, 'www/headcount.js'), api: join(root, 'www/api/headcount.js') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', ...names },
      },
    },
  });
}

/** Writes dist-npm/ from www/ and www/wasm. */
export async function writePackage() {
  /** @type {Set<string>} */
  const npmPackages = new Set();
  await buildScripts(npmPackages);
  const { writeTypes } = await import('./package-types.mjs');
  writeTypes(join(folder, 'types'));
  writeElementManifest(folder);
  writeNotices(folder, npmPackages);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(root, 'docs', 'npm-package.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  finishWith(async () => {
    await setup.npmPackages();
    await buildWasm();
    await writePackage();
    say('wrote dist-npm/: "npm pack ./dist-npm" makes the tarball (docs/packages.md)');
  });
}
