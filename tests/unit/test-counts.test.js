// What is counted of the lines of test runners, and that tests of a browser that is not there are named at the end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestCounts } from '../../scripts/test-counts.mjs';

/** What Node's runner prints of tests, line by line. @param {string} source @param {...string} args */
function linesOf(source, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-'));
  const file = join(folder, 'some.test.mjs');
  writeFileSync(file, `import { describe, it, test } from 'node:test';\n${source}`);
  // Else it would report to the runner that runs this test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...args, file], {
    encoding: 'utf8',
    env,
  });
  rmSync(folder, { recursive: true });
  return stdout.split('\n');
}

/** @param {string[]} lines */
function countsOf(lines) {
  const counts = new TestCounts();
  for (const line of lines) counts.addLine(line);
  return counts;
}

test('tests of a browser that is not installed are named with the reason, and counted', () => {
  const counts = countsOf(
    linesOf(`describe('firefox', () => {
      it('opens', { skip: 'Firefox is not installed' }, () => {});
      it('trains', { skip: 'Firefox is not installed' }, () => {});
    });
    test('draws', { skip: 'WebKitGTK is not installed' }, () => {});
    test('passes', () => {});
    test('fails', () => { throw new Error('as it should'); });`),
  );
  assert.deepEqual(counts.skippedInWords, [
    'skipped: Firefox is not installed:\n  opens\n  trains',
    'skipped: WebKitGTK is not installed:\n  draws',
  ]);
  assert.equal(counts.inWords, '1 passed, 1 failed, 3 skipped');
});

test('tests that were not asked for by their name are not skipped', () => {
  const counts = countsOf(linesOf(`test('one', () => {}); test('other', () => {});`, '--test-name-pattern=one'));
  assert.deepEqual([counts.passed, counts.skippedInWords], [1, []]);
});

test('the totals of several runs of Rust’s tests are added up', () => {
  const counts = countsOf([
    'running 3 tests',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
  ]);
  assert.equal(counts.inWords, '8 passed, 2 failed, 0 skipped');
});

test('a part that is run once more is counted once', () => {
  const counts = countsOf(['ℹ pass 4', '﹣ before (0.1ms) # no browser']);
  const before = counts.copy();
  for (const line of ['ℹ pass 1', 'ℹ fail 2', 'ℹ cancelled 1', '﹣ meanwhile (0.1ms) # no browser'])
    counts.addLine(line);
  assert.equal(counts.inWords, '5 passed, 3 failed, 2 skipped');
  counts.goBackTo(before);
  assert.deepEqual([counts.inWords, counts.total], ['4 passed, 0 failed, 1 skipped', 5]);
});
