// What the page asks of a browser: without a network, with full storage, by touch on a telephone, in any size.

import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {Lab, sleep} from './lab.mjs';
import {browser, server, visit, walkthrough} from './visit.mjs';

describe('what browsers do', () => {
    test('the page works without a network after the first visit', () => visit(walkthrough, async (lab) => {
        await lab.page.waitForFunction('navigator.serviceWorker.ready.then(() => true)', {timeout: 30_000});
        await sleep(500);
        assert.equal((await lab.reloadWithout(server)).view, 'walkthrough');
    }));

    test('work and settings are kept for the next visit', () => visit(walkthrough, async (lab, context) => {
        await lab.press('t');
        const {theme} = await lab.state();
        await lab.writeSentence('Stars shine');
        await sleep(3000);
        await lab.page.close();
        const again = await Lab.open(browser, server, {context});
        assert.equal((await again.state()).theme, theme);
        await again.click('start/left_off/0');
        await again.until((state) => state.text === 'Stars shine');
    }));

    test('two pages at once keep their work apart', () => visit(walkthrough, async (lab, context) => {
        const other = await Lab.open(browser, server, {...walkthrough, context});
        for (const [page, text] of [[lab, 'One page'], [other, 'Another page']]) {
            await page.page.bringToFront();
            await page.writeSentence(text);
            await sleep(3000);
        }
        const kept = await other.page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes('/state/')).map(([, text]) => text).join());
        assert.ok(kept.includes('One page') && kept.includes('Another page'));
    }));

    test('storage that is full is reported, and the work goes on', () => visit(walkthrough, async (lab) => {
        await lab.page.evaluate(() => {
            for (let size = 4_000_000; size > 100; size = Math.floor(size / 2))
                try { for (let i = 0; ; ++i) localStorage.setItem(`filler-${size}-${i}`, 'x'.repeat(size)); } catch { /* full */ }
        });
        await lab.writeSentence('Too much');
        assert.match((await lab.until((state) => state.message !== '')).message, /room/);
        assert.equal((await lab.state()).text, 'Too much');
    }));

    test('a graphics context that is lost comes back', () => visit(walkthrough, async (lab) => {
        const before = await lab.page.screenshot();
        await lab.page.evaluate(async () => {
            const lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
            lost.loseContext();
            await new Promise((done) => setTimeout(done, 300));
            lost.restoreContext();
        });
        await sleep(1000);
        await lab.settled();
        assert.ok(Buffer.compare(before, await lab.page.screenshot()) === 0, 'it looks as before');
    }));

    test('at rest no frame is drawn', () => visit(walkthrough, async (lab) => {
        await sleep(1000);
        const {frame} = await lab.report();
        await sleep(2000);
        assert.equal((await lab.report()).frame, frame);
    }));

    test('keys that save, open and print do what the program says', () => visit(walkthrough, async (lab) => {
        const ours = await lab.page.evaluate(() => ['s', 'o', 'e', 'z'].map((key) => {
            const event = new KeyboardEvent('keydown', {key, code: `Key${key.toUpperCase()}`, ctrlKey: true, cancelable: true, bubbles: true});
            document.getElementById('canvas').dispatchEvent(event);
            return event.defaultPrevented;
        }));
        assert.deepEqual(ours, [true, true, true, true]);
    }));

    test('a browser without vectors runs the build without them', () => visit(
        {...walkthrough, before: () => { WebAssembly.validate = () => false; }},
        async (lab) => { assert.equal(await lab.build(), 'plain'); }));

    test('a browser without WebGL 2 is told what to do', async () => {
        const before = () => {
            const {getContext} = HTMLCanvasElement.prototype;
            HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind === 'webgl2' ? null : getContext.call(this, kind, ...more); };
        };
        await assert.rejects(visit({before}, () => {}), /WebGL 2[\s\S]*settings/);
    });
});

describe('sizes', () => {
    for (const [width, height, scale] of [[390, 844, 3], [844, 390, 3], [1366, 768, 1], [2560, 1440, 1]])
        for (const theme of ['light', 'dark'])
            test(`${width} × ${height}, ${theme}: nothing is cut off`, () => visit(
                {options: {view: 'walkthrough', stage: 'softmax', theme},
                 viewport: {width, height, deviceScaleFactor: scale, hasTouch: scale > 1, isMobile: scale > 1}},
                async (lab) => {
                    const state = await lab.settled();
                    await lab.picture(`${width}x${height}-${theme}`);
                    assert.deepEqual(state.outside, []);
                    assert.equal(state.theme, theme);
                }));

    test('a telephone: a tap marks a word, and opens a view', () => visit(
        {...walkthrough, viewport: {width: 844, height: 390, deviceScaleFactor: 3, hasTouch: true, isMobile: true}},
        async (lab) => {
            await lab.tap('token/2');
            assert.equal((await lab.state()).query, 2);
            await lab.tap('tab/heads');
            await lab.until((state) => state.view === 'heads');
        }));

    test('two fingers magnify the page, which stays sharp, and mark nothing', () => visit(
        {...walkthrough, viewport: {width: 844, height: 390, deviceScaleFactor: 1, hasTouch: true, isMobile: true}},
        async (lab) => {
            const pixels = () => lab.page.$eval('#canvas', (canvas) => canvas.width);
            const {query, stage} = await lab.state(), before = await pixels();
            const devtools = await lab.page.createCDPSession();
            const touch = (type, ...at) => devtools.send('Input.dispatchTouchEvent', {type, touchPoints: at.map((x, id) => ({x, y: 200, id}))});
            await touch('touchStart', 360);
            await touch('touchStart', 360, 440);
            for (let apart = 45; apart <= 120; apart += 5) await touch('touchMove', 400 - apart, 400 + apart);
            await touch('touchEnd');
            await lab.page.waitForFunction((least) => visualViewport.scale > 1.5 && document.getElementById('canvas').width > least, {timeout: 10_000}, 1.5 * before);
            const now = await lab.settled();
            assert.deepEqual([now.query, now.stage], [query, stage]);
            await lab.picture('pinched');
        }));

    test('the theme follows the system’s', () => visit({}, async (lab, context) => {
        const page = await context.newPage();
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: 'dark'}]);
        const dark = new Lab(page);
        await page.evaluateOnNewDocument(() => localStorage.clear());
        await page.goto(`${server.address_}?anchors=&still=`);
        await dark.begun();
        assert.equal((await dark.state()).theme, 'dark');
        await lab.settled();
    }));
});
