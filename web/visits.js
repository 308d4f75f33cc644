// The service worker, which keeps the page for visits without a network, and what it asks of an open page.

const leftWithin = 10_000; // milliseconds: a page that is still there by then was not left after all

/// Fails on servers and in frames that allow none.
export async function keepPage() {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    let left = -Infinity; // when the page was last being left, as for a load of its own
    addEventListener('beforeunload', () => { left = performance.now(); });
    // "Do you go?", asked before a newer version takes the place of the one that this page is of. One leaving is one load.
    worker.addEventListener('message', ({ports: [port]}) => {
        port?.postMessage(performance.now() - left < leftWithin);
        left = -Infinity;
    });
    await worker.register('./service-worker.js');
}
