/* SPDX-License-Identifier: MIT */
/* Playing a move and taking it back. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/board.h"
#include "kernel/variant/castle.h"
#include "kernel/variant/gen.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

/* Different for every small number, and never near one: parts of the state start from these. */
static uint64_t seed(unsigned n)
{
    return (n + UINT64_C(0x5bf03635)) * UINT64_C(0xd1342543de82ef95);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    a = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15);
    return (a ^ a >> 32) + b;
}

static uint64_t mix_set(uint64_t a, set s)
{
    EACH_WORD a = mix(a, s.w[i]);
    return a;
}

/* What has been counted towards the end of the phase. */
static unsigned counted(const struct k_pos *p)
{
    const unsigned until = p->game->turn.phase[p->lore.turn.phase].until;
    return until == BM_UNTIL_CAPTURES ? p->lore.turn.captures
           : until == BM_UNTIL_TURNS  ? p->lore.turn.ended
                                      : 0;
}

uint64_t K(state_key)(const struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    uint64_t k = 0;
    if (set_any(p->lore.castle))
        k ^= mix_set(seed(1), p->lore.castle);
    if (set_any(p->lore.gates))
        k ^= mix_set(seed(2), p->lore.gates);
    /* The order in which captures became possible does not matter. */
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        k ^= mix(mix(seed(3), p->lore.ep[i].passed), p->lore.ep[i].piece);
    if (g->checks)
        k ^= mix(mix(seed(4), p->lore.checks[0]), p->lore.checks[1]);
    if (g->multi) {
        k ^= mix(mix(mix(seed(5), p->lore.turn.used), p->lore.turn.made), p->lore.turn.phase);
        if (p->lore.turn.phase + 1u < g->turn.phases)
            k ^= mix(seed(6), counted(p));
        if (p->lore.turn.made && p->lore.moved != K_NO_SQUARE)
            k ^= mix(seed(7), p->lore.moved);
        k ^= mix(seed(8), p->head.budget);
    }
    return k;
}

bool K(reaches_ep)(const struct k_pos *p, unsigned from, unsigned passed)
{
    const struct bm_compiled *const g = p->game;
    const bm_piece piece = p->board[from];
    const struct bm_mover *const m =
        &bm_compiled_man(g, bm_piece_side(piece), bm_piece_kind(piece))->move;
    if (m->ep && set_has(table_at(g, m->ep, from), passed))
        return true;
    if (!m->odd_ep)
        return false;
    const struct scene s = scene_of(p, bm_piece_side(piece));
    unsigned n;
    const struct bm_odd *o = odd_ways(g, m, from, &n);
    for (; n-- > 0; o++)
        if (o->way & BM_WAY_EP && odd_is_open(&s, o) && set_has(odd_run(&s, o), passed))
            return true;
    return false;
}

set K(passed_over)(const struct k_pos *p, unsigned side, unsigned kind, unsigned from,
                   unsigned to, set closed)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    set found = set_none();
    if (!m->passes || !m->odd)
        return found;
    unsigned n;
    const struct bm_odd *o = odd_ways(g, m, from, &n);
    for (; n-- > 0; o++)
        if (o->way & BM_WAY_PASSES && o->gate && set_has(set_at(g, o->ray), to) &&
            !set_meet(set_at(g, o->gate), closed))
            found = set_or(found, set_at(g, o->gate));
    return found;
}

void K(settle_ep)(struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    if (g->multi)
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < p->lore.ep_count; i++) {
        const struct k_ep e = p->lore.ep[i];
        set pawns = set_and(of_kinds(p, g->ep_kinds), set_or(p->side[us], p->neutral));
        bool playable = false;
        FOR_SET(from, pawns)
        playable = playable || (K(reaches_ep)(p, from, e.passed) &&
                                K(ep_is_safe)(p, us, from, e.passed, e.piece));
        if (playable)
            p->lore.ep[kept++] = e;
    }
    p->lore.ep_count = (uint8_t)kept;
}

/* Forget the captures en passant that a move of `us` makes impossible. */
static void age_ep(struct k_pos *p, unsigned us, bool was_ep, unsigned landed)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->lore.ep_count; i++) {
        const struct k_ep e = p->lore.ep[i];
        const bm_piece piece = p->board[e.piece];
        /* Whatever has come to where the piece stood is not the piece. */
        const bool stands = piece != 0 && e.piece != landed && p->board[e.passed] == 0;
        const bool theirs = stands && bm_piece_side(piece) != us;
        if (stands && (!theirs || was_ep))
            p->lore.ep[kept++] = e;
    }
    p->lore.ep_count = (uint8_t)kept;
}

/* After the turn has passed to `next`, what `next` left behind itself can be taken no more. */
static void end_ep_of(struct k_pos *p, unsigned next)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        if (bm_piece_side(p->board[p->lore.ep[i].piece]) != next)
            p->lore.ep[kept++] = p->lore.ep[i];
    p->lore.ep_count = (uint8_t)kept;
}

static void to_hand(struct k_pos *p, struct k_undo *u, unsigned us, unsigned kind)
{
    const struct bm_compiled *const g = p->game;
    if (!g->captures_to_hand)
        return;
    const unsigned base = g->demote ? bm_compiled_form(g, kind)->base : kind;
    const unsigned side = hand_side(g, us, base);
    if (p->hand[side][base] < UINT8_MAX)
        change_hand(p, u, side, base, 1);
}

static void explode(struct k_pos *p, struct k_undo *u, unsigned centre)
{
    const struct bm_compiled *const g = p->game;
    set hit = set_and(table_at(g, g->blast, centre), occupied(p));
    FOR_SET(sq, hit)
    {
        const unsigned kind = bm_piece_kind(p->board[sq]);
        if (g->immune >> kind & 1 || g->neutrals >> kind & 1 ||
            (sq != centre && g->spared >> kind & 1))
            continue;
        if (u->changes < K_MAX_CHANGES)
            change(p, u, sq, 0);
    }
}

/* What a move turned out to be. */
struct deed {
    bool capture, irreversible, was_ep;
    bool neutral;   /* a piece of no side moved: its moves are not counted as quiet */
    uint8_t landed; /* where the piece stands that moved */
    set passed;
};

static void make_gating(struct k_pos *p, struct k_undo *u, unsigned us, unsigned kind,
                        unsigned at)
{
    const unsigned side = hand_side(p->game, us, kind);
    change_hand(p, u, side, kind, -1);
    change(p, u, at, bm_piece_of(kind, side));
}

static void make_castling(struct k_pos *p, struct k_undo *u, unsigned us,
                          const struct k_castling *c, bm_move m, struct deed *d)
{
    const bm_piece king = p->board[c->king], partner = p->board[c->partner];
    const set ours = p->side[us];
    change(p, u, c->king, 0);
    change(p, u, c->partner, 0);
    change(p, u, c->king_to, king);
    change(p, u, c->partner_to, partner);
    if (bm_move_gates(m)) {
        const unsigned at = bm_move_gates_partner(m) ? c->partner : c->king;
        make_gating(p, u, us, bm_move_gate(m), at);
    }
    p->lore.castle = set_less(p->lore.castle, ours);
    d->landed = c->king_to;
}

unsigned K(ep_victim)(const struct k_pos *p, unsigned us, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        if (p->lore.ep[i].passed == to && bm_piece_side(p->board[p->lore.ep[i].piece]) != us)
            return K(reaches_ep)(p, from, to) ? p->lore.ep[i].piece : K_NO_SQUARE;
    return K_NO_SQUARE;
}

static void make_plain(struct k_pos *p, struct k_undo *u, unsigned us, bm_move m,
                       struct deed *d)
{
    const struct bm_compiled *const g = p->game;
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece piece = p->board[from], victim = p->board[to];
    const unsigned kind = bm_piece_kind(piece);
    const unsigned becomes = bm_move_promotes(m) ? bm_move_promotion(m) : kind;
    const bool neutral = g->neutrals >> becomes & 1; /* of which side 0 stands for both */
    const bm_piece after = bm_piece_of(becomes, neutral ? 0 : us);
    d->irreversible = bm_compiled_form(g, kind)->irreversible;
    d->neutral = g->neutrals >> kind & 1;
    d->landed = (uint8_t)to;
    if (victim && from != to) {
        d->capture = true;
        to_hand(p, u, us, bm_piece_kind(victim));
    } else if (UNLIKELY(p->lore.ep_count) && g->ep_kinds >> kind & 1) {
        const unsigned taken = K(ep_victim)(p, us, from, to);
        if (taken != K_NO_SQUARE) {
            d->capture = d->was_ep = true;
            to_hand(p, u, us, bm_piece_kind(p->board[taken]));
            change(p, u, taken, 0);
        }
    }
    if (!d->capture && g->ep_kinds && bm_compiled_man(g, us, kind)->move.passes &&
        !bm_compiled_is_royal(g, becomes) && !neutral) {
        d->passed = K(passed_over)(p, us, kind, from, to, occupied(p));
        set_drop(&d->passed, to); /* around a board that wraps, it may have been there */
    }
    change(p, u, from, 0);
    change(p, u, to, after);
    if (bm_move_gates(m)) {
        make_gating(p, u, us, bm_move_gate(m), from);
        if (from == p->castler[us]) /* another king in its place has no right */
            p->lore.castle = set_less(p->lore.castle, p->side[us]);
    }
    if (d->capture && g->explode)
        explode(p, u, to);
}

static void make_drop(struct k_pos *p, struct k_undo *u, unsigned us, bm_move m, struct deed *d)
{
    const struct bm_compiled *const g = p->game;
    const unsigned kind = bm_move_from(m), to = bm_move_to(m);
    const struct bm_form *const form = bm_compiled_form(g, kind);
    change_hand(p, u, hand_side(g, us, form->hand_of), form->hand_of, -1);
    change(p, u, to, bm_piece_of(kind, hand_side(g, us, kind)));
    d->irreversible = form->irreversible;
    d->neutral = g->neutrals >> kind & 1;
    d->landed = (uint8_t)to;
}

/* Pass the turn on, or not. */
static void turn_over(struct k_pos *p, unsigned us, bm_move m, const struct deed *d)
{
    const struct bm_compiled *const g = p->game;
    if (!g->multi) {
        p->lore.turn.side = (uint8_t)!us;
    } else if (bm_move_is_pass(m)) {
        bm_turn_end(&p->lore.turn);
    } else {
        const struct bm_turn_rule *const r = &g->turn.phase[phase_now(p)].rule;
        /* The phase may change with this very move: a check is asked for if any phase may. */
        const bool ask = r->check != BM_TURN_FREE || g->turn.phases > 1;
        const struct bm_turn_move what = {.capture = d->capture,
                                          .check = ask && K(checked)(p, !us),
                                          .hands_empty = !p->held[0] && !p->held[1]};
        const bool passed = bm_turn_register(&g->turn, &p->lore.turn, what);
        const struct bm_turn_rule *const now = &g->turn.phase[p->lore.turn.phase].rule;
        p->lore.moved = passed || now->piece == BM_TURN_ANY ? K_NO_SQUARE : d->landed;
        p->head.turn = p->lore.turn.side;
        /*
         * A move that was earned need not be made where there is none. Whether there is one
         * does not depend on what it would earn in turn.
         */
        if (!passed && d->capture && now->capture == BM_TURN_AGAIN && !p->probing) {
            p->probing = true;
            if (!K(can_go_on)(p))
                bm_turn_end(&p->lore.turn);
            p->probing = false;
        }
    }
    p->head.turn = p->lore.turn.side;
    p->head.made = p->lore.turn.made;
    p->head.phase = (uint8_t)phase_now(p);
    p->head.budget = g->multi ? (uint8_t)bm_turn_budget(&g->turn, &p->lore.turn) : 0;
    if (p->head.turn != us) {
        p->head.number += g->usi ? 0 : us;
        if (p->lore.ep_count)
            end_ep_of(p, p->head.turn);
    }
}

/* Whether the king that may castle is gone, or another one on its rank would be taken for it.
 */
static bool is_castler_gone(const struct k_pos *p, unsigned side)
{
    const struct bm_compiled *const g = p->game;
    const unsigned king = p->castler[side];
    if (king == K_NO_SQUARE || p->board[king] != bm_piece_of(g->castle_king, side))
        return true;
    return set_many(set_and(p->kind[g->castle_king], p->side[side])) &&
           K(castler)(p, side) != king;
}

void K(do_make)(struct k_pos *p, bm_move m, struct k_undo *u)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    u->head = p->head;
    u->lore = p->lore;
    u->changes = u->hands = 0;

    struct deed d = {.landed = K_NO_SQUARE, .passed = set_none()};
    struct k_castling c;
    if (bm_move_is_pass(m)) {
        d.landed = K_NO_SQUARE;
    } else if (bm_move_is_drop(m)) {
        make_drop(p, u, us, m, &d);
    } else if (UNLIKELY(g->castles && bm_move_from(m) == p->castler[us]) &&
               set_meet(p->lore.castle, p->side[us]) && K(find_castling)(p, us, m, &c)) {
        make_castling(p, u, us, &c, m, &d);
    } else {
        make_plain(p, u, us, m, &d);
    }

    if (UNLIKELY(set_any(p->lore.castle)))
        for (unsigned side = 0; side < 2; side++)
            if (is_castler_gone(p, side))
                p->lore.castle = set_less(p->lore.castle, p->side[side]);
    if (UNLIKELY(g->gates && !g->captures_to_hand)) /* a hand that is empty stays so */
        for (unsigned side = 0; side < 2; side++)
            if (!(held_for(p, side) & g->gates))
                p->lore.gates = set_less(p->lore.gates, p->side[side]);
    p->head.quiet = d.capture || d.irreversible ? 0 : p->head.quiet + !d.neutral;
    if (p->lore.ep_count)
        age_ep(p, us, d.was_ep, d.landed);
    FOR_SET(sq, d.passed)
    if (p->lore.ep_count < BM_MAX_EP && p->board[d.landed])
        p->lore.ep[p->lore.ep_count++] = (struct k_ep){(uint8_t)sq, d.landed};
    if (UNLIKELY(g->checks) && K(checked)(p, !us) && p->lore.checks[us])
        p->lore.checks[us]--;
    turn_over(p, us, m, &d);
    /* SFEN counts moves, or turns where they can have several; FEN pairs of turns. */
    p->head.number += g->usi && (!g->multi || p->head.turn != us);
    if (p->lore.ep_count && !g->multi)
        K(settle_ep)(p);
    p->head.key ^= p->lore.state;
    p->lore.state = K(state_key)(p);
    p->head.key ^= p->lore.state;
    if (p->head.turn != us)
        p->head.key ^= UINT64_C(0x5851f42d4c957f2d);
}

void K(do_unmake)(struct k_pos *p, const struct k_undo *u)
{
    for (unsigned i = u->changes; i-- > 0;) {
        const unsigned sq = u->change[i].sq;
        if (p->board[sq])
            lift(p, sq);
        if (u->change[i].was)
            put(p, sq, u->change[i].was);
    }
    for (unsigned i = u->hands; i-- > 0;)
        set_hand(p, u->hand[i].side, u->hand[i].kind, u->hand[i].count);
    p->head = u->head;
    p->lore = u->lore;
}
