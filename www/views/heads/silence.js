// A model file without some of its heads: their rows of the output projection are zero, as where the
// engine silences one (`Weights::without`). Opened like any other file, it says what such a run
// predicts. It changes bytes; what they lead to is the engine's to compute.

/** @typedef {import('../../api/types.js').Run} Run */

/**
 * @param {Uint8Array} file  as `toSafetensors()` gives it; it is left as it is
 * @param {Run} run
 * @param {Iterable<number>} heads  counted from 0, one layer after the other
 */
export function silence(file, run, heads) {
  const silent = file.slice();
  const start = 8 + Number(new DataView(silent.buffer).getBigUint64(0, true));
  /** @type {Record<string, { shape: number[], data_offsets: number[] }>} */
  const tensors = JSON.parse(new TextDecoder().decode(silent.subarray(8, start)));
  const outputs = Object.keys(tensors).filter((name) => /(^|\.)output(\.weight)?$/.test(name)).sort();
  const perLayer = run.h * (run.w ?? 1);
  for (const head of heads) {
    const { shape: [rows], data_offsets: [from, to] } = tensors[outputs[Math.floor(head / perLayer)]];
    const row = (to - from) / rows;
    const first = start + from + (head % perLayer) * run.n * row;
    silent.fill(0, first, first + run.n * row);
  }
  return silent;
}
