// Keeps the screen on while something is trained, where the browser allows it: a phone that falls
// asleep stops training. Nothing else depends on it.

let wanted = false;
/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

const ask = () => {
  // Asked only by a page in sight; a refusal (battery saver, an embed without leave) changes nothing.
  if (document.visibilityState === 'visible') lock ??= navigator.wakeLock?.request('screen').catch(() => null) ?? null;
};

// The browser lets go of it when the page is hidden.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') lock = null;
  else if (wanted) ask();
});

/** @param {boolean} want */
export function keepAwake(want) {
  if (want === wanted) return;
  wanted = want;
  if (want) return ask();
  lock?.then((held) => held?.release());
  lock = null;
}
