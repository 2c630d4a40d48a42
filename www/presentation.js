// For a lecture hall: the playground in full screen, with the picture, the cliff and the sentence alone
// (playground-styles.js), and keys in place of buttons. P begins and ends it; in it the space bar trains,
// and the arrows go through the story.

/** @typedef {import('./state/session.js').Session} Session */
/** @typedef {import('./state/navigation.js').Navigation} Navigation */

/** Where keys have a meaning of their own. Charts and tabs take those keys that they know, and say so. */
const TAKES_KEYS = 'input, select, textarea';
const IS_PRESSED_BY_SPACE = 'button, summary, a';

export class Presentation {
  #host;
  #session;
  #navigation;

  /** @param {import('lit').LitElement} host @param {Session} session @param {Navigation} navigation */
  constructor(host, session, navigation) {
    this.#host = host;
    this.#session = session;
    this.#navigation = navigation;
    host.addController(this);
  }

  hostConnected() {
    window.addEventListener('keydown', this.#press);
    document.addEventListener('fullscreenchange', this.#followFullScreen);
    window.addEventListener('pointerup', this.#letGo);
  }

  hostDisconnected() {
    window.removeEventListener('keydown', this.#press);
    document.removeEventListener('fullscreenchange', this.#followFullScreen);
    window.removeEventListener('pointerup', this.#letGo);
  }

  get isOn() {
    return this.#host.hasAttribute('presenting');
  }

  /** What is shown, and where, follows. @param {boolean} isOn */
  #set(isOn) {
    this.#host.toggleAttribute('presenting', isOn);
    this.#host.requestUpdate();
  }

  async toggle(isOn = !this.isOn) {
    this.#set(isOn);
    try {
      if (isOn) await this.#host.requestFullscreen();
      else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
      // Not allowed here: the page is large enough without.
    }
  }

  #followFullScreen = () => {
    if (!document.fullscreenElement) this.#set(false);
  };

  /** A chart does not keep the focus that a mouse gave it: the next arrow is meant for the story. Whoever comes to it by Tab walks through its values. @param {PointerEvent} event */
  #letGo = (event) => {
    const [target] = event.composedPath();
    if (this.isOn && event.pointerType === 'mouse' && target instanceof HTMLCanvasElement) target.blur();
  };

  /** @param {KeyboardEvent} event */
  #press = (event) => {
    const [target] = event.composedPath();
    const isOn = (/** @type {string} */ selector) => target instanceof HTMLElement && target.matches(selector);
    const isTaken = event.defaultPrevented || isOn(TAKES_KEYS);
    if (isTaken || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'p' || event.key === 'P') return void this.toggle();
    if (!this.isOn) return;
    const { step } = this.#navigation;
    if (event.key === 'Escape') this.toggle(false);
    else if (event.key === 'ArrowRight' || event.key === 'PageDown') this.#navigation.tell((step ?? -1) + 1);
    else if (event.key === 'ArrowLeft' || event.key === 'PageUp') this.#navigation.tell(Math.max(0, (step ?? 0) - 1));
    else if (event.key === ' ' && !isOn(IS_PRESSED_BY_SPACE)) {
      event.preventDefault();
      this.#train();
    }
  };

  #train() {
    const { training } = this.#session;
    if (training.state === 'training') training.pause();
    else if (training.state === 'paused') training.resume();
    else this.#session.train();
  }
}
