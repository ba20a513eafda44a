/* SPDX-License-Identifier: MIT */
/* The legal moves, listed, counted, asked for; and the tree of them. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/gen.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/turns.h"

TEMPLATE bool is_over(const struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    enum bm_result result;
    return UNLIKELY(g->goals || g->extinct || g->checks || g->royals_fall) &&
           K(over)(p, &result) != BM_REASON_NONE;
}

/* All but the pass of a side that is stuck. */
TEMPLATE size_t own_moves(const struct k_pos *p, bm_move *out, enum k_mode MODE)
{
    return p->fast ? K(fast_moves)(p, out, MODE) : K(slow_moves)(p, out, MODE);
}

/* Whether a side without a move may pass: not out of check, and not if the other is stuck too.
 */
static bool may_pass(const struct k_pos *p)
{
    if (p->game->pass != BM_PASS_STUCK || K(endangered)(p, p->head.turn))
        return false;
    struct k_pos copy = *p;
    struct k_undo undo;
    K(do_make)(&copy, (bm_move){BM_MOVE_PASS}, &undo);
    return !is_over(&copy) && own_moves(&copy, NULL, K_ANY) != 0;
}

TEMPLATE size_t legal_moves(const struct k_pos *p, bm_move *out, enum k_mode MODE)
{
    if (is_over(p))
        return 0;
    size_t n = own_moves(p, out, MODE);
    if (UNLIKELY(n == 0) && may_pass(p)) {
        if (MODE == K_LIST)
            out[0] = (bm_move){BM_MOVE_PASS};
        n = 1;
    }
    return n;
}

bool K(can_go_on)(const struct k_pos *p) { return own_moves(p, NULL, K_ANY) != 0; }

size_t K(moves)(const void *pos, bm_move *out) { return legal_moves(pos, out, K_LIST); }
size_t K(count)(const void *pos) { return legal_moves(pos, NULL, K_COUNT); }
bool K(can_move)(const void *pos) { return legal_moves(pos, NULL, K_ANY) != 0; }

unsigned K(work)(const void *pos)
{
    struct k_pos copy = *(const struct k_pos *)pos;
    struct bm_work work = {.limit = K_LIST_WORK};
    copy.work = &work;
    (void)legal_moves(&copy, NULL, K_COUNT);
    return work.spent;
}

/* Where a rule forces moves, or one budget is for all, that is for the whole list to say. */
static size_t slow_noisy(const struct k_pos *p, bm_move *out)
{
    const struct bm_compiled *const g = p->game;
    const bool forced = g->must_capture || g->must_drop || g->deep;
    bm_move list[K_MAX_MOVES];
    const size_t found = forced ? K(slow_moves)(p, list, K_LIST) : K(pseudo)(p, list);
    struct k_pos copy = *p;
    size_t n = 0;
    for (size_t i = 0; i < found; i++) {
        const bm_move m = list[i];
        const bool promotes = bm_move_promotes(m) && !bm_move_is_drop(m);
        if ((promotes || K(is_capture)(p, m)) && (forced || K(legal_by_making)(&copy, m)))
            out[n++] = m;
    }
    return n;
}

size_t K(noisy)(const struct k_pos *p, bm_move *out)
{
    if (is_over(p))
        return 0;
    return p->fast ? K(fast_noisy)(p, out) : slow_noisy(p, out);
}

size_t K(moves_to)(const void *pos, unsigned kind, bm_sq to, bm_move *out)
{
    const struct k_pos *const p = pos;
    bm_move list[K_MAX_MOVES];
    const size_t n = K(moves)(pos, list);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const bm_move m = list[i];
        if (bm_move_is_pass(m) || bm_move_to(m) != to)
            continue;
        if (bm_move_is_drop(m) ? bm_move_from(m) == kind
                               : bm_piece_kind(p->board[bm_move_from(m)]) == kind)
            out[found++] = m;
    }
    return found;
}

static uint64_t walk(struct k_pos *p, unsigned depth)
{
    bm_move list[K_MAX_MOVES];
    const size_t n = K(moves)(p, list);
    uint64_t nodes = 0;
    for (size_t i = 0; i < n; i++) {
        struct k_undo undo;
        K(do_make)(p, list[i], &undo);
        nodes += depth == 2 ? K(count)(p) : walk(p, depth - 1);
        K(do_unmake)(p, &undo);
    }
    return nodes;
}

uint64_t K(perft)(const void *pos, unsigned depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return K(count)(pos);
    struct k_pos copy = *(const struct k_pos *)pos;
    return walk(&copy, depth);
}
