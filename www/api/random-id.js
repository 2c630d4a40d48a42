// Names for things that the browser keeps.

/** 128 random bits. Not crypto.randomUUID: browsers have that on https and localhost only. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
