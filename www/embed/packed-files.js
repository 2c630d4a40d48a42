// Files that scripts/one-file.mjs packed: with LZMA, as text. Unpacked here, they are what inlined-files.js finds.
import { unpackLzma } from './lzma.js';

/** Several files one after the other, with their names and sizes. @typedef {{ list: [name: string, size: number][], base64: string }} Pack */

/** @param {string} text */
function bytesOf(text) {
  const characters = atob(text.trim());
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** @param {Iterable<Pack>} packs @returns {Map<string, Uint8Array<ArrayBuffer>>} */
export function unpackFiles(packs) {
  const files = new Map();
  for (const { list, base64 } of packs) {
    const bytes = unpackLzma(bytesOf(base64));
    let at = 0;
    for (const [name, size] of list) {
      files.set(name, bytes.slice(at, at + size));
      at += size;
    }
  }
  return files;
}
