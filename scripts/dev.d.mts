export type Package = import('./wasm.mjs').Package;
