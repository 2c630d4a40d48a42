// <chart-canvas>: a canvas that one chart is drawn on, sharp at any pixel ratio, at most once a
// frame. What is drawn is decided outside; how, in the wasm.
import { LitElement, css, html } from 'lit';

export class ChartCanvas extends LitElement {
  static properties = {
    /** Draws on a canvas inside a frame. */
    draw: { attribute: false },
    /** What the chart shows, in words. */
    label: {},
  };

  static styles = css`
    :host { display: block; position: relative; }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  `;

  #frame = 0;
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #again = () => this.#schedule();
  #resized = new ResizeObserver(this.#again);

  constructor() {
    super();
    /** @type {((canvas: HTMLCanvasElement, frame: object) => void) | null} */
    this.draw = null;
    this.label = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this);
    this.#dark.addEventListener('change', this.#again);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#dark.removeEventListener('change', this.#again);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  updated() {
    this.#schedule();
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const canvas = this.renderRoot.querySelector('canvas');
      const { width, height } = this.getBoundingClientRect();
      if (!canvas || !this.draw || width < 1 || height < 1) return;
      this.draw(canvas, { width, height, scale: devicePixelRatio, theme: this.#dark.matches ? 'dark' : 'light' });
      if (!this.hasAttribute('drawn')) {
        this.toggleAttribute('drawn', true);
        performance.mark('headcount: first chart drawn');
      }
    });
  }

  render() {
    return html`<canvas role="img" aria-label=${this.label}></canvas>`;
  }
}

customElements.define('chart-canvas', ChartCanvas);
