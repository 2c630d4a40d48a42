export type Crate = {
    name: string;
    version: string;
    authors: string[];
    /**
     * an SPDX expression
     */
    license: string | null;
    license_file: string | null;
    repository: string | null;
    /**
     * where it was downloaded from; null for our own
     */
    source: string | null;
    manifest_path: string;
};
export declare const WASM = "wasm32-unknown-unknown";
/** The platform that this machine is. */
export declare const hostPlatform: () => string;
/** Every downloaded crate that a build for wasm32 may need. */
export declare const downloadedCrates: () => Crate[];
/**
 * The crates of one build, sorted by name. Our own are among them.
 *
 * @param {string} platform
 * @param {string[]} selection  cargo's arguments that select packages and features, without the platform
 * @param {string} edges  which dependencies count, as `cargo tree` takes it
 */
export declare function cratesOf(platform: string, selection: string[], edges: string): Crate[];
