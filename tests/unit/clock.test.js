// The clock of a training: pauses do not count, and speed follows the last seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TrainingClock } from '../../www/api/clock.js';

test('pauses do not count', () => {
  let now = 0;
  const clock = new TrainingClock(() => now);
  clock.start();
  now = 2000;
  clock.stop();
  now = 9000;
  assert.equal(clock.seconds, 2);
  clock.start();
  now = 10_000;
  assert.equal(clock.seconds, 3);
});

test('speed is that of the last three seconds', () => {
  let now = 0;
  const clock = new TrainingClock(() => now);
  clock.start();
  assert.equal(clock.stepsPerSecond, null);
  for (let second = 0; second <= 10; second += 1) {
    now = 1000 * second;
    // 10 steps a second at first, 100 later.
    clock.read(second <= 5 ? 10 * second : 50 + 100 * (second - 5));
  }
  assert.equal(clock.stepsPerSecond, 100);
});

test('sleep does not count, and the speed is measured anew after it', () => {
  let now = 0;
  const clock = new TrainingClock(() => now);
  clock.start();
  for (let step = 0; step <= 20; step += 1, now += 100) clock.read(step * 10);
  assert.equal(Math.round(clock.stepsPerSecond), 100);
  now += 8 * 3600 * 1000;
  clock.skip(8 * 3600);
  assert.ok(clock.seconds < 3, `${clock.seconds} s`);
  assert.equal(clock.stepsPerSecond, null);
  for (let step = 21; step <= 40; step += 1, now += 100) clock.read(step * 10);
  assert.equal(Math.round(clock.stepsPerSecond), 100);
});

test('a training that went back to a checkpoint has no negative speed', () => {
  let now = 0;
  const clock = new TrainingClock(() => now);
  clock.start();
  for (let step = 0; step <= 20; step += 1, now += 100) clock.read(step * 10);
  clock.forget();
  for (let step = 5; step <= 20; step += 1, now += 100) clock.read(step * 10);
  assert.equal(Math.round(clock.stepsPerSecond), 100);
});
