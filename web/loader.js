// Loads the program and its files: what the first frame needs, then the rest.

import {builds} from './builds.js'; // those that scripts/web_pack.py found

/// A module with one vector instruction: what this browser says to it tells which build it can run.
const vectorModule = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/// The best that this browser can run.
function buildName() {
    const asked = new URLSearchParams(location.search).get('build');
    const vectors = WebAssembly.validate(vectorModule);
    const wanted = [asked, vectors && crossOriginIsolated && 'threads', vectors && 'simd', 'plain'];
    return wanted.find((build) => builds.includes(build));
}

/// Where a file of the page is. A page that is a single file (scripts/web_one_file.py) holds it, in base64.
function urlOf(name) {
    const held = document.getElementById(name);
    if (!held) return new URL(name, import.meta.url).href;
    const bytes = Uint8Array.from(atob(held.textContent), (letter) => letter.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], {type: held.dataset.type}));
}

/// A pack (scripts/web_pack.py): 4 bytes that say how long its list is, the list as JSON, the files one after the other.
export async function fetchPack(name) {
    const answer = await fetch(urlOf(name));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
}

export function unpack(FS, pack) {
    const listSize = new DataView(pack.buffer).getUint32(0, true);
    let at = 4 + listSize;
    for (const [path, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
        FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
        FS.writeFile(path, pack.subarray(at, at + size), {canOwn: true});
        at += size;
    }
}

const memoryPage = 65536, firstBytes = 48 << 20; // as in src/app/web/CMakeLists.txt

/// Memory that threads share. The most that it may grow to is set aside at once, and a small device has less for that.
function sharedMemory() {
    for (const most of [4, 2, 1]) {
        const mostBytes = most * 2 ** 30;
        try {
            const memory = new WebAssembly.Memory({initial: firstBytes / memoryPage, maximum: mostBytes / memoryPage, shared: true});
            return {wasmMemory: memory, mostBytes};
        } catch { /* less, then */ }
    }
    throw new Error('there is no memory for it');
}

/// The program, compiled and with its memory, before it begins.
export async function loadProgram(page) {
    const build = buildName();
    const {default: attentionLab} = await import(urlOf(`${build}/attention-lab.mjs`));
    const memory = build === 'threads' ? sharedMemory() : {mostBytes: 4 * 2 ** 30};
    return attentionLab({...memory, page, canvas: document.getElementById('canvas'), locateFile: (name) => urlOf(`${build}/${name}`)});
}

const functions = {
    start: ['string', ['string', 'number']], frame: ['number', []],
    pointer: [null, ['number', 'number']], button: [null, ['number', 'number', 'number', 'number', 'number']],
    wheel: [null, ['number', 'number']], scroll: ['number', ['number', 'number', 'number', 'number']], key: [null, ['number', 'number', 'number']],
    something_happened: [null, []], resized: [null, ['number']], graphics_lost: [null, []],
    open_file: ['number', ['string']], hold: ['number', ['string', 'number']], let_go: [null, ['number']],
    reading: [null, ['string', 'number', 'number']], open_code: [null, ['string']], code: ['string', []], spoken: ['string', []],
    leaves: ['number', []], keep: [null, []], finish: [null, []], tell_problem: [null, ['string', 'string', 'string']],
};

/// The functions of src/app/web/main.cpp, without their lab_.
export function functionsOf(program) {
    return Object.fromEntries(Object.entries(functions).map(
        ([name, [result, types]]) => [name, program.cwrap(`lab_${name}`, result, types)]));
}
