/* SPDX-License-Identifier: MIT */
#include "slow_variant.h"

#include "slow_steps.h"

bool slow_variant_knows(const struct bm_desc *d)
{
    for (unsigned k = 0; k < d->kinds; k++)
        if (d->piece[k].neutral)
            return false;
    const struct bm_turn_rule *const r = &d->turn.phase[0].rule;
    const bool plain = d->turn.phases <= 1 && !r->progressive && r->moves[0][0] <= 1 &&
                       r->moves[1][0] <= 1 && r->entries[0] <= 1 && r->entries[1] <= 1 &&
                       !r->first && !r->capture && !r->check && !r->safe_at_end &&
                       !r->threat_by_turn && !d->limits[0].only && !d->limits[0].onlys;
    return plain && (d->royal == BM_ROYAL_ANY || d->royal == BM_ROYAL_NONE) && !d->explode &&
           !d->must_capture && !d->no_checks && !d->gates && d->pass == BM_PASS_NO &&
           d->promote_on != BM_ON_PLACE && !d->must_drop;
}

static struct board board_of_setup(const struct bm_setup *s)
{
    struct board b;
    memcpy(b.at, s->board, sizeof b.at);
    return b;
}

bool slow_variant_checked(const struct bm_desc *d, const struct bm_setup *s, unsigned side)
{
    const struct board b = board_of_setup(s);
    struct reach r;
    if (d->royal == BM_ROYAL_NONE)
        return false;
    for (unsigned from = 0; from < d->squares; from++) {
        if (!b.at[from] || bm_piece_side(b.at[from]) == side)
            continue;
        slow_reach(d, &b, !side, bm_piece_kind(b.at[from]), from, &r);
        for (unsigned sq = 0; sq < d->squares; sq++)
            if (bm_cells_has(&r.to[1], sq) && d->piece[bm_piece_kind(b.at[sq])].royal)
                return true;
    }
    return false;
}

static bool has_royal(const struct bm_desc *d, const struct bm_setup *s, unsigned side)
{
    for (unsigned sq = 0; sq < d->squares; sq++)
        if (s->board[sq] && bm_piece_side(s->board[sq]) == side &&
            d->piece[bm_piece_kind(s->board[sq])].royal)
            return true;
    return false;
}

/* Whether a piece has a move or a capture from a square of a board. */
static bool can_leave(const struct bm_desc *d, const struct board *b, unsigned side,
                      unsigned kind, unsigned sq)
{
    static const struct bm_cells none;
    struct reach r;
    slow_reach(d, b, side, kind, sq, &r);
    return !same_cells(&r.to[0], &none) || !same_cells(&r.to[1], &none);
}

/* Whether a piece can leave a square of boards with pieces of one sort: full of them, with one
 * hurdle, with one gap. */
static bool can_leave_among(const struct bm_desc *d, bm_piece sort, unsigned side,
                            unsigned kind, unsigned sq)
{
    struct board few = {0}, many;
    for (unsigned at = 0; at < BM_MAX_SQUARES; at++)
        many.at[at] = sort;
    bool leaves = can_leave(d, &many, side, kind, sq);
    for (unsigned at = 0; !leaves && at < d->squares; at++) {
        few.at[at] = sort;
        many.at[at] = 0;
        leaves = can_leave(d, &few, side, kind, sq) || can_leave(d, &many, side, kind, sq);
        few.at[at] = 0;
        many.at[at] = sort;
    }
    return leaves;
}

/* Whether a piece could never move from a square, whatever stands on the board. */
static bool is_stuck(const struct bm_desc *d, unsigned side, unsigned kind, unsigned sq)
{
    const struct board empty = {0};
    bool leaves = can_leave(d, &empty, side, kind, sq);
    for (unsigned k = 0; !leaves && k < d->kinds; k++)
        leaves = can_leave_among(d, bm_piece_of(k, !side), side, kind, sq) ||
                 can_leave_among(d, bm_piece_of(k, side), side, kind, sq);
    return !leaves;
}

/* Whether two squares lie on one file: they differ along the forward axes only. */
static bool is_same_file(const struct bm_desc *d, unsigned a, unsigned b)
{
    bool same = true;
    for (unsigned i = 0; i < d->axes; i++) {
        same = same && (d->forward >> i & 1 || a % d->size[i] == b % d->size[i]);
        a /= d->size[i];
        b /= d->size[i];
    }
    return same;
}

/* Kinds that a piece may become now: a promoted form that knows what it was, if there is one.
 */
static uint64_t becomes(const struct bm_desc *d, const struct bm_setup *s, unsigned kind)
{
    const unsigned us = s->turn;
    uint64_t found = 0;
    for (unsigned k = 0; k < d->kinds; k++) {
        unsigned form = k, n = 0;
        if (!(d->piece[kind].promotes[us] >> k & 1))
            continue;
        for (unsigned t = 0; t < d->kinds; t++)
            if (d->piece[t].tilde && d->piece[t].letter[0] == d->piece[k].letter[0] &&
                !d->piece[k].letter[1])
                form = t;
        for (unsigned sq = 0; sq < d->squares; sq++)
            n += s->board[sq] == bm_piece_of(form, us);
        if (d->limit[form] == 255 || n < d->limit[form])
            found |= (uint64_t)1 << form;
    }
    return found;
}

/* From one square to another: plain, promoting, or either. */
static size_t add_moves(const struct bm_desc *d, const struct bm_setup *s, unsigned from,
                        unsigned to, bm_move *out)
{
    const unsigned us = s->turn, kind = bm_piece_kind(s->board[from]);
    const struct bm_desc_piece *const p = &d->piece[kind];
    const struct bm_cells *const zone =
        p->has_promotion_zone ? &p->promotion_zone[us] : &d->promotion_zone[us];
    size_t n = 0;
    bool may = p->promotes[us] && bm_cells_has(zone, to);
    if (p->promotes[us] && d->promote_on == BM_ON_EITHER)
        may |= bm_cells_has(zone, from);
    if (d->promote_on == BM_ON_CAPTURE)
        may &= s->board[to] != 0;
    const bool must = d->force == BM_FORCE_ALWAYS   ? true
                      : d->force == BM_FORCE_STUCK  ? is_stuck(d, us, kind, to)
                      : d->force == BM_FORCE_REGION ? bm_cells_has(&d->force_zone[us], to)
                                                    : false;
    if (!may || !must)
        out[n++] = bm_move_plain((bm_sq)from, (bm_sq)to);
    const uint64_t kinds = may ? becomes(d, s, kind) : 0;
    for (unsigned k = 0; k < d->kinds; k++)
        if (kinds >> k & 1)
            out[n++] = bm_move_promoting((bm_sq)from, (bm_sq)to, k);
    return n;
}

static const struct bm_ep *ep_at(const struct bm_setup *s, unsigned sq)
{
    for (unsigned i = 0; i < s->ep_count; i++)
        if (s->eps[i].passed == sq)
            return &s->eps[i];
    return NULL;
}

static size_t piece_moves(const struct bm_desc *d, const struct bm_setup *s, unsigned from,
                          bm_move *out)
{
    const struct board b = board_of_setup(s);
    struct reach r;
    size_t n = 0;
    slow_reach(d, &b, s->turn, bm_piece_kind(b.at[from]), from, &r);
    for (unsigned sq = 0; sq < d->squares; sq++)
        if (bm_cells_has(&r.to[0], sq) || bm_cells_has(&r.to[1], sq) ||
            (bm_cells_has(&r.to[2], sq) && ep_at(s, sq)))
            n += add_moves(d, s, from, sq, out + n);
    return n;
}

static bool may_drop(const struct bm_desc *d, const struct bm_setup *s, unsigned kind,
                     unsigned sq)
{
    static const struct bm_cells none;
    const struct bm_desc_piece *const p = &d->piece[kind];
    const unsigned us = s->turn;
    unsigned same = 0;
    if (s->board[sq] || !bm_cells_has(&d->board, sq) ||
        (!same_cells(&d->hand_zone[us], &none) && !bm_cells_has(&d->hand_zone[us], sq)) ||
        (p->has_drop_zone && !bm_cells_has(&p->drop_zone[us], sq)) ||
        (!d->drop_stuck && is_stuck(d, us, kind, sq)))
        return false;
    for (unsigned at = 0; p->per_file && at < d->squares; at++)
        same += is_same_file(d, at, sq) && s->board[at] == bm_piece_of(kind, us);
    return !p->per_file || same < p->per_file;
}

/* The kind in hand that a drop of `kind` spends; -1 if it cannot be dropped. */
static int spends(const struct bm_desc *d, unsigned kind)
{
    const struct bm_desc_piece *const p = &d->piece[kind];
    if (d->hands == BM_HANDS_NONE || p->tilde)
        return -1;
    if (p->base == kind || !d->demote)
        return (int)kind;
    return d->drop_promoted ? p->base : -1;
}

static size_t all_moves(const struct bm_desc *d, const struct bm_setup *s, bm_move *out)
{
    size_t n = 0;
    for (unsigned sq = 0; sq < d->squares; sq++)
        if (s->board[sq] && bm_piece_side(s->board[sq]) == s->turn)
            n += piece_moves(d, s, sq, out + n);
    for (unsigned kind = 0; kind < d->kinds; kind++) {
        const int hand = spends(d, kind);
        for (unsigned sq = 0; hand >= 0 && s->hand[s->turn][hand] && sq < d->squares; sq++)
            if (may_drop(d, s, kind, sq))
                out[n++] = bm_move_drop(kind, (bm_sq)sq);
    }
    return n;
}

/* Squares between that a step from the initial square passed over, and the steps before. */
static void passed_by(const struct walk *w, unsigned to, const int v[4], struct bm_cells *out)
{
    struct bm_cells passed = {0};
    int sq = (int)w->from;
    for (unsigned n = 0; w->t->range == 0 || n < w->t->range; n++) {
        int left[4] = {v[0], v[1], v[2], v[3]};
        for (bool more = true; more && sq >= 0;) {
            int most = 0, part[4] = {0};
            more = false;
            for (unsigned i = 0; i < 4; i++)
                most = abs(left[i]) > most ? abs(left[i]) : most;
            for (unsigned i = 0; i < 4; i++) {
                if (abs(left[i]) == most && most) {
                    part[i] = left[i] < 0 ? -1 : 1;
                    left[i] -= part[i];
                }
                more |= left[i] != 0;
            }
            sq = step(w->d, (unsigned)sq, part);
            if (more && sq >= 0)
                bm_cells_add(&passed, (unsigned)sq);
        }
        if (sq < 0 || (unsigned)sq == w->from)
            return;
        if ((unsigned)sq == to) {
            for (unsigned i = 0; i < BM_SET_WORDS; i++)
                out->w[i] |= passed.w[i];
            return;
        }
        bm_cells_add(&passed, (unsigned)sq);
    }
}

static struct bm_cells passed_over(const struct bm_desc *d, const struct bm_setup *s,
                                   unsigned from, unsigned to)
{
    const struct board b = board_of_setup(s);
    const unsigned side = bm_piece_side(b.at[from]), kind = bm_piece_kind(b.at[from]);
    struct bm_cells passed = {0};
    const struct bm_desc_piece *const p = &d->piece[kind];
    for (unsigned i = 0; i < p->terms && is_initial(d, side, kind, from); i++) {
        const struct bm_term *const t = &d->term[p->first_term + i];
        const struct walk w = {d, &b, t, side, from, NULL};
        const unsigned all = BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP;
        if (!t->initial || !t->lame || t->bent || (t->way & all) != BM_WAY_MOVE ||
            !in_zone(&w, t->start_zone, from))
            continue;
        for (unsigned k = 0; k < t->count; k++) {
            int v[4];
            turn(d, &d->vector[t->first + k], side, v);
            passed_by(&w, to, v, &passed);
        }
    }
    return passed;
}

static void take(const struct bm_desc *d, struct bm_setup *s, unsigned sq)
{
    const unsigned kind = bm_piece_kind(s->board[sq]);
    if (d->hands == BM_HANDS_CAPTURES)
        s->hand[s->turn][d->demote ? d->piece[kind].base : kind]++;
    s->board[sq] = 0;
}

void slow_variant_make(const struct bm_desc *d, struct bm_setup *s, bm_move m)
{
    const unsigned us = s->turn, from = bm_move_from(m), to = bm_move_to(m);
    struct bm_cells passed = {0};
    if (bm_move_is_drop(m)) {
        s->hand[us][spends(d, from)]--;
        s->board[to] = bm_piece_of(from, us);
    } else {
        const struct board b = board_of_setup(s);
        const struct bm_ep *const ep = ep_at(s, to);
        struct reach r;
        slow_reach(d, &b, us, bm_piece_kind(b.at[from]), from, &r);
        if (b.at[to])
            take(d, s, to);
        else if (ep && bm_cells_has(&r.to[2], to))
            take(d, s, ep->piece);
        else
            passed = passed_over(d, s, from, to);
        s->board[to] = bm_move_promotes(m) ? bm_piece_of(bm_move_promotion(m), us) : b.at[from];
        s->board[from] = 0;
    }
    s->ep_count = 0;
    const bool royal = d->royal != BM_ROYAL_NONE && d->piece[bm_piece_kind(s->board[to])].royal;
    for (unsigned sq = 0; sq < d->squares; sq++)
        if (bm_cells_has(&passed, sq) && !royal)
            s->eps[s->ep_count++] = (struct bm_ep){(bm_sq)sq, (bm_sq)to};
    s->turn = !s->turn;
}

/* Whether a drop gives check or mate that its piece may not give. */
static bool drop_forbidden(const struct bm_desc *d, const struct bm_setup *after, unsigned kind)
{
    const struct bm_desc_piece *const p = &d->piece[kind];
    if ((p->mate_drop && p->check_drop) || !slow_variant_checked(d, after, after->turn))
        return false;
    if (!p->check_drop)
        return true;
    bm_move *const list = malloc(BM_MAX_MOVES * sizeof *list);
    if (!list)
        abort();
    const bool mate = slow_variant_moves(d, after, list) == 0;
    free(list);
    return mate;
}

size_t slow_variant_moves(const struct bm_desc *d, const struct bm_setup *s, bm_move *out)
{
    const size_t found = all_moves(d, s, out);
    const bool royal = d->royal != BM_ROYAL_NONE && has_royal(d, s, s->turn);
    size_t n = 0;
    for (size_t i = 0; i < found; i++) {
        struct bm_setup after = *s;
        slow_variant_make(d, &after, out[i]);
        if ((royal && !has_royal(d, &after, s->turn)) ||
            slow_variant_checked(d, &after, s->turn) ||
            (bm_move_is_drop(out[i]) && drop_forbidden(d, &after, bm_move_from(out[i]))))
            continue;
        out[n++] = out[i];
    }
    return n;
}
