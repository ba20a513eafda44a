/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_PROOF_H
#define BM_SEARCH_MATE_PROOF_H

/* Proof numbers: leaves, expansion of a node, and backing up. */

#include BM_KERNEL_MAKE_H
#include BM_CHECKS_H
#include "search/mate/mate.h"

static struct k_pos *pos_of(struct bm_mate *s) { return (struct k_pos *)&s->pos; }
static struct k_undo *undo_of(struct bm_mate *s, unsigned ply)
{
    return (struct k_undo *)(void *)(s->undos + ply * sizeof(struct k_undo));
}
static uint64_t key_of(struct bm_mate *s) { return pos_of(s)->head.key ^ s->salt; }

/* One ply more; PLIES_EVER stays. */
static unsigned one_more(unsigned plies)
{
    return plies == PLIES_EVER ? PLIES_EVER : plies + 1 < PLIES_FREE ? plies + 1 : plies;
}

static void set_mated(struct bm_proof *out)
{
    *out = (struct bm_proof){.pn = 0, .dn = PROOF_INFINITE, .mate = 0, .none = 0};
}
static void safe_for_ever(struct bm_proof *out)
{
    *out = (struct bm_proof){PROOF_INFINITE, 0, PLIES_EVER, PLIES_EVER};
}

/* Set pn and dn from what is proved for a number of plies. */
static void settle_proof(struct bm_proof *p, unsigned plies)
{
    if (p->mate <= plies) {
        p->pn = 0;
        p->dn = PROOF_INFINITE;
    } else if (p->none >= plies) {
        p->pn = PROOF_INFINITE;
        p->dn = 0;
    }
}

/* ---- Children ---- */

struct child_list {
    struct bm_mate_child *child;
    unsigned count;
    bool attacks; /* the attacker is to move: an OR node */
    bool partial; /* not all children are in the list */
};

/* The proof of the position just made, with so many plies left. False: the move is not
 * searched, because it gives no check. */
static bool prove_child(struct bm_mate *s, struct bm_proof *out, unsigned mover, unsigned plies)
{
    const struct k_pos *const p = pos_of(s);
    const bool defends = p->head.turn != s->attacker;
    enum bm_result result;
    uint32_t replies = 1;
    if (C_HAS_SPECIAL_ENDS && K(over)(p, &result) != BM_REASON_NONE) {
        if (result == (s->attacker ? BM_SECOND_WINS : BM_FIRST_WINS))
            set_mated(out);
        else
            safe_for_ever(out);
        return true;
    }
    if (defends) {
        const bool check = K(in_check)(p);
        if (s->checks && mover == s->attacker && !check)
            return false;
        if (plies <= 1)
            replies = K(can_move)(p);
        else
            replies = (uint32_t)K(count)(p);
        if (replies == 0) {
            if (s->stuck[check] == BM_VERDICT_LOSS)
                set_mated(out);
            else
                safe_for_ever(out);
            return true;
        }
    } else if (s->stuck_wins && !K(can_move)(p)) {
        if (s->stuck[K(in_check)(p)] == BM_VERDICT_WIN)
            set_mated(out);
        else
            safe_for_ever(out);
        return true;
    }
    if (plies == 0) {
        *out = (struct bm_proof){PROOF_INFINITE, 0, PLIES_EVER, 0};
        return true;
    }
    bm_mate_tt_probe(s, key_of(s), plies, out);
    if (out->pn == 0 && out->dn == 0) { /* no entry: initialize by the number of replies */
        out->pn = replies;
        out->dn = 1;
    }
    settle_proof(out, plies);
    return true;
}

static bool is_on_path(const struct bm_mate *s, uint64_t key, unsigned ply)
{
    for (unsigned i = 0; i < ply; i++)
        if (s->path[i] == key)
            return true;
    return false;
}

static bool is_root_move_wanted(const struct bm_mate *s, bm_move m)
{
    for (size_t i = 0; i < s->only_count; i++)
        if (bm_move_equal(m, s->only[i]))
            return true;
    return s->only_count == 0;
}

/* Expand a node: generate its moves and evaluate each child. False: no memory is left. */
static bool expand_node(struct bm_mate *s, struct child_list *l, unsigned ply, unsigned plies)
{
    struct k_pos *const p = pos_of(s);
    const unsigned mover = p->head.turn;
    const unsigned left = plies == PLIES_FREE ? PLIES_FREE : plies - 1;
    l->attacks = mover == s->attacker;
    l->partial = l->attacks && !s->checks && s->mates_only && plies == 1;
    const size_t n =
        l->attacks && (s->checks || l->partial) ? k_checks(p, s->moves) : K(moves)(p, s->moves);
    l->child = s->children + s->used;
    l->count = 0;
    if (s->used + n > s->room)
        return false;
    for (size_t i = 0; i < n; i++) {
        struct bm_mate_child *const c = &l->child[l->count];
        const bm_move m = s->moves[i];
        if (ply == 0 && !is_root_move_wanted(s, m))
            continue;
        k_make(p, m, undo_of(s, ply));
        s->nodes++;
        c->move = m;
        if (prove_child(s, &c->proof, mover, left)) {
            if (plies == PLIES_FREE && c->proof.pn != 0 &&
                (ply + 1 >= BM_MATE_PLIES || is_on_path(s, key_of(s), ply + 1))) {
                c->proof.pn = PROOF_INFINITE;
                c->proof.dn = 0;
            }
            l->count++;
        }
        k_unmake(p, m, undo_of(s, ply));
        /* One proved child decides the node. */
        if (ply != 0 && c < l->child + l->count &&
            (l->attacks ? c->proof.pn == 0 : c->proof.dn == 0)) {
            l->child[0] = *c;
            l->count = 1;
            l->partial = true;
            break;
        }
    }
    s->used += l->count;
    return true;
}

/* Back up a node from its children. Sums are weak (the maximum plus one for each other child),
 * since transpositions would be counted several times. */
static void sum_up(const struct child_list *l, struct bm_proof *out, unsigned *best,
                   uint32_t *second)
{
    uint32_t least = PROOF_INFINITE, most = 0, open = 0;
    unsigned mate = l->attacks ? PLIES_EVER : 0, none = l->attacks ? PLIES_EVER : 0;
    *best = 0;
    *second = PROOF_INFINITE;
    for (unsigned i = 0; i < l->count; i++) {
        const struct bm_proof *const c = &l->child[i].proof;
        const uint32_t wanted = l->attacks ? c->pn : c->dn, other = l->attacks ? c->dn : c->pn;
        if (wanted < least) {
            *second = least;
            least = wanted;
            *best = i;
        } else if (wanted < *second) {
            *second = wanted;
        }
        most = other > most ? other : most;
        open += other != 0;
        if (l->attacks ? c->mate < mate : c->mate > mate)
            mate = c->mate;
        if (l->attacks ? c->none < none : c->none > none)
            none = c->none;
    }
    if (least == 0)
        most = PROOF_INFINITE;
    else if (open != 0 && most < PROOF_INFINITE)
        most += open - 1;
    out->pn = l->attacks ? least : most;
    out->dn = l->attacks ? most : least;
    out->mate = (uint16_t)one_more(mate);
    out->none = (uint16_t)one_more(none);
}

#endif
