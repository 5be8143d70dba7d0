/** The service worker that keeps the editor usable without a connection. */

/**
 * Registers the service worker. A first visit begins without it, so what was loaded until then is loaded again, from the
 * browser's cache. Then the root element has `data-offline="ready"`. `loadedByWorker`: asks the renderer for its URLs.
 */
export async function workOffline(loadedByWorker: () => Promise<readonly string[]>): Promise<void> {
  // Browsers only offer service workers on secure origins.
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  try {
    await serviceWorker.register(new URL('service-worker.js', document.baseURI));
    if (isFirst) await keepLoaded(loadedByWorker);
    document.documentElement.dataset['offline'] = 'ready';
  } catch {
    // The editor also works without one, as long as there is a connection.
  }
}

async function keepLoaded(loadedByWorker: () => Promise<readonly string[]>): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller === null)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const page = new URL('./', document.baseURI).href;
  for (const url of new Set([page, ...loaded, ...(await loadedByWorker())])) await fetch(url);
}
