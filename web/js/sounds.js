// SPDX-License-Identifier: MIT
// Sounds made on the spot: wood on wood, a bell, a tick. No files are fetched.
import { get } from './settings.js';

/** @type {AudioContext|null} */
let audio = null;
/** @type {AudioBuffer|null} */
let noise = null;

/** The context, once the person has touched the page; browsers want that. */
function open() {
    if (!audio && 'AudioContext' in window) {
        audio = new AudioContext();
        noise = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
        const data = noise.getChannelData(0);
        for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
    }
    if (audio?.state === 'suspended') void audio.resume();
    return audio;
}

/** A volume that falls off. @param {AudioContext} a @param {number} at @param {number} peak @param {number} length */
function envelope(a, at, peak, length) {
    const gain = a.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, (peak * get('volume')) / 100), at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(a.destination);
    return gain;
}

/** @param {AudioContext} a @param {number} at @param {number} pitch @param {number} peak @param {number} length @param {OscillatorType} [type] */
function tone(a, at, pitch, peak, length, type = 'sine') {
    const osc = a.createOscillator();
    osc.type = type;
    osc.frequency.setValueAtTime(pitch, at);
    osc.connect(envelope(a, at, peak, length));
    osc.start(at);
    osc.stop(at + length);
}

/** Wood on wood. @param {AudioContext} a @param {number} at @param {number} pitch @param {number} peak */
function knock(a, at, pitch, peak) {
    const source = a.createBufferSource();
    source.buffer = noise;
    const filter = a.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = 3.5;
    source.connect(filter).connect(envelope(a, at, peak, 0.09));
    source.start(at);
    source.stop(at + 0.1);
    tone(a, at, pitch / 5, peak * 0.5, 0.07);
}

/** @typedef {'move'|'capture'|'check'|'end'|'low'|'illegal'|'start'} Sound */
/** @type {Record<Sound, (a: AudioContext, at: number) => void>} */
const sounds = {
    move: (a, at) => knock(a, at, 1400, 0.9),
    capture: (a, at) => {
        knock(a, at, 1000, 1);
        knock(a, at + 0.045, 1700, 0.8);
    },
    check: (a, at) => {
        knock(a, at, 1400, 0.8);
        tone(a, at + 0.02, 880, 0.25, 0.25, 'triangle');
    },
    end: (a, at) => {
        for (const [i, pitch] of [523, 659, 784].entries()) tone(a, at + i * 0.11, pitch, 0.25, 0.5, 'triangle');
    },
    low: (a, at) => tone(a, at, 1250, 0.18, 0.06, 'square'),
    illegal: (a, at) => tone(a, at, 180, 0.3, 0.12, 'triangle'),
    start: (a, at) => {
        tone(a, at, 523, 0.2, 0.2, 'triangle');
        tone(a, at + 0.09, 784, 0.2, 0.3, 'triangle');
    },
};

/** Make a sound, if the person wants sounds. @param {Sound} name */
export function sound(name) {
    if (!get('sounds') || !navigator.userActivation?.hasBeenActive) return;
    const a = open();
    if (a) sounds[name](a, a.currentTime + 0.005);
    document.documentElement.dataset.lastSound = name;
}
