// Whether another version of the page was published after this tab opened it. Then files of the version
// in this tab may be gone from the host: what is still to be loaded fails, and only a reload helps.

/**
 * Asks the host for the page's HTML: does it still name the scripts that this tab was loaded from? A host
 * that does not answer has said nothing.
 */
export async function isReplaced() {
  const scripts = [...document.querySelectorAll('script[type=module][src]')].map((script) =>
    String(script.getAttribute('src')),
  );
  try {
    const response = await fetch(location.pathname, { cache: 'no-store' });
    if (!response.ok) return false;
    const html = await response.text();
    return scripts.some((name) => !html.includes(name));
  } catch {
    return false;
  }
}
