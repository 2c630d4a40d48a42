// The printed size of a PNG file: how many pixels there are to an inch, as its chunk pHYs says it. Without it
// programs take 72 or 96. What is in the picture is not looked at.

/** Bytes before the first chunk, and of every chunk beside its content: length, name and checksum. */
const SIGNATURE = 8;
const AROUND = 12;

/** The checksum that PNG's chunks have (CRC-32). @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** The chunk that says how many dots there are to an inch. @param {number} dots */
function sizeChunk(dots) {
  const chunk = new Uint8Array(AROUND + 9);
  const view = new DataView(chunk.buffer);
  const perMetre = Math.round(dots / 0.0254);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode('pHYs'), 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  // The unit is the metre.
  chunk[16] = 1;
  view.setUint32(17, checksum(chunk.subarray(4, 17)));
  return chunk;
}

/** A PNG file that says its printed size. @param {Uint8Array<ArrayBuffer>} png @param {number} dots  per inch @returns {BlobPart[]} */
export function withDotsPerInch(png, dots) {
  // After the first chunk, which has the size in pixels.
  const end = SIGNATURE + AROUND + new DataView(png.buffer, png.byteOffset).getUint32(SIGNATURE);
  return [png.subarray(0, end), sizeChunk(dots), png.subarray(end)];
}
