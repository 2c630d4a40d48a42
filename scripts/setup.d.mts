/** npm packages, as locked. */
export declare function npmPackages(): Promise<void>;
/** Packages of Debian, where they can be installed unasked: as root, with apt. Elsewhere nothing happens. @param {string[]} packages */
export declare function debianPackages(packages: string[]): Promise<void>;
/** Rust itself, new enough, with the wasm target and whatever components are asked for. @param {string[][]} [components]  names and their commands */
export declare function rust(components?: string[][]): Promise<void>;
/**
 * The program that writes the JavaScript glue of a wasm file (scripts/bindgen). Returns its path.
 * Cargo rebuilds it only when its sources changed.
 */
export declare function bindgen(): Promise<string>;
/**
 * The crate that a lock file asks for and the registry does not have, as cargo named it when it failed;
 * undefined if cargo failed for any other reason: a checksum that differs, no network, code that does not
 * compile. Those are no reason to build from other versions than the locked ones.
 *
 * @param {string[]} lines  what cargo printed
 */
export declare function missingVersion(lines: string[]): string | undefined;
/** wasm-pack, and the wasm-bindgen commands that it calls, of exactly the version in Cargo.lock. For tests alone. */
export declare function wasmPack(): Promise<string>;
/** cargo-deny, for `npm run audit` alone. Returns its path. */
export declare function cargoDeny(): Promise<string>;
/** The PATH with our tools first, so that wasm-pack finds the wasm-bindgen commands. */
export declare function toolPath(): string;
/** Refuses to begin a long build that cannot end. @param {number} gigabytes */
export declare function diskSpace(gigabytes: number): void;
