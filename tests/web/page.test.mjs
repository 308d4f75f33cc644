// What a person does on the page: a sentence, its stages, a lesson, the race, a model that learns.

import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {Lab, sleep} from './lab.mjs';
import {browser, server, visit, walkthrough} from './visit.mjs';

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
    test('a lesson goes from step to step, and a screen reader is told its text', () => visit({options: {lesson: '3-scale-and-softmax'}}, async (lab) => {
        assert.equal((await lab.state()).lesson.step, 1);
        await sleep(600);
        const spoken = await lab.page.$eval('#spoken-lesson', (part) => part.textContent);
        assert.ok(spoken.length > 60, spoken);
        await lab.click('lesson/next');
        assert.equal((await lab.until((state) => state.lesson.step === 2)).lesson.id, '3-scale-and-softmax');
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
