// What the page costs: bytes, time, memory. Times hold for a machine that does nothing else, so only gross ones fail; all are told.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {brotliCompressSync} from 'node:zlib';
import {Lab, openBrowser, serveTo, site} from './lab.mjs';

const walkthrough = {options: {view: 'walkthrough', stage: 'softmax'}};

const {browser, server} = await serveTo(openBrowser);

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const highest = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)];

for (const build of ['threads', 'simd'])
    test(`at most 2 MB are loaded before the first frame: ${build}`, (t) => {
        const scripts = ['page', 'address', 'builds', 'clipboard', 'entry', 'files', 'keys', 'letters', 'loader', 'pointer', 'spoken', 'storage'];
        const files = ['index.html', 'page.css', ...scripts.map((name) => `${name}.js`), 'first.pack', `${build}/attention-lab.mjs`, `${build}/attention-lab.wasm`];
        const sizes = Object.fromEntries(files.map((file) => [file, brotliCompressSync(readFileSync(join(site, file))).length]));
        const total = Object.values(sizes).reduce((sum, size) => sum + size);
        t.diagnostic(`${(total / 1e6).toFixed(2)} MB, brotli: ${JSON.stringify(sizes)}`);
        assert.ok(total <= 2e6);
    });

test('the first frame', async (t) => {
    const times = [];
    for (let i = 0; i < 5; ++i) {
        const lab = await Lab.open(browser, server, {});
        times.push(await lab.page.evaluate(() => performance.getEntriesByName('first-frame')[0].startTime));
        await lab.close();
    }
    t.diagnostic(`median ${Math.round(median(times))} ms of ${times.map(Math.round)}`);
    assert.ok(median(times) < 10_000);
});

test('frames while the pointer moves', async (t) => {
    const lab = await Lab.open(browser, server, walkthrough);
    const times = await lab.page.evaluate(async () => {
        const {lab: program} = window.attentionLab, spent = [];
        for (let i = 0; i < 300; ++i) {
            program.pointer(300 + i, 250 + i);
            const start = performance.now();
            program.frame();
            spent.push(performance.now() - start);
            await new Promise(requestAnimationFrame);
        }
        return spent;
    });
    t.diagnostic(`median ${median(times).toFixed(1)} ms, 99 of 100 within ${highest(times, 0.99).toFixed(1)} ms`);
    await lab.close();
});

test('512 words, 8 heads', async (t) => {
    const text = Array.from({length: 512}, (_, i) => `w${i}`).join(' ');
    const lab = await Lab.open(browser, server, walkthrough);
    await lab.click('weights_button');
    await lab.click('weights/random');
    for (let i = 0; i < 3; ++i) await lab.click('weights/heads/more');
    await lab.press('Escape');
    await lab.click('sentence');
    await lab.press('Control', 'a');
    await lab.page.evaluate((words) => { document.getElementById('entry').value = words; }, text);
    const start = Date.now();
    await lab.press('Enter');
    await lab.until((state) => state.text === text && !state.computing, 60_000);
    t.diagnostic(`on screen after ${Date.now() - start} ms; memory ${Math.round(await lab.page.evaluate(() => window.attentionLab.program.HEAPU8?.length ?? 0) / 1e6)} MB`);
    await lab.close();
});

test('attention with vectors and without', async (t) => {
    const seconds = {};
    for (const build of ['plain', 'simd']) {
        const lab = await Lab.open(browser, server, {options: {view: 'race', build}});
        seconds[build] = (await lab.settled(120_000)).shown.lanes.attention.lower;
        await lab.close();
    }
    t.diagnostic(`${(1e3 * seconds.plain).toFixed(1)} ms, with vectors ${(1e3 * seconds.simd).toFixed(1)} ms: ${(seconds.plain / seconds.simd).toFixed(1)} times as fast`);
    assert.ok(seconds.simd < seconds.plain);
});

test('memory', async (t) => {
    const lab = await Lab.open(browser, server, walkthrough);
    const {JSHeapUsedSize} = await lab.page.metrics();
    const wasm = await lab.page.evaluate(() => window.attentionLab.program.HEAPU8?.length ?? 0);
    t.diagnostic(`${Math.round(wasm / 1e6)} MB of the program, ${Math.round(JSHeapUsedSize / 1e6)} MB of JavaScript`);
    assert.ok(wasm + JSHeapUsedSize < 150e6);
    await lab.close();
});
