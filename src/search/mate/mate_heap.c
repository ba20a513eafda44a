/* SPDX-License-Identifier: MIT */
/* The memory of the mate solver. */
#include <stdlib.h>
#include <string.h>

#include "banmen/variant.h"
#include "search/mate/mate.h"
#include "search/thread.h"

enum { USUAL_MEMORY = 64, CHILDREN = 1 << 18, ALIGN = 64 };

bm_status bm_mate_create(struct bm_mate **out, const struct bm_rules *rules, unsigned memory)
{
    if (!out || !rules)
        return BM_EINVAL;
    if (bm_rules_info(rules)->royals == 0)
        return BM_ERULE;
    /* Positions in it are aligned for vector instructions. */
    struct bm_mate *const s = aligned_alloc(_Alignof(struct bm_mate), sizeof *s);
    if (!s)
        return BM_ENOMEM;
    memset(s, 0, sizeof *s);
    s->rules = bm_rules_hold(rules);
    s->impl = bm_search_impl_of(rules)->mate;

    const size_t bytes = (size_t)(memory ? memory : USUAL_MEMORY) << 20;
    size_t clusters = 1;
    while (clusters * 2 * MATE_CLUSTER * sizeof(struct bm_mate_entry) <= bytes)
        clusters *= 2;
    s->mask = clusters - 1;
    s->room = CHILDREN;
    const struct bm_kernel *const k = rules->kernel;
    s->table = calloc(clusters * MATE_CLUSTER, sizeof *s->table);
    s->children = malloc(s->room * sizeof *s->children);
    s->moves = malloc(2 * (size_t)k->max_moves * sizeof *s->moves);
    s->undos = aligned_alloc(ALIGN, ((size_t)BM_MATE_PLIES + 1) * k->undo_size / ALIGN * ALIGN +
                                        ALIGN);
    s->path = malloc((BM_MATE_PLIES + 1) * sizeof *s->path);
    s->seen = malloc(BM_MATE_SEEN * sizeof *s->seen);
    if (!s->table || !s->children || !s->moves || !s->undos || !s->path || !s->seen) {
        bm_mate_destroy(s);
        return BM_ENOMEM;
    }
    *out = s;
    return BM_OK;
}

void bm_mate_destroy(struct bm_mate *mate)
{
    if (!mate)
        return;
    free(mate->table);
    free(mate->children);
    free(mate->moves);
    free(mate->undos);
    free(mate->path);
    free(mate->seen);
    bm_rules_release(mate->rules);
    free(mate);
}
