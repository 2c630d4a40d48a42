export type Crate = import('./crates.mjs').Crate;
export type Rules = {
    licenses: {
        allow: string[];
        exceptions: {
            crate: string;
            allow: string[];
        }[];
    };
    bans: {
        skip: {
            crate: string;
            reason: string;
        }[];
    };
};
export type Licence = {
    license: string;
    exception?: string;
} | {
    left: Licence;
    conjunction: 'and' | 'or';
    right: Licence;
};
/**
 * Everything that is wrong, a sentence each.
 *
 * @param {Rules} rules
 * @param {Crate[]} crates
 * @param {{ name: string, license?: string }[]} npmPackages
 * @param {(expression: string) => Licence} parse  parses an SPDX expression
 */
export declare function problems({ licenses, bans }: Rules, crates: Crate[], npmPackages: {
    name: string;
    license?: string;
}[], parse: (expression: string) => Licence): string[];
