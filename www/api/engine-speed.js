// Which of two engines trains an experiment faster here: measured for some milliseconds on the
// experiment itself, and remembered. Nothing is chosen by faith.

/** @typedef {import('./pool.js').Pool} Pool */
/** @typedef {{ cpu: number, webgpu: number }} Speeds  model-steps a second */

const REMEMBERED = 'headcount: speeds';
/** Kinds of experiment that are remembered. */
const MOST = 50;

/** What speed depends on, as a key: the engines, and the sizes of what is trained. @param {string} experiment @param {Record<string, Pool>} pools */
function keyOf(experiment, pools) {
  const { task, grid, recipe, seeds } = JSON.parse(experiment);
  return JSON.stringify([pools.cpu.name, pools.cpu.size, pools.webgpu.name, task.kind, task.d, task.D, grid, recipe.batch, seeds.length]);
}

/** @returns {Record<string, Speeds>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}');
  } catch {
    // Storage may be forbidden, or hold something else: then it is measured anew.
    return {};
  }
}

/** @param {string} key @param {Speeds} speeds */
function remember(key, speeds) {
  const all = Object.entries({ ...remembered(), [key]: speeds }).slice(-MOST);
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // As above: a few milliseconds are lost next time.
  }
}

/**
 * Model-steps a second of both engines on this experiment.
 *
 * @param {string} experiment
 * @param {{ cohorts(experiment: string): number[][], split(experiment: string, workers: number): number[][] }} plan
 * @param {{ cpu: Pool, webgpu: Pool }} pools
 * @returns {Promise<Speeds>}
 */
export async function speedsOf(experiment, plan, pools) {
  const key = keyOf(experiment, pools);
  const known = remembered()[key];
  if (known?.cpu > 0 && known?.webgpu > 0) return known;
  // The GPU trains whole cohorts; of the CPU's Workers each trains its share, run by run.
  const cohort = plan.cohorts(experiment).reduce((a, b) => (b.length > a.length ? b : a));
  const shares = plan.split(experiment, pools.cpu.size);
  // One after the other: side by side they would slow each other down.
  const gpu = await pools.webgpu.ask(0, 'speed', { experiment, indices: cohort });
  const each = await Promise.all(shares.map((share, place) => pools.cpu.ask(place, 'speed', { experiment, indices: share.slice(0, 1) })));
  const speeds = { webgpu: gpu * cohort.length, cpu: each.reduce((sum, speed) => sum + speed, 0) };
  remember(key, speeds);
  return speeds;
}
