// The state in the address, behind #: what is on screen can be sent, reloaded and kept as a bookmark.

const prefix = 'attention-lab:'; // of a code; the address goes without it
const forReload = 'attention-lab:reload'; // in sessionStorage: a page's own, gone with it
const mostLetters = 16_000;      // longer addresses are cut by some mail programs and refused by some browsers

export class Address {
    constructor() {
        this.code = this.keptForReload() || this.read();
    }

    /// The page goes: if it is only loaded again, it goes on where it is now. Browsers let the address be changed no more.
    keepForReload(code) {
        try {
            sessionStorage.setItem(forReload, JSON.stringify({hash: location.hash, code}));
        } catch { /* forbidden, or full: the address has the state of a moment ago */ }
    }

    keptForReload() {
        try {
            const [{type}] = performance.getEntriesByType('navigation');
            const {hash, code} = JSON.parse(sessionStorage.getItem(forReload));
            // An address that was changed a moment before may not have reached the browser that loads it again.
            const isSame = type === 'reload' || (type === 'back_forward' && hash === location.hash);
            return isSame ? code : '';
        } catch {
            return '';
        }
    }

    /// The code in the address, or an empty text. One that is damaged is no less a code: the program says what is wrong with it.
    read() {
        let text = location.hash.slice(1);
        try {
            text = decodeURIComponent(text);
        } catch { /* a % that stands for nothing */ }
        return text && (text.startsWith(prefix) ? text : prefix + text);
    }

    /// What stands behind ?: view, stage, text …
    options() {
        return Object.fromEntries(new URLSearchParams(location.search));
    }

    /// `code` is on screen now.
    show(code) {
        if (code === this.code) return;
        this.code = code;
        const state = code.length > mostLetters ? '' : code.slice(prefix.length);
        try {
            history.replaceState(null, '', location.pathname + location.search + (state && `#${state}`));
        } catch { /* forbidden in a frame, or too often in a short time */ }
    }

    /// Another code was typed into the address, or a link to one clicked.
    onChange(open) {
        addEventListener('hashchange', () => {
            const code = this.read();
            if (code && code !== this.code) open(this.code = code);
        });
    }
}
