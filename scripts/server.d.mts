export declare const host = "127.0.0.1";
/** The port to serve on; refused before minutes are spent on a build. @param {string} command  to be named in the refusal */
export declare function freePort(command: string): Promise<number>;
/**
 * Answers `GET /headcount-status.json` with how far the WebGPU engine is, and a request for its wasm
 * file that cannot be met with an error: vite would send index.html in its place.
 *
 * @param {{ webgpu: 'building' | 'ready' | 'failed' }} status
 * @returns {import('vite').Plugin}
 */
export declare function statusPlugin(status: {
    webgpu: 'building' | 'ready' | 'failed';
}): import('vite').Plugin;
/**
 * Serves an empty module in the place of vite's client, which would reload the reader's page when the
 * server is started again, in the midst of a training.
 *
 * @returns {import('vite').Plugin}
 */
export declare function withoutClientPlugin(): import('vite').Plugin;
/**
 * Lets vite's client, which `npm run dev` keeps, style what it shows of errors: the page's own policy
 * allows no inline style. Of the dev server alone; what is built has the policy as it is in index.html.
 */
export declare const clientNonce = "vite-client";
/** @returns {import('vite').Plugin} */
export declare function clientStylesPlugin(): import('vite').Plugin;
/** Makes vite read a package's files again. @param {import('vite').ViteDevServer} server @param {import('./wasm.mjs').Package} entry */
export declare function forgetPackage(server: import('vite').ViteDevServer, { name }: import('./wasm.mjs').Package): void;
