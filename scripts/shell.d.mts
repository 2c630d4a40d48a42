/** The project's folder. */
export declare const root: string;
/** Where tools are kept, shared by all clones on this machine. */
export declare const cache: string;
/** Where cargo builds. */
export declare const target: string;
/** A problem that the user can solve; its message is one sentence and says how. */
export declare class Refusal extends Error {
}
/** Runs `main`; an error ends the process with exit code 1, a `Refusal` with its sentence alone. @param {() => Promise<unknown>} main */
export declare function finishWith(main: () => Promise<unknown>): void;
/** Tells the user what is being done. @param {string} sentence */
export declare function say(sentence: string): void;
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
export declare function run(command: string, args: string[], { env, cwd, label, background, signal, onLine }?: {
    env?: Record<string, string>;
    cwd?: string;
    label?: string;
    background?: boolean;
    signal?: AbortSignal;
    onLine?: (line: string) => void;
}): Promise<any>;
/** What a command prints, or undefined if it is not installed or fails. @param {string} command @param {string[]} args */
export declare function output(command: string, args: string[], options?: {}): string | undefined;
/** Every file below `path`, sorted. @param {string} path @returns {string[]} */
export declare function filesBelow(path: string): string[];
/** A fingerprint of the contents of files, and of further words. @param {string[]} paths @param {string[]} [words] */
export declare function fingerprint(paths: string[], words?: string[]): string;
