/* SPDX-License-Identifier: MIT */
/* Start positions that are drawn by lot. */
#include <string.h>

#include "banmen/setup.h"
#include "base/random.h"
#include "rules/ruleset.h"

/*
 * Chess960 numbers its 960 starts: the bishops' squares, the queen's among those left, the
 * knights' among those left then; rook, king, rook fill the rest. 518 is the start of chess.
 */
static void number_chess(unsigned n, uint8_t row[8])
{
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    static const uint8_t rest[3] = {BM_CHESS_ROOK, BM_CHESS_KING, BM_CHESS_ROOK};
    uint8_t left[8];
    unsigned free;
    memset(row, BM_CHESS_KINDS, 8);
    row[n % 4 * 2 + 1] = BM_CHESS_BISHOP;
    n /= 4;
    row[n % 4 * 2] = BM_CHESS_BISHOP;
    n /= 4;
    for (unsigned step = 0; step < 3; step++) {
        free = 0;
        for (uint8_t file = 0; file < 8; file++)
            if (row[file] == BM_CHESS_KINDS)
                left[free++] = file;
        if (step == 0) {
            row[left[n % 6]] = BM_CHESS_QUEEN;
        } else if (step == 1) {
            row[left[knights[n / 6 % 10][0]]] = BM_CHESS_KNIGHT;
            row[left[knights[n / 6 % 10][1]]] = BM_CHESS_KNIGHT;
        } else {
            for (unsigned i = 0; i < 3; i++)
                row[left[i]] = rest[i];
        }
    }
}

static void shuffle_chess(struct bm_setup *out, unsigned n)
{
    uint8_t row[8];
    number_chess(n, row);
    out->castling[0] = 0;
    for (unsigned file = 0; file < 8; file++)
        for (unsigned side = 0; side < 2; side++) {
            const unsigned sq = side * 56 + file;
            out->board[sq] = bm_piece_of(row[file], side);
            if (row[file] == BM_CHESS_ROOK)
                out->castling[0] |= (uint64_t)1 << sq;
        }
}

/* Squares of the zone that hold pieces of the first side at the start, and those pieces. */
struct lot {
    unsigned count;
    uint8_t sq[BM_MAX_SQUARES];
    bm_piece piece[BM_MAX_SQUARES];
};

static bool is_bishop(const struct bm_rules *rules, bm_piece p)
{
    return strcmp(rules->set->kinds[bm_piece_kind(p)].letter, "B") == 0;
}

/* Whether a drawing keeps bishops on both colours and the pieces of `order` in their order. */
static bool is_fair(const struct bm_rules *rules, const struct lot *lot)
{
    const struct bm_shuffle *const s = &rules->set->shuffle;
    const unsigned width = rules->set->info.files;
    unsigned at = 0, colours[2] = {0, 0};
    uint64_t ordered = 0;
    for (unsigned i = 0; i < s->count; i++)
        ordered |= (uint64_t)1 << s->order[i];
    for (unsigned i = 0; i < lot->count; i++) {
        const unsigned kind = bm_piece_kind(lot->piece[i]);
        if (is_bishop(rules, lot->piece[i]))
            colours[(lot->sq[i] % width + lot->sq[i] / width) & 1]++;
        if (ordered >> kind & 1 && (at >= s->count || s->order[at++] != kind))
            return false;
    }
    const unsigned apart =
        colours[0] > colours[1] ? colours[0] - colours[1] : colours[1] - colours[0];
    return !s->bishops_opposite || apart <= 1;
}

static void draw(struct lot *lot, uint64_t *state)
{
    for (unsigned i = lot->count; i > 1; i--) {
        const unsigned k = (unsigned)(bm_random(state) % i);
        const bm_piece p = lot->piece[i - 1];
        lot->piece[i - 1] = lot->piece[k];
        lot->piece[k] = p;
    }
}

/* The first side's pieces are drawn, the second side's stand as theirs do, seen from there. */
static void place(struct bm_setup *out, const struct bm_rules *rules, const struct lot *lot)
{
    const struct bm_compiled *const g = rules->game;
    const uint8_t *const flip = bm_compiled_at(g, g->flip);
    const bool rights =
        (out->castling[0] | out->castling[1] | out->castling[2] | out->castling[3]) != 0;
    memset(out->castling, 0, sizeof out->castling);
    for (unsigned i = 0; i < lot->count; i++) {
        const unsigned kind = bm_piece_kind(lot->piece[i]), sq = lot->sq[i], far = flip[sq];
        out->board[sq] = bm_piece_of(kind, BM_FIRST);
        if (out->board[far])
            out->board[far] = bm_piece_of(kind, BM_SECOND);
        if (rights && kind == g->castle_with) {
            out->castling[sq >> 6] |= (uint64_t)1 << (sq & 63);
            if (out->board[far])
                out->castling[far >> 6] |= (uint64_t)1 << (far & 63);
        }
    }
}

bool bm_setup_shuffle(struct bm_setup *out, const struct bm_rules *rules, uint64_t number)
{
    enum { TRIES = 10000 };
    bm_setup_start(out, rules);
    if (!rules->game && rules->set->info.chess960) {
        shuffle_chess(out, (unsigned)(number % 960));
        return true;
    }
    if (!rules->game || !rules->set->shuffle.on)
        return false;
    struct lot lot = {0};
    for (unsigned sq = 0; sq < rules->set->info.squares; sq++) {
        const bm_piece p = out->board[sq];
        if (p && bm_piece_side(p) == BM_FIRST &&
            bm_cells_has(&rules->set->shuffle.zone[BM_FIRST], sq)) {
            lot.sq[lot.count] = (uint8_t)sq;
            lot.piece[lot.count++] = p;
        }
    }
    for (unsigned i = 0; i < TRIES; i++) {
        draw(&lot, &number);
        if (!is_fair(rules, &lot))
            continue;
        struct bm_setup drawn = *out;
        place(&drawn, rules, &lot);
        if (bm_setup_check(&drawn, rules) & BM_DEFECTS_HARD)
            continue;
        *out = drawn;
        return true;
    }
    return false;
}
