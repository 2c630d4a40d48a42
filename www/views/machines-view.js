// <headcount-machines>: the machines without the cliff between them, for what is embedded elsewhere.
import { css, html } from 'lit';
import { sequenceButtons } from './machine-view.js';
import { SessionView } from './session-view.js';
import { base, figures } from './styles.js';

export class MachinesView extends SessionView {
  static isLive = false;
  static styles = [
    base,
    figures,
    css`
    .two { --machine-height: var(--chart-height, 390px); --caption-height: 1.5em; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 12px clamp(16px, 2.5vw, 40px); }
    .hint { color: var(--quiet); font-size: 0.9rem; }
  `,
  ];

  #update = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    this.session.machines.addEventListener('change', this.#update);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.session.machines.removeEventListener('change', this.#update);
  }

  render() {
    const { machines, wasm, whySecret } = this.session;
    const empty = whySecret
      ? `The heads show what there is to find. ${whySecret}`
      : 'Train, and the heads are drawn here while they learn.';
    const sides = /** @type {const} */ (['fewer', 'enough']);
    // A task with one target has no machine with fewer heads.
    const there = sides.filter((side) => machines.sides[side].shown || machines.sides[side].wanted);
    return html`<div class="two">${(there.length ? there : sides.slice(1)).map(
      (side) =>
        html`<headcount-machine .pair=${machines} .wasm=${wasm} .side=${side} .empty=${empty}></headcount-machine>`,
    )}</div>${sequenceButtons(machines, 'Drag a bar, or press a head.')}`;
  }
}

customElements.define('headcount-machines', MachinesView);
