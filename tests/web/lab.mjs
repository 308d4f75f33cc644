// The page in a browser, worked as a person would: by pointing at what has a name on screen, by keys, by touch.

import {createServer} from 'node:http';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {extname, join, normalize} from 'node:path';
import {after} from 'node:test';
import {fileURLToPath} from 'node:url';
import puppeteer from 'puppeteer-core';

export const site = fileURLToPath(new URL('../../build/web', import.meta.url));
const pictures = fileURLToPath(new URL('../../build/web-pictures', import.meta.url));
const types = {'.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css',
               '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json'};

/// A plain server of files. `server.down` makes it refuse everything; `server.pages` has more, by their paths; `server.headers`
/// are said with every file.
async function serve(folder) {
    const server = createServer((request, answer) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
        try {
            if (!server.down && server.pages[path]) return answer.writeHead(200, {'Content-Type': 'text/html'}).end(server.pages[path]);
            if (server.down || !statSync(file).isFile()) throw new Error();
            answer.writeHead(200, {'Content-Type': types[extname(file)] ?? 'application/octet-stream', ...server.headers});
            answer.end(readFileSync(file));
        } catch {
            if (server.down) request.socket.destroy();
            else answer.writeHead(404).end();
        }
    });
    Object.assign(server, {pages: {}, headers: {}});
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    server.address_ = `http://127.0.0.1:${server.address().port}/`;
    return server;
}

export async function openBrowser() {
    const profile = mkdtempSync(join(tmpdir(), 'lab-web-'));
    const browser = await puppeteer.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, userDataDir: profile, protocolTimeout: 300_000,
        args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
               '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    process.on('exit', () => rmSync(profile, {recursive: true, force: true, maxRetries: 3}));
    return browser;
}

/// Firefox has WebGL on a display alone, be it a virtual one. `undefined` where it is not installed.
export async function openFirefox() {
    const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);
    return executablePath && puppeteer.launch({browser: 'firefox', executablePath, headless: false, protocolTimeout: 300_000});
}

/// A server of a folder and a browser for the tests of one file, until the last of them has ended.
export async function serveTo(open, folder = site) {
    const server = await serve(folder), browser = await open();
    after(async () => {
        await browser?.close();
        server.close();
    });
    return {browser, server};
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Lab {
    /// `options`: what stands behind ? in the address; `hash`: behind #; `before`: run in the page before its own scripts.
    static async open(browser, server, {options = {}, hash = '', viewport = {width: 1366, height: 768}, context, before} = {}) {
        const page = await (context ?? browser).newPage();
        const lab = new Lab(page);
        await page.setViewport(viewport);
        if (before) await page.evaluateOnNewDocument(before);
        page.on('console', (entry) => lab.said.push(entry.text()));
        page.on('pageerror', (error) => lab.errors.push(String(error.stack ?? error)));
        await page.goto(`${server.address_}?${new URLSearchParams({anchors: '', still: '', ...options})}${hash && `#${hash}`}`);
        await lab.begun();
        return lab;
    }

    constructor(page) {
        Object.assign(this, {page, said: [], errors: []});
    }

    async begun() {
        // By the clock, since a page that nobody sees draws no frames.
        await this.page.waitForFunction('!!window.attentionLab || !!document.querySelector("#message[role=alert]")', {timeout: 120_000, polling: 100});
        if (await this.page.$('#message[role=alert]')) throw new Error(await this.page.$eval('#message', (e) => e.innerText));
        await this.settled();
    }

    /// The name of the build that runs.
    async build() {
        const files = await this.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
        return files.map((file) => /(\w+)\/attention-lab\.wasm$/.exec(file)?.[1]).find(Boolean);
    }

    /// {frame, anchors, state} of the last frame.
    async report() {
        return JSON.parse(await this.page.evaluate(() => window.attentionLab.program.FS.readFile('/anchors.json', {encoding: 'utf8'})));
    }
    async state() {
        return (await this.report()).state;
    }

    /// Waits until what was done is on screen, nothing moves and nothing is being computed.
    async settled(timeout = 60_000) {
        await this.drawn();
        await this.until((state) => !state.moving && !state.computing, timeout);
        await this.drawn();
        return this.state();
    }

    /// Waits until no frame is due; where one always is, as while a model learns, for a few. A page that nobody sees draws none.
    async drawn() {
        await this.page.evaluate(() => new Promise((done) => {
            let left = 12;
            const look = () => (window.attentionLab.atRest || --left < 0 ? done() : requestAnimationFrame(look));
            requestAnimationFrame(look);
            setTimeout(done, 2000);
        }));
    }

    async until(holds, timeout = 20_000) {
        const end = Date.now() + timeout;
        for (;;) {
            const state = await this.state().catch(() => null);
            if (state && holds(state)) return state;
            if (Date.now() > end) throw new Error(`not within ${timeout} ms: ${holds}; the state is ${JSON.stringify(state)}`);
            await sleep(50);
        }
    }

    /// The middle of what is called `name` on screen, in pixels of the page.
    async place(name) {
        for (let i = 0; i < 40; ++i) {
            const {anchors} = await this.report();
            if (anchors[name]) {
                const [x, y, width, height] = anchors[name], ratio = await this.page.evaluate(() => document.getElementById('canvas').width / innerWidth);
                return {x: (x + width / 2) / ratio, y: (y + height / 2) / ratio};
            }
            await sleep(100);
        }
        throw new Error(`nothing on screen is called ${name}: ${Object.keys((await this.report()).anchors).join(' ')}`);
    }
    async click(name, options) {
        const {x, y} = await this.place(name);
        await this.page.mouse.click(x, y, options);
        return this.settled();
    }
    async tap(name) {
        const {x, y} = await this.place(name);
        await this.page.touchscreen.tap(x, y);
        await sleep(300);
        return this.settled();
    }
    async press(...keys) {
        for (const key of keys.slice(0, -1)) await this.page.keyboard.down(key);
        await this.page.keyboard.press(keys.at(-1));
        for (const key of keys.slice(0, -1).reverse()) await this.page.keyboard.up(key);
        return this.settled();
    }
    async type(text) {
        await this.page.keyboard.type(text);
        await sleep(100);
        return this.settled();
    }

    /// Types it into the field of the sentence.
    async writeSentence(text) {
        await this.click('sentence');
        await this.press('Control', 'a');
        await this.type(text);
        await this.press('Enter');
    }

    /// From the second visit on, the service worker isolates the page, and the build with threads runs.
    async visitAgain() {
        await this.page.waitForFunction('navigator.serviceWorker.ready.then(() => true)', {timeout: 30_000});
        await this.page.reload();
        await this.begun();
        const build = await this.build();
        if (build !== 'threads') throw new Error(`the build is ${build}; isolated: ${await this.page.evaluate('crossOriginIsolated')}`);
    }

    /// Loads the page again while the server refuses everything; returns its state.
    async reloadWithout(server) {
        server.down = true;
        try {
            await this.page.reload();
            await this.begun();
            return await this.state();
        } finally {
            server.down = false;
        }
    }

    async picture(name) {
        mkdirSync(pictures, {recursive: true});
        await this.page.screenshot({path: join(pictures, `${name}.png`)});
    }

    async close() {
        await this.page.close();
        if (this.errors.length) throw new Error(this.errors.join('\n'));
    }
}
