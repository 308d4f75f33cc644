// The browser's own text field, over the field of the program that is edited: so every input method, the keyboards of
// telephones, their suggestions and their clipboard work.

const closed = 0, open = 1, entered = 2, cancelled = 3, left = 4;

export class Entry {
    /// `wake`: the program is to look. `home` takes the focus back.
    constructor(input, home, ratio, wake) {
        this.input = input;
        this.home = home;
        this.ratio = ratio;
        this.wake = wake;
        this.state = closed;
        this.placed = false;
        this.before = '';
        input.addEventListener('input', () => wake());
        input.addEventListener('blur', () => this.finish(left));
    }

    get text() { return this.input.value; }
    get isOpen() { return this.state === open; }

    begin(text, selectAll) {
        this.input.value = this.before = text;
        this.state = open;
        this.placed = true;
        this.input.hidden = false;
        this.input.focus({preventScroll: true});
        this.input.setSelectionRange(selectAll ? 0 : text.length, text.length);
    }

    place({x, y, width, height, size, colour, mono}) {
        this.placed = true;
        const pixels = (number) => `${number / this.ratio()}px`;
        Object.assign(this.input.style, {
            left: pixels(x), top: pixels(y), width: pixels(width), height: pixels(height),
            fontSize: pixels(size), fontFamily: mono ? 'Lab3, monospace' : 'Lab0, sans-serif',
            color: `#${colour.toString(16).padStart(6, '0')}`,
        });
    }

    set(text) {
        this.input.value = text;
        this.input.setSelectionRange(text.length, text.length);
    }

    /// The field is left as it is; the program hears of it once.
    finish(how) {
        if (this.state !== open) return;
        if (how === cancelled) this.input.value = this.before;
        this.state = how;
        // Without a focus Tab would begin at the page's first element, however far it has come in the program. One that has gone
        // elsewhere stays there.
        if (document.activeElement === this.input) this.home.focus({preventScroll: true});
        this.input.hidden = true;
        this.wake();
    }
    enter() { this.finish(entered); }
    cancel() { this.finish(cancelled); }
    leave() { this.finish(left); }
    /// By the program.
    end() {
        if (this.state === open) this.finish(left);
        this.state = closed;
    }

    takeState() { return this.state; }

    /// A field that was not drawn in this frame is gone; an outcome has been heard of.
    endFrame() {
        if (this.state === open && !this.placed) this.end();
        if (this.state !== open) this.state = closed;
        this.placed = false;
    }
}
