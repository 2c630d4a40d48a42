// What is kept of a reader's choices for the next visit, where the browser keeps such things: whether all
// settings are open, whether the story is known. What was trained is kept elsewhere (storage/).

/** @typedef {'settings' | 'story'} Choice */

export const remembered = {
  /** '' where nothing was chosen. @param {Choice} name */
  read(name) {
    try {
      return localStorage.getItem(`headcount ${name}`) ?? '';
    } catch {
      return '';
    }
  },

  /** @param {Choice} name @param {string} value */
  write(name, value) {
    try {
      localStorage.setItem(`headcount ${name}`, value);
    } catch {
      // Not kept: the next visit begins as the first one.
    }
  },
};
