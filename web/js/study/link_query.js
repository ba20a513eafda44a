// SPDX-License-Identifier: MIT
// What a link to the analysis board says. Links are also written by hand and by other sites, where a plus stands for a space in one
// and for a promoted piece in another.

/** The last rank of a position and what follows it with a plus between the parts: the side, then hands and number, or castling, en passant and counters. */
const JOINED = /^(.+?)\+([wb])((?:\+(?:-|[\dA-Za-z]+)(?:\+\d+|\+(?:-|[a-z]\d+)(?:\+\d+\+\d+)?)?)?)$/;
const POSITIONS = ['fen', 'sfen', 'position'];

/** @param {string} raw */
function decoded(raw) {
    try {
        return decodeURIComponent(raw);
    } catch {
        return raw;
    }
}

/** A value that was not encoded as a form does it: its pluses are its own. @param {string} raw */
const keepsPluses = (raw) => /[ _]|%20/.test(raw);

/** A position. @param {string} raw */
function positionText(raw) {
    const encoded = /%2b/i.test(raw) && !keepsPluses(raw);
    const text = decoded(encoded ? raw.replaceAll('+', ' ') : raw).replaceAll('_', ' ');
    if (encoded || text.includes(' ')) return text;
    const lastRank = text.lastIndexOf('/') + 1;
    const joined = JOINED.exec(text.slice(lastRank));
    return joined ? `${text.slice(0, lastRank)}${joined[1]} ${joined[2]}${joined[3].replaceAll('+', ' ')}` : text;
}

/** Moves: a plus between two is a space, one behind a move with commas around it is a promotion. @param {string} raw */
function movesText(raw) {
    return decoded(raw.includes(',') || keepsPluses(raw) ? raw : raw.replace(/\+(?=.)/g, ' '));
}

/** The query of an address. @param {string} hash @returns {URLSearchParams} */
export function queryOf(hash) {
    const at = hash.indexOf('?');
    const raw = at < 0 ? '' : hash.slice(at + 1);
    const query = new URLSearchParams(raw);
    for (const part of raw.split('&')) {
        const cut = part.indexOf('=');
        const key = part.slice(0, cut);
        const value = part.slice(cut + 1);
        if (POSITIONS.includes(key)) query.set(key, positionText(value));
        else if (key === 'moves') query.set(key, movesText(value));
    }
    return query;
}
