// Bad input, made from good input by a seeded generator: links, files and attributes as broken programs,
// curious readers and attackers send them. The same seed gives the same inputs, so that what failed can
// be repeated. It knows nothing of the page.

/** Numbers that repeat for a seed (mulberry32). */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not, 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from 0 up to, but not, `end`. @param {number} end */
  below(end) {
    return Math.floor(this.next() * end);
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return list[this.below(list.length)];
  }
}

/** What runs as a script, or asks another host, wherever text becomes markup. Each would set `window.gotIn`. */
export const PAYLOADS = [
  '<script>window.gotIn=1</script>',
  '<img src=x onerror="window.gotIn=1">',
  '"><svg onload=window.gotIn=1>',
  "'-window.gotIn=1-'",
  // Not as one string: it would be taken for a template by mistake.
  ['$', '{window.gotIn=1}'].join(''),
  'javascript:window.gotIn=1',
  '<iframe srcdoc="<script>parent.gotIn=1</script>">',
  '<link rel=stylesheet href=https://elsewhere.invalid/a.css>',
  'https://elsewhere.invalid/a.js',
  'url(https://elsewhere.invalid/a.png)',
  '</style><style>*{background:url(https://elsewhere.invalid/b.png)}</style>',
  '{{constructor.constructor("window.gotIn=1")()}}',
];

const WORDS = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '007',
  '1e3',
  '1e308',
  '1e309',
  '-1e309',
  '1e-400',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '0x10',
  '1_000',
  '１２',
  '٣',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '999999999999999999999999',
  '18446744073709551616',
  '1,2,3',
  '1,,2',
  ',',
  '1..5',
  '\0',
  'a\0b',
  '\u202e',
  '\ud800',
  '𝟙',
  'é'.repeat(40),
  '🤖'.repeat(9),
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '%',
  '%00',
  '%zz',
  '%E0%A4%A',
  '+',
  '&',
  '=',
  '#',
  '?',
  ';',
  '\n',
  '\r\n',
];

/** @param {Random} random */
function word(random) {
  const kind = random.below(10);
  if (kind < 5) return random.pick(WORDS);
  if (kind < 7) return random.pick(PAYLOADS);
  if (kind < 8) return String((random.next() - 0.5) * 10 ** random.below(40));
  if (kind < 9) return String(random.below(2 ** 31));
  return Array.from({ length: random.below(30) }, () => String.fromCharCode(random.below(0x2fff))).join('');
}

/** A text with one thing wrong. @param {Random} random @param {string} text */
function mutatedText(random, text) {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + random.below(8));
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + word(random) + text.slice(at);
    case 2:
      return text.slice(0, at) + word(random) + text.slice(to);
    case 3:
      return text.slice(0, at);
    case 4:
      return text + text.slice(at);
    default:
      return text.slice(0, at) + text.slice(at, to).repeat(1 + random.below(50)) + text.slice(to);
  }
}

/** Percent-encodes a text well, badly, or not at all. @param {Random} random @param {string} text */
function encoded(random, text) {
  const kind = random.below(4);
  if (kind === 0) return text;
  if (kind === 1) return text.replace(/[%<>"'#?\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (kind === 2)
    return Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''));
}

const KEYS = [
  'v',
  'task',
  'h',
  'T',
  'N',
  'n',
  'E',
  'L',
  'w',
  'D',
  'd',
  'steps',
  'batch',
  'lr',
  'seeds',
  'results',
  'mystery',
  'form',
  'target',
];

/**
 * A link's query, with its `?`.
 *
 * @param {Random} random
 * @param {string[]} good  queries that the page opens
 */
export function badQuery(random, good) {
  const kind = random.below(8);
  if (kind === 0) return `?${random.pick(KEYS)}=${encoded(random, word(random))}`;
  if (kind === 1) return `?mystery=${encoded(random, mutatedText(random, word(random)))}`;
  if (kind === 2) {
    const pairs = Array.from(
      { length: random.below(60) },
      () => `${random.pick([...KEYS, word(random)])}=${encoded(random, word(random))}`,
    );
    return `?${pairs.join('&')}`;
  }
  if (kind === 3) return `?${random.pick(KEYS)}=${Array.from({ length: random.below(3000) }, (_, i) => i).join(',')}`;
  let query = random.pick(good);
  for (let times = 1 + random.below(3); times > 0; times -= 1) query = mutatedText(random, query);
  if (kind === 4) query = encoded(random, query);
  return `?${query}`;
}

/** Any value that JSON has. @param {Random} random @param {number} depth @returns {unknown} */
function badValue(random, depth = 0) {
  const kind = random.below(depth > 2 ? 6 : 9);
  if (kind < 2) return word(random);
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, -1e308, 2 ** 32, 2 ** 53, 1e-320, 4, 16, 1000000]);
  if (kind === 3) return random.pick([null, true, false]);
  if (kind === 4) return [];
  if (kind === 5) return {};
  if (kind === 6) return Array.from({ length: random.below(6) }, () => badValue(random, depth + 1));
  if (kind === 7) return Array.from({ length: random.below(2000) }, (_, i) => i);
  return Object.fromEntries(Array.from({ length: random.below(5) }, () => [word(random), badValue(random, depth + 1)]));
}

/** A copy with something changed, added or left out at some place in it. @param {Random} random @param {any} value @returns {unknown} */
function mutatedValue(random, value) {
  const isDeeper = typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.below(6) > 0;
  if (!isDeeper) return badValue(random);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const key = random.pick(Object.keys(copy));
  const kind = random.below(8);
  if (kind === 0) delete copy[key];
  else if (kind === 1) copy[Array.isArray(copy) ? copy.length : word(random)] = badValue(random);
  else if (kind === 2 && Array.isArray(copy)) copy.push(...copy);
  else copy[key] = mutatedValue(random, copy[key]);
  return copy;
}

/** JSON text with as many brackets as `depth` in the place of some number. @param {Random} random @param {string} text @param {number} depth */
function nestedText(random, text, depth) {
  const numbers = [...text.matchAll(/(?<=[:,[])[\d.]+(?=[,\]}])/g)];
  if (numbers.length === 0) return text;
  const { index, 0: number } = random.pick(numbers);
  return `${text.slice(0, index)}${'['.repeat(depth)}${']'.repeat(depth)}${text.slice(index + number.length)}`;
}

/** JSON text that is wrong as text. @param {Random} random @param {string} text */
function badJson(random, text) {
  const depth = random.pick([10, 200, 5000, 50_000]);
  switch (random.below(5)) {
    case 0:
      return mutatedText(random, text);
    case 1:
      return nestedText(random, text, depth);
    case 2:
      return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    case 3:
      return `\ufeff${text}`;
    default:
      return text.replace(
        /\{/,
        `{"__proto__":{"outcomes":[1]},"${word(random).replaceAll(/["\\\n\r\0]/g, '')}":1e999,`,
      );
  }
}

/** Bytes with some changed, left out or doubled. @param {Random} random @param {number[]} bytes */
function mutatedBytes(random, bytes) {
  const copy = [...bytes];
  for (let times = 1 + random.below(8); times > 0; times -= 1) {
    // Most of what is read is at the beginning: the length of the header, and the header.
    const at = random.below(random.below(2) ? Math.min(16, copy.length) : copy.length);
    const kind = random.below(4);
    if (kind === 0) copy.length = at;
    else if (kind === 1) copy[at] = random.below(256);
    else if (kind === 2) copy.splice(at, random.below(9));
    else copy.splice(at, 0, ...copy.slice(at, at + 8));
  }
  return copy;
}

/**
 * A file: its name, and its content as text or bytes.
 *
 * @param {Random} random
 * @param {{ experiments: object[], documents: object[], model: number[] }} good
 * @returns {{ name: string, text?: string, bytes?: number[] }}
 */
export function badFile(random, { experiments, documents, model }) {
  const name = random.below(3) === 0 ? word(random) : 'file';
  const kind = random.below(8);
  if (kind < 2) return { name: `${name}.safetensors`, bytes: mutatedBytes(random, model) };
  if (kind === 2) return { name: `${name}${random.pick(['', '.txt', '.json', '.safetensors'])}`, text: word(random) };
  let value = /** @type {unknown} */ (random.pick(kind < 5 ? experiments : documents));
  if (kind === 3 || kind === 5) return { name: `${name}.json`, text: badJson(random, JSON.stringify(value)) };
  for (let times = 1 + random.below(3); times > 0; times -= 1) value = mutatedValue(random, value);
  return { name: `${name}.json`, text: JSON.stringify(value) ?? 'undefined' };
}

/** Attributes that an element takes. @type {[name: string, value: string][]} */
const GOOD_ATTRIBUTES = [
  ['preset', 'few'],
  ['view', 'soft-minimum, table'],
  ['controls', 'heads,T,steps'],
  ['hide', 'title,lead'],
  ['theme', 'dark'],
  ['heads', '1-5'],
  ['d', '3'],
  ['length', '8,16'],
  ['learning-rate', '1e-3'],
  ['task', 'nearest'],
  ['data', 'fresh'],
];

/**
 * Attributes: right ones, nearly right ones, and others.
 *
 * @param {Random} random
 * @param {readonly string[]} names
 * @param {string[]} good  queries that the page opens
 */
export function badAttributes(random, names, good) {
  const known = GOOD_ATTRIBUTES.filter(([name]) => names.includes(name));
  return Array.from({ length: 1 + random.below(4) }, () => {
    const [name, value] = random.below(6) === 0 ? ['experiment', random.pick(good)] : random.pick(known);
    const kind = random.below(6);
    if (kind === 0) return [random.pick(names), word(random)];
    return [name, kind === 1 ? mutatedText(random, value) : value];
  });
}

/**
 * The query of a frame, which has attributes beside what a link has.
 *
 * @param {Random} random
 * @param {readonly string[]} names
 * @param {string[]} good
 */
export function badFrameQuery(random, names, good) {
  const pairs = badAttributes(random, names, good).map(([name, value]) => `${name}=${encoded(random, value)}`);
  return `${badQuery(random, good)}&${pairs.join('&')}`;
}
