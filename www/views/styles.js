// How the playground looks: `page` for the element itself, `parts` for what it and its views are
// made of. Colours of heads come from the charts (crate/charts/src/palette.rs).
import { css } from 'lit';

export const page = css`
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

  /* Its room from the start, so that nothing moves once the mystery is there. */
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
`;

export const parts = css`
  *, ::before, ::after { box-sizing: border-box; }
  [hidden] { display: none !important; }

  /* Heard, not seen. */
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }

  button, .button {
    min-height: 44px;
    padding: 0 18px;
    border: 1px solid var(--line);
    border-radius: 8px;
    color: var(--ink);
    background: var(--raised);
    font: inherit;
    cursor: pointer;
  }
  .button { display: inline-flex; align-items: center; }

  button.primary {
    min-width: 168px;
    border-color: transparent;
    color: var(--on-accent);
    background: var(--accent);
    font-size: 1.1rem;
    font-weight: 600;
  }
  button.link {
    display: inline;
    min-height: 0;
    padding: 0;
    border: 0;
    border-radius: 2px;
    color: var(--accent);
    background: none;
    text-align: left;
    text-decoration: underline;
  }

  button:hover:not([aria-disabled='true']), .button:hover { filter: brightness(1.06); }
  button[aria-disabled='true'] { opacity: 0.5; cursor: default; }
  :focus-visible, .button:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
  a { color: var(--accent); }

  /* Charts: one across, or two beside each other where there is room. */
  .pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px clamp(16px, 2.5vw, 36px); }
  .second { display: none; }
  @media (min-width: 820px) {
    .pair { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .second { display: block; }
  }
  /* A third chart alone in its row takes all of it. */
  .pair > :nth-child(3) { grid-column: 1 / -1; }
  figure { margin: 0; min-width: 0; }
  /* Room for words that come with the first results. */
  figure h2 { min-height: 1.5em; margin: 0 0 4px; font-size: 1rem; }
  figcaption { min-height: 3em; }
  chart-canvas, .empty { height: clamp(260px, 34vw, 440px); }
  .empty {
    display: grid;
    place-items: center;
    margin: 0;
    padding: 0 24px;
    border: 1px dashed var(--edge);
    border-radius: 10px;
    color: var(--quiet);
    text-align: center;
    text-wrap: balance;
  }
  figcaption, .said { color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
  .said { min-height: 3em; margin: 6px 0 12px; }

  .choices { display: flex; flex-wrap: wrap; gap: 4px 20px; min-height: 40px; align-items: center; }
  .choices label { display: inline-flex; gap: 8px; align-items: center; min-height: 40px; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
  .small { min-height: 36px; padding: 0 12px; font-size: 0.9rem; }
  /* Room for what is said of a prediction: it comes when training ends, and nothing moves. */
  .foretold { min-height: 4.5em; margin: 6px 0; font-size: 0.95rem; text-wrap: pretty; }
  @media (max-width: 1400px) { .foretold { min-height: 6em; } }
  @media (max-width: 1060px) { .foretold { min-height: 7.5em; } }
  @media (max-width: 480px) { .foretold { min-height: 9em; } }
  /* And for its buttons, however many. */
  .foretold + .choices { min-height: 84px; align-content: start; }
  .foretold ~ figcaption { min-height: 3em; }
  input[type='range'] { width: 140px; accent-color: var(--accent); }
  input[type='radio'], input[type='checkbox'] { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }

  input[type='text'], select {
    min-height: 40px;
    padding: 0 8px;
    border: 1px solid var(--edge);
    border-radius: 6px;
    color: var(--ink);
    background: var(--ground);
    font: inherit;
    font-size: 0.95rem;
  }
  [aria-invalid='true'] { border-color: var(--alert) !important; }

  /* Settings. */
  .group { border-bottom: 1px solid var(--line); }
  summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; }
  summary::before { content: '›'; width: 1em; color: var(--quiet); font-weight: 600; }
  details[open] > summary::before { content: '⌄'; }
  summary::-webkit-details-marker { display: none; }
  h3 { margin: 0; font-size: 1rem; }
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
  .does, .problem { grid-column: 1 / -1; margin: 2px 0 0; font-size: 0.8125rem; line-height: 1.35; }
  .does { overflow-wrap: anywhere; color: var(--quiet); }
  .problem { color: var(--alert); }
  .fresh { margin: 8px 0 0; color: var(--accent); font-size: 0.9rem; }

  .engine { padding-top: 10px; }
  .engine p { min-height: 6em; margin: 4px 0; font-size: 0.9rem; }
  .engine p span { color: var(--quiet); }
  .engine .alert { min-height: 0; }
  fieldset { display: flex; flex-wrap: wrap; gap: 0 4px; min-width: 0; margin: 0; padding: 0; border: 0; }
  legend { padding: 0; color: var(--quiet); font-size: 0.9rem; }
  fieldset label { display: inline-flex; gap: 6px; align-items: center; min-height: 40px; padding-right: 8px; font-size: 0.9rem; cursor: pointer; }

  .alert {
    margin: 12px 0;
    padding: 10px 14px;
    border: 1px solid currentColor;
    border-radius: 8px;
    color: var(--alert);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .alert button { float: right; min-height: 32px; padding: 0 10px; font-size: 0.875rem; }

  /* Files. */
  .files { position: relative; display: flex; gap: 8px; }
  .menu {
    position: absolute;
    top: calc(100% + 6px);
    right: 0;
    z-index: 5;
    display: grid;
    width: min(300px, calc(100vw - 28px));
    padding: 6px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--ground);
    box-shadow: 0 8px 24px rgb(0 0 0 / 20%);
  }
  .menu button { border: 0; background: none; text-align: left; padding: 0 10px; min-height: 40px; width: 100%; }
  .menu button:hover:not([aria-disabled='true']) { background: var(--raised); }
  .menu p { margin: 4px 10px; color: var(--quiet); font-size: 0.875rem; min-height: 1.5em; }
  .model { margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--line); }
  .model label { display: flex; gap: 8px; align-items: center; padding: 0 10px; font-size: 0.9rem; }
  .model select { flex: 1; min-width: 0; }
  @media (max-width: 480px) {
    .files { gap: 8px; }
    .files > button, .files > .button { padding: 0 10px; font-size: 0.95rem; }
  }

  /* Compare. */
  .compare { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; min-height: 44px; color: var(--quiet); font-size: 0.9rem; }
  .compare > button { min-height: 36px; padding: 0 12px; font-size: 0.9rem; }
  .compare p { margin: 0; }
  .pin { display: flex; max-width: 100%; gap: 4px; align-items: center; padding: 2px 4px 2px 10px; border: 1px solid var(--line); border-radius: 8px; }
  .pin input[type='text'] { width: 11em; min-width: 0; min-height: 34px; border-color: transparent; background: none; }
  .pin input[type='text']:hover, .pin input[type='text']:focus { border-color: var(--edge); }
  .pin button { min-height: 34px; padding: 0 10px; border: 0; background: none; }

  /* The table scrolls in its own frame, as tall as a chart. */
  .scroll { max-height: calc(clamp(260px, 34vw, 440px) + 100px); overflow: auto; }
  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
  caption { padding: 4px 0 8px; color: var(--quiet); text-align: left; text-wrap: pretty; }
  /* No wider than the screen, even where the table is. */
  caption span { position: sticky; left: 0; display: block; width: min(100%, calc(100vw - 2 * clamp(14px, 3vw, 32px))); }
  th, td { padding: 6px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
  thead th { position: sticky; top: 0; padding: 0; background: var(--ground); }
  thead button { width: 100%; min-height: 40px; padding: 0 6px; border: 0; color: var(--quiet); background: none; font-weight: 600; text-align: right; white-space: nowrap; }
  thead button:focus-visible { outline-offset: -3px; }
  .dot { forced-color-adjust: none; display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.5em; border-radius: 50%; vertical-align: baseline; }

  /* High contrast: the system's colours take the place of ours, so what only a colour says is said by
     one of the system's, and borders that were there to hold a place stay unseen. */
  @media (forced-colors: active) {
    :focus-visible, .button:focus-within { outline-color: Highlight; }
    button[aria-disabled='true'] { opacity: 1; border-color: GrayText; color: GrayText; }
    button[aria-pressed='true'], button.primary:not([aria-disabled='true']) { outline: 1px solid ButtonBorder; }
    button[aria-pressed='true'] { border-color: Highlight; color: Highlight; }
    .tabs button { border-color: Canvas; }
    .tabs button[aria-selected='true'] { border-bottom-color: Highlight; }
    .field { border-color: Canvas; }
    .field.differs { border-left-color: Highlight; }
    .pin input[type='text'] { border-color: Canvas; }
    progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
    progress::-webkit-progress-bar { background: Canvas; }
    progress::-webkit-progress-value { background: Highlight; }
    progress::-moz-progress-bar { background: Highlight; }
  }
`;
