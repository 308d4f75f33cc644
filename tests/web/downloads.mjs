// What the page downloads.

import {mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {sleep} from './lab.mjs';

/// What it downloads from now on. `next(ending)`: the first file with it.
export async function downloadsOf(lab) {
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
