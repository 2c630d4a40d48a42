// npm start: installs what is missing, builds what is stale, serves. The page is served as soon as it
// and the CPU engine are built; the WebGPU engine, which takes longer, follows while it is served.
import { forgetPackage, freePort, host, statusPlugin, withoutClientPlugin } from './server.mjs';
import * as setup from './setup.mjs';
import { finishWith, root, say } from './shell.mjs';
import { beginBuild, workerWebgpu, writePlaceholder } from './wasm.mjs';

finishWith(async () => {
  const port = await freePort('npm start');
  await setup.npmPackages();
  const { served, webgpu } = await beginBuild();
  /** @type {{ webgpu: 'building' | 'ready' | 'failed' }} */
  const status = { webgpu: 'building' };
  const webgpuEnded = webgpu.then(
    () => {
      status.webgpu = 'ready';
    },
    (error) => {
      status.webgpu = 'failed';
      say(`the WebGPU engine could not be built, and the page trains on the CPU: ${error.message}`);
    },
  );
  await served;

  const isFollowing = status.webgpu !== 'ready';
  if (isFollowing) writePlaceholder(workerWebgpu, 'The WebGPU engine is still being built.');
  const vite = await import('vite');
  const server = await vite.createServer({
    root,
    logLevel: 'warn',
    plugins: [statusPlugin(status), withoutClientPlugin()],
    // Nothing may reload the reader's page: a training may be running in it.
    server: { host, port, strictPort: true, watch: null, hmr: false, ws: false },
  });
  await server.listen();
  if (isFollowing) say('the WebGPU engine is still being built; until it is there, the page trains on the CPU');
  say('serving; press Ctrl-C to stop');
  console.log(`headcount ready: http://${host}:${port}/`);

  if (!isFollowing) return;
  await webgpuEnded;
  if (status.webgpu !== 'ready') return;
  forgetPackage(server, workerWebgpu);
  say('the WebGPU engine is built');
});
