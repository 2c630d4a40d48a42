// Serving and building the page. Relative URLs only, so dist/ works from any sub-path of any host.
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  // Nothing is served from a public folder. What the server watches is set in scripts/: a setting
  // here could not be turned off there, because vite ignores a null in what it merges.
  publicDir: false,
  // The Worker imports one of two engines when it knows which: that needs modules.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The wasm files have their own budget (npm run sizes).
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', headcount: 'www/api/headcount.js' },
      // headcount.js is imported by others by name: it keeps its name and its exports.
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: (chunk) => (chunk.name === 'headcount' ? 'headcount.js' : 'assets/[name]-[hash].js') },
    },
  },
});
