// <headcount-cite>: BibTeX of both papers and of Headcount, to copy. Folded away below the words about the papers.
import { css, html, LitElement } from 'lit';
import { sentenceOf } from '../api/checks.js';
import { citations } from '../content/citations.js';
import { copy } from './files.js';
import { base, disclosures } from './styles.js';

export class CiteView extends LitElement {
  static styles = [
    base,
    disclosures,
    css`
    .name { margin: 8px 0 4px; font-weight: 600; font-size: 0.95rem; }
    pre { margin: 0 0 6px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); font: 0.8125rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
    .status { min-height: 1.5em; margin: 4px 0 0; color: var(--quiet); font-size: 0.9rem; }
  `,
  ];
  static properties = { message: { state: true } };

  constructor() {
    super();
    /** What was done, for a moment. */
    this.message = '';
  }

  /** @param {typeof citations[number]} citation */
  async #copy({ name, bibtex }) {
    try {
      await copy(bibtex);
      this.message = `${name}: copied.`;
    } catch (error) {
      this.message = sentenceOf(error);
    }
  }

  render() {
    return html`<details><summary>Cite: BibTeX of both papers and of Headcount</summary>
      ${citations.map(
        (citation) =>
          html`<p class="name">${citation.name}</p><pre>${citation.bibtex}</pre>
        <button class="small" aria-label="Copy BibTeX of ${citation.name}" @click=${() => this.#copy(citation)}>Copy BibTeX</button>`,
      )}
      <p class="status" role="status">${this.message}</p></details>`;
  }
}

customElements.define('headcount-cite', CiteView);
