// Files: what the program writes is downloaded; files to open are chosen or dropped.

const mostBytes = 64 << 20;

/// A figure that the program wrote as SVG, as PNG. It says how many pixels one of the figure gets.
async function pixelsOf(svg) {
    const sharpness = Number(/data-sharpness="([\d.]+)"/.exec(new TextDecoder().decode(svg.subarray(0, 200)))?.[1] ?? 1);
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    await image.decode();
    const canvas = new OffscreenCanvas(sharpness * image.width, sharpness * image.height);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    return canvas.convertToBlob();
}

/// Into the clipboard, where the browser allows it; the file is there in any case.
async function copied(picture) {
    try {
        await navigator.clipboard.write([new ClipboardItem({[picture.type]: picture})]);
    } catch { /* not on a secure page, or not allowed */ }
}

/// The files of a list, each with its path: from the folder that was chosen, or its name alone.
const listed = (list) => Array.from(list, (file) => ({file, path: file.webkitRelativePath || file.name}));

export class Files {
    /// What the program does: `open(path)`, false if it refuses at once; `tell(where, what, hint)` that it cannot; and for a real model
    /// `hold(name, bytes)` memory, `reading(name, done, all)` into it, `letGo(place)`.
    constructor(picker, folderPicker, program) {
        const begun = new Promise((begin) => { this.begin = begin; }); // the program runs
        Object.assign(this, {picker, folderPicker, program, begun, tell: program.tell});
        for (const each of [picker, folderPicker])
            each.addEventListener('change', () => {
                this.take(listed(each.files));
                each.value = ''; // so that the same file can be chosen again
            });
        addEventListener('dragover', (event) => event.preventDefault());
        addEventListener('drop', (event) => {
            event.preventDefault();
            if (event.dataTransfer) this.drop(event.dataTransfer);
        });
    }

    start(FS, memory) {
        Object.assign(this, {FS, memory});
        FS.mkdirTree('/opened');
        FS.mkdirTree('/downloads');
    }

    choose() { this.picker.click(); }
    chooseFolder() { this.folderPicker.click(); }

    async drop({items, files}) {
        const folders = Array.from(items, (item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory);
        const chosen = listed(files); // gone after the first wait
        await this.begun;
        if (!folders.length) return this.take(chosen);
        const [{name}] = folders;
        if (chosen.length > 1) return this.tell(name, 'other files were dropped with it', 'drop one folder at a time');
        const modelFiles = await this.modelFiles(name);
        if (!modelFiles) return;
        let below;
        try {
            below = await modelFiles.filesBelow(folders[0]);
        } catch {
            return this.tell(name, 'the browser does not let this page read it', 'choose it with “Open a model’s folder …” in the menu of weights');
        }
        if (!below.length) return this.tell(name, 'there is no config.json in it', 'drop the folder of a model');
        await this.take(below);
    }

    /// What is loaded with the first model; `undefined` where it cannot be, which has been said.
    async modelFiles(name) {
        try {
            return await import('./model_files.js');
        } catch {
            this.tell(name, 'a part of this page is out of reach', 'reload the page when there is a network, and open it again');
        }
    }

    /// One file by itself, or those of a real model.
    async take(files) {
        if (!files.length) return;
        if (files.length === 1 && !files[0].path.includes('/')) return this.read(files[0].file);
        const modelFiles = await this.modelFiles(files[0].path.split('/')[0]);
        if (!modelFiles) return;
        this.models ??= new modelFiles.ModelFiles(this.FS, this.memory, this.program);
        await this.models.open(files);
    }

    /// The program needs it no more: a real model that was refused, or the package of one.
    letGo(path) {
        if (this.models?.letGo(path)) return;
        const {exists, object} = this.FS.analyzePath(path);
        if (exists && path.startsWith('/opened/') && this.FS.isFile(object.mode)) this.FS.unlink(path);
    }

    async read(file) {
        if (file.size > mostBytes)
            return this.tell(file.name, 'it is too large', 'at most 64 MB are read of a file by itself; of a model, open the folder or all files together');
        let bytes;
        try {
            bytes = new Uint8Array(await file.arrayBuffer());
        } catch {
            return this.tell(file.name, 'it cannot be read', 'choose it again');
        }
        const path = `/opened/${file.name.replaceAll('/', '_')}`;
        this.FS.writeFile(path, bytes);
        if (!this.program.open(path)) this.letGo(path);
        this.program.soon();
    }

    // A clip: its moments are painted in turn, while the program makes the next ones.

    clipBegin(width, height) {
        const clip = import('./clip.js').then(({Clip}) => new Clip(width, height));
        this.clip = {clip, done: clip, waiting: 0};
    }

    clipAdd(svg, milliseconds) { this.clipDo((clip) => clip.add(svg, milliseconds)); }
    clipEnd(path) { this.clipDo(async (clip) => this.FS.writeFile(path, await clip.file())); }

    clipDo(work) {
        const now = this.clip;
        ++now.waiting;
        now.done = now.done.then(async () => {
            await work(await now.clip);
            --now.waiting;
        }).catch(() => { now.waiting = -1e6; });
    }

    /// How much is still to be done; −1: it failed.
    clipWaiting() { return Math.max(-1, this.clip.waiting); }

    /// Hands over what the program has written: a file, or a folder as one.
    async deliver(path) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        if (!this.FS.isDir(this.FS.stat(path).mode)) return this.download(name, this.FS.readFile(path));
        const files = [...this.within(path)].map((file) => [`${name}/${file.slice(path.length + 1)}`, this.FS.readFile(file)]);
        const {zipped} = await import('./zip.js');
        this.offer(`${name}.zip`, zipped(files));
    }

    *within(folder) {
        for (const name of this.FS.readdir(folder)) {
            if (name === '.' || name === '..') continue;
            const path = `${folder}/${name}`;
            if (this.FS.isDir(this.FS.stat(path).mode)) yield* this.within(path);
            else yield path;
        }
    }

    async download(name, bytes) {
        if (name.endsWith('.png')) {
            const picture = await pixelsOf(bytes);
            if (name.endsWith('-share.png')) copied(picture);
            return this.offer(name, picture);
        }
        this.offer(name, new Blob([bytes]));
    }

    offer(name, content) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(content);
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    }
}
