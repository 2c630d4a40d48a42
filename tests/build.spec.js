// What `npm run build` writes besides the page: checksums that hold, the notices of everything in it, and
// nothing of the machine that it was built on. No browser.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const notices = () => readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

test('SHA256SUMS has every file, in the form that sha256sum checks', () => {
  const lines = readFileSync(join(dist, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const listed = lines.map((line) => line.split('  '));
  expect(listed.map(([, name]) => join(dist, name)).sort()).toEqual(
    files.filter((file) => !file.endsWith('SHA256SUMS')).sort(),
  );
  for (const [sum, name] of listed) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    ).toBe(sum);
  }
  const { error, status } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: dist });
  if (!error) expect(status).toBe(0);
});

test('files without a hash in their names are those that the documentation says not to cache', () => {
  const names = files.map((file) => relative(dist, file).split(sep).join('/'));
  const paragraph = readFileSync(join(root, 'docs', 'hosting.md'), 'utf8').match(
    /^Files in `assets\/` have a hash.*?\n\n/ms,
  );
  const told = [...(paragraph?.[0] ?? '').matchAll(/`([\w*./-]+\.[\w]+|[\w/]+\*|SHA256SUMS)`/g)].map(
    ([, name]) => name,
  );
  const matches = (/** @type {string} */ name, /** @type {string} */ pattern) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(name);
  const withoutHash = names.filter((name) => !name.startsWith('assets/'));
  expect(withoutHash.filter((name) => !told.some((pattern) => matches(name, pattern)))).toEqual([]);
  expect(told.filter((pattern) => !names.some((name) => matches(name, pattern)))).toEqual([]);
  expect(names.filter((name) => name.startsWith('assets/') && !/-[\w-]{8}\.[\w.]+$/.test(name))).toEqual([]);
});

test('every page has the policy, in front of everything that it is to hold', () => {
  const pages = files.filter((file) => file.endsWith('.html'));
  // The page, the frame, the one file, the lessons and their glossary.
  expect(pages.length).toBeGreaterThanOrEqual(9);
  for (const page of pages) {
    const html = readFileSync(page, 'utf8');
    const [meta, policy] = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]+)"/) ?? [];
    expect(policy, page).toBeDefined();
    expect(html.indexOf(String(meta)), page).toBeLessThan(html.search(/<script|<style|<link|<body/));
    const directives = new Map(
      String(policy)
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name, ...sources]) => [name, sources]),
    );
    const allowed = (/** @type {string} */ name) => directives.get(name) ?? directives.get('default-src') ?? ['*'];
    expect(allowed('object-src'), page).toEqual(["'none'"]);
    expect(directives.get('base-uri'), page).toEqual(["'none'"]);
    // Its script narrows it to its own host, which embed-frame.spec.js tries.
    const isFrame = page.endsWith('embed.html');
    for (const name of ['script-src', 'style-src', 'connect-src', 'img-src', 'worker-src']) {
      for (const source of allowed(name).filter((source) => !isFrame || !['http:', 'https:'].includes(source)))
        expect(source, `${page}, ${name}`).toMatch(
          /^('self'|'none'|'wasm-unsafe-eval'|'sha256-[\w+/=]+'|data:|blob:)$/,
        );
    }
    expect(policy, page).toContain("require-trusted-types-for 'script'");
    // No inline style or handler, which it would not let in.
    expect(html.match(/<[^>]+\s(style|on\w+)=/g), page).toBeNull();
  }
});

test('nothing in it tells on which machine it was built', () => {
  const places = [homedir(), process.env.CARGO_HOME, root].filter((place) => place && place.length > 1);
  const telling = files.flatMap((file) => {
    const text = readFileSync(file, 'latin1');
    return places.filter((place) => text.includes(`${place}/`)).map((place) => `${file}: ${place}`);
  });
  expect(telling).toEqual([]);
});

test('the notices name every crate whose code is in a wasm file, with a licence text', () => {
  const text = notices();
  // Independent of cargo: panics say in which file of which crate they were.
  const found = files
    .filter((file) => file.endsWith('.wasm'))
    .flatMap((file) => [...readFileSync(file, 'latin1').matchAll(/crates\/([\w-]+)-(\d+\.\d+\.\d+[^/]*)\/src/g)])
    .map(([, name, version]) => `${name} ${version}`);
  const crates = [...new Set(found)];
  expect(crates.length).toBeGreaterThan(50);
  expect(crates.filter((crate) => !text.includes(`\n${crate}\n`))).toEqual([]);
  const entries = [...text.split(`${'='.repeat(80)}\n`)[0].matchAll(/^(\S.+ \d\S*)\n {2}(.+)\n {2}text (\d.*)$/gm)];
  expect(entries.length).toBeGreaterThanOrEqual(crates.length);
  for (const [, name, , numbers] of entries) {
    for (const number of numbers.split(', ')) {
      const own = text.split(`Text ${number}\n\n`)[1]?.split('='.repeat(80))[0];
      expect(own?.length, `${name}, text ${number}`).toBeGreaterThan(100);
    }
  }
});

test('the notices name what is in the JavaScript: lit, and the little that vite adds', () => {
  const text = notices();
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit/reactive-element', 'vite']) {
    const { version, license } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    expect(text).toContain(`\n${name} ${version}\n  ${license}`);
  }
  expect(text).toContain('Copyright (c) 2017 Google LLC. All rights reserved.');
  // What only builds is not in it.
  for (const name of ['typescript', '@playwright/test', 'axe-core']) expect(text).not.toContain(`\n${name} `);
});
