// The model and its training in TensorFlow.js, written as its users would write it well: variables,
// tidy, the library's own Adam, data on the device, batches picked there.
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { getThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgpu';
import { LAYER_WEIGHTS } from '../layer.mjs';
import { sizes } from '../plan.mjs';

/** @param {'wasm' | 'webgpu'} backend @param {string} files  where the backend's .wasm files are */
export async function open(backend, files) {
  setWasmPaths(files);
  if (!(await tf.setBackend(backend))) throw new Error(`TensorFlow.js does not start on ${backend}`);
  await tf.ready();
  if (backend === 'webgpu') return { setup: '' };
  const [simd, threads] = [
    await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'),
    await tf.env().getAsync('WASM_HAS_MULTITHREAD_SUPPORT'),
  ];
  return {
    setup: `${simd ? 'SIMD' : 'no SIMD'}, ${threads ? `${getThreadsCount()} threads` : '1 thread (more need COOP/COEP headers)'}`,
  };
}

/** Steps of Adam on batches that are picked on the device. @param {any} problem @param {number[]} sizes  of one sequence, of one target @param {tf.Variable[]} variables @param {(tokens: any, wanted: any) => tf.Scalar} error */
function learner({ batch: B, sequences, x, y, order, recipe }, [input, target], variables, error) {
  const inputs = tf.tensor2d(x, [sequences, input]);
  const targets = tf.tensor2d(y, [sequences, target]);
  const orders = tf.tensor2d(order, [order.length / B, B], 'int32');
  const optimizer = tf.train.adam(recipe.rate, recipe.beta1, recipe.beta2, 1e-8);
  /** @type {tf.Scalar | null} */
  let loss = null;

  const step = (i) => {
    const before = loss;
    loss = tf.tidy(() => {
      const chosen = tf.reshape(tf.slice(orders, [i % (order.length / B), 0], [1, B]), [B]);
      const [tokens, wanted] = [tf.gather(inputs, chosen), tf.gather(targets, chosen)];
      const { value, grads } = tf.variableGrads(() => error(tokens, wanted), variables);
      if (recipe.weightDecay > 0)
        for (const variable of variables) variable.assign(tf.mul(variable, 1 - recipe.rate * recipe.weightDecay));
      optimizer.applyGradients(grads);
      return value;
    });
    before?.dispose();
  };

  return {
    step,
    loss: async () => (await /** @type {tf.Scalar} */ (loss).data())[0],
    dispose() {
      tf.dispose([...variables, inputs, targets, orders, ...(loss ? [loss] : [])]);
      optimizer.dispose();
    },
  };
}

/** Paper 2's attention layer: every point asks, and heads share the width d. @param {import('../layer.mjs').LayerProblem} problem */
export function layerTrainer(problem) {
  const { shape, batch: B, weights } = problem;
  const { d, h, T } = shape;
  const n = d / h;
  const variables = LAYER_WEIGHTS.map((name) =>
    tf.variable(tf.tensor2d(weights[name], [d, d]), true, `${name}/${crypto.randomUUID()}`),
  );
  const [query, key, value, output] = variables;
  return learner(problem, [T * d, T * d], variables, (points, wanted) => {
    const tokens = tf.reshape(points, [B * T, d]);
    const ofHeads = (matrix) => tf.transpose(tf.reshape(tf.matMul(tokens, matrix), [B, T, h, n]), [0, 2, 1, 3]); // [B, h, T, n]
    const scores = tf.mul(tf.matMul(ofHeads(query), ofHeads(key), false, true), 1 / Math.sqrt(n)); // [B, h, T, T]
    const seen = tf.matMul(tf.softmax(scores), ofHeads(value)); // [B, h, T, n]
    const answers = tf.matMul(tf.reshape(tf.transpose(seen, [0, 2, 1, 3]), [B * T, d]), output);
    // The sum over the numbers of an answer, the mean over answers.
    return tf.mul(tf.mean(tf.squaredDifference(answers, tf.reshape(wanted, [B * T, d]))), d);
  });
}

/** @param {import('../plan.mjs').Problem} problem @param {import('../plan.mjs').Form} form */
export function trainer(problem, form) {
  const { shape, batch: B, weights } = problem;
  const { h, T, n, N, d } = shape;
  const E = h * n;
  // The wasm backend's fused matMul wants biases of rank 1.
  const variables = Object.entries(sizes(shape)).map(([name, size]) =>
    tf.variable(
      name.endsWith('bias') ? tf.tensor1d(weights[name]) : tf.tensor2d(weights[name], size),
      true,
      `${name}/${crypto.randomUUID()}`,
    ),
  );
  const [w1, b1, w2, b2, cls, query, key, value, output, w3, b3, w4, b4] = variables;

  const linear = (a, b, bias) => tf.fused.matMul({ a, b, bias });
  const gelu = (a) => tf.mul(a, tf.add(tf.mul(tf.erf(tf.mul(a, Math.SQRT1_2)), 0.5), 0.5));

  const predict = (tokens) => {
    const a = tf.relu(linear(tokens, w1, b1)); // [B·T, N]
    const q = tf.matMul(cls, query); // [1, E]
    const u = tf.mul(tf.sum(tf.reshape(tf.mul(key, q), [E, h, n]), 2), 1 / Math.sqrt(n)); // [E, h]
    // What is scored and pooled, with its width, its score vectors and its values.
    const [z, width, score, project] =
      form === 'folded' ? [linear(a, w2, b2), E, u, value] : [a, N, tf.matMul(w2, u), tf.matMul(w2, value)];
    const scores = tf.transpose(tf.reshape(tf.matMul(z, score), [B, T, h]), [0, 2, 1]); // [B, h, T]
    const attention = tf.softmax(scores);
    const pooled = tf.matMul(attention, tf.reshape(z, [B, T, width])); // [B, h, width]
    const values = tf.transpose(tf.reshape(project, [width, h, n]), [1, 0, 2]); // [h, width, n]
    const seen = tf.matMul(tf.transpose(pooled, [1, 0, 2]), values); // [h, B, n]
    const flat = tf.reshape(tf.transpose(seen, [1, 0, 2]), [B, E]); // [B, h·n]
    const whole = form === 'folded' ? flat : tf.add(flat, tf.matMul(tf.reshape(b2, [1, E]), value)); // attention sums to one
    return linear(gelu(linear(tf.matMul(whole, output), w3, b3)), w4, b4); // [B, 1]
  };

  return learner(problem, [T * d, 1], variables, (tokens, wanted) =>
    tf.mean(tf.squaredDifference(predict(tf.reshape(tokens, [B * T, d])), wanted)),
  );
}
