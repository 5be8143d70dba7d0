/** Registers the service worker that keeps the editor usable without a connection. */
export function workOffline(): void {
  // Browsers only offer service workers on secure origins.
  if (!('serviceWorker' in navigator)) return;
  const url = new URL('service-worker.js', document.baseURI);
  navigator.serviceWorker.register(url).catch(() => {
    // The editor also works without one, as long as there is a connection.
  });
}
