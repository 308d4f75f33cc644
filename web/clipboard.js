// The clipboard, both ways. A page may read it only when a person pastes.

export class Clipboard {
    /// `pasted()`: there is a new text, outside of any field.
    constructor(isInField, pasted) {
        this.text = '';
        addEventListener('paste', (event) => {
            if (isInField()) return;
            event.preventDefault();
            this.text = event.clipboardData?.getData('text/plain') ?? '';
            pasted();
        });
    }

    async copy(text) {
        this.text = text;
        try {
            await navigator.clipboard.writeText(text);
        } catch { // not on a secure page, or not allowed
            this.copyBySelecting(text);
        }
    }

    copyBySelecting(text) {
        const field = document.createElement('textarea');
        field.value = text;
        field.style.cssText = 'position: fixed; left: -9999px';
        document.body.append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
    }
}
