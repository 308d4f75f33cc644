// The files of a real model: their weights go straight into the program's memory, where it reads them (src/base/mapped_file_page.cpp).
// This module is loaded with the first model that is opened.

const configs = ['config.json', 'model.json'];
const isWeights = (name) => name.endsWith('.safetensors') || name.startsWith('group1-shard');
const isText = (name) => /\.(json|txt)$/.test(name);
const sliceBytes = 16 << 20, mostTextBytes = 64 << 20, mostEntries = 20_000;
const step = 64; // bytes from the start of the first file to that of another are a multiple of it

const promised = (object, method) => new Promise((done, failed) => object[method](done, failed));

async function entriesOf(folder) {
    const reader = folder.createReader(), found = [];
    for (;;) {
        const some = await promised(reader, 'readEntries');
        if (!some.length) return found;
        found.push(...some);
    }
}

/// The files of the model in a dropped folder, each with its path from there: of the outermost folder that has a configuration.
export async function filesBelow(folder) {
    let looked = 0;
    for (let level = [folder]; level.length && looked < mostEntries;) {
        const next = [];
        for (const each of level) {
            const entries = await entriesOf(each), files = entries.filter((entry) => entry.isFile);
            looked += entries.length;
            if (files.some(({name}) => configs.includes(name)))
                return Promise.all(files.map(async (entry) => ({file: await promised(entry, 'file'), path: entry.fullPath.slice(1)})));
            next.push(...entries.filter((entry) => entry.isDirectory));
        }
        level = next;
    }
    return [];
}

const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);
const heldBytes = (size) => Math.ceil(size / step) * step;

/// Of all files those beside the model's configuration; where several folders have one, the outermost.
function filesOfModel(files) {
    const found = files.filter(({file}) => configs.includes(file.name)).map(({path}) => folderOf(path));
    const folder = found.sort((a, b) => a.split('/').length - b.split('/').length)[0];
    return files.filter(({path}) => folderOf(path) === folder);
}

/// Those of its weights that the program reads: what the index names, or model.safetensors alone, where others lie beside it.
async function weightsAmong(files) {
    const weights = files.filter(({file}) => isWeights(file.name));
    const named = (name) => files.find(({file}) => file.name === name);
    const index = named('model.safetensors.index.json'), whole = named('model.safetensors');
    if (index) {
        try {
            const shards = new Set(Object.values(JSON.parse(await index.file.text()).weight_map));
            return weights.filter(({file}) => shards.has(file.name));
        } catch { /* the program says what is wrong with it */ }
    }
    return whole ? [whole] : weights;
}

export class ModelFiles {
    constructor(FS, memory, program) {
        Object.assign(this, {FS, memory, program, known: new Map(), count: 0});
    }

    /// Reads them, says how far it is, and has the program open the folder in which it then finds them.
    async open(chosen) {
        const [top, ...below] = chosen[0].path.split('/'), name = below.length ? top : 'the model', files = filesOfModel(chosen);
        if (!files.length)
            return this.program.tell(name, 'there is no config.json among these files', 'to open a model, choose its folder or all of its files; other files one at a time');
        if (this.reading) return this.program.tell(name, 'another model is being read', 'open this one afterwards');
        const same = JSON.stringify(files.map(({path, file}) => [path, file.size, file.lastModified]));
        const known = this.known.get(same); // what is open already is not held twice
        let model = known;
        try {
            this.reading = true;
            model ??= await this.read(name, files);
        } catch (error) {
            return this.program.tell(name, `it cannot be read: ${error.message}`, 'open it again');
        } finally {
            this.reading = false;
        }
        if (!model) return this.program.soon();
        this.known.set(same, model);
        // Refused at once, as while another one is opened: what was there before stays.
        if (!this.program.open(model.folder) && !known) this.letGo(model.folder);
        this.program.soon();
    }

    /// `undefined` where there is no room, which the program has said.
    async read(name, files) {
        const weights = await weightsAmong(files);
        const all = weights.reduce((sum, {file}) => sum + heldBytes(file.size), 0);
        const place = this.program.hold(name, all);
        if (!place) return undefined;
        const top = `/opened/model ${++this.count}/`, model = {folder: (top + folderOf(files[0].path)).slice(0, -1), place};
        try {
            this.FS.mkdirTree(model.folder);
            // Files of other kinds have their names alone, by which the program says what it does not know.
            for (const {path, file} of files) {
                const whole = isText(path) && file.size <= mostTextBytes;
                this.FS.writeFile(top + path, whole ? new Uint8Array(await file.arrayBuffer()) : '');
            }
            let at = place;
            for (const {path, file} of weights) {
                await this.copy(file, at, (done) => this.program.reading(name, at - place + done, all));
                this.holdAt(top + path, at, file.size);
                at += heldBytes(file.size);
            }
            return model;
        } catch (error) {
            this.remove(model);
            throw error;
        }
    }

    async copy(file, place, tell) {
        for (let done = 0; done < file.size; done += sliceBytes) {
            tell(done);
            this.program.soon();
            const bytes = new Uint8Array(await file.slice(done, done + sliceBytes).arrayBuffer());
            new Uint8Array(this.memory(), place + done, bytes.length).set(bytes); // which may have moved meanwhile
        }
    }

    /// The file's bytes are those of the program's memory, where it reads them.
    holdAt(path, place, size) {
        const {node} = this.FS.lookupPath(path), {memory} = this;
        Object.defineProperty(node, 'contents', {get: () => new Uint8Array(memory(), place, size)});
        Object.assign(node, {usedBytes: size, place});
    }

    /// False if it is none of these.
    letGo(folder) {
        const found = [...this.known].find(([, model]) => model.folder === folder);
        if (!found) return false;
        const [same, model] = found;
        this.known.delete(same);
        this.remove(model);
        return true;
    }

    remove({folder, place}) {
        this.program.letGo(place);
        if (!this.FS.analyzePath(folder).exists) return; // it failed before there was one
        for (const name of this.FS.readdir(folder))
            if (name !== '.' && name !== '..') this.FS.unlink(`${folder}/${name}`);
    }
}
