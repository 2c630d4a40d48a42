// The pictures of previews. Whoever shows a preview of a link wants the whole address of its picture, which a page
// that works on any host does not know: a build that does is given it as SITE_URL.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, say } from './shell.mjs';

/** What stands before the picture's path, which goes up from a page in a folder. */
const PICTURE = /(<meta property="og:image" content=")(?:\.{1,2}\/)+/;

/** The pages that have a preview, by their paths in `dist`. @param {string} dist */
const pagesIn = (dist) => [
  'index.html',
  ...readdirSync(join(dist, 'lessons'))
    .filter((file) => file.endsWith('.html'))
    .map((file) => join('lessons', file)),
];

/**
 * Gives every preview the whole address of its picture.
 *
 * @param {string} dist
 * @param {string | undefined} site
 */
export function namePreviews(dist, site) {
  if (!site) return say('SITE_URL is not set, so previews of links may lack their picture (docs/hosting.md)');
  for (const page of pagesIn(dist)) {
    const file = join(dist, page);
    const html = readFileSync(file, 'utf8');
    if (!PICTURE.test(html)) throw new Refusal(`${page} has no preview picture to give an address to.`);
    writeFileSync(file, html.replace(PICTURE, `$1${site.replace(/\/*$/, '/')}`));
  }
}
