// Keeps the screen on while something is trained, where the browser allows it: a phone that falls
// asleep stops training. Nothing else depends on it.

let isWanted = false;
/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

function request() {
  // Only a visible page may ask; a refusal (battery saver, an embed without permission) changes nothing.
  if (document.visibilityState === 'visible') lock ??= navigator.wakeLock?.request('screen').catch(() => null) ?? null;
}

// The browser releases the lock when the page is hidden.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') lock = null;
  else if (isWanted) request();
});

/** @param {boolean} want */
export function keepAwake(want) {
  if (want === isWanted) return;
  isWanted = want;
  if (want) return request();
  lock?.then((held) => held?.release());
  lock = null;
}
