/* SPDX-License-Identifier: MIT */
/* Piece values from the rules of a game. */
#include "base/bits.h"
#include "rules/ruleset.h"
#include "search/search.h"

static unsigned count_cells(const uint64_t *set, unsigned words)
{
    unsigned n = 0;
    for (unsigned i = 0; i < words; i++)
        n += (unsigned)bits_count(set[i]);
    return n;
}

/* The number of squares in all rows of a table. */
static unsigned count_table(const struct bm_compiled *g, uint32_t offset)
{
    return offset != 0 ? count_cells(bm_compiled_at(g, offset), (unsigned)g->words * g->squares)
                       : 0;
}

static unsigned count_odd(const struct bm_compiled *g, uint32_t offset)
{
    if (offset == 0)
        return 0;
    const uint32_t *const first = bm_compiled_at(g, offset);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    unsigned n = 0;
    for (uint32_t i = first[0]; i < first[g->squares]; i++)
        n += count_cells(bm_compiled_at(g, list[i].ray), g->words);
    return n;
}

/* The default value of a kind without one in its rules: its mobility on an empty board. The
 * factors give about 300 for a knight, 330 for a bishop and 530 for a rook of chess. */
static int mobility_value(const struct bm_compiled *g, unsigned kind)
{
    enum { LEAP = 28, RAY = 38, ODD = 25, LEAST = 50 };
    const struct bm_mover *const m = &bm_compiled_man(g, 0, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const unsigned cells = count_cells(g->board.w, BM_SET_WORDS);
    uint64_t sum = (uint64_t)LEAP * (count_table(g, m->quiet) + count_table(g, m->take)) +
                   (uint64_t)ODD * count_odd(g, m->odd);
    for (unsigned i = 0; m->rays != 0 && i < m->ray_count; i++)
        sum += (uint64_t)RAY * count_table(g, rays[i].table);
    const int value = cells != 0 ? (int)(sum / cells) : 0;
    return value < LEAST ? LEAST : value;
}

void bm_piece_values(int out[BM_MAX_KINDS], const struct bm_rules *rules)
{
    const unsigned kinds = bm_rules_info(rules)->kinds;
    for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++) {
        const bool exists = kind < kinds && *bm_rules_kind_letter(rules, kind) != '\0' &&
                            !bm_rules_kind_is_neutral(rules, kind);
        out[kind] = exists ? bm_rules_kind_value(rules, kind) : 0;
        if (exists && out[kind] == 0 && rules->game && !bm_rules_kind_is_royal(rules, kind))
            out[kind] = mobility_value(rules->game, kind);
    }
}

int bm_material_balance(const int value[BM_MAX_KINDS], const struct bm_ctx *ctx, unsigned side)
{
    const struct bm_rules_info *const info = bm_rules_info(bm_ctx_rules(ctx));
    struct bm_setup p;
    int sum[2] = {0, 0};
    bm_ctx_setup(ctx, &p);
    for (unsigned sq = 0; sq < info->squares; sq++)
        if (p.board[sq] != 0)
            sum[bm_piece_side(p.board[sq])] += value[bm_piece_kind(p.board[sq])];
    for (unsigned kind = 0; kind < info->kinds; kind++)
        for (unsigned i = 0; i < 2; i++)
            sum[i] += p.hand[i][kind] * value[kind];
    return sum[side] - sum[!side];
}
