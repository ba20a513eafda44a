/* SPDX-License-Identifier: MIT */
/*
 * The tree walk. Nodes are copies of the bit sets alone: no list, no key, no board. The last
 * ply is counted, never played.
 */
#include "kernel/tmpl/tmpl.h"

#include "kernel/chess/horizon.h"

typedef const struct k_way (*ways_t)[2];

static uint64_t walk_white(const struct k_bits *b, ways_t ways, unsigned depth);
static uint64_t walk_black(const struct k_bits *b, ways_t ways, unsigned depth);

static NOINLINE uint64_t count_white(const struct k_bits *b, ways_t ways)
{
    return count_moves(b, ways, WHITE);
}
static NOINLINE uint64_t count_black(const struct k_bits *b, ways_t ways)
{
    return count_moves(b, ways, BLACK);
}

/* The nodes below a child in which US is to move. */
TEMPLATE uint64_t perft_descend(const struct k_bits *b, ways_t ways, unsigned depth,
                                const enum k_color US)
{
    if (US == WHITE)
        return depth == 1 ? count_white(b, ways) : walk_white(b, ways, depth);
    return depth == 1 ? count_black(b, ways) : walk_black(b, ways, depth);
}

/* A copy in which a piece has gone from one square to another, taking what was there. */
TEMPLATE struct k_bits bits_after_move(const struct k_bits *b, uint64_t from, uint64_t to,
                                       const enum k_color US)
{
    struct k_bits c = *b;
    c.ep = 0;
    c.castle &= ~(from | to);
    c.all[US] ^= from | to;
    c.all[!US] &= ~to;
    for (int i = 0; i < SETS; i++)
        c.set[!US][i] &= ~to;
    return c;
}

TEMPLATE uint64_t walk_king(const struct k_bits *b, ways_t ways, unsigned depth,
                            uint64_t targets, const enum k_color US)
{
    uint64_t nodes = 0;
    for (; targets; targets = bits_drop_first(targets)) {
        struct k_bits c = bits_after_move(b, b->king[US], bits_lowest(targets), US);
        c.king[US] = bits_lowest(targets);
        c.castle &= ~rank_home(US);
        nodes += perft_descend(&c, ways, depth, !US);
    }
    return nodes;
}

/* All moves of one slider, knight or queen: A and B are the sets it stands in. */
TEMPLATE uint64_t walk_piece(const struct k_bits *b, ways_t ways, unsigned depth, unsigned sq,
                             uint64_t targets, bool queen, const enum k_set A,
                             const enum k_color US)
{
    const uint64_t from = square(sq);
    uint64_t nodes = 0;
    for (; targets; targets = bits_drop_first(targets)) {
        const uint64_t to = bits_lowest(targets);
        struct k_bits c = bits_after_move(b, from, to, US);
        c.set[US][A] ^= from | to;
        if (A != KNIGHTS && queen)
            c.set[US][A == DIAG ? ORTH : DIAG] ^= from | to;
        nodes += perft_descend(&c, ways, depth, !US);
    }
    return nodes;
}

TEMPLATE uint64_t walk_sliders(const struct k_bits *b, ways_t ways, const struct masks *m,
                               unsigned depth, const enum k_set A, const enum k_color US)
{
    const uint64_t queens = b->set[US][DIAG] & b->set[US][ORTH];
    uint64_t nodes = 0;
    for (uint64_t f = free_sliders(b, m, A, US); f; f = bits_drop_first(f)) {
        const unsigned sq = bits_first(f);
        const uint64_t to = slide_targets(slides(sq, m->occupied, A), sq, m, A);
        nodes += walk_piece(b, ways, depth, sq, to, queens >> sq & 1, A, US);
    }
    return nodes;
}

/* How far from its target a pawn came. */
enum pawn_kind { STEP, LEAP, WEST, EAST };

TEMPLATE uint64_t pawn_origin(uint64_t to, const enum pawn_kind KIND, const enum k_color US)
{
    return KIND == STEP   ? behind(to, US)
           : KIND == LEAP ? behind(behind(to, US), US)
           : KIND == WEST ? from_west_take(to, US)
                          : from_east_take(to, US);
}

TEMPLATE uint64_t walk_pawns(const struct k_bits *b, ways_t ways, unsigned depth,
                             uint64_t targets, const enum pawn_kind KIND, const enum k_color US)
{
    uint64_t nodes = 0;
    for (uint64_t t = targets & ~rank_last(US); t; t = bits_drop_first(t)) {
        const uint64_t to = bits_lowest(t), from = pawn_origin(to, KIND, US);
        struct k_bits c;
        if (KIND == WEST || KIND == EAST) {
            c = bits_after_move(b, from, to, US);
        } else {
            c = *b;
            c.ep = 0;
            c.all[US] ^= from | to;
        }
        c.set[US][PAWNS] ^= from | to;
        if (KIND == LEAP) {
            c.ep = neighbours(to) & b->set[!US][PAWNS] ? behind(to, US) : 0;
        }
        nodes += perft_descend(&c, ways, depth, !US);
    }
    for (uint64_t t = targets & rank_last(US); UNLIKELY(t); t = bits_drop_first(t)) {
        const uint64_t to = bits_lowest(t), from = pawn_origin(to, KIND, US);
        struct k_bits c = bits_after_move(b, from, to, US);
        c.set[US][PAWNS] ^= from;
        for (unsigned kind = BM_CHESS_KNIGHT; kind <= BM_CHESS_QUEEN; kind++) {
            struct k_bits d = c;
            d.set[US][KNIGHTS] |= kind == BM_CHESS_KNIGHT ? to : 0;
            d.set[US][DIAG] |= kind == BM_CHESS_BISHOP || kind == BM_CHESS_QUEEN ? to : 0;
            d.set[US][ORTH] |= kind == BM_CHESS_ROOK || kind == BM_CHESS_QUEEN ? to : 0;
            nodes += perft_descend(&d, ways, depth, !US);
        }
    }
    return nodes;
}

static NOINLINE struct k_bits after_castling(const struct k_bits *b, const struct k_way *way,
                                             unsigned us)
{
    struct k_bits c = *b;
    c.ep = 0;
    c.castle &= us == WHITE ? ~rank_home(WHITE) : ~rank_home(BLACK);
    c.set[us][ORTH] ^= way->rook ^ square(way->rook_to);
    c.all[us] ^= c.king[us] ^ square(way->king_to) ^ way->rook ^ square(way->rook_to);
    c.king[us] = square(way->king_to);
    return c;
}

TEMPLATE uint64_t walk_rest(const struct k_bits *b, ways_t ways, const struct masks *m,
                            unsigned depth, const enum k_color US)
{
    uint64_t nodes = 0;
    for (uint64_t t = find_ep_takers(b, US); t; t = bits_drop_first(t)) {
        const uint64_t from = bits_lowest(t), taken = behind(b->ep, US);
        if (!is_ep_legal(b, m->occupied, m->king, from, US))
            continue;
        struct k_bits c = *b;
        c.ep = 0;
        c.all[US] ^= from | b->ep;
        c.set[US][PAWNS] ^= from | b->ep;
        c.all[!US] ^= taken;
        c.set[!US][PAWNS] ^= taken;
        nodes += perft_descend(&c, ways, depth, !US);
    }
    if (may_castle(b, US) && !m->checkers)
        for (int wing = KINGSIDE; wing <= QUEENSIDE; wing++)
            if (is_castling_legal(b, m, &ways[US][wing])) {
                const struct k_bits c = after_castling(b, &ways[US][wing], US);
                nodes += perft_descend(&c, ways, depth, !US);
            }
    return nodes;
}

/*
 * Those of a slider's moves that leave the other king alone: not onto a line with it, nor to
 * where the slider would see a watched square.
 */
TEMPLATE uint64_t quiet_slides(const struct horizon *h, uint64_t from, uint64_t targets,
                               bool diag, bool orth)
{
    const uint64_t occupied = h->m.occupied ^ from;
    uint64_t near = 0;
    if (diag) {
        targets &= ~bm_chess_tables.diag[h->m.king];
        near |= h->near_diag;
    }
    if (orth) {
        targets &= ~bm_chess_tables.orth[h->m.king];
        near |= h->near_orth;
    }
    for (uint64_t doubt = targets & near; doubt; doubt = bits_drop_first(doubt)) {
        const unsigned to = bits_first(doubt);
        const uint64_t sees =
            (diag ? bishop_attacks(to, occupied) : 0) | (orth ? rook_attacks(to, occupied) : 0);
        if (sees & h->watched)
            targets &= ~square(to);
    }
    return targets;
}

/* The diagonal or straight moves (A) of a bishop, rook or queen, two plies before the end. */
TEMPLATE uint64_t walk_horizon_slider(const struct k_bits *b, ways_t ways,
                                      const struct masks *m, const struct horizon *h,
                                      uint64_t from, const enum k_set A, const enum k_color US)
{
    const unsigned sq = bits_first(from);
    const bool queen = (b->set[US][DIAG] & b->set[US][ORTH] & from) != 0;
    const uint64_t attacks = slides(sq, m->occupied, A);
    const uint64_t reach =
        queen ? attacks | slides(sq, m->occupied, A == DIAG ? ORTH : DIAG) : attacks;
    uint64_t to = slide_targets(attacks, sq, m, A);
    uint64_t nodes = 0;
    if (!((reach & h->watched) | (from & h->loud))) {
        const uint64_t quiet = quiet_slides(h, from, to & ~m->occupied & ~h->loud,
                                            A == DIAG || queen, A == ORTH || queen);
        nodes = replies_of(h, b, from, quiet, US);
        to &= ~quiet;
    }
    return nodes + walk_piece(b, ways, 1, sq, to, queen, A, US);
}

TEMPLATE uint64_t replies_to_pawns(const struct horizon *h, const struct k_bits *b,
                                   uint64_t targets, const enum pawn_kind KIND,
                                   const enum k_color US)
{
    uint64_t nodes = 0;
    for (; targets; targets = bits_drop_first(targets)) {
        const uint64_t to = bits_lowest(targets), from = pawn_origin(to, KIND, US);
        nodes += replies_to(h, b, from, to, onlookers(h, b->set[!US], from), US);
    }
    return nodes;
}

/*
 * The last two plies: quiet moves that leave the other king alone are not played at all. The
 * caller knows that we are not in check.
 */
TEMPLATE uint64_t walk_horizon(const struct k_bits *b, ways_t ways, const struct masks *m,
                               const enum k_color US)
{
    const uint64_t *const o = b->set[US];
    const struct horizon h = look_ahead(b, ways, US);
    const uint64_t empty = ~m->occupied;
    uint64_t nodes = 0;

    /* The king: a step next to a watched square guards it. */
    const uint64_t near_king = widen(h.watched);
    uint64_t loud = m->king_to;
    if (!(b->king[US] & (h.loud | near_king))) {
        const uint64_t quiet = m->king_to & empty & ~h.loud & ~near_king;
        nodes += replies_of(&h, b, b->king[US], quiet, US);
        loud &= ~quiet;
    }
    nodes += walk_king(b, ways, 1, loud, US);

    /* Pawns: all that are silent at once, the others one by one. */
    const struct pawn_moves pm = own_pawn_moves(b, m, US);
    const uint64_t near_pawn = pawn_near(h.watched | b->king[!US], US);
    const uint64_t still = ~(h.loud | near_pawn);
    const uint64_t beside = neighbours(b->set[!US][PAWNS]);
    const uint64_t step = pm.step & still & ahead(still, US) & ~rank_last(US);
    const uint64_t leap = pm.leap & still & ahead(ahead(still, US), US) & ~beside;
    const uint64_t mute = still & ~h.seen;
    const uint64_t silent_step = step & mute & ahead(mute, US);
    const uint64_t silent_leap = leap & mute & ahead(ahead(mute, US), US);
    nodes += (uint64_t)(bits_count(silent_step) + bits_count(silent_leap)) * h.replies;
    nodes += replies_to_pawns(&h, b, step & ~silent_step, STEP, US);
    nodes += replies_to_pawns(&h, b, leap & ~silent_leap, LEAP, US);
    nodes += walk_pawns(b, ways, 1, pm.step & ~step, STEP, US);
    nodes += walk_pawns(b, ways, 1, pm.leap & ~leap, LEAP, US);
    nodes += walk_pawns(b, ways, 1, pm.west, WEST, US);
    nodes += walk_pawns(b, ways, 1, pm.east, EAST, US);

    const uint64_t pinned = m->pin_diag | m->pin_orth;
    for (uint64_t f = o[KNIGHTS] & ~pinned; f; f = bits_drop_first(f)) {
        const unsigned sq = bits_first(f);
        uint64_t to = bm_chess_tables.knight[sq] & m->target;
        if (!((bm_chess_tables.knight[sq] & h.watched) | (square(sq) & h.loud))) {
            const uint64_t quiet =
                to & empty & ~h.loud & ~h.near_knight & ~bm_chess_tables.knight[h.m.king];
            nodes += replies_of(&h, b, square(sq), quiet, US);
            to &= ~quiet;
        }
        nodes += walk_piece(b, ways, 1, sq, to, false, KNIGHTS, US);
    }
    for (uint64_t f = free_sliders(b, m, DIAG, US); f; f = bits_drop_first(f))
        nodes += walk_horizon_slider(b, ways, m, &h, bits_lowest(f), DIAG, US);
    for (uint64_t f = free_sliders(b, m, ORTH, US); f; f = bits_drop_first(f))
        nodes += walk_horizon_slider(b, ways, m, &h, bits_lowest(f), ORTH, US);
    return nodes + walk_rest(b, ways, m, 1, US);
}

/* `depth` is at least 2: the children have at least one ply to go. */
TEMPLATE uint64_t perft_walk(const struct k_bits *b, ways_t ways, unsigned depth,
                             const enum k_color US)
{
    const uint64_t *const o = b->set[US];
    const struct masks m = find_masks(b, US);
    uint64_t nodes = 0;
    depth--;
    if (depth == 1 && !m.checkers)
        return walk_horizon(b, ways, &m, US);

    nodes += walk_king(b, ways, depth, m.king_to, US);
    if (bits_many(m.checkers))
        return nodes;

    const struct pawn_moves pm = own_pawn_moves(b, &m, US);
    nodes += walk_pawns(b, ways, depth, pm.step, STEP, US);
    nodes += walk_pawns(b, ways, depth, pm.leap, LEAP, US);
    nodes += walk_pawns(b, ways, depth, pm.west, WEST, US);
    nodes += walk_pawns(b, ways, depth, pm.east, EAST, US);

    const uint64_t pinned = m.pin_diag | m.pin_orth;
    for (uint64_t f = o[KNIGHTS] & ~pinned; f; f = bits_drop_first(f)) {
        const unsigned sq = bits_first(f);
        nodes += walk_piece(b, ways, depth, sq, bm_chess_tables.knight[sq] & m.target, false,
                            KNIGHTS, US);
    }
    nodes += walk_sliders(b, ways, &m, depth, DIAG, US);
    nodes += walk_sliders(b, ways, &m, depth, ORTH, US);
    return nodes + walk_rest(b, ways, &m, depth, US);
}

static NOINLINE uint64_t walk_white(const struct k_bits *b, ways_t ways, unsigned depth)
{
    return perft_walk(b, ways, depth, WHITE);
}
static NOINLINE uint64_t walk_black(const struct k_bits *b, ways_t ways, unsigned depth)
{
    return perft_walk(b, ways, depth, BLACK);
}

uint64_t K(perft)(const void *pos, unsigned depth)
{
    const struct k_pos *const p = pos;
    if (depth == 0)
        return 1;
    return p->head.turn == WHITE ? perft_descend(&p->bits, p->way, depth, WHITE)
                                 : perft_descend(&p->bits, p->way, depth, BLACK);
}
