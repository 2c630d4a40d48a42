// Running commands, and stopping with a sentence. Node's own modules only: this runs before
// anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where tools are kept, shared by all clones on this machine. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'headcount');

/** Where cargo builds. */
export const target = process.env.CARGO_TARGET_DIR || join(root, 'target');

/** Something that a person can mend, told in one sentence. */
export class Refusal extends Error {}

/** Runs `main`; a refusal or a failed command ends the process with its sentence and code 1. */
export function finishWith(main) {
  main().catch((error) => {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exit(1);
  });
}

export function say(sentence) {
  console.log(`headcount: ${sentence}`);
}

/**
 * Runs a command in sight of the user.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {Record<string, string>} [options.env]  on top of this process's own
 * @param {string} [options.cwd]
 * @param {(line: string) => void} [options.watch]  is given every line of its output
 */
export function run(command, args, { env = {}, cwd = root, watch } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let tail = '';
    const follow = (/** @type {NodeJS.ReadableStream} */ from, /** @type {NodeJS.WritableStream} */ to) => {
      let rest = '';
      from.on('data', (data) => {
        to.write(data);
        const lines = (rest + data).split('\n');
        rest = lines.pop() ?? '';
        tail = (tail + data).slice(-20000);
        for (const line of lines) watch?.(line);
      });
      from.on('end', () => rest && watch?.(rest));
    };
    follow(child.stdout, process.stdout);
    follow(child.stderr, process.stderr);
    child.on('error', (error) => failed(new Refusal(`${command} does not start: ${error.message}.`)));
    child.on('close', (code, signal) => {
      if (code === 0) return done(undefined);
      if (/no space left on device|ENOSPC/i.test(tail)) {
        return failed(new Refusal('The disk is full. Free about 6 GB and run this again; what is built so far is kept.'));
      }
      failed(new Refusal(`"${command} ${args.join(' ')}" failed (${signal ?? `exit code ${code}`}); its own words stand above.`));
    });
  });
}

/** What a command prints, or undefined if it is not there or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Every file below `path`, sorted. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) => filesBelow(join(path, name)));
}

/** A fingerprint of files' contents and of further words. */
export function fingerprint(paths, words = []) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.update(words.join('\0')).digest('hex');
}
