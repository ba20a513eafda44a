/* SPDX-License-Identifier: MIT */
/* Positions of games that were loaded, written: see variant_fen.c for the form. */
#include "notation/cells.h"

struct writer {
    const struct bm_setup *p;
    const struct bm_rules *rules;
    const struct bm_rules_info *info;
    const struct bm_compiled *game;
    struct bm_str *out;
};

static void put_variant_piece(const struct writer *w, bm_piece piece)
{
    const unsigned side = bm_piece_side(piece);
    const char *letter = bm_rules_kind_letter(w->rules, bm_piece_kind(piece));
    if (*letter == '\0')
        letter = "?";
    for (; *letter != '\0'; letter++)
        bm_str_char(w->out, bm_letter(*letter) ? (char)(*letter | (char)(side << 5)) : *letter);
}

static void put_gap(const struct writer *w, unsigned *gap)
{
    if (*gap != 0)
        bm_str_u64(w->out, *gap);
    *gap = 0;
}

static void put_rank(const struct writer *w, unsigned first)
{
    unsigned gap = 0;
    for (unsigned x = 0; x < w->info->size[0]; x++) {
        const bm_piece piece = w->p->board[first + x];
        if (piece == 0 && bm_rules_has_square(w->rules, (bm_sq)(first + x))) {
            gap++;
            continue;
        }
        put_gap(w, &gap);
        if (piece == 0)
            bm_str_char(w->out, '*');
        else
            put_variant_piece(w, piece);
    }
    put_gap(w, &gap);
}

/* One level, from its highest rank. */
static void put_level(const struct writer *w, unsigned level)
{
    const unsigned files = w->info->size[0], ranks = w->info->size[1];
    for (unsigned y = ranks; y-- != 0;) {
        put_rank(w, files * (y + ranks * level));
        if (y != 0)
            bm_str_char(w->out, '/');
    }
}

/* Three dimensions: the highest level first. Four: the highest row, each from the left. */
static void put_variant_board(const struct writer *w)
{
    const unsigned levels = w->info->size[2], rows = w->info->size[3];
    for (unsigned row = rows; row-- != 0;)
        for (unsigned i = 0; i < levels; i++) {
            if (row + 1 != rows || i != 0)
                bm_str_char(w->out, '|');
            put_level(w, row * levels + (w->info->axes > 3 ? i : levels - 1 - i));
        }
}

/* Hands as letters, or with counts. */
static void put_hands(const struct writer *w, bool counts)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < w->info->kinds; kind++) {
            unsigned n = w->p->hand[side][kind];
            if (counts && n > 1) {
                bm_str_u64(w->out, n);
                n = 1;
            }
            while (n-- != 0)
                put_variant_piece(w, bm_piece_of(kind, side));
        }
}

static bool has_hand(const struct bm_setup *p)
{
    for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++)
        if (p->hand[0][kind] != 0 || p->hand[1][kind] != 0)
            return true;
    return false;
}

/* Whether it matters which piece made the last move. */
static bool piece_matters(const struct writer *w)
{
    const struct bm_setup *const p = w->p;
    return p->made != 0 && p->phase < BM_MAX_PHASES && p->moved < w->info->squares &&
           w->game->turn.phase[p->phase].rule.piece != BM_TURN_ANY;
}

static void put_side(const struct writer *w, const char *sides)
{
    const struct bm_setup *const p = w->p;
    bm_str_char(w->out, ' ');
    bm_str_char(w->out, sides[p->turn & 1]);
    if (p->used != 0 || p->made != 0) {
        bm_str_char(w->out, '+');
        bm_str_u64(w->out, p->used);
    }
    if (p->used != p->made) {
        bm_str_char(w->out, ',');
        bm_str_u64(w->out, p->made);
    }
    if (piece_matters(w)) {
        bm_str_char(w->out, '@');
        bm_cell_write(w->out, w->rules, p->moved);
    }
    if (p->phase != 0 || p->phase_count != 0) {
        bm_str_char(w->out, '/');
        bm_str_u64(w->out, p->phase + 1u);
    }
    if (p->phase_count != 0) {
        bm_str_char(w->out, '.');
        bm_str_u64(w->out, p->phase_count);
    }
}

/* Whether a side has, or can come by, something in hand that can be gated: without it, no gate
 * matters. */
static bool can_gate(const struct writer *w, unsigned side)
{
    if (w->game->captures_to_hand)
        return w->game->gates != 0;
    for (unsigned kind = 0; kind < w->info->kinds; kind++) {
        const bool neutral = w->game->neutrals >> kind & 1;
        if (w->p->hand[neutral ? 0 : side][kind] != 0 && (w->game->gates >> kind & 1))
            return true;
    }
    return false;
}

static void put_file(const struct writer *w, unsigned side, unsigned sq)
{
    const unsigned files = w->info->size[0];
    unsigned cells = 0;
    bm_str_char(w->out, (char)((side ? 'a' : 'A') + (char)(sq % files % 26)));
    for (unsigned i = sq % files; i < w->info->squares; i += files)
        cells += bm_cells_has(&w->game->gate_from[side], i);
    if (cells > 1)
        bm_str_u64(w->out, sq / files + 1);
}

/* The rule by whose letter a partner is found again; NULL if there is none. */
static const struct bm_castle *castle_rule_of(const struct writer *w, unsigned side,
                                              unsigned partner)
{
    for (unsigned i = 0; i < w->game->castles; i++) {
        const struct bm_castle *const c = &w->game->castle[i];
        if (c->side == side && bm_castle_partner(w->rules, w->p->board, c) == partner)
            return c;
    }
    return NULL;
}

/* The row on which a side castles. */
static unsigned castle_row(const struct writer *w, unsigned side)
{
    for (unsigned i = 0; i < w->game->castles; i++)
        if (w->game->castle[i].side == side)
            return w->game->castle[i].king_to / w->info->size[0];
    return 0;
}

/*
 * X-FEN: the letter of a rule where reading it back finds the same partner, else the file.
 * *covered gets the squares that need not be named as gates any more. False: a letter would not
 * do, and files must, which in a game with gating are read in another way.
 */
static bool put_castles(const struct writer *w, unsigned side, unsigned flags, bool files_too,
                        struct bm_cells *covered)
{
    const unsigned files = w->info->size[0], row = castle_row(w, side) * files;
    const size_t start = w->out->len;
    for (unsigned x = files; x-- != 0;) {
        const unsigned sq = row + x;
        if (!bm_set_has(w->p->castling, sq))
            continue;
        const struct bm_castle *const c =
            flags & BM_TEXT_SHREDDER ? NULL : castle_rule_of(w, side, sq);
        if (c) {
            const bm_sq king = bm_castle_king(w->rules, w->p->board, c);
            bm_str_char(w->out, (char)(c->letter | (char)(side << 5)));
            bm_cells_add(covered, sq);
            if (king != BM_SQ_NONE)
                bm_cells_add(covered, king);
        } else if (files_too) {
            bm_str_char(w->out, (char)((side ? 'a' : 'A') + (char)(x % 26)));
        } else {
            w->out->len = start;
            *covered = (struct bm_cells){{0}};
            return false;
        }
    }
    return true;
}

static void put_rights(const struct writer *w, unsigned flags)
{
    bm_str_char(w->out, ' ');
    const size_t start = w->out->len;
    for (unsigned side = 0; side < 2; side++) {
        struct bm_cells covered = {{0}};
        const bool gates = w->game->gates != 0 && can_gate(w, side);
        if (w->game->castles != 0)
            (void)put_castles(w, side, flags, !gates, &covered);
        for (unsigned sq = 0; gates && sq < w->info->squares; sq++)
            if (bm_set_has(w->p->gates, sq) && !bm_cells_has(&covered, sq) &&
                bm_cells_has(&w->game->gate_from[side], sq))
                put_file(w, side, sq);
    }
    if (w->out->len == start)
        bm_str_char(w->out, '-');
}

/* Whether the piece stands right before the cell that it passed, as a pawn does. */
static bool stands_before(const struct writer *w, const struct bm_ep *ep)
{
    const unsigned files = w->info->size[0];
    return w->info->axes <= 2 &&
           (w->p->turn ? ep->passed + files == ep->piece : ep->piece + files == ep->passed);
}

/* A lone cell where the piece is found by it, as in chess, else pairs. */
static void put_eps(const struct writer *w)
{
    const struct bm_setup *const p = w->p;
    bm_str_char(w->out, ' ');
    if (p->ep_count == 0)
        bm_str_char(w->out, '-');
    for (unsigned i = 0; i < p->ep_count && i < BM_MAX_EP; i++) {
        const struct bm_ep *const ep = &p->eps[i];
        bm_cell_write(w->out, w->rules, ep->passed);
        if (ep->piece != BM_SQ_NONE && (p->ep_count > 1 || !stands_before(w, ep)))
            bm_cell_write(w->out, w->rules, ep->piece);
    }
}

/* Whether SFEN has a place for everything that a position of the game can be. */
static bool sfen_does(const struct bm_compiled *g)
{
    return g->castles == 0 && g->gates == 0 && g->ep_kinds == 0 && g->checks == 0 &&
           g->quiet == 0;
}

void bm_variant_fen_format(const struct bm_setup *setup, const struct bm_rules *rules,
                           unsigned flags, struct bm_str *out)
{
    const struct writer w = {.p = setup,
                             .rules = rules,
                             .info = bm_rules_info(rules),
                             .game = rules->game,
                             .out = out};
    const bool usi = w.info->dialect == BM_DIALECT_USI;
    uint32_t number = setup->number;
    put_variant_board(&w);
    if (usi && sfen_does(w.game)) {
        put_side(&w, "bw");
        bm_str_char(out, ' ');
        put_hands(&w, true);
        if (!has_hand(setup))
            bm_str_char(out, '-');
    } else {
        if (w.info->has_hands || has_hand(setup)) {
            bm_str_char(out, '[');
            put_hands(&w, false);
            bm_str_char(out, ']');
        }
        put_side(&w, "wb");
        put_rights(&w, flags);
        put_eps(&w);
        if (w.info->checks != 0) {
            bm_str_char(out, ' ');
            bm_str_u64(out, setup->checks[0]);
            bm_str_char(out, '+');
            bm_str_u64(out, setup->checks[1]);
        }
        bm_str_char(out, ' ');
        bm_str_u64(out, setup->quiet);
        if (usi) /* which counts the moves of both sides */
            number = (number + 1 - (setup->turn & 1)) / 2;
    }
    bm_str_char(out, ' ');
    bm_str_u64(out, number);
}
