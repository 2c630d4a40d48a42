// What the test runners of npm test print, counted: totals of Rust's and of Node's, and which tests were skipped and why.

export class TestCounts {
  passed = 0;
  failed = 0;
  /** Names of tests that were skipped, by the reason. @type {Map<string, string[]>} */
  skipped = new Map();

  get skippedCount() {
    return [...this.skipped.values()].flat().length;
  }

  /** All that were counted. */
  get total() {
    return this.passed + this.failed + this.skippedCount;
  }

  /** Adds what a line of a test runner says. @param {string} line */
  addLine(line) {
    const rust = line.match(/^test result: .*?(\d+) passed; (\d+) failed/);
    if (rust) {
      this.passed += Number(rust[1]);
      this.failed += Number(rust[2]);
    }
    const node = line.match(/^ℹ (pass|fail|cancelled) (\d+)$/);
    if (node?.[1] === 'pass') this.passed += Number(node[2]);
    else if (node) this.failed += Number(node[2]);
    // A test that was not asked for by its name is not skipped.
    const [, test, reason] = line.match(/^\s*﹣ (.+) \([\d.]+ms\) # (?!test name)(.+)$/) ?? [];
    if (test) this.skip(reason, [test]);
  }

  /** @param {string} reason @param {string[]} tests */
  skip(reason, tests) {
    this.skipped.set(reason, [...(this.skipped.get(reason) ?? []), ...tests]);
  }

  /** What is counted now, to be gone back to. */
  copy() {
    const { passed, failed } = this;
    return { passed, failed, skipped: new Map(this.skipped) };
  }

  /** Forgets what was counted since. @param {ReturnType<TestCounts['copy']>} before */
  goBackTo(before) {
    Object.assign(this, { ...before, skipped: new Map(before.skipped) });
  }

  /** What was skipped and why, a paragraph for each reason. */
  get skippedInWords() {
    return [...this.skipped].map(([reason, tests]) => `skipped: ${reason}:\n  ${tests.join('\n  ')}`);
  }

  get inWords() {
    return `${this.passed} passed, ${this.failed} failed, ${this.skippedCount} skipped`;
  }
}
