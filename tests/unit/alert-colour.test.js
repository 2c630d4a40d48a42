// What went wrong is told in a colour that no target has: hues are the targets'.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { wasm } from './page-wasm.js';

/** Hue in degrees, and how far from grey, from 0 to 1. @param {number[]} colour */
function hueOf([r, g, b]) {
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)];
  const sector =
    high === low
      ? 0
      : high === r
        ? (g - b) / (high - low)
        : high === g
          ? 2 + (b - r) / (high - low)
          : 4 + (r - g) / (high - low);
  return { hue: (60 * sector + 360) % 360, strength: (high - low) / 255 };
}

const hex = (/** @type {string} */ text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));

for (const path of ['playground-styles.js', 'embed/embedded-styles.js', 'views/heads/styles.js'])
  test(`the colour of what went wrong is no target’s: ${path}`, () => {
    const text = readFileSync(new URL(`../../www/${path}`, import.meta.url), 'utf8');
    const found = [...text.matchAll(/-alert:[^;]*;/g)].flatMap(([line]) => line.match(/#[0-9a-f]{6}\b/gi) ?? []);
    assert.equal(found.length, 2, 'one for the light theme and one for the dark');
    for (const [i, colour] of found.entries()) {
      const alert = hueOf(hex(colour));
      if (alert.strength < 0.12) continue;
      for (let target = 0; target < 8; target += 1) {
        const own = hueOf(
          wasm
            .targetColour(target, i === 1)
            .match(/\d+/g)
            ?.map(Number) ?? [],
        );
        const apart = Math.abs(((alert.hue - own.hue + 540) % 360) - 180);
        assert.ok(apart >= 25, `${colour} is ${apart.toFixed(0)}° from target ${target + 1}`);
      }
    }
  });
