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

export class Navigation {
  #session;
  #changed;
  /** @type {string} */
  tab = 'transition';
  /** The step of the story that is told, counted from 0; null where none is. @type {number | null} */
  step = null;
  /** The preset that trains because it was chosen: whoever goes elsewhere meanwhile leaves it. @type {object | null} */
  #trainedPreset = null;
  /** The tab that the reader chose before there was an experiment: it stays when the address is opened. */
  #chosenEarly = '';
  /** While the address is ahead of the page, which is not written over it. */
  #isFollowing = false;

  /** @param {Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.#session = session;
    this.#changed = changed;
  }

  /** Opens what the address says: an experiment, a tab, a step of the story. */
  open() {
    // Read before anything is written into the address.
    const [asked, isLink] = [tabOfAddress(), location.search !== ''];
    this.#session.showsPaper = showsPaperByAddress();
    const tab = openLink(this.#session, location.search);
    const step = stepOfAddress(asked);
    // A new reader is told the story; who was sent a link is shown what it says.
    if (step !== null && step < story.length) this.step = step;
    else this.step = !isLink && asked === '' && remembered.read('story') !== 'left' ? 0 : null;
    const ofStep = step === null ? null : story[step]?.tab;
    const early = this.#chosenEarly;
    this.#chosenEarly = '';
    if (early) this.step = null;
    this.#show(early || (isTab(asked) ? asked : (ofStep ?? tab ?? 'transition')));
  }

  /** Back and Forward. What is trained goes on, and is not left for another experiment. */
  async followHistory() {
    const session = this.#session;
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
    this.step = null;
    this.tab = tab;
    if (!this.#session.experiment) this.#chosenEarly = tab;
    this.write(true);
    this.#changed();
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
    return this.#session.training.isBusy && !this.#trainedPreset;
  }

  /** Stops what trains only because its preset was chosen. */
  async #leavePreset() {
    const { training } = this.#session;
    if (!this.#trainedPreset || !training.isBusy) return;
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
    if (!preset || !(await this.#set(preset))) return false;
    if ((session.secondsToTrain ?? Number.POSITIVE_INFINITY) < AT_ONCE) this.#train(preset);
    // Without a network there is nothing recorded to see, and all else works.
    else addRecordedOf(session, id).catch(() => {});
    return true;
  }

  /** Sets everything to an experiment of the papers at its quick size, and shows what was recorded at full size. Returns whether it did. @param {import('../content/reproductions.js').Reproduction} reproduction */
  async setReproduction(reproduction) {
    if (!(await this.#set(reproduction))) return false;
    try {
      const { showRecorded } = await import('./opened-reproduction.js');
      await showRecorded(this.#session, reproduction);
    } catch (error) {
      this.#session.report(error);
    }
    return true;
  }

  /** @param {{ name: string, headline: string, shows: string, tab: string, experiment: object }} preset */
  async #set(preset) {
    const session = this.#session;
    await this.#leavePreset();
    if (session.training.isBusy) return false;
    session.notice = '';
    this.#beginStep();
    session.clear();
    session.set(session.experimentOf(preset.experiment), preset);
    this.step = null;
    this.#show(preset.tab);
    return true;
  }

  /** @param {object} preset */
  async #train(preset) {
    this.#trainedPreset = preset;
    await this.#session.train();
    if (this.#trainedPreset === preset) this.#trainedPreset = null;
  }

  /** Goes to a step of the story: before the first it is left, and after the last comes a mystery. @param {number} step */
  async tell(step) {
    const session = this.#session;
    await this.#leavePreset();
    if (session.training.isBusy) return;
    this.#beginStep();
    if (step < 0 || step >= story.length) {
      this.step = null;
      remembered.write('story', 'left');
      if (step >= story.length) session.drawMystery();
    } else {
      const { preset: id, tab } = story[step];
      const preset = presets.find((one) => one.id === id) ?? presets[0];
      const experiment = session.experimentOf(preset.experiment);
      // While the story stays with an experiment, what was trained stays too.
      if (!session.experiment?.equals(experiment)) session.clear();
      session.set(experiment, preset);
      [this.step, this.tab] = [step, tab];
    }
    this.write();
    this.#changed();
  }
}
