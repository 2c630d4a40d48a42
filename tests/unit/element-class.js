// The class of <head-count> in Node, for the names of its members: what only a browser has is stood in for.
import { register } from 'node:module';

// Its posters are named by the bundler.
const hooks = `
  export async function load(url, context, next) {
    if (!url.endsWith('/embed/posters.js')) return next(url, context);
    return { format: 'module', source: 'export const posterOf = () => undefined;', shortCircuit: true };
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

Object.assign(globalThis, {
  HTMLElement: class {},
  CSSStyleSheet: class {
    replaceSync() {}
  },
  matchMedia: () => ({ matches: false }),
  customElements: { get: () => true },
});

export const { HeadCount } = await import('../../www/embed/head-count.js');
