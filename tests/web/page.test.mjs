// What a person does on the page: in a desktop's window, by touch on a telephone, without a network, and when things go wrong.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {Lab, openBrowser, serveTo} from './lab.mjs';

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const {browser, server} = await serveTo(openBrowser);

/// A page of a visitor who was never here, closed at the end; what went wrong in it fails the test.
async function visit(options, work) {
    const context = await browser.createBrowserContext();
    try {
        const lab = await Lab.open(browser, server, {...options, context});
        await work(lab, context);
        assert.deepEqual(lab.errors, []);
    } finally {
        await context.close();
    }
}
const walkthrough = {options: {view: 'walkthrough'}};

/// What the page downloads from now on. `next(ending)`: the first file with it.
async function downloadsOf(lab) {
    const folder = mkdtempSync(join(tmpdir(), 'lab-downloads-'));
    const devtools = await lab.page.createCDPSession();
    await devtools.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, browserContextId: lab.page.browserContext().id});
    return {
        async next(ending) {
            for (let i = 0; i < 200; ++i) {
                const name = readdirSync(folder).find((file) => file.endsWith(ending));
                if (name) return join(folder, name);
                await sleep(100);
            }
            throw new Error(`no *${ending} was downloaded, but ${readdirSync(folder)}`);
        },
    };
}

describe('sentence and stages', () => {
    test('a sentence is typed into the browser’s own field, and every stage of it can be seen', () => visit(walkthrough, async (lab) => {
        await lab.click('sentence');
        assert.equal(await lab.page.$eval('#entry', (field) => field.hidden), false);
        await lab.press('Control', 'a');
        await lab.type('The dog sleeps');
        await lab.press('Enter');
        assert.equal((await lab.until((state) => state.text === 'The dog sleeps')).editing, '');
        const seen = [];
        for (let i = 0; i < 12; ++i) {
            const {stage} = await lab.state();
            if (seen.at(-1) === stage) break;
            seen.push(stage);
            await lab.press('ArrowRight');
        }
        assert.ok(seen.includes('scores') && seen.includes('softmax') && seen.length >= 6, seen.join(' '));
    }));

    test('an input method composes letters, and they are drawn by the browser’s fonts', () => visit(walkthrough, async (lab) => {
        await lab.click('sentence');
        await lab.press('Control', 'a');
        const devtools = await lab.page.createCDPSession();
        await devtools.send('Input.imeSetComposition', {text: 'ねこ', selectionStart: 2, selectionEnd: 2});
        await devtools.send('Input.insertText', {text: '猫 が 寝る'});
        await lab.press('Enter');
        await lab.until((state) => state.text === '猫 が 寝る');
        await lab.picture('japanese');
    }));

    test('a cell is edited, and the change taken back', () => visit({options: {view: 'walkthrough', stage: 'scores'}}, async (lab) => {
        await lab.click('cell/scores/7/1', {count: 2});
        await lab.until((state) => state.editing === 'cell_editor');
        await lab.press('Control', 'a');
        await lab.type('2.5');
        await lab.press('Enter');
        assert.equal((await lab.until((state) => state.overrides === 1)).cell.value, 2.5);
        await lab.press('Control', 'z');
        await lab.until((state) => state.overrides === 0);
    }));

    test('escape leaves a field as it was', () => visit(walkthrough, async (lab) => {
        const {text} = await lab.state();
        await lab.click('sentence');
        await lab.press('Control', 'a');
        await lab.type('no');
        await lab.press('Escape');
        assert.equal((await lab.until((state) => state.editing === '')).text, text);
    }));
});

describe('lessons and the race', () => {
    test('a lesson goes from step to step, and a screen reader is told its text', () => visit({options: {lesson: '06-softmax'}}, async (lab) => {
        assert.equal((await lab.state()).lesson.step, 1);
        await sleep(600);
        const spoken = await lab.page.$eval('#spoken-lesson', (part) => part.textContent);
        assert.ok(spoken.length > 60, spoken);
        await lab.click('lesson/next');
        assert.equal((await lab.until((state) => state.lesson.step === 2)).lesson.id, '06-softmax');
    }));

    test('the marked cell is told in words', () => visit({options: {view: 'walkthrough', stage: 'softmax'}}, async (lab) => {
        await lab.press('ArrowDown');
        await sleep(600);
        assert.match(await lab.page.$eval('#spoken-now', (part) => part.textContent), /Walkthrough.*weight\(.+ → .+\) = \d/);
    }));

    test('the race is run, and its lanes have times', () => visit({options: {view: 'race'}}, async (lab) => {
        const state = await lab.settled(120_000);
        assert.equal(state.view, 'race');
        for (const lane of Object.values(state.shown.lanes)) assert.ok(lane.seconds > 0);
        await lab.picture('race');
    }));

    const answersWhileRacing = async (lab) => {
        await lab.page.evaluate(() => {
            window.frames = 0;
            const count = () => { ++window.frames; requestAnimationFrame(count); };
            requestAnimationFrame(count);
        });
        const {x, y} = await lab.place('tab/race');
        await lab.page.mouse.click(x, y);
        let during = 0;
        for (let state = await lab.state(); state.view !== 'race' || state.computing; state = await lab.state()) {
            during = await lab.page.evaluate('window.frames');
            await sleep(20);
        }
        assert.ok(during > 10, `${during} frames`);
        for (const lane of Object.values((await lab.state()).shown.lanes)) assert.ok(lane.seconds > 0);
    };
    test('the first visit, without threads, answers while the race is run', () => visit({options: {view: 'start'}}, answersWhileRacing));
    test('with threads it does, too', () => visit({options: {view: 'start'}}, async (lab) => {
        await lab.visitAgain();
        await answersWhileRacing(lab);
    }));

    test('a model learns, is kept, and is there at the next visit', () => visit({options: {view: 'learn'}}, async (lab, context) => {
        await lab.visitAgain();
        await lab.click('learn/subject/copy');
        await lab.until((state) => state.shown.answers?.length > 0);
        await lab.click('learn/play');
        await lab.until((state) => state.shown.done, 120_000);
        assert.ok((await lab.state()).shown.tracks[0].accuracy > 0.99);
        await lab.picture('learn');
        await lab.click('learn/name');
        await lab.type('Mine');
        await lab.press('Enter');
        await lab.until((state) => state.view === 'heads', 120_000);
        await sleep(1500);
        await lab.page.close();
        const again = await Lab.open(browser, server, {...walkthrough, context});
        await again.click('weights_button');
        await again.place('weights/trained/own-mine');
    }));

    test('every view can be opened', () => visit({}, async (lab) => {
        for (const view of ['walkthrough', 'compare', 'heads', 'labs', 'race', 'learn']) {
            await lab.click(`tab/${view}`);
            assert.equal((await lab.until((state) => state.view === view)).message, '');
            await lab.picture(`view-${view}`);
        }
    }));
});

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

    test('a damaged link says so', () => visit({hash: 'AQIDBAUG'}, async (lab) => {
        assert.notEqual((await lab.until((state) => state.message !== '')).message, '');
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

describe('what browsers do', () => {
    test('the page works without a network after the first visit', () => visit(walkthrough, async (lab) => {
        await lab.page.waitForFunction('navigator.serviceWorker.ready.then(() => true)', {timeout: 30_000});
        await sleep(500);
        server.down = true;
        try {
            await lab.page.reload();
            await lab.begun();
            assert.equal((await lab.state()).view, 'walkthrough');
        } finally {
            server.down = false;
        }
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

    test('from a file the page says that it needs a server', async () => {
        const page = await browser.newPage();
        await page.goto(new URL('../../build/web/index.html', import.meta.url).href);
        assert.match(await page.$eval('#message', (message) => message.innerText), /needs a server/);
        await page.close();
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
