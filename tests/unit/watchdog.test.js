// Silence and sleep, with a clock of the test's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watchdog } from '../../www/api/watchdog.js';

/** A watchdog in a world whose time passes when the test says so. */
function watched({ isHidden = false } = {}) {
  let [now, look, comeBack] = [0, null, null];
  const said = [];
  const watchdog = new Watchdog(
    (place, seconds) => said.push(`${place} silent for ${seconds}`),
    (seconds) => said.push(`slept ${seconds}`),
    {
      now: () => now,
      every: (callback) => {
        look = callback;
        return () => {
          look = null;
        };
      },
      isHidden: () => isHidden,
      onReturn: (callback) => {
        comeBack = callback;
        return () => {
          comeBack = null;
        };
      },
    },
  );
  const jump = (seconds) => {
    now += seconds * 1000;
  };
  const pass = (seconds, looks = seconds) => {
    for (let i = 0; i < looks; i += 1) {
      now += (seconds * 1000) / looks;
      look?.();
    }
  };
  return { watchdog, said, pass, jump, comeBack: () => comeBack?.(), isLooking: () => look !== null };
}

test('a place that says nothing for its limit is reported once', () => {
  const { watchdog, said, pass, isLooking } = watched();
  watchdog.watch(1, 20);
  pass(19);
  assert.deepEqual(said, []);
  pass(30);
  assert.deepEqual(said, ['1 silent for 20']);
  assert.equal(isLooking(), false);
});

test('being heard starts the count anew, being asked again does not', () => {
  const { watchdog, said, pass } = watched();
  watchdog.watch(0, 20);
  pass(15);
  watchdog.heard(0);
  pass(15);
  assert.deepEqual(said, []);
  watchdog.watch(0, 20);
  pass(6);
  assert.deepEqual(said, ['0 silent for 20']);
});

test('what nothing is expected of may be silent, and costs no timer', () => {
  const { watchdog, said, pass, isLooking } = watched();
  watchdog.watch(0, 20);
  watchdog.watch(1, 20);
  watchdog.unwatch(0);
  assert.equal(isLooking(), true);
  watchdog.unwatch(1);
  assert.equal(isLooking(), false);
  pass(100);
  assert.deepEqual(said, []);
});

test('hours of sleep are no silence of a Worker, which slept too', () => {
  const { watchdog, said, pass } = watched();
  watchdog.watch(0, 20);
  pass(10);
  pass(8 * 3600, 1);
  assert.deepEqual(said, ['slept 28800']);
  pass(4);
  watchdog.heard(0);
  pass(19);
  assert.deepEqual(said, ['slept 28800']);
});

test('sleep is noticed at the first message after it, before the next look', () => {
  const { watchdog, said, pass, jump } = watched();
  watchdog.watch(0, 20);
  pass(2);
  jump(3600);
  watchdog.heard(0);
  assert.deepEqual(said, ['slept 3600']);
  pass(1);
  assert.deepEqual(said, ['slept 3600']);
});

test('a page that the browser kept while it was left slept, however short that was', () => {
  const { watchdog, said, pass, jump, comeBack } = watched();
  watchdog.watch(0, 20);
  pass(2);
  jump(3);
  comeBack();
  assert.deepEqual(said, ['slept 3']);
  watchdog.unwatch(0);
  jump(3);
  comeBack();
  assert.deepEqual(said, ['slept 3']);
});

test('the rare timers of a hidden page are not taken for sleep, and a hang is noticed there too', () => {
  const { watchdog, said, pass } = watched({ isHidden: true });
  watchdog.watch(0, 20);
  pass(180, 3);
  assert.deepEqual(said, []);
  pass(60, 1);
  assert.deepEqual(said, ['0 silent for 20']);
});
