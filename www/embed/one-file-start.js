// The first script of headcount.html, the one-file build: unpacks what is in the page, and runs it. It becomes one
// inline script (scripts/one-file.mjs).
import './frame-page.js';
import { unpackFiles } from './packed-files.js';

try {
  const packs = [...document.querySelectorAll('script[data-files]')].map((pack) => ({
    list: JSON.parse(pack.getAttribute('data-files') ?? '[]'),
    base64: pack.textContent ?? '',
  }));
  const files = unpackFiles(packs);
  /** @type {any} */ (globalThis).headcountFiles = files;
  const script = document.createElement('script');
  script.type = 'module';
  const text = new TextDecoder().decode(files.get('page.js'));
  // The page's policy knows this script by its hash; where browsers have Trusted Types, by this name, too.
  script.textContent =
    /** @type {any} */ (globalThis).trustedTypes
      ?.createPolicy('headcount-file', { createScript: (/** @type {string} */ unpacked) => unpacked })
      .createScript(text) ?? text;
  document.head.append(script);
} catch (error) {
  document.body.append(`This file cannot be opened: ${error instanceof Error ? error.message : error}`);
}
