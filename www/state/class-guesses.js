// Guesses of a class at one mystery, without any server: whoever has guessed is given a short code, pastes it
// into the class's chat, and the lecturer pastes all codes into the page, which counts them. A code says what
// was guessed, so nobody is kept from cheating; codes of another mystery and typing errors are noticed.

/** Without letters that are taken for one another, or for digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE = /\b(\d{1,2})-([a-z2-9]{4})-([a-z2-9]{3})\b/g;

/** A number of 32 bits for a text (FNV-1a). @param {string} text */
function hash(text) {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193) >>> 0;
  return sum;
}

/** @param {number} number @param {number} length */
const lettersOf = (number, length) => {
  let text = '';
  for (let left = number; text.length < length; left = Math.floor(left / LETTERS.length))
    text += LETTERS[left % LETTERS.length];
  return text;
};

/** @param {string} mystery @param {number} guess @param {string} person */
const checkOf = (mystery, guess, person) => lettersOf(hash(`${mystery} ${guess} ${person}`), 3);

/**
 * The code of a guess.
 *
 * @param {string} mystery  the word of its link
 * @param {number} guess
 * @param {number} random  a number of 32 bits: two who guess the same have two codes
 */
export function codeOf(mystery, guess, random) {
  const person = lettersOf(random, 4);
  return `${guess}-${person}-${checkOf(mystery, guess, person)}`;
}

/**
 * Counts the codes in a text; each once, however often it was pasted.
 *
 * @param {string} mystery
 * @param {string} text
 * @returns {{ guesses: { guess: number, count: number }[], foreign: number }}  in ascending order; and how many
 *   codes are of another mystery, or mistyped
 */
export function countGuesses(mystery, text) {
  const codes = new Map([...text.toLowerCase().matchAll(CODE)].map((found) => [found[0], found]));
  /** @type {Map<number, number>} */
  const counts = new Map();
  let foreign = 0;
  for (const [, guess, person, check] of codes.values()) {
    if (checkOf(mystery, Number(guess), person) === check)
      counts.set(Number(guess), (counts.get(Number(guess)) ?? 0) + 1);
    else foreign += 1;
  }
  const guesses = [...counts].map(([guess, count]) => ({ guess, count })).sort((a, b) => a.guess - b.guess);
  return { guesses, foreign };
}
