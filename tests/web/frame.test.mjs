// The page within another: in a frame that may do nothing but run scripts, and by the keyboard, which gets out of it again.

import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {Lab, openBrowser, openFirefox, serveTo} from './lab.mjs';

const outer = (file, sandbox, options) => `<!doctype html><title>A lecture</title><button id="before">before</button>
    <iframe ${sandbox} width="1100" height="640" src="/${file}?${new URLSearchParams({anchors: '', still: '', ...options})}"></iframe><button id="after">after</button>`;

for (const [name, open] of [['Chromium', openBrowser], ['Firefox', openFirefox]]) {
    const {browser, server} = await serveTo(open);
    server.headers = {'Access-Control-Allow-Origin': '*'}; // a frame without an origin asks for modules as a stranger

    /// `file` in a frame of a page; `said`: what went wrong in either.
    async function embedded(t, file, sandbox, work, options = {view: 'walkthrough'}) {
        if (!browser) return t.skip(`${name} is not installed`);
        server.pages['/outer.html'] = outer(file, sandbox, options);
        const page = await browser.newPage();
        const said = [];
        page.on('pageerror', (error) => said.push(String(error.stack ?? error)));
        await page.setViewport({width: 1366, height: 768});
        await page.goto(`${server.address_}outer.html`);
        const frame = page.frames().find((one) => one.url().includes(file)) ?? await page.waitForFrame((one) => one.url().includes(file));
        const lab = new Lab(frame); // what a Lab asks of a page a frame answers as well, but for mouse and keyboard
        await lab.begun();
        await work(lab, page);
        assert.deepEqual(said, []);
        await page.close();
    }

    const active = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    /// Presses the key until something beside the frame has the focus; what had it in the frame meanwhile.
    async function pressUntilOut(page, lab, key) {
        const visited = [];
        for (let i = 0; i < 200; ++i) {
            if (key === 'ShiftTab') await page.keyboard.down('Shift');
            await page.keyboard.press('Tab');
            if (key === 'ShiftTab') await page.keyboard.up('Shift');
            if (await active(page) !== 'IFRAME') return visited;
            await lab.settled();
            visited.push((await lab.state()).focus);
        }
        throw new Error(`the focus is held: ${visited.join(' ')}`);
    }

    for (const file of ['attention-lab.html', 'index.html'])
        test(`${name}: ${file} runs in a frame that allows scripts alone, without an alarm`, (t) => embedded(t, file, 'sandbox="allow-scripts"', async (lab, page) => {
            assert.equal(await lab.page.evaluate(() => window.origin), 'null');
            const refused = await lab.page.evaluate(() => ['serviceWorker' in navigator && (() => navigator.serviceWorker), () => localStorage, () => sessionStorage]
                .filter((look) => look && (() => { try { look(); return false; } catch { return true; } })()).length);
            assert.ok(refused >= 2, 'the browser refuses what the page would ask for');
            await page.focus('#before');
            await page.keyboard.press('Tab');
            const {stage} = await lab.state();
            await page.keyboard.press('ArrowRight');
            await lab.until((state) => state.stage !== stage);
            const {theme} = await lab.state();
            await page.keyboard.press('t'); // which cannot be kept
            await lab.until((state) => state.theme !== theme);
            await lab.page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
            assert.match((await lab.state()).message, /^(Dark|Light)/); // the theme's own notice, and no complaint
            assert.equal(await lab.page.$('#message[role=alert]'), null);
            assert.equal(await lab.page.$eval('#start', (start) => start.hidden), true);
        }));

    test(`${name}: Tab goes through every control and leaves after the last, Shift Tab before the first`, (t) => embedded(t, 'index.html', '', async (lab, page) => {
        await page.focus('#before');
        const forwards = (await pressUntilOut(page, lab, 'Tab')).filter(Boolean);
        assert.equal(await active(page), 'after');
        assert.ok(forwards.length > 10 && new Set(forwards).size === forwards.length, forwards.join(' '));
        const backwards = (await pressUntilOut(page, lab, 'ShiftTab')).filter(Boolean);
        assert.equal(await active(page), 'before');
        assert.deepEqual(backwards, forwards.toReversed());
    }));

    test(`${name}: Escape and Tab leave at once, and that is said`, (t) => embedded(t, 'index.html', '', async (lab, page) => {
        await page.focus('#before');
        for (let i = 0; i < 3; ++i) await page.keyboard.press('Tab');
        await lab.settled();
        assert.equal(await lab.page.$eval('#note', (note) => note.hidden), true);
        await page.keyboard.press('Escape');
        assert.deepEqual(await lab.page.$eval('#note', (note) => [note.hidden, note.textContent]), [false, 'Tab leaves Attention Lab.']);
        await page.keyboard.press('Tab');
        assert.equal(await active(page), 'after');
        assert.equal(await lab.page.$eval('#note', (note) => note.hidden), true);
    }));

    test(`${name}: in a lecture, where there is nothing to reach, Tab leaves`, (t) => embedded(t, 'index.html', '', async (lab, page) => {
        await page.focus('#before');
        await page.keyboard.press('Tab');
        await page.keyboard.press('F5');
        await lab.until((state) => state.lecture);
        await page.keyboard.press('Tab');
        assert.equal(await active(page), 'after');
    }, {lesson: '3-scale-and-softmax'}));
}
