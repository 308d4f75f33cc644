// A clip: moments of a figure, which the program hands over as SVG, become a PNG that moves (APNG), of which only the pixels that
// change are kept. The same file as src/drawing/paper/clip.cpp writes; loaded when somebody wants one.

import {checksum} from './zip.js';

// Painting: the few elements and attributes that the program writes (src/drawing/paper/figure_file_web.cpp).

const numbersOf = (element, ...names) => names.map((name) => Number(element.getAttribute(name)));

function outline(element) {
    if (element.tagName === 'path') return new Path2D(element.getAttribute('d'));
    const path = new Path2D();
    if (element.tagName === 'circle') {
        const [x, y, radius] = numbersOf(element, 'cx', 'cy', 'r');
        path.arc(x, y, radius, 0, 2 * Math.PI);
    } else {
        const [x, y, width, height, radius] = numbersOf(element, 'x', 'y', 'width', 'height', 'rx');
        if (radius > 0) path.roundRect(x, y, width, height, radius);
        else path.rect(x, y, width, height);
    }
    return path;
}

function paintShape(context, element, opacity) {
    const fill = element.getAttribute('fill'), stroke = element.getAttribute('stroke');
    if (fill && fill !== 'none') {
        context.globalAlpha = opacity * Number(element.getAttribute('fill-opacity') ?? 1);
        context.fillStyle = fill;
        if (element.tagName === 'text') paintText(context, element);
        else context.fill(outline(element));
    }
    if (!stroke) return;
    context.globalAlpha = opacity * Number(element.getAttribute('stroke-opacity') ?? 1);
    context.strokeStyle = stroke;
    context.lineWidth = Number(element.getAttribute('stroke-width'));
    context.stroke(outline(element));
}

function paintText(context, element) {
    const [x, y, size] = numbersOf(element, 'x', 'y', 'font-size');
    context.font = `${size}px ${element.getAttribute('font-family')}`;
    context.textAlign = {start: 'left', middle: 'center', end: 'right'}[element.getAttribute('text-anchor')];
    context.fillText(element.textContent, x, y);
}

function paint(context, parent, clips, opacity = 1) {
    for (const element of parent.children) {
        if (element.tagName === 'clipPath') clips.set(`url(#${element.id})`, outline(element.firstElementChild));
        else if (element.tagName === 'g') {
            context.save();
            if (element.hasAttribute('clip-path')) context.clip(clips.get(element.getAttribute('clip-path')));
            paint(context, element, clips, opacity * Number(element.getAttribute('opacity') ?? 1));
            context.restore();
        } else if (element.tagName !== 'title' && element.tagName !== 'style') paintShape(context, element, opacity);
    }
}

// Writing.

function bigEndian(...fields) {
    return Uint8Array.from(fields.flatMap(([value, size]) => Array.from({length: size}, (_, i) => value / 2 ** (8 * (size - 1 - i)) & 255)));
}

function joined(parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

function chunk(type, ...data) {
    const covered = joined([new TextEncoder().encode(type), ...data]);
    return joined([bigEndian([covered.length - 4, 4]), covered, bigEndian([checksum(covered), 4])]);
}

async function compressed(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// Rows of red, green, blue and opacity, each as the differences from its neighbour on the left or above, whichever are smaller.
function filtered(rgba, width) {
    const bytes = 4 * width, height = rgba.length / bytes, rows = new Uint8Array((bytes + 1) * height);
    for (let y = 0; y < height; ++y) {
        const at = y * bytes, to = y * (bytes + 1);
        let leftSum = 0, aboveSum = 0;
        for (let i = 0; i < bytes; ++i) {
            const left = rgba[at + i] - (i < 4 ? 0 : rgba[at + i - 4]) << 24 >> 24;
            const above = rgba[at + i] - (y === 0 ? 0 : rgba[at + i - bytes]) << 24 >> 24;
            leftSum += Math.abs(left);
            aboveSum += Math.abs(above);
        }
        const byLeft = leftSum < aboveSum;
        rows[to] = byLeft ? 1 : 2;
        for (let i = 0; i < bytes; ++i)
            rows[to + 1 + i] = rgba[at + i] - (byLeft ? (i < 4 ? 0 : rgba[at + i - 4]) : (y === 0 ? 0 : rgba[at + i - bytes]));
    }
    return rows;
}

/// The smallest rectangle outside of which both are equal; null: they are equal everywhere.
function difference(before, now, width, height) {
    let left = width, right = 0, top = height, bottom = 0;
    for (let y = 0, i = 0; y < height; ++y)
        for (let x = 0; x < width; ++x, ++i) {
            if (before[i] === now[i]) continue;
            left = Math.min(left, x);
            right = Math.max(right, x + 1);
            top = Math.min(top, y);
            bottom = y + 1;
        }
    return bottom ? {x: left, y: top, width: right - left, height: bottom - top} : null;
}

/// The pixels of a part; those that are as `before`, if there is one, are clear.
function pixelsOf(now, before, width, part) {
    const pixels = new Uint32Array(part.width * part.height);
    for (let y = 0, to = 0; y < part.height; ++y)
        for (let x = 0, at = (part.y + y) * width + part.x; x < part.width; ++x, ++at, ++to)
            if (!before || before[at] !== now[at]) pixels[to] = now[at];
    return new Uint8Array(pixels.buffer);
}

export class Clip {
    constructor(width, height) {
        Object.assign(this, {width, height, frames: [], last: null});
        this.context = new OffscreenCanvas(width, height).getContext('2d', {willReadFrequently: true});
    }

    async add(svg, milliseconds) {
        const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
        paint(this.context, root, new Map());
        const now = new Uint32Array(this.context.getImageData(0, 0, this.width, this.height).data.buffer);
        const part = this.last ? difference(this.last, now, this.width, this.height) : {x: 0, y: 0, width: this.width, height: this.height};
        if (!part) this.frames.at(-1).milliseconds += milliseconds;
        else this.frames.push({...part, milliseconds, rows: await compressed(filtered(pixelsOf(now, this.last, this.width, part), part.width))});
        this.last = now;
    }

    /// The file; before the clip stands its end, for whatever knows only PNG.
    async file() {
        const whole = {x: 0, y: 0, width: this.width, height: this.height};
        const still = await compressed(filtered(pixelsOf(this.last, null, this.width, whole), this.width));
        const parts = [
            Uint8Array.of(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A),
            chunk('IHDR', bigEndian([this.width, 4], [this.height, 4], [8, 1], [6, 1], [0, 3])),
            chunk('acTL', bigEndian([this.frames.length, 4], [0, 4])), chunk('IDAT', still),
        ];
        let sequence = 0;
        for (const {x, y, width, height, milliseconds, rows} of this.frames) {
            parts.push(chunk('fcTL', bigEndian([sequence++, 4], [width, 4], [height, 4], [x, 4], [y, 4], [milliseconds, 2], [1000, 2], [0, 1], [1, 1])));
            parts.push(chunk('fdAT', bigEndian([sequence++, 4]), rows));
        }
        return joined([...parts, chunk('IEND')]);
    }
}
