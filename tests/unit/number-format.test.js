// Numbers as the page writes them: rounding must never show 60 seconds or 60 minutes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { counted, duration, scientific, size, whole } from '../../www/views/number-format.js';

const THIN_SPACE = '\u2009';

/** Checks a table of inputs and the text expected for each. @param {(value: any) => string} format @param {[any, string][]} table */
function checkTable(format, table) {
  for (const [value, expected] of table) assert.equal(format(value), expected, `${format.name}(${value})`);
}

test('duration: seconds, at least one', () => {
  checkTable(duration, [
    [0, '1 s'],
    [0.4, '1 s'],
    [1.4, '1 s'],
    [59.4, '59 s'],
  ]);
});

test('duration: seconds carry into minutes', () => {
  checkTable(duration, [
    [59.7, '1 min 0 s'],
    [60, '1 min 0 s'],
    [90.5, '1 min 31 s'],
    [119.4, '1 min 59 s'],
    [119.6, '2 min 0 s'],
    [3599.4, '59 min 59 s'],
  ]);
});

test('duration: minutes carry into hours', () => {
  checkTable(duration, [
    [3599.7, '1 h 0 min'],
    [3600, '1 h 0 min'],
    [5400, '1 h 30 min'],
    [7169, '1 h 59 min'],
    [7199.9, '2 h 0 min'],
    [360_000, '100 h 0 min'],
  ]);
});

test('duration: every length is well formed', () => {
  for (let seconds = 0; seconds < 8000; seconds += 0.3) {
    const [, , small] = duration(seconds).match(/^(\d+ (?:min|h) )?(\d+) (?:s|min)$/) ?? [];
    assert.ok(Number(small) < 60, `duration(${seconds}) = ${duration(seconds)}`);
  }
});

test('whole: thousands are set apart from five digits on', () => {
  checkTable(whole, [
    [0, '0'],
    [9999, '9999'],
    [10_000, `10${THIN_SPACE}000`],
    [1_234_567.6, `1${THIN_SPACE}234${THIN_SPACE}568`],
  ]);
});

test('scientific: three digits, with a power of ten where plain digits would be long', () => {
  checkTable(scientific, [
    [0.0712, '0.0712'],
    [0.01, '0.0100'],
    [0.00123, '1.23 × 10⁻³'],
    [1, '1.00'],
    [999.4, '999'],
    [999.6, '1.00 × 10³'],
    [123_456, '1.23 × 10⁵'],
    [1e-12, '1.00 × 10⁻¹²'],
    [0, '0.00 × 10⁰'],
  ]);
});

test('scientific: a dash where there is no number', () => {
  checkTable(scientific, [
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ]);
});

test('size: in the unit that suits', () => {
  checkTable(size, [
    [1000, 'under 1 MB'],
    [5 * 2 ** 20, '5 MB'],
    [1.5 * 2 ** 30, '1.5 GB'],
  ]);
});

test('counted: one or more', () => {
  assert.equal(counted(1, 'run', 'runs'), '1 run');
  assert.equal(counted(0, 'run', 'runs'), '0 runs');
  assert.equal(counted(12_000, 'run', 'runs'), `12${THIN_SPACE}000 runs`);
});
