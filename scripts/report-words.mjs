// How the report writes numbers and tables, in Markdown.

/** "1.2e-5"; a dash where there is none. @param {number | null | undefined} value */
export const digits = (value) => (value === null || value === undefined ? '–' : value.toExponential(1));

/** The same with its standard error, where that is known. @param {number | null | undefined} value @param {number | null | undefined} error */
export const measured = (value, error) =>
  error === null || error === undefined ? digits(value) : `${digits(value)} ± ${digits(error)}`;

/** @param {string[]} names @param {(string | number)[][]} rows */
export const table = (names, rows) =>
  [names, names.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
