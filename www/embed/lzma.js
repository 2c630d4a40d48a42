// Inflates LZMA, for the one-file build: browsers inflate deflate by themselves, but the engine takes a third less
// room this way. Written after the LZMA specification (7-zip.org/sdk.html); names are the specification's. Whole
// files only, whose size is in their header or whose end is marked.

const TOP = 2 ** 24;
/** What every probability begins as: one half, in 11 bits. */
const HALF = 1024;

/** @param {number} size */
const probabilities = (size) => new Uint16Array(size).fill(HALF);

/** Reads bits that were coded with probabilities, which follow what is read. */
class RangeDecoder {
  #bytes;
  #at;
  #range = 0xffffffff;
  #code = 0;

  /** @param {Uint8Array} bytes @param {number} at */
  constructor(bytes, at) {
    this.#bytes = bytes;
    // The first byte is always 0.
    this.#at = at + 1;
    for (let i = 0; i < 4; i += 1) this.#code = ((this.#code << 8) | this.#next()) >>> 0;
  }

  #next() {
    if (this.#at >= this.#bytes.length) throw new Error('The file is cut off.');
    const byte = this.#bytes[this.#at];
    this.#at += 1;
    return byte;
  }

  #normalize() {
    if (this.#range >= TOP) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#next()) >>> 0;
  }

  /** @param {Uint16Array} of @param {number} index */
  bit(of, index) {
    const probability = of[index];
    const bound = (this.#range >>> 11) * probability;
    let bit = 0;
    if (this.#code < bound) {
      this.#range = bound;
      of[index] = probability + ((2048 - probability) >>> 5);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      of[index] = probability - (probability >>> 5);
      bit = 1;
    }
    this.#normalize();
    return bit;
  }

  /** Bits whose probabilities are one half. @param {number} count */
  directBits(count) {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      value = value * 2 + bit;
      this.#normalize();
    }
    return value;
  }

  /** @param {Uint16Array} tree @param {number} bits */
  tree(tree, bits, offset = 0) {
    let at = 1;
    for (let i = 0; i < bits; i += 1) at = (at << 1) | this.bit(tree, offset + at);
    return at - (1 << bits);
  }

  /** The lowest bit first. @param {Uint16Array} tree @param {number} bits */
  reverseTree(tree, bits, offset = 0) {
    let [at, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.bit(tree, offset + at);
      at = (at << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

class LengthDecoder {
  #choice = probabilities(2);
  #low = probabilities(16 << 3);
  #middle = probabilities(16 << 3);
  #high = probabilities(256);

  /** @param {RangeDecoder} coder @param {number} posState */
  decode(coder, posState) {
    if (!coder.bit(this.#choice, 0)) return coder.tree(this.#low, 3, posState << 3);
    if (!coder.bit(this.#choice, 1)) return 8 + coder.tree(this.#middle, 3, posState << 3);
    return 16 + coder.tree(this.#high, 8);
  }
}

/** How far back a match is: a slot says how many bits follow. */
class DistanceDecoder {
  #slots = probabilities(4 << 6);
  #special = probabilities(128);
  #align = probabilities(16);

  /** @param {RangeDecoder} coder @param {number} length */
  decode(coder, length) {
    const slot = coder.tree(this.#slots, 6, Math.min(length, 3) << 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + coder.reverseTree(this.#special, bits, base - slot);
    return base + coder.directBits(bits - 4) * 16 + coder.reverseTree(this.#align, 4);
  }
}

/** What a header without a size has in its place. */
const UNKNOWN = 0xffffffffffffffffn;
/** The distance that marks the end. */
const END = 0xffffffff;

/** @param {Uint8Array} bytes  a file of the .lzma form @returns {Uint8Array} */
export function unpackLzma(bytes) {
  const header = new DataView(bytes.buffer, bytes.byteOffset, 13);
  const properties = header.getUint8(0);
  const [lc, lp, pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
  const given = header.getBigUint64(5, true);
  const size = given === UNKNOWN ? Number.POSITIVE_INFINITY : Number(given);
  let out = new Uint8Array(Number.isFinite(size) ? size : bytes.length * 6);
  const coder = new RangeDecoder(bytes, 13);
  const [lengths, repeatedLengths, distances] = [new LengthDecoder(), new LengthDecoder(), new DistanceDecoder()];
  const literals = probabilities(0x300 << (lc + lp));
  const [isMatch, isRep0Long] = [probabilities(12 << 4), probabilities(12 << 4)];
  const [isRep, isRepG0, isRepG1, isRepG2] = Array.from({ length: 4 }, () => probabilities(12));
  let [state, at, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0, 0];

  const literal = () => {
    const before = at > 0 ? out[at - 1] : 0;
    const offset = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let match = out[at - rep0 - 1];
      do {
        const matchBit = (match >> 7) & 1;
        match <<= 1;
        const bit = coder.bit(literals, offset + ((1 + matchBit) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (matchBit !== bit) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = (symbol << 1) | coder.bit(literals, offset + symbol);
    out[at] = symbol & 0xff;
    at += 1;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };

  const grow = () => {
    const larger = new Uint8Array(out.length * 2);
    larger.set(out);
    out = larger;
  };

  while (at < size) {
    if (at + 300 > out.length && size === Number.POSITIVE_INFINITY) grow();
    const posState = at & ((1 << pb) - 1);
    if (!coder.bit(isMatch, (state << 4) + posState)) {
      literal();
      continue;
    }
    let length = 0;
    if (coder.bit(isRep, state)) {
      if (!coder.bit(isRepG0, state)) {
        if (!coder.bit(isRep0Long, (state << 4) + posState)) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - rep0 - 1];
          at += 1;
          continue;
        }
      } else if (!coder.bit(isRepG1, state)) [rep0, rep1] = [rep1, rep0];
      else if (!coder.bit(isRepG2, state)) [rep0, rep1, rep2] = [rep2, rep0, rep1];
      else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      length = repeatedLengths.decode(coder, posState);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      length = lengths.decode(coder, posState);
      state = state < 7 ? 7 : 10;
      rep0 = distances.decode(coder, length);
      if (rep0 === END) break;
    }
    if (rep0 >= at) throw new Error('The file is damaged.');
    for (let left = Math.min(length + 2, size - at); left > 0; left -= 1, at += 1) out[at] = out[at - rep0 - 1];
  }
  return out.subarray(0, at);
}
