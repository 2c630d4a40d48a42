// How the playground looks. Colours of heads come from the charts (crate/charts/src/palette.rs).
import { css } from 'lit';

export const styles = css`
  :host {
    --ink: #282c34;
    --quiet: #5c626e;
    --ground: #fff;
    --raised: #f6f7f9;
    --line: #dfe3ea;
    --accent: #005f9e;
    --on-accent: #fff;
    --alert: #9c2f00;
    display: block;
    box-sizing: border-box;
    max-width: 1180px;
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
      --accent: #58b0f0;
      --on-accent: #0b1017;
      --alert: #ff9d70;
    }
  }

  *, ::before, ::after { box-sizing: border-box; }

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

  .task { margin: 4px 0 0; color: var(--quiet); text-wrap: pretty; }

  /* Heard, not seen. */
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .answer {
    /* Two lines at any width: the sentence changes, the page does not move. */
    min-height: 3em;
    margin: 8px 0 0;
    font-size: clamp(1rem, 2.4vw, 1.15rem);
    text-wrap: pretty;
  }

  @media (max-width: 480px) {
    .answer { min-height: 4.5em; }
  }

  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    align-items: center;
    margin: 12px 0;
  }

  button {
    min-height: 44px;
    padding: 0 18px;
    border: 1px solid var(--line);
    border-radius: 8px;
    color: var(--ink);
    background: var(--raised);
    font: inherit;
    cursor: pointer;
  }

  button.primary {
    min-width: 168px;
    border-color: transparent;
    color: var(--on-accent);
    background: var(--accent);
    font-size: 1.1rem;
    font-weight: 600;
  }

  button:hover:not([aria-disabled='true']) { filter: brightness(1.06); }
  button[aria-disabled='true'] { opacity: 0.5; cursor: default; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

  .progress {
    flex: 1 1 260px;
    min-width: 0;
  }

  .progress .numbers {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    min-height: 1.5em;
    color: var(--quiet);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }

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

  .charts, .below {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    gap: 20px clamp(20px, 4vw, 48px);
    align-items: start;
  }
  .below { margin-top: 24px; }

  figure { margin: 0; min-width: 0; }
  figure h2 { margin: 0 0 4px; font-size: 1rem; }
  chart-canvas { height: clamp(260px, 38vw, 380px); }
  figcaption { color: var(--quiet); font-size: 0.875rem; }

  .engine {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 20px;
    align-items: center;
    margin: 28px 0 0;
    padding: 10px 14px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--raised);
  }
  .engine p { flex: 1 1 300px; min-height: 3em; margin: 0; font-size: 0.9rem; }
  .engine p span { color: var(--quiet); }

  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  legend { float: left; margin: auto 8px auto 0; padding: 0; color: var(--quiet); font-size: 0.9rem; }
  fieldset label {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    min-height: 40px;
    padding: 0 8px;
    font-size: 0.9rem;
    cursor: pointer;
  }
  .engine .alert { flex: 1 1 100%; min-height: 0; margin: 4px 0; }
  @media (max-width: 480px) {
    .engine p { min-height: 4.5em; }
    legend { float: none; }
    fieldset label { padding: 0 8px 0 0; }
  }
  input { accent-color: var(--accent); width: 18px; height: 18px; margin: 0; }

  .alert {
    margin: 12px 0;
    padding: 10px 14px;
    border: 1px solid currentColor;
    border-radius: 8px;
    color: var(--alert);
    white-space: pre-line;
  }

  table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
  caption { padding: 4px 0; color: var(--quiet); text-align: left; text-wrap: pretty; }
  th, td { padding: 6px 4px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: bottom; }
  td { white-space: nowrap; }
  th:first-child { text-align: left; padding-left: 0; }
  thead th { color: var(--quiet); font-weight: 600; }
  tbody th { font-weight: normal; white-space: nowrap; }
  .dot { display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.5em; border-radius: 50%; vertical-align: baseline; }

  .words { max-width: 70ch; }
  .words h2 { margin: 0 0 4px; font-size: 1.1rem; }
  .words p { margin: 0 0 10px; }
  a { color: var(--accent); }
`;
