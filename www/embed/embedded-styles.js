// How what is embedded looks. Its height is fixed, so that nothing on the host's page moves: texts take what they
// need, and the chart the rest. Colours and letters are the host's, by documented custom properties.
import { css } from 'lit';

export const embeddedStyles = css`
  :host {
    --ink: var(--headcount-ink, #1f2430);
    --quiet: var(--headcount-quiet, #565d6b);
    --ground: var(--headcount-ground, #fdfdfc);
    --raised: var(--headcount-raised, #f6f7f9);
    --line: var(--headcount-line, #dfe3ea);
    --edge: var(--headcount-edge, #858b98);
    --accent: var(--headcount-accent, #1f2430);
    --on-accent: var(--headcount-on-accent, #fff);
    --alert: var(--headcount-alert, #b00020);
    --chart-theme: light;
    color-scheme: light;
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    height: 100%;
    padding: var(--headcount-padding, 12px 16px);
    border: var(--headcount-border, 1px solid var(--line));
    border-radius: var(--headcount-radius, 10px);
    color: var(--ink);
    background: var(--ground);
    font-family: var(--headcount-font, inherit);
    font-size: var(--headcount-font-size, 1rem);
    line-height: 1.4;
    text-align: start;
  }
  :host([theme='dark']) {
    --ink: var(--headcount-ink, #dee2ea);
    --quiet: var(--headcount-quiet, #a0a8b6);
    --ground: var(--headcount-ground, #181b22);
    --raised: var(--headcount-raised, #20242d);
    --line: var(--headcount-line, #343948);
    --edge: var(--headcount-edge, #737b8c);
    --accent: var(--headcount-accent, #e6eaf2);
    --on-accent: var(--headcount-on-accent, #12151c);
    --alert: var(--headcount-alert, #ff8fa3);
    --chart-theme: dark;
    color-scheme: dark;
  }

  /* Texts take what they need, in a frame that is too small for them too: then it scrolls. */
  :host { overflow: auto; scrollbar-width: thin; }
  h1, p, .bar, .progress, .tabs, .alert { flex: none; }
  h1, p { margin: 0; }
  h1 { font-size: 1.25em; line-height: 1.25; text-wrap: balance; }
  .lead { margin-top: 4px; color: var(--quiet); font-size: 0.95em; text-wrap: pretty; }
  .bar { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; margin-top: 8px; }
  .buttons { display: flex; gap: 8px; }
  .buttons button { min-height: 40px; }
  .buttons .primary { min-width: 120px; font-size: 1em; }
  .bar:empty { display: none; }
  headcount-strip { min-height: 0; }
  .buttons .second { display: none; }
  .buttons.busy .second { display: inline-block; }
  .progress { flex: none; margin-top: 6px; }
  headcount-guess { flex: none; margin-top: 8px; }
  .answer { min-height: 1.4em; margin-top: 6px; font-weight: 600; text-wrap: pretty; }
  .tabs { flex: none; margin-top: 4px; }
  .tabs button { min-height: 38px; padding: 0 10px; font-size: 0.9em; }

  /* The chart takes what is left, and what is longer than that scrolls. */
  .panel {
    --caption-height: 1.5em;
    flex: 1;
    min-height: 240px;
    margin-top: 8px;
    overflow: auto;
    container-type: size;
    scrollbar-width: thin;
  }
  @media (max-width: 600px) {
    .lead { font-size: 0.875em; }
    .answer { font-size: 0.95em; }
    .panel { min-height: 300px; }
  }
  /* What stands around the chart: its title, its caption, which has two lines in a narrow frame, and its table. */
  .panel > * { --around: 124px; --chart-height: max(180px, calc(100cqh - var(--around))); }
  @container (max-width: 640px) { .panel > * { --around: 142px; } }
  @container (max-width: 360px) { .panel > * { --around: 172px; } }
  .panel.bare { --beside-pictures: none; }
  .panel.bare > * { --around: 34px; }

  .more { flex: none; display: flex; gap: 12px; justify-content: space-between; margin-top: 4px; color: var(--quiet); font-size: 0.8125em; }
  .alert { max-height: 40%; overflow: auto; }
  headcount-controls { margin-top: 6px; max-height: 45%; overflow: auto; }
  .statement { color: var(--quiet); font-size: 0.875em; }
  .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 12px 20px; }
`;
