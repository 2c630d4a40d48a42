// The page's views, in the order of their tabs.

/** By name, what the tab says. */
export const TABS = /** @type {const} */ ([
  ['transition', 'Cliff'],
  ['learning', 'Learning'],
  ['width', 'Width'],
  ['heads', 'Heads'],
  ['theory', 'Theory'],
  ['rank', 'Too many heads'],
  ['paper', 'The paper'],
  ['table', 'Table'],
]);
