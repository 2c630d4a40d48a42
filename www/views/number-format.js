// Numbers as people read them.

const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 0, useGrouping: 'min2' });

/** @param {number} value */
export function whole(value) {
  return digits.format(value).replaceAll(',', '\u2009');
}

/** @param {number} seconds */
export function duration(seconds) {
  // Rounded before it is split: 119.6 s are "2 min 0 s", not "1 min 60 s".
  const rounded = Math.max(1, Math.round(seconds));
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * 0.00123 as "1.23 × 10⁻³", 0.0712 as "0.0712".
 *
 * @param {number | null | undefined} value
 */
export function scientific(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  // From 999.5 on, toPrecision(3) would itself switch to an exponent: "1.00e+3".
  if (value >= 0.01 && value < 999.5) return value.toPrecision(3);
  const [mantissa, exponent] = value.toExponential(2).split('e');
  const raised = [...exponent.replace('+', '')].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
  return `${mantissa} × 10${raised}`;
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 2 ** 20) return 'under 1 MB';
  if (bytes < 2 ** 30) return `${whole(bytes / 2 ** 20)} MB`;
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}

/** @param {number} count @param {string} one @param {string} more */
export const counted = (count, one, more) => `${whole(count)} ${count === 1 ? one : more}`;
