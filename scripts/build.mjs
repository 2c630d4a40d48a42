// npm run build: writes dist/, static files with relative URLs only.
import * as setup from './setup.mjs';
import { finishWith, root, say } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

finishWith(async () => {
  await setup.npmPackages();
  await buildWasm();
  const vite = await import('vite');
  await vite.build({ root, logLevel: 'warn' });
  say('wrote dist/: put it on any static host, at any path');
});
