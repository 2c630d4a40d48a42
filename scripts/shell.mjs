// Running commands, and ending with a sentence that says what to do. Imports Node's own modules
// only, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants, homedir, setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where tools are kept, shared by all clones on this machine. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'headcount');

/** Where cargo builds. */
export const target = process.env.CARGO_TARGET_DIR || join(root, 'target');

/** A problem that the user can solve; its message is one sentence and says how. */
export class Refusal extends Error {}

/** Runs `main`; an error ends the process with exit code 1, a `Refusal` with its sentence alone. @param {() => Promise<unknown>} main */
export function finishWith(main) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  process.on('exit', () => {
    for (const end of running) end();
  });
  main().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exit(1);
  });
}

/** Tells the user what is being done. @param {string} sentence */
export function say(sentence) {
  console.log(`headcount: ${sentence}`);
}

/** Ends a command that is running; one function for each. @type {Set<() => void>} */
const running = new Set();

/** Lets a command that leads a process group run only when nothing else wants the processor. @param {number} pid */
function yieldProcessor(pid) {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    // Linux compares priorities within a session only, and sessions by this.
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // Another system, or a Linux without groups.
  }
}

/**
 * Runs a command and shows its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {Record<string, string>} [options.env]  added to this process's own
 * @param {string} [options.cwd]
 * @param {string} [options.label]  stands before every line, where commands run side by side
 * @param {boolean} [options.background]  yields the processor to everything else
 * @param {AbortSignal} [options.signal]  ends the command, and every process that it started
 * @param {(line: string) => void} [options.onLine]  called with every line of its output
 */
export function run(command, args, { env = {}, cwd = root, label, background = false, signal, onLine } = {}) {
  return new Promise((done, failed) => {
    // Cargo does not end its compilers: to end them all, they need a process group of their own.
    const group = background || signal !== undefined;
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: group,
    });
    const end = () => {
      if (group && child.pid) process.kill(-child.pid, 'SIGTERM');
      else child.kill();
    };
    const forget = () => {
      running.delete(end);
      signal?.removeEventListener('abort', end);
    };
    running.add(end);
    signal?.addEventListener('abort', end);
    if (background && child.pid) yieldProcessor(child.pid);
    let tail = '';
    const follow = (/** @type {NodeJS.ReadableStream} */ from, /** @type {NodeJS.WritableStream} */ to) => {
      let rest = '';
      from.setEncoding('utf8');
      from.on('data', (data) => {
        const lines = (rest + data).split('\n');
        rest = lines.pop() ?? '';
        tail = (tail + data).slice(-20000);
        if (label) to.write(lines.map((line) => `${label}: ${line}\n`).join(''));
        else to.write(data);
        for (const line of lines) onLine?.(line);
      });
      from.on('end', () => {
        if (label && rest) to.write(`${label}: ${rest}\n`);
        if (rest) onLine?.(rest);
      });
    };
    follow(child.stdout, process.stdout);
    follow(child.stderr, process.stderr);
    child.on('error', (error) => {
      forget();
      failed(new Refusal(`${command} does not start: ${error.message}.`));
    });
    child.on('close', (code, killedBy) => {
      forget();
      if (code === 0) return done(undefined);
      if (/no space left on device|ENOSPC/i.test(tail)) {
        return failed(
          new Refusal('The disk is full. Free about 6 GB and run this again; what is built so far is kept.'),
        );
      }
      failed(
        new Refusal(
          `"${command} ${args.join(' ')}" failed (${killedBy ?? `exit code ${code}`}); its own words stand above.`,
        ),
      );
    });
  });
}

/** What a command prints, or undefined if it is not installed or fails. @param {string} command @param {string[]} args */
export function output(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  return status === 0 ? stdout.trim() : undefined;
}

/** Every file below `path`, sorted. @param {string} path @returns {string[]} */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** A fingerprint of the contents of files, and of further words. @param {string[]} paths @param {string[]} [words] */
export function fingerprint(paths, words = []) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.update(words.join('\0')).digest('hex');
}
