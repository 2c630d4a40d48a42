// Files that came inside the page: the one-file build (scripts/one-file.mjs) has all of them, because a page from
// file:// can fetch none. Everywhere else there are none.

/** Whether this is the one-file build. */
export const isOneFile = () => /** @type {any} */ (globalThis).headcountFiles !== undefined;

/** A file by the last part of its address; undefined where it is to be fetched. @param {URL} url @returns {Uint8Array<ArrayBuffer> | undefined} */
export const inlinedFile = ({ pathname }) =>
  /** @type {any} */ (globalThis).headcountFiles?.get(pathname.slice(pathname.lastIndexOf('/') + 1));
