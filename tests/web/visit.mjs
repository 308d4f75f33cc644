// Every visit is a first one. Each file of tests has a browser and a server of its own.

import assert from 'node:assert/strict';
import {Lab, openBrowser, serveTo} from './lab.mjs';

export const {browser, server} = await serveTo(openBrowser);

/// A page of a visitor who was never here, closed at the end; what went wrong in it fails the test.
export async function visit(options, work) {
    const context = await browser.createBrowserContext();
    try {
        const lab = await Lab.open(browser, server, {...options, context});
        await work(lab, context);
        assert.deepEqual(lab.errors, []);
    } finally {
        await context.close();
    }
}
export const walkthrough = {options: {view: 'walkthrough'}};
