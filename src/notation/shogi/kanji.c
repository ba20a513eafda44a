/* SPDX-License-Identifier: MIT */
#include "notation/shogi/kanji.h"

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

static struct bm_kanji_sign make_sign(enum bm_sign_class class, unsigned value, unsigned len)
{
    return (struct bm_kanji_sign){
        .class = (uint8_t) class, .len = (uint8_t)len, .value = (uint16_t)value};
}

static struct bm_kanji_sign ascii_sign(char c)
{
    if (c >= '0' && c <= '9')
        return make_sign(BM_SIGN_DIGIT, (unsigned)(c - '0'), 1);
    if ((unsigned char)c <= ' ') /* control characters are no better than blanks */
        return make_sign(BM_SIGN_BLANK, 0, 1);
    switch (c) {
    case '(': return make_sign(BM_SIGN_OPEN, 0, 1);
    case ')': return make_sign(BM_SIGN_CLOSE, 0, 1);
    default: return make_sign(BM_SIGN_NONE, 0, 1);
    }
}

/*
 * By code point: the hash has no two of them in one place, and the compiler would warn if it
 * had. Every sign of every move is looked up here.
 */
#define HASH(c) (((c)*3943u & 0xffffu) >> 8)
#define SIGN(c, sign_class, sign_value, is_kanji) \
    [HASH(c)] = {                                 \
        (c), {.class = (sign_class), .len = 3, .kanji = (is_kanji), .value = (sign_value)}}

static const struct {
    uint16_t code;
    struct bm_kanji_sign sign;
} signs[256] = {
    SIGN(0x3000, BM_SIGN_BLANK, 0, false),                   /* a blank */
    SIGN(0x25b2, BM_SIGN_SIDE, BM_FIRST, false),             /* ▲ */
    SIGN(0x25bc, BM_SIGN_SIDE, BM_FIRST, false),             /* ▼ */
    SIGN(0x2617, BM_SIGN_SIDE, BM_FIRST, false),             /* ☗ */
    SIGN(0x25b3, BM_SIGN_SIDE, BM_SECOND, false),            /* △ */
    SIGN(0x25bd, BM_SIGN_SIDE, BM_SECOND, false),            /* ▽ */
    SIGN(0x2616, BM_SIGN_SIDE, BM_SECOND, false),            /* ☖ */
    SIGN(0x4e00, BM_SIGN_DIGIT, 1, true),                    /* 一 */
    SIGN(0x4e8c, BM_SIGN_DIGIT, 2, true),                    /* 二 */
    SIGN(0x4e09, BM_SIGN_DIGIT, 3, true),                    /* 三 */
    SIGN(0x56db, BM_SIGN_DIGIT, 4, true),                    /* 四 */
    SIGN(0x4e94, BM_SIGN_DIGIT, 5, true),                    /* 五 */
    SIGN(0x516d, BM_SIGN_DIGIT, 6, true),                    /* 六 */
    SIGN(0x4e03, BM_SIGN_DIGIT, 7, true),                    /* 七 */
    SIGN(0x516b, BM_SIGN_DIGIT, 8, true),                    /* 八 */
    SIGN(0x4e5d, BM_SIGN_DIGIT, 9, true),                    /* 九 */
    SIGN(0x540c, BM_SIGN_SAME, 0, false),                    /* 同 */
    SIGN(0x4edd, BM_SIGN_SAME, 0, false),                    /* 仝 */
    SIGN(0x6b69, BM_SIGN_PIECE, BM_SHOGI_PAWN, false),       /* 歩 */
    SIGN(0x6b65, BM_SIGN_PIECE, BM_SHOGI_PAWN, false),       /* 步 */
    SIGN(0x9999, BM_SIGN_PIECE, BM_SHOGI_LANCE, false),      /* 香 */
    SIGN(0x6842, BM_SIGN_PIECE, BM_SHOGI_KNIGHT, false),     /* 桂 */
    SIGN(0x9280, BM_SIGN_PIECE, BM_SHOGI_SILVER, false),     /* 銀 */
    SIGN(0x91d1, BM_SIGN_PIECE, BM_SHOGI_GOLD, false),       /* 金 */
    SIGN(0x89d2, BM_SIGN_PIECE, BM_SHOGI_BISHOP, false),     /* 角 */
    SIGN(0x98db, BM_SIGN_PIECE, BM_SHOGI_ROOK, false),       /* 飛 */
    SIGN(0x7389, BM_SIGN_PIECE, BM_SHOGI_KING, false),       /* 玉 */
    SIGN(0x738b, BM_SIGN_PIECE, BM_SHOGI_KING, false),       /* 王 */
    SIGN(0x3068, BM_SIGN_PIECE, BM_SHOGI_TOKIN, false),      /* と */
    SIGN(0x30c8, BM_SIGN_PIECE, BM_SHOGI_TOKIN, false),      /* ト */
    SIGN(0x674f, BM_SIGN_PIECE, BM_SHOGI_PRO_LANCE, false),  /* 杏 */
    SIGN(0x572d, BM_SIGN_PIECE, BM_SHOGI_PRO_KNIGHT, false), /* 圭 */
    SIGN(0x5168, BM_SIGN_PIECE, BM_SHOGI_PRO_SILVER, false), /* 全 */
    SIGN(0x99ac, BM_SIGN_PIECE, BM_SHOGI_HORSE, false),      /* 馬 */
    SIGN(0x9f8d, BM_SIGN_PIECE, BM_SHOGI_DRAGON, false),     /* 龍 */
    SIGN(0x7adc, BM_SIGN_PIECE, BM_SHOGI_DRAGON, false),     /* 竜 */
    SIGN(0x53f3, BM_SIGN_MARK, BM_KANJI_RIGHT, false),       /* 右 */
    SIGN(0x5de6, BM_SIGN_MARK, BM_KANJI_LEFT, false),        /* 左 */
    SIGN(0x76f4, BM_SIGN_MARK, BM_KANJI_STRAIGHT, false),    /* 直 */
    SIGN(0x4e0a, BM_SIGN_MARK, BM_KANJI_UP, false),          /* 上 */
    SIGN(0x884c, BM_SIGN_MARK, BM_KANJI_UP, false),          /* 行 */
    SIGN(0x5165, BM_SIGN_MARK, BM_KANJI_UP, false),          /* 入 */
    SIGN(0x5bc4, BM_SIGN_MARK, BM_KANJI_ASIDE, false),       /* 寄 */
    SIGN(0x5f15, BM_SIGN_MARK, BM_KANJI_DOWN, false),        /* 引 */
    SIGN(0x6253, BM_SIGN_MARK, BM_KANJI_DROP, false),        /* 打 */
    SIGN(0x6210, BM_SIGN_MARK, BM_KANJI_PROMOTE, false),     /* 成 */
    SIGN(0x751f, BM_SIGN_MARK, BM_KANJI_DECLINE, false),     /* 生 */
    SIGN(0x4e0d, BM_SIGN_NOT, 0, false),                     /* 不 */
    SIGN(0xff08, BM_SIGN_OPEN, 0, false),                    /* （ */
    SIGN(0xff09, BM_SIGN_CLOSE, 0, false),                   /* ） */
    SIGN(0xff10, BM_SIGN_DIGIT, 0, false),                   /* ０ */
    SIGN(0xff11, BM_SIGN_DIGIT, 1, false),                   /* １ */
    SIGN(0xff12, BM_SIGN_DIGIT, 2, false),                   /* ２ */
    SIGN(0xff13, BM_SIGN_DIGIT, 3, false),                   /* ３ */
    SIGN(0xff14, BM_SIGN_DIGIT, 4, false),                   /* ４ */
    SIGN(0xff15, BM_SIGN_DIGIT, 5, false),                   /* ５ */
    SIGN(0xff16, BM_SIGN_DIGIT, 6, false),                   /* ６ */
    SIGN(0xff17, BM_SIGN_DIGIT, 7, false),                   /* ７ */
    SIGN(0xff18, BM_SIGN_DIGIT, 8, false),                   /* ８ */
    SIGN(0xff19, BM_SIGN_DIGIT, 9, false),                   /* ９ */
};

struct bm_kanji_sign bm_kanji_sign(const char *s, const char *end)
{
    if (s == end)
        return make_sign(BM_SIGN_NONE, 0, 0);
    if (((unsigned char)*s & 0x80u) == 0)
        return ascii_sign(*s);
    /* A byte that begins no such character stands for itself, so that reading goes on. */
    if (((unsigned char)*s & 0xf0u) != 0xe0u || end - s < 3 ||
        ((unsigned char)s[1] & 0xc0u) != 0x80u || ((unsigned char)s[2] & 0xc0u) != 0x80u)
        return make_sign(BM_SIGN_NONE, 0, 1);
    const unsigned c = code_point(s);
    if (c == 0 || signs[HASH(c)].code != c) /* 0 is what free places have */
        return make_sign(BM_SIGN_NONE, 0, 3);
    return signs[HASH(c)].sign;
}

const char *bm_kanji_skip(const char *s, const char *end)
{
    for (;;) {
        const struct bm_kanji_sign c = bm_kanji_sign(s, end);
        if (c.class != BM_SIGN_BLANK)
            return s;
        s += c.len;
    }
}

/* Two digits that are a square: ７六, 76, 七六. */
static const char *read_kanji_square(bm_sq *out, const char *s, const char *end)
{
    const struct bm_kanji_sign file = bm_kanji_sign(s, end);
    if (file.class != BM_SIGN_DIGIT || file.value == 0)
        return NULL;
    const struct bm_kanji_sign rank = bm_kanji_sign(s + file.len, end);
    if (rank.class != BM_SIGN_DIGIT || rank.value == 0)
        return NULL;
    *out = (bm_sq)((file.value - 1) * 9 + rank.value - 1);
    return s + file.len + rank.len;
}

/* 銀, 全, 成銀. */
static const char *read_kanji_piece(uint8_t *kind, const char *s, const char *end)
{
    struct bm_kanji_sign c = bm_kanji_sign(s, end);
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
        const struct bm_kanji_sign c = bm_kanji_sign(at, end);
        if (c.class == BM_SIGN_MARK) {
            *marks |= c.value;
            s = at + c.len;
        } else if (c.class == BM_SIGN_NOT) {
            const struct bm_kanji_sign next = bm_kanji_sign(at + c.len, end);
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
    struct bm_kanji_sign c = bm_kanji_sign(at, end);
    bm_sq sq = BM_SQ_NONE;
    if (c.class != BM_SIGN_OPEN)
        return s;
    at = read_kanji_square(&sq, at + c.len, end);
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
    struct bm_kanji_sign c = bm_kanji_sign(s, end);
    if (c.class == BM_SIGN_SIDE) {
        m.side = (uint8_t)c.value;
        s = bm_kanji_skip(s + c.len, end);
        c = bm_kanji_sign(s, end);
    }
    if (c.class == BM_SIGN_DIGIT) {
        s = read_kanji_square(&m.to, s, end);
        if (!s)
            return NULL;
        /* ５五同銀 says the square twice. */
        const struct bm_kanji_sign same = bm_kanji_sign(s, end);
        if (same.class == BM_SIGN_SAME)
            s += same.len;
    } else if (c.class == BM_SIGN_SAME) {
        s += c.len;
    } else {
        return NULL;
    }
    s = read_kanji_piece(&m.kind, bm_kanji_skip(s, end), end);
    if (!s)
        return NULL;
    s = read_marks(&m.marks, s, end);
    s = read_origin(&m.from, s, end);
    *out = m;
    return s;
}
