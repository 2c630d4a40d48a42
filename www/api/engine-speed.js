// Which of two engines trains an experiment faster here: measured for some milliseconds on the
// experiment itself, and remembered in the browser.

/** @typedef {import('../wasm/page/page.js').Experiment} Experiment */
/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {{ cpu: Pool, webgpu: Pool }} Pools */
/** Model-steps a second. @typedef {{ cpu: number, webgpu: number }} Speeds */

const STORAGE_KEY = 'headcount: speeds';
/** Kinds of experiment that are remembered. */
const MOST_REMEMBERED = 50;

/** What speed depends on: the engines, and the sizes of what is trained. @param {Experiment} experiment @param {Pools} pools */
function keyOf(experiment, { cpu, webgpu }) {
  const { task, grid, recipe, seeds } = experiment.toFields();
  return JSON.stringify([
    cpu.device,
    cpu.size,
    webgpu.device,
    task.kind,
    task.d,
    task.D,
    grid,
    recipe.batch,
    seeds.length,
  ]);
}

/** @returns {Record<string, Speeds>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    // Storage may be forbidden, or hold something else: then speeds are measured again.
    return {};
  }
}

/** @param {string} key @param {Speeds} speeds */
function remember(key, speeds) {
  const all = Object.entries({ ...remembered(), [key]: speeds }).slice(-MOST_REMEMBERED);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // As above: a few milliseconds are lost next time.
  }
}

/**
 * Model-steps a second of both engines on this experiment.
 *
 * @param {Experiment} experiment
 * @param {Pools} pools
 * @param {boolean} isRemembered  whether the browser may keep it
 * @returns {Promise<Speeds>}
 */
export async function speedsOf(experiment, pools, isRemembered) {
  const key = keyOf(experiment, pools);
  const known = isRemembered ? remembered()[key] : undefined;
  if (known && known.cpu > 0 && known.webgpu > 0) return known;
  const text = experiment.json;
  // The GPU trains whole cohorts; of the CPU's Workers each trains its share, run by run.
  const cohort = experiment.cohorts().reduce((a, b) => (b.length > a.length ? b : a));
  const shares = experiment.split(pools.cpu.size);
  // One after the other: side by side they would slow each other down.
  const gpu = await pools.webgpu.ask(0, 'speed', { experiment: text, indices: cohort });
  const each = await Promise.all(
    shares.map((share, place) => pools.cpu.ask(place, 'speed', { experiment: text, indices: share.slice(0, 1) })),
  );
  const speeds = { webgpu: gpu * cohort.length, cpu: each.reduce((sum, speed) => sum + speed, 0) };
  if (isRemembered) remember(key, speeds);
  return speeds;
}
