/* SPDX-License-Identifier: MIT */

/*
 * How a web socket is agreed upon: the key of the asker and a constant, by SHA-1 (FIPS 180-4)
 * and base64. Nothing secret depends on it: it shows that no cache answered.
 */

#include "net/net_internal.h"

static uint32_t rotate_left(uint32_t v, unsigned n) { return v << n | v >> (32 - n); }

static void sha1_block(uint32_t state[5], const unsigned char block[64])
{
    uint32_t w[80];
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 80; i++)
        w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (unsigned i = 0; i < 80; i++) {
        uint32_t f;
        if (i < 20)
            f = ((b & c) | (~b & d)) + 0x5a827999;
        else if (i < 40)
            f = (b ^ c ^ d) + 0x6ed9eba1;
        else if (i < 60)
            f = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
        else
            f = (b ^ c ^ d) + 0xca62c1d6;
        const uint32_t next = rotate_left(a, 5) + f + e + w[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool bm_ws_accept(struct bm_slice key, char out[BM_WS_ACCEPT_SIZE])
{
    enum { KEY = 24 };
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    /* 16 bytes in base64 */
    if (key.len != KEY || key.s[22] != '=' || key.s[23] != '=')
        return false;
    for (unsigned i = 0; i < 22; i++)
        if (key.s[i] == '\0' || !strchr(digits, key.s[i]))
            return false;
    /* 60 bytes: with the end mark and the length they fill two blocks. */
    unsigned char text[128] = {0};
    memcpy(text, key.s, KEY);
    memcpy(text + KEY, magic, sizeof magic - 1);
    text[60] = 0x80;
    text[126] = 60 * 8 >> 8;
    text[127] = 60 * 8 & 255;
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    sha1_block(state, text);
    sha1_block(state, text + 64);
    unsigned char sum[21] = {0};
    for (unsigned i = 0; i < 20; i++)
        sum[i] = (unsigned char)(state[i / 4] >> (24 - i % 4 * 8));
    for (unsigned i = 0; i < 7; i++) {
        const uint32_t v =
            (uint32_t)sum[3 * i] << 16 | (uint32_t)sum[3 * i + 1] << 8 | sum[3 * i + 2];
        for (unsigned j = 0; j < 4; j++)
            out[4 * i + j] = digits[v >> (18 - 6 * j) & 63];
    }
    out[27] = '=';
    out[28] = '\0';
    return true;
}
