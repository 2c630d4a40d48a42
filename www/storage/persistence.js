// Asks the browser not to evict what this page has stored when the disk is full: once, after something
// worth keeping was stored, and only where that asks the reader nothing.

let hasAsked = false;

/** Called after something was stored. */
export async function keepStored() {
  if (hasAsked) return;
  hasAsked = true;
  try {
    const { storage } = navigator;
    if (!storage?.persist || (await storage.persisted()) || (await wouldPrompt())) return;
    await storage.persist();
  } catch {
    // It stays as evictable as it was.
  }
}

/**
 * Whether the browser would ask the reader. Firefox does, unless it was answered before; Chromium and
 * WebKit decide by themselves. No API tells which a browser does.
 */
async function wouldPrompt() {
  if (!('mozInnerScreenX' in window)) return false;
  const { state } = await navigator.permissions.query({ name: 'persistent-storage' });
  return state !== 'granted';
}
