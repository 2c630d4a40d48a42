// Talks to native.py, where there is an interpreter with JAX. It is not installed for anybody:
// JAX_PYTHON names an interpreter, python3 is tried otherwise.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { output } from '../../scripts/shell.mjs';

/** Starts it on one thread or on all; null if JAX is not at hand. @param {'1' | 'all'} threads */
export function startNative(threads = '1') {
  const python = process.env.JAX_PYTHON || 'python3';
  if (output(python, ['-c', 'import jax']) === undefined) return null;
  const child = spawn(python, [join(import.meta.dirname, 'native.py'), threads], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** @param {string} order @param {object} [rest] @returns {Promise<any>} */
    async ask(order, rest = {}) {
      child.stdin.write(`${JSON.stringify({ order, ...rest })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('native.py ended');
      const answer = JSON.parse(value);
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
    end: () => child.stdin.end(),
  };
}
