/* SPDX-License-Identifier: MIT */
/* What a person probably did not mean. */
#include "variant/compile/compile.h"

/* 'e' in a game where nothing can be taken en passant. */
static void warn_ep(struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    for (unsigned kind = 0; kind < d->kinds; kind++)
        for (unsigned side = 0; side < 2; side++)
            if (bm_compiled_man(b->g, side, kind)->move.passes)
                return;
    for (unsigned kind = 0; kind < d->kinds; kind++)
        for (unsigned i = 0; i < d->piece[kind].terms; i++) {
            const struct bm_term *const t = &d->term[d->piece[kind].first_term + i];
            const char *const texts[] = {d->piece[kind].letter, NULL, NULL, NULL};
            if ((t->way & BM_WAY_EP) && !d->piece[kind].tilde && t->place.source == 0)
                bm_report_warning(b->report, t->place, "en-passant",
                                  "'e' (en passant) in ~ has no effect: no piece has an "
                                  "'i…n' move",
                                  "", texts);
        }
}

/* A square that a piece can reach and never leave, or BM_MAX_SQUARES. */
static unsigned dead_end(const struct bm_build *b, unsigned kind)
{
    const struct bm_man *const man = bm_compiled_man(b->g, 0, kind);
    BM_EACH (sq, b->d->board, b->squares) {
        const struct bm_cells to[2] = {bm_build_row(b, man->move.quiet, sq),
                                       bm_build_row(b, man->move.take, sq)};
        struct bm_cells all = to[0];
        bm_cells_join(&all, &to[1]);
        while (bm_cells_any(&all)) {
            const unsigned at = bm_cells_pop(&all, false);
            if (bm_build_is_stuck(b, 0, kind, at))
                return at;
        }
    }
    return BM_MAX_SQUARES;
}

static void warn_dead_ends(struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    for (unsigned kind = 0; kind < d->kinds && d->axes == 2 && !d->hex; kind++) {
        const struct bm_desc_piece *const p = &d->piece[kind];
        const unsigned at = p->royal || p->neutral || p->tilde || p->promotes[0]
                                ? BM_MAX_SQUARES
                                : dead_end(b, kind);
        if (at == BM_MAX_SQUARES || (d->has_goal && (d->goal_kinds >> kind & 1)))
            continue;
        char rank[8];
        unsigned n = sizeof rank - 1, v = (unsigned)b->at[at][1] + 1;
        rank[n] = '\0';
        do
            rank[--n] = (char)('0' + v % 10);
        while (v /= 10);
        const char *const texts[] = {p->letter, rank + n, NULL, NULL};
        bm_report_warning(b->report, p->place, "dead-end",
                          "'~' can reach rank ~, cannot move there and does not promote", "",
                          texts);
    }
}

void bm_build_warn(struct bm_build *b)
{
    warn_ep(b);
    warn_dead_ends(b);
}
