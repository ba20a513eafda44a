/* SPDX-License-Identifier: MIT */
/* From a description to the block of a game. */
#include "variant/compile/compile.h"
#include "base/random.h"

static const struct bm_turn_rule *rule_of(const struct bm_desc *d, unsigned phase)
{
    return &d->turn.phase[phase].rule;
}

/* Whether some turn can have more than one move, or something else than alternation counts. */
static bool is_multi(const struct bm_desc *d)
{
    const unsigned phases = d->turn.phases > 1 ? d->turn.phases : 1;
    if (phases > 1)
        return true;
    const struct bm_turn_rule *const r = rule_of(d, 0);
    if (r->progressive || r->first > 1 || r->capture == BM_TURN_AGAIN || d->limits[0].only ||
        d->limits[0].onlys || d->limits[0].has_zone)
        return true;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < r->entries[side] && i < BM_MAX_SCHEDULE; i++)
            if (r->moves[side][i] != 1)
                return true;
    return false;
}

/* Whether a royal can become a piece that is none: it may be the last. */
static bool loses_royals(const struct bm_desc *d)
{
    uint64_t royals = 0, become = 0;
    for (unsigned k = 0; k < d->kinds; k++) {
        royals |= (uint64_t)d->piece[k].royal << k;
        become |= d->piece[k].royal ? d->piece[k].promotes[0] | d->piece[k].promotes[1] : 0;
    }
    return (become & ~royals) != 0;
}

/* Whether a promotion can make or remove a hurdle: what a move leaves safe depends on the kind
 * that the piece becomes then. */
static bool promotes_hurdles(const struct bm_desc *d)
{
    bool found = false;
    for (unsigned t = 0; t < d->terms; t++)
        for (unsigned k = 0; k < d->kinds; k++) {
            const uint64_t hurdles = d->term[t].hurdles;
            const uint64_t become = d->piece[k].promotes[0] | d->piece[k].promotes[1];
            found = found || (become & (hurdles >> k & 1 ? ~hurdles : hurdles)) != 0;
        }
    return found;
}

/* Whether royals are judged by whole turns. */
static bool is_deep(const struct bm_desc *d)
{
    bool deep = false;
    for (unsigned i = 0; i < BM_MAX_PHASES; i++)
        deep |= rule_of(d, i)->safe_at_end || rule_of(d, i)->threat_by_turn;
    return deep && is_multi(d);
}

bool bm_build_has_long_turns(const struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    for (unsigned i = 0; i < (d->turn.phases > 1 ? d->turn.phases : 1u); i++) {
        const struct bm_turn_rule *const r = rule_of(d, i);
        if (r->progressive || r->first > 1 || r->capture == BM_TURN_AGAIN)
            return true;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned k = 0; k < r->entries[side] && k < BM_MAX_SCHEDULE; k++)
                if (r->moves[side][k] > 1)
                    return true;
    }
    return false;
}

static uint8_t sides_with_royals(const struct bm_desc *d)
{
    unsigned sides = 0;
    for (unsigned sq = 0; sq < d->squares; sq++) {
        const bm_piece p = d->start.board[sq];
        if (p && d->piece[bm_piece_kind(p)].royal)
            sides |= 1u << bm_piece_side(p);
    }
    for (unsigned k = 0; k < d->kinds; k++)
        for (unsigned side = 0; side < 2 && d->piece[k].royal; side++)
            sides |= (unsigned)(d->start.hand[side][k] != 0) << side;
    return (uint8_t)sides;
}

static void fill_board(struct bm_compiled *g, const struct bm_desc *d)
{
    g->squares = d->squares;
    g->words =
        BM_WORDS_LEAST > bm_words_of(d->squares) ? BM_WORDS_LEAST : bm_words_of(d->squares);
    g->kinds = d->kinds;
    g->axes = d->axes;
    for (unsigned i = 0; i < 4; i++)
        g->dims[i] = i < d->axes ? d->size[i] : 1;
    g->wrap = d->wrap;
    g->hex = d->hex;
    g->rotate = d->rotate;
    g->usi = d->usi;
    g->chess960 = d->shuffle && d->castles != 0;
    g->forward = d->forward;
    g->board = d->board;
}

static void fill_rules(struct bm_compiled *g, const struct bm_desc *d)
{
    g->multi = is_multi(d);
    g->deep = is_deep(d);
    g->has_hands = d->hands != BM_HANDS_NONE || d->gates != 0;
    g->captures_to_hand = d->hands == BM_HANDS_CAPTURES;
    g->demote = d->demote;
    g->must_drop = d->must_drop;
    g->must_capture = d->must_capture;
    g->no_checks = d->no_checks;
    g->explode = d->explode;
    g->royal = d->royal;
    g->pass = d->pass;
    g->promote_on = d->promote_on;
    g->force_always = d->force == BM_FORCE_ALWAYS;
    g->spared = d->spared;
    g->immune = d->immune;
    for (unsigned k = 0; k < d->kinds; k++) {
        g->royals |= (uint64_t)d->piece[k].royal << k;
        g->neutrals |= (uint64_t)d->piece[k].neutral << k;
    }
    g->royal_sides = d->royal == BM_ROYAL_NONE ? 0 : sides_with_royals(d);
    g->fast = !g->multi && !loses_royals(d) && !promotes_hurdles(d) &&
              (d->royal == BM_ROYAL_ANY || d->royal == BM_ROYAL_NONE) && !d->explode &&
              !d->must_capture && !d->must_drop && !d->no_checks && !d->gates &&
              d->promote_on != BM_ON_PLACE && !g->neutrals;
    g->castles = d->castles;
    g->castle_king = d->castle_king;
    g->castle_with = d->castle_with;
    memcpy(g->castle, d->castle, sizeof g->castle);
    g->gates = d->gates;
    memcpy(g->gate_from, d->gate_from, sizeof g->gate_from);
    g->turn = d->turn;
    memcpy(g->limits, d->limits, sizeof g->limits);
}

static void fill_ends(struct bm_compiled *g, const struct bm_desc *d)
{
    g->checkmate = d->checkmate;
    g->stalemate = d->stalemate;
    if (d->stalemate == BM_VERDICT_PASS) {
        g->stalemate = BM_VERDICT_DRAW; /* if the other side cannot move either */
        g->pass = g->pass == BM_PASS_NO ? BM_PASS_STUCK : g->pass;
    }
    g->repeats = d->repeats;
    g->repeats_claim = d->repeats_claim;
    g->repeat_verdict = d->repeat_verdict;
    g->repeat_for = d->repeat_for;
    g->checker_loses = d->checker_loses;
    g->quiet = d->quiet;
    g->goals = d->has_goal;
    g->goal_when = d->goal_when;
    g->checks = d->checks;
    g->extinct = d->has_extinct;
    g->extinct_all = d->extinct_all;
    g->extinct_left = d->extinct_left;
    g->extinct_opponent = d->extinct_opponent;
    g->extinct_claim = d->extinct_claim;
    g->extinct_verdict = d->extinct_verdict;
    g->extinct_kinds = d->extinct_kinds;
    g->goal_kinds = d->goal_kinds;
    memcpy(g->goal, d->goal, sizeof g->goal);
}

/* Explosions reach the squares around, files are what is ahead and behind. */
static void build_places(struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    struct bm_cells blast[BM_MAX_SQUARES] = {0}, files[BM_MAX_SQUARES] = {0};
    struct bm_steps around = {0};
    if (d->hex)
        bm_steps_leap(&around, d, (const uint8_t[4]){1, 0, 0, 0});
    else
        bm_steps_king(&around, d);
    uint32_t file[BM_MAX_SQUARES] = {0}; /* a number that is the same all along it */
    for (unsigned sq = 0; sq < b->squares; sq++)
        for (unsigned i = 0; i < d->axes; i++)
            if (!(d->forward >> i & 1))
                file[sq] |= (uint32_t)b->at[sq][i] << 8 * i;
    BM_EACH (sq, d->board, b->squares) {
        bm_cells_add(&blast[sq], sq);
        for (unsigned i = 0; i < around.count && d->explode; i++) {
            const int to = bm_build_step(b, sq, around.v[i]);
            if (to >= 0)
                bm_cells_add(&blast[sq], (unsigned)to);
        }
        BM_EACH (other, d->board, b->squares)
            if (file[sq] == file[other])
                bm_cells_add(&files[sq], other);
    }
    b->g->blast = d->explode ? bm_build_table(b, blast) : 0;
    b->g->files = bm_build_table(b, files);
}

static void build_flip(struct bm_build *b)
{
    const struct bm_desc *const d = b->d;
    uint8_t flip[BM_MAX_SQUARES];
    for (unsigned sq = 0; sq < b->squares; sq++) {
        const bm_sq to = bm_desc_flip(d, (bm_sq)sq);
        const bool on = to < b->squares && bm_cells_has(&d->board, to);
        flip[sq] = (uint8_t)(to < b->squares ? to : sq);
        if (bm_cells_has(&d->board, sq) && !on) {
            bm_build_fail(b, "the board does not look the same from the other side",
                          "holes must lie so that 'flip' maps the board onto itself");
            return;
        }
    }
    b->g->flip = bm_build_room(b, b->squares, 8);
    if (b->g->flip)
        memcpy(b->mem + b->g->flip, flip, b->squares);
}

static void build_keys(struct bm_build *b)
{
    const size_t n = 2 * b->d->kinds * (b->squares + 1);
    b->g->keys = bm_build_room(b, n * sizeof(uint64_t), 64);
    if (!b->g->keys)
        return;
    uint64_t *const key = (uint64_t *)(b->mem + b->g->keys);
    uint64_t seed = 0x62616e6d656e2121u;
    for (size_t i = 0; i < n; i++)
        key[i] = bm_random(&seed);
}

static void build_all(struct bm_build *b)
{
    struct bm_compiled *const g = b->g;
    g->man = bm_build_room(b, 2 * b->d->kinds * sizeof(struct bm_man), 64);
    g->form = bm_build_room(b, b->d->kinds * sizeof(struct bm_form), 8);
    b->line = bm_build_scratch(b, BM_BUILD_RAYS * sizeof *b->line);
    b->key = bm_build_scratch(b, BM_BUILD_RAYS * sizeof *b->key);
    b->odd = bm_build_scratch(b, BM_BUILD_ODD * sizeof *b->odd);
    void (*const parts[])(struct bm_build *) = {
        bm_build_board,  build_places,     build_flip,   build_keys,
        bm_build_movers, bm_build_attacks, bm_build_men, bm_build_bounds,
        bm_build_dead,   bm_build_digest,  bm_build_warn};
    for (unsigned i = 0; i < sizeof parts / sizeof *parts && !b->failed; i++)
        parts[i](b);
}

size_t bm_compile(void *mem, size_t size, const struct bm_desc *d, struct bm_arena *work,
                  struct bm_findings *report)
{
    struct bm_build *const b = bm_arena_take(work, sizeof *b);
    struct bm_ways *const ways = bm_arena_take(work, sizeof *ways);
    const size_t part = size / 8 * 3 & ~(size_t)63;
    if (!b || !ways || part < sizeof(struct bm_compiled) + 64 || d->kinds == 0 ||
        d->squares == 0 || d->squares > BM_MAX_SQUARES)
        return 0;
    /* The far part of the memory serves as scratch, which needs more than blocks do. */
    b->d = d;
    b->report = report;
    b->mem = mem;
    b->size = part;
    b->scratch = (unsigned char *)mem + part;
    b->scratch_size = size - part;
    b->ways = ways;
    b->g = mem;
    b->used = sizeof *b->g;
    memset(mem, 0, sizeof *b->g);
    fill_board(b->g, d);
    fill_rules(b->g, d);
    fill_ends(b->g, d);
    /* No check is given by a neutral piece, which belongs to no side; it may take a royal. */
    b->g->royals_fall = d->explode || b->g->neutrals != 0 || bm_build_has_long_turns(b);
    b->squares = d->squares;
    b->words = b->g->words;
    build_all(b);
    (void)bm_build_room(b, (0 - b->used) & 63, 1); /* whole lines of the cache */
    if (b->failed)
        return 0;
    b->g->version = BM_COMPILED_VERSION;
    b->g->size = (uint32_t)b->used;
    return b->used;
}
