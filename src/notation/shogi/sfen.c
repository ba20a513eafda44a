/* SPDX-License-Identifier: MIT */
#include "notation/text.h"

/* SFEN. Read leniently where real files need it; the strict form is what is written below. */

enum { LETTERS = 8 };
/* By kind; '+' before the letter makes the promoted kind, 8 higher. */
static const char letters[LETTERS + 1] = "PLNSGBRK";

/* Kind + 1 by capital letter. */
static const uint8_t piece_kind[32] = {
    ['P' - '@'] = BM_SHOGI_PAWN + 1,   ['L' - '@'] = BM_SHOGI_LANCE + 1,
    ['N' - '@'] = BM_SHOGI_KNIGHT + 1, ['S' - '@'] = BM_SHOGI_SILVER + 1,
    ['G' - '@'] = BM_SHOGI_GOLD + 1,   ['B' - '@'] = BM_SHOGI_BISHOP + 1,
    ['R' - '@'] = BM_SHOGI_ROOK + 1,   ['K' - '@'] = BM_SHOGI_KING + 1,
};

/* The order in which hands are written. */
static const uint8_t hand_order[] = {BM_SHOGI_ROOK,   BM_SHOGI_BISHOP, BM_SHOGI_GOLD,
                                     BM_SHOGI_SILVER, BM_SHOGI_KNIGHT, BM_SHOGI_LANCE,
                                     BM_SHOGI_PAWN};

/* 0 if the byte is no letter of a piece. Bit 5 tells small letters from capitals in ASCII. */
static bm_piece read_sfen_piece(char c)
{
    const unsigned u = (unsigned char)c;
    if ((u & 0xc0u) != 0x40u || piece_kind[u & 31u] == 0)
        return 0;
    return (bm_piece)(piece_kind[u & 31u] | (u & 0x20u) << 2);
}

static bm_status refuse_rank(struct bm_error *err, size_t at, unsigned rank, unsigned files)
{
    return bm_text_tell(err, BM_ESYNTAX, (uint32_t)at + 1, "rank ~ has ~ files, not 9",
                        BM_TEXTS(bm_text_byte('a' + rank).s, bm_decimal(files).s));
}

/* Where the bracket begins in which some programs put the hands; f.end if there is none. */
static size_t find_bracket(const char *s, struct bm_field f)
{
    size_t at = f.at;
    while (at < f.end && s[at] != '[')
        at++;
    return at;
}

static bm_status read_sfen_board(struct bm_setup *out, const char *s, struct bm_field f,
                                 struct bm_error *err)
{
    unsigned rank = 0, files = 0;
    size_t overflow = 0; /* where the rank grew too long */

    for (size_t at = f.at; at < f.end; at++) {
        const size_t start = at;
        unsigned promoted = 0;
        if (s[at] == '+') {
            promoted = 8;
            at++;
        }
        const bm_piece piece = at < f.end ? read_sfen_piece(s[at]) : 0;
        if (promoted != 0) {
            const unsigned kind = piece != 0 ? bm_piece_kind(piece) : BM_SHOGI_KING;
            if (kind == BM_SHOGI_GOLD || kind == BM_SHOGI_KING)
                return bm_text_refuse(err, start,
                                      "+ stands before a piece that can promote (PLNSBR)", 0);
        }
        if (piece != 0) {
            if (files < 9)
                out->board[(8 - files) * 9 + rank] = (bm_piece)(piece + promoted);
            files++;
        } else if (s[at] >= '1' && s[at] <= '9') {
            files += (unsigned)(s[at] - '0');
        } else if (s[at] == '/') {
            if (files != 9)
                return refuse_rank(err, files > 9 ? overflow : at, rank, files);
            if (rank == 8)
                return bm_text_refuse(err, at, "the board has more than 9 ranks", 0);
            rank++;
            files = 0;
            continue;
        } else {
            return bm_text_refuse(
                err, at,
                "'~' is neither a piece (PLNSGBRK, small for white) nor 1-9 nor + nor /",
                (unsigned char)s[at]);
        }
        if (files > 9 && overflow == 0)
            overflow = start;
    }
    if (files != 9)
        return refuse_rank(err, files > 9 ? overflow : f.end, rank, files);
    if (rank != 8)
        return bm_text_refuse_number(err, f.end, "the board has ~ ranks, not 9", rank + 1);
    return BM_OK;
}

/* More than the set has is for bm_ctx_sync() to refuse; here it must only be a number. */
static bm_status read_hands(struct bm_setup *out, const char *s, struct bm_field f,
                            struct bm_error *err)
{
    if (f.at == f.end || bm_text_is(s, f, "-"))
        return BM_OK;
    for (size_t at = f.at; at < f.end; at++) {
        const size_t start = at;
        unsigned count = 0;
        while (at < f.end && s[at] >= '0' && s[at] <= '9' && count <= 255)
            count = count * 10 + (unsigned)(s[at++] - '0');
        if (at == f.end)
            return bm_text_refuse(err, start, "a count stands before its letter, like 2P", 0);
        if (at == start)
            count = 1;

        const bm_piece piece = read_sfen_piece(s[at]);
        if (s[at] == '+')
            return bm_text_refuse(err, at, "a piece in hand is never promoted", 0);
        if (piece == 0)
            return bm_text_refuse(
                err, at, "'~' is no piece in hand: - or letters of RBGSNLP, small for white",
                (unsigned char)s[at]);
        const unsigned kind = bm_piece_kind(piece);
        if (kind == BM_SHOGI_KING)
            return bm_text_refuse(err, at, "a king is never in hand", 0);
        uint8_t *const hand = &out->hand[bm_piece_side(piece)][kind];
        if (count == 0)
            return bm_text_refuse(err, start,
                                  "a count is at least 1; leave out what is not there", 0);
        if (*hand + count > 255)
            return bm_text_refuse(err, start, "no hand holds that many pieces", 0);
        *hand = (uint8_t)(*hand + count);
    }
    return BM_OK;
}

static bool is_number(const char *s, struct bm_field f)
{
    for (size_t at = f.at; at < f.end; at++)
        if (s[at] < '0' || s[at] > '9')
            return false;
    return f.end > f.at;
}

/*
 * The form of programs that play many games: hands in brackets behind the board, w the side of
 * the capital letters, two fields that mean nothing here, and full moves as the number.
 */
static bm_status read_bracketed(struct bm_setup *out, const char *s, struct bm_field *f,
                                unsigned n, struct bm_error *err)
{
    const size_t bracket = find_bracket(s, f[0]);
    struct bm_field board = {f[0].at, bracket}, hands = {bracket, bracket};
    unsigned next = 2;
    if (bracket != f[0].end) {
        if (s[f[0].end - 1] != ']')
            return bm_text_refuse(err, f[0].end, "the bracket of the hands is not closed", 0);
        hands = (struct bm_field){bracket + 1, f[0].end - 1};
    }
    bm_status status = read_sfen_board(out, s, board, err);
    if (!status)
        status = read_hands(out, s, hands, err);
    if (!status)
        status = bm_text_side(&out->turn, s, f[1], "wb", err);
    while (next < n && next < 4 && bm_text_is(s, f[next], "-"))
        next++;
    uint32_t quiet = 0;
    if (!status && next < n)
        status = bm_text_number(&quiet, s, f[next], "the half-move clock is a number", err);
    const struct bm_field none = {f[n - 1].end, f[n - 1].end};
    if (!status)
        status = bm_text_move_number(&out->number, s, next + 1 < n ? f[next + 1] : none, err);
    if (!status && next + 2 < n)
        status = bm_text_refuse(err, f[next + 2].at, "the position has a field too many", 0);
    if (!status)
        out->number = 2 * out->number - 1 + out->turn;
    return status;
}

bm_status bm_sfen_parse(struct bm_setup *out, const char *s, size_t len, unsigned flags,
                        struct bm_error *err)
{
    enum { BOARD, TURN, HANDS, NUMBER, FIELDS, MOST = 6 };
    struct bm_field f[MOST + 1];
    const unsigned n = bm_text_split(s, len, f, MOST + 1);
    if (n == 0)
        return bm_text_refuse(err, 0, "the position is empty: an SFEN or startpos is needed",
                              0);
    const bool bracketed = !(flags & BM_TEXT_STRICT) && n <= MOST &&
                           (find_bracket(s, f[BOARD]) != f[BOARD].end || n == MOST);
    /* A FEN would have another letter for the side: nothing is guessed. */
    if (n == HANDS || (n > HANDS && !bracketed && is_number(s, f[HANDS])))
        return bm_text_refuse(err, n == HANDS ? len : f[HANDS].at, BM_NO_HANDS, 0);
    if (n > FIELDS && !bracketed)
        return bm_text_refuse(err, f[FIELDS].at, "an SFEN has four fields; this is a fifth", 0);

    struct bm_setup p;
    memset(&p, 0, sizeof p);
    bm_status status = BM_OK;
    if (bracketed) {
        status = read_bracketed(&p, s, f, n, err);
        if (!status)
            *out = p;
        return status;
    }
    status = read_sfen_board(&p, s, f[BOARD], err);
    if (!status)
        status = bm_text_side(&p.turn, s, f[TURN], "bw", err);
    if (!status)
        status = read_hands(&p, s, f[HANDS], err);
    if (!status)
        status = bm_text_move_number(&p.number, s, f[NUMBER], err);
    if (status)
        return status;

    if (flags & BM_TEXT_STRICT) {
        char form[256];
        struct bm_str text;
        bm_str_init(&text, form, sizeof form);
        bm_sfen_format(&p, &text);
        status = bm_text_strict(s, len, form, bm_str_end(&text), err);
        if (status)
            return status;
    }
    *out = p;
    return BM_OK;
}

static void write_piece(bm_piece piece, struct bm_str *out)
{
    const unsigned kind = bm_piece_kind(piece);
    if (kind >= BM_SHOGI_KINDS) {
        bm_str_char(out, '?');
        return;
    }
    if (kind >= LETTERS)
        bm_str_char(out, '+');
    bm_str_char(out, (char)(letters[kind % LETTERS] | (char)(bm_piece_side(piece) << 5)));
}

void bm_sfen_format(const struct bm_setup *setup, struct bm_str *out)
{
    for (unsigned rank = 0; rank < 9; rank++) {
        unsigned empty = 0;
        if (rank != 0)
            bm_str_char(out, '/');
        for (unsigned i = 0; i < 9; i++) {
            const bm_piece piece = setup->board[(8 - i) * 9 + rank];
            if (piece == 0) {
                empty++;
                continue;
            }
            if (empty != 0)
                bm_str_char(out, (char)('0' + empty));
            empty = 0;
            write_piece(piece, out);
        }
        if (empty != 0)
            bm_str_char(out, (char)('0' + empty));
    }

    bm_str_text(out, setup->turn == BM_FIRST ? " b " : " w ");
    const size_t start = out->len;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < sizeof hand_order; i++) {
            const unsigned count = setup->hand[side][hand_order[i]];
            if (count == 0)
                continue;
            if (count > 1)
                bm_str_u64(out, count);
            write_piece(bm_piece_of(hand_order[i], side), out);
        }
    }
    if (out->len == start)
        bm_str_char(out, '-');
    bm_str_char(out, ' ');
    bm_str_u64(out, setup->number);
}
