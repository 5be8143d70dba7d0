/** Keeps the editor's files for visits without a connection. Served from the root, so that it also sees the page itself. */

/** The part of the service worker's scope that is used here. The types of pages and of workers exclude each other. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const self: {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
};

const CACHE = 'pagewright editor';
/** Versioned files never change. */
const VERSIONED = /\/editor\/v\//;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  const home = new URL('./', self.registration.scope).pathname;
  if (url.origin !== location.origin) return;
  if (VERSIONED.test(url.pathname)) event.respondWith(keptFirst(request));
  else if (url.pathname === home) event.respondWith(freshFirst(request));
});

/** Returns the kept answer, otherwise a new one, which is kept. */
async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? keep(cache, request);
}

/** Returns a new answer. Without a connection, the kept one. A new page may use a new version: old files are deleted. */
async function freshFirst(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await keep(cache, request);
    const version = /editor\/v\/[\w-]+\//.exec(await response.clone().text())?.[0];
    if (version !== undefined)
      for (const kept of await cache.keys())
        if (VERSIONED.test(kept.url) && !kept.url.includes(version)) await cache.delete(kept);
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keep(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

export {};
