// The model and its training in jax-js: one jitted function a step, with Adam inside. In jax-js a
// value is consumed where it is used, hence `.ref` wherever one is used again.
import { defaultDevice, init, jit, lax, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { sizes } from '../plan.mjs';

/** @param {'wasm' | 'webgpu'} backend */
export async function open(backend) {
  const found = await init(backend);
  if (!found.includes(backend)) throw new Error(`jax-js does not start on ${backend}`);
  defaultDevice(backend);
  if (backend === 'webgpu') return { setup: '' };
  return { setup: typeof SharedArrayBuffer === 'undefined' ? '1 thread (more need COOP/COEP headers)' : 'threads' };
}

/** @param {import('../plan.mjs').Problem} problem @param {import('../plan.mjs').Form} form */
export function trainer({ shape, batch: B, sequences, weights, x, y, order, recipe }, form) {
  const { h, T, n, N, d } = shape;
  const E = h * n;
  const { rate, beta1, beta2, weightDecay } = recipe;
  const array = (data, size) => np.array(data).reshape(size);
  const start = Object.entries(sizes(shape)).map(([name, size]) => array(weights[name], size));
  const zeros = () => start.map((w) => np.zeros(w.shape));
  let state = { w: start, m: zeros(), v: zeros(), power1: np.ones([]), power2: np.ones([]) };
  const inputs = array(x, [sequences, T, d]);
  const targets = array(y, [sequences, 1]);
  const orders = Array.from({ length: order.length / B }, (_, i) => np.array(order.slice(i * B, (i + 1) * B)));
  /** @type {any} */
  let loss = null;

  const gelu = (a) => a.ref.mul(lax.erf(a.mul(Math.SQRT1_2)).mul(0.5).add(0.5));

  const error = ([w1, b1, w2, b2, cls, query, key, value, output, w3, b3, w4, b4], tokens, wanted) => {
    const a = nn.relu(np.matmul(tokens, w1).add(b1)); // [B·T, N]
    const q = np.matmul(cls, query); // [1, E]
    const u = key
      .mul(q)
      .reshape([E, h, n])
      .sum(2)
      .mul(1 / Math.sqrt(n)); // [E, h]
    let z, width, score, project, shift;
    if (form === 'folded') {
      [z, width, score, project, shift] = [np.matmul(a, w2).add(b2), E, u, value, null];
    } else {
      [z, width, score, project] = [a, N, np.matmul(w2.ref, u), np.matmul(w2, value.ref)];
      shift = np.matmul(b2, value); // attention sums to one
    }
    const scores = np.matmul(z.ref, score).reshape([B, T, h]); // [B, T, h]
    const attention = nn.softmax(scores, 1);
    const pooled = np.einsum('bth,bte->bhe', attention, z.reshape([B, T, width])); // [B, h, width]
    const seen = np.einsum('bhe,ehn->bhn', pooled, project.reshape([width, h, n])).reshape([B, E]); // [B, h·n]
    const mixed = np.matmul(shift ? seen.add(shift) : seen, output); // [B, E]
    const predicted = np.matmul(gelu(np.matmul(mixed, w3).add(b3)), w4).add(b4); // [B, 1]
    return np.square(predicted.sub(wanted)).mean();
  };

  const learn = jit(({ w, m, v, power1, power2 }, all, wanted, chosen) => {
    const tokens = np.take(all, chosen.ref, 0).reshape([B * T, d]);
    const [value, gradients] = valueAndGrad(error)(
      w.map((one) => one.ref),
      tokens,
      np.take(wanted, chosen, 0),
    );
    const [next1, next2] = [power1.mul(beta1), power2.mul(beta2)]; // β^t, on the device
    const first = m.map((one, i) => one.mul(beta1).add(gradients[i].ref.mul(1 - beta1)));
    const second = v.map((one, i) => one.mul(beta2).add(np.square(gradients[i]).mul(1 - beta2)));
    const [correct1, correct2] = [np.subtract(1, next1.ref), np.subtract(1, next2.ref)];
    const moved = w.map((one, i) => {
      const mean = first[i].ref.div(correct1.ref);
      const spread = np.sqrt(second[i].ref.div(correct2.ref)).add(1e-8);
      return one.mul(1 - rate * weightDecay).sub(mean.div(spread).mul(rate));
    });
    correct1.dispose();
    correct2.dispose();
    return [{ w: moved, m: first, v: second, power1: next1, power2: next2 }, value];
  });

  return {
    step(i) {
      loss?.dispose();
      [state, loss] = learn(state, inputs.ref, targets.ref, orders[i % orders.length].ref);
    },
    loss: async () => (await loss.ref.data())[0],
    dispose() {
      tree.dispose([state, inputs, targets, orders, loss]);
      learn.dispose();
    },
  };
}
