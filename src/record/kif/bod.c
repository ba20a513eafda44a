/* SPDX-License-Identifier: MIT */
#include "record/kif/bod.h"

#include "notation/shogi/kanji.h"

static const char ten[] = "十";

static bool begins_with(const char *s, const char *end, const char *word)
{
    const size_t len = strlen(word);
    return (size_t)(end - s) >= len && memcmp(s, word, len) == 0;
}

/* What stands for an empty square. */
static size_t empty_square(const char *s, const char *end)
{
    static const char *const signs[] = {"・", "･", "．", "*", "."};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (begins_with(s, end, signs[i]))
            return strlen(signs[i]);
    }
    return 0;
}

/* One square of a rank; NULL if there is none. */
static const char *read_cell(bm_piece *out, const char *s, const char *end)
{
    static const char *const second[] = {"v", "V", "ｖ", "Ｖ", "▽", "△"};
    static const char *const first[] = {"^", "＾", "▲", "▼"};
    unsigned side = BM_FIRST, promoted = 0;

    s = bm_kanji_skip(s, end);
    const size_t empty = empty_square(s, end);
    if (empty != 0) {
        *out = 0;
        return s + empty;
    }
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        if (begins_with(s, end, second[i])) {
            side = BM_SECOND;
            s += strlen(second[i]);
            break;
        }
    }
    for (size_t i = 0; i < sizeof first / sizeof *first && side == BM_FIRST; i++) {
        if (begins_with(s, end, first[i])) {
            s += strlen(first[i]);
            break;
        }
    }
    struct bm_kanji_sign c = bm_kanji_sign(s, end);
    if (c.class == BM_SIGN_MARK && c.value == BM_KANJI_PROMOTE) {
        promoted = 8;
        s += c.len;
        c = bm_kanji_sign(s, end);
    }
    if (c.class != BM_SIGN_PIECE ||
        (promoted != 0 && (c.value == BM_SHOGI_GOLD || c.value == BM_SHOGI_KING)))
        return NULL;
    *out = bm_piece_of(c.value | promoted, side);
    return s + c.len;
}

bool bm_bod_rank(struct bm_setup *out, unsigned rank, const char *s, const char *end)
{
    if (begins_with(s, end, "|"))
        s++;
    else if (begins_with(s, end, "｜"))
        s += strlen("｜");
    for (unsigned i = 0; i < 9; i++) {
        s = read_cell(&out->board[(8 - i) * 9 + rank], s, end);
        if (!s)
            return false;
    }
    s = bm_kanji_skip(s, end);
    return s == end || begins_with(s, end, "|") || begins_with(s, end, "｜") ||
           bm_kanji_sign(s, end).class == BM_SIGN_DIGIT;
}

/* 二, 十, 十八, 18, １８; 1 if there is none. */
static const char *read_hand_count(unsigned *out, const char *s, const char *end)
{
    unsigned n = 0;
    bool any = false;
    for (;;) {
        const struct bm_kanji_sign c = bm_kanji_sign(s, end);
        if (begins_with(s, end, ten)) {
            n = (any && n < 100 ? n : 1) * 10;
            s += strlen(ten);
            const struct bm_kanji_sign ones = bm_kanji_sign(s, end);
            if (ones.class == BM_SIGN_DIGIT) {
                n += ones.value;
                s += ones.len;
            }
            *out = n;
            return s;
        }
        if (c.class != BM_SIGN_DIGIT)
            break;
        n = n < 100 ? n * 10 + c.value : n;
        any = true;
        s += c.len;
    }
    *out = any ? n : 1;
    return s;
}

bool bm_bod_hand(struct bm_setup *out, unsigned side, const char *s, const char *end)
{
    if (begins_with(s, end, "なし") || begins_with(s, end, "無し"))
        return true;
    for (;;) {
        s = bm_kanji_skip(s, end);
        if (begins_with(s, end, "、") || begins_with(s, end, "，"))
            s += strlen("、");
        else if (begins_with(s, end, ","))
            s++;
        s = bm_kanji_skip(s, end);
        if (s == end)
            return true;
        const struct bm_kanji_sign c = bm_kanji_sign(s, end);
        unsigned count = 0;
        if (c.class != BM_SIGN_PIECE || c.value > BM_SHOGI_KING)
            return false;
        s = read_hand_count(&count, s + c.len, end);
        uint8_t *const hand = &out->hand[side][c.value];
        if (*hand + count > 255)
            return false;
        if (c.value != BM_SHOGI_KING)
            *hand = (uint8_t)(*hand + count);
    }
}

static void write_hand(const struct bm_setup *setup, unsigned side, bool handicap,
                       struct bm_buf *out)
{
    static const uint8_t order[] = {BM_SHOGI_ROOK,   BM_SHOGI_BISHOP, BM_SHOGI_GOLD,
                                    BM_SHOGI_SILVER, BM_SHOGI_KNIGHT, BM_SHOGI_LANCE,
                                    BM_SHOGI_PAWN};
    bool any = false;
    bm_buf_text(out, handicap ? (side == BM_FIRST ? "下手" : "上手")
                              : (side == BM_FIRST ? "先手" : "後手"));
    bm_buf_text(out, "の持駒：");
    for (unsigned i = 0; i < sizeof order; i++) {
        const unsigned n = setup->hand[side][order[i]];
        if (n == 0)
            continue;
        if (any)
            bm_buf_text(out, "　");
        any = true;
        bm_buf_text(out, bm_kanji_piece[order[i]]);
        if (n >= 100) {
            bm_buf_u64(out, n, 1);
            continue;
        }
        if (n >= 20)
            bm_buf_text(out, bm_kanji_rank[n / 10 - 1]);
        if (n >= 10)
            bm_buf_text(out, ten);
        if (n != 1 && n % 10 != 0)
            bm_buf_text(out, bm_kanji_rank[n % 10 - 1]);
    }
    bm_buf_text(out, any ? "\n" : "なし\n");
}

static void write_cell(bm_piece piece, struct bm_buf *out)
{
    /* One sign each; moves write the first three as 成香, 成桂, 成銀. */
    static const char *const narrow[16] = {[BM_SHOGI_PRO_LANCE] = "杏",
                                           [BM_SHOGI_PRO_KNIGHT] = "圭",
                                           [BM_SHOGI_PRO_SILVER] = "全"};
    if (piece == 0) {
        bm_buf_text(out, " ・");
        return;
    }
    const unsigned kind = bm_piece_kind(piece) & 15u;
    bm_buf_char(out, bm_piece_side(piece) == BM_FIRST ? ' ' : 'v');
    bm_buf_text(out, narrow[kind] ? narrow[kind] : bm_kanji_piece[kind]);
}

void bm_bod_write(const struct bm_setup *setup, bool handicap, struct bm_buf *out)
{
    write_hand(setup, BM_SECOND, handicap, out);
    bm_buf_text(out, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (unsigned rank = 0; rank < 9; rank++) {
        bm_buf_char(out, '|');
        for (unsigned i = 0; i < 9; i++)
            write_cell(setup->board[(8 - i) * 9 + rank], out);
        bm_buf_char(out, '|');
        bm_buf_text(out, bm_kanji_rank[rank]);
        bm_buf_char(out, '\n');
    }
    bm_buf_text(out, "+---------------------------+\n");
    write_hand(setup, BM_FIRST, handicap, out);
    if (setup->number > 1) {
        bm_buf_text(out, "手数＝");
        bm_buf_u64(out, setup->number - 1, 1);
        bm_buf_text(out, "  まで\n");
    }
    /* Said for both sides: without it, readers differ on who begins. */
    if (handicap)
        bm_buf_text(out, setup->turn == BM_FIRST ? "下手番\n" : "上手番\n");
    else
        bm_buf_text(out, setup->turn == BM_FIRST ? "先手番\n" : "後手番\n");
}
