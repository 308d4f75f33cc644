// Keeps the page for visits without a network. `version` and `files` stand above, put there by scripts/web_pack.py.

const name = `attention-lab-${version}`;

self.addEventListener('install', (event) => event.waitUntil((async () => {
    const cache = await caches.open(name);
    await cache.addAll(files.map((file) => new Request(file, {cache: 'reload'})));
    await self.skipWaiting();
})()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
    for (const other of await caches.keys())
        if (other.startsWith('attention-lab-') && other !== name) await caches.delete(other);
    await self.clients.claim();
})()));

// What is kept is all of one version, so it is asked first; a new version is there at the next visit.
self.addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
    event.respondWith((async () =>
        (await (await caches.open(name)).match(event.request, {ignoreSearch: true})) ?? fetch(event.request))());
});
