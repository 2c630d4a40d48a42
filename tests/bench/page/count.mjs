// Counts what a page or Worker asks of WebGPU, by wrapping its methods. Imported before whatever is
// to be counted; changes nothing about what is done.

/** @typedef {{ dispatches: number, submits: number, uploads: number, readbacks: number }} Counts */

/** @type {Counts} */
const counts = { dispatches: 0, submits: 0, uploads: 0, readbacks: 0 };

/** @param {any} type @param {string} method @param {keyof Counts} what @param {(args: any[]) => boolean} [matters] */
function wrap(type, method, what, matters = () => true) {
  const real = type?.prototype[method];
  if (!real) return;
  type.prototype[method] = function counted(...args) {
    if (matters(args)) counts[what] += 1;
    return real.apply(this, args);
  };
}

const { GPUComputePassEncoder, GPUQueue, GPUDevice, GPUBuffer } = /** @type {any} */ (globalThis);
const READ = 1; // GPUMapMode.READ
wrap(GPUComputePassEncoder, 'dispatchWorkgroups', 'dispatches');
wrap(GPUComputePassEncoder, 'dispatchWorkgroupsIndirect', 'dispatches');
wrap(GPUQueue, 'submit', 'submits');
wrap(GPUQueue, 'writeBuffer', 'uploads');
wrap(GPUQueue, 'writeTexture', 'uploads');
wrap(GPUDevice, 'createBuffer', 'uploads', ([{ mappedAtCreation }]) => Boolean(mappedAtCreation));
wrap(GPUBuffer, 'mapAsync', 'uploads', ([mode]) => mode !== READ);
wrap(GPUBuffer, 'mapAsync', 'readbacks', ([mode]) => mode === READ);

/** What was counted so far. @returns {Counts} */
export const counted = () => ({ ...counts });

/** What was counted since. @param {Counts} before @returns {Counts} */
export const countedSince = (before) =>
  /** @type {Counts} */ (
    Object.fromEntries(
      Object.entries(counts).map(([what, count]) => [what, count - before[/** @type {keyof Counts} */ (what)]]),
    )
  );
