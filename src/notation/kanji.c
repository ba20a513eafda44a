/* SPDX-License-Identifier: MIT */
#include "notation/kanji.h"

const char bm_kanji_file[9][4] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
const char bm_kanji_rank[9][4] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
const char bm_kanji_piece[16][8] = {"歩", "香",   "桂",   "銀",   "金", "角", "飛", "玉",
                                    "と", "成香", "成桂", "成銀", "",   "馬", "龍", ""};

/* The code point of three bytes of UTF-8; all signs but ASCII have three. */
static unsigned code_point(const char *s)
{
    return ((unsigned char)s[0] & 15u) << 12 | ((unsigned char)s[1] & 63u) << 6 |
           ((unsigned char)s[2] & 63u);
}

static struct bm_sign sign(enum bm_sign_class class, unsigned value, unsigned len)
{
    return (struct bm_sign){
        .class = (uint8_t) class, .len = (uint8_t)len, .value = (uint16_t)value};
}

static struct bm_sign ascii_sign(char c)
{
    if (c >= '0' && c <= '9')
        return sign(BM_SIGN_DIGIT, (unsigned)(c - '0'), 1);
    switch (c) {
    case ' ':
    case '\t': return sign(BM_SIGN_BLANK, 0, 1);
    case '(': return sign(BM_SIGN_OPEN, 0, 1);
    case ')': return sign(BM_SIGN_CLOSE, 0, 1);
    default: return sign(BM_SIGN_NONE, 0, 1);
    }
}

static struct bm_sign kanji_digit(unsigned value)
{
    struct bm_sign s = sign(BM_SIGN_DIGIT, value, 3);
    s.kanji = true;
    return s;
}

static struct bm_sign wide_sign(unsigned c)
{
    if (c >= 0xff10 && c <= 0xff19)
        return sign(BM_SIGN_DIGIT, c - 0xff10, 3);
    switch (c) {
    case 0x3000: return sign(BM_SIGN_BLANK, 0, 3);
    case 0x25b2: /* ▲ */
    case 0x25bc: /* ▼ */
    case 0x2617: /* ☗ */ return sign(BM_SIGN_SIDE, BM_FIRST, 3);
    case 0x25b3: /* △ */
    case 0x25bd: /* ▽ */
    case 0x2616: /* ☖ */ return sign(BM_SIGN_SIDE, BM_SECOND, 3);
    case 0x4e00: /* 一 */ return kanji_digit(1);
    case 0x4e8c: /* 二 */ return kanji_digit(2);
    case 0x4e09: /* 三 */ return kanji_digit(3);
    case 0x56db: /* 四 */ return kanji_digit(4);
    case 0x4e94: /* 五 */ return kanji_digit(5);
    case 0x516d: /* 六 */ return kanji_digit(6);
    case 0x4e03: /* 七 */ return kanji_digit(7);
    case 0x516b: /* 八 */ return kanji_digit(8);
    case 0x4e5d: /* 九 */ return kanji_digit(9);
    case 0x540c: /* 同 */
    case 0x4edd: /* 仝 */ return sign(BM_SIGN_SAME, 0, 3);
    case 0x6b69: /* 歩 */
    case 0x6b65: /* 步 */ return sign(BM_SIGN_PIECE, BM_SHOGI_PAWN, 3);
    case 0x9999: /* 香 */ return sign(BM_SIGN_PIECE, BM_SHOGI_LANCE, 3);
    case 0x6842: /* 桂 */ return sign(BM_SIGN_PIECE, BM_SHOGI_KNIGHT, 3);
    case 0x9280: /* 銀 */ return sign(BM_SIGN_PIECE, BM_SHOGI_SILVER, 3);
    case 0x91d1: /* 金 */ return sign(BM_SIGN_PIECE, BM_SHOGI_GOLD, 3);
    case 0x89d2: /* 角 */ return sign(BM_SIGN_PIECE, BM_SHOGI_BISHOP, 3);
    case 0x98db: /* 飛 */ return sign(BM_SIGN_PIECE, BM_SHOGI_ROOK, 3);
    case 0x7389: /* 玉 */
    case 0x738b: /* 王 */ return sign(BM_SIGN_PIECE, BM_SHOGI_KING, 3);
    case 0x3068: /* と */
    case 0x30c8: /* ト */ return sign(BM_SIGN_PIECE, BM_SHOGI_TOKIN, 3);
    case 0x674f: /* 杏 */ return sign(BM_SIGN_PIECE, BM_SHOGI_PRO_LANCE, 3);
    case 0x572d: /* 圭 */ return sign(BM_SIGN_PIECE, BM_SHOGI_PRO_KNIGHT, 3);
    case 0x5168: /* 全 */ return sign(BM_SIGN_PIECE, BM_SHOGI_PRO_SILVER, 3);
    case 0x99ac: /* 馬 */ return sign(BM_SIGN_PIECE, BM_SHOGI_HORSE, 3);
    case 0x9f8d: /* 龍 */
    case 0x7adc: /* 竜 */ return sign(BM_SIGN_PIECE, BM_SHOGI_DRAGON, 3);
    case 0x53f3: /* 右 */ return sign(BM_SIGN_MARK, BM_KANJI_RIGHT, 3);
    case 0x5de6: /* 左 */ return sign(BM_SIGN_MARK, BM_KANJI_LEFT, 3);
    case 0x76f4: /* 直 */ return sign(BM_SIGN_MARK, BM_KANJI_STRAIGHT, 3);
    case 0x4e0a: /* 上 */
    case 0x884c: /* 行 */
    case 0x5165: /* 入 */ return sign(BM_SIGN_MARK, BM_KANJI_UP, 3);
    case 0x5bc4: /* 寄 */ return sign(BM_SIGN_MARK, BM_KANJI_ASIDE, 3);
    case 0x5f15: /* 引 */ return sign(BM_SIGN_MARK, BM_KANJI_DOWN, 3);
    case 0x6253: /* 打 */ return sign(BM_SIGN_MARK, BM_KANJI_DROP, 3);
    case 0x6210: /* 成 */ return sign(BM_SIGN_MARK, BM_KANJI_PROMOTE, 3);
    case 0x751f: /* 生 */ return sign(BM_SIGN_MARK, BM_KANJI_DECLINE, 3);
    case 0x4e0d: /* 不 */ return sign(BM_SIGN_NOT, 0, 3);
    case 0xff08: /* （ */ return sign(BM_SIGN_OPEN, 0, 3);
    case 0xff09: /* ） */ return sign(BM_SIGN_CLOSE, 0, 3);
    default: return sign(BM_SIGN_NONE, 0, 3);
    }
}

struct bm_sign bm_kanji_sign(const char *s, const char *end)
{
    if (s == end)
        return sign(BM_SIGN_NONE, 0, 0);
    if (((unsigned char)*s & 0x80u) == 0)
        return ascii_sign(*s);
    /* A byte that begins no such character stands for itself, so that reading goes on. */
    if (((unsigned char)*s & 0xf0u) != 0xe0u || end - s < 3)
        return sign(BM_SIGN_NONE, 0, 1);
    return wide_sign(code_point(s));
}

const char *bm_kanji_skip(const char *s, const char *end)
{
    for (;;) {
        const struct bm_sign c = bm_kanji_sign(s, end);
        if (c.class != BM_SIGN_BLANK)
            return s;
        s += c.len;
    }
}

/* Two digits that are a square: ７六, 76, 七六. */
static const char *read_square(bm_sq *out, const char *s, const char *end)
{
    const struct bm_sign file = bm_kanji_sign(s, end);
    if (file.class != BM_SIGN_DIGIT || file.value == 0)
        return NULL;
    const struct bm_sign rank = bm_kanji_sign(s + file.len, end);
    if (rank.class != BM_SIGN_DIGIT || rank.value == 0)
        return NULL;
    *out = (bm_sq)((file.value - 1) * 9 + rank.value - 1);
    return s + file.len + rank.len;
}

/* 銀, 全, 成銀. */
static const char *read_piece(uint8_t *kind, const char *s, const char *end)
{
    struct bm_sign c = bm_kanji_sign(s, end);
    unsigned promoted = 0;
    if (c.class == BM_SIGN_MARK && c.value == BM_KANJI_PROMOTE) {
        promoted = 8;
        s = bm_kanji_skip(s + c.len, end);
        c = bm_kanji_sign(s, end);
    }
    if (c.class != BM_SIGN_PIECE)
        return NULL;
    /* Neither gold nor king has another side to turn to. */
    if (promoted != 0 && (c.value == BM_SHOGI_GOLD || c.value == BM_SHOGI_KING))
        return NULL;
    *kind = (uint8_t)(c.value | promoted);
    return s + c.len;
}

static const char *read_marks(uint16_t *marks, const char *s, const char *end)
{
    for (;;) {
        const char *at = bm_kanji_skip(s, end);
        const struct bm_sign c = bm_kanji_sign(at, end);
        if (c.class == BM_SIGN_MARK) {
            *marks |= c.value;
            s = at + c.len;
        } else if (c.class == BM_SIGN_NOT) {
            const struct bm_sign next = bm_kanji_sign(at + c.len, end);
            if (next.class != BM_SIGN_MARK || next.value != BM_KANJI_PROMOTE)
                return s;
            *marks |= BM_KANJI_DECLINE;
            s = at + c.len + next.len;
        } else {
            return s;
        }
    }
}

/* (77); anything else in brackets, as a time, is left alone. */
static const char *read_origin(bm_sq *from, const char *s, const char *end)
{
    const char *at = bm_kanji_skip(s, end);
    struct bm_sign c = bm_kanji_sign(at, end);
    bm_sq sq = BM_SQ_NONE;
    if (c.class != BM_SIGN_OPEN)
        return s;
    at = read_square(&sq, at + c.len, end);
    if (!at)
        return s;
    c = bm_kanji_sign(at, end);
    if (c.class != BM_SIGN_CLOSE)
        return s;
    *from = sq;
    return at + c.len;
}

const char *bm_kanji_parse(struct bm_kanji_move *out, const char *s, const char *end)
{
    struct bm_kanji_move m = {.to = BM_SQ_NONE, .from = BM_SQ_NONE, .side = 2};

    s = bm_kanji_skip(s, end);
    struct bm_sign c = bm_kanji_sign(s, end);
    if (c.class == BM_SIGN_SIDE) {
        m.side = (uint8_t)c.value;
        s = bm_kanji_skip(s + c.len, end);
        c = bm_kanji_sign(s, end);
    }
    if (c.class == BM_SIGN_DIGIT) {
        s = read_square(&m.to, s, end);
        if (!s)
            return NULL;
        /* ５五同銀 says the square twice. */
        const struct bm_sign same = bm_kanji_sign(s, end);
        if (same.class == BM_SIGN_SAME)
            s += same.len;
    } else if (c.class == BM_SIGN_SAME) {
        s += c.len;
    } else {
        return NULL;
    }
    s = read_piece(&m.kind, bm_kanji_skip(s, end), end);
    if (!s)
        return NULL;
    s = read_marks(&m.marks, s, end);
    s = read_origin(&m.from, s, end);
    *out = m;
    return s;
}
