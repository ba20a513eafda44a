/* SPDX-License-Identifier: MIT */
/*
 * Shuffled starts and their numbers.
 *
 * The pieces of a zone are placed in steps: bishops on each colour of squares, then the other
 * kinds, the rarest first, then the kinds that keep an order. Each step chooses some of the
 * squares that are still free; the choices, ranked lexicographically, are the digits of the
 * start's number in a mixed radix, the first step being the lowest digit. For the army of chess
 * these are the numbers of Scharnagl: 518 is the usual start.
 */
#include <string.h>

#include "banmen/shuffle.h"
#include "base/random.h"
#include "rules/ruleset.h"

/* Numbers stay below this: a JSON reader keeps them exactly. */
#define MOST_NUMBERS (UINT64_C(1) << 53)

enum { ANY_COLOUR = 2, ORDERED = BM_MAX_KINDS };

/* `count` pieces of a kind (or the ordered ones) go to free squares of a colour. */
struct shuffle_step {
    uint8_t kind, count, colour;
};

/* The pieces of one side that are shuffled, along the zone as that side sees it. */
struct lot {
    unsigned side, count, steps, ordered;
    uint8_t sq[BM_MAX_SQUARES], colour[BM_MAX_SQUARES];
    uint8_t kind[BM_MAX_SQUARES];     /* at the usual start */
    uint8_t sequence[BM_MAX_SQUARES]; /* of the ordered kinds */
    struct shuffle_step step[BM_MAX_KINDS + 3];
};

/* How the second side's pieces follow: as the first's seen from the other side, as their mirror
 * image on the same ranks (racing kings), or drawn by themselves. */
enum symmetry { BY_FLIP, BY_FILES, BY_THEMSELVES };

struct shuffle {
    const struct bm_rules *rules;
    const struct bm_setup *usual;
    enum symmetry symmetry;
    struct lot lot[2];
};

/* The square as the other side sees it. */
static unsigned flip_square(const struct bm_rules *rules, unsigned sq)
{
    const struct bm_compiled *const g = rules->game;
    if (g)
        return ((const uint8_t *)bm_compiled_at(g, g->flip))[sq];
    return rules->set->info.squares == 81 ? 80 - sq : sq ^ 56;
}

/* The i-th square, rank by rank; the kernel of shogi counts by files. */
static unsigned square_along(const struct bm_rules *rules, unsigned i)
{
    return !rules->game && rules->set->info.squares == 81 ? (8 - i % 9) * 9 + (8 - i / 9) : i;
}

static uint64_t multiply_saturating(uint64_t a, uint64_t b)
{
    return b != 0 && a > MOST_NUMBERS / b ? MOST_NUMBERS : a * b;
}

/* Ways to choose k of n. */
static uint64_t binomial_coefficient(unsigned n, unsigned k)
{
    uint64_t c = 1;
    if (k > n)
        return 0;
    for (unsigned i = 1; i <= k && i <= n - k; i++) {
        c = c * (n - (k < n - k ? k : n - k) + i) / i;
        if (c >= MOST_NUMBERS)
            return MOST_NUMBERS;
    }
    return c;
}

static unsigned count_kind(const struct lot *lot, unsigned kind)
{
    unsigned n = 0;
    for (unsigned i = 0; i < lot->count; i++)
        n += lot->kind[i] == kind;
    return n;
}

static void add_step(struct lot *lot, unsigned kind, unsigned count, unsigned colour)
{
    if (count != 0)
        lot->step[lot->steps++] =
            (struct shuffle_step){(uint8_t)kind, (uint8_t)count, (uint8_t)colour};
}

/* The ordered kinds in the order of the rules, or as they stand if the army has others. */
static void fill_sequence(struct lot *lot, const struct bm_shuffle *s, uint64_t ordered)
{
    bool same = true;
    lot->ordered = 0;
    for (unsigned i = 0; i < lot->count; i++)
        if (ordered >> lot->kind[i] & 1)
            lot->sequence[lot->ordered++] = lot->kind[i];
    for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++) {
        unsigned wanted = 0;
        for (unsigned i = 0; i < s->count; i++)
            wanted += s->order[i] == kind;
        same &= !(ordered >> kind & 1) || wanted == count_kind(lot, kind);
    }
    if (same)
        memcpy(lot->sequence, s->order, s->count);
}

static void plan_steps(struct lot *lot, const struct bm_rules *rules)
{
    const struct bm_shuffle *const s = &rules->set->shuffle;
    uint64_t placed = 0;
    for (unsigned i = 0; i < s->count; i++)
        placed |= (uint64_t)1 << s->order[i];
    fill_sequence(lot, s, placed);
    for (unsigned kind = 0; kind < rules->set->info.kinds && s->bishops_opposite; kind++) {
        const unsigned n = count_kind(lot, kind);
        if (placed >> kind & 1 || strcmp(rules->set->kinds[kind].letter, "B") != 0)
            continue;
        placed |= (uint64_t)1 << kind;
        add_step(lot, kind, n / 2, 1);
        add_step(lot, kind, n / 2, 0);
        add_step(lot, kind, n % 2, ANY_COLOUR);
    }
    for (unsigned n = 1; n <= lot->count; n++)
        for (unsigned kind = 0; kind < rules->set->info.kinds; kind++)
            if (!(placed >> kind & 1) && count_kind(lot, kind) == n)
                add_step(lot, kind, n, ANY_COLOUR);
    add_step(lot, ORDERED, lot->ordered, ANY_COLOUR);
}

static void fill_lot(struct shuffle *s, unsigned side)
{
    const struct bm_rules_info *const info = &s->rules->set->info;
    struct lot *const lot = &s->lot[side];
    lot->side = side;
    for (unsigned i = 0; i < info->squares; i++) {
        const unsigned seen = square_along(s->rules, i);
        const unsigned sq = side ? flip_square(s->rules, seen) : seen;
        const bm_piece p = s->usual->board[sq];
        if (!p || bm_piece_side(p) != side ||
            bm_rules_kind_is_neutral(s->rules, bm_piece_kind(p)) ||
            !bm_cells_has(&s->rules->set->shuffle.zone[side], sq))
            continue;
        lot->sq[lot->count] = (uint8_t)sq;
        lot->colour[lot->count] = (uint8_t)((i % info->files + i / info->files) & 1);
        lot->kind[lot->count++] = (uint8_t)bm_piece_kind(p);
    }
    plan_steps(lot, s->rules);
}

/* Where the second side has what the first has on a square. */
static unsigned twin_square(const struct shuffle *s, unsigned sq)
{
    const unsigned files = s->rules->set->info.files;
    return s->symmetry == BY_FLIP ? flip_square(s->rules, sq) : sq - sq % files * 2 + files - 1;
}

/* Whether the second side has the same pieces on the twins of the first side's squares. */
static bool has_twins(const struct shuffle *s)
{
    for (unsigned i = 0; i < s->lot[0].count; i++)
        if (s->usual->board[twin_square(s, s->lot[0].sq[i])] !=
            bm_piece_of(s->lot[0].kind[i], BM_SECOND))
            return false;
    return true;
}

static bool begin_shuffle(struct shuffle *s, const struct bm_rules *rules)
{
    if (!rules->set->shuffle.on)
        return false;
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->usual = rules->set->setup;
    fill_lot(s, BM_FIRST);
    fill_lot(s, BM_SECOND);
    if (s->lot[0].count == s->lot[1].count && has_twins(s))
        return true;
    s->symmetry = BY_FILES;
    if (s->lot[1].count == 0 && s->lot[0].count != 0 && has_twins(s))
        return true;
    s->symmetry = BY_THEMSELVES;
    return true;
}

/* The free squares that a step chooses from; returns how many. */
static unsigned list_free(const struct lot *lot, const struct shuffle_step *step,
                          const bool *taken, uint8_t *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < lot->count; i++)
        if (!taken[i] && (step->colour == ANY_COLOUR || step->colour == lot->colour[i]))
            out[n++] = (uint8_t)i;
    return n;
}

static uint64_t count_lot(const struct lot *lot)
{
    unsigned left[ANY_COLOUR + 1] = {0, 0, lot->count};
    uint64_t all = 1;
    for (unsigned i = 0; i < lot->count; i++)
        left[lot->colour[i]]++;
    for (unsigned i = 0; i < lot->steps; i++) {
        const struct shuffle_step *const step = &lot->step[i];
        all = multiply_saturating(all, binomial_coefficient(left[step->colour], step->count));
        left[ANY_COLOUR] -= step->count;
        if (step->colour != ANY_COLOUR && left[step->colour] >= step->count)
            left[step->colour] -= step->count;
    }
    return all;
}

static uint64_t count_starts(const struct shuffle *s)
{
    const uint64_t first = count_lot(&s->lot[0]);
    return s->symmetry == BY_THEMSELVES ? multiply_saturating(first, count_lot(&s->lot[1]))
                                        : first;
}

/* The kinds on the squares of a lot by their number, which becomes what is left of it. */
static void place_lot(const struct lot *lot, uint64_t *number, uint8_t *kind)
{
    bool taken[BM_MAX_SQUARES] = {false};
    uint8_t open[BM_MAX_SQUARES];
    unsigned next = 0;
    for (unsigned i = 0; i < lot->steps; i++) {
        const struct shuffle_step *const step = &lot->step[i];
        const unsigned n = list_free(lot, step, taken, open);
        const uint64_t ways = binomial_coefficient(n, step->count);
        uint64_t digit = *number % ways;
        unsigned want = step->count;
        *number /= ways;
        for (unsigned at = 0; at < n && want != 0; at++) {
            const uint64_t with = binomial_coefficient(n - at - 1, want - 1);
            if (digit >= with) {
                digit -= with;
                continue;
            }
            want--;
            taken[open[at]] = true;
            kind[open[at]] = step->kind == ORDERED ? lot->sequence[next++] : step->kind;
        }
    }
}

/* The number of the kinds on the squares of a lot, times `radix`, which grows with it. */
static uint64_t rank_lot(const struct lot *lot, const uint8_t *kind, uint64_t *radix)
{
    bool taken[BM_MAX_SQUARES] = {false};
    uint8_t open[BM_MAX_SQUARES];
    uint64_t number = 0;
    for (unsigned i = 0; i < lot->steps; i++) {
        const struct shuffle_step *const step = &lot->step[i];
        const unsigned n = list_free(lot, step, taken, open);
        unsigned want = step->count;
        uint64_t digit = 0;
        for (unsigned at = 0; at < n && want != 0; at++) {
            if (step->kind == ORDERED || kind[open[at]] == step->kind) {
                taken[open[at]] = true;
                want--;
            } else {
                digit += binomial_coefficient(n - at - 1, want - 1);
            }
        }
        number += multiply_saturating(digit, *radix);
        *radix = multiply_saturating(*radix, binomial_coefficient(n, step->count));
    }
    return number;
}

/* Put a piece down, with the right to castle if those of the usual start have it. */
static void place_piece(struct bm_setup *out, const struct shuffle *s, unsigned sq,
                        unsigned kind, unsigned side, bool rights)
{
    const struct bm_compiled *const g = s->rules->game;
    out->board[sq] = bm_piece_of(kind, side);
    if (rights && kind == (g ? g->castle_with : (unsigned)BM_CHESS_ROOK))
        out->castling[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

static void place_all(struct bm_setup *out, const struct shuffle *s, uint64_t number)
{
    bool rights = false;
    *out = *s->usual;
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        rights |= out->castling[i] != 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < s->lot[side].count; i++) {
            const unsigned sq = s->lot[side].sq[i];
            out->castling[sq >> 6] &= ~((uint64_t)1 << (sq & 63));
        }
    const unsigned lots = s->symmetry == BY_THEMSELVES ? 2 : 1;
    for (unsigned side = 0; side < lots; side++) {
        const struct lot *const lot = &s->lot[side];
        uint8_t kind[BM_MAX_SQUARES];
        place_lot(lot, &number, kind);
        for (unsigned i = 0; i < lot->count; i++) {
            place_piece(out, s, lot->sq[i], kind[i], side, rights);
            if (lots == 1)
                place_piece(out, s, twin_square(s, lot->sq[i]), kind[i], BM_SECOND, rights);
        }
    }
}

/* Whether a start can be played and neither side begins in check. */
static bool is_playable(const struct bm_setup *setup, const struct bm_rules *rules)
{
    struct bm_setup turned = *setup;
    turned.turn = !turned.turn;
    return !(bm_setup_check(setup, rules) & BM_DEFECTS_HARD) &&
           !(bm_setup_check(&turned, rules) & BM_DEFECT_ROYAL_HANGS);
}

uint64_t bm_setup_shuffles(const struct bm_rules *rules)
{
    struct shuffle s;
    return begin_shuffle(&s, rules) ? count_starts(&s) : 0;
}

bool bm_setup_shuffle(struct bm_setup *out, const struct bm_rules *rules, uint64_t number)
{
    struct shuffle s;
    struct bm_setup drawn;
    bm_setup_start(out, rules);
    if (!begin_shuffle(&s, rules) || number >= count_starts(&s))
        return false;
    place_all(&drawn, &s, number);
    if (!is_playable(&drawn, rules))
        return false;
    *out = drawn;
    return true;
}

bool bm_setup_draw(struct bm_setup *out, const struct bm_rules *rules, uint64_t seed,
                   uint64_t *number)
{
    enum { TRIES = 1000 };
    const uint64_t all = bm_setup_shuffles(rules);
    for (unsigned i = 0; i < TRIES && all != 0; i++) {
        *number = bm_random(&seed) % all;
        if (bm_setup_shuffle(out, rules, *number))
            return true;
    }
    bm_setup_start(out, rules);
    return false;
}

bool bm_setup_number(const struct bm_setup *setup, const struct bm_rules *rules,
                     uint64_t *number)
{
    struct shuffle s;
    struct bm_setup same;
    uint64_t n = 0, radix = 1;
    if (!begin_shuffle(&s, rules))
        return false;
    const unsigned lots = s.symmetry == BY_THEMSELVES ? 2 : 1;
    for (unsigned side = 0; side < lots; side++) {
        uint8_t kind[BM_MAX_SQUARES];
        for (unsigned i = 0; i < s.lot[side].count; i++) {
            const bm_piece p = setup->board[s.lot[side].sq[i]];
            if (!p)
                return false;
            kind[i] = (uint8_t)bm_piece_kind(p);
        }
        n += rank_lot(&s.lot[side], kind, &radix);
    }
    if (n >= count_starts(&s))
        return false;
    place_all(&same, &s, n);
    if (memcmp(same.board, setup->board, sizeof same.board) != 0 ||
        memcmp(same.hand, setup->hand, sizeof same.hand) != 0 || same.turn != setup->turn ||
        memcmp(same.castling, setup->castling, sizeof same.castling) != 0)
        return false;
    *number = n;
    return true;
}
