/** The environment in which cargo builds the product for wasm32; the same for lints and tests in its profiles. @returns {Record<string, string>} */
export declare function productEnvironment(): Record<string, string>;
