// Several files as one: a ZIP file without compression. See APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.

const table = Uint32Array.from({length: 256}, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? rest >>> 1 ^ 0xEDB88320 : rest >>> 1;
    return rest;
});

/// CRC-32.
export function checksum(bytes) {
    let sum = ~0;
    for (const byte of bytes) sum = table[(sum ^ byte) & 255] ^ sum >>> 8;
    return ~sum >>> 0;
}

/// Little-endian numbers: [value, bytes] …
function numbers(...fields) {
    const bytes = [];
    for (const [value, size] of fields)
        for (let i = 0; i < size; ++i) bytes.push(value / 2 ** (8 * i) & 255);
    return Uint8Array.from(bytes);
}

/// `files`: [name, bytes] …
export function zipped(files) {
    const parts = [], directory = [];
    const newYear1980 = [0x21, 2], utf8 = [0x800, 2], none = [0, 2];
    let at = 0;
    for (const [name, bytes] of files) {
        const path = new TextEncoder().encode(name);
        const common = [[20, 2], utf8, none, none, newYear1980, [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], none];
        const head = numbers([0x04034B50, 4], ...common);
        directory.push(numbers([0x02014B50, 4], [20, 2], ...common, none, none, none, [0, 4], [at, 4]), path);
        parts.push(head, path, bytes);
        at += head.length + path.length + bytes.length;
    }
    const size = directory.reduce((sum, part) => sum + part.length, 0);
    const end = numbers([0x06054B50, 4], none, none, [files.length, 2], [files.length, 2], [size, 4], [at, 4], none);
    return new Blob([...parts, ...directory, end], {type: 'application/zip'});
}
