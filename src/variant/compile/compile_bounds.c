/* SPDX-License-Identifier: MIT */
/* How many moves a position can have, and how many squares a move can change. */
#include "kernel/variant/bounds.h"
#include "variant/compile/compile.h"

/* All squares that a piece may reach from one, whatever stands around. */
static struct bm_cells reach_of(const struct bm_build *b, unsigned side, unsigned kind,
                                unsigned from, bool rays)
{
    const struct bm_mover *const m = &bm_compiled_man(b->g, side, kind)->move;
    const struct bm_ray *const ray = bm_compiled_at(b->g, m->rays);
    const uint32_t *const index = bm_compiled_at(b->g, m->odd);
    struct bm_cells all = bm_build_row(b, m->quiet, from);
    const struct bm_cells more[2] = {bm_build_row(b, m->take, from),
                                     bm_build_row(b, m->ep, from)};
    bm_cells_join(&all, &more[0]);
    bm_cells_join(&all, &more[1]);
    for (unsigned i = 0; rays && i < m->ray_count; i++) {
        const struct bm_cells row = bm_build_row(b, ray[i].table, from);
        bm_cells_join(&all, &row);
    }
    for (uint32_t i = m->odd ? index[from] : 0; m->odd && i < index[from + 1]; i++) {
        const struct bm_cells row = bm_build_cells(b, b->odd[i].ray);
        bm_cells_join(&all, &row);
    }
    return all;
}

/* How many pieces a move to a square may end as, at most. */
static unsigned count_forms(const struct bm_build *b, unsigned side, unsigned sq)
{
    unsigned most = 0;
    for (unsigned kind = 0; kind < b->d->kinds; kind++) {
        const struct bm_man *const man = bm_compiled_man(b->g, side, kind);
        const unsigned n = bm_kinds_count(man->promotes);
        if (n > most && (bm_cells_has(&man->may_to, sq) || bm_cells_any(&man->may_from)))
            most = n;
    }
    return most + 1;
}

/* The same for all squares: it is asked for often. */
struct forms {
    unsigned at[BM_MAX_SQUARES];
};

static void fill_forms(const struct bm_build *b, unsigned side, struct forms *f)
{
    for (unsigned sq = 0; sq < b->squares; sq++)
        f->at[sq] = count_forms(b, side, sq);
}

static unsigned long most_drops(const struct bm_build *b, unsigned side)
{
    unsigned long n = 0;
    for (unsigned kind = 0; kind < b->d->kinds; kind++)
        if (bm_compiled_form(b->g, kind)->drops)
            n += bm_cells_count(&bm_compiled_man(b->g, side, kind)->drop);
    return n;
}

/*
 * Pieces that can reach a square, at most: those that leap there, and one on each line. The
 * piece next to it on a line may be one of those that leap: it counts once.
 */
static unsigned long count_sources(const struct bm_build *b, unsigned side, unsigned sq,
                                   struct bm_cells leapers)
{
    unsigned long n = bm_cells_count(&leapers);
    for (uint32_t i = 0; i < b->lines; i++) {
        const struct bm_cells row = bm_build_row(b, b->line[i].reverse, sq);
        const unsigned next = bm_cells_end(&row, !b->line[i].down);
        if (!b->line[i].runs[side] || next == BM_MAX_SQUARES)
            continue;
        if (bm_cells_has(&leapers, next))
            bm_cells_remove(&leapers, next);
        else
            n++;
    }
    return n;
}

/*
 * Of any position: a square is reached by at most one piece along each line, by every piece
 * that leaps, and by every piece that has an odd way there.
 */
static unsigned long moves_by_target(const struct bm_build *b, unsigned side,
                                     const struct forms *forms)
{
    static const struct bm_cells nothing;
    struct bm_cells from[BM_MAX_SQUARES];
    unsigned long n = 0;
    for (unsigned sq = 0; sq < b->squares; sq++)
        from[sq] = nothing;
    for (unsigned kind = 0; kind < b->d->kinds; kind++)
        for (unsigned sq = 0; sq < b->squares; sq++) {
            struct bm_cells to = reach_of(b, side, kind, sq, false);
            while (bm_cells_any(&to))
                bm_cells_add(&from[bm_cells_pop(&to, false)], sq);
        }
    BM_EACH (sq, b->d->board, b->squares)
        n += count_sources(b, side, sq, from[sq]) * forms->at[sq];
    return n;
}

/* The most moves that a piece of a kind has, its promotions counted. */
static unsigned long mobility_of(const struct bm_build *b, unsigned side, unsigned kind)
{
    const struct bm_man *const man = bm_compiled_man(b->g, side, kind);
    const unsigned forms = bm_kinds_count(man->promotes);
    unsigned long most = 0;
    BM_EACH (sq, b->d->board, b->squares) {
        const struct bm_cells to = reach_of(b, side, kind, sq, true);
        const bool leaves =
            b->g->promote_on == BM_ON_CAPTURE || bm_cells_has(&man->may_from, sq);
        const struct bm_cells there = leaves ? to : bm_cells_and(to, man->may_to);
        unsigned long n = bm_cells_count(&to) + (unsigned long)forms * bm_cells_count(&there);
        if (b->g->promote_on == BM_ON_PLACE)
            n += forms;
        most = n > most ? n : most;
    }
    return most;
}

/* The same of all that a piece may become, also after it was captured. */
static void fill_most(struct bm_build *b, unsigned side)
{
    const struct bm_desc *const d = b->d;
    uint16_t *const most = b->g->most[side];
    for (unsigned kind = 0; kind < d->kinds; kind++)
        most[kind] = (uint16_t)mobility_of(b, side, kind);
    for (unsigned round = 0; round < d->kinds; round++)
        for (unsigned kind = 0; kind < d->kinds; kind++) {
            const struct bm_form *const form = bm_compiled_form(b->g, kind);
            for (unsigned to = 0; to < d->kinds; to++)
                if ((bm_compiled_man(b->g, side, kind)->promotes >> to & 1 ||
                     (b->g->has_hands &&
                      (form->base == to || bm_compiled_form(b->g, to)->hand_of == kind))) &&
                    most[to] > most[kind])
                    most[kind] = most[to];
        }
}

/* Of positions that come about from the start: pieces only change, and go. */
static unsigned long moves_by_piece(const struct bm_build *b, unsigned side)
{
    const struct bm_desc *const d = b->d;
    struct bm_men men = {.count = {0}};
    for (unsigned sq = 0; sq < b->squares; sq++) {
        const bm_piece p = d->start.board[sq];
        const bool ours = p && (bm_piece_side(p) == side || b->g->captures_to_hand ||
                                d->piece[bm_piece_kind(p)].neutral);
        men.count[bm_piece_kind(p) % BM_MAX_KINDS] += ours;
    }
    for (unsigned kind = 0; kind < d->kinds; kind++)
        men.count[kind] += d->start.hand[0][kind] + (unsigned)d->start.hand[1][kind];
    return (unsigned long)bm_men_moves(b->g, side, &men);
}

/* Castling, gating, passing, promotion on the spot. */
static unsigned long extra_moves(const struct bm_build *b, unsigned long moves,
                                 const struct forms *forms)
{
    const unsigned gates = bm_kinds_count(b->g->gates);
    unsigned long n = 1 + b->g->castles * (1 + 2ul * gates);
    if (gates) /* at most every piece on a virgin square moves, and brings one in */
        n += moves * gates;
    if (b->g->promote_on == BM_ON_PLACE)
        for (unsigned sq = 0; sq < b->squares; sq++)
            n += forms->at[sq];
    return n;
}

void bm_build_bounds(struct bm_build *b)
{
    unsigned long most = 0;
    for (unsigned side = 0; side < 2; side++) {
        struct forms forms;
        fill_forms(b, side, &forms);
        fill_most(b, side);
        unsigned long n = moves_by_target(b, side, &forms);
        n += extra_moves(b, n, &forms) + most_drops(b, side);
        if (n > BM_MAX_MOVES) {
            /* More than positions of the game have: count by pieces. Boards that were never
             * reached from the start can have more, so that nothing less is safe. */
            n = moves_by_piece(b, side);
            n = n < BM_MAX_MOVES ? BM_MAX_MOVES : n;
        }
        most = n > most ? n : most;
    }
    if (most > BM_MAX_MOVES)
        bm_build_fail(b, "a position of this game could have more than 4096 moves",
                      "a smaller board or fewer pieces help");
    b->g->max_moves = (uint16_t)(most > BM_MAX_MOVES ? BM_MAX_MOVES : most);
}
