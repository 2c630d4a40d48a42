export type PackedFile = {
    name: string;
    bytes: Buffer;
};
/** @param {string} dist */
export declare function writeOneFile(dist: string): Promise<void>;
