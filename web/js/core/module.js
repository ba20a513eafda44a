// SPDX-License-Identifier: MIT
// A module of the core: texts in, texts out. All that it needs of a system is here.

/** @typedef {Record<string, (...args: number[]) => number>} Calls */

const ENOSYS = 52;

/**
 * The few things of WASI that the C library may ask for.
 * @param {() => WebAssembly.Memory} memory
 */
function wasiImports(memory) {
    const view = () => new DataView(memory().buffer);
    /** @type {Record<string, (...args: any[]) => number>} */
    const known = {
        clock_time_get(/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ out) {
            view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        random_get(/** @type {number} */ at, /** @type {number} */ len) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, at, len));
            return 0;
        },
        environ_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        environ_get: () => 0,
        proc_exit(/** @type {number} */ code) {
            throw new Error(`the core ended with ${code}`);
        },
    };
    return new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => ENOSYS) });
}

/** The memory of the module `threads`, in pages: as src/wasm/meson.build has it. */
export const SHARED_MEMORY = { initial: 1024, maximum: 8192, shared: true };

/**
 * What a module gives.
 * @param {WebAssembly.Module} module
 * @param {Record<string, any>} env what it calls back, and its memory if it does not bring one
 * @param {() => WebAssembly.Memory} memory
 */
export async function instantiate(module, env, memory) {
    // What is not given is not called by those that leave it out.
    const absent = Object.fromEntries(WebAssembly.Module.imports(module).filter(i => i.module === 'env' && i.kind === 'function')
        .map(i => [i.name, () => { throw new Error(`the core has called ${i.name}, which is not here`); }]));
    const instance = await WebAssembly.instantiate(module,
        { wasi_snapshot_preview1: wasiImports(memory), env: { ...absent, ...env } });
    return instance.exports;
}

export class CoreModule {
    /** @type {Calls} */
    #calls;
    /** @type {WebAssembly.Memory} */
    #memory;
    #instance;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();

    /** @param {WebAssembly.Exports} exports @param {WebAssembly.Memory} memory */
    constructor(exports, memory) {
        this.#calls = /** @type {any} */ (exports);
        this.#memory = memory;
        this.#calls._initialize?.();
        this.#instance = this.#calls.bm_web_create();
    }

    /**
     * @param {WebAssembly.Module} module
     * @param {Record<string, (...args: any[]) => any>} [env] what the full module calls back
     */
    static async start(module, env = {}) {
        const shares = WebAssembly.Module.imports(module).some(i => i.kind === 'memory');
        /** @type {WebAssembly.Memory|undefined} */
        let memory = shares ? new WebAssembly.Memory(SHARED_MEMORY) : undefined;
        const exports = await instantiate(module, shares ? { ...env, memory } : env, () => /** @type {WebAssembly.Memory} */ (memory));
        memory ??= /** @type {WebAssembly.Memory} */ (exports.memory);
        return new CoreModule(exports, memory);
    }

    get memory() { return this.#memory; }

    /** Bytes of the memory; a copy if it is shared, as texts cannot be read from that. @param {number} at @param {number} len */
    #view(at, len) {
        const bytes = new Uint8Array(this.#memory.buffer, at, len);
        return this.#memory.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
    }

    /**
     * Put texts into the slots, in order.
     * @param {...string|Uint8Array} texts
     */
    put(...texts) {
        texts.forEach((text, slot) => {
            const bytes = typeof text === 'string' ? this.#encoder.encode(text) : text;
            const at = this.#calls.bm_web_text(this.#instance, slot, bytes.length);
            if (at === 0)
                throw new RangeError('out of memory');
            new Uint8Array(this.#memory.buffer).set(bytes, at);
        });
    }

    /**
     * Call a function that has the page as its first argument.
     * @param {string} name
     * @param {...number} args
     */
    call(name, ...args) {
        return this.#calls[name](this.#instance, ...args);
    }

    /**
     * Call any other.
     * @param {string} name
     * @param {...number} args
     */
    callRaw(name, ...args) {
        return this.#calls[name](...args);
    }

    /** The bytes that the last call has answered. */
    bytes() {
        const at = this.#calls.bm_web_out(this.#instance);
        if (at === 0)
            throw new RangeError('out of memory');
        return this.#view(at, this.#calls.bm_web_out_len(this.#instance));
    }

    /** Put bytes somewhere in memory. @param {number} at @param {Uint8Array} bytes */
    write(at, bytes) {
        new Uint8Array(this.#memory.buffer).set(bytes, at);
    }

    /** Text somewhere in memory. @param {number} at @param {number} len */
    textAt(at, len) {
        return this.#decoder.decode(this.#view(at, len));
    }

    /** The same as text. */
    text() {
        return this.#decoder.decode(this.bytes());
    }

    /**
     * What the library has said of a text, here or at a server, in both languages.
     * @param {string} message
     * @returns {import('./types.js').Bilingual}
     */
    bilingual(message) {
        this.put(message);
        return this.json('bm_web_message', 0);
    }

    /**
     * Call, and read the answer as JSON.
     * @param {string} name
     * @param {...number} args
     */
    json(name, ...args) {
        this.call(name, ...args);
        return JSON.parse(this.text());
    }
}
