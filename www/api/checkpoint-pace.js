// How long to wait between two checkpoints of a training, in the tab's memory (run-checkpoints.js) and in what the
// browser stores (www/storage/sweep-store.js): so that none is older than promised, and taking them costs little.

/** No checkpoint is older than this while a training goes on, unless taking one alone takes longer. In milliseconds. */
const OLDEST = 4500;
/** Taking checkpoints may take this share of the time, where that does not make them older. */
const SHARE = 0.05;

/** How long to wait after a checkpoint that took `took` to take. @param {number} took @param {number} soonest  the least time to wait; all in milliseconds */
export function waitAfter(took, soonest) {
  // It is as old as the next one is new: its own taking, the wait, and the taking of that.
  const longest = Math.max(OLDEST - 2 * took, took);
  return Math.min(Math.max(soonest, took / SHARE), longest);
}
