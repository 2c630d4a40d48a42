// Runs in the page under test before anything else, where its server was asked to watch (serve.mjs): keeps
// what goes wrong, over reloads, for browsers that do not tell their driver (webkit-driver.js). A classic
// script, because modules run later.
(() => {
  const keep = (/** @type {string} */ words) => {
    const kept = JSON.parse(sessionStorage.getItem('watched errors') ?? '[]');
    sessionStorage.setItem('watched errors', JSON.stringify([...kept, words]));
  };
  // Also of elements that cannot load what they name: such events do not bubble, but are captured.
  const onError = (/** @type {ErrorEvent} */ { message, target }) =>
    keep(
      `uncaught: ${message ?? `cannot load ${/** @type {any} */ (target).src ?? /** @type {any} */ (target).href}`}`,
    );
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => keep(`uncaught: ${reason}`));
  const { error } = console;
  console.error = (...words) => {
    keep(`console: ${words.join(' ')}`);
    error.apply(console, words);
  };
})();
