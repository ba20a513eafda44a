/* SPDX-License-Identifier: MIT */
/* From a board to a position and back, and the slow twins of what is kept up to date. */
#include "kernel/tmpl/tmpl.h"

#include <string.h>

#include "kernel/variant/board.h"
#include "kernel/variant/bounds.h"
#include "kernel/variant/castle.h"
#include "kernel/variant/make.h"
#include "kernel/variant/see.h"
#include "kernel/variant/targets.h"

static bm_defects load_board(struct k_pos *p, const struct bm_setup *setup)
{
    const struct bm_compiled *const g = p->game;
    bm_defects d = 0;
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++) {
        bm_piece piece = setup->board[sq];
        if (piece == 0)
            continue;
        if (bm_piece_kind(piece) >= g->kinds) {
            d |= BM_DEFECT_BAD_PIECE;
        } else if (sq >= g->squares || !bm_cells_has(&g->board, sq)) {
            d |= BM_DEFECT_HOLE;
        } else {
            if (g->neutrals >> bm_piece_kind(piece) & 1)
                piece &= 0x7f;
            put(p, sq, piece);
        }
    }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++) {
            const unsigned n = setup->hand[side][kind];
            if (n == 0)
                continue;
            if (!g->has_hands || kind >= g->kinds)
                d |= BM_DEFECT_HAND;
            else
                set_hand(p, hand_side(g, side, kind), kind, n);
        }
    return d;
}

/* Whether a side that starts without royals can come by one: by promotion or by a drop. */
static bool can_get_royal(const struct bm_compiled *g, unsigned side)
{
    uint64_t may = g->captures_to_hand ? ~(uint64_t)0 : 0;
    for (unsigned kind = 0; kind < g->kinds; kind++)
        may |= bm_compiled_man(g, side, kind)->promotes;
    return may & g->royals;
}

/*
 * A side that starts with royals needs one, and one that does not may have none. Where the last
 * one can be lost by a move, the side that lost it has lost the game, and the board is good.
 */
static bm_defects check_royals(const struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    unsigned missing = 0;
    bm_defects d = 0;
    if (g->royal == BM_ROYAL_NONE || !g->royals)
        return 0;
    for (unsigned side = 0; side < 2; side++) {
        const bool has = set_any(royals_of(p, side)) || p->held[side] & g->royals;
        const bool starts = g->royal_sides >> side & 1;
        missing |= (unsigned)(starts && !has) << side;
        if (has && !starts && !can_get_royal(g, side))
            d |= BM_DEFECT_MANY_KINGS;
    }
    return missing && (!g->royals_fall || missing == 3) ? d | BM_DEFECT_NO_KING : d;
}

static bm_defects load_castling(struct k_pos *p, const struct bm_setup *setup)
{
    const struct bm_compiled *const g = p->game;
    set claimed = set_none();
    bool more = false;
    for (unsigned i = 0; i < BM_SET_WORDS; i++) {
        if (i < BM_WORDS)
            claimed.w[i] = setup->castling[i];
        else
            more |= setup->castling[i] != 0;
    }
    bm_defects d = more ? BM_DEFECT_CASTLING : 0;
    p->castler[0] = p->castler[1] = K_NO_SQUARE;
    if (!set_any(claimed))
        return d;
    for (unsigned side = 0; side < 2; side++)
        p->castler[side] = K(castler)(p, side);
    set left = claimed;
    FOR_SET(sq, left)
    {
        const bm_piece piece = sq < g->squares ? p->board[sq] : 0;
        bool good = false;
        if (g->castles && piece && bm_piece_kind(piece) == g->castle_with) {
            const unsigned side = bm_piece_side(piece), king = p->castler[side];
            for (unsigned i = 0; i < g->castles && king != K_NO_SQUARE; i++)
                good |= g->castle[i].side == side && castle_fits(g, &g->castle[i], king, sq);
        }
        if (good)
            set_add(&p->lore.castle, sq);
        else
            d |= BM_DEFECT_CASTLING;
    }
    return d;
}

static bm_defects load_gates(struct k_pos *p, const struct bm_setup *setup)
{
    const struct bm_compiled *const g = p->game;
    bm_defects d = 0;
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++) {
        if (!(setup->gates[sq >> 6] >> (sq & 63) & 1))
            continue;
        const bm_piece piece = sq < g->squares ? p->board[sq] : 0;
        if (g->gates && piece &&
            (g->captures_to_hand || held_for(p, bm_piece_side(piece)) & g->gates) &&
            bm_cells_has(&g->gate_from[bm_piece_side(piece)], sq))
            set_add(&p->lore.gates, sq);
        else
            d |= BM_DEFECT_GATES;
    }
    return d;
}

/* The piece of `side` that may just have passed over a square, or K_NO_SQUARE. */
static unsigned find_passer(const struct k_pos *p, unsigned side, unsigned passed,
                            unsigned wanted)
{
    const struct bm_compiled *const g = p->game;
    set men = p->side[side];
    FOR_SET(to, men)
    {
        const unsigned is = bm_piece_kind(p->board[to]);
        /* What stands there may have been promoted by the move that passed. */
        for (unsigned kind = 0; kind < g->kinds && (wanted == BM_SQ_NONE || to == wanted);
             kind++) {
            const struct bm_man *const man = bm_compiled_man(g, side, kind);
            if (!man->move.passes || (kind != is && !(man->promotes >> is & 1)))
                continue;
            for (unsigned from = 0; from < g->squares; from++)
                /* The square may be taken again: by a piece that was gated, or in a turn of
                 * several moves. */
                if ((!p->board[from] || g->multi || g->gates) && from != passed && from != to &&
                    set_has(K(passed_over)(p, side, kind, from, to, set_none()), passed))
                    return to;
        }
    }
    return K_NO_SQUARE;
}

/* The same; where no piece is named, the one right before the cell is meant, if it can be. */
static unsigned find_named(const struct k_pos *p, unsigned side, unsigned passed,
                           unsigned wanted)
{
    const unsigned files = p->game->dims[0];
    const unsigned before = p->head.turn ? passed + files : passed - files;
    const unsigned found = wanted == BM_SQ_NONE && before < p->game->squares
                               ? find_passer(p, side, passed, before)
                               : K_NO_SQUARE;
    return found != K_NO_SQUARE ? found : find_passer(p, side, passed, wanted);
}

static bm_defects load_ep(struct k_pos *p, const struct bm_setup *setup)
{
    const struct bm_compiled *const g = p->game;
    bm_defects d = 0;
    for (unsigned i = 0; i < setup->ep_count && i < BM_MAX_EP; i++) {
        const unsigned passed = setup->eps[i].passed;
        unsigned piece = K_NO_SQUARE;
        if (passed < g->squares && bm_cells_has(&g->board, passed) && !p->board[passed]) {
            piece = find_named(p, !p->head.turn, passed, setup->eps[i].piece);
            if (piece == K_NO_SQUARE && g->multi && p->lore.turn.made)
                piece = find_named(p, p->head.turn, passed, setup->eps[i].piece);
        }
        if (piece != K_NO_SQUARE && !bm_compiled_is_royal(g, bm_piece_kind(p->board[piece])))
            p->lore.ep[p->lore.ep_count++] = (struct k_ep){(uint8_t)passed, (uint8_t)piece};
        else
            d |= BM_DEFECT_EN_PASSANT;
    }
    const unsigned claimed = p->lore.ep_count;
    K(settle_ep)(p);
    return p->lore.ep_count < claimed ? d | BM_DEFECT_EN_PASSANT : d;
}

static bm_defects load_turn(struct k_pos *p, const struct bm_setup *setup)
{
    const struct bm_compiled *const g = p->game;
    const unsigned phases = g->turn.phases ? g->turn.phases : 1;
    p->lore.turn.side = p->head.turn = setup->turn;
    const uint32_t before = setup->number ? setup->number - 1 : 0;
    p->lore.turn.turns = g->usi ? before : before * 2 + setup->turn;
    p->lore.moved = K_NO_SQUARE;
    if (!g->multi)
        return setup->used || setup->made || setup->phase ? BM_DEFECT_PHASE : 0;
    if (setup->phase >= phases || setup->made < setup->used)
        return BM_DEFECT_PHASE;
    p->lore.turn.phase = setup->phase;
    p->lore.turn.used = setup->used;
    p->lore.turn.made = setup->made;
    p->lore.turn.captures = p->lore.turn.ended = setup->phase_count;
    /* Where nothing is said of phases, those that are over before the first move are left out.
     */
    while (setup->phase == 0 && p->lore.turn.phase + 1u < phases &&
           g->turn.phase[p->lore.turn.phase].until == BM_UNTIL_HANDS_EMPTY && !p->held[0] &&
           !p->held[1])
        p->lore.turn.phase++;
    if (setup->made && g->turn.phase[p->lore.turn.phase].rule.piece != BM_TURN_ANY &&
        setup->moved < g->squares)
        p->lore.moved = (uint8_t)setup->moved;
    const unsigned budget = bm_turn_budget(&g->turn, &p->lore.turn);
    p->head.made = p->lore.turn.made;
    p->head.phase = (uint8_t)phase_now(p);
    p->head.budget = (uint8_t)budget;
    return budget != BM_TURN_UNLIMITED && p->lore.turn.used >= budget ? BM_DEFECT_PHASE : 0;
}

static void load_checks(struct k_pos *p, const struct bm_setup *setup)
{
    const bool said = setup->checks[0] || setup->checks[1];
    for (unsigned side = 0; side < 2; side++) {
        p->lore.checks[side] = said ? setup->checks[side] : p->game->checks;
        if (p->lore.checks[side] > p->game->checks)
            p->lore.checks[side] = p->game->checks;
    }
}

/*
 * Whether no line of play can lead to more moves than a list holds. Most games cannot, whatever
 * stands on the board; the others are looked at piece by piece.
 */
static bool is_countable(const struct k_pos *p)
{
    const struct bm_compiled *const g = p->game;
    if (g->max_moves < BM_MAX_MOVES)
        return true;
    for (unsigned side = 0; side < 2; side++) {
        struct bm_men men = {.count = {0}};
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            const bool all = g->captures_to_hand || g->neutrals >> kind & 1;
            men.count[kind] =
                set_count(all ? p->kind[kind] : set_and(p->kind[kind], p->side[side])) +
                p->hand[side][kind] + (all ? p->hand[!side][kind] : 0u);
        }
        if (bm_men_moves(g, side, &men) > BM_MAX_MOVES)
            return false;
    }
    return true;
}

bm_defects K(load)(void *pos, const struct bm_setup *setup, const void *game, unsigned flags)
{
    struct k_pos p;
    (void)flags;
    memset(&p, 0, sizeof p);
    p.game = game;
    p.fast = p.game->fast;
    p.head.quiet = setup->quiet;
    p.head.number = setup->number ? setup->number : 1;
    if (setup->turn > 1)
        return BM_DEFECT_TURN;
    bm_defects d = load_board(&p, setup);
    d |= load_turn(&p, setup);
    if (d & BM_DEFECTS_HARD)
        return d;
    d |= check_royals(&p);
    if (!is_countable(&p))
        d |= BM_DEFECT_MATERIAL;
    d |= load_castling(&p, setup);
    d |= load_gates(&p, setup);
    load_checks(&p, setup);
    d |= load_ep(&p, setup);
    if (p.lore.turn.made == 0 && K(checked)(&p, !p.head.turn))
        d |= BM_DEFECT_ROYAL_HANGS;
    p.lore.state = K(state_key)(&p);
    p.head.key = K(slow_key)(&p);
    if (!(d & BM_DEFECTS_HARD))
        memcpy(pos, &p, sizeof p);
    return d;
}

void K(save)(const void *pos, struct bm_setup *out)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    memset(out, 0, sizeof *out);
    memcpy(out->board, p->board, g->squares);
    memcpy(out->hand, p->hand, sizeof out->hand);
    out->turn = p->head.turn;
    out->quiet = p->head.quiet;
    out->number = p->head.number;
    EACH_WORD
    {
        out->castling[i] = p->lore.castle.w[i];
        out->gates[i] = p->lore.gates.w[i];
    }
    out->ep_count = p->lore.ep_count;
    for (unsigned i = 0; i < p->lore.ep_count; i++)
        out->eps[i] = (struct bm_ep){p->lore.ep[i].passed, p->lore.ep[i].piece};
    memcpy(out->checks, p->lore.checks, sizeof out->checks);
    if (!g->multi)
        return;
    const unsigned until = g->turn.phase[p->lore.turn.phase].until;
    out->used = p->lore.turn.used;
    out->made = p->lore.turn.made;
    out->phase = p->lore.turn.phase;
    out->phase_count = until == BM_UNTIL_CAPTURES ? p->lore.turn.captures
                       : until == BM_UNTIL_TURNS  ? p->lore.turn.ended
                                                  : 0;
    out->moved = p->lore.moved == K_NO_SQUARE ? BM_SQ_NONE : p->lore.moved;
}

uint64_t K(slow_key)(const void *pos)
{
    const struct k_pos *const p = pos;
    const struct bm_compiled *const g = p->game;
    uint64_t key = K(state_key)(p);
    for (unsigned sq = 0; sq < g->squares; sq++)
        if (p->board[sq])
            key ^= piece_key(g, bm_piece_side(p->board[sq]), bm_piece_kind(p->board[sq]), sq);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < g->kinds; kind++)
            key ^= hand_key(g, side, kind, p->hand[side][kind]);
    return p->head.turn ? key ^ UINT64_C(0x5851f42d4c957f2d) : key;
}

bool K(sound)(const void *pos)
{
    const struct k_pos *const p = pos;
    struct k_pos q;
    memset(&q, 0, sizeof q);
    q.game = p->game;
    for (unsigned sq = 0; sq < p->game->squares; sq++)
        if (p->board[sq])
            put(&q, sq, p->board[sq]);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < p->game->kinds; kind++)
            set_hand(&q, side, kind, p->hand[side][kind]);
    bool good = set_same(p->side[0], q.side[0]) && set_same(p->side[1], q.side[1]) &&
                set_same(p->neutral, q.neutral) && p->held[0] == q.held[0] &&
                p->held[1] == q.held[1] && p->head.key == K(slow_key)(p) &&
                p->head.turn == p->lore.turn.side && !set_meet(q.side[0], q.side[1]);
    for (unsigned kind = 0; kind < p->game->kinds; kind++)
        good &= set_same(p->kind[kind], q.kind[kind]);
    return good;
}

bm_piece K(piece)(const void *pos, bm_sq sq) { return ((const struct k_pos *)pos)->board[sq]; }

unsigned K(hand)(const void *pos, unsigned side, unsigned kind)
{
    return ((const struct k_pos *)pos)->hand[side][kind];
}
