// What is packed in widget.mjs: scripts/one-file.mjs puts its packs in the place of this module. Without it there are
// none, and the widget needs `base`.

/** @type {import('./packed-files.js').Pack[]} */
export const packs = [];
