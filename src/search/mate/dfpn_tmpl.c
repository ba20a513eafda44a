/* SPDX-License-Identifier: MIT */

/*
 * The mate solver: depth-first proof-number search, one text for all kernels.
 *
 * The side that mates needs one good move at each of its turns, the defender is lost only if
 * every answer loses. pn and dn estimate how much is left to prove and to disprove; the search
 * goes where less is left, and comes back when another branch has become cheaper.
 *
 * A search is about a number of plies. That number falls with each move, so that no line can
 * come back to where it was, and what is proved of a position holds on whatever way it is
 * reached. The search without a limit must look for repetitions; it counts them as failures of
 * the attacker, and so only its proofs are kept, not what it did not find.
 *
 * All children of the positions on the path are kept here; the table may lose anything.
 */
#include "kernel/tmpl/tmpl.h"

#include <string.h>

#include "search/mate/proof.h"

/* ---- The search ---- */

/* df-pn: search a node until pn or dn reaches its threshold. */
static void dfpn_search(struct bm_mate *s, unsigned ply, unsigned plies, uint32_t pn_limit,
                        uint32_t dn_limit, struct bm_proof *out)
{
    struct k_pos *const p = pos_of(s);
    const size_t used = s->used;
    const uint64_t before = s->nodes;
    struct child_list l;
    s->path[ply] = key_of(s);
    if (!expand_node(s, &l, ply, plies)) {
        s->aborted = true;
        return;
    }
    if (ply == 0)
        s->roots = l.count;
    if (l.count == 0) {
        /* No check is possible, or the side without moves is safe. */
        safe_for_ever(out);
        if (l.partial)
            out->none = 1;
    }
    while (l.count != 0) {
        struct bm_proof now;
        unsigned best;
        uint32_t second;
        sum_up(&l, &now, &best, &second);
        if (l.partial && l.attacks)
            now.none = now.dn == 0; /* the moves left out do not mate at once */
        else if (l.partial)
            now.mate = PLIES_EVER;
        now.mate = now.mate < out->mate ? now.mate : out->mate;
        now.none = now.none > out->none ? now.none : out->none;
        *out = now;
        if (out->pn == 0 || out->dn == 0 || out->pn >= pn_limit || out->dn >= dn_limit ||
            s->aborted || bm_mate_over(s))
            break;

        struct bm_mate_child *const c = &l.child[best];
        uint32_t limit = l.attacks ? pn_limit : dn_limit;
        const uint32_t other =
            l.attacks ? dn_limit - out->dn + c->proof.dn : pn_limit - out->pn + c->proof.pn;
        /* 1 + epsilon trick: go a little beyond the second best child, to switch less often. */
        const uint32_t slack = second + second / 4 + 1;
        limit = slack < limit ? slack : limit;
        k_make(p, c->move, undo_of(s, ply));
        s->nodes++;
        const unsigned left = plies == PLIES_FREE ? PLIES_FREE : plies - 1;
        dfpn_search(s, ply + 1, left, l.attacks ? limit : other, l.attacks ? other : limit,
                    &c->proof);
        k_unmake(p, c->move, undo_of(s, ply));
    }
    if (ply != 0 || s->only_count == 0)
        bm_mate_tt_store(s, s->path[ply], plies, s->nodes - before, out);
    if (ply != 0)
        s->used = used;
}

static void search_root(struct bm_mate *s, unsigned plies, struct bm_proof *out)
{
    s->used = 0;
    s->aborted = false;
    s->roots = 0;
    *out = (struct bm_proof){1, 1, PLIES_EVER, 0};
    dfpn_search(s, 0, plies, PROOF_INFINITE, PROOF_INFINITE, out);
}

/* ---- Proof that there is no mate ---- */

static bool was_seen(const struct bm_mate *s, uint64_t key, size_t *slot)
{
    size_t i = (size_t)key & (BM_MATE_SEEN - 1);
    while (s->seen[i] != 0 && s->seen[i] != key)
        i = (i + 1) & (BM_MATE_SEEN - 1);
    *slot = i;
    return s->seen[i] == key;
}

static bool proves_no_mate(struct bm_mate *s, unsigned ply);

static bool proves_no_mate_after(struct bm_mate *s, bm_move m, unsigned ply)
{
    k_make(pos_of(s), m, undo_of(s, ply));
    const bool fine = proves_no_mate(s, ply + 1);
    k_unmake(pos_of(s), m, undo_of(s, ply));
    return fine;
}

/* A reply of the defender: one into the set of visited positions, or else the one that is
 * proved safe for the most plies. */
static bool has_answer(struct bm_mate *s, const struct child_list *l, unsigned ply)
{
    const struct bm_mate_child *best = NULL;
    for (unsigned i = 0; i < l->count; i++) {
        const struct bm_mate_child *const c = &l->child[i];
        size_t slot;
        if (c->proof.mate != PLIES_EVER)
            continue;
        if (c->proof.none == PLIES_EVER)
            return true;
        k_make(pos_of(s), c->move, undo_of(s, ply));
        const bool seen = was_seen(s, key_of(s), &slot);
        k_unmake(pos_of(s), c->move, undo_of(s, ply));
        if (seen)
            return true;
        if (!best || c->proof.none > best->proof.none)
            best = c;
    }
    return best && proves_no_mate_after(s, best->move, ply);
}

/* Whether a closed set of positions contains this one: every move of the attacker stays inside
 * it after some reply of the defender. In such a set there is no mate of any length. Choices
 * are not revised: if one fails, the proof fails. */
static bool proves_no_mate(struct bm_mate *s, unsigned ply)
{
    const size_t used = s->used;
    const uint64_t key = key_of(s);
    struct child_list l;
    size_t slot;
    if (was_seen(s, key, &slot))
        return true;
    if (ply >= BM_MATE_PLIES || ++s->seen_count > BM_MATE_SEEN / 2 || bm_mate_over(s))
        return false;
    s->seen[slot] = s->path[ply] = key;
    if (!expand_node(s, &l, ply, PLIES_FREE))
        return false;
    bool fine = true;
    if (l.attacks) {
        for (unsigned i = 0; i < l.count && fine; i++)
            fine = l.child[i].proof.none == PLIES_EVER ||
                   (l.child[i].proof.mate == PLIES_EVER &&
                    proves_no_mate_after(s, l.child[i].move, ply));
    } else {
        fine = has_answer(s, &l, ply);
    }
    s->used = used;
    return fine;
}

static bool proves_no_mate_root(struct bm_mate *s)
{
    s->used = 0;
    s->aborted = false;
    s->seen_count = 0;
    memset(s->seen, 0, BM_MATE_SEEN * sizeof *s->seen);
    return proves_no_mate(s, 0) && !s->aborted;
}

const struct bm_mate_impl K(mate_impl) = {.search = search_root,
                                          .proves_no_mate = proves_no_mate_root};
