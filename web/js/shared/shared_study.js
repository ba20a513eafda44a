// SPDX-License-Identifier: MIT
// A study that several people edit: what is changed here is shown at once, sent one edit after the other, and applied again when the
// server has it in its order. What was not sent yet is kept in this browser, so that neither a lost connection nor a closed page
// loses it.
import { GameSocket } from '../net/game_socket.js';
import { ASK, SAY } from '../net/messages.js';
import { applyEdit, differences, nodeAt, Orders, pathOf, stateOf } from './tree_paths.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('./tree_paths.js').StudyEdit} StudyEdit */
/** @typedef {{n: number, name: string, edits: boolean, follows: number, path: string}} Member */
/** @typedef {{who: string, name: string, text: string}} ChatLine */

/** Others are told where one looks so often at most, in ms. */
const LOOK = 250;

/** Edits of a study that wait in this browser. @param {string} id */
const queueKey = (id) => `banmen.study.${id}`;

export class SharedStudy extends EventTarget {
    /**
     * @param {Study} study as it began @param {{id: string, key: string, me: string}} link
     * @param {Partial<import('../net/game_socket.js').GameSocketOptions>} [options] for tests
     * @param {Storage|null} [storage]
     */
    constructor(study, link, options = {}, storage = globalThis.localStorage ?? null) {
        super();
        this.study = study;
        this.link = link;
        this.storage = storage;
        /** @type {Member[]} */
        this.members = [];
        /** @type {ChatLine[]} */
        this.chat = [];
        /** One's own number, once it is known. */
        this.you = 0;
        this.mayEdit = false;
        /** Whom this page follows; 0: no member. */
        this.follows = 0;
        /** Why an edit was refused; ''. */
        this.refused = '';
        /** Edits that are not confirmed. @type {StudyEdit[]} */
        this.queue = [];
        this.merging = false;
        this.sending = false;
        /** Where this page looks. */
        this.path = '';
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        this.lookTimer = undefined;
        /** Edits of the server that came together. @type {StudyEdit[]} */
        this.arrived = [];
        this.state = stateOf(study);
        this.orders = new Orders(this.state);
        this.changed = this.changed.bind(this);
        study.addEventListener('change', this.changed);
        this.restore();
        this.socket = new GameSocket(link.id, {
            path: '/ws/v1/study', query: link.key && `&key=${encodeURIComponent(link.key)}`, me: () => link.me,
            full: () => undefined,
            event: (ev) => this.takeEvent(/** @type {any} */ (ev)),
            other: (m) => this.takeMessage(m),
            changed: (state) => this.connectionChanged(state),
            ...options,
        });
    }

    /** @param {string} code */
    refuse(code) {
        if (this.refused === code) return;
        this.refused = code;
        this.dispatchEvent(new Event('refused'));
    }

    tell() { this.dispatchEvent(new Event('change')); }

    get connection() { return this.socket.state; }

    close() {
        clearTimeout(this.lookTimer);
        this.study.removeEventListener('change', this.changed);
        this.socket.close();
    }

    // ---- Edits of this page ----

    /** Those that an earlier page did not send. */
    restore() {
        /** @type {StudyEdit[]} */
        let kept = [];
        try {
            kept = JSON.parse(this.storage?.getItem(queueKey(this.link.id)) ?? '[]');
        } catch {
            // Nothing that can be read.
        }
        if (!Array.isArray(kept) || !kept.length) return;
        this.queue = kept.filter((e) => typeof e?.k === 'string' && typeof e.path === 'string');
        this.merge(() => this.queue.forEach((edit) => applyEdit(this.study, edit)));
    }

    keep() {
        try {
            if (this.queue.length) this.storage?.setItem(queueKey(this.link.id), JSON.stringify(this.queue));
            else this.storage?.removeItem(queueKey(this.link.id));
        } catch {
            // A browser that keeps nothing: they are sent while the page is open.
        }
    }

    changed() {
        if (this.merging) return;
        const now = stateOf(this.study);
        const edits = differences(this.state, now);
        this.state = now;
        if (!edits.length) return;
        // What a reader changes stays in this page.
        if (this.you && !this.mayEdit) return this.refuse('read_only_link');
        this.queue.push(...edits);
        this.keep();
        void this.send();
        this.tell();
    }

    /** One after the other: the order is part of what they say. */
    async send() {
        if (this.sending) return;
        this.sending = true;
        while (this.queue.length && this.socket.state !== 'closed') {
            const edit = this.queue[0];
            const answer = await this.socket.request({ t: ASK.EDIT, ...edit });
            if (!answer.ok && (answer.code === 'offline' || answer.code === 'read_only' || answer.code === 'no_memory')) {
                if (answer.code === 'offline') break;
                await new Promise((resolve) => { setTimeout(resolve, 1000); });
                continue;
            }
            // Of the same content, not the same object: the queue may have grown.
            this.queue.shift();
            this.keep();
            if (!answer.ok) this.refuse(answer.code);
            this.tell();
        }
        this.sending = false;
    }

    // ---- What comes ----

    /** @param {() => void} work */
    merge(work) {
        this.merging = true;
        this.study.merge(work);
        this.state = stateOf(this.study);
        this.merging = false;
    }

    /** @param {StudyEdit[]} edits of the server */
    confirm(edits) {
        /** @type {Set<string>} */
        const touched = new Set();
        this.merge(() => {
            for (const edit of edits) {
                applyEdit(this.study, edit);
                for (const path of this.orders.apply(edit)) touched.add(path);
            }
            this.orders.restore(this.study, touched);
        });
    }

    /** @param {any} ev */
    takeEvent(ev) {
        if (ev.k === 'chat') {
            this.chat = [...this.chat, { who: ev.who, name: ev.name, text: ev.text }];
            this.tell();
            return;
        }
        // Many come at once when the page catches up: the tree is drawn once for them.
        this.arrived.push({ k: ev.k, path: ev.path, text: ev.text });
        if (this.arrived.length === 1) queueMicrotask(() => this.takeArrived());
    }

    takeArrived() {
        const edits = this.arrived;
        this.arrived = [];
        if (this.socket.state === 'closed') return;
        this.confirm(edits);
        this.tell();
    }

    /** @param {import('../net/socket.js').Message} m */
    takeMessage(m) {
        if (m.t === SAY.STUDY) {
            this.you = m.you;
            this.mayEdit = m.edits;
            this.sendLook();
        } else if (m.t === SAY.MEMBERS) {
            this.members = m.all;
            if (this.follows && !this.members.some((other) => other.n === this.follows)) this.follows = 0;
            this.followOn();
        }
        this.tell();
    }

    /** @param {import('../net/game_socket.js').NetState} state */
    connectionChanged(state) {
        if (state === 'lost') {
            this.members = [];
        } else if (state === 'ok') {
            this.sendLook();
            void this.send();
        }
        this.tell();
    }

    // ---- Who looks where ----

    /** This page looks at a node. @param {number} id */
    look(id) {
        this.path = pathOf(this.study, id);
        this.lookTimer ??= setTimeout(() => this.sendLook(), LOOK);
    }

    sendLook() {
        clearTimeout(this.lookTimer);
        this.lookTimer = undefined;
        if (this.path.length < 3000) this.socket.socket.send({ t: ASK.AT, path: this.path, follow: this.follows });
    }

    /** @param {number} n a member; 0: none */
    follow(n) {
        this.follows = n;
        this.sendLook();
        this.followOn();
        this.tell();
    }

    /** Go to where the followed member looks. */
    followOn() {
        const path = this.members.find((m) => m.n === this.follows)?.path;
        const id = path === undefined ? null : nodeAt(this.study, path);
        if (id !== null && path !== this.path) this.dispatchEvent(new CustomEvent('go', { detail: id }));
    }

    /** @param {string} text */
    say(text) {
        return this.socket.request({ t: ASK.CHAT, text });
    }
}
