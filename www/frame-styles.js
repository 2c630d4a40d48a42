// How the parts look that both frames have, the page's and that of what is embedded: how far a training is, tabs,
// and what went wrong.
import { css } from 'lit';

export const frameStyles = css`
  .progress { flex: 1 1 260px; min-width: 0; }
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
  /* How much memory it takes is two lines there. */
  @media (max-width: 350px) { .progress .numbers { min-height: 4.5em; } }
  .progress .numbers span:last-child:not(:first-child) { grid-column: -2 / -1; text-align: right; }
  /* From the left: a number that grows does not move. */
  @media (max-width: 480px) { .progress .numbers span:last-child:not(:first-child) { text-align: left; } }

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

  /* A row that may be wider than a phone scrolls by itself. */
  .tabs {
    display: flex;
    gap: 2px;
    margin: 0 -4px;
    padding: 4px 4px 0;
    overflow-x: auto;
    scrollbar-width: none;
    border-bottom: 1px solid var(--line);
  }
  .tabs button {
    flex: none;
    padding: 0 14px;
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 8px 8px 0 0;
    color: var(--quiet);
    background: none;
  }
  .tabs button:is([aria-selected='true'], [aria-pressed='true']) { border-color: var(--accent); color: var(--ink); -webkit-text-stroke: 0.5px; }
  .tabs button:focus-visible { outline-offset: -3px; }
  /* There is more to the right than fits. */
  @media (max-width: 480px) {
    .tabs { padding-right: 36px; mask-image: linear-gradient(to right, #000 calc(100% - 44px), transparent); }
  }

  .problem { color: var(--alert); }
  .faults { margin: 12px 0; padding: 8px 14px; border-left: 3px solid var(--alert); }
  .faults p { margin: 0; font-size: 0.95rem; color: var(--quiet); overflow-wrap: anywhere; }
`;
