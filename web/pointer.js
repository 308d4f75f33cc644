// Mouse, pen and fingers. A finger is the mouse, once it is clear that it is alone: two fingers are the browser's, which
// magnifies and moves the whole page with them.

const leftButton = 0;
const doubleClickTime = 300, doubleClickDistance = 6; // milliseconds, pixels of the page
const fingerTime = 120, fingerDistance = 8;           // until a second finger would be there

/// The program's numbers for the browser's buttons.
const buttonOf = (event) => [0, 2, 1, 3, 4][event.button] ?? -1;

export class Pointer {
    /// `lab`: the program's functions; `place`: an event's place in pixels of the canvas; `act`: frames at once, while
    /// the browser still knows that a person acted; `soon`: a frame.
    constructor(canvas, {lab, place, ratio, act, soon, leaveEntry}) {
        Object.assign(this, {canvas, lab, place, ratio, act, soon, leaveEntry});
        this.lastPress = {time: -Infinity, x: 0, y: 0, button: -1};
        this.fingers = new Map();
        this.held = null; // a finger whose press has not been told yet
        const on = (name, handle) => canvas.addEventListener(name, handle, {passive: false});
        on('pointerdown', (event) => this.down(event));
        on('pointermove', (event) => this.move(event));
        on('pointerup', (event) => this.up(event));
        on('pointercancel', (event) => this.cancel(event));
        on('pointerleave', (event) => { if (event.pointerType === 'mouse') this.away(); });
        on('wheel', (event) => this.wheel(event));
        on('mousedown', (event) => event.preventDefault()); // the caret stays where the program wants it
        on('contextmenu', (event) => event.preventDefault());
    }

    isDouble(event, button) {
        const last = this.lastPress, time = event.timeStamp;
        const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < doubleClickDistance * (event.pointerType === 'touch' ? 4 : 1);
        const again = button === last.button && near && time - last.time < doubleClickTime;
        this.lastPress = {time: again ? -Infinity : time, x: event.clientX, y: event.clientY, button};
        return again;
    }

    press(event, button, again) {
        const {x, y} = this.place(event);
        this.lab.pointer(x, y);
        this.lab.button(button, 1, x, y, again ? 1 : 0);
    }
    release(event, button) {
        const {x, y} = this.place(event);
        this.lab.pointer(x, y);
        this.lab.button(button, 0, x, y, 0);
    }
    away() {
        this.lab.pointer(-1, -1);
        this.soon();
    }

    down(event) {
        this.leaveEntry();
        this.canvas.focus({preventScroll: true});
        const button = buttonOf(event);
        if (event.pointerType !== 'touch') {
            this.canvas.setPointerCapture(event.pointerId);
            this.press(event, button, this.isDouble(event, button));
            return this.act();
        }
        this.fingers.set(event.pointerId, event);
        if (this.fingers.size > 1) return this.forget();
        const held = {event, again: this.isDouble(event, leftButton), pressed: false};
        this.held = held;
        this.scrolling = null;
        setTimeout(() => this.tellPress(held), fingerTime);
    }

    tellPress(held) {
        if (held !== this.held || held.pressed) return;
        held.pressed = true;
        this.press(held.event, leftButton, held.again);
        this.soon();
    }

    /// A finger that begins to move over what scrolls moves that.
    startsScrolling(held) {
        const {x, y} = this.place(held.event);
        return !held.pressed && this.lab.scroll(x, y, 0, 0) === 1;
    }

    scroll(event) {
        const {from, at} = this.scrolling, now = this.place(event);
        this.lab.scroll(from.x, from.y, now.x - at.x, now.y - at.y);
        this.scrolling.at = now;
        this.soon();
    }

    move(event) {
        if (event.pointerType === 'touch') {
            if (this.scrolling && this.fingers.has(event.pointerId)) return this.scroll(event);
            const held = this.held;
            if (!held || held.event.pointerId !== event.pointerId) return;
            const far = Math.hypot(event.clientX - held.event.clientX, event.clientY - held.event.clientY);
            if (!held.pressed && far < fingerDistance) return;
            if (this.startsScrolling(held)) {
                this.held = null;
                this.scrolling = {from: this.place(held.event), at: this.place(event)};
                return;
            }
            this.tellPress(held);
        }
        const {x, y} = this.place(event);
        this.lab.pointer(x, y);
        this.soon();
    }

    up(event) {
        if (event.pointerType !== 'touch') {
            this.release(event, buttonOf(event));
            return this.act();
        }
        this.fingers.delete(event.pointerId);
        this.scrolling = null;
        const held = this.held;
        if (!held || held.event.pointerId !== event.pointerId) return;
        this.tellPress(held);
        this.held = null;
        this.release(event, leftButton);
        this.act();
        if (event.pointerType === 'touch') setTimeout(() => { if (!this.held) this.away(); }, 1500); // a tooltip's time
    }

    cancel(event) {
        this.fingers.delete(event.pointerId);
        this.forget();
    }

    /// The finger was not meant for the program: what it holds is let go of beside everything.
    forget() {
        const held = this.held;
        this.scrolling = null;
        this.held = null;
        if (!held?.pressed) return;
        this.lab.pointer(-1, -1);
        this.lab.button(leftButton, 0, -1, -1, 0);
        this.soon();
    }

    wheel(event) {
        event.preventDefault();
        const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 1 : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 8 : 1 / 100;
        const {x, y} = this.place(event);
        this.lab.pointer(x, y);
        this.lab.wheel(-event.deltaX * line, -event.deltaY * line);
        this.soon();
    }
}
