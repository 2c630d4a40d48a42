// How the frame of the playground looks: colours, header, bar, tabs and columns. What a view is made
// of stands in views/styles.js and in the views.
import { css } from 'lit';

export const playgroundStyles = css`
  :host {
    --ink: #282c34;
    --quiet: #5c626e;
    --ground: #fff;
    --raised: #f6f7f9;
    --line: #dfe3ea;
    --edge: #858b98;
    --accent: #005f9e;
    --on-accent: #fff;
    --alert: #9c2f00;
    display: block;
    box-sizing: border-box;
    max-width: 1480px;
    margin: 0 auto;
    padding: 20px clamp(14px, 3vw, 32px) 48px;
    color: var(--ink);
    background: var(--ground);
    font: 16px/1.5 system-ui, sans-serif;
  }

  @media (prefers-color-scheme: dark) {
    :host {
      --ink: #dee2ea;
      --quiet: #a0a8b6;
      --ground: #181b22;
      --raised: #20242d;
      --line: #343948;
      --edge: #737b8c;
      --accent: #58b0f0;
      --on-accent: #0b1017;
      --alert: #ff9d70;
    }
  }

  h1 {
    margin: 0;
    font-size: clamp(1.5rem, 4vw, 2.2rem);
    line-height: 1.2;
    text-wrap: balance;
  }

  .name {
    margin: 0 0 4px;
    color: var(--quiet);
    font-size: 0.9rem;
    font-weight: 600;
  }

  /* As many lines as the longest of the presets' sentences needs: they change, the page does not move. */
  .task, .answer { --lines: 1; min-height: calc(1.5em * var(--lines)); text-wrap: pretty; }
  .task { margin: 4px 0 0; color: var(--quiet); }
  .answer { margin: 8px 0 0; font-size: clamp(1rem, 2.4vw, 1.15rem); }
  @media (max-width: 1400px) { .task, .answer { --lines: 2; } }
  @media (max-width: 700px) { .task, .answer { --lines: 3; } }
  @media (max-width: 480px) { .task { --lines: 4; font-size: 0.875rem; line-height: 1.5; } }
  @media (max-width: 420px) { .answer { --lines: 4; } }
  @media (max-width: 350px) { .task { --lines: 5; } .answer { --lines: 5; } }

  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    align-items: center;
    margin: 12px 0;
  }

  .progress { flex: 1 1 260px; min-width: 0; }
  /* On a phone all buttons share one row, so that the chart is in sight. */
  @media (max-width: 480px) {
    .bar { gap: 8px; }
    .bar button { padding: 0 12px; }
    .bar .primary { flex: 1; min-width: 110px; padding: 0 6px; font-size: 1.05rem; white-space: nowrap; }
    .progress { order: 1; flex-basis: 100%; }
  }
  /* Columns of their own: a number that grows does not push the next one. */
  .progress .numbers {
    display: grid;
    grid-template-columns: 2fr 1.5fr 1fr;
    gap: 0 16px;
    min-height: 1.5em;
    color: var(--quiet);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  @media (max-width: 480px) {
    .progress .numbers { grid-template-columns: 1.5fr 1fr; min-height: 3em; }
    .progress .numbers span:first-child { grid-column: 1 / -1; }
  }
  .progress .numbers span:last-child:not(:first-child) { grid-column: -2 / -1; text-align: right; }

  progress {
    display: block;
    width: 100%;
    height: 8px;
    border: 0;
    border-radius: 4px;
    overflow: hidden;
    appearance: none;
    background: var(--line);
  }
  progress::-webkit-progress-bar { background: var(--line); }
  progress::-webkit-progress-value { background: var(--accent); }
  progress::-moz-progress-bar { background: var(--accent); }

  /* Rows that may be wider than a phone scroll by themselves. */
  .presets, .tabs {
    display: flex;
    gap: 6px;
    margin: 0 -4px;
    padding: 4px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .presets { margin-bottom: 12px; }
  .presets button {
    flex: none;
    min-height: 36px;
    padding: 0 12px;
    border-radius: 18px;
    font-size: 0.9rem;
  }
  /* Bolder, but no wider: the others stay where they are. */
  .presets button[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); -webkit-text-stroke: 0.5px; }
  .presets [aria-hidden] { position: absolute; }
  @media (min-width: 720px) { .presets { flex-wrap: wrap; } }

  .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px clamp(20px, 2.5vw, 36px); align-items: start; }
  @media (min-width: 1060px) {
    .columns { grid-template: auto 1fr / minmax(0, 1fr) 330px; }
    .settings { grid-area: 1 / 2 / 3 / 3; }
  }
  .views { min-width: 0; }

  /* Its room is kept from the start, so that nothing moves once the mystery is loaded. */
  .guess { min-height: 70px; margin-top: 8px; }
  @media (max-width: 700px) { .guess { min-height: 98px; } }

  .tabs { gap: 2px; border-bottom: 1px solid var(--line); padding-bottom: 0; }
  .tabs button {
    flex: none;
    padding: 0 14px;
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 8px 8px 0 0;
    color: var(--quiet);
    background: none;
  }
  .tabs button[aria-selected='true'] { border-color: var(--accent); color: var(--ink); -webkit-text-stroke: 0.5px; }
  .tabs button:focus-visible { outline-offset: -3px; }
  /* There is more to the right than fits. */
  @media (max-width: 480px) {
    .tabs { padding-right: 36px; mask-image: linear-gradient(to right, #000 calc(100% - 44px), transparent); }
  }

  /* As tall as a chart with its words, whatever the tab: what is below stays where it is. */
  #panel { min-height: calc(clamp(260px, 34vw, 440px) + 200px); padding-top: 14px; border-radius: 4px; }

  .settings { padding: 4px 14px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }

  .words {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr));
    gap: 12px clamp(24px, 4vw, 48px);
    margin-top: 12px;
    padding-top: 20px;
    border-top: 1px solid var(--line);
  }
  .words > div { max-width: 70ch; }
  .words h2 { margin: 0 0 4px; font-size: 1.1rem; }
  .words p { margin: 0 0 10px; }
  math { font-size: 1.1em; }
  math[display='block'] { margin: 6px 0; padding: 6px 0; overflow-x: auto; }

  .drop {
    position: fixed;
    inset: 12px;
    z-index: 9;
    display: grid;
    place-items: center;
    margin: 0;
    border: 3px dashed var(--accent);
    border-radius: 12px;
    background: color-mix(in srgb, var(--ground) 88%, transparent);
    font-size: 1.3rem;
    pointer-events: none;
  }

  @media (forced-colors: active) {
    .tabs button { border-color: Canvas; }
    .tabs button[aria-selected='true'] { border-bottom-color: Highlight; }
    progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
    progress::-webkit-progress-bar { background: Canvas; }
    progress::-webkit-progress-value { background: Highlight; }
    progress::-moz-progress-bar { background: Highlight; }
  }

  .statement { min-height: 3em; margin: 6px 0 12px; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
  .problem { color: var(--alert); }
`;
