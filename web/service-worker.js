// Keeps the page for visits without a network, and isolates it from other pages: browsers then let it start threads, and read the
// time twenty times as finely, which the race needs. `version` and `files` stand above, put there by scripts/web_pack.py.

const name = `attention-lab-${version}`;

// As in loader.js: a module with a vector instruction.
const hasVectors = WebAssembly.validate(Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11));
const useless = hasVectors ? ['plain/'] : ['simd/', 'threads/'];

self.addEventListener('install', (event) => event.waitUntil((async () => {
    const cache = await caches.open(name);
    const kept = files.filter((file) => !useless.some((folder) => file.startsWith(folder)));
    await cache.addAll(kept.map((file) => new Request(file, {cache: 'reload'})));
})()));

// Only when no page of the version before is open: a page starts its threads when it has work for them, and they have to be
// those of its own program. A page that was loaded without a service worker goes on without one, for the same reason.
self.addEventListener('activate', (event) => event.waitUntil((async () => {
    for (const other of await caches.keys())
        if (other.startsWith('attention-lab-') && other !== name) await caches.delete(other);
})()));
self.addEventListener('message', ({data}) => { if (data === 'begin') self.skipWaiting(); });

/// Whether an open page is being left, which it alone knows (visits.js). One that does not answer is busy, and stays.
function goes(page) {
    return new Promise((answered) => {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = ({data}) => answered(data);
        page.postMessage('Do you go?', [port2]);
        setTimeout(answered, 1000, false);
    });
}

let gaveWay = false;

/// A page is being loaded while a newer version waits. Where every open page is being left, as by loading it again, that one
/// begins now, and the page is loaded once more, by a script: Chromium takes a `Refresh` of an address with a # for a jump within
/// the page. The pages that are open do not include the one being loaded: a new tab beside another would look like that other
/// one alone, loaded again.
async function givesWay(request) {
    if (request.mode !== 'navigate') return false;
    if (!gaveWay) {
        if (!registration.waiting) return false;
        const pages = await self.clients.matchAll();
        if (!(await Promise.all(pages.map(goes))).every(Boolean)) return false;
    }
    gaveWay = true;
    registration.waiting?.postMessage('begin');
    return true;
}

/// What a server would have to say for that; a plain server of files does not.
function isolated(answer) {
    const headers = new Headers(answer.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    return new Response(answer.body, {status: answer.status, statusText: answer.statusText, headers});
}

// What is kept is all of one version, so it is asked first.
self.addEventListener('fetch', (event) => {
    if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
    event.respondWith((async () => {
        if (await givesWay(event.request))
            return new Response('<script>location.reload()</script>', {headers: {'Content-Type': 'text/html'}});
        const kept = await (await caches.open(name)).match(event.request, {ignoreSearch: true});
        return isolated(kept ?? await fetch(event.request));
    })());
});
