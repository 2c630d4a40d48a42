// Where the reader is: which tab, which step of the story, and how that is written into the address and
// the browser's history. What an experiment is and how it is trained is the session's business; what is
// drawn, the playground's.
import { presets } from '../content/presets.js';
import { story } from '../content/story.js';
import { TABS } from '../content/tabs.js';
import { addressOfStep, showsPaperByAddress, stepOfAddress, tabOfAddress, writeAddress } from './address.js';
import { addRecordedOf, openLink } from './opening.js';
import { remembered } from './remembered.js';

/** @typedef {import('./session.js').Session} Session */

/** A preset that takes less than this, in seconds, is trained when it is chosen. */
const AT_ONCE = 5;

/** @param {string} name */
const isTab = (name) => TABS.some(([id]) => id === name);
/** @param {string} id */
const presetOf = (id) => presets.find((one) => one.id === id) ?? presets[0];

/** The step of the story that the address asks for, counted from 0; null for none. */
function askedStep() {
  const step = stepOfAddress(tabOfAddress());
  return step !== null && step < story.length ? step : null;
}

/** The step that is told first. A new reader is told the story; who was sent a link is shown what it says. */
function firstStep() {
  const isAsked = location.search !== '' || tabOfAddress() !== '';
  return askedStep() ?? (isAsked || remembered.read('story') !== '' ? null : 0);
}

/** Whether the page opens on the first preset: nothing else was asked for. */
export function opensOnFirst() {
  const step = askedStep();
  return location.search === '' && (step === null || presetOf(story[step].preset) === presets[0]);
}

export class Navigation {
  #session;
  #changed;
  /** @type {string} */
  tab = 'transition';
  /** The step of the story that is told, counted from 0; null where none is. */
  step = firstStep();
  /** The training that goes on, or waits for the engine, because a preset was chosen: whoever goes elsewhere leaves it. @type {object | null} */
  #ownTraining = null;
  /**
   * What the reader chose before there was an experiment, to be obeyed once the address is opened: a preset or a
   * step of the story, which waits for its turn, and the tab that was chosen last.
   *
   * @type {{ preset: string, tab: string, go: ((tab: string | null) => void) | null }}
   */
  #early = { preset: '', tab: '', go: null };
  /** While the address is ahead of the page, which is not written over it. */
  #isFollowing = false;

  /** @param {Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.#session = session;
    this.#changed = changed;
  }

  /** Opens what the address says: an experiment, a tab, a step of the story. Then what was chosen before. */
  open() {
    const session = this.#session;
    // Read before anything is written into the address.
    const [asked, isLink, step, first] = [tabOfAddress(), location.search !== '', askedStep(), firstStep()];
    session.showsPaper = showsPaperByAddress();
    const tab = openLink(session, location.search);
    // A link to a step alone says what is set by its step.
    if (step !== null && !isLink) this.#setTo(presetOf(story[step].preset));
    const early = this.#early;
    this.#early = { preset: '', tab: '', go: null };
    this.step = early.tab ? null : first;
    const ofStep = step === null ? null : story[step].tab;
    this.#show(early.tab || (isTab(asked) ? asked : (ofStep ?? tab ?? 'transition')));
    early.go?.(early.tab);
  }

  /**
   * Waits until there is an experiment. What is chosen last before that is obeyed, and the reader need not press
   * again. Resolves to the tab that was chosen after it, '' for none; null where something else was chosen instead.
   *
   * @param {string} [preset]
   * @returns {Promise<string | null>}
   */
  async #turn(preset = '') {
    if (this.#session.experiment) return '';
    this.#early.go?.(null);
    return new Promise((go) => {
      this.#early = { preset, tab: '', go };
      this.#changed();
    });
  }

  /** The preset that was chosen before there was an experiment; '' for none. */
  get awaitedPreset() {
    return this.#early.preset;
  }

  /** Back and Forward. What is trained goes on, and is not left for another experiment. */
  async followHistory() {
    const session = this.#session;
    // The address is opened as it is then.
    if (!session.experiment) return;
    const asked = tabOfAddress();
    this.#isFollowing = true;
    await this.#leavePreset();
    this.#isFollowing = false;
    if (session.training.isBusy) {
      if (isTab(asked)) this.#show(asked);
      return;
    }
    const before = session.experiment;
    this.open();
    if (before && session.experiment && !before.equals(session.experiment)) session.clear();
  }

  /** Shows a tab without a step of the history. @param {string} tab */
  #show(tab) {
    this.tab = tab;
    this.write();
    this.#changed();
  }

  /** A tab that the reader chose: Back comes back from it, and it leaves the story. @param {string} tab */
  chooseTab(tab) {
    this.leaveStory();
    this.tab = tab;
    if (!this.#session.experiment) this.#early.tab = tab;
    this.write(true);
    this.#changed();
  }

  /** However it was left. */
  leaveStory() {
    if (this.step === null) return;
    this.step = null;
    this.noteStory();
  }

  /** The story was taken up or left: at the next visit it is not told again unasked. */
  noteStory() {
    remembered.write('story', 'known');
  }

  /** @param {boolean} [isStep]  whether Back should come back to what was there before */
  write(isStep = false) {
    if (this.#isFollowing) return;
    writeAddress(this.#session, this.step === null ? this.tab : addressOfStep(this.step), isStep);
  }

  /** A step of the history, before anything changes: what follows is written into the new one alone. */
  #beginStep() {
    history.pushState(null, '', location.href);
  }

  /** Whether something is trained that the reader has asked for: it is not left for anything else. */
  get isHeld() {
    return this.#session.training.isBusy && !this.#ownTraining;
  }

  /** Stops what trains only because its preset was chosen, and what waits to. */
  async #leavePreset() {
    const { training } = this.#session;
    if (!training.isBusy) this.#ownTraining = null;
    if (!this.#ownTraining) return;
    training.stop();
    await new Promise((/** @type {(value?: unknown) => void} */ stopped) => {
      const look = () => {
        if (training.isBusy) return;
        training.removeEventListener('change', look);
        stopped();
      };
      training.addEventListener('change', look);
      look();
    });
  }

  /** Sets everything to a preset. Returns whether it did. @param {string} id */
  async setPreset(id) {
    const session = this.#session;
    const preset = presets.find((one) => one.id === id);
    if (!preset) return false;
    const chosenSince = await this.#turn(id);
    if (chosenSince === null || !(await this.#set(preset, chosenSince || preset.tab))) return false;
    if ((session.secondsToTrain ?? Number.POSITIVE_INFINITY) < AT_ONCE) this.#train();
    else addRecordedOf(session, id);
    return true;
  }

  /** Sets everything to an experiment of the papers at its quick size, and shows what was recorded at full size. Returns whether it did. @param {import('../content/reproductions.js').Reproduction} reproduction */
  async setReproduction(reproduction) {
    if (!(await this.#set(reproduction, reproduction.tab))) return false;
    try {
      const { showRecorded } = await import('./opened-reproduction.js');
      await showRecorded(this.#session, reproduction);
    } catch (error) {
      this.#session.report(error);
    }
    return true;
  }

  /** @param {{ name: string, headline: string, shows: string, experiment: object }} preset @param {string} tab */
  async #set(preset, tab) {
    const session = this.#session;
    await this.#leavePreset();
    if (session.training.isBusy) return false;
    session.notice = '';
    this.#beginStep();
    session.clear();
    this.#setTo(preset);
    this.leaveStory();
    this.#show(tab);
    return true;
  }

  /** @param {{ name: string, headline: string, shows: string, experiment: object }} preset */
  #setTo(preset) {
    this.#session.set(this.#session.experimentOf(preset.experiment), preset);
  }

  /** @param {{ name: string }} preset */
  #isSetTo({ name }) {
    const { editor } = this.#session;
    return editor.preset?.name === name && !editor.differsFromPreset;
  }

  /** Trains what has just been set: at once, or when the engine is there, which comes after the first chart. */
  async #train() {
    const session = this.#session;
    const { experiment } = session;
    const { isDrawing } = session.prediction;
    const own = {};
    this.#ownTraining = own;
    while (!session.engine.isThere) await new Promise((go) => session.addEventListener('change', go, { once: true }));
    const isSame = session.experiment === experiment && session.prediction.isDrawing === isDrawing;
    if (isSame && this.#ownTraining === own) await session.train();
    if (this.#ownTraining === own) this.#ownTraining = null;
  }

  /** Whether the story may go to a step: what the reader trains is not left for another experiment. @param {number} step */
  mayTell(step) {
    return step < 0 || !this.isHeld || this.#isAbout(step);
  }

  /** Whether a step of the story is about what is set. @param {number} step */
  #isAbout(step) {
    return step < story.length && this.#isSetTo(presetOf(story[step].preset));
  }

  /** Goes to a step of the story: before the first it is left, and after the last comes a mystery. @param {number} step */
  async tell(step) {
    const session = this.#session;
    // What is trained meanwhile goes on.
    if (step < 0) return this.chooseTab(this.tab);
    // A tab that was chosen since has left the story.
    if ((await this.#turn()) !== '') return;
    // While the story stays with an experiment, what is trained and what was trained stay too.
    const stays = this.#isAbout(step);
    if (!stays) await this.#leavePreset();
    if (!stays && session.training.isBusy) return;
    this.#beginStep();
    // Whoever goes on knows it, and may close the page before its end.
    this.noteStory();
    if (step >= story.length) {
      this.leaveStory();
      session.drawMystery();
    } else {
      const { preset, tab } = story[step];
      if (!stays) {
        session.clear();
        this.#setTo(presetOf(preset));
      }
      [this.step, this.tab] = [step, tab];
    }
    this.write();
    this.#changed();
  }

  /** Trains what answers the step of the story. */
  trainStep() {
    const session = this.#session;
    if (this.step === null || !session.experiment || session.training.isBusy) return;
    if (!this.#isAbout(this.step)) {
      this.#beginStep();
      session.clear();
      this.#setTo(presetOf(story[this.step].preset));
    }
    this.#train();
  }

  /** How far the training is that answers the step of the story; '' where that has not begun. @returns {'' | 'training' | 'trained'} */
  get stepTraining() {
    const { training, isStale } = this.#session;
    if (this.step === null || isStale || training.finding || !this.#isAbout(this.step)) return '';
    if (training.isBusy) return 'training';
    return training.isComplete ? 'trained' : '';
  }
}
