/* SPDX-License-Identifier: MIT */
/* Why a move may not be played. */
#include "kernel/tmpl/tmpl.h"

#include "kernel/variant/board.h"
#include "kernel/variant/castle.h"
#include "kernel/variant/emit.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"

static bool is_among(const bm_move *list, size_t n, bm_move m)
{
    for (size_t i = 0; i < n; i++)
        if (bm_move_equal(list[i], m))
            return true;
    return false;
}

static bool is_listed(const struct k_pos *p, bm_move m)
{
    bm_move list[K_MAX_MOVES];
    return is_among(list, K(moves)(p, list), m);
}

static bool is_pseudo(const struct k_pos *p, bm_move m)
{
    bm_move list[K_MAX_MOVES];
    return is_among(list, K(pseudo)(p, list), m);
}

/* Why a move that the pieces could make is not legal. */
static bm_faults judge_illegal(const struct k_pos *p, bm_move m)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    struct k_pos copy = *p;
    if (bm_move_is_drop(m) && K(drop_forbidden)(p, us, bm_move_from(m), bm_move_to(m)))
        return bm_compiled_form(g, bm_move_from(m))->check_drop ? BM_FAULT_PAWN_MATE
                                                                : BM_FAULT_GIVES_CHECK;
    const bm_move bare = {m.bits & 0xffffffu};
    if (bm_move_gates(m) && !K(legal_by_making)(&copy, bare))
        return judge_illegal(p, bare);
    if (K(legal_by_making)(&copy, m))
        return g->must_capture && !K(is_capture)(p, m) ? BM_FAULT_MUST_CAPTURE
                                                       : BM_FAULT_NOT_NOW;
    const bool before = K(endangered)(p, us);
    struct k_undo undo;
    K(do_make)(&copy, m, &undo);
    if (set_any(royals_of(p, us)) && !set_any(royals_of(&copy, us)))
        return BM_FAULT_ROYAL_LOST;
    if (K(endangered)(&copy, us)) {
        const bool royal = !bm_move_is_drop(m) && !bm_move_is_pass(m) &&
                           g->royals >> bm_piece_kind(p->board[bm_move_from(m)]) & 1;
        return before || royal || bm_move_is_drop(m) || bm_move_is_pass(m) ? BM_FAULT_KING_LEFT
                                                                           : BM_FAULT_PINNED;
    }
    if (K(checked)(&copy, !us) &&
        (g->no_checks || g->turn.phase[phase_now(p)].rule.check == BM_TURN_LAST_ONLY))
        return BM_FAULT_GIVES_CHECK;
    const struct bm_turn_move what = {.capture = K(is_capture)(p, m)};
    return copy.head.turn == us && bm_turn_allows(&g->turn, &p->lore.turn, what)
               ? BM_FAULT_NO_COMPLETION
               : BM_FAULT_NOT_NOW;
}

static bm_faults judge_drop(const struct k_pos *p, bm_move m)
{
    const struct bm_compiled *const g = p->game;
    const unsigned kind = bm_move_from(m), to = bm_move_to(m), us = p->head.turn;
    if (kind >= g->kinds || to >= g->squares || !bm_cells_has(&g->board, to))
        return BM_FAULT_NOT_A_MOVE;
    const struct bm_form *const form = bm_compiled_form(g, kind);
    bm_faults f = p->board[to] ? BM_FAULT_OCCUPIED : 0;
    if (!form->drops || !p->hand[hand_side(g, us, form->hand_of)][form->hand_of])
        f |= BM_FAULT_NOT_IN_HAND;
    if (!(K(kinds_now)(p) >> kind & 1) || g->limits[phase_now(p)].only == BM_PHASE_MOVES)
        f |= BM_FAULT_NOT_NOW;
    if (f || set_has(K(drop_squares)(p, us, kind), to))
        return f;
    if (form->per_file && set_count(set_and(set_and(table_at(g, g->files, to), p->kind[kind]),
                                            p->side[us])) >= form->per_file)
        return BM_FAULT_TWO_PAWNS;
    const struct bm_mover *const mv = &bm_compiled_man(g, us, kind)->move;
    const struct scene s = scene_of(p, us);
    const bool leaps = (mv->quiet && set_any(table_at(g, mv->quiet, to))) ||
                       (mv->take && set_any(table_at(g, mv->take, to)));
    return !leaps && !set_any(targets(&s, bm_compiled_man(g, us, kind), to))
               ? BM_FAULT_DEAD_END
               : BM_FAULT_DROP_ZONE;
}

/* Where the piece could go if the board were otherwise empty of hindrances. */
static bool could_reach(const struct k_pos *p, unsigned side, unsigned kind, unsigned from,
                        unsigned to)
{
    const struct bm_compiled *const g = p->game;
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const bool takes = p->board[to] != 0;
    if (m->quiet && !takes && set_has(table_at(g, m->quiet, from), to))
        return true;
    if (m->take && takes && set_has(table_at(g, m->take, from), to))
        return true;
    for (unsigned i = 0; i < m->ray_count; i++)
        if (set_has(table_at(g, rays[i].table, from), to) &&
            rays[i].way & (takes ? BM_WAY_TAKE : BM_WAY_MOVE))
            return true;
    if (!m->odd)
        return false;
    unsigned n;
    const struct bm_odd *o = odd_ways(g, m, from, &n);
    for (; n-- > 0; o++)
        if (set_has(set_at(g, o->ray), to) && o->way & (takes ? BM_WAY_TAKE : BM_WAY_MOVE))
            return true;
    return false;
}

/* Faults of promotion in a move whose squares are fine. */
static bm_faults judge_promotion(const struct k_pos *p, bm_move m)
{
    bm_move list[K_MAX_MOVES];
    const size_t n = K(pseudo)(p, list);
    for (size_t i = 0; i < n; i++)
        if (!bm_move_is_drop(list[i]) && !bm_move_is_pass(list[i]) &&
            bm_move_from(list[i]) == bm_move_from(m) && bm_move_to(list[i]) == bm_move_to(m))
            return bm_move_promotes(m) ? BM_FAULT_CANNOT_PROMOTE : BM_FAULT_MUST_PROMOTE;
    return 0;
}

/* Whether the turn must go on with another piece than the one on a square. */
static bool is_tied(const struct k_pos *p, unsigned from)
{
    const unsigned rule = p->game->turn.phase[phase_now(p)].rule.piece;
    if (!p->lore.turn.made || p->lore.moved == K_NO_SQUARE)
        return false;
    return rule == BM_TURN_SAME    ? from != p->lore.moved
           : rule == BM_TURN_OTHER ? from == p->lore.moved
                                   : false;
}

static bm_faults judge_board(const struct k_pos *p, bm_move m)
{
    const struct bm_compiled *const g = p->game;
    const unsigned from = bm_move_from(m), to = bm_move_to(m), us = p->head.turn;
    if (from >= g->squares || to >= g->squares)
        return BM_FAULT_NOT_A_MOVE;
    const bm_piece piece = p->board[from];
    if (!piece)
        return BM_FAULT_NO_PIECE;
    const unsigned kind = bm_piece_kind(piece);
    const bool neutral = g->neutrals >> kind & 1;
    if (!neutral && bm_piece_side(piece) != us)
        return BM_FAULT_WRONG_SIDE;
    if (!(K(kinds_now)(p) >> kind & 1) || g->limits[phase_now(p)].only == BM_PHASE_DROPS ||
        is_tied(p, from))
        return BM_FAULT_NOT_NOW;
    if (bm_move_gates(m) && is_pseudo(p, (bm_move){m.bits & 0xffffffu}))
        return BM_FAULT_CANNOT_GATE;
    struct k_castling c;
    if (g->castles && kind == g->castle_king && K(find_castling)(p, us, m, &c))
        return BM_FAULT_CASTLING;
    const bm_faults promotion = judge_promotion(p, m);
    if (promotion)
        return promotion;
    const bool own = p->board[to] && (bm_piece_side(p->board[to]) == us ||
                                      g->neutrals >> bm_piece_kind(p->board[to]) & 1);
    if (g->castles && kind == g->castle_king && from / g->dims[0] == to / g->dims[0] &&
        ((own && bm_piece_kind(p->board[to]) == g->castle_with) ||
         (from > to ? from - to : to - from) == 2))
        return BM_FAULT_CASTLING;
    if (could_reach(p, neutral ? 0 : us, kind, from, to))
        return own ? BM_FAULT_OWN_PIECE : BM_FAULT_BLOCKED;
    return own && from != to ? BM_FAULT_NOT_A_MOVE | BM_FAULT_OWN_PIECE : BM_FAULT_NOT_A_MOVE;
}

bm_faults K(judge)(const void *pos, bm_move m)
{
    const struct k_pos *const p = pos;
    if (is_listed(p, m))
        return 0;
    if (is_pseudo(p, m))
        return judge_illegal(p, m);
    if (bm_move_is_pass(m))
        return p->game->pass == BM_PASS_NO ? BM_FAULT_NOT_A_MOVE : BM_FAULT_NOT_NOW;
    const bm_faults f = bm_move_is_drop(m) ? judge_drop(p, m) : judge_board(p, m);
    return f ? f : BM_FAULT_NOT_A_MOVE; /* stray bits in what would be a move */
}

/* The first piece between two squares that stops the piece on the first, as far as can be told.
 */
static bm_sq find_block(const struct k_pos *p, unsigned from, unsigned to)
{
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn;
    const struct bm_mover *const m =
        &bm_compiled_man(g, us, bm_piece_kind(p->board[from]))->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const set occ = occupied(p);
    for (unsigned i = 0; i < m->ray_count; i++) {
        const set ray = table_at(g, rays[i].table, from);
        const set hit = set_and(ray_run(ray, occ, rays[i].down), occ);
        if (set_has(ray, to) && set_any(hit))
            return (bm_sq)set_first(hit);
    }
    unsigned n = 0;
    const struct bm_odd *o = m->odd ? odd_ways(g, m, from, &n) : NULL;
    for (; n-- > 0; o++) {
        const set gate = o->gate ? set_and(set_at(g, o->gate), occ) : set_none();
        if (set_has(set_at(g, o->ray), to) && set_any(gate))
            return (bm_sq)set_first(gate);
    }
    return p->board[to] ? (bm_sq)to : BM_SQ_NONE;
}

/* The royal that a move leaves attacked, and by whom. */
static void find_attack(const struct k_pos *p, bm_move m, struct bm_why *out)
{
    const unsigned us = p->head.turn;
    struct k_pos copy = *p;
    struct k_undo undo;
    K(do_make)(&copy, m, &undo);
    const struct view v = view_now(&copy, !us);
    set royals = royals_of(&copy, us);
    FOR_SET(sq, royals)
    {
        const set by = see(&copy, &v, sq, !us, bm_piece_kind(copy.board[sq]), true);
        if (set_any(by)) {
            *out = (struct bm_why){(bm_sq)set_first(by), (bm_sq)sq};
            return;
        }
    }
}

void K(why)(const void *pos, bm_move m, bm_faults one, struct bm_why *out)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    const unsigned us = p->head.turn, from = bm_move_from(m), to = bm_move_to(m);
    *out = (struct bm_why){BM_SQ_NONE, BM_SQ_NONE};
    if (one == BM_FAULT_PINNED || one == BM_FAULT_KING_LEFT) {
        const bm_move bare = bm_move_gates(m) ? (bm_move){m.bits & 0xffffffu} : m;
        if (is_pseudo(p, bare))
            find_attack(p, bare, out);
    } else if (one == BM_FAULT_BLOCKED) {
        out->at = find_block(p, from, to);
    } else if (one == BM_FAULT_TWO_PAWNS) {
        const set men = set_and(set_and(table_at(g, g->files, to), p->kind[from]), p->side[us]);
        if (set_any(men))
            out->by = (bm_sq)set_first(men);
    } else if (one == BM_FAULT_PAWN_MATE || one == BM_FAULT_GIVES_CHECK) {
        const set royals = royals_of(p, !us);
        if (set_any(royals))
            out->at = (bm_sq)set_first(royals);
    } else if (one == BM_FAULT_CASTLING) {
        struct k_castling c;
        if (K(find_castling)(p, us, m, &c))
            (void)K(may_castle)(p, us, &c, out);
    }
}
