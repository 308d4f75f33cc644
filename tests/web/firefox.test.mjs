// The page in Firefox: what differs between browsers is typing, drawing, threads and keeping.

import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {Lab, openFirefox, serveTo} from './lab.mjs';

const {browser, server} = await serveTo(openFirefox);

async function visit(t, options, work) {
    if (!browser) return t.skip('Firefox is not installed');
    const lab = await Lab.open(browser, server, {options});
    await work(lab);
    await lab.close();
}

test('a sentence is typed, and every view of it can be opened', (t) => visit(t, {view: 'walkthrough', stage: 'softmax'}, async (lab) => {
    await lab.writeSentence('The dog sleeps');
    assert.equal((await lab.state()).text, 'The dog sleeps');
    for (const view of ['walkthrough', 'compare', 'heads', 'labs', 'learn']) {
        await lab.click(`tab/${view}`);
        assert.equal((await lab.until((state) => state.view === view)).message, '');
        await lab.picture(`firefox-${view}`);
    }
}));

test('from the second visit on it has threads, and the race is run', (t) => visit(t, {view: 'walkthrough'}, async (lab) => {
    await lab.writeSentence('Cats chase mice');
    await lab.visitAgain();
    await lab.until((state) => state.text === 'Cats chase mice');
    await lab.click('tab/race');
    const {shown} = await lab.settled(120_000);
    for (const lane of Object.values(shown.lanes)) assert.ok(lane.seconds > 0);
    await lab.picture('firefox-race');
}));

test('the page works without a network', (t) => visit(t, {view: 'walkthrough'}, async (lab) => {
    await lab.visitAgain();
    assert.equal((await lab.reloadWithout(server)).view, 'walkthrough');
}));

test('a real model is opened from its files', (t) => visit(t, {view: 'walkthrough'}, async (lab) => {
    const folder = fileURLToPath(new URL('../golden/pretrained/gpt2', import.meta.url));
    await (await lab.page.$('#picker')).uploadFile(...readdirSync(folder).map((name) => join(folder, name)));
    await lab.until((state) => state.real_model !== '' && !state.computing);
}));
