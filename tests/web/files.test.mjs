// What goes into and comes out of the page: downloads, sessions, the clipboard, the address.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {downloadsOf} from './downloads.mjs';
import {sleep} from './lab.mjs';
import {server, visit, walkthrough} from './visit.mjs';

describe('files, clipboard, address', () => {
    test('a figure is downloaded as SVG, and as PNG at twice its size', () => visit({options: {view: 'walkthrough', stage: 'softmax'}}, async (lab) => {
        const downloads = await downloadsOf(lab);
        await lab.press('Control', 'e');
        await lab.click('export/svg');
        await lab.click('export/save');
        const svg = readFileSync(await downloads.next('.svg'), 'utf8');
        assert.match(svg, /^<svg[\s\S]*<text[\s\S]*tired[\s\S]*<\/svg>\s*$/);
        await lab.press('Control', 'e');
        await lab.click('export/png');
        await lab.click('export/save');
        const png = readFileSync(await downloads.next('.png'));
        assert.equal(png.toString('latin1', 1, 4), 'PNG');
        assert.equal(png.readUInt32BE(16), 2 * Number(/width="([\d.]+)/.exec(svg)[1]));
    }));

    test('all numbers are downloaded as one archive', () => visit(walkthrough, async (lab) => {
        const downloads = await downloadsOf(lab);
        await lab.press('Control', 'e');
        await lab.click('export/all_numbers');
        const archive = await downloads.next('.zip');
        execFileSync('/usr/bin/python3', ['-c', 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; assert any(n.endswith(".csv") for n in z.namelist()), z.namelist()', archive]);
    }));

    test('a session is downloaded, and opened again by the picker, or dropped', () => visit(walkthrough, async (lab) => {
        const downloads = await downloadsOf(lab);
        await lab.writeSentence('Birds sing');
        await lab.press('Control', 's');
        await lab.click('files/do');
        const file = await downloads.next('.json');
        await lab.writeSentence('Something else');
        await (await lab.page.$('#picker')).uploadFile(file);
        await lab.until((state) => state.text === 'Birds sing');
        await lab.writeSentence('Something else');
        await lab.page.evaluate((text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'birds.json'));
            document.getElementById('canvas').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        }, readFileSync(file, 'utf8'));
        await lab.until((state) => state.text === 'Birds sing');
    }));

    test('a file that is no session is refused with words, and nothing changes', () => visit(walkthrough, async (lab) => {
        const {text} = await lab.state();
        const file = join(mkdtempSync(join(tmpdir(), 'lab-')), 'photo.json');
        writeFileSync(file, 'not a session');
        await (await lab.page.$('#picker')).uploadFile(file);
        assert.equal((await lab.until((state) => state.message !== '')).text, text);
    }));

    test('the address holds the state: it is there after a reload', () => visit(walkthrough, async (lab) => {
        await lab.writeSentence('Cats chase mice');
        await lab.press('ArrowRight');
        const {stage} = await lab.state();
        await sleep(1500); // the address follows within a second
        assert.ok(await lab.page.evaluate('location.hash.length > 10'));
        await lab.page.reload();
        await lab.begun();
        const state = await lab.until((now) => now.text === 'Cats chase mice');
        assert.equal(state.stage, stage);
    }));

    test('a reload right after a step goes on there', () => visit(walkthrough, async (lab) => {
        await lab.writeSentence('Dogs bark');
        await lab.page.reload();
        await lab.begun();
        await lab.until((state) => state.text === 'Dogs bark');
    }));

    for (const hash of ['AQIDBAUG', '100%', '%E2%8'])
        test(`a damaged link, #${hash}, opens the program, which says so`, () => visit({hash, ...walkthrough}, async (lab) => {
            assert.match((await lab.until((state) => state.message !== '')).message, /missing or was altered|in no code/);
            await lab.writeSentence('Birds sing');
        }));

    test('a link that is damaged later on is said, too', () => visit(walkthrough, async (lab) => {
        await lab.page.evaluate(() => { location.hash = '100%'; });
        assert.match((await lab.until((state) => state.message !== '')).message, /in no code/);
    }));

    test('a state is copied as a line of text, and pasted', () => visit(walkthrough, async (lab, context) => {
        await context.overridePermissions(server.address_, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
        await lab.writeSentence('Rain falls');
        await lab.press('Control', 'Shift', 'c');
        const code = await lab.page.evaluate(() => navigator.clipboard.readText());
        assert.match(code, /^attention-lab:/);
        await lab.press('Control', 'z');
        await lab.until((state) => state.text !== 'Rain falls');
        await lab.press('Control', 'v');
        await lab.until((state) => state.text === 'Rain falls');
    }));
});
