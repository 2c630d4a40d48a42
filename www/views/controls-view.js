// The controls, made of the table of properties, and what to compute on. Whatever is typed goes to
// the session; what is wrong with it comes back as the wasm's sentence and stands at its field.
import { html, nothing } from 'lit';
import { applies, at, choicesOf, gives, properties, textOf, valueOf } from '../content/properties.js';
import { SessionView } from './session-view.js';

/** @typedef {import('../content/properties.js').Property} Property */

const GROUPS = /** @type {const} */ (['Task', 'Model', 'Training']);
const ENGINES = /** @type {const} */ ([['auto', 'Automatic'], ['cpu', 'CPU'], ['webgpu', 'WebGPU']]);

/** On a small screen the charts come first, so groups begin closed there. */
const wide = matchMedia('(min-width: 720px)');

export class ControlsView extends SessionView {
  static live = false;

  /** A field's path, for one of the validator's: `grid.h[2]` stands at `grid.h`. @param {string} field */
  #place(field) {
    return properties.find(({ path }) => field === path || field.startsWith(`${path}[`))?.path ?? '';
  }

  /** @param {Property} property */
  #field(property) {
    const { draft, preset, problems } = this.session;
    const { path, label, unit, does, range } = property;
    const id = path.replace('.', '-');
    const value = textOf(at(draft, path));
    const before = textOf(preset && at(preset.experiment, path));
    const differs = preset !== null && applies(property, preset.experiment) && value !== before;
    const wrong = problems.filter(({ field }) => this.#place(field) === path);
    return html`<div class="field ${property.type} ${differs ? 'differs' : ''}">
      <label for=${id}>${label}${unit ? html` <span class="unit">${unit}</span>` : nothing}${differs ? html`<span class="unseen"> (differs from the preset)</span>` : nothing}</label>
      <button class="reset" aria-label=${`Reset ${label} to ${before || 'nothing'}`} title=${`Reset to ${before || 'nothing'}`}
        ?hidden=${!differs} @click=${() => this.#reset(property)}>↺</button>
      ${this.#input(property, id, value, wrong.length > 0)}
      <p class="does" id="${id}-does">${does}${property.type === 'choice' ? '' : ` (${range})`}</p>
      ${wrong.map(({ sentence }) => html`<p class="problem" role="alert">${sentence}</p>`)}
    </div>`;
  }

  /** @param {Property} property */
  #reset(property) {
    const { preset } = this.session;
    this.session.edit(property.path, preset ? at(preset.experiment, property.path) : undefined);
    // The button goes; the focus must not.
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#${property.path.replace('.', '-')}`))?.focus();
  }

  /** @param {Property} property @param {string} id @param {string} value @param {boolean} wrong */
  #input(property, id, value, wrong) {
    const { session } = this;
    const changed = ({ target }) => session.edit(property.path, valueOf(property, target.value));
    if (property.type !== 'choice') {
      return html`<input id=${id} type="text" inputmode=${property.type === 'list' ? 'text' : 'decimal'} autocomplete="off" spellcheck="false"
        .value=${value} aria-describedby="${id}-does" aria-invalid=${wrong} @change=${changed} />`;
    }
    const choices = choicesOf(property, session.draft);
    const other = choices.some(([choice]) => choice === value) ? [] : [[value, 'As given']];
    return html`<select id=${id} aria-describedby="${id}-does" aria-invalid=${wrong} @change=${changed}>
      ${[...choices, ...other].map(([choice, name]) => html`<option value=${choice} .selected=${choice === value} ?disabled=${name === 'As given'}>${name}</option>`)}
    </select>`;
  }

  /** @param {string} group */
  #group(group) {
    const { draft, secret } = this.session;
    const here = properties.filter((property) => property.group === group && applies(property, draft) && !(secret && gives(property)));
    const rare = here.filter((property) => property.rare);
    return html`<details class="group" ?open=${wide.matches}>
      <summary><h3>${group}</h3></summary>
      ${secret && group === 'Task' ? html`<p class="said">${secret}</p>` : nothing}
      ${here.filter((property) => !property.rare).map((property) => this.#field(property))}
      ${rare.length ? html`<details class="rare" ?open=${rare.some(({ path }) => this.session.problems.some(({ field }) => this.#place(field) === path))}>
        <summary>More of ${group.toLowerCase()}</summary>${rare.map((property) => this.#field(property))}
      </details>` : nothing}
    </details>`;
  }

  #engine() {
    const { session } = this;
    const { engine } = session;
    return html`<section class="engine" aria-label="Engine">
      <h3>Engine</h3>
      <p role="status">${engine
        ? html`<strong>${engine.name}</strong><br /><span>${engine.why}</span>`
        : html`<span>Starting the engine …</span>`}</p>
      <fieldset ?disabled=${session.busy}>
        <legend>Compute on</legend>
        ${ENGINES.map(([value, name]) => html`<label>
          <input type="radio" name="engine" value=${value} .checked=${session.asked === value} @change=${() => session.ask(value)} />${name}
        </label>`)}
      </fieldset>
      ${session.engineError ? html`<p class="alert" role="alert">${session.engineError}</p>` : nothing}
    </section>`;
  }

  render() {
    const { session } = this;
    if (!session.draft) return this.#engine();
    const loose = session.problems.filter(({ field }) => this.#place(field) === '');
    return html`
      <p class="fresh" ?hidden=${!session.stale}>${session.busy ? 'These settings count from the next training on.' : 'Changed since the last training: train again to see what it does.'}</p>
      ${loose.map(({ sentence }) => html`<p class="problem" role="alert">${sentence}</p>`)}
      ${GROUPS.map((group) => this.#group(group))}
      ${this.#engine()}`;
  }
}

customElements.define('headcount-controls', ControlsView);
