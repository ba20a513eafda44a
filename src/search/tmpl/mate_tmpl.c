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

#include BM_KERNEL_MAKE_H
#include BM_CHECKS_H
#include "search/mate.h"

static struct k_pos *pos_of(struct bm_mate *s) { return (struct k_pos *)&s->pos; }
static struct k_undo *undo_of(struct bm_mate *s, unsigned ply)
{
    return (struct k_undo *)(void *)(s->undos + ply * sizeof(struct k_undo));
}
static uint64_t key_of(struct bm_mate *s) { return pos_of(s)->head.key ^ s->salt; }

/* One ply more; what is for ever stays so. */
static unsigned one_more(unsigned plies)
{
    return plies == PLIES_EVER ? PLIES_EVER : plies + 1 < PLIES_FREE ? plies + 1 : plies;
}

static void mated(struct bm_proof *out)
{
    *out = (struct bm_proof){.pn = 0, .dn = PROOF_INFINITE, .mate = 0, .none = 0};
}
static void safe_for_ever(struct bm_proof *out)
{
    *out = (struct bm_proof){PROOF_INFINITE, 0, PLIES_EVER, PLIES_EVER};
}

/* Make pn and dn say what is proved for so many plies. */
static void settle(struct bm_proof *p, unsigned plies)
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

struct list {
    struct bm_child *child;
    unsigned count;
    bool attacks; /* the attacker moves */
    bool partial; /* moves that do not matter were left out */
};

/*
 * What is known of the position that was just made, with so many plies left. False: the move is
 * none of those that are tried.
 */
static bool weigh(struct bm_mate *s, struct bm_proof *out, unsigned mover, unsigned plies)
{
    const struct k_pos *const p = pos_of(s);
    const bool defends = p->head.turn != s->attacker;
    enum bm_result result;
    uint32_t replies = 1;
    if (C_HAS_ENDS && K(over)(p, &result) != BM_REASON_NONE) {
        if (result == (s->attacker ? BM_SECOND_WINS : BM_FIRST_WINS))
            mated(out);
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
                mated(out);
            else
                safe_for_ever(out);
            return true;
        }
    } else if (s->stuck_wins && !K(can_move)(p)) {
        if (s->stuck[K(in_check)(p)] == BM_VERDICT_WIN)
            mated(out);
        else
            safe_for_ever(out);
        return true;
    }
    if (plies == 0) {
        *out = (struct bm_proof){PROOF_INFINITE, 0, PLIES_EVER, 0};
        return true;
    }
    bm_mate_get(s, key_of(s), plies, out);
    if (out->pn == 0 && out->dn == 0) { /* nothing is known */
        out->pn = replies;
        out->dn = 1;
    }
    settle(out, plies);
    return true;
}

static bool is_on_path(const struct bm_mate *s, uint64_t key, unsigned ply)
{
    for (unsigned i = 0; i < ply; i++)
        if (s->path[i] == key)
            return true;
    return false;
}

static bool is_wanted(const struct bm_mate *s, bm_move m)
{
    for (size_t i = 0; i < s->only_count; i++)
        if (bm_move_equal(m, s->only[i]))
            return true;
    return s->only_count == 0;
}

/* List the moves of the position and look at each. False: there is no room. */
static bool expand(struct bm_mate *s, struct list *l, unsigned ply, unsigned plies)
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
        struct bm_child *const c = &l->child[l->count];
        const bm_move m = s->moves[i];
        if (ply == 0 && !is_wanted(s, m))
            continue;
        k_make(p, m, undo_of(s, ply));
        s->nodes++;
        c->move = m;
        if (weigh(s, &c->proof, mover, left)) {
            if (plies == PLIES_FREE && c->proof.pn != 0 &&
                (ply + 1 >= BM_MATE_PLIES || is_on_path(s, key_of(s), ply + 1))) {
                c->proof.pn = PROOF_INFINITE;
                c->proof.dn = 0;
            }
            l->count++;
        }
        k_unmake(p, m, undo_of(s, ply));
        /* One is enough. */
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

/*
 * The proof of a position from those of its children. Sums are weak ones, the largest and one
 * for each of the others: the same position is often below several of them.
 */
static void sum_up(const struct list *l, struct bm_proof *out, unsigned *best, uint32_t *second)
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

/* ---- The search ---- */

/* Search until pn or dn reaches its limit, and say what is known then. */
static void search(struct bm_mate *s, unsigned ply, unsigned plies, uint32_t pn_limit,
                   uint32_t dn_limit, struct bm_proof *out)
{
    struct k_pos *const p = pos_of(s);
    const size_t used = s->used;
    const uint64_t before = s->nodes;
    struct list l;
    s->path[ply] = key_of(s);
    if (!expand(s, &l, ply, plies)) {
        s->aborted = true;
        return;
    }
    if (ply == 0)
        s->roots = l.count;
    if (l.count == 0) {
        /* Without a check to give, or without any move where that does not win. */
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
            now.none = now.dn == 0; /* what was left out does not mate at once */
        else if (l.partial)
            now.mate = PLIES_EVER;
        now.mate = now.mate < out->mate ? now.mate : out->mate;
        now.none = now.none > out->none ? now.none : out->none;
        *out = now;
        if (out->pn == 0 || out->dn == 0 || out->pn >= pn_limit || out->dn >= dn_limit ||
            s->aborted || bm_mate_over(s))
            break;

        struct bm_child *const c = &l.child[best];
        uint32_t limit = l.attacks ? pn_limit : dn_limit;
        const uint32_t other =
            l.attacks ? dn_limit - out->dn + c->proof.dn : pn_limit - out->pn + c->proof.pn;
        /* A little beyond the next best: going to and fro costs more than it saves. */
        const uint32_t slack = second + second / 4 + 1;
        limit = slack < limit ? slack : limit;
        k_make(p, c->move, undo_of(s, ply));
        s->nodes++;
        const unsigned left = plies == PLIES_FREE ? PLIES_FREE : plies - 1;
        search(s, ply + 1, left, l.attacks ? limit : other, l.attacks ? other : limit,
               &c->proof);
        k_unmake(p, c->move, undo_of(s, ply));
    }
    if (ply != 0 || s->only_count == 0)
        bm_mate_put(s, s->path[ply], plies, s->nodes - before, out);
    if (ply != 0)
        s->used = used;
}

static void search_root(struct bm_mate *s, unsigned plies, struct bm_proof *out)
{
    s->used = 0;
    s->aborted = false;
    s->roots = 0;
    *out = (struct bm_proof){1, 1, PLIES_EVER, 0};
    search(s, 0, plies, PROOF_INFINITE, PROOF_INFINITE, out);
}

const struct bm_mater K(mater) = {.search = search_root};
