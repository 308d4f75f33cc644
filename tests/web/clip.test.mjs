// Clips move in a browser: those that the program writes, and those that the page does.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {sleep} from './lab.mjs';
import {downloadsOf} from './downloads.mjs';
import {browser, server, visit} from './visit.mjs';

/// Shows the file by itself, and looks twice.
async function assertMoves(file) {
    const bytes = readFileSync(file);
    assert.ok(bytes.length < 3e6, `${bytes.length} bytes`);
    const page = await browser.newPage();
    try {
        await page.setViewport({width: 1200, height: 675});
        await page.setContent(`<body style="margin: 0"><img src="data:image/png;base64,${bytes.toString('base64')}">`);
        const size = await page.evaluate(async () => {
            const image = document.querySelector('img');
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        });
        assert.deepEqual(size, [1200, 675]);
        const pictures = [];
        for (let i = 0; i < 3; ++i) {
            pictures.push(await page.screenshot({encoding: 'base64'}));
            await sleep(1100);
        }
        assert.equal(new Set(pictures).size, 3, 'it does not move');
    } finally {
        await page.close();
    }
}

const program = process.env.ATTENTION_LAB;
for (const [view, page] of [['story', 'all'], ['walkthrough', 'scores'], ['learn', 'reverse'], ['heads', 'all']])
    test(`a clip of the program, ${view}, moves`, {skip: !program && 'ATTENTION_LAB names no program'}, async () => {
        const file = join(mkdtempSync(join(tmpdir(), 'lab-clip-')), 'clip.apng');
        execFileSync(program, ['export', file, '--view', view, '--page', page]);
        await assertMoves(file);
    });

const isolated = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};
for (const [how, headers] of [['with threads', isolated], ['between frames', {}]])
    test(`a clip of the page, made ${how}, moves`, {skip: program && 'the program is tried'}, () => {
        server.headers = headers;
        return visit({options: {view: 'walkthrough', stage: 'scores'}}, async (lab) => {
            assert.equal(await lab.build() === 'threads', headers === isolated);
            const downloads = await downloadsOf(lab);
            await lab.click('more_button');
            await lab.click('more/share');
            await lab.click('export/apng');
            await lab.click('export/save');
            await lab.until((state) => state.message.startsWith('Written to'), 120_000);
            await assertMoves(await downloads.next('.apng'));
        });
    });
