// Styles that several views share, in small pieces: a view takes those that it needs, and has its own
// beside its markup. Colours come from the playground (playground-styles.js) as custom properties;
// colours of heads from the charts (crate/charts/src/palette.rs).
import { css } from 'lit';

/** Boxes, buttons, inputs and focus: for every view. */
export const base = css`
  *, ::before, ::after { box-sizing: border-box; }
  [hidden] { display: none; }

  .visually-hidden {
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
    min-width: 176px;
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
  button.small { min-height: 36px; padding: 0 12px; font-size: 0.9rem; }

  button:hover:not([aria-disabled='true']), .button:hover { filter: brightness(1.06); }
  button[aria-disabled='true'] { opacity: 0.5; cursor: default; }
  :focus-visible, .button:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
  a { color: var(--accent); }

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
  input[aria-invalid='true'], select[aria-invalid='true'] { border-color: var(--alert); }

  /* High contrast: the system's colours take the place of ours, so what only a colour says is said by
     one of the system's, and borders that were there to hold a place stay invisible. */
  @media (forced-colors: active) {
    :focus-visible, .button:focus-within { outline-color: Highlight; }
    button[aria-disabled='true'] { opacity: 1; border-color: GrayText; color: GrayText; }
    button[aria-pressed='true'], button.primary:not([aria-disabled='true']) { outline: 1px solid ButtonBorder; }
    button[aria-pressed='true'] { border-color: Highlight; color: Highlight; }
  }
`;

/** A sentence about something that went wrong. */
export const alerts = css`
  .alert {
    /* Its button floats, and must not hang over the edge of a short one. */
    display: flow-root;
    margin: 12px 0;
    padding: 10px 14px;
    border: 1px solid currentColor;
    border-radius: 8px;
    color: var(--alert);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .alert button { float: right; min-height: 32px; padding: 0 10px; font-size: 0.875rem; }
`;

/** A frame of a chart's height with a sentence in place of a chart. */
export const placeholders = css`
  .empty {
    display: grid;
    place-items: center;
    height: var(--presented-height, var(--chart-height, clamp(260px, 34vw, 440px)));
    margin: 0;
    padding: 0 24px;
    border: 1px dashed var(--edge);
    border-radius: 10px;
    color: var(--quiet);
    text-align: center;
    text-wrap: balance;
  }
`;

/** Charts with their headings, captions and choices. In a lecture hall the charts are taller, and alone. */
export const figures = css`
  /* One across, or two beside each other where there is room; in a hall all of them. */
  .pair { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px clamp(16px, 2.5vw, 36px); }
  @media (min-width: 820px) { .pair { grid-template-columns: var(--presented-columns, repeat(2, minmax(0, 1fr))); } }
  /* A third chart alone in its row takes all of it. */
  .pair > :nth-child(3) { grid-column: var(--presented-third, 1 / -1); }
  /* In a hall as tall as there is room, of which the chart takes what its heading leaves. */
  figure { display: var(--presented-figure-display, block); flex-direction: column; height: var(--presented-figure, auto); margin: 0; min-width: 0; }
  figure > chart-canvas { flex: 1 1 auto; min-height: 0; }
  /* Room for words that come with the first results. */
  figure h2 { min-height: 1.5em; margin: 0 0 4px; font-size: var(--title-size, 1rem); }
  figcaption { display: var(--beside-pictures, block); min-height: var(--caption-height, 3em); }
  chart-table { display: var(--beside-pictures, block); }
  /* As tall as the table of a chart that is there. */
  .no-table { display: var(--beside-pictures, block); min-height: 36px; }
  chart-canvas { height: var(--presented-height, var(--chart-height, clamp(260px, 34vw, 440px))); }
  figcaption, .statement { max-width: 56ch; color: var(--quiet); font-size: 0.875rem; text-wrap: pretty; }
  .statement { display: var(--beside-pictures, block); min-height: 3em; margin: 6px 0 12px; }

  .choices { display: var(--beside-pictures, flex); flex-wrap: wrap; gap: 4px 20px; min-height: 40px; align-items: center; }
  .asking { display: inline-flex; gap: 6px; align-items: center; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
  /* As wide with one digit as with two. */
  .asking [role=status] { min-width: 6.6em; text-align: center; }
  .choices label { display: inline-flex; gap: 8px; align-items: center; min-height: 40px; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
`;

/** Tables of numbers. */
export const tables = css`
  /* A table scrolls in its own frame, as tall as a chart. */
  .scroll { max-height: calc(var(--presented-height, clamp(260px, 34vw, 440px)) + 100px); overflow: auto; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: var(--title-size, 0.9rem); }
  caption { display: var(--beside-pictures, table-caption); color: var(--quiet); text-align: left; text-wrap: pretty; }
  th, td { border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
`;

/** Parts that open and close. */
export const disclosures = css`
  summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; }
  summary::before { content: '›'; width: 1em; color: var(--quiet); font-weight: 600; }
  details[open] > summary::before { content: '⌄'; }
  summary::-webkit-details-marker { display: none; }
`;
