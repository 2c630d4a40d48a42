// The pictures that the page opens on, drawn beforehand (scripts/posters.mjs): they are there before the wasm
// that draws the live ones. No logic.
import { html } from 'lit';

/** A picture in both themes. @param {URL} light @param {URL} dark */
const poster = (light, dark) =>
  html`<picture><source srcset=${dark.href} media="(prefers-color-scheme: dark)" /><img src=${light.href} alt="" /></picture>`;

export const openingPosters = {
  fewer: poster(
    new URL('../content/opening/fewer-light.svg', import.meta.url),
    new URL('../content/opening/fewer-dark.svg', import.meta.url),
  ),
  cliff: poster(
    new URL('../content/opening/cliff-light.svg', import.meta.url),
    new URL('../content/opening/cliff-dark.svg', import.meta.url),
  ),
  enough: poster(
    new URL('../content/opening/enough-light.svg', import.meta.url),
    new URL('../content/opening/enough-dark.svg', import.meta.url),
  ),
};
