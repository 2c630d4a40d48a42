/** What each part weighs. @param {string} [dist] */
export declare function measure(dist?: string): {
    part: string;
    files: number;
    raw: number;
    brotli: number;
    budget: {
        brotli: number;
        raw: number | undefined;
    };
    within: boolean;
}[];
