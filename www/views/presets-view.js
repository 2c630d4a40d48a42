// The presets as a row of buttons; while the story is told, as one line that opens. What they say at the top of the page is in state/headline.js.
import { html, nothing } from 'lit';
import { presets } from '../content/presets.js';

/** @typedef {import('../state/session.js').Session} Session */
/** @typedef {import('../state/navigation.js').Navigation} Navigation */

/** @param {Session} session @param {Navigation} navigation @param {(id: string) => void} choose */
export function presetList({ editor }, navigation, choose) {
  const isCurrent = (/** @type {string} */ name) => editor.preset?.name === name;
  const isPressed = (/** @type {string} */ id, /** @type {string} */ name) =>
    isCurrent(name) || navigation.awaitedPreset === id;
  return html`<details class="ready-made" ?open=${navigation.step === null}>
    <summary><h2>Ready-made experiments</h2></summary>
    <div class="presets" role="group" aria-label="Presets">
      ${presets.map(
        ({ id, name, shows }) => html`<button aria-pressed=${isPressed(id, name)} aria-disabled=${navigation.isHeld}
        title=${shows} @click=${() => choose(id)}>${name}${isCurrent(name) && editor.differsFromPreset ? html`<span class="visually-hidden">, changed</span><span aria-hidden="true"> *</span>` : nothing}</button>`,
      )}
    </div></details>`;
}
