// The page: it loads the program, gives it what happens, and asks it for a frame when there is something to draw.

import {Address} from './address.js';
import {Clipboard} from './clipboard.js';
import {Entry} from './entry.js';
import {Files} from './files.js';
import * as keys from './keys.js';
import {addFaces, Letters} from './letters.js';
import {fetchPack, functionsOf, loadProgram, unpack} from './loader.js';
import {Pointer} from './pointer.js';
import {Spoken} from './spoken.js';
import {Storage} from './storage.js';
import {keepPage} from './visits.js';

const canvas = document.getElementById('canvas');
const startPage = document.getElementById('start');
const message = document.getElementById('message');

const inFrame = window.parent !== window;
const mostPixels = 4096;      // of a side of the canvas
const mostFramesAtOnce = 12;  // a press, its release, and the frames in which the interface settles
const keepTime = 600, keptFor = 15000; // milliseconds: how often work is kept, and for how long after something happened: longer than any notice stays

let lab = null;      // the program's functions, once it runs
let spoken = null;
let scheduled = false;
let lastEvent = 0;
let keeping = false;
let escaped = false; // the last key was Escape

/// Pixels of the canvas for one of the page.
function ratio() {
    const wanted = devicePixelRatio * Math.min(visualViewport?.scale ?? 1, 2);
    return Math.min(wanted, mostPixels / Math.max(innerWidth, innerHeight, 1));
}

function fitCanvas() {
    const width = Math.max(1, Math.round(document.documentElement.clientWidth * ratio()));
    const height = Math.max(1, Math.round(document.documentElement.clientHeight * ratio()));
    if (canvas.width === width && canvas.height === height) return false;
    canvas.width = width;
    canvas.height = height;
    return true;
}

function fail(what, hint) {
    startPage.hidden = false;
    message.innerText = `${what}\n${hint}`;
    message.setAttribute('role', 'alert');
}

// ---------------------------------------------------------------- frames

function frame() {
    scheduled = false;
    if (!lab) return;
    if (lab.frame()) schedule();
    spoken.look();
}

function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(frame);
}

function happened() {
    lastEvent = performance.now();
    if (keeping) return;
    keeping = true;
    setTimeout(keep, keepTime);
}

/// Something has happened: a frame follows.
function soon() {
    happened();
    schedule();
}

/// The same, at once: what a browser allows only while a person acts (its keyboard, its clipboard) is asked for in time.
function act() {
    happened();
    for (let i = 0; i < mostFramesAtOnce && lab.frame(); ++i);
    schedule();
}

// ---------------------------------------------------------------- what is kept

function keep() {
    lab.keep();
    schedule(); // a notice goes by itself
    storage.keep();
    address.show(lab.code());
    keeping = performance.now() - lastEvent < keptFor;
    if (keeping) setTimeout(keep, keepTime);
}

function keepAtOnce() {
    if (!lab) return;
    lab.finish();
    storage.keep();
    address.keepForReload(lab.code());
}

const tell = (where, what, hint) => {
    lab?.tell_problem(where, what, hint);
    soon();
};
const storage = new Storage((what, hint) => tell('storage', what, hint));
const address = new Address();
const entry = new Entry(document.getElementById('entry'), canvas, ratio, () => { if (lab) { lab.something_happened(); soon(); } });
const clipboard = new Clipboard(() => entry.isOpen, () => {
    lab.key(keys.letterV, 1, keys.control);
    lab.key(keys.letterV, 0, keys.control);
    soon();
});
const files = new Files(document.getElementById('picker'), document.getElementById('folder-picker'), {
    open: (path) => lab.open_file(path) !== 0, hold: (name, bytes) => lab.hold(name, bytes) >>> 0, letGo: (place) => lab.let_go(place),
    reading: (name, done, all) => lab.reading(name, done, all), tell, soon,
});

/// What the program calls (bridge.js).
const page = {
    wake: () => { if (lab) { lab.something_happened(); schedule(); } },
    clipboard, entry, files, letters: new Letters(),
    toggleFullScreen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
        .catch(() => tell('full screen', 'this browser does not allow it', 'use its own menu')),
};

// ---------------------------------------------------------------- what happens

/// Past the last control, or back past the first, Tab is the browser's: it goes on to what stands beside the page.
function onTab(event, action) {
    if (action === 0) return lab.key(keys.tab, 0, 0);
    if (inFrame && escaped) return note(null);
    lab.key(keys.tab, event.repeat ? 2 : 1, keys.modifiersOf(event));
    act();
    if (!lab.leaves()) event.preventDefault();
}

/// In a frame Escape and Tab leave at once, and so that this is known it is said.
function followEscape({key}) {
    if (key === 'Tab' || key === 'Shift') return;
    escaped = key === 'Escape';
    if (inFrame) note(escaped ? 'Tab leaves Attention Lab.' : null);
}

function note(text) {
    const element = document.getElementById('note');
    element.textContent = text ?? '';
    element.hidden = !text;
}

function onKey(event, action) {
    const isHere = (entry.isOpen && event.target === entry.input) || event.target === canvas || event.target === document.body;
    if (isHere && action === 1) followEscape(event);
    if (isHere && event.key === 'Tab' && !event.isComposing && !event.ctrlKey && !event.altKey && !event.metaKey) return onTab(event, action);
    if (entry.isOpen && event.target === entry.input) {
        if (action === 0 || event.isComposing) return;
        if (event.key === 'Enter') entry.enter();
        else if (event.key === 'Escape') entry.cancel();
        else return event.ctrlKey && 'seo'.includes(event.key) ? event.preventDefault() : undefined;
        event.preventDefault();
        return act();
    }
    if (event.target !== canvas && event.target !== document.body) return;
    const key = keys.keyOf(event), modifiers = keys.modifiersOf(event);
    if (key === keys.letterV && modifiers === keys.control) return; // a paste event follows
    if (keys.isOurs(event)) event.preventDefault();
    if (key < 0) return;
    lab.key(key, action === 1 && event.repeat ? 2 : action, modifiers);
    if (action === 1) act();
    else soon();
}

function connect() {
    new Pointer(canvas, {
        lab, ratio, act, soon,
        place: (event) => ({x: event.clientX * ratio(), y: event.clientY * ratio()}),
        leaveEntry: () => entry.leave(),
    });
    addEventListener('keydown', (event) => onKey(event, 1));
    addEventListener('keyup', (event) => onKey(event, 0));
    addEventListener('blur', () => keys.controls.forEach((key) => lab.key(key, 0, 0))); // let go of elsewhere
    addEventListener('pointerdown', () => followEscape({}));
    const resized = () => { if (fitCanvas()) { lab.resized(ratio()); act(); } };
    new ResizeObserver(resized).observe(document.documentElement);
    addEventListener('resize', resized);
    visualViewport?.addEventListener('resize', () => setTimeout(resized, 150));
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => { lab.graphics_lost(); soon(); });
    addEventListener('pagehide', keepAtOnce);
    document.addEventListener('visibilitychange', () => { if (document.hidden) keepAtOnce(); else soon(); });
    address.onChange((code) => { lab.open_code(code); soon(); });
}

// ---------------------------------------------------------------- begin

async function begin() {
    if (typeof WebAssembly !== 'object') return fail('This browser cannot run the program: it has no WebAssembly.', 'Take a newer one.');
    const first = fetchPack('first.pack');
    const program = await loadProgram(page);
    const {FS} = program;
    unpack(FS, await first);
    addFaces(FS);
    storage.restore(FS);
    files.start(FS, program.programMemory);
    fitCanvas();
    const functions = functionsOf(program);
    const problem = functions.start(JSON.stringify({...address.options(), code: address.code}), ratio());
    if (problem) {
        const {where, what, hint} = JSON.parse(problem);
        return fail(`${where}: ${what}`, hint);
    }
    lab = functions;
    files.begin();
    spoken = new Spoken(lab.spoken);
    address.code = lab.code(); // what it begins with is no news
    connect();
    act();
    startPage.hidden = true;
    canvas.focus({preventScroll: true});
    performance.mark('first-frame');
    window.attentionLab = {program, lab, files, get atRest() { return !scheduled; }}; // for tests and the curious
    const more = await fetchPack('rest.pack');
    unpack(FS, more);
    page.wake(); // what waits for a trained model
    keepPage().catch(() => {}); // not on every server, nor in every frame
}

begin().catch((error) => fail('The program could not be loaded.', `${error.message}. Reload the page; if that does not help, try later.`));
