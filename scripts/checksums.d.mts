export declare const CHECKSUMS = "SHA256SUMS";
/** @param {string} dist */
export declare function writeChecksums(dist: string): void;
