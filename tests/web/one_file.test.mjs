// The page in one file, from a USB stick: no server, no network.

import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {Lab, openBrowser, openFirefox, site, sleep} from './lab.mjs';

const stick = mkdtempSync(join(tmpdir(), 'A stick ä '));
after(() => rmSync(stick, {recursive: true}));
for (const name of ['index.html', 'attention-lab.html']) copyFileSync(join(site, name), join(stick, name));

/// Stands for a server: what its addresses begin with.
const onStick = (name) => ({address_: pathToFileURL(join(stick, name)).href});

for (const [name, open] of [['Chromium', openBrowser], ['Firefox', openFirefox]]) {
    const browser = await open();
    after(() => browser?.close());

    async function visit(t, file, options, work) {
        if (!browser) return t.skip(`${name} is not installed`);
        const lab = await Lab.open(browser, onStick(file), {options});
        await work(lab);
        await lab.close();
    }

    test(`${name}: a sentence is typed, and is there when the file is opened again`, (t) => visit(t, 'attention-lab.html', {view: 'walkthrough'}, async (lab) => {
        await lab.writeSentence('The dog sleeps');
        await sleep(3000);
        await lab.page.goto('about:blank');
        await lab.page.goto(`${onStick('attention-lab.html').address_}?anchors=`);
        await lab.begun();
        await lab.click('start/left_off/0');
        assert.equal((await lab.until((state) => state.text === 'The dog sleeps')).message, '');
    }));

    test(`${name}: index.html beside it leads to it, with what the address asks for`, (t) => visit(t, 'index.html', {view: 'heads', text: 'Birds sing'}, async (lab) => {
        assert.match(lab.page.url(), /attention-lab\.html\?/);
        const {view, text} = await lab.state();
        assert.deepEqual([view, text], ['heads', 'Birds sing']);
    }));

    test(`${name}: trained weights, every view and the race are in it`, (t) => visit(t, 'attention-lab.html', {view: 'walkthrough'}, async (lab) => {
        await lab.click('weights_button');
        const {text} = await lab.state();
        await lab.click('weights/trained/sense');
        await lab.press('Escape');
        assert.notEqual((await lab.state()).text, text, 'the model takes a sentence of its task');
        for (const view of ['compare', 'heads', 'labs', 'learn', 'race']) {
            await lab.click(`tab/${view}`);
            assert.equal((await lab.until((state) => state.view === view)).message, '');
        }
        const {shown} = await lab.settled(120_000);
        for (const lane of Object.values(shown.lanes)) assert.ok(lane.seconds > 0);
        await lab.picture(`file-race-${name}`);
    }));
}
