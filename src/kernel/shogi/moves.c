/* SPDX-License-Identifier: MIT */
/* The one place where the side to move, read from memory, becomes a literal for the lists. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/shogi/movegen.h"

size_t K(moves)(const void *pos, bm_move *out)
{
    const struct k_pos *const p = pos;
    const bm_move *const end =
        p->head.turn ? moves_list(out, p, NULL, 1) : moves_list(out, p, NULL, 0);
    return (size_t)(end - out);
}

size_t K(count)(const void *pos)
{
    const struct k_pos *const p = pos;
    return p->head.turn ? moves_count(p, 1) : moves_count(p, 0);
}

/* Nearly always the king can move. */
TEMPLATE bool can_move(const struct k_pos *p, const unsigned US)
{
    struct masks m;
    masks_fill(&m, p, NULL, US);
    if (m.steps)
        return true;
    if (m.only_king)
        return false;
    return K(count)(p) > 0;
}

unsigned K(work)(const void *pos)
{
    (void)pos;
    return 0;
}

bool K(can_move)(const void *pos)
{
    const struct k_pos *const p = pos;
    return p->head.turn ? can_move(p, 1) : can_move(p, 0);
}
