// A new version of the page, while one of the version before is open: that goes on with its own program, also for threads that it
// starts later; what is loaded next is all of the new version.

import assert from 'node:assert/strict';
import {appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {Lab, openBrowser, openFirefox, serveTo, site} from './lab.mjs';

const marked = ['page.js', 'loader.js', 'threads/attention-lab.mjs'];

for (const [name, open] of [['Chromium', openBrowser], ['Firefox', openFirefox]]) {
    const folder = mkdtempSync(join(tmpdir(), 'lab-versions-'));
    after(() => rmSync(folder, {recursive: true}));
    cpSync(site, folder, {recursive: true});
    const {browser, server} = await serveTo(open, folder);

    /// Puts the next version on the server: each script says which it is of.
    function publish(version) {
        for (const file of marked) appendFileSync(join(folder, file), `\n// version ${version}\n`);
        const worker = join(folder, 'service-worker.js');
        writeFileSync(worker, readFileSync(worker, 'utf8').replace(/version = '[^']*'/, `version = '${version}'`));
    }

    /// The versions that the page is given of each script, as a thread would be.
    const versions = (lab) => lab.page.evaluate((files) => Promise.all(files.map(async (file) =>
        /version (\w+)\n$/.exec(await (await fetch(`./${file}`)).text())?.[1] ?? 'first')), marked);
    const all = (version) => marked.map(() => version);
    const cached = (lab) => lab.page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith('attention-lab-')));
    const findNew = (lab) => lab.page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        await found.update();
        while (!found.waiting) await new Promise((done) => setTimeout(done, 50));
    });

    test(`${name}: an open page keeps its program; the next load is all new`, async (t) => {
        if (!browser) return t.skip(`${name} is not installed`);
        const options = {options: {view: 'walkthrough'}};
        const first = await Lab.open(browser, server, options);
        await first.visitAgain();
        const second = await Lab.open(browser, server, options);
        publish('second');
        await findNew(first);
        assert.deepEqual(await versions(first), all('first'));
        await first.page.bringToFront();
        await first.click('tab/race'); // which starts threads now
        const {shown} = await first.settled(120_000);
        for (const lane of Object.values(shown.lanes)) assert.ok(lane.seconds > 0);
        assert.deepEqual(await versions(second), all('first'));

        await second.close();
        const tab = await Lab.open(browser, server, options); // a new one, beside an open page
        assert.deepEqual(await versions(tab), all('first'));
        assert.deepEqual(await versions(first), all('first'));

        await tab.page.bringToFront();
        await tab.page.reload(); // beside a page of the first version
        await tab.begun();
        assert.deepEqual(await versions(tab), all('first'));
        assert.deepEqual(await versions(first), all('first'));

        await tab.close();
        await first.page.bringToFront();
        await first.page.reload(); // alone
        await first.page.waitForFunction(async () => (await caches.keys()).length === 1 && window.attentionLab, {timeout: 60_000, polling: 200});
        await first.begun();
        assert.deepEqual(await versions(first), all('second'));
        assert.equal(await first.build(), 'threads');
        assert.deepEqual(await cached(first), ['attention-lab-second']);

        publish('third');
        await findNew(first);
        await first.close();
        const next = await Lab.open(browser, server, options);
        assert.deepEqual(await versions(next), all('third'));
        await next.close();
    });
}
