// Functions that run in the page under test: they find what a reader sees, through all shadow roots. They
// are sent there as text, so they use nothing from outside this file but each other.

/** Every element that matches, in the order of the document. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
function everywhere(selector, root = document) {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(selector) ? [/** @type {HTMLElement} */ (element)] : []),
    ...(element.shadowRoot ? everywhere(selector, element.shadowRoot) : []),
  ]);
}

/** Whether there is anything of it to see. @param {Element} element */
function isShown(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
}

/** As a screen reader calls it, for the elements of this page. @param {Element} element */
function nameOf(element) {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const said = /** @type {Element} */ (element.cloneNode(true));
  for (const hidden of said.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return (said.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The elements of a role and name that can be seen. @param {'button' | 'tab'} role @param {string} name */
function byRole(role, name) {
  const selector = { button: 'button:not([role])', tab: '[role=tab]' }[role];
  return everywhere(selector).filter((element) => nameOf(element) === name && isShown(element));
}

/** The element under a position, inside all shadow roots. @param {number} x @param {number} y */
function under(x, y) {
  let at = document.elementFromPoint(x, y);
  while (at?.shadowRoot) {
    const inner = at.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === at) break;
    at = inner;
  }
  return at;
}

const functions = { everywhere, isShown, nameOf, byRole, under };

/** The functions as text that defines `inPage`: what is called in the page stands after it. */
export const source = `const inPage = (() => {
  ${Object.values(functions).join('\n')}
  return { ${Object.keys(functions).join(', ')} };
})();`;
export { byRole, everywhere, isShown, nameOf, under };
