// What is kept between visits: the files below /kept (settings, progress, unsaved work, own models), each an entry of localStorage. It is
// written at once, also while the page is being closed.

const prefix = 'attention-lab:';

// Entries are text: a model, which is not, is written in base64.
const isText = (file) => !file.endsWith('.safetensors');
const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export class Storage {
    /// `tell(what, hint)`: something could not be kept.
    constructor(tell) {
        this.tell = tell;
        this.times = new Map(); // of each file, when it was written or read last
        this.told = false;
    }

    /// localStorage, or nothing where the browser forbids it.
    get entries() {
        try {
            return window.localStorage;
        } catch {
            return null;
        }
    }

    /// Puts what was kept into the program's files.
    restore(FS) {
        this.FS = FS;
        FS.mkdirTree('/kept/state');
        FS.mkdirTree('/kept/lessons');
        const {entries} = this;
        for (let i = 0; i < (entries?.length ?? 0); ++i) {
            const key = entries.key(i);
            if (key.startsWith(`${prefix}/kept/`)) this.take(key.slice(prefix.length), entries.getItem(key));
        }
        // Another page of the same browser has changed something.
        addEventListener('storage', ({key, newValue}) => {
            if (key?.startsWith(`${prefix}/kept/`) && newValue !== null) this.take(key.slice(prefix.length), newValue);
        });
    }

    take(file, text) {
        this.FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
        this.FS.writeFile(file, isText(file) ? text : toBytes(text));
        this.times.set(file, this.FS.stat(file).mtime.getTime());
    }

    *files(folder) {
        for (const name of this.FS.readdir(folder)) {
            if (name === '.' || name === '..') continue;
            const file = `${folder}/${name}`, status = this.FS.stat(file);
            if (this.FS.isDir(status.mode)) yield* this.files(file);
            else if (!name.endsWith('.part')) yield [file, status.mtime.getTime()];
        }
    }

    /// Keeps what has changed since the last time.
    keep() {
        const there = new Set();
        for (const [file, time] of this.files('/kept')) {
            there.add(file);
            if (this.times.get(file) === time) continue;
            this.times.set(file, time);
            this.write(file, isText(file) ? this.FS.readFile(file, {encoding: 'utf8'}) : toText(this.FS.readFile(file)));
        }
        for (const file of [...this.times.keys()].filter((name) => !there.has(name))) {
            this.times.delete(file);
            this.entries?.removeItem(prefix + file);
        }
    }

    /// In a frame without an origin nobody expects that anything is kept: its page has said so.
    isSandboxed() {
        return window.parent !== window && window.origin === 'null';
    }

    write(file, text) {
        try {
            if (!this.entries) throw new Error('forbidden');
            this.entries.setItem(prefix + file, text);
        } catch (error) {
            if (this.told || this.isSandboxed()) return;
            this.told = true;
            if (error.name === 'QuotaExceededError')
                this.tell('there is no room left for unsaved work', 'save it as a file (Ctrl S), or copy the address');
            else
                this.tell('this browser does not let pages keep anything', 'save your work as a file (Ctrl S), or copy the address');
        }
    }
}
