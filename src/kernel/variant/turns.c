/* SPDX-License-Identifier: MIT */
/*
 * Legality inside turns of several moves: whether a turn can still be finished with safe royals
 * (`safety: turn`), and whether a whole turn of the enemy could take a royal (`threat: turn`).
 *
 * Both are searches through the moves of one turn: depth first on a stack of their own, not by
 * recursion; positions that were found useless are remembered by their key; and the moves made
 * are counted against a budget (struct bm_work). A search that runs out of it answers what
 * keeps a move legal, so that no mate is ever declared that was not proven.
 */
#include "kernel/tmpl/tmpl.h"

#include <string.h>

#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/turns.h"

enum {
    DEPTH = 24,   /* moves of a turn that are looked at */
    POOL = 6144,  /* moves on the stack */
    MEMO = 1024,  /* keys remembered, a power of two */
    PROBES = 8,   /* slots in which a key may stand */
    FURTHEST = 3, /* threats: moves before the one that takes */
};

enum answer { NO, YES, UNKNOWN };

/* What a move within the turn leads to. */
enum step { STEP_FAILS, STEP_WINS, STEP_GOES_ON };

struct frame {
    struct k_undo undo; /* of the move that led here */
    uint32_t next, end; /* of its moves in the pool */
    uint64_t key;
};

struct search {
    struct k_pos *p;
    unsigned side;   /* whose turn it is */
    bool threat;     /* which of the two questions */
    bool cut;        /* something was left out: the answer is not NO */
    bool deepening;  /* it is one of several searches, to rising depths */
    bool has_memo;   /* it has been cleared */
    unsigned limit;  /* moves from the root */
    uint32_t budget; /* work->spent at which it gives up */
    struct frame frame[DEPTH + 1];
    bm_move pool[POOL];
    uint64_t memo[MEMO];
};

/* Whether royals are as safe as the rules want them, after a move of `us`. */
static bool royals_are_safe(const struct k_pos *p, unsigned us, bool had_ours, bool had_theirs)
{
    const struct bm_compiled *const g = p->game;
    if (g->royal == BM_ROYAL_NONE || !g->royals)
        return true;
    if (had_ours && !set_any(royals_of(p, us)))
        return false;
    if (had_theirs && !set_any(royals_of(p, !us)))
        return true;
    const bool passed = p->head.turn != us;
    if (g->multi && g->turn.phase[phase_now(p)].rule.safe_at_end && !passed)
        return true;
    return !K(endangered)(p, us);
}

/* Make a move and tell whether it is legal by itself; *more: the turn must be finished too. */
static bool try_move(struct k_pos *p, bm_move m, struct k_undo *undo, bool *more)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn, before = phase_now(p);
    const bool had_ours = set_any(royals_of(p, us)), had_theirs = set_any(royals_of(p, !us));
    const bool capture = g->multi && K(is_capture)(p, m);
    *more = false;
    K(do_make)(p, m, undo);
    if (!royals_are_safe(p, us, had_ours, had_theirs) || (g->no_checks && K(checked)(p, !us)))
        return false;
    if (!g->multi)
        return true;
    const struct bm_turn_rule *const r = &g->turn.phase[before].rule;
    const struct bm_turn_move what = {
        .capture = capture, .check = r->check == BM_TURN_LAST_ONLY && K(checked)(p, !us)};
    *more = r->safe_at_end && p->head.turn == us && g->royals && set_any(royals_of(p, !us));
    return bm_turn_allows(&g->turn, &undo->lore.turn, what);
}

/* Whether a drop that was just made is one that its kind may not make. */
static bool is_forbidden_drop(struct k_pos *p, bm_move m, const struct k_undo *undo)
{
    if (!bm_move_is_drop(m))
        return false;
    const struct bm_form *const form = bm_compiled_form(p->game, bm_move_from(m));
    if (form->mate_drop && form->check_drop)
        return false;
    K(do_unmake)(p, undo);
    const bool forbidden = K(drop_forbidden)(p, p->head.turn, bm_move_from(m), bm_move_to(m));
    struct k_undo again;
    K(do_make)(p, m, &again);
    return forbidden;
}

static enum step take_step(struct search *s, bm_move m, struct k_undo *undo)
{
    bool more;
    s->p->work->spent++;
    if (s->threat) {
        K(do_make)(s->p, m, undo);
        return s->p->head.turn != s->side   ? STEP_FAILS
               : K(checked)(s->p, !s->side) ? STEP_WINS
                                            : STEP_GOES_ON;
    }
    if (!try_move(s->p, m, undo, &more) || is_forbidden_drop(s->p, m, undo))
        return STEP_FAILS;
    return more ? STEP_GOES_ON : STEP_WINS;
}

/* ---- Positions that were searched in vain ---- */

static uint64_t memo_key(const struct search *s, unsigned depth)
{
    const uint64_t key = s->p->head.key + (s->limit - depth) * UINT64_C(0x9e3779b97f4a7c15);
    return key ? key : 1;
}

static bool is_known(const struct search *s, uint64_t key)
{
    for (unsigned i = 0; i < PROBES && s->has_memo; i++)
        if (s->memo[(key + i) % MEMO] == key)
            return true;
    return false;
}

static void remember(struct search *s, uint64_t key)
{
    if (!s->has_memo)
        memset(s->memo, 0, sizeof s->memo);
    s->has_memo = true;
    for (unsigned i = 0; i < PROBES; i++)
        if (!s->memo[(key + i) % MEMO]) {
            s->memo[(key + i) % MEMO] = key;
            return;
        }
}

/* ---- The search ---- */

static void enter(struct search *s, unsigned depth)
{
    struct frame *const f = &s->frame[depth];
    f->key = memo_key(s, depth);
    f->next = f->end = depth ? s->frame[depth - 1].end : 0;
    if (f->next + BM_MAX_MOVES > POOL)
        s->cut = true; /* no room for its moves */
    else
        f->end += (uint32_t)K(pseudo)(s->p, s->pool + f->next);
}

/* Leave a position whose moves all failed. */
static void leave(struct search *s, unsigned depth)
{
    if (depth == 0)
        return;
    remember(s, s->frame[depth].key);
    K(do_unmake)(s->p, &s->frame[depth].undo);
}

/* Depth first, to `limit` moves from here; *p is as before, or a copy that is dropped. */
static enum answer search_turn(struct search *s)
{
    unsigned depth = 0;
    enter(s, 0);
    for (;;) {
        struct frame *const f = &s->frame[depth];
        if (f->next == f->end) {
            leave(s, depth);
            if (depth-- == 0)
                return s->cut ? UNKNOWN : NO;
            continue;
        }
        if (s->p->work->spent >= s->budget)
            return UNKNOWN;
        const bm_move m = s->pool[f->next++];
        struct frame *const to = f + 1;
        const enum step step = take_step(s, m, &to->undo);
        if (step == STEP_WINS)
            return YES;
        const bool deep = depth + 1 >= s->limit;
        const bool known = step == STEP_GOES_ON && !deep && is_known(s, memo_key(s, depth + 1));
        /* With iterative deepening, what is known may be so to some depth only. */
        s->cut |= step == STEP_GOES_ON && (deep || (known && s->deepening));
        if (step == STEP_FAILS || deep || known)
            K(do_unmake)(s->p, &to->undo);
        else
            enter(s, ++depth);
    }
}

static uint32_t least_of(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The moves that the turn of a position still has; BM_TURN_UNLIMITED: any number. */
static unsigned moves_left(const struct k_pos *p)
{
    const unsigned budget = bm_turn_budget(&p->game->turn, &p->lore.turn);
    return budget == BM_TURN_UNLIMITED  ? budget
           : budget > p->lore.turn.used ? budget - p->lore.turn.used
                                        : 0;
}

/* Where no work is counted yet, it is counted for this question. */
static void start_work(struct search *s, struct bm_work *own)
{
    *own = (struct bm_work){.limit = K_LIST_WORK};
    if (!s->p->work)
        s->p->work = own;
    const struct bm_work *const w = s->p->work;
    const uint32_t rest = w->limit > w->spent ? w->limit - w->spent : 0;
    s->budget = w->spent + least_of(rest, K_MOVE_WORK);
}

/* Whether the side to move can finish its turn: true also if that was not found out. */
static bool can_finish(const struct k_pos *p)
{
    struct k_pos copy = *p;
    struct bm_work own;
    struct search s;
    s.p = &copy;
    s.side = p->head.turn;
    s.threat = s.cut = s.has_memo = false;
    start_work(&s, &own);
    const unsigned left = moves_left(p);
    s.deepening = left == BM_TURN_UNLIMITED;
    /* A turn of so many moves is gone through to its end; one without an end, by iterative
     * deepening: the shortest way out is the one to find. */
    if (!s.deepening) {
        s.limit = left < DEPTH ? left : DEPTH;
        if (p->game->turn.phase[phase_now(p)].rule.capture == BM_TURN_AGAIN)
            s.limit = DEPTH;
        return search_turn(&s) != NO;
    }
    for (s.limit = 1; s.limit <= DEPTH; s.limit++) {
        const enum answer found = search_turn(&s);
        if (found != UNKNOWN || copy.work->spent >= s.budget)
            return found != NO;
        s.cut = false;
    }
    return true;
}

bool K(legal_by_making)(struct k_pos *p, bm_move m)
{
    struct k_undo undo;
    bool more;
    /* A piece is gated after the move: it neither parries a check nor frees a pinned piece. */
    if (bm_move_gates(m) && !K(legal_by_making)(p, (bm_move){m.bits & 0xffffffu}))
        return false;
    if (p->work)
        p->work->spent++;
    bool legal = try_move(p, m, &undo, &more);
    if (legal && more)
        legal = can_finish(p);
    K(do_unmake)(p, &undo);
    return legal && !(bm_move_is_drop(m) &&
                      K(drop_forbidden)(p, p->head.turn, bm_move_from(m), bm_move_to(m)));
}

/* Whether the enemy of `side` could take its royals by a turn: false if that was not found out.
 */
static bool can_be_taken(const struct k_pos *p, unsigned side)
{
    struct k_pos copy = *p;
    struct bm_work own;
    struct search s;
    if (copy.head.turn == side) {
        bm_turn_end(&copy.lore.turn);
        copy.head.turn = copy.lore.turn.side;
    }
    if (K(checked)(&copy, side))
        return true;
    const unsigned left = moves_left(&copy), more = left ? left - 1 : 0;
    if (more == 0)
        return false;
    s.p = &copy;
    s.side = !side;
    s.threat = true;
    s.cut = s.has_memo = s.deepening = false;
    s.limit = more < FURTHEST ? more : FURTHEST;
    start_work(&s, &own);
    return search_turn(&s) == YES;
}

bool K(endangered)(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    if (!g->multi || !g->turn.phase[phase_now(p)].rule.threat_by_turn)
        return K(checked)(p, side);
    return can_be_taken(p, side);
}
