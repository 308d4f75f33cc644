// Keys: the browser's names for them to GLFW's numbers, which the program uses.

const named = {
    Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61,
    BracketLeft: 91, Backslash: 92, BracketRight: 93, Backquote: 96,
    Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261,
    ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265, PageUp: 266, PageDown: 267, Home: 268, End: 269,
    NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333, NumpadAdd: 334, NumpadEnter: 335,
    ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, MetaLeft: 343,
    ShiftRight: 344, ControlRight: 345, AltRight: 346, MetaRight: 347,
};

/// By letter where the key has one, so that Ctrl Z is where the keyboard's layout has the Z.
export function keyOf(event) {
    const key = event.key.length === 1 ? event.key.toUpperCase() : '';
    if (key >= 'A' && key <= 'Z') return key.charCodeAt(0);
    if (key === '?') return named.Slash;
    if (key === '+') return named.Equal;
    if ('-.,'.includes(key) && key) return key.charCodeAt(0);
    const {code} = event;
    if (/^Digit\d$/.test(code)) return code.charCodeAt(5);
    if (/^Numpad\d$/.test(code)) return 320 + Number(code[6]);
    if (/^F\d+$/.test(code)) return 289 + Number(code.slice(1));
    return named[code] ?? named[event.key] ?? -1;
}

export const tab = named.Tab, letterV = 86, control = 2, controls = [named.ControlLeft, named.ControlRight];

/// The Mac's Command key does what Ctrl does elsewhere.
export function modifiersOf(event) {
    return (event.shiftKey ? 1 : 0) | (event.ctrlKey || event.metaKey ? control : 0) | (event.altKey ? 4 : 0);
}

/// What the browser would do with a key and the program does in its place. The browser keeps what closes, reloads and opens
/// pages and what inspects them.
export function isOurs(event) {
    if (event.ctrlKey || event.metaKey)
        return 'ASZYOE0+-='.includes(event.key.toUpperCase()) || (event.shiftKey && event.code === 'KeyC');
    return !event.altKey && (['Tab', 'Space', 'Backspace', 'Slash', 'Quote'].includes(event.code) ||
        /^(F[15]|F11|Arrow.*|Page.*|Home|End)$/.test(event.code));
}
