// One engine for all embedded playgrounds of a page, however many ask for it at once. The engines here only say
// whether they have crashed or were disposed of; real ones are in tests/embed.spec.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabTurns } from '../../www/embed/lab-turns.js';

/** Turns whose engines are noted; `failures` are what the first ones fail with. @param {...string} failures */
function turnsOf(...failures) {
  /** @type {{ hasCrashed: boolean, isDisposed: boolean, engine: object, dispose: () => void }[]} */
  const labs = [];
  const turns = new LabTurns(async () => {
    const failure = failures.shift();
    if (failure) throw new Error(failure);
    const lab = {
      engine: {},
      hasCrashed: false,
      isDisposed: false,
      dispose() {
        this.isDisposed = true;
      },
    };
    labs.push(lab);
    return /** @type {any} */ (lab);
  });
  return { turns, labs };
}

test('two playgrounds that begin at the same moment share one engine', async () => {
  const { turns, labs } = turnsOf();
  const shares = await Promise.all([turns.join(), turns.join(), turns.join()]);
  assert.equal(labs.length, 1);
  for (const share of shares) assert.equal(share.engine, labs[0].engine);
});

test('two that ask after a crash get the same new engine, and the old one ends', async () => {
  const { turns, labs } = turnsOf();
  const first = await turns.lab();
  labs[0].hasCrashed = true;
  const [one, other] = await Promise.all([turns.lab(), turns.lab()]);
  assert.equal(one, other);
  assert.notEqual(one, first);
  assert.deepEqual(
    labs.map(({ isDisposed }) => isDisposed),
    [true, false],
  );
});

test('an engine that fails to start is tried again by the next who asks', async () => {
  const { turns, labs } = turnsOf('no engine today');
  const [one, other] = await Promise.allSettled([turns.lab(), turns.lab()]);
  assert.equal(one.status, 'rejected');
  assert.equal(other.status, 'fulfilled');
  assert.equal(labs.length, 1);
  await turns.lab();
  assert.equal(labs.length, 1);
});
