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
    await choose(lab, '#picker', encoder);
    await opened(lab, 'model-embeddings-en');
    await lab.picture('encoder');
}));
