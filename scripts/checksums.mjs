// Writes dist/SHA256SUMS, in the form that `sha256sum -c` reads: whoever builds the same sources can see
// that a host serves the same files.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow } from './shell.mjs';

export const CHECKSUMS = 'SHA256SUMS';

/** @param {string} dist */
export function writeChecksums(dist) {
  const lines = filesBelow(dist)
    .filter((file) => file !== join(dist, CHECKSUMS))
    .map((file) => {
      const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${sum}  ${relative(dist, file).split(sep).join('/')}\n`;
    });
  writeFileSync(join(dist, CHECKSUMS), lines.join(''));
}
