// Notices what nobody reports: a Worker that has gone silent, and a machine that was asleep. It only
// counts and calls back; what follows is decided by the pool and the training.

/** How often it looks, in milliseconds. */
const INTERVAL = 1000;
/**
 * The most seconds that one look may add to a silence. After hours of sleep, or of a frozen tab, the
 * first look must not take the whole gap for a Worker's silence: the Worker was asleep as well.
 */
const MOST_PER_LOOK = 5;
/** If the page did nothing for longer than this, in seconds, it slept, if it is visible … */
const SLEEP = 10;
/** … and in a hidden one, whose timers browsers call once a minute. */
const SLEEP_HIDDEN = 75;

/**
 * @typedef {object} Timers  what it needs of the world
 * @property {() => number} now  the time in milliseconds
 * @property {(look: () => void, milliseconds: number) => () => void} every  calls `look` again and again, until what it returns is called
 * @property {() => boolean} isHidden  whether the page is hidden
 * @property {(look: () => void) => () => void} onReturn  calls `look` when the browser shows a page again that it had kept frozen, until what it returns is called
 */

/** @type {Timers} */
const realTimers = {
  now: () => performance.now(),
  every: (look, milliseconds) => {
    const timer = setInterval(look, milliseconds);
    return () => clearInterval(timer);
  },
  isHidden: () => globalThis.document?.hidden ?? false,
  onReturn: (look) => {
    const shown = (/** @type {PageTransitionEvent} */ { persisted }) => persisted && look();
    globalThis.addEventListener?.('pageshow', shown);
    return () => globalThis.removeEventListener?.('pageshow', shown);
  },
};

export class Watchdog {
  /** By its place: seconds of silence so far, and how many are allowed. @type {Map<number, { silence: number, limit: number }>} */
  #watched = new Map();
  #onSilent;
  #onSleep;
  #timers;
  #lastLook = 0;
  /** When the page last did something: looked, or heard a Worker. */
  #lastActivity = 0;
  /** @type {(() => void) | null} */
  #stopLooking = null;

  /**
   * @param {(place: number, seconds: number) => void} onSilent  called when a place has been silent for as many seconds as it may
   * @param {(seconds: number) => void} onSleep  called when the page itself did not run for so long
   * @param {Timers} [timers]
   */
  constructor(onSilent, onSleep, timers = realTimers) {
    this.#onSilent = onSilent;
    this.#onSleep = onSleep;
    this.#timers = timers;
  }

  /** Expects to hear from a place within `limit` seconds, and again within as many after that. @param {number} place @param {number} limit */
  watch(place, limit) {
    // To be asked again is not to have answered: the silence goes on.
    this.#watched.set(place, { silence: this.#watched.get(place)?.silence ?? 0, limit });
    if (this.#stopLooking) return;
    this.#lastLook = this.#timers.now();
    this.#lastActivity = this.#lastLook;
    const stops = [
      this.#timers.every(() => this.#look(), INTERVAL),
      // However short that was: nothing was computed meanwhile.
      this.#timers.onReturn(() => this.#noticeSleep(0)),
    ];
    this.#stopLooking = () => {
      for (const stop of stops) stop();
    };
  }

  /** Nothing is expected of a place any more. @param {number} place */
  unwatch(place) {
    this.#watched.delete(place);
    if (this.#watched.size > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = null;
  }

  /** A place has been heard. @param {number} place */
  heard(place) {
    const watched = this.#watched.get(place);
    if (!watched) return;
    watched.silence = 0;
    // Before anything is computed from what was heard: after sleep that comes before the next look.
    this.#noticeSleep();
  }

  /** @param {number} [least]  seconds that the page did nothing for, above which it slept */
  #noticeSleep(least = this.#timers.isHidden() ? SLEEP_HIDDEN : SLEEP) {
    const seconds = (this.#timers.now() - this.#lastActivity) / 1000;
    this.#lastActivity = this.#timers.now();
    if (seconds > least) this.#onSleep(seconds);
  }

  #look() {
    this.#noticeSleep();
    const seconds = (this.#timers.now() - this.#lastLook) / 1000;
    this.#lastLook = this.#timers.now();
    for (const [place, watched] of [...this.#watched]) {
      watched.silence += Math.min(seconds, MOST_PER_LOOK);
      if (watched.silence < watched.limit) continue;
      this.unwatch(place);
      this.#onSilent(place, watched.limit);
    }
  }
}
