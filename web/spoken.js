// What is on screen, in words: beside the canvas, for screen readers.

const lookTime = 400; // milliseconds: the marked cell is told when the pointer rests

export class Spoken {
    constructor(read) {
        this.read = read;
        this.waiting = 0;
        const by = (id) => document.getElementById(id);
        this.parts = {lesson: by('spoken-lesson'), explanation: by('spoken-explanation'), now: by('spoken-now'), message: by('spoken-message')};
    }

    /// Something was painted.
    look() {
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.tell(JSON.parse(this.read())), lookTime);
    }

    tell({view, stage, cell, explanation, lesson, message}) {
        this.show('lesson', lesson);
        this.show('explanation', explanation);
        this.show('now', [view, stage, cell].filter(Boolean).join(', '));
        this.show('message', message);
    }

    /// A part that has not changed is left alone: it would be read again.
    show(part, text) {
        const element = this.parts[part];
        if (element.dataset.text === text) return;
        element.dataset.text = text;
        element.replaceChildren(...text.split('\n').filter(Boolean).map((line) => {
            const paragraph = document.createElement('p');
            paragraph.textContent = line;
            return paragraph;
        }));
    }
}
