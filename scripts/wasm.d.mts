export type Package = {
    name: string;
    crate: string;
    libraries: string[];
    profile: string;
    features: string[];
    usually: string;
};
/**
 * What is built: a door crate with the libraries it is made of, in which profile, and how long that
 * takes from nothing on two cores.
 *
 * @typedef {{ name: string, crate: string, libraries: string[], profile: string, features: string[], usually: string }} Package
 */
/** @type {Package} */
export declare const page: Package;
/** @type {Package} */
export declare const workerCpu: Package;
/** @type {Package} */
export declare const workerWebgpu: Package;
export declare const packages: Package[];
/** Cargo's arguments that select one package: the same for builds and lints, so that nothing is compiled twice. @param {{ crate: string, features: string[] }} entry */
export declare function selection({ crate, features }: {
    crate: string;
    features: string[];
}): string[];
/** Is the package built from the sources as they are, in any profile? @param {Package} entry */
export declare const isCurrent: (entry: Package) => boolean;
/** Is there a real build of the package, and no placeholder? @param {Package} entry */
export declare const isBuilt: (entry: Package) => boolean;
/** Cargo's arguments that compile a package. @param {Package} entry @param {string} profile */
export declare function compilation(entry: Package, profile: string): string[];
/** The environment of cargo for a profile. @param {string} profile @returns {Record<string, string>} */
export declare const environmentOf: (profile: string) => Record<string, string>;
/**
 * Builds one package.
 *
 * @param {Package} entry
 * @param {object} [options]
 * @param {string} [options.profile]  the product's, unless another is asked for
 * @param {string | Promise<string>} [options.bindgen]  the program that writes the glue
 * @param {string} [options.label]
 * @param {boolean} [options.background]
 * @param {AbortSignal} [options.signal]
 * @param {(line: string) => void} [options.onLine]
 */
export declare function buildPackage(entry: Package, { profile, bindgen, ...options }?: {
    profile?: string;
    bindgen?: string | Promise<string>;
    label?: string;
    background?: boolean;
    signal?: AbortSignal;
    onLine?: (line: string) => void;
}): Promise<void>;
/** Puts a module in the place of a package that throws `sentence`, so that importers resolve. @param {Package} entry @param {string} sentence */
export declare function writePlaceholder(entry: Package, sentence: string): void;
/**
 * Begins to build every package that is not there in its product profile. `served` resolves when the
 * page can be served, `webgpu` when the WebGPU engine is there too.
 *
 * The page and the CPU engine are compiled side by side: their profiles have separate folders and
 * locks in cargo's target folder, and each leaves a core idle now and then. The WebGPU engine shares
 * the page's profile and so begins after it, and yields the processor: to the CPU engine's build,
 * and to whatever the reader trains meanwhile.
 *
 * @returns {Promise<{ served: Promise<unknown>, webgpu: Promise<unknown> }>}
 */
export declare function beginBuild(): Promise<{
    served: Promise<unknown>;
    webgpu: Promise<unknown>;
}>;
/** Builds every package that is not there in its product profile. */
export declare function buildWasm(): Promise<void>;
/** Builds the page and the CPU engine, as they are now, for tests that load them without a browser. */
export declare function buildForUnitTests(): Promise<void>;
/** Builds what TypeScript needs to check the page: declarations of the page and of a worker. */
export declare function buildDeclarations(): Promise<void>;
