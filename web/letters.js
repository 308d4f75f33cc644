// Letters that the program's fonts lack, painted by the browser's fonts: those of every script that this computer can show.

const family = 'system-ui, sans-serif';
const nobodysLetter = String.fromCodePoint(0x10FFFF); // what a font shows for a letter that it lacks

/// The program's faces, in the order of drawing::Font.
const faces = [
    'share/fonts/opentype/inter/Inter-Regular.otf', 'share/fonts/opentype/inter/Inter-Medium.otf',
    'share/fonts/opentype/inter/Inter-SemiBold.otf', 'share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf',
    'share/fonts/truetype/jetbrains-mono/JetBrainsMono-Bold.ttf', 'share/texmf/fonts/opentype/public/lm/lmroman10-regular.otf',
    'share/texmf/fonts/opentype/public/lm/lmroman10-italic.otf', 'share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf',
];

/// Makes them known to the page as Lab0, Lab1 …
export function addFaces(FS) {
    for (const [i, file] of faces.entries())
        new FontFace(`Lab${i}`, FS.readFile(`/usr/${file}`).buffer).load().then((face) => document.fonts.add(face)).catch(() => {});
}

export class Letters {
    constructor() {
        this.context = new OffscreenCanvas(64, 64).getContext('2d', {willReadFrequently: true});
        this.cover = new Uint8Array();
    }

    /// Pixels, place and advance; `cover` has the coverage of each pixel, 0 to 255, until the next call.
    paint(letter, em) {
        return this.paintText(String.fromCodePoint(letter), em);
    }

    paintText(text, em) {
        const {context} = this, font = `${em}px ${family}`;
        context.font = font;
        const size = context.measureText(text);
        const left = Math.floor(-size.actualBoundingBoxLeft) - 1, right = Math.ceil(size.actualBoundingBoxRight) + 1;
        const above = Math.ceil(size.actualBoundingBoxAscent) + 1, below = Math.ceil(size.actualBoundingBoxDescent) + 1;
        const width = Math.max(0, right - left), height = Math.max(0, above + below);
        context.canvas.width = Math.max(1, width); // clears it, and forgets the font
        context.canvas.height = Math.max(1, height);
        context.font = font;
        context.fillText(text, -left, above);
        const pixels = context.getImageData(0, 0, Math.max(1, width), Math.max(1, height)).data;
        this.cover = new Uint8Array(width * height);
        for (let i = 0; i < this.cover.length; ++i) this.cover[i] = pixels[4 * i + 3];
        return {width, height, left, above, advance: size.width};
    }

    /// See drawing/shapes/fonts.h.
    measure(font, size, text) {
        const {context} = this;
        context.font = `100px Lab${font}`;
        const {fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent, width} = context.measureText(text);
        const em = 100 * size / (ascent + descent);
        return {width: width * em / 100, em, ascent: ascent * em / 100};
    }

    has(letter) {
        this.paintText(nobodysLetter, 24);
        this.missing ??= this.cover.join();
        this.paint(letter, 24);
        return this.cover.join() !== this.missing;
    }
}
