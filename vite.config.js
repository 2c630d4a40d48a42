// Serving and building the page. Relative URLs only, so dist/ works from any sub-path of any host.
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Every page of the lessons, by the name of its entry. */
const lessons = Object.fromEntries(
  readdirSync(new URL('lessons', import.meta.url))
    .filter((file) => file.endsWith('.html'))
    .map((file) => [`lessons/${file.replace('.html', '')}`, `lessons/${file}`]),
);

/** @param {string[]} moduleIds  of a chunk */
function folderOf(moduleIds) {
  if (moduleIds.every((id) => id.includes('/content/recorded/'))) return 'recorded/';
  return moduleIds.every((id) => /\/experiments\/[\w-]+\/recorded\//.test(id)) ? 'experiments/' : '';
}

/**
 * Takes the comments out of the styles that stand in templates: they are for whoever reads the source, and a minifier
 * of JavaScript leaves texts as they are.
 *
 * @returns {import('vite').Plugin}
 */
const withoutStyleComments = () => ({
  name: 'without-style-comments',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/www/') || !code.includes('css`')) return null;
    const withoutComments = (/** @type {string} */ style) => style.replace(/\s*\/\*[\s\S]*?\*\//g, '');
    return { code: code.replace(/css`[^`]*`/g, withoutComments), map: null };
  },
});

export default defineConfig({
  plugins: [withoutStyleComments()],
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
    // A data: URL cannot be fetched under the page's policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', embed: 'embed.html', headcount: 'www/headcount.js', ...lessons },
      // headcount.js is imported by others by name: it keeps its name and its exports.
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: (chunk) => (chunk.name === 'headcount' ? 'headcount.js' : 'assets/[name]-[hash].js'),
        // headcount.js is not cached for ever: what the files with hashes import must have a hash, too.
        codeSplitting: {
          groups: [
            { name: 'shared', test: /vite.preload-helper|inlined-files/ },
            { name: 'head-count', test: /www.embed.(head-count|attributes|given-fields|poster-fields|posters)\.js$/ },
          ],
        },
        // Results that were recorded have their own folders, and their own budgets.
        chunkFileNames: ({ moduleIds }) => `assets/${folderOf(moduleIds)}[name]-[hash].js`,
      },
    },
  },
});
