// What src/ui/canvas/page.h declares: the program calls, the page (page.js, as Module.page) does it. What a thread of the program
// calls, too, is passed on to the page's own (“proxy”).

const write = (text, at, most) => {
    const size = lengthBytesUTF8(text) + 1;
    if (at && most >= size) stringToUTF8(text, at, most);
    return size;
};

addToLibrary({
    $writeText: write,
    $writeText__deps: ['$lengthBytesUTF8', '$stringToUTF8'],

    /// All of it, for the page: a view of it is old once the program has got more.
    $programMemory: () => wasmMemory.buffer,

    page_most_memory: () => Module.mostBytes,

    page_wake__proxy: 'async',
    page_wake: () => Module.page.wake(),

    page_show_cursor__deps: ['$UTF8ToString'],
    page_show_cursor: (name) => { Module.canvas.style.cursor = UTF8ToString(name); },

    page_copy__deps: ['$UTF8ToString'],
    page_copy: (text) => Module.page.clipboard.copy(UTF8ToString(text)),
    page_pasted__deps: ['$writeText'],
    page_pasted: (at, most) => writeText(Module.page.clipboard.text, at, most),

    page_edit_begin__deps: ['$UTF8ToString'],
    page_edit_begin: (text, selectAll) => Module.page.entry.begin(UTF8ToString(text), selectAll !== 0),
    page_edit_place: (x, y, width, height, size, colour, mono) =>
        Module.page.entry.place({x, y, width, height, size, colour, mono: mono !== 0}),
    page_edit_set__deps: ['$UTF8ToString'],
    page_edit_set: (text) => Module.page.entry.set(UTF8ToString(text)),
    page_edit_end: () => Module.page.entry.end(),
    page_edit_text__deps: ['$writeText'],
    page_edit_text: (at, most) => writeText(Module.page.entry.text, at, most),
    page_edit_state: () => Module.page.entry.takeState(),
    page_edit_frame: () => Module.page.entry.endFrame(),

    page_has_letter__proxy: 'sync',
    page_has_letter: (letter) => Module.page.letters.has(letter) ? 1 : 0,
    page_paint_letter: (letter, em, size) => {
        const {width, height, left, above, advance} = Module.page.letters.paint(letter, em);
        HEAP32.set([width, height, left, above], size >>> 2);
        HEAPF32[(size >>> 2) + 4] = advance;
    },
    page_take_letter: (cover) => HEAPU8.set(Module.page.letters.cover, cover >>> 0),

    page_measure_text__proxy: 'sync',
    page_measure_text__deps: ['$UTF8ToString'],
    page_measure_text: (font, size, text, result) => {
        const {width, em, ascent} = Module.page.letters.measure(font, size, UTF8ToString(text));
        HEAPF32.set([width, em, ascent], result >>> 2);
    },

    page_clip_possible: () => typeof CompressionStream === 'function' ? 1 : 0,
    page_clip_begin__proxy: 'sync',
    page_clip_begin: (width, height) => Module.page.files.clipBegin(width, height),
    page_clip_add__proxy: 'sync',
    page_clip_add__deps: ['$UTF8ToString'],
    page_clip_add: (svg, milliseconds) => Module.page.files.clipAdd(UTF8ToString(svg), milliseconds),
    page_clip_end__proxy: 'sync',
    page_clip_end__deps: ['$UTF8ToString'],
    page_clip_end: (file) => Module.page.files.clipEnd(UTF8ToString(file)),
    page_clip_waiting__proxy: 'sync',
    page_clip_waiting: () => Module.page.files.clipWaiting(),

    page_choose_file: () => Module.page.files.choose(),
    page_choose_folder: () => Module.page.files.chooseFolder(),
    page_let_go__deps: ['$UTF8ToString'],
    page_let_go: (path) => Module.page.files.letGo(UTF8ToString(path)),
    page_deliver__deps: ['$UTF8ToString'],
    page_deliver: (path) => Module.page.files.deliver(UTF8ToString(path)),
    page_toggle_full_screen: () => Module.page.toggleFullScreen(),
    page_prefers_less_motion: () => matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0,
    page_prefers_dark: () => matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0,
});
