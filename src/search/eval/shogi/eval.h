/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_EVAL_SHOGI_EVAL_H
#define BM_SEARCH_EVAL_SHOGI_EVAL_H

/* The evaluation of shogi: material on board and in hand, piece-square tables absolute and
 * relative to both kings, control of the squares around the kings, attacked pieces, mobility of
 * sliders, and king safety. Compiled twice: see eval/trace.h. */

#include "search/eval/shogi/terms.h"

/* Kinds without king and gaps, in order. */
static const uint8_t slot_of[KINDS] = {0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 0, 11, 12, 0};

struct eval_sum {
    int mg, eg;
    int hand; /* attacking power of the hand: 0 to 7 */
    int attackers;
    int phase;
};

/* Squares attacked at least once and at least twice, kings excluded. */
struct control {
    bb81 once, twice;
};

/* King-relative index of a square: base + along * file + across * rank. */
struct king_view {
    int base, along, across;
};

TEMPLATE void add_weight(struct eval_sum *v, struct bm_trace *trace, unsigned us,
                         unsigned index, int n)
{
    v->mg += n * weights[index].mg;
    v->eg += n * weights[index].eg;
    if (trace)
        trace->count[us][index] = (int16_t)(trace->count[us][index] + n);
}

TEMPLATE void add_control(struct control *c, bb81 set)
{
    c->twice = bb_or(c->twice, bb_and(c->once, set));
    c->once = bb_or(c->once, set);
}

/* A side without a king (mate problems) is evaluated with one on its start square. */
TEMPLATE unsigned king_of(const struct k_pos *p, unsigned side)
{
    return p->king[side] != NO_KING ? p->king[side] : side ? 36 : 44;
}

/* From the point of view of `us`: files towards the edge nearer to the king, ranks from the
 * king on. */
TEMPLATE struct king_view king_view_of(unsigned king, unsigned us)
{
    const int file = bm_shogi_tables.file_of[king], rank = bm_shogi_tables.rank_of[king];
    const bool turned = us ? file >= 4 : file > 4;
    const int along = turned ? -VIEW_RANKS : VIEW_RANKS, across = us ? -1 : 1;
    return (struct king_view){4 * VIEW_RANKS + 8 - along * file - across * rank, along, across};
}

TEMPLATE unsigned view_index(const struct king_view *v, unsigned sq)
{
    return (unsigned)(v->base + v->along * bm_shogi_tables.file_of[sq] +
                      v->across * bm_shogi_tables.rank_of[sq]);
}

/* Index into piece-square tables, which are symmetric by files. */
TEMPLATE unsigned psqt_index(unsigned sq, unsigned us)
{
    const unsigned file = bm_shogi_tables.file_of[sq];
    return (file > 4 ? 8 - file : file) * 9 + rank_seen(bm_shogi_tables.rank_of[sq], us);
}

/* The king zone: two squares in each direction; split. */
TEMPLATE bb81 king_zone(unsigned king)
{
    const uint64_t last = BB_BOTTOMS << 8, first = BB_BOTTOMS;
    bb81 x = bm_shogi_tables.square[king];
    for (unsigned h = 0; h < 2; h++)
        for (unsigned i = 0; i < 2; i++) {
            x.w[h] |= (x.w[h] & ~first) >> 1 | (x.w[h] & ~last) << 1;
            x.w[h] |= (x.w[h] << BB_FILE & INT64_MAX) | x.w[h] >> BB_FILE;
        }
    return bb_split(x);
}

LARGE_TEMPLATE void eval_role(struct eval_sum *v, struct bm_trace *trace, const struct k_pos *p,
                              bb81 occ, const struct king_view *near,
                              const struct king_view *far, struct control *c,
                              const enum role ROLE, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned enemy = king_of(p, !US);
    const bb81 ring = t->step[0][KING][enemy];
    const bb81 pieces = bb_split(p->role[US][ROLE]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pieces.w[h]; x; x = bits_drop_first(x)) {
            const unsigned sq = bb_square(bits_first(x), h);
            const unsigned kind = ROLE == GOLD ? bm_piece_kind(p->board[sq]) : ROLE;
            const unsigned slot = ROLE == GOLD ? slot_of[kind]
                                               : slot_of[ROLE == HORSE    ? 13
                                                         : ROLE == DRAGON ? 14
                                                                          : ROLE];
            add_weight(v, trace, US, W_BOARD + slot, 1);
            add_weight(v, trace, US, W_PLACE + slot * PLACES + psqt_index(sq, US), 1);
            add_weight(v, trace, US, W_GUARD + slot * VIEWS + view_index(near, sq), 1);
            add_weight(v, trace, US, W_THREAT + slot * VIEWS + view_index(far, sq), 1);
            if (ROLE == PAWN)
                continue;
            if (ROLE == GOLD)
                v->phase += kind > KING;
            else if (ROLE >= HORSE)
                v->phase += 2;
            const bb81 a = attacks_by(sq, occ, ROLE, US);
            add_control(c, a);
            v->attackers += bb_meet(a, ring) != 0;
            const unsigned row = ROLE == LANCE    ? 0
                                 : ROLE == BISHOP ? 1
                                 : ROLE == ROOK   ? 2
                                 : ROLE == HORSE  ? 3
                                                  : 4;
            if (ROLE == LANCE || ROLE == BISHOP || ROLE == ROOK || ROLE >= HORSE)
                add_weight(v, trace, US,
                           W_MOBILITY + row * MOBILITY +
                               bb_count(bb_split(bb_minus(a, p->side[US]))),
                           1);
            const enum role along = ROLE == HORSE ? BISHOP : ROLE == DRAGON ? ROOK : ROLE;
            if ((along == LANCE || along == BISHOP || along == ROOK) &&
                bb_meet(t->ray[US][along][sq], t->square[enemy])) {
                const unsigned n = bb_count(bb_and(t->between[sq][enemy], occ));
                add_weight(v, trace, US, W_LINE + row * 4 + (n < 3 ? n : 3), 1);
            }
        }
}

/* Pieces, hands and control. */
LARGE_TEMPLATE void eval_pieces(struct eval_sum *v, struct bm_trace *trace,
                                const struct k_pos *p, struct control *c, const unsigned US)
{
    static const uint8_t use[HAND_KINDS] = {0, 1, 1, 2, 3, 2, 3};
    static const uint8_t step[HAND_KINDS] = {0, 1, 1, 2, 2, 1, 3};
    const bb81 occ = pos_occupied(p);
    const struct king_view near = king_view_of(king_of(p, US), US),
                           far = king_view_of(king_of(p, !US), US);
    const bb81 pawns = p->role[US][PAWN];
    c->once = bb_shift(pawns, forward(US));
    c->twice = bb_none();
    eval_role(v, trace, p, occ, &near, &far, c, PAWN, US);
    eval_role(v, trace, p, occ, &near, &far, c, LANCE, US);
    eval_role(v, trace, p, occ, &near, &far, c, KNIGHT, US);
    eval_role(v, trace, p, occ, &near, &far, c, SILVER, US);
    eval_role(v, trace, p, occ, &near, &far, c, GOLD, US);
    eval_role(v, trace, p, occ, &near, &far, c, BISHOP, US);
    eval_role(v, trace, p, occ, &near, &far, c, ROOK, US);
    eval_role(v, trace, p, occ, &near, &far, c, HORSE, US);
    eval_role(v, trace, p, occ, &near, &far, c, DRAGON, US);

    for (unsigned kind = 0; p->held[US] >> kind; kind++) {
        const unsigned n = p->hand[US][kind];
        for (unsigned i = 0; i < n; i++)
            add_weight(v, trace, US, W_HAND + kind * NTH + (i < NTH ? i : NTH - 1), 1);
        v->hand += use[kind] * (int)n;
        v->phase += step[kind] * (int)n;
    }
    v->hand = (v->hand + (p->held[US] & 1)) / 2;
    v->hand = v->hand < 7 ? v->hand : 7;
    v->attackers = v->attackers < 7 ? v->attackers : 7;
    const unsigned files = bb_count(bb_split(pawns));
    add_weight(v, trace, US, W_FILES + (p->held[US] & 1u) * 10 + (files < 9 ? files : 9), 1);
}

/* King safety of US: control around it, and the attackers of the other side. */
LARGE_TEMPLATE void eval_king(struct eval_sum *v, struct bm_trace *trace, const struct k_pos *p,
                              const struct control *mine, const struct control *theirs,
                              const struct eval_sum *them, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const unsigned king = king_of(p, US);
    const unsigned rank = t->rank_of[king], file = t->file_of[king];
    const bb81 occ = pos_occupied(p);
    const bb81 here[3] = {bb_others(mine->once), bb_minus(mine->once, mine->twice),
                          mine->twice};
    const bb81 there[3] = {bb_others(theirs->once), bb_minus(theirs->once, theirs->twice),
                           theirs->twice};

    add_weight(v, trace, US, W_KING + (US ? 80 - king : king), 1);
    const bb81 area = king_zone(king), camp = bb_split(far_ranks(0, 2, US)),
               home = bb_split(far_ranks(6, 8, US));
    const bb81 own = bb_split(p->side[US]);
    for (unsigned m = 0; m < 3; m++)
        for (unsigned o = 0; o < 3; o++) {
            if (m + o == 0)
                continue;
            const bb81 set = bb_and(here[m], there[o]);
            const unsigned state = m * 3 + o - 1;
            const bb81 close = bb_and(set, area);
            for (unsigned h = 0; h < 2; h++)
                for (uint64_t x = close.w[h]; x; x = bits_drop_first(x)) {
                    const unsigned sq = bb_square(bits_first(x), h);
                    const int df = (int)t->file_of[sq] - (int)file;
                    const int dr = (int)t->rank_of[sq] - (int)rank;
                    const int cell = (df < 0 ? -df : df) * 5 + (US ? -dr : dr) + 2;
                    add_weight(v, trace, US, W_CONTROL + state * 15 + (unsigned)cell, 1);
                }
            add_weight(v, trace, US, W_ZONE + state, (int)bb_count(bb_and(set, camp)));
            add_weight(v, trace, US, W_ZONE + 8 + state, (int)bb_count(bb_and(set, home)));
            if (o == 0)
                continue;
            const bb81 hit = bb_and(own, set);
            for (unsigned h = 0; h < 2; h++)
                for (uint64_t x = hit.w[h]; x; x = bits_drop_first(x)) {
                    const unsigned sq = bb_square(bits_first(x), h);
                    if (sq != p->king[US])
                        add_weight(v, trace, US,
                                   W_HIT + slot_of[bm_piece_kind(p->board[sq])] * 6 + m * 2 +
                                       o - 1,
                                   1);
                }
        }

    const bb81 ring = bb_split(t->step[0][KING][king]);
    const bb81 weak = bb_minus(bb_and(ring, theirs->once), mine->once);
    const bb81 free = bb_minus(bb_minus(ring, p->side[US]), theirs->once);
    const unsigned hand = (unsigned)them->hand;
    add_weight(v, trace, US, W_WEAK + bb_count(weak) * 8 + hand, 1);
    add_weight(v, trace, US, W_FREE + bb_count(free) * 8 + hand, 1);
    add_weight(v, trace, US, W_ATTACKERS + (unsigned)them->attackers * 8 + hand, 1);
    const bb81 pinned = pinned_of(p, p->king[US], occ, US);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = pinned.w[h]; x; x = bits_drop_first(x)) {
            const unsigned sq = bb_square(bits_first(x), h);
            add_weight(v, trace, US, W_PIN + slot_of[bm_piece_kind(p->board[sq])], 1);
        }
}

LARGE_TEMPLATE int evaluate_position(const struct k_pos *p, struct bm_trace *trace)
{
    struct eval_sum v[2] = {{0}, {0}};
    struct control c[2];
    eval_pieces(&v[0], trace, p, &c[0], 0);
    eval_pieces(&v[1], trace, p, &c[1], 1);
    eval_king(&v[0], trace, p, &c[0], &c[1], &v[1], 0);
    eval_king(&v[1], trace, p, &c[1], &c[0], &v[0], 1);
    const int gone = v[0].phase + v[1].phase;
    const int phase = PHASES - (gone < PHASES ? gone : PHASES);
    if (trace)
        trace->phase = phase;
    const int value = bm_taper(v[0].mg - v[1].mg, v[0].eg - v[1].eg, phase, PHASES);
    return (p->head.turn ? -value : value) + TEMPO;
}

static int a_evaluate(const struct bm_search_thread *td, const struct k_pos *p)
{
    (void)td;
    return evaluate_position(p, NULL);
}

static void a_trace(const struct bm_search_thread *td, const struct k_pos *p,
                    struct bm_trace *out)
{
    (void)td;
    *out = (struct bm_trace){.terms = terms,
                             .term_count = sizeof terms / sizeof *terms,
                             .weights = weights,
                             .weight_count = W_COUNT,
                             .phases = PHASES,
                             .scale = 1000,
                             .tempo = TEMPO};
    (void)evaluate_position(p, out);
    bm_trace_sum(out, p->head.turn);
}

#endif
