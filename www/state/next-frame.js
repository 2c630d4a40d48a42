// When the page takes the next state of a training. A page that is seen takes it in a frame, when it is
// worth showing. A hidden page has no frames, and its timers come once a minute after a while: there
// the Workers' messages alone set the pace, so that what is trained is stored in time.

/** How long one state is shown, in milliseconds: the cores are needed for the training. */
const SHOWN_FOR = 80;
/** Some browsers have no frames for a page that they call visible, and its training still has to end. */
const LONGEST_WAIT = 500;

/** Resolves in a frame, when the next state is worth showing, or when the page is hidden. @returns {Promise<void>} */
const nextFrame = () =>
  new Promise((go) => {
    const timers = [
      window.setTimeout(done, LONGEST_WAIT),
      window.setTimeout(() => requestAnimationFrame(done), SHOWN_FOR),
    ];
    document.addEventListener('visibilitychange', done);
    function done() {
      for (const timer of timers) clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      go();
    }
  });

/**
 * The state of a training that the page takes next.
 *
 * @template T, End
 * @param {AsyncIterator<T, End>} updates
 */
export async function nextShown(updates) {
  const began = performance.now();
  if (!document.hidden) await nextFrame();
  let next = await updates.next();
  // Each state has all of the one before.
  while (!next.done && document.hidden && performance.now() - began < LONGEST_WAIT) next = await updates.next();
  return next;
}
