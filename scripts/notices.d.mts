export type Crate = import('./crates.mjs').Crate;
export type Notice = {
    name: string;
    version: string;
    licence: string;
    from: string;
    texts: string[];
};
/** @typedef {import('./crates.mjs').Crate} Crate */
/** @typedef {{ name: string, version: string, licence: string, from: string, texts: string[] }} Notice */
export declare const NOTICES = "THIRD-PARTY-NOTICES.txt";
/**
 * A plugin for vite's build that notes which npm packages are in the bundle.
 *
 * @param {Set<string>} found  where their names go
 * @returns {import('vite').Plugin}
 */
export declare function notePackages(found: Set<string>): import('vite').Plugin;
/**
 * Writes the notices of what is in dist/. Returns how many there are.
 *
 * @param {string} dist
 * @param {Set<string>} npmPackages  those in the bundle
 */
export declare function writeNotices(dist: string, npmPackages: Set<string>): number;
