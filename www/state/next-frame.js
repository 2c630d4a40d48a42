// When the page shows the next state of a training.

/** How long one state is shown, in milliseconds: the cores are needed for the training. */
const SHOWN_FOR = 80;
/** A hidden page has no frames, and its training still has to end. */
const LONGEST_WAIT = 500;

/** Resolves in a frame, when the next state is worth showing. @returns {Promise<void>} */
export const nextFrame = () =>
  new Promise((go) => {
    const timer = setTimeout(go, LONGEST_WAIT);
    setTimeout(
      () =>
        requestAnimationFrame(() => {
          clearTimeout(timer);
          go();
        }),
      SHOWN_FOR,
    );
  });
