/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_TMPL_EVAL_SHOGI_H
#define BM_SEARCH_TMPL_EVAL_SHOGI_H

/* What a position of shogi is worth: material, where pieces stand to the kings, attacks on
 * them, and how free the big pieces are. */

/* Golds and silvers near the own king, everything near the other's: by distance 0 to 8. */
static const int guard[9] = {0, 28, 20, 8, 0, -4, -8, -12, -16};
static const int threat[9] = {0, 40, 34, 22, 12, 4, 0, -4, -8};

TEMPLATE unsigned distance(unsigned a, unsigned b)
{
    const int df = (int)bm_shogi_tables.file_of[a] - (int)bm_shogi_tables.file_of[b];
    const int dr = (int)bm_shogi_tables.rank_of[a] - (int)bm_shogi_tables.rank_of[b];
    const unsigned f = (unsigned)(df < 0 ? -df : df), r = (unsigned)(dr < 0 ? -dr : dr);
    return f > r ? f : r;
}

LARGE_TEMPLATE int side_value(const struct k_pos *p, const unsigned US)
{
    const struct bm_shogi_tables *const t = &bm_shogi_tables;
    const bb81 occ = pos_occupied(p);
    const unsigned king = p->king[US], enemy = p->king[!US];
    const bool kings = king != NO_KING && enemy != NO_KING;
    const bb81 ring = kings ? bb_or(t->step[0][KING][enemy], t->square[enemy]) : bb_none();
    int v = 0, attackers = 0, attack = 0;

    const bb81 mine = bb_split(p->side[US]);
    for (unsigned h = 0; h < 2; h++)
        for (uint64_t x = mine.w[h]; x; x = bits_drop_first(x)) {
            const unsigned sq = bb_square(bits_first(x), h);
            const unsigned kind = bm_piece_kind(p->board[sq]);
            const enum role role = kind_role(kind);
            if (role == KING) {
                /* At home, and not in the middle, unless it has run through. */
                const unsigned rank = rank_seen(t->rank_of[sq], US);
                const int df = (int)t->file_of[sq] - 4;
                v += rank >= 7   ? 3 * (df < 0 ? -df : df) * (df < 0 ? -df : df)
                     : rank <= 2 ? 60
                                 : -25;
                continue;
            }
            v += worth[kind];
            const unsigned rank = rank_seen(t->rank_of[sq], US);
            if (role == PAWN) {
                v += rank == 5 ? 4 : rank == 4 ? 10 : rank == 3 ? 14 : 0;
                continue;
            }
            const bb81 a = attacks_by(sq, occ, role, US);
            if (kings) {
                const unsigned near = distance(sq, king), far = distance(sq, enemy);
                if (role == GOLD || role == SILVER) {
                    const int g = guard[near], th = threat[far];
                    v += g > th ? g : th;
                } else if (role >= HORSE) {
                    v += threat[far] + (near <= 2 ? 30 : 0);
                }
            }
            if (role == ROOK || role == BISHOP || role == LANCE || role >= HORSE)
                v +=
                    (role == LANCE ? 2 : 5) * (int)bb_count(bb_split(bb_minus(a, p->side[US])));
            if (bb_meet(a, ring)) {
                attackers++;
                attack += 14 * (int)bb_count(bb_split(bb_and(a, ring)));
            }
        }
    for (unsigned kind = 0; kind < HAND_KINDS; kind++) {
        const int n = p->hand[US][kind];
        if (!n)
            continue;
        v += hand_worth[kind] * n - (kind == BM_SHOGI_PAWN && n > 3 ? 12 * (n - 3) : 0);
        if (kind >= BM_SHOGI_SILVER)
            attack += 12, attackers += kind >= BM_SHOGI_GOLD;
    }
    if (kings) {
        /* Squares beside the other king that nobody of his guards but the king himself. */
        v += attack * (attackers < 8 ? attackers : 8) / 4;
        const bb81 home = bb_split(bb_and(t->step[0][KING][king], p->side[US]));
        v += 10 * (int)bb_count(home);
    }
    return v;
}

static int a_evaluate(const struct bm_hunter *h, const struct k_pos *p)
{
    (void)h;
    const int v = side_value(p, 0) - side_value(p, 1);
    return (p->head.turn ? -v : v) + 20;
}

static void a_trace(const struct bm_hunter *h, const struct k_pos *p, struct bm_trace *out)
{
    *out = (struct bm_trace){.phases = 1, .scale = 1000, .value = a_evaluate(h, p)};
}

#endif
