/* SPDX-License-Identifier: MIT */

/* What pieces of any game are worth, and where they stand well, from its rules alone. */
#include "search/worths.h"

#include "base/bits.h"

enum { FAR = 99 };

/* What the functions below share. */
struct survey {
    const struct bm_rules *rules;
    const struct bm_rules_info *info;
    const struct bm_compiled *g;
    const int *value;
    int reach[BM_MAX_SQUARES]; /* of the piece that is looked at, in 1/64 squares */
};

/* How far a square is from the middle of the board, summed over the axes, per mille of the
 * farthest. */
static int off_centre(const struct bm_rules_info *info, unsigned sq)
{
    int sum = 0, most = 0;
    for (unsigned a = 0; a < info->axes; a++) {
        const int size = (int)info->size[a], x = (int)(sq % info->size[a]);
        sum += 2 * x + 1 > size ? 2 * x + 1 - size : size - 2 * x - 1;
        most += size - 1;
        sq /= info->size[a];
    }
    return most ? sum * 1000 / most : 0;
}

/* Ranks that a piece of a side has advanced, per mille. */
static int advance(const struct bm_rules_info *info, unsigned sq, unsigned side)
{
    const unsigned ranks = info->ranks, y = sq / info->files % ranks;
    const unsigned gone = side ? ranks - 1 - y : y;
    return ranks > 1 ? (int)(gone * 1000 / (ranks - 1)) : 0;
}

static unsigned distance(const struct survey *s, unsigned a, unsigned b)
{
    unsigned most = 0;
    for (unsigned i = 0; i < s->info->axes; i++) {
        const unsigned size = s->info->size[i], x = a % size, y = b % size;
        unsigned d = x > y ? x - y : y - x;
        if (s->g->wrap >> i & 1 && size - d < d)
            d = size - d;
        most = d > most ? d : most;
        a /= size;
        b /= size;
    }
    return most;
}

/* ---- Where pieces reach ---- */

static unsigned count_at(const struct bm_compiled *g, uint32_t table, unsigned sq)
{
    const uint64_t *const set =
        (const uint64_t *)bm_compiled_at(g, table) + (size_t)sq * g->words;
    unsigned n = 0;
    for (unsigned i = 0; i < g->words; i++)
        n += (unsigned)bits_count(set[i]);
    return n;
}

static unsigned count_set(const struct bm_compiled *g, uint32_t set)
{
    return count_at(g, set, 0);
}

/* Squares of a ray of n that are reached where about every fourth is occupied, times 64. */
static int run_of(unsigned n)
{
    int sum = 0, open = 64;
    for (; n > 0; n--, open = open * 3 / 4)
        sum += open;
    return sum;
}

/* How much a piece attacks from a square on a board with others, in 1/64 squares. */
static int reach_of(const struct bm_compiled *g, unsigned side, unsigned kind, unsigned sq)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    int n = 0;
    if (m->quiet)
        n += 32 * (int)count_at(g, m->quiet, sq);
    if (m->take)
        n += 32 * (int)count_at(g, m->take, sq);
    for (unsigned i = 0; m->rays && i < m->ray_count; i++) {
        const bool both = (rays[i].way & BM_WAY_MOVE) && (rays[i].way & BM_WAY_TAKE);
        n += run_of(count_at(g, rays[i].table, sq)) / (both ? 1 : 2);
    }
    if (!m->odd)
        return n;
    const uint32_t *const first = bm_compiled_at(g, m->odd);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    for (uint32_t i = first[sq]; i < first[sq + 1]; i++) {
        const unsigned way = list[i].way;
        if (!(way & (BM_WAY_MOVE | BM_WAY_TAKE)) || bits_count(list[i].victims) == 1)
            continue;
        const int run = run_of(count_set(g, list[i].ray));
        n += run * ((way & BM_WAY_MOVE ? 1 : 0) + (way & BM_WAY_TAKE ? 1 : 0)) / 2 *
             (list[i].gate || way & BM_WAY_HOP ? 3 : 4) / 4;
    }
    return n;
}

/* Fill s->reach and return its mean over the squares where a piece can be at all. */
static int survey_reach(struct survey *s, unsigned side, unsigned kind)
{
    int sum = 0, cells = 0;
    for (unsigned sq = 0; sq < s->g->squares; sq++) {
        s->reach[sq] = bm_cells_has(&s->g->board, sq) ? reach_of(s->g, side, kind, sq) : 0;
        sum += s->reach[sq];
        cells += s->reach[sq] != 0;
    }
    return cells ? sum / cells : 0;
}

static int root(int x)
{
    int r = 0;
    while ((r + 1) * (r + 1) <= x)
        r++;
    return r;
}

/* ---- Places ---- */

/* Near a goal is good for those who can reach it. */
static int goal_worth(const struct survey *s, unsigned side, unsigned sq)
{
    unsigned least = FAR;
    for (unsigned to = 0; to < s->g->squares; to++)
        if (bm_cells_has(&s->g->goal[side], to)) {
            const unsigned d = distance(s, sq, to);
            least = d < least ? d : least;
        }
    return least < 8 ? (int)(8 - least) * (int)(8 - least) * 3 : 0;
}

/* What promotion brings to a kind at best. */
static int prospect(const struct survey *s, unsigned side, unsigned kind)
{
    int most = 0;
    for (uint64_t k = bm_compiled_man(s->g, side, kind)->promotes; k; k = bits_drop_first(k)) {
        const int gain = s->value[bits_first(k)] - s->value[kind];
        most = gain > most ? gain : most;
    }
    return most;
}

static struct bm_weight place(const struct survey *s, unsigned side, unsigned kind, unsigned sq,
                              int mean)
{
    const struct bm_compiled *const g = s->g;
    const int centre = 500 - off_centre(s->info, sq), ahead = advance(s->info, sq, side);
    const int worth = s->value[kind];
    int mg = 0, eg = 0;
    if (g->goals && g->goal_kinds >> kind & 1)
        mg = eg = goal_worth(s, side, sq);
    if (bm_rules_kind_is_royal(s->rules, kind)) {
        if (g->goals)
            return (struct bm_weight){(int16_t)mg, (int16_t)eg};
        mg -= centre * 40 / 1000 + ahead * 80 / 1000;
        eg += g->captures_to_hand ? 0 : centre * 50 / 1000;
        return (struct bm_weight){(int16_t)mg, (int16_t)eg};
    }
    const int gain = prospect(s, side, kind);
    const bool pawn = worth < 200;
    mg += centre * (pawn ? 24 : worth < 450 ? 40 : 20) / 1000;
    eg += centre * (pawn ? 8 : 24) / 1000;
    if (mean)
        mg += worth * (s->reach[sq] - mean) / (mean * (pawn ? 2 : 6));
    if (mean)
        eg += worth * (s->reach[sq] - mean) / (mean * (pawn ? 2 : 6));
    if (pawn && gain > 0) {
        mg += ahead * ahead / 1000 * 30 / 1000;
        eg += ahead * ahead / 1000 * (g->captures_to_hand ? 30 : 80) / 1000;
    } else {
        mg += ahead * 12 / 1000;
        eg += ahead * 8 / 1000;
    }
    return (struct bm_weight){(int16_t)mg, (int16_t)eg};
}

/* Moves ahead until a pawn can promote; FAR: not on its file. */
static unsigned way_to_promotion(const struct survey *s, unsigned side, unsigned kind,
                                 unsigned sq)
{
    const struct bm_man *const man = bm_compiled_man(s->g, side, kind);
    const unsigned files = s->info->files, plane = files * s->info->ranks;
    const unsigned base = sq / plane * plane;
    for (unsigned n = 1; n < s->info->ranks; n++) {
        const int to = (int)(sq - base) + (side ? -1 : 1) * (int)(n * files);
        if (to < 0 || to >= (int)plane)
            return FAR;
        if (bm_cells_has(&man->may_to, base + (unsigned)to))
            return n;
    }
    return FAR;
}

static struct bm_weight passed(const struct survey *s, unsigned side, unsigned kind,
                               unsigned sq)
{
    const unsigned way = way_to_promotion(s, side, kind, sq);
    const int gain = prospect(s, side, kind);
    if (way == FAR || gain <= 0)
        return (struct bm_weight){0, 0};
    const int eg = (gain < 900 ? gain : 900) / (way == 1             ? 4
                                                : way * way * 2 < 64 ? (int)(way * way * 2)
                                                                     : 64);
    return (struct bm_weight){(int16_t)(eg / 2),
                              (int16_t)(eg * (s->g->captures_to_hand ? 1 : 2) / 2)};
}

/* ---- Sets of squares ---- */

static void add_to(uint64_t *set, unsigned sq) { set[sq >> 6] |= (uint64_t)1 << (sq & 63); }

/* Ranks ahead of a square, on its file and those beside it. */
static bool in_span(const struct bm_rules_info *info, unsigned side, unsigned from, unsigned sq)
{
    const unsigned files = info->files, plane = files * info->ranks;
    const unsigned x = from % files, y = from % plane / files;
    const unsigned a = sq % files, b = sq % plane / files;
    return from / plane == sq / plane && a <= x + 1 && x <= a + 1 && (side ? b < y : b > y);
}

static void find_sets(struct bm_worths *w, const struct survey *s)
{
    const struct bm_compiled *const g = s->g;
    for (unsigned from = 0; from < g->squares; from++)
        for (unsigned sq = 0; sq < g->squares; sq++) {
            if (!bm_cells_has(&g->board, sq))
                continue;
            if (distance(s, from, sq) <= 1)
                add_to(w->ring + (size_t)from * g->words, sq);
            for (unsigned side = 0; side < 2; side++)
                if (in_span(s->info, side, from, sq))
                    add_to(w->span + ((size_t)side * g->squares + from) * g->words, sq);
        }
}

/* ---- Kinds ---- */

/* Where what is taken comes back, great pieces are worth less: they are never gone. */
static int drop_worth(int v) { return v * 3600 / (3500 + v); }

static void find_worths(struct bm_worths *w, struct survey *s)
{
    const struct bm_compiled *const g = s->g;
    int most = 0;
    for (unsigned kind = 0; kind < s->info->kinds; kind++) {
        int v = bm_rules_kind_is_royal(s->rules, kind) && g->royal != BM_ROYAL_LAST
                    ? 0
                    : s->value[kind];
        if (g->captures_to_hand)
            v = drop_worth(v);
        w->board[kind] = w->burden ? -v / 2 : v;
        w->hand[kind] = w->board[kind] + w->board[kind] / 8;
        most = v > most ? v : most;
    }
    for (unsigned kind = 0; kind < s->info->kinds; kind++) {
        const uint64_t bit = (uint64_t)1 << kind;
        const int v = s->value[kind], mean = survey_reach(s, 0, kind);
        const unsigned base = g->demote ? bm_compiled_form(g, kind)->base : kind;
        w->taken[kind] = w->board[kind] + (g->captures_to_hand ? w->hand[base] : 0);
        if (v == 0 || bm_rules_kind_is_royal(s->rules, kind))
            continue;
        if (v <= 150)
            w->pawns |= bit;
        if (v * 2 <= most)
            w->guards |= bit;
        if (v <= 150 && (prospect(s, 0, kind) > 0 || prospect(s, 1, kind) > 0))
            w->runners |= bit;
        w->usual[kind] = (int16_t)(mean / 4);
        w->mobility[kind] =
            (int16_t)(w->burden || v <= 150 ? 0 : 16 * 12 * 8 / (root(mean) + 1));
        w->weight[kind] = (int16_t)(v <= 150 ? 20 : 40 + (v < 800 ? v : 800) / 20);
    }
}

static void find_material(struct bm_worths *w, const struct survey *s)
{
    const struct bm_setup *const start = s->rules->set->setup;
    for (unsigned sq = 0; start && sq < s->g->squares; sq++)
        if (start->board[sq] && !(w->pawns >> bm_piece_kind(start->board[sq]) & 1))
            w->material += s->value[bm_piece_kind(start->board[sq])];
    for (unsigned kind = 0; start && kind < s->info->kinds; kind++)
        if (!(w->pawns >> kind & 1))
            w->material += s->value[kind] * (start->hand[0][kind] + start->hand[1][kind]);
    if (w->material < 1000)
        w->material = 1000;
}

size_t bm_worths_size(const struct bm_rules *rules)
{
    const struct bm_compiled *const g = rules->game;
    return g ? 4 * sizeof(struct bm_weight) * g->kinds * g->squares +
                   3 * sizeof(uint64_t) * g->squares * g->words
             : 0;
}

void bm_worths_find(struct bm_worths *w, const struct bm_rules *rules, const int *value)
{
    const struct bm_compiled *const g = rules->game;
    if (!g)
        return;
    struct survey s = {.rules = rules, .info = bm_rules_info(rules), .g = g, .value = value};
    const size_t places = (size_t)2 * g->kinds * g->squares;
    w->ring = w->memory;
    w->span = w->ring + (size_t)g->squares * g->words;
    w->place = (struct bm_weight *)(void *)(w->span + (size_t)2 * g->squares * g->words);
    w->passed = w->place + places;
    w->burden = g->extinct && g->extinct_verdict == BM_VERDICT_WIN && !g->extinct_opponent;
    w->flat = g->royal == BM_ROYAL_NONE || !g->royals || w->burden;
    w->check = g->checks ? 60 : 0;
    find_sets(w, &s);
    find_worths(w, &s);
    find_material(w, &s);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            const int mean = survey_reach(&s, side, kind);
            const size_t row = ((size_t)side * g->kinds + kind) * g->squares;
            for (unsigned sq = 0; sq < g->squares; sq++) {
                if (!bm_cells_has(&g->board, sq))
                    continue;
                w->place[row + sq] = place(&s, side, kind, sq, mean);
                if (w->runners >> kind & 1)
                    w->passed[row + sq] = passed(&s, side, kind, sq);
            }
        }
}
