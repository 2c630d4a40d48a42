// <head-count> in a page with a Content-Security-Policy: the directives of docs/embedding.md are enough, and each is
// needed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { element, expect, htmlOf, QUICK, script, test, train } from './embed-fixture.js';

/** A policy of nothing but the directives that docs/embedding.md gives. @param {string} dist */
async function documentedPolicy(dist) {
  const text = await readFile(join(import.meta.dirname, '..', 'docs', 'embedding.md'), 'utf8');
  const block = text.match(/^```\n(script-src [^`]+)```/m)?.[1] ?? '';
  const directives = block.replaceAll('HOST', dist).split(';');
  return ["default-src 'none'", ...directives.map((one) => one.trim())];
}

/** A page with a policy; it has no icon, which a policy would have to allow. @param {string} body @param {string[]} policy */
const strictPage = (body, policy) => ({
  body: body.replace(/<link rel="icon"[^>]*>/, ''),
  headers: { 'content-security-policy': policy.join('; ') },
});

test('a page with a strict policy needs the documented directives', async ({ page, dist, host, wrong }) => {
  const body = htmlOf(`<head-count ${QUICK}></head-count>`, script(dist));
  const origin = await host({ 'notes.html': strictPage(body, await documentedPolicy(dist)) });
  await page.goto(`${origin}/notes.html`);
  await train(page).click();
  await expect(element(page).getByRole('button', { name: 'Train again' })).toBeVisible({ timeout: 60_000 });
  expect(wrong).toEqual([]);
});

test('and it needs no more of them: without any one source something is refused', async ({ page, dist, host }) => {
  const policy = await documentedPolicy(dist);
  const body = htmlOf('<head-count preset="few"></head-count>', script(dist));
  const sources = policy.slice(1).flatMap((directive) => {
    const [name, ...given] = directive.split(' ');
    // It asks for Trusted Types, which a page may do without.
    return name === 'require-trusted-types-for' ? [] : given.map((source) => ({ directive, name, source }));
  });
  expect(sources.length).toBeGreaterThan(5);
  const pages = sources.map(({ directive, source }, number) => {
    const less = policy.map((one) => (one === directive ? one.replace(` ${source}`, '') : one));
    return [`${number}.html`, strictPage(body, less)];
  });
  const origin = await host(Object.fromEntries(pages));
  /** @type {string[]} */
  let refused = [];
  await page.exposeFunction('reportViolation', (/** @type {string} */ directive) => refused.push(directive));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      /** @type {any} */ (window).reportViolation(effectiveDirective),
    ),
  );
  for (const [number, { name, source }] of sources.entries()) {
    refused = [];
    await page.goto(`${origin}/${number}.html`);
    // A script is refused as `script-src-elem`, which is a part of `script-src`.
    await expect
      .poll(() => refused.map((one) => one.replace(/-elem$/, '')), `without ${name} ${source}`)
      .toContain(name);
  }
});
