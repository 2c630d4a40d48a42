// How the inspector looks. Colours of the page come from outside where there are any; those of
// targets from the charts (crate/charts/src/palette.rs), whose ink without hue attention has too.
import { css } from 'lit';

export const styles = css`
  :host {
    --h-ink: var(--ink, light-dark(#282c34, #dee2ea));
    --h-quiet: var(--quiet, light-dark(#5c626e, #a0a8b6));
    --h-ground: var(--ground, light-dark(#fff, #181b22));
    --h-raised: var(--raised, light-dark(#f6f7f9, #20242d));
    --h-line: var(--line, light-dark(#dfe3ea, #343948));
    --h-accent: var(--accent, light-dark(#1f2430, #e6eaf2));
    --h-attention: var(--h-ink);
    --h-alert: var(--alert, light-dark(#b00020, #ff8fa3));
    /* Larger in a lecture hall. */
    --rem: var(--presented-rem, 1rem);
    --zoom: var(--presented-zoom, 1);
    display: block;
    color: var(--h-ink);
    font: var(--rem)/1.5 system-ui, sans-serif;
  }

  *, ::before, ::after { box-sizing: border-box; }
  h2 { margin: 20px 0 2px; font-size: var(--rem); }
  p { margin: 0 0 8px; text-wrap: pretty; }
  .quiet { display: var(--presented-details, block); }
  .quiet { color: var(--h-quiet); font-size: calc(0.875 * var(--rem)); }
  small { color: var(--h-quiet); font-size: calc(0.8 * var(--rem)); font-weight: normal; }
  section { min-width: 0; }
  .empty { padding: 24px 0; color: var(--h-quiet); }
  .alert { padding: 10px 14px; border: 1px solid currentColor; border-radius: 8px; color: var(--h-alert); white-space: pre-line; }

  .tools { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; }
  .pick { display: grid; gap: 2px; color: var(--h-quiet); font-size: calc(0.875 * var(--rem)); }
  select, button, input[type='number'] {
    min-height: 40px;
    padding: 0 12px;
    border: 1px solid var(--h-line);
    border-radius: 8px;
    color: var(--h-ink);
    background: var(--h-raised);
    font: inherit;
  }
  select { max-width: 100%; font-size: var(--rem); }
  /* Browsers measure every option for the width of a select, each time that one is added: 2000 runs have 2000. */
  .pick.run { width: min(20rem, 100%); }
  .pick.run select { width: 100%; contain: size; }
  button { cursor: pointer; }
  button[aria-disabled='true'] { color: var(--h-quiet); cursor: default; opacity: 0.6; }
  :focus-visible { outline: 3px solid var(--h-accent); outline-offset: 2px; }

  /* Long sequences scroll sideways under names that stay. */
  .figure { overflow-x: auto; padding: 3px; }
  .rows {
    position: relative;
    display: grid;
    grid-template-columns: max-content minmax(calc(var(--T) * 15px), 1fr);
    align-items: center;
    width: max-content;
    min-width: 100%;
  }
  .rows.answers { grid-template-columns: max-content minmax(0, calc(var(--T) * 28px)); width: auto; }
  .label {
    grid-column: 1;
    position: sticky;
    left: -3px;
    z-index: 2;
    align-self: stretch;
    display: flex;
    align-items: center;
    gap: 4px;
    padding-right: 10px;
    background: var(--h-ground);
    font-size: calc(0.875 * var(--rem));
    white-space: nowrap;
  }
  .label.layer { padding-top: 8px; color: var(--h-quiet); }
  /* As wide as its column, whatever is in it. */
  .line { grid-column: 2; position: relative; min-width: 0; contain: inline-size; }
  .line svg { display: block; width: 100%; height: 100%; }
  .numbers { display: grid; grid-template-columns: repeat(var(--T), minmax(0, 1fr)); color: var(--h-quiet); font-size: calc(0.75 * var(--rem)); text-align: center; font-variant-numeric: tabular-nums; }
  .numbers span { overflow: visible; white-space: nowrap; }
  .targets { height: calc(20px * var(--zoom)); border-bottom: 1px solid color-mix(in srgb, var(--h-line) 50%, transparent); }
  .token { height: calc(34px * var(--zoom)); border-bottom: 1px solid var(--h-line); }
  .token.small { height: 8px; border: 0; }
  .above { fill: var(--h-ink); }
  .below { fill: var(--h-quiet); }
  .bars { fill: var(--h-quiet); }
  .zero { fill: none; stroke: var(--h-line); stroke-width: 1px; vector-effect: non-scaling-stroke; }
  .strip { height: calc(30px * var(--zoom)); margin: 3px 0; border: 1px solid var(--h-line); border-radius: 4px; overflow: hidden; background: var(--h-raised); }
  .heat { fill: var(--h-attention); }
  .strip.off svg { opacity: 0.25; }
  .mark {
    position: absolute;
    translate: -50% -50%;
    font-size: calc(0.85 * var(--rem));
    line-height: 1;
    /* Readable on any heat. */
    text-shadow: 0 0 2px var(--h-ground), 0 0 2px var(--h-ground), 0 0 3px var(--h-ground), 0 0 3px var(--h-ground);
  }
  .strip .mark { font-size: calc(0.7 * var(--rem)); }
  button.head { min-height: 32px; padding: 0 8px; font-size: calc(0.875 * var(--rem)); }
  button.head[aria-pressed='true'] { border-color: var(--h-alert); color: var(--h-alert); }
  button.head[aria-pressed='true'] .name { text-decoration: line-through; }
  .cursor { grid-column: 2 / auto; position: absolute; inset: 0; cursor: crosshair; z-index: 1; border-radius: 4px; }
  .box { position: absolute; top: 0; bottom: 0; border-radius: 3px; pointer-events: none; }
  .box.at { border: 2px solid var(--h-ink); }
  .box.hover { border: 1px dashed var(--h-ink); }

  .reading { min-height: 1.6em; margin-top: 8px; font-size: calc(0.9 * var(--rem)); font-variant-numeric: tabular-nums; }
  .reading span { display: inline-block; margin-right: 10px; white-space: nowrap; }

  .numbers-now { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
  .numbers-now div { flex: 1 1 150px; max-width: 480px; padding: 8px 12px; border: 1px solid var(--h-line); border-radius: 8px; background: var(--h-raised); }
  dt { color: var(--h-quiet); font-size: calc(0.875 * var(--rem)); }
  dd { margin: 0; font-size: calc(1.1 * var(--rem)); font-variant-numeric: tabular-nums; }
  dd b { white-space: nowrap; }
  dd s { color: var(--h-quiet); font-size: calc(0.9 * var(--rem)); }
  .effect { min-height: 1.5em; }

  .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 4px clamp(20px, 4vw, 48px); align-items: start; }
  .sentence { min-height: 3em; text-wrap: pretty; }
  .scroll { overflow: auto; }
  .scroll.tall { max-height: 340px; }
  table { border-collapse: collapse; font-size: calc(0.9 * var(--rem)); font-variant-numeric: tabular-nums; }
  .matrix th { padding: 4px 10px 4px 0; text-align: left; font-weight: normal; white-space: nowrap; }
  .matrix thead th { padding: 4px; text-align: center; }
  .matrix thead small { display: block; }
  .matrix td { min-width: 62px; height: 38px; padding: 4px; text-align: center; }
  .matrix tbody td {
    border: 1px solid var(--h-line);
    /* At most a third of the strips' colour: on half of it ink has too little contrast in the dark. */
    background: color-mix(in srgb, var(--h-attention) calc(var(--share) / 3), var(--h-ground));
  }
  .matrix .own { outline: 2px solid var(--h-ink); outline-offset: -2px; font-weight: 600; }
  .matrix tbody small { display: block; padding-left: 1.35em; }
  .symbol { display: inline-block; width: 1.1em; text-align: center; }
  .list th, .list td { padding: 3px 8px; border-bottom: 1px solid var(--h-line); text-align: right; white-space: nowrap; }
  .list thead th { position: sticky; top: 0; background: var(--h-ground); }
  .list th { font-weight: normal; color: var(--h-quiet); }
  .nowrap { white-space: nowrap; }
  .scale { forced-color-adjust: none; display: inline-block; width: 64px; height: 0.8em; margin: 0 4px; border: 1px solid var(--h-line); border-radius: 3px; vertical-align: -0.05em; background: linear-gradient(to right, var(--h-raised), var(--h-attention)); }
  chart-canvas { height: var(--presented-height, clamp(240px, 34vw, 340px)); }

  .editor { max-height: 360px; margin: 0; padding: 8px 12px; border: 1px solid var(--h-line); border-radius: 8px; overflow: auto; min-width: 0; }
  .value { display: grid; grid-template-columns: 2em minmax(0, 1fr) 92px; gap: 8px; align-items: center; }
  .value + .value { margin-top: 6px; }
  input[type='range'] { width: 100%; min-height: 36px; margin: 0; accent-color: var(--h-accent); }
  input[type='number'] { width: 100%; padding: 0 6px; }
  chart-table, headcount-longer { display: var(--presented-details, block); }
  details { display: var(--presented-details, block); min-width: 0; }
  summary { min-height: 40px; padding: 8px 0; cursor: pointer; }

  @media (max-width: 600px) {
    .numbers span:nth-child(even) { visibility: hidden; }
    .matrix td { min-width: 44px; }
    .matrix th { padding-right: 4px; }
    .matrix thead th { padding: 2px; font-size: calc(0.8 * var(--rem)); }
    .numbers-now { display: grid; grid-template-columns: 1fr 1fr; }
    .numbers-now div:first-child { grid-column: 1 / -1; }
    .label { padding-right: 6px; }
    /* Three lines: what is read out changes, the page does not move. */
    .reading { min-height: 4.6em; }
  }
`;
