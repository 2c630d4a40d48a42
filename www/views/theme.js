// Light or dark: what an element says by the custom property `--chart-theme`, and else what the reader's system
// says. An embedded playground takes its host's theme, which need not be the system's.

/** @typedef {'light' | 'dark'} ChartTheme */

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Tells of every change ('change'): charts are to be drawn again. */
export const themeChanges = new EventTarget();
dark.addEventListener('change', () => themeChanges.dispatchEvent(new Event('change')));

/** @returns {ChartTheme} */
export const systemTheme = () => (dark.matches ? 'dark' : 'light');

/** @param {Element} element @returns {ChartTheme} */
export function themeOf(element) {
  const said = getComputedStyle(element).getPropertyValue('--chart-theme').trim();
  return said === 'light' || said === 'dark' ? said : systemTheme();
}
