/* SPDX-License-Identifier: MIT */
/*
 * Legal moves of games in which checks and pins tell what is legal: one royal (or none) to
 * heed, plain turns, captures that take one piece.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/board.h"
#include "kernel/variant/castle.h"
#include "kernel/variant/emit.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"

enum { MAX_PINS = 96 };

/* What the mover has to heed. */
struct heed {
    set royals;
    set allowed; /* where moves of others than the royal answer the check; all if there is none
                  */
    set pinned;
    set touch; /* leaving or entering these may open an attack of an odd kind */
    bool checked, only_royal;
    bool test; /* each move has to be tried */
    unsigned king, pins;
    struct {
        unsigned sq;
        set line;
    } pin[MAX_PINS];
};

static set all_squares(void)
{
    set s;
    EACH_WORD s.w[i] = ~(uint64_t)0;
    return s;
}

/* Odd attacks on the king that stand, and the squares on which others depend. */
static void heed_odd(struct heed *h, const struct scene *s, unsigned them)
{
    const struct k_pos *const p = s->p;
    const struct bm_attacks *const a = &s->g->attacks[them];
    const unsigned victim = bm_piece_kind(p->board[h->king]);
    const struct view v = {s->occupied, s->enemy, 0xffff, 0};
    set from = set_and(table_at(s->g, a->pair_near, h->king), s->enemy);
    if (!set_any(from))
        return;
    from = set_and(from, of_kinds(p, a->pair_kinds));
    FOR_SET(x, from)
    {
        const unsigned kind = bm_piece_kind(p->board[x]);
        const struct bm_reach *r = first_reach(s->g, a, h->king, x);
        for (; r; r = r->last ? NULL : r + 1) {
            if (!(r->kinds >> kind & 1) || !(r->victims >> victim & 1))
                continue;
            const set between = r->between ? set_at(s->g, r->between) : set_none();
            const set on_way = set_and(between, s->occupied);
            if (is_open(p, &v, r)) {
                h->checked = h->test = true;
            } else if (!(r->way & BM_WAY_HOP)) {
                if (!set_many(on_way))
                    h->touch = set_or(h->touch, on_way);
            } else if (r->way & BM_WAY_BEHIND) {
                if (!set_many(on_way))
                    h->touch = set_or(set_or(h->touch, on_way), set_of(r->hurdle));
            } else if (set_count(on_way) <= 2) {
                h->touch = set_or(h->touch, between);
            }
        }
    }
}

static void heed_lines(struct heed *h, const struct scene *s, unsigned them)
{
    const struct k_pos *const p = s->p;
    const struct bm_attacks *const a = &s->g->attacks[them];
    const struct bm_sights *const groups = bm_compiled_at(s->g, a->lines);
    const struct bm_sight *const list = bm_compiled_at(s->g, s->g->line_list);
    for (unsigned i = 0; i < a->line_groups; i++) {
        const set sliders = sliders_on(p, &groups[i], h->king, s->enemy);
        if (!set_any(sliders))
            continue;
        for (unsigned k = 0; k < groups[i].count; k++) {
            const struct bm_sight *const l = &list[groups[i].first + k];
            const set line = table_at(s->g, l->table, h->king);
            if (!set_meet(line, sliders))
                continue;
            const set run = ray_run(line, s->occupied, l->down);
            if (set_meet(run, sliders)) {
                h->checked = true;
                h->allowed = set_and(h->allowed, run);
                continue;
            }
            const set shield = set_and(run, s->own);
            if (!set_any(shield))
                continue;
            const set beyond = ray_run(set_less(line, run), s->occupied, l->down);
            if (set_meet(beyond, sliders) && h->pins < MAX_PINS) {
                h->pin[h->pins].sq = set_first(shield);
                h->pin[h->pins++].line = set_or(run, beyond);
                h->pinned = set_or(h->pinned, shield);
            }
        }
    }
}

static void look(struct heed *h, const struct scene *s)
{
    const struct k_pos *const p = s->p;
    const unsigned them = !s->us;
    h->allowed = all_squares();
    h->pinned = h->touch = h->royals = set_none();
    h->checked = h->only_royal = h->test = false;
    h->pins = 0;
    h->king = K_SQUARES;
    if (s->g->royal == BM_ROYAL_NONE || !s->g->royals)
        return;
    h->royals = royals_of(p, s->us);
    if (!set_any(h->royals))
        return;
    if (set_many(h->royals)) {
        h->test = true;
        return;
    }
    h->king = set_first(h->royals);

    const struct bm_attacks *const a = &s->g->attacks[them];
    set near = a->near ? set_and(table_at(s->g, a->near, h->king), s->enemy) : set_none();
    FOR_SET(x, near)
    {
        const struct bm_man *const man =
            bm_compiled_man(s->g, them, bm_piece_kind(p->board[x]));
        if (man->move.take && set_has(table_at(s->g, man->move.take, x), h->king)) {
            h->checked = true;
            h->allowed = set_and(h->allowed, set_of(x));
        }
    }
    heed_lines(h, s, them);
    /* One piece can give check along two lines, and one square can lie on two lines. */
    h->only_royal = h->checked && !set_any(h->allowed);
    if (a->pair_index)
        heed_odd(h, s, them);
    if (h->test) {
        /* An odd attack stands: moves may answer it in many ways. */
        h->allowed = all_squares();
        h->only_royal = false;
    }
}

/* Targets of a piece that may be played. */
static set try_each(const struct heed *h, const struct scene *s, unsigned kind, unsigned from,
                    set to)
{
    set tried = h->test || set_has(h->touch, from) ? to : set_and(to, h->touch);
    FOR_SET(sq, tried)
    if (!K(leaves_safe)(s->p, s->us, from, sq, kind, K_SQUARES))
        set_drop(&to, sq);
    return to;
}

TEMPLATE set keep_legal(const struct heed *h, const struct scene *s, unsigned kind,
                        unsigned from, set to)
{
    to = set_and(to, h->allowed);
    if (UNLIKELY(set_has(h->pinned, from)))
        for (unsigned i = 0; i < h->pins; i++)
            if (h->pin[i].sq == from)
                to = set_and(to, h->pin[i].line);
    if (UNLIKELY(h->test || set_any(h->touch)))
        to = try_each(h, s, kind, from, to);
    return to;
}

static set royal_targets(const struct heed *h, const struct scene *s, unsigned kind,
                         unsigned from, set to)
{
    if (h->test || set_has(h->touch, from) || s->g->attacks[!s->us].pair_index) {
        set left = to;
        FOR_SET(sq, left)
        if (!K(leaves_safe)(s->p, s->us, from, sq, kind, K_SQUARES))
            set_drop(&to, sq);
        return to;
    }
    struct view v = {set_less(s->occupied, set_of(from)), s->enemy, 0xffff, 0};
    const set occ = v.occupied;
    set left = to;
    FOR_SET(sq, left)
    {
        v.occupied = set_or(occ, set_of(sq));
        v.enemy = set_less(s->enemy, set_of(sq));
        if (K(attacked)(s->p, &v, sq, !s->us, kind))
            set_drop(&to, sq);
    }
    return to;
}

/* Promotions to a royal have to leave that royal safe too. `gone`: the square of a piece taken
 * en passant, or K_SQUARES. */
static size_t emit_royal_promotions(const struct scene *s, const struct bm_man *man,
                                    unsigned kind, unsigned from, set to, unsigned gone,
                                    bm_move *out, enum k_mode mode)
{
    bm_move list[K_SQUARES * 4];
    size_t n = 0;
    set left = to;
    FOR_SET(sq, left)
    {
        const size_t found = emit(s, man, kind, from, set_of(sq), list, K_LIST);
        for (size_t i = 0; i < found; i++) {
            const unsigned after =
                bm_move_promotes(list[i]) ? bm_move_promotion(list[i]) : kind;
            if (!(s->g->royals >> after & 1) ||
                K(leaves_safe)(s->p, s->us, from, sq, after, gone)) {
                if (mode == K_LIST)
                    out[n] = list[i];
                n++;
            }
        }
    }
    return n;
}

static bool promotes_to_royal(const struct bm_compiled *g, const struct bm_man *man)
{
    return man->promotes & g->royals && g->royal != BM_ROYAL_NONE;
}

/* The squares on which a piece captures en passant, whatever else takes it there. */
static set ep_squares(const struct scene *s, unsigned from)
{
    const struct k_pos *const p = s->p;
    set found = set_none();
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        if (K(reaches_ep)(p, from, p->lore.ep[i].passed))
            set_add(&found, p->lore.ep[i].passed);
    return found;
}

static size_t en_passant(const struct scene *s, bm_move *out, enum k_mode mode)
{
    const struct k_pos *const p = s->p;
    size_t n = 0;
    for (unsigned i = 0; i < p->lore.ep_count; i++) {
        const struct k_ep e = p->lore.ep[i];
        set pawns = set_and(of_kinds(p, s->g->ep_kinds), s->own);
        FOR_SET(from, pawns)
        {
            const unsigned kind = bm_piece_kind(p->board[from]);
            const struct bm_man *const man = bm_compiled_man(s->g, s->us, kind);
            bm_move *const at = mode == K_LIST ? out + n : NULL;
            if (!K(reaches_ep)(p, from, e.passed) ||
                !K(ep_is_safe)(p, s->us, from, e.passed, e.piece))
                continue;
            n += promotes_to_royal(s->g, man)
                     ? emit_royal_promotions(s, man, kind, from, set_of(e.passed), e.piece, at,
                                             mode)
                     : emit(s, man, kind, from, set_of(e.passed), at, mode);
        }
    }
    return n;
}

static size_t castlings(const struct heed *h, const struct scene *s, bm_move *out,
                        enum k_mode mode)
{
    struct k_castling list[K_MAX_CASTLINGS];
    struct bm_why why;
    const unsigned found = K(castlings)(s->p, s->us, list);
    size_t n = 0;
    for (unsigned i = 0; i < found; i++) {
        if (!K(may_castle)(s->p, s->us, &list[i], &why))
            continue;
        if (h->test || set_any(h->touch)) {
            struct k_pos copy = *s->p;
            if (!K(legal_by_making)(&copy, list[i].move))
                continue;
        }
        if (mode == K_LIST)
            out[n] = list[i].move;
        n++;
    }
    return n;
}

static size_t drops(const struct heed *h, const struct scene *s, bm_move *out, enum k_mode mode)
{
    const struct k_pos *const p = s->p;
    size_t n = 0;
    for (unsigned kind = 0; kind < s->g->kinds; kind++) {
        const struct bm_form *const form = bm_compiled_form(s->g, kind);
        if (!form->drops || !p->hand[s->us][form->hand_of])
            continue;
        set to = set_and(K(drop_squares)(p, s->us, kind), h->allowed);
        const bool royal = s->g->royal != BM_ROYAL_NONE && s->g->royals >> kind & 1;
        const bool all = h->test || royal;
        if (UNLIKELY(all || set_meet(to, h->touch))) {
            set tried = all ? to : set_and(to, h->touch);
            FOR_SET(sq, tried)
            if (!K(leaves_safe)(p, s->us, K_SQUARES, sq, kind, K_SQUARES))
                set_drop(&to, sq);
        }
        if (UNLIKELY(!form->mate_drop || !form->check_drop)) {
            set tried = to;
            FOR_SET(sq, tried)
            if (K(drop_forbidden)(p, s->us, kind, sq))
                set_drop(&to, sq);
        }
        if (mode == K_LIST) {
            FOR_SET(sq, to)
            out[n++] = bm_move_drop(kind, (bm_sq)sq);
        } else {
            n += set_count(to);
        }
    }
    return n;
}

/* Targets of a piece on which it takes or may promote. */
TEMPLATE set noisy_targets(const struct scene *s, const struct bm_man *man, unsigned from,
                           set to)
{
    const set takes = set_and(to, s->enemy);
    return man->promotes ? set_or(takes, choose(s, man, from, to).may) : takes;
}

TEMPLATE size_t generate(const struct k_pos *p, bm_move *out, enum k_mode MODE, bool NOISY)
{
    const struct scene s = scene_of(p, p->head.turn);
    const struct bm_compiled *const g = s.g;
    struct heed h;
    size_t n = 0;
    look(&h, &s);

    set own = s.own;
    if (h.only_royal)
        own = h.royals;
    /* Captures en passant are listed by themselves. */
    const uint64_t takes_ep = p->lore.ep_count ? g->ep_kinds : 0;
    FOR_SET(from, own)
    {
        const unsigned kind = bm_piece_kind(p->board[from]);
        const struct bm_man *const man = bm_compiled_man(g, s.us, kind);
        set to = targets(&s, man, from);
        if (UNLIKELY(takes_ep >> kind & 1))
            to = set_less(to, ep_squares(&s, from));
        if (NOISY)
            to = noisy_targets(&s, man, from, to);
        if (!set_any(to))
            continue;
        to = set_has(h.royals, from) ? royal_targets(&h, &s, kind, from, to)
                                     : keep_legal(&h, &s, kind, from, to);
        bm_move *const at = MODE == K_LIST ? out + n : NULL;
        if (UNLIKELY(promotes_to_royal(g, man)))
            n += emit_royal_promotions(&s, man, kind, from, to, K_SQUARES, at, MODE);
        else
            n += emit(&s, man, kind, from, to, at, MODE);
        if (MODE == K_ANY && n)
            return n;
    }
    if (UNLIKELY(p->lore.ep_count))
        n += en_passant(&s, MODE == K_LIST ? out + n : NULL, MODE);
    if (h.only_royal || NOISY)
        return n;
    if (set_meet(p->lore.castle, s.own))
        n += castlings(&h, &s, MODE == K_LIST ? out + n : NULL, MODE);
    if (p->held[s.us])
        n += drops(&h, &s, MODE == K_LIST ? out + n : NULL, MODE);
    if (UNLIKELY(g->pass == BM_PASS_YES) && !h.checked && !(h.test && K(checked)(p, s.us))) {
        if (MODE == K_LIST)
            out[n] = (bm_move){BM_MOVE_PASS};
        n++;
    }
    return n;
}

size_t K(fast_moves)(const struct k_pos *p, bm_move *out, enum k_mode mode)
{
    return mode == K_LIST    ? generate(p, out, K_LIST, false)
           : mode == K_COUNT ? generate(p, NULL, K_COUNT, false)
                             : generate(p, NULL, K_ANY, false);
}

size_t K(fast_noisy)(const struct k_pos *p, bm_move *out)
{
    return generate(p, out, K_LIST, true);
}
