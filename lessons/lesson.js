// What the lessons have beside their words: <head-count>, and questions and misconceptions that a training decides.
// The lessons themselves are HTML; which answer a training gives is in verdicts.js.
import '../www/headcount.js';
import { boundVerdict, VERDICTS } from './verdicts.js';

/** @typedef {import('../www/embed/head-count.js').HeadCount} HeadCount */

const ON_FAILURE = 'That could not be trained here:';
const BUSY = 'Training decides …';
/** What is out of sight does not train (www/embed/embedded-view.js). */
const ASLEEP = 'Paused while its chart is out of sight: scroll to it, and the training goes on.';

/**
 * <lesson-question experiment="…" decide="cliff">: a question, an answer per button, and in a <template> why it
 * is so. No answer is marked as the right one: once the reader has chosen, the experiment is trained, and what was
 * measured decides. Attributes: `experiment` as a share link has it, `decide` one of VERDICTS, and what that takes.
 * What is proven and not trained is computed: `decide="bound"`, and what boundVerdict takes.
 */
class LessonQuestion extends HTMLElement {
  /** Where the training is shown; made when the first answer is given. @type {HeadCount | null} */
  #trained = null;
  #verdict = document.createElement('p');
  /** While it trains the verdict says whether it is in sight: it stands below the chart, and may be seen alone. */
  #sight = new IntersectionObserver((entries) => {
    if (this.hasAttribute('busy')) this.#verdict.textContent = entries.at(-1)?.isIntersecting ? BUSY : ASLEEP;
  });

  connectedCallback() {
    if (this.#verdict.isConnected) return;
    this.#verdict.className = 'verdict';
    this.#verdict.setAttribute('role', 'status');
    this.append(this.#verdict);
    for (const button of this.#buttons) {
      button.type = 'button';
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => this.#answer(button));
    }
  }

  get #buttons() {
    return [...this.querySelectorAll('button')];
  }

  /** @param {HTMLButtonElement} chosen */
  async #answer(chosen) {
    if (this.hasAttribute('busy')) return;
    for (const button of this.#buttons) button.setAttribute('aria-pressed', String(button === chosen));
    this.toggleAttribute('busy', true);
    this.#verdict.textContent = BUSY;
    try {
      const right = await this.#decided();
      const isRight = chosen.value === right;
      const name = this.#buttons.find(({ value }) => value === right)?.textContent ?? right;
      this.#verdict.replaceChildren(
        this.says(isRight, name),
        document.importNode(/** @type {HTMLTemplateElement} */ (this.querySelector('template')).content, true),
      );
      this.setAttribute('answered', isRight ? 'right' : 'wrong');
    } catch (error) {
      this.#verdict.textContent = `${ON_FAILURE} ${error instanceof Error ? error.message : error} Answer again to try once more.`;
    }
    this.#sight.disconnect();
    this.removeAttribute('busy');
  }

  /** What is said first of an answer. @param {boolean} isRight @param {string} measured */
  says(isRight, measured) {
    const how = this.getAttribute('decide') === 'bound' ? 'Computed' : 'Measured';
    return isRight ? 'You were right. ' : `${how} here: ${measured}. `;
  }

  /** The answer that the theory or a training gives: it is trained once. */
  async #decided() {
    const name = this.getAttribute('decide') ?? '';
    const read = (/** @type {string} */ attribute) => this.getAttribute(attribute) ?? '';
    if (name === 'bound') {
      const { loadPageWasm } = await import('../www/api/page-wasm.js');
      return boundVerdict((await loadPageWasm()).theorySentence, read);
    }
    this.#trained ??= this.#place();
    this.#sight.observe(this.#trained);
    const outcome = this.#trained.outcome ?? (await this.#trained.train());
    if (!outcome) throw new Error('It was stopped before it began.');
    return VERDICTS[name](outcome.summary, read);
  }

  #place() {
    const element = /** @type {HeadCount} */ (document.createElement('head-count'));
    element.setAttribute('experiment', this.getAttribute('experiment') ?? '');
    element.setAttribute('view', this.getAttribute('view') ?? 'cliff');
    element.setAttribute('hide', 'title,lead,train,caption');
    this.#verdict.before(element);
    return element;
  }
}

/**
 * <lesson-belief>: what readers often think, and one button that tries it. Its value is what would be measured if it
 * were so; the <template> says what was seen instead. Else as a question.
 */
class LessonBelief extends LessonQuestion {
  /** @param {boolean} isRight */
  says(isRight) {
    return isRight ? 'Measured here, it is so this time. ' : 'Measured here, it is not so. ';
  }
}

customElements.define('lesson-question', LessonQuestion);
customElements.define('lesson-belief', LessonBelief);
