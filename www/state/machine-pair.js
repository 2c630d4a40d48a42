// The two machines beside the cliff: one run with fewer heads than the task has targets, one with
// enough, at work on the same sequence. Here it is decided when they are looked at again; which runs there
// are to look at, machine-candidates.js knows. No DOM, no drawing. Recorded models and how a file is fetched
// are handed in, so that it is tested without a browser.
import { sentenceOf } from '../api/checks.js';
import { isOneFile } from '../api/inlined-files.js';
import { chosen, MachineCandidates, splitOf, whyNoMachine } from './machine-candidates.js';
import { fetchFile } from './recorded-runs.js';

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('../wasm/page/page.js').Look} Look */
/** @typedef {import('../wasm/page/page.js').Run} Run */
/** @typedef {import('../wasm/page/page.js').RunSizes} RunSizes */
/** @typedef {import('./machine-candidates.js').SideName} SideName */
/** @typedef {import('./machine-candidates.js').Sequence} Sequence */
/** @typedef {import('./machine-candidates.js').Looker} Looker */
/** @typedef {import('./machine-candidates.js').Candidate} Candidate */
/** @typedef {import('./machine-candidates.js').Candidates} Candidates */
/** @typedef {import('./machine-candidates.js').PairSession} PairSession */
/** @typedef {import('./recorded-runs.js').RecordedModels} RecordedModels */

/**
 * What a side shows.
 *
 * @typedef {object} Shown
 * @property {Experiment} experiment
 * @property {Run} run
 * @property {Look} look
 * @property {number | null} error
 * @property {number[]} silenced  heads that the look was computed without
 * @property {boolean} isRecorded
 * @property {number} query  the token that asks, counted from 0
 * @property {number} asking  how many tokens may ask; 1 where nothing is to be chosen
 * @property {number} [first]  the first token that is drawn of a long sequence, counted from 0; without it the chart decides
 */

/** While training goes on, its runs are looked at this often, in milliseconds. */
const FOLLOW_INTERVAL = 300;

/** One of the two machines. */
class Side {
  /** What it should show. @type {{ experiment: Experiment, isRecorded: boolean, candidate: Candidate } | null} */
  wanted = null;
  /** @type {Shown | null} */
  shown = null;
  /** Why there is nothing to show, as a sentence. */
  problem = '';
  /** @type {Set<number>} */
  silenced = new Set();
  /** The number of heads that the reader picked. @type {number | null} */
  picked = null;
  /** A point that was picked and has no machine: what is shown stays as it was. @type {{ sizes: RunSizes, why: string } | null} */
  missing = null;
  /** @type {{ key: string, looker: Looker } | null} */
  taken = null;
  /** Whether the run has trained on since it was taken. */
  hasMoved = false;
  isAsking = false;
  isStale = false;

  release() {
    this.taken?.looker.dispose();
    this.taken = null;
  }
}

export class MachinePair extends EventTarget {
  #session;
  #candidates;
  #followedAt = 0;
  /** What the lab trained then. @type {Experiment | null} */
  #followed = null;
  #wasBusy = false;
  /** See `randomSequence`. */
  #random = 0;
  /** @type {Sequence} */
  sequence = 0;
  /** The token that asks, where every token may. */
  query = 0;
  /** See `Shown`. @type {number | undefined} */
  #first;
  /** The runs that the reader picked last: where the other sizes vary, both sides have theirs. @type {RunSizes | null} */
  #picked = null;
  sides = { fewer: new Side(), enough: new Side() };

  /** @param {PairSession} session @param {RecordedModels} recordedModels */
  constructor(session, recordedModels, fetchModel = fetchFile) {
    super();
    this.#session = session;
    this.#candidates = new MachineCandidates(session, recordedModels, fetchModel);
    session.addEventListener('change', () => this.#follow());
    session.addEventListener('progress', () => this.#followTraining());
  }

  /** The runs that are shown, for rings on the cliff. */
  get shownRuns() {
    return [this.sides.fewer, this.sides.enough].flatMap(({ shown }) => (shown ? [shown.run] : []));
  }

  /** Their numbers of heads. */
  get shownHeads() {
    return this.shownRuns.map(({ h }) => h);
  }

  /** The random sequence on display, or the last one before the reader's own. */
  get randomSequence() {
    return this.#random;
  }

  /** Whether the reader has changed the sequence. */
  get isEdited() {
    return typeof this.sequence !== 'number';
  }

  /**
   * Shows the runs of these sizes, on the side where they belong. The other side keeps its number of heads: both
   * are at work on the same sequence. A point without a machine is no reason to show another one: that it has none
   * is said, and once there is one it is shown.
   *
   * @param {RunSizes} sizes
   */
  pick(sizes) {
    const found = this.#candidates.find(this.#random);
    if (!found) return;
    for (const side of Object.values(this.sides)) side.missing = null;
    const side = this.sides[sizes.h < splitOf(found) ? 'fewer' : 'enough'];
    const why = whyNoMachine(found, sizes);
    if (why) side.missing = { sizes, why };
    else this.#setPicked(side, sizes);
    this.#follow();
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Side} side @param {RunSizes} sizes */
  #setPicked(side, sizes) {
    this.#picked = sizes;
    side.picked = sizes.h;
  }

  /** What had no machine may have one now. @param {Candidates | null} found */
  #pickMissing(found) {
    for (const side of Object.values(this.sides)) {
      const { missing } = side;
      if (!missing || !found || whyNoMachine(found, missing.sizes)) continue;
      side.missing = null;
      this.#setPicked(side, missing.sizes);
    }
  }

  /** @param {SideName} name @param {number} head  counted from 0 */
  toggle(name, head) {
    const { silenced } = this.sides[name];
    if (!silenced.delete(head)) silenced.add(head);
    this.#ask(this.sides[name]);
  }

  /** Silences a head, which may be silent already. @param {SideName} name @param {number} head  counted from 0 */
  silence(name, head) {
    if (!this.sides[name].silenced.has(head)) this.toggle(name, head);
  }

  /**
   * Gives both machines a sequence with another token. The same part of it stays in view, wherever its targets are now.
   *
   * @param {SideName} name @param {{ row: number, position: number, first: number }} grip @param {number} value
   */
  move(name, { row, position, first }, value) {
    const { shown } = this.sides[name];
    if (!shown) return;
    const tokens = typeof this.sequence === 'number' ? shown.look.tokens : this.sequence;
    this.#lookAt(shown.experiment.movedToken(tokens, shown.query, row, position, value), first);
  }

  /** Lets another token ask, in both machines. @param {number} position */
  ask(position) {
    this.query = position;
    this.#first = undefined;
    for (const side of Object.values(this.sides)) {
      if (side.shown) side.shown = { ...side.shown, ...this.#asking(side.shown) };
    }
    this.dispatchEvent(new Event('change'));
  }

  /** The token that asks in a run, of how many it is one, and which part of the sequence is drawn. @param {{ experiment: Experiment, run: Run }} of */
  #asking({ experiment, run }) {
    const asking = experiment.askingTokens(run.T);
    return { asking, query: Math.min(this.query, asking - 1), first: this.#first };
  }

  nextSequence() {
    this.#random += 1;
    this.#lookAt(this.#random);
  }

  undo() {
    this.#lookAt(this.#random);
  }

  /** @param {Sequence} sequence @param {number} [first]  see `Shown` */
  #lookAt(sequence, first) {
    this.sequence = sequence;
    this.#first = first;
    for (const side of Object.values(this.sides)) this.#ask(side);
  }

  /** As `#follow`, many times a second: of a large sweep the runs that can be shown are a long list. */
  #followTraining() {
    const { isBusy, inLab } = this.#session.training;
    const isDue = performance.now() - this.#followedAt > FOLLOW_INTERVAL;
    if (isDue || !isBusy || inLab !== this.#followed) this.#follow();
  }

  /** Finds out what each side should show, and looks again where that is due. */
  #follow() {
    const found = this.#candidates.find(this.#random);
    const { isBusy, inLab } = this.#session.training;
    this.#followed = inLab;
    const hasEnded = this.#wasBusy && !isBusy;
    this.#wasBusy = isBusy;
    const now = performance.now();
    const isDue = hasEnded || (isBusy && now - this.#followedAt > FOLLOW_INTERVAL);
    if (isDue) this.#followedAt = now;
    this.#forgetPicks(found);
    this.#pickMissing(found);
    for (const name of /** @type {const} */ (['fewer', 'enough'])) {
      const side = this.sides[name];
      const candidate = found && chosen(found, name, side.picked, this.#picked);
      const before = side.wanted;
      side.wanted = candidate ? { experiment: found.experiment, isRecorded: found.isRecorded, candidate } : null;
      const isOther = before?.candidate.key !== candidate?.key;
      if (isOther) this.#becomesOther(side, before, found);
      if (isDue) side.hasMoved = true;
      if (isOther || (isDue && !side.isAsking)) this.#ask(side);
    }
  }

  /** What was picked of one task says nothing about another. @param {Candidates | null} found */
  #forgetPicks(found) {
    const before = (this.sides.fewer.wanted ?? this.sides.enough.wanted)?.experiment;
    if (before && found && (before === found.experiment || before.hasEqualTask(found.experiment))) return;
    this.#picked = null;
    for (const side of Object.values(this.sides)) [side.picked, side.missing] = [null, null];
  }

  /** @param {Side} side @param {Side['wanted']} before @param {Candidates | null} found */
  #becomesOther(side, before, found) {
    side.silenced = new Set();
    // What is not shown any more is not missed.
    if (before) this.#session.notLoaded.delete(before.candidate.key);
    const isSameTask = before && found && before.experiment.hasEqualTask(found.experiment);
    if (isSameTask || !found) return;
    // Tokens of another task say nothing to this one.
    this.#random = found.first;
    this.sequence = found.first;
    this.query = 0;
    this.#first = undefined;
  }

  /** Looks again, one question at a time. @param {Side} side */
  async #ask(side) {
    if (side.isAsking) {
      side.isStale = true;
      return;
    }
    side.isAsking = true;
    do {
      side.isStale = false;
      try {
        await this.#askOnce(side);
        side.problem = '';
      } catch (error) {
        side.shown = null;
        side.problem = sentenceOf(error);
      }
      this.dispatchEvent(new Event('change'));
    } while (side.isStale);
    side.isAsking = false;
  }

  /** @param {Side} side */
  async #askOnce(side) {
    const { wanted } = side;
    if (!wanted) {
      side.release();
      side.shown = null;
      return;
    }
    const { experiment, isRecorded, candidate } = wanted;
    if (side.taken?.key !== candidate.key || (side.hasMoved && !isRecorded)) {
      side.hasMoved = false;
      const looker = await (isRecorded ? this.#recorded(side, candidate) : candidate.take());
      side.release();
      side.taken = { key: candidate.key, looker };
    }
    const { looker } = side.taken;
    const silenced = [...side.silenced].sort((a, b) => a - b);
    const { sequence } = this;
    const fits = typeof sequence === 'number' || sequence.length === candidate.run.T;
    const look = await looker.look(fits ? sequence : this.#random, silenced);
    // The whole validation set: not many times a second.
    const isUnknown = this.#session.training.isBusy && !isRecorded;
    const error = isUnknown ? null : looker.error(silenced, () => !side.isStale);
    const { run } = candidate;
    const shown = { experiment, run, look, silenced, isRecorded, ...this.#asking({ experiment, run }) };
    if (isRecorded && error instanceof Promise) {
      // What the heads do is seen at once, what it costs a moment later.
      side.shown = { ...shown, error: null };
      this.dispatchEvent(new Event('change'));
    }
    const known = await error;
    // Meanwhile another token may have been asked.
    side.shown = { ...shown, ...this.#asking(shown), error: known };
    if (side.wanted?.candidate.key !== candidate.key) side.isStale = true;
  }

  /** A recorded run. One that cannot be fetched is missed, as all recorded results are, and can be asked for once more. @param {Side} side @param {Candidate} candidate */
  async #recorded(side, { key, take }) {
    const { notLoaded } = this.#session;
    try {
      const looker = await take();
      if (notLoaded.delete(key)) this.#session.changed();
      return looker;
    } catch (error) {
      // The one-file build has none of them.
      if (!isOneFile() && side.wanted?.candidate.key === key) {
        notLoaded.set(key, async () => {
          await this.#ask(side);
          if (side.wanted?.candidate.key === key && side.problem) throw new Error(side.problem);
        });
        this.#session.changed();
      }
      throw error;
    }
  }
}
