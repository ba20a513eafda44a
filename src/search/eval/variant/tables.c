/* SPDX-License-Identifier: MIT */

/* Piece values, piece-square tables and sets of squares, derived from the rules of a game. */
#include "search/eval/variant/tables.h"

#include "base/bits.h"

enum { FAR = 99 };

/* Families of games: plain, with royals confined to a part of the board (palace), with drops.
 */
enum { FAMILY_PLAIN, FAMILY_PALACE, FAMILY_DROPS, FAMILIES };
/* clang-format off */
#define W(mg, eg) {mg, eg},
static const struct bm_weight weights[FAMILIES][VARIANT_WEIGHT_COUNT] = {
    {
#include "search/eval/variant/weights_plain.inc"
    }, {
#include "search/eval/variant/weights_palace.inc"
    }, {
#include "search/eval/variant/weights_drops.inc"
    }};
#undef W
/* clang-format on */

/* What the functions below share. */
struct survey {
    const struct bm_rules *rules;
    const struct bm_rules_info *info;
    const struct bm_compiled *g;
    const int *value;
    int reach[BM_MAX_SQUARES]; /* mobility of the kind being surveyed, in 1/64 squares */
};

/* Distance from the centre, summed over the axes, per mille of the largest. */
static int centre_distance(const struct bm_rules_info *info, unsigned sq)
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
static int rank_advance(const struct bm_rules_info *info, unsigned sq, unsigned side)
{
    const unsigned ranks = info->ranks, y = sq / info->files % ranks;
    const unsigned gone = side ? ranks - 1 - y : y;
    return ranks > 1 ? (int)(gone * 1000 / (ranks - 1)) : 0;
}

/* The same in steps. */
static unsigned relative_rank_of(const struct bm_rules_info *info, unsigned sq, unsigned side)
{
    return (unsigned)(rank_advance(info, sq, side) * (UP_STEPS - 1) + 500) / 1000;
}

static unsigned cell_distance(const struct survey *s, unsigned a, unsigned b)
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

/* ---- Mobility ---- */

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

/* Expected mobility along a ray of n squares with a quarter of the squares occupied, times 64.
 */
static int ray_mobility(unsigned n)
{
    int sum = 0, open = 64;
    for (; n > 0; n--, open = open * 3 / 4)
        sum += open;
    return sum;
}

/* Expected mobility of a piece from a square, in 1/64 squares. */
static int mobility_of(const struct bm_compiled *g, unsigned side, unsigned kind, unsigned sq)
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
        n += ray_mobility(count_at(g, rays[i].table, sq)) / (both ? 1 : 2);
    }
    if (!m->odd)
        return n;
    const uint32_t *const first = bm_compiled_at(g, m->odd);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    for (uint32_t i = first[sq]; i < first[sq + 1]; i++) {
        const unsigned way = list[i].way;
        if (!(way & (BM_WAY_MOVE | BM_WAY_TAKE)) || bits_count(list[i].victims) == 1)
            continue;
        const int run = ray_mobility(count_set(g, list[i].ray));
        n += run * ((way & BM_WAY_MOVE ? 1 : 0) + (way & BM_WAY_TAKE ? 1 : 0)) / 2 *
             (list[i].gate || way & BM_WAY_HOP ? 3 : 4) / 4;
    }
    return n;
}

/* Fill s->reach and return its mean. */
static int survey_mobility(struct survey *s, unsigned side, unsigned kind)
{
    int sum = 0, cells = 0;
    for (unsigned sq = 0; sq < s->g->squares; sq++) {
        s->reach[sq] = bm_cells_has(&s->g->board, sq) ? mobility_of(s->g, side, kind, sq) : 0;
        sum += s->reach[sq];
        cells += s->reach[sq] != 0;
    }
    return cells ? sum / cells : 0;
}

/* ---- Piece-square tables ---- */

/* Bonus near a goal square. */
static int goal_bonus(const struct survey *s, unsigned side, unsigned sq)
{
    unsigned least = FAR;
    for (unsigned to = 0; to < s->g->squares; to++)
        if (bm_cells_has(&s->g->goal[side], to)) {
            const unsigned d = cell_distance(s, sq, to);
            least = d < least ? d : least;
        }
    return least < 8 ? (int)(8 - least) * (int)(8 - least) * 3 : 0;
}

/* The largest gain of value by promotion. */
static int promotion_gain_of(const struct survey *s, unsigned side, unsigned kind)
{
    int most = 0;
    for (uint64_t k = bm_compiled_man(s->g, side, kind)->promotes; k; k = bits_drop_first(k)) {
        const int gain = s->value[bits_first(k)] - s->value[kind];
        most = gain > most ? gain : most;
    }
    return most;
}

static int clip_value(int v, int most) { return v < -most ? -most : v > most ? most : v; }

/* Terms of a piece-square value. */
static struct bm_psqt_terms psqt_terms_of(const struct survey *s, unsigned rank, unsigned side,
                                          unsigned sq, int mean)
{
    enum { STEPS = 5, MOST = 20 };
    const int centre = 500 - centre_distance(s->info, sq),
              ahead = rank_advance(s->info, sq, side);
    const int reach = mean ? (s->reach[sq] - mean) * STEPS / mean : 0;
    const bool squared = rank == RANK_PAWN;
    return (struct bm_psqt_terms){
        .centre = (int8_t)(centre * STEPS / 500),
        .ahead = (int8_t)((squared ? ahead * ahead / 1000 : ahead) * STEPS / 1000),
        .reach = (int8_t)(rank == RANK_ROYAL ? 0 : clip_value(reach, MOST))};
}

/* A class of squares that does not depend on the board's size: distance from the edge, and
 * relative rank. */
static unsigned square_class_of(const struct bm_rules_info *info, unsigned sq, unsigned side)
{
    const unsigned x = sq % info->files, half = (info->files + 1) / 2;
    const unsigned edge = x < info->files - 1 - x ? x : info->files - 1 - x;
    const unsigned column = half > 1 ? edge * (SPOT_FILES - 1) / (half - 1) : 0;
    return relative_rank_of(info, sq, side) * SPOT_FILES + column;
}

/* A square relative to another from a side's point of view, symmetric by files. */
static unsigned relative_index_of(const struct bm_rules_info *info, unsigned side,
                                  unsigned from, unsigned to)
{
    const int dx = (int)(to % info->files) - (int)(from % info->files);
    const int dy =
        (int)(to / info->files % info->ranks) - (int)(from / info->files % info->ranks);
    const int across = clip_value(dx < 0 ? -dx : dx, BEARING_FILES - 1);
    const int along = clip_value(side ? -dy : dy, BEARING_RANKS / 2) + BEARING_RANKS / 2;
    return (unsigned)(along * BEARING_FILES + across);
}

/* The value of a piece on a square, packed. */
static int64_t psqt_value(const struct bm_variant_eval *w, const struct survey *s,
                          unsigned side, unsigned kind, unsigned sq, struct bm_psqt_terms at)
{
    const struct bm_compiled *const g = s->g;
    const bool runs = g->goals && g->goal_kinds >> kind & 1;
    const int base = w->board_value[kind] + (runs ? goal_bonus(s, side, sq) : 0);
    const unsigned rank = w->rank[kind];
    int64_t v = bm_pack(base, base) + w->packed[VW_CENTRE + rank] * at.centre +
                w->packed[VW_AHEAD + rank] * at.ahead;
    if (bm_variant_eval_has_psqt(w, g, kind))
        v += w->packed[VW_PLACE + w->class[kind] * SPOTS +
                       w->square_class[side * g->squares + sq]];
    if (rank != RANK_ROYAL)
        v += w->packed[VW_REACH + rank] * at.reach +
             w->packed[VW_VALUE + rank] * (w->board_value[kind] / VALUE_STEP) +
             w->packed[VW_PIECE + w->class[kind]];
    return v;
}

/* Steps forward until a pawn can promote; FAR: never on its file. */
static unsigned promotion_distance_of(const struct survey *s, unsigned side, unsigned kind,
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

/* ---- Sets of squares ---- */

static void add_to(uint64_t *set, unsigned sq) { set[sq >> 6] |= (uint64_t)1 << (sq & 63); }

/* Whether a square lies in the front span of another. */
static bool in_span(const struct bm_rules_info *info, unsigned side, unsigned from, unsigned sq)
{
    const unsigned files = info->files, plane = files * info->ranks;
    const unsigned x = from % files, y = from % plane / files;
    const unsigned a = sq % files, b = sq % plane / files;
    return from / plane == sq / plane && a <= x + 1 && x <= a + 1 && (side ? b < y : b > y);
}

static void find_sets(struct bm_variant_eval *w, const struct survey *s)
{
    const struct bm_compiled *const g = s->g;
    for (unsigned from = 0; from < g->squares; from++)
        for (unsigned sq = 0; sq < g->squares; sq++) {
            if (!bm_cells_has(&g->board, sq))
                continue;
            if (cell_distance(s, from, sq) <= 1)
                add_to(w->ring + (size_t)from * g->words, sq);
            for (unsigned side = 0; side < 2; side++)
                if (in_span(s->info, side, from, sq)) {
                    const size_t row = ((size_t)side * g->squares + from) * g->words;
                    add_to(w->front_span + row, sq);
                    if (sq % s->info->files == from % s->info->files)
                        add_to(w->front_file + row, sq);
                }
            const unsigned x = from % s->info->files, a = sq % s->info->files;
            if (a + 1 == x || x + 1 == a) {
                add_to(w->adjacent_files + (size_t)from * g->words, sq);
                if (sq / s->info->files == from / s->info->files)
                    add_to(w->adjacent_on_rank + (size_t)from * g->words, sq);
            }
            if (cell_distance(s, from, sq) == 2)
                add_to(w->outer_ring + (size_t)from * g->words, sq);
        }
}

/* Numbers for squares and pairs of squares. */
static void find_squares(struct bm_variant_eval *w, const struct survey *s)
{
    const unsigned n = s->g->squares, files = s->info->files;
    for (unsigned sq = 0; sq < n; sq++) {
        if ((sq % files + sq / files) % 2)
            add_to(w->dark_squares, sq);
        for (unsigned side = 0; side < 2; side++) {
            const unsigned to = side ? sq - files : sq + files;
            const bool ends = rank_advance(s->info, sq, side) == 1000;
            w->square_class[side * n + sq] = (uint8_t)square_class_of(s->info, sq, side);
            w->relative_rank[side * n + sq] = (uint8_t)relative_rank_of(s->info, sq, side);
            w->forward_square[side * n + sq] = (uint8_t)(ends || to >= n ? sq : to);
            for (unsigned other = 0; other < n; other++)
                w->relative_index[((size_t)side * n + sq) * n + other] =
                    (uint8_t)relative_index_of(s->info, side, sq, other);
        }
        for (unsigned other = 0; other < n; other++) {
            const unsigned d = cell_distance(s, sq, other);
            w->distance[(size_t)sq * n + other] =
                (uint8_t)(d < APART_STEPS ? d : APART_STEPS - 1);
        }
    }
}

/* ---- Kinds ---- */

/* The class of a kind by its capturing rays and leaps. */
static unsigned class_of(const struct survey *s, unsigned kind)
{
    enum { LESSER = 260 };
    const struct bm_compiled *const g = s->g;
    const struct bm_mover *const m = &bm_compiled_man(g, 0, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const unsigned files = s->info->files, from = files / 2 + s->info->ranks / 2 * files;
    bool straight = false, slanting = false, quiet = false;
    for (unsigned i = 0; m->rays && i < m->ray_count; i++) {
        const uint64_t *const set =
            (const uint64_t *)bm_compiled_at(g, rays[i].table) + (size_t)from * g->words;
        quiet = quiet || !(rays[i].way & BM_WAY_TAKE);
        for (unsigned to = 0; rays[i].way & BM_WAY_TAKE && to < g->squares; to++)
            if (set[to >> 6] >> (to & 63) & 1) {
                const bool on = to % files == from % files || to / files == from / files;
                straight = straight || on;
                slanting = slanting || !on;
            }
    }
    const bool leaps = m->take && count_at(g, m->take, from) > 0;
    if (straight && slanting)
        return CLASS_BOTH;
    if (straight || slanting)
        return (slanting ? CLASS_SLANT : CLASS_STRAIGHT) + (leaps ? 2 : 0);
    return quiet ? CLASS_ODD : s->value[kind] < LESSER ? CLASS_STEP : CLASS_LEAP;
}

/* In games with drops values are compressed: captured pieces return. */
static int drop_value(int v) { return v * 3600 / (3500 + v); }

/* Whether a table has squares of the other colour. */
static bool leaves_colour(const struct survey *s, uint32_t table, unsigned sq)
{
    const unsigned files = s->info->files;
    const uint64_t *const set =
        (const uint64_t *)bm_compiled_at(s->g, table) + (size_t)sq * s->g->words;
    for (unsigned to = 0; to < s->g->squares; to++)
        if (set[to >> 6] >> (to & 63) & 1 &&
            (sq % files + sq / files + to % files + to / files) % 2)
            return true;
    return false;
}

/* Movement traits: file sliders and colour-bound kinds. */
static void find_movement_traits(struct bm_variant_eval *w, const struct survey *s,
                                 unsigned kind)
{
    const struct bm_compiled *const g = s->g;
    const struct bm_mover *const m = &bm_compiled_man(g, 0, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const unsigned files = s->info->files, home = files / 2;
    const uint64_t bit = (uint64_t)1 << kind;
    bool leaves = m->odd != 0 || s->info->axes != 2;
    for (unsigned i = 0; m->rays && i < m->ray_count; i++) {
        const uint64_t *const set =
            (const uint64_t *)bm_compiled_at(g, rays[i].table) + (size_t)home * g->words;
        const unsigned two = home + 2 * files;
        if (two < g->squares && set[two >> 6] >> (two & 63) & 1 &&
            set[(home + files) >> 6] >> ((home + files) & 63) & 1)
            w->file_sliders |= bit;
        for (unsigned sq = 0; sq < g->squares; sq++)
            leaves = leaves || leaves_colour(s, rays[i].table, sq);
    }
    for (unsigned sq = 0; sq < g->squares; sq++)
        leaves = leaves || (m->take && leaves_colour(s, m->take, sq)) ||
                 (m->quiet && leaves_colour(s, m->quiet, sq));
    if (!leaves)
        w->colour_bound |= bit;
}

static void find_piece_values(struct bm_variant_eval *w, struct survey *s)
{
    const struct bm_compiled *const g = s->g;
    int most = 0;
    for (unsigned kind = 0; kind < s->info->kinds; kind++) {
        const bool royal = bm_rules_kind_is_royal(s->rules, kind);
        int v = royal && g->royal != BM_ROYAL_LAST ? 0 : s->value[kind];
        if (g->captures_to_hand)
            v = drop_value(v);
        w->board_value[kind] = w->is_misere ? -v / 2 : v;
        w->hand_value[kind] = w->board_value[kind] + w->board_value[kind] / 8;
        most = v > most ? v : most;
    }
    for (unsigned kind = 0; kind < s->info->kinds; kind++) {
        const uint64_t bit = (uint64_t)1 << kind;
        const int v = s->value[kind], mean = survey_mobility(s, 0, kind);
        const unsigned base = g->demote ? bm_compiled_form(g, kind)->base : kind;
        const bool royal = bm_rules_kind_is_royal(s->rules, kind);
        w->capture_value[kind] =
            w->board_value[kind] + (g->captures_to_hand ? w->hand_value[base] : 0);
        w->rank[kind] = royal      ? RANK_ROYAL
                        : v <= 150 ? RANK_PAWN
                        : v < 460  ? RANK_MINOR
                        : v < 720  ? RANK_MAJOR
                                   : RANK_GREAT;
        w->class[kind] = (uint8_t)(royal                        ? CLASS_ROYAL
                                   : w->rank[kind] == RANK_PAWN ? CLASS_PAWN
                                                                : class_of(s, kind));
        if (v == 0 || royal)
            continue;
        if (v <= 150)
            w->pawns |= bit;
        if (v * 2 <= most)
            w->guards |= bit;
        const int gains[2] = {promotion_gain_of(s, 0, kind), promotion_gain_of(s, 1, kind)};
        const int gain = gains[0] > gains[1] ? gains[0] : gains[1];
        if (v <= 150 && gain > 0) {
            w->promoting_pawns |= bit;
            w->promotion_gain[kind] = (uint8_t)(gain < 450 ? 1 : gain < 750 ? 2 : 3);
        }
        if (v > 150)
            find_movement_traits(w, s, kind);
        w->mobility_scale[kind] = (int16_t)(mean >= 8 ? 64 * 8 * 256 / mean : 0);
        w->attack_weight[kind] = (int16_t)(v <= 150 ? 20 : 40 + (v < 800 ? v : 800) / 20);
    }
}

/* Whether the attacks of a kind do not depend on other pieces. */
static bool has_fixed_attacks(const struct bm_compiled *g, unsigned side, unsigned kind)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const uint32_t *const first = bm_compiled_at(g, m->odd);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    for (unsigned i = 0; m->rays && i < m->ray_count; i++)
        if (rays[i].way & BM_WAY_TAKE)
            return false;
    for (uint32_t i = m->odd ? first[0] : 0; m->odd && i < first[g->squares]; i++)
        if (list[i].way & BM_WAY_TAKE)
            return false;
    return true;
}

/* Add an attack of a pawn; false: too many offsets, or one too large. */
static bool add_pawn_attack(struct bm_variant_eval *w, unsigned words, unsigned side,
                            unsigned from, unsigned to)
{
    const int by = (int)to - (int)from;
    unsigned i = 0;
    while (i < w->pawn_attack_count[side] && w->pawn_attack_offset[side][i] != by)
        i++;
    if (i == MAX_PAWN_ATTACKS || by > MAX_PAWN_OFFSET || by < -MAX_PAWN_OFFSET)
        return false;
    w->pawn_attack_offset[side][i] = (int8_t)by;
    if (i == w->pawn_attack_count[side])
        w->pawn_attack_count[side]++;
    add_to(w->pawn_attack_from + ((size_t)side * MAX_PAWN_ATTACKS + i) * words, from);
    return true;
}

/* Offsets of pawn attacks and pawn steps. */
static bool find_pawn_attacks(struct bm_variant_eval *w, const struct survey *s, unsigned side)
{
    const struct bm_compiled *const g = s->g;
    const struct bm_mover *const m = &bm_compiled_man(g, side, bits_first(w->pawns))->move;
    w->pawn_step[side] = (int8_t)(side ? -(int)s->info->files : (int)s->info->files);
    for (unsigned sq = 0; sq < g->squares; sq++) {
        if (w->forward_square[side * g->squares + sq] != sq)
            add_to(w->pawn_step_from + (size_t)side * g->words, sq);
        if (!m->take)
            continue;
        const uint64_t *const set =
            (const uint64_t *)bm_compiled_at(g, m->take) + (size_t)sq * g->words;
        for (unsigned to = 0; to < g->squares; to++)
            if (set[to >> 6] >> (to & 63) & 1 && !add_pawn_attack(w, g->words, side, sq, to))
                return false;
    }
    return true;
}

static void find_material(struct bm_variant_eval *w, const struct survey *s)
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

/* Whether royals are confined to a small part of the board. */
static bool is_confined(const struct survey *s)
{
    const struct bm_compiled *const g = s->g;
    if (g->royal == BM_ROYAL_NONE || !g->royals)
        return false;
    const struct bm_mover *const m = &bm_compiled_man(g, 0, bits_first(g->royals))->move;
    unsigned from = 0, cells = 0;
    for (unsigned sq = 0; sq < g->squares; sq++) {
        cells += bm_cells_has(&g->board, sq);
        from += (m->quiet && count_at(g, m->quiet, sq)) || m->ray_count;
    }
    return from * 2 < cells;
}

size_t bm_variant_eval_size(const struct bm_rules *rules)
{
    const struct bm_compiled *const g = rules->game;
    const struct bm_variant_eval *const w = NULL;
    return g ? 2 *
                       (sizeof *w->psqt + sizeof *w->psqt_terms +
                        sizeof *w->promotion_distance +
                        sizeof *w->empty_board_attacks * g->words) *
                       g->kinds * g->squares +
                   sizeof(uint64_t) *
                       (8 * (size_t)g->squares + 1 + 2 * (MAX_PAWN_ATTACKS + 1)) * g->words +
                   (6 + 3 * (size_t)g->squares) * g->squares + bm_ray_simd_size(g)
             : 0;
}

/* Divide the memory. */
static void lay_out_eval(struct bm_variant_eval *w, const struct bm_compiled *g)
{
    const size_t places = (size_t)2 * g->kinds * g->squares,
                 set = (size_t)g->squares * g->words;
    w->ray_vectors = w->memory;
    w->ring = w->ray_vectors + bm_ray_simd_size(g) / sizeof *w->ray_vectors;
    w->adjacent_files = w->ring + set;
    w->front_span = w->adjacent_files + set;
    w->front_file = w->front_span + 2 * set;
    w->adjacent_on_rank = w->front_file + 2 * set;
    w->outer_ring = w->adjacent_on_rank + set;
    w->dark_squares = w->outer_ring + set;
    w->pawn_attack_from = w->dark_squares + g->words;
    w->pawn_step_from = w->pawn_attack_from + 2 * (size_t)MAX_PAWN_ATTACKS * g->words;
    w->empty_board_attacks = w->pawn_step_from + 2 * (size_t)g->words;
    w->psqt = (int64_t *)(void *)(w->empty_board_attacks + places * g->words);
    w->psqt_terms = (struct bm_psqt_terms *)(void *)(w->psqt + places);
    w->promotion_distance = (uint8_t *)(void *)(w->psqt_terms + places);
    w->square_class = w->promotion_distance + places;
    w->relative_rank = w->square_class + 2 * (size_t)g->squares;
    w->forward_square = w->relative_rank + 2 * (size_t)g->squares;
    w->distance = w->forward_square + 2 * (size_t)g->squares;
    w->relative_index = w->distance + (size_t)g->squares * g->squares;
}

static void add_row(uint64_t *set, const struct bm_compiled *g, uint32_t offset)
{
    const uint64_t *const row = bm_compiled_at(g, offset);
    for (unsigned i = 0; offset && i < g->words; i++)
        set[i] |= row[i];
}

/* Attacks on an empty board. */
static void find_empty_board_attacks(struct bm_variant_eval *w, const struct bm_compiled *g,
                                     unsigned side, unsigned kind)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const rays = bm_compiled_at(g, m->rays);
    const uint32_t *const first = bm_compiled_at(g, m->odd);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    for (unsigned sq = 0; sq < g->squares; sq++) {
        const size_t row = ((size_t)side * g->kinds + kind) * g->squares + sq;
        const uint32_t at = (uint32_t)(sq * g->words * sizeof(uint64_t));
        uint64_t *const far = w->empty_board_attacks + row * g->words;
        add_row(far, g, m->take ? m->take + at : 0);
        for (unsigned i = 0; m->rays && i < m->ray_count; i++)
            add_row(far, g, rays[i].way & BM_WAY_TAKE ? rays[i].table + at : 0);
        for (uint32_t i = m->odd ? first[sq] : 0; m->odd && i < first[sq + 1]; i++)
            add_row(far, g, list[i].ray);
    }
}

static void find_psqt(struct bm_variant_eval *w, struct survey *s, unsigned side, unsigned kind)
{
    const struct bm_compiled *const g = s->g;
    const int mean = survey_mobility(s, side, kind);
    const size_t row = ((size_t)side * g->kinds + kind) * g->squares;
    for (unsigned sq = 0; sq < g->squares; sq++) {
        if (!bm_cells_has(&g->board, sq))
            continue;
        if (bm_variant_eval_has_psqt(w, g, kind))
            w->psqt_terms[row + sq] = psqt_terms_of(s, w->rank[kind], side, sq, mean);
        w->psqt[row + sq] = psqt_value(w, s, side, kind, sq, w->psqt_terms[row + sq]);
        const unsigned way = promotion_distance_of(s, side, kind, sq);
        if (w->promoting_pawns >> kind & 1 && way != FAR)
            w->promotion_distance[row + sq] =
                (uint8_t)(way < PASSED_STEPS ? way : PASSED_STEPS);
    }
}

void bm_variant_eval_init(struct bm_variant_eval *w, const struct bm_rules *rules,
                          const int *value)
{
    const struct bm_compiled *const g = rules->game;
    if (!g)
        return;
    struct survey s = {.rules = rules, .info = bm_rules_info(rules), .g = g, .value = value};
    w->weights = weights[g->captures_to_hand ? FAMILY_DROPS
                         : is_confined(&s)   ? FAMILY_PALACE
                                             : FAMILY_PLAIN];
    for (unsigned i = 0; i < VARIANT_WEIGHT_COUNT; i++)
        w->packed[i] = bm_pack(w->weights[i].mg, w->weights[i].eg);
    lay_out_eval(w, g);
    bm_ray_simd_init(w, g);
    w->is_misere = g->extinct && g->extinct_verdict == BM_VERDICT_WIN && !g->extinct_opponent;
    w->no_royals = g->royal == BM_ROYAL_NONE || !g->royals || w->is_misere;
    find_sets(w, &s);
    find_squares(w, &s);
    find_piece_values(w, &s);
    find_material(w, &s);
    w->plain_pawns = w->pawns && !bits_many(w->pawns) &&
                     has_fixed_attacks(g, 0, bits_first(w->pawns)) &&
                     has_fixed_attacks(g, 1, bits_first(w->pawns));
    if (!w->plain_pawns || s.info->files > MAX_PAWN_OFFSET || !find_pawn_attacks(w, &s, 0) ||
        !find_pawn_attacks(w, &s, 1))
        w->pawn_attack_count[0] = w->pawn_attack_count[1] = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < g->kinds; kind++) {
            find_empty_board_attacks(w, g, side, kind);
            find_psqt(w, &s, side, kind);
        }
}
