// How the frame of the playground looks: colours, header, bar, tabs and columns. What a view is made
// of stands in views/styles.js and in the views.
import { css } from 'lit';

export const playgroundStyles = css`
  :host {
    --ink: #1f2430;
    --quiet: #565d6b;
    --ground: #fdfdfc;
    --raised: #f6f7f9;
    --line: #dfe3ea;
    --edge: #858b98;
    /* Action is ink: hues are the targets'. */
    --accent: #1f2430;
    --on-accent: #fff;
    /* A text face of the reader's own system, for prose. */
    --serif: ui-serif, 'Iowan Old Style', Charter, 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif;
    --alert: #b00020;
    display: block;
    box-sizing: border-box;
    --side: clamp(14px, 3.4vw, 64px);
    --columns-gap: clamp(20px, 2.5vw, 36px);
    max-width: 2200px;
    margin: 0 auto;
    padding: 14px var(--side) 48px;
    color: var(--ink);
    background: var(--ground);
    font: 16px/1.5 system-ui, sans-serif;
  }

  /* Large screens are looked at from farther away. */
  @media (min-width: 1900px) { :host { --chart-zoom: 1.3; font-size: 18px; } }

  /* For a lecture hall: the picture, the cliff and the sentence, to be read in the last row. */
  :host([presenting]) {
    --chart-zoom: 1.5;
    /* Of the views: pictures as tall as the hall allows, all in one row, and nothing beside them. */
    --presented-height: max(150px, calc(100cqh - 3.4em));
    --presented-columns: repeat(3, minmax(0, 1fr));
    --presented-third: auto;
    --presented-rem: 22px;
    --presented-zoom: 1.15;
    --presented-fit: auto-fit;
    --presented-details: none;
    --presented-figure: 100cqh;
    --presented-figure-display: flex;
    --presented-fill: 100%;
    --presented-rows: minmax(0, 1fr);
    --title-size: clamp(17px, 1.5vw, 1em);
    --beside-pictures: none;
    /* All of it at once: what is left of the height is the pictures'. */
    display: grid;
    grid-template: repeat(8, min-content) minmax(0, 1fr) / minmax(0, 1fr) auto;
    column-gap: 20px;
    max-width: none;
    height: 100vh;
    padding: 2vh 3vw;
    overflow: auto;
    font-size: 22px;
  }
  @media (max-width: 1500px) { :host([presenting]) { --chart-zoom: 1.3; } }
  @media (max-width: 1100px) { :host([presenting]) { --chart-zoom: 1.1; } }
  @media (min-width: 1900px) { :host([presenting]) { --chart-zoom: 2; --presented-rem: 28px; --presented-zoom: 1.3; font-size: 28px; } }
  :host([presenting]) :is(.top, .task, .after, .ready-made, .presets, .tabs, .settings, .told, .statement, headcount-compare, headcount-find-d, headcount-strip, headcount-resume-banner, .progress .numbers) { display: none; }
  :host([presenting]) :is(header, main) { display: contents; }
  :host([presenting]) :is(header, main) > * { grid-column: 1 / -1; }
  /* The buttons stand beside the headline. */
  :host([presenting]) h1 { grid-area: 1 / 1; align-self: center; min-height: 0; margin: 0; font-size: clamp(1.6rem, 3.2vw, 3rem); }
  :host([presenting]) .bar { display: flex; grid-area: 1 / 2; margin: 0; }
  :host([presenting]) .buttons { position: static; margin: 0; padding: 0; }
  :host([presenting]) .progress { margin-top: 1vh; }
  :host([presenting]) .said { display: flex; min-height: 0; margin: 1vh 0; }
  :host([presenting]) .said .answer { max-width: none; min-height: 0; }
  :host([presenting]) .two { --machine-height: var(--presented-height); }
  :host([presenting]) .buttons button { font-size: 0.9em; }
  :host([presenting]) .columns { grid-row: 9; display: flex; align-items: stretch; min-height: 0; }
  :host([presenting]) .views { display: flex; flex: 1; flex-direction: column; }
  :host([presenting]) #panel { container-type: size; flex: 1; min-height: 180px; padding: 0; overflow: auto; }
  /* Here something stands above them. */
  :host([presenting]) :is(headcount-theory, headcount-paper) { --presented-figure: auto; --presented-height: 44vh; --chart-zoom: 1.5; }
  :host([presenting]) :is(headcount-heads, .two) { --presented-figure: auto; --presented-fill: auto; --presented-height: max(150px, 62vh); }

  @media (prefers-color-scheme: dark) {
    :host {
      --ink: #dee2ea;
      --quiet: #a0a8b6;
      --ground: #181b22;
      --raised: #20242d;
      --line: #343948;
      --edge: #737b8c;
      --accent: #e6eaf2;
      --on-accent: #12151c;
      --alert: #ff8fa3;
    }
  }

  .top { display: flex; gap: 16px; align-items: center; justify-content: space-between; min-height: 44px; }
  .name { flex: 1; margin: 0; font-weight: 700; }
  @media (max-width: 700px) { .top { gap: 10px; } .top > button { display: none; } }
  /* The links and buttons fill the row. */
  @media (max-width: 350px) { .top { justify-content: end; } .name { display: none; } }

  h1 {
    margin: 14px 0 0;
    font: 700 clamp(1.75rem, 3.6vw, 3rem) / 1.15 var(--serif);
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  /* As tall as the longest of the presets' texts, which stands behind in invisible letters: they change, the page
     does not move, and in no font there is more room than that takes. */
  .task { display: grid; max-width: 56ch; margin: 10px 0 0; font: 1.125rem/1.5 var(--serif); text-wrap: pretty; }
  .task::after { content: attr(data-longest); visibility: hidden; }
  .task > span, .task::after { grid-area: 1 / 1; }
  .answer { --lines: 2; min-height: calc(1.5em * var(--lines)); margin: 4px 0 8px; font-weight: 600; text-wrap: pretty; }
  @media (max-width: 700px) { h1 { min-height: 2.3em; } }
  @media (max-width: 350px) { h1 { min-height: 3.45em; } }
  @media (max-width: 700px) { .task { font-size: 1.05rem; } .answer { --lines: 3; } }
  @media (max-width: 420px) { .answer { --lines: 4; } }
  @media (max-width: 350px) { .answer { --lines: 5; } }

  /* Stop is as wide as Guess first. */
  .second { min-width: 132px; }
  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    align-items: center;
    margin: 12px 0;
  }
  .buttons { display: flex; gap: 10px; }
  /* On a phone, where what is trained is below the screen's end, the buttons stay in reach. */
  @media (max-width: 700px) {
    .bar { display: contents; }
    .buttons { position: sticky; z-index: 3; top: 0; margin: 6px 0; padding: 6px 0; background: var(--ground); }
  }

  /* On a phone all buttons share one row, so that the chart is in sight. */
  @media (max-width: 480px) {
    .buttons { gap: 8px; }
    .buttons button { padding: 0 12px; }
    .buttons .primary { flex: 1; min-width: 110px; padding: 0 6px; font-size: 1.05rem; white-space: nowrap; }
    .progress { order: 1; flex-basis: 100%; }
  }
  @media (max-width: 350px) { .buttons .primary { font-size: 0.95rem; } }
  /* Rows that may be wider than a phone scroll by themselves. */
  .presets {
    display: flex;
    gap: 6px;
    margin: 0 -4px;
    padding: 4px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .ready-made { margin-top: 4px; }
  .ready-made h2 { margin: 0; font-size: 1rem; }
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

  .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px var(--columns-gap); align-items: start; }
  /* What an earlier visit left: as wide as the page's text, and never over the settings. */
  headcount-resume-banner {
    --banner-left: max(12px, var(--side), calc((100vw - 2200px) / 2 + var(--side)));
    --banner-right: var(--banner-left);
  }
  @media (min-width: 1060px) {
    main:has(.with-settings) ~ headcount-resume-banner { --banner-right: calc(var(--banner-left) + 330px + var(--columns-gap)); }
    .columns.with-settings { grid-template: auto 1fr / minmax(0, 1fr) 330px; }
    .with-settings .settings { grid-area: 1 / 2 / 3 / 3; }
  }
  .views { min-width: 0; }

  /* Its room is kept from the start, so that nothing moves once the mystery is loaded. */
  .guess { min-height: 114px; margin-top: 8px; }
  @media (max-width: 700px) { .guess { min-height: 142px; } }

  /* As tall as a chart with its words, whatever the tab: what is below stays where it is. */
  #panel { min-height: calc(clamp(260px, 34vw, 440px) + 200px); padding-top: 14px; border-radius: 4px; }

  .settings { padding: 4px 14px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }

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

  .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 20px clamp(16px, 2.5vw, 40px); }
  .told { margin: 6px 0; }
  .statement { min-height: 3em; max-width: 56ch; margin: 6px 0 12px; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
  /* Printed is the handout; on a screen there is none. */
  headcount-handout { display: none; }
  @media print {
    :host { max-width: none; padding: 0; background: none; }
    header, main, headcount-resume-banner, .drop { display: none; }
    headcount-handout { display: block; }
  }
`;
