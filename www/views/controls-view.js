// The controls, made of the table of properties, and what to compute on. Whatever is typed goes to
// the session; what is wrong with it comes back as the wasm's sentence and stands at its field.
import { css, html, nothing } from 'lit';
import { unbuiltWebGpu } from '../api/webgpu-build-status.js';
import { properties } from '../content/properties.js';
import { at, fieldText, parseField } from '../state/experiment-fields.js';
import { inReadersWords } from '../state/readers-words.js';
import { SessionView } from './session-view.js';
import { alerts, base, disclosures } from './styles.js';

/** @typedef {import('../content/properties.js').Property} Property */
/** @typedef {import('../wasm/page/page.js').FieldSpec} FieldSpec */

const GROUPS = /** @type {const} */ (['Task', 'Model', 'Training']);
const ENGINES = /** @type {const} */ ([
  ['auto', 'Automatic'],
  ['cpu', 'CPU'],
  ['webgpu', 'WebGPU'],
]);
/** How often the server is asked whether the WebGPU engine is built, in milliseconds. */
const ASK_AGAIN = 5000;

/** On a small screen the charts come first, so groups begin closed there. */
const isWide = matchMedia('(min-width: 720px)').matches;

/** @param {string} path */
const idOf = (path) => path.replace('.', '-');

export class ControlsView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    alerts,
    disclosures,
    css`
    h3 { margin: 0; font-size: 1rem; }
    .group { border-bottom: 1px solid var(--line); }
    .rare > summary { color: var(--quiet); font-size: 0.9rem; }
    .field {
      display: grid;
      grid-template-columns: minmax(0, 1fr) 28px 116px;
      gap: 0 6px;
      align-items: center;
      margin: 0 0 10px;
      padding-left: 8px;
      border-left: 3px solid transparent;
    }
    .field.differs { border-color: var(--accent); }
    .field label { font-size: 0.95rem; line-height: 1.25; }
    .field input, .field select { grid-column: 3; width: 100%; min-width: 0; }
    .field.choice { grid-template-columns: minmax(0, 1fr) 28px; }
    .field.choice select { grid-column: 1 / -1; margin: 2px 0; }
    .field .reset { grid-column: 2; min-height: 32px; padding: 0; border: 0; color: var(--accent); background: none; font-size: 1.1rem; }
    .unit { color: var(--quiet); font-size: 0.85rem; }
    .description, .note, .problem { grid-column: 1 / -1; margin: 2px 0 0; font-size: 0.8125rem; line-height: 1.35; }
    .description { overflow-wrap: anywhere; color: var(--quiet); }
    .problem { color: var(--alert); }
    .repair { min-height: 32px; margin: 4px 6px 0 0; padding: 0 10px; font-size: 0.8125rem; }
    .stale { margin: 8px 0 0; color: var(--accent); font-size: 0.9rem; }
    .secret { min-height: 3em; margin: 6px 0 12px; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
    .engine { padding-top: 10px; }
    .engine p { min-height: 6em; margin: 4px 0; font-size: 0.9rem; }
    .engine p span { color: var(--quiet); }
    /* The group is as wide as a small screen: the longest reason takes fewer lines there. */
    @media (max-width: 720px) { .engine p { min-height: 4.5em; } }
    .engine p.alert, .engine p.unbuilt { min-height: 0; }
    fieldset { display: flex; flex-wrap: wrap; gap: 0 4px; min-width: 0; margin: 0; padding: 0; border: 0; }
    legend { padding: 0; color: var(--quiet); font-size: 0.9rem; }
    fieldset label { display: inline-flex; gap: 6px; align-items: center; min-height: 40px; padding-right: 8px; font-size: 0.9rem; cursor: pointer; }
    @media (forced-colors: active) {
      .field { border-color: Canvas; }
      .field.differs { border-left-color: Highlight; }
    }
  `,
  ];
  static properties = { ...SessionView.properties, unbuilt: { state: true }, only: { attribute: false } };

  #timer = 0;

  constructor() {
    super();
    /** Why WebGPU cannot be chosen yet on a server that is still building it. @type {string | null} */
    this.unbuilt = null;
    /** The fields that are shown, by their paths, without groups and engine; null for all. @type {readonly string[] | null} */
    this.only = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#askWhetherBuilt();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  async #askWhetherBuilt() {
    this.unbuilt = await unbuiltWebGpu();
    if (this.unbuilt && this.isConnected) this.#timer = window.setTimeout(() => this.#askWhetherBuilt(), ASK_AGAIN);
  }

  /** The control that a problem stands at: `grid.h[2]` stands at `grid.h`; '' if there is none. @param {string} field */
  #pathOf(field) {
    return properties.find(({ path }) => field === path || field.startsWith(`${path}[`))?.path ?? '';
  }

  /** @param {Property} property @param {FieldSpec} spec */
  #field(property, spec) {
    const { draft, preset, problems, experiment } = this.session.editor;
    const { path, label, unit, does } = property;
    const id = idOf(path);
    const value = fieldText(at(draft, path));
    const before = fieldText(preset && at(preset.fields, path));
    // Not where the preset's kind of task or Transformer has no such field.
    const isComparable = before !== '' || (spec.insteadOf !== null && at(preset?.fields, spec.insteadOf) !== undefined);
    const differs = isComparable && value !== before;
    const here = problems.filter(({ field }) => this.#pathOf(field) === path);
    return html`<div class="field ${spec.kind} ${differs ? 'differs' : ''}">
      <label for=${id}>${label}${unit ? html` <span class="unit">${unit}</span>` : nothing}${differs ? html`<span class="visually-hidden"> (differs from the preset)</span>` : nothing}</label>
      <button class="reset" aria-label=${`Reset ${label} to ${before || 'nothing'}`} title=${`Reset to ${before || 'nothing'}`}
        ?hidden=${!differs} @click=${() => this.#reset(path)}>↺</button>
      ${this.#input(property, spec, value, here.length > 0)}
      <p class="description" id="${id}-description">${does}${spec.kind === 'choice' ? '' : ` (${spec.range})`}</p>
      ${path === 'grid.E' && here.length === 0 && experiment?.roundedHeads ? html`<p class="note" role="status">${experiment.roundedHeads}</p>` : nothing}
      ${here.map((problem) => this.#problem(problem))}
    </div>`;
  }

  /** What is wrong, and what mends it. @param {import('../wasm/page/page.js').Problem} problem */
  #problem({ sentence, repairs }) {
    return html`<div class="problem" role="alert">${inReadersWords(sentence)}
      ${repairs.map(({ label, changes }) => html`<button class="repair" @click=${() => this.#repair(changes)}>${label}</button>`)}</div>`;
  }

  /** @param {import('../wasm/page/page.js').Change[]} changes */
  #repair(changes) {
    this.session.apply(changes);
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#${idOf(changes[0].path)}`))?.focus();
  }

  /** @param {string} path */
  #reset(path) {
    const { preset } = this.session.editor;
    this.session.edit(path, preset ? at(preset.fields, path) : undefined);
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#${idOf(path)}`))?.focus();
  }

  /** @param {Property} property @param {FieldSpec} spec @param {string} value @param {boolean} isInvalid */
  #input({ path, choices = {} }, spec, value, isInvalid) {
    const id = idOf(path);
    const edit = (/** @type {Event} */ { target }) =>
      this.session.edit(path, parseField(spec, /** @type {HTMLInputElement} */ (target).value));
    if (spec.kind !== 'choice') {
      return html`<input id=${id} type="text" inputmode=${spec.kind === 'list' ? 'text' : 'decimal'} autocomplete="off" spellcheck="false"
        .value=${value} aria-describedby="${id}-description" aria-invalid=${isInvalid} @change=${edit} />`;
    }
    // Such as directions that were given number by number.
    const isOther = !spec.choices.includes(value);
    return html`<select id=${id} aria-describedby="${id}-description" aria-invalid=${isInvalid} @change=${edit}>
      ${spec.choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${choices[choice] ?? choice}</option>`)}
      ${isOther ? html`<option value=${value} .selected=${true} disabled>As given</option>` : nothing}
    </select>`;
  }

  /** @param {string} group */
  #group(group) {
    const { editor, whySecret } = this.session;
    const here = properties.flatMap((property) => {
      const spec = editor.fieldSpecs.get(property.path);
      return spec && property.group === group && !(whySecret && property.revealsTask) ? [{ property, spec }] : [];
    });
    const rare = here.filter(({ property }) => property.isRare);
    const hasProblem = rare.some(({ property }) =>
      editor.problems.some(({ field }) => this.#pathOf(field) === property.path),
    );
    return html`<details class="group" ?open=${isWide}>
      <summary><h3>${group}</h3></summary>
      ${whySecret && group === 'Task' ? html`<p class="secret">${whySecret}</p>` : nothing}
      ${here.filter(({ property }) => !property.isRare).map(({ property, spec }) => this.#field(property, spec))}
      ${
        rare.length
          ? html`<details class="rare" ?open=${hasProblem}>
        <summary>More of ${group.toLowerCase()}</summary>${rare.map(({ property, spec }) => this.#field(property, spec))}
      </details>`
          : nothing
      }
    </details>`;
  }

  /** @param {readonly string[]} paths */
  #some(paths) {
    const { editor, whySecret } = this.session;
    return paths.map((path) => {
      const property = properties.find((one) => one.path === path);
      const spec = editor.fieldSpecs.get(path);
      return property && spec && !(whySecret && property.revealsTask) ? this.#field(property, spec) : nothing;
    });
  }

  #engine() {
    const { engine, training } = this.session;
    return html`<section class="engine" aria-label="Engine">
      <h3>Engine</h3>
      <p role="status">${
        engine.info
          ? html`<strong>${engine.info.name}</strong><br /><span>${inReadersWords(engine.info.why)}</span>`
          : html`<span>${engine.isStarting || !engine.error ? 'Starting the engine …' : 'There is no engine: it could not be started.'}</span>`
      }</p>
      <fieldset ?disabled=${training.isBusy}>
        <legend>Compute on</legend>
        ${ENGINES.map(
          ([value, name]) => html`<label>
          <input type="radio" name="engine" value=${value} .checked=${engine.choice === value} ?disabled=${value === 'webgpu' && this.unbuilt !== null} @change=${() => engine.choose(value)} />${name}
        </label>`,
        )}
      </fieldset>
      ${this.unbuilt ? html`<p class="unbuilt" role="status">WebGPU cannot be chosen yet: ${this.unbuilt}.</p>` : nothing}
      ${engine.error ? html`<p class="alert" role="alert">${engine.error}${engine.info ? nothing : html` <button @click=${() => engine.choose(engine.choice)}>Try again</button>`}</p>` : nothing}
    </section>`;
  }

  render() {
    const { session } = this;
    if (this.only) return this.#some(this.only);
    if (!session.experiment) return this.#engine();
    const elsewhere = session.editor.problems.filter(({ field }) => this.#pathOf(field) === '');
    return html`
      <p class="stale" ?hidden=${!session.isStale}>${session.training.isBusy ? 'These settings count from the next training on.' : 'Changed since the last training: train again to see what it does.'}</p>
      ${elsewhere.map((problem) => this.#problem(problem))}
      ${GROUPS.map((group) => this.#group(group))}
      ${this.#engine()}`;
  }
}

customElements.define('headcount-controls', ControlsView);
