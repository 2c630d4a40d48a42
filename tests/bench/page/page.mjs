// What Node calls in the browser: contenders in Workers, and the product through its public API.
import { experiment } from '../plan.mjs';

/** A Worker that is asked one thing at a time. */
class Contender {
  #worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
  #id = 0;

  ask(order, rest) {
    const id = ++this.#id;
    return new Promise((answered, failed) => {
      this.#worker.onmessage = ({ data }) =>
        data.error === undefined ? answered(data.answer) : failed(new Error(data.error));
      this.#worker.onerror = (event) => failed(new Error(event.message || 'its Worker does not start'));
      this.#worker.postMessage({ id, order, ...rest });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

/** @type {Record<string, Contender>} */
const contenders = {};

/** Asks the contender of this name, which is started when first asked. */
async function ask(name, order, rest = {}) {
  contenders[name] ??= new Contender();
  return contenders[name].ask(order, rest);
}

function end(name) {
  contenders[name]?.end();
  delete contenders[name];
}

/** The product, as a stranger's page would import it. */
const product = () => import(/* @vite-ignore */ new URL('/product/headcount.js', location.href).href);

/** Milliseconds a step of an experiment's one model in one Worker of the CPU engine, after `warmUp` ms and over `least`. */
async function one(what, warmUp, least) {
  const { createLab } = await product();
  const lab = await createLab({ engine: 'cpu', workers: 1 });
  /** @type {[number, number][]} */
  const marks = [];
  const began = performance.now();
  let path = null;
  for await (const { step, path: by } of lab.run(what)) {
    path = by;
    const now = performance.now();
    if (now - began >= warmUp && step > 0) marks.push([now, step]);
    if (marks.length > 2 && now - marks[0][0] >= least) break;
  }
  lab.dispose();
  const [[from, first], [to, last]] = [marks[0], /** @type {[number, number]} */ (marks.at(-1))];
  return { ms: (to - from) / (last - first), engine: { ...lab.engine, path } };
}

/** Seconds that a whole sweep takes on so many Workers, the second time it is trained there. */
async function sweep(shape, workers, heads, seeds, steps) {
  const { createLab } = await product();
  const lab = await createLab({ engine: 'cpu', workers });
  const train = async (count) => {
    const began = performance.now();
    for await (const _ of lab.run(experiment(shape, { heads, seeds, steps: count })));
    return (performance.now() - began) / 1000;
  };
  await train(Math.ceil(steps / 10));
  const seconds = await train(steps);
  lab.dispose();
  return { seconds, engine: lab.engine };
}

/** Seconds from Train with the default experiment to an error of h=4 ten times below that of h=3. */
async function cliff() {
  const { createLab } = await product();
  const opened = performance.now();
  const lab = await createLab({ engine: 'cpu' });
  const began = performance.now();
  const last = (runs, h) => runs.find(({ run }) => run.h === h)?.curve.at(-1)?.[1] ?? NaN;
  let seconds = null;
  let step = 0;
  for await (const { runs } of lab.run({})) {
    if (last(runs, 4) * 10 <= last(runs, 3)) {
      seconds = (performance.now() - began) / 1000;
      step = runs.find(({ run }) => run.h === 4).curve.at(-1)[0];
      break;
    }
  }
  lab.dispose();
  return { seconds, step, start: (began - opened) / 1000, engine: lab.engine };
}

/** The browser, and the GPU adapter that it offers. */
async function machine() {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  const info = adapter?.info;
  const words = info && [info.vendor, info.architecture, info.device, info.description].filter(Boolean).join(' ');
  const software = Boolean(
    info && (info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i.test(words ?? '')),
  );
  return {
    cores: navigator.hardwareConcurrency,
    adapter: adapter ? words || 'unnamed' : null,
    software,
    isolated: crossOriginIsolated,
  };
}

Object.assign(window, { bench: { ask, end, one, sweep, cliff, machine } });
