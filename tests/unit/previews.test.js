// What is shown of a link to a page: its title, its words and a picture, whose whole address a build is told.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { namePreviews } from '../../scripts/previews.mjs';
import { root } from '../../scripts/shell.mjs';

const metaOf = (html, name) => html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`))?.[1];
const pageWith = (path) => `<head><meta property="og:image" content="${path}" /></head>`;

/** A folder as a build writes it; gives what `use` makes of it. */
function inDist(pages, use) {
  const dist = mkdtempSync(join(tmpdir(), 'headcount-previews-'));
  try {
    mkdirSync(join(dist, 'lessons'));
    for (const [page, html] of Object.entries(pages)) writeFileSync(join(dist, page), html);
    use(dist);
    return Object.fromEntries(Object.keys(pages).map((page) => [page, readFileSync(join(dist, page), 'utf8')]));
  } finally {
    rmSync(dist, { recursive: true });
  }
}

const built = {
  'index.html': pageWith('./assets/preview-12345678.png'),
  'lessons/the-cliff.html': pageWith('../assets/preview-12345678.png'),
};

test('a build that knows its address gives it to the picture of every page', () => {
  const whole = pageWith('https://example.org/headcount/assets/preview-12345678.png');
  for (const site of [
    'https://example.org/headcount',
    'https://example.org/headcount/',
    'https://example.org/headcount//',
  ])
    assert.deepEqual(
      inDist(built, (dist) => namePreviews(dist, site)),
      { 'index.html': whole, 'lessons/the-cliff.html': whole },
      site,
    );
});

test('without an address the pages stay as they are', () => {
  for (const site of [undefined, ''])
    assert.deepEqual(
      inDist(built, (dist) => namePreviews(dist, site)),
      built,
    );
});

test('a page whose picture is gone ends the build, by name', () => {
  const without = { ...built, 'lessons/the-cliff.html': '<head></head>' };
  assert.throws(
    () => inDist(without, (dist) => namePreviews(dist, 'https://example.org')),
    /the-cliff\.html has no preview picture/,
  );
});

test('every page that is linked to has a title, words and the picture', () => {
  const lessons = readdirSync(join(root, 'lessons')).filter((file) => file.endsWith('.html'));
  const titles = ['index.html', ...lessons.map((file) => join('lessons', file))].map((page) => {
    const html = readFileSync(join(root, page), 'utf8');
    for (const name of ['og:type', 'og:description', 'og:image:alt']) assert.ok(metaOf(html, name), `${page}: ${name}`);
    assert.equal(join(root, page, '..', String(metaOf(html, 'og:image'))), join(root, 'www', 'preview.png'), page);
    assert.equal(metaOf(html, 'twitter:card'), 'summary_large_image', page);
    const title = metaOf(html, 'og:title');
    assert.ok(title, page);
    return title;
  });
  assert.ok(lessons.length >= 6);
  // Each is told from the others.
  assert.equal(new Set(titles).size, titles.length);
});
