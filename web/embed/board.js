// SPDX-License-Identifier: MIT
// <bm-board> for pages of other sites, which load this file as a script:
//
//     <script src="https://banmen.example/embed/board.js"></script>
//     <bm-board fen="…" variant="chess" orientation="second" lang="ja"></bm-board>
//
// The board is a frame of the site that this file comes from: it cannot touch the page around it, and the page needs nothing else.
(() => {
    const PARTS = ['variant', 'fen', 'sfen', 'moves', 'pgn', 'kif', 'record', 'ply', 'orientation', 'lang'];
    const script = /** @type {HTMLScriptElement|null} */ (document.currentScript);
    const page = new URL('board.html', script?.src ?? location.href).href;

    class EmbeddedBoard extends HTMLElement {
        static observedAttributes = PARTS;

        constructor() {
            super();
            this.frame = document.createElement('iframe');
            this.frame.setAttribute('part', 'frame');
            this.frame.style.cssText = 'display: block; width: 100%; height: 100%; border: 0';
            const style = new CSSStyleSheet();
            style.replaceSync(':host { display: block; width: 100%; max-width: 30rem; aspect-ratio: 10 / 11 } :host([hidden]) { display: none }');
            const root = this.attachShadow({ mode: 'open' });
            root.adoptedStyleSheets = [style];
            root.append(this.frame);
        }

        connectedCallback() {
            this.load();
        }

        attributeChangedCallback() {
            if (this.isConnected) this.load();
        }

        // The parts are behind '#': another position does not load the page again.
        load() {
            const query = PARTS.flatMap((name) => {
                const value = this.getAttribute(name);
                return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
            });
            this.frame.title = this.getAttribute('aria-label') ?? 'banmen';
            this.frame.src = `${page}#?${query.join('&')}`;
        }
    }

    if (!customElements.get('bm-board')) customElements.define('bm-board', EmbeddedBoard);
})();
