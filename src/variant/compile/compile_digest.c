/* SPDX-License-Identifier: MIT */
/*
 * A number that stands for the rules of a game: equal for texts that differ only in names,
 * values, titles, the start and the order of what they list.
 */
#include "variant/compile/compile.h"

struct digest {
    const struct bm_build *b;
    uint64_t hash;
    uint8_t rank[BM_MAX_KINDS]; /* kind -> its place in the order of letters */
    uint8_t kind[BM_MAX_KINDS]; /* and back */
};

static void put_word(struct digest *x, uint64_t v) { x->hash = bm_hash_mix(x->hash, v); }

static void put_cells(struct digest *x, const struct bm_cells *c)
{
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        put_word(x, c->w[i]);
}

static void put_both(struct digest *x, const struct bm_cells c[2])
{
    put_cells(x, &c[0]);
    put_cells(x, &c[1]);
}

/* A set of kinds, in the order of letters. */
static uint64_t ranked_kinds(const struct digest *x, uint64_t kinds)
{
    uint64_t out = 0;
    for (unsigned k = 0; k < x->b->d->kinds; k++)
        out |= (kinds >> k & 1) << x->rank[k];
    return out;
}

static uint64_t table_hash(const struct digest *x, uint32_t table)
{
    const struct bm_build *const b = x->b;
    const unsigned words = bm_words_of(b->squares);
    uint64_t packed[BM_MAX_SQUARES * BM_SET_WORDS];
    if (!table || words == b->words)
        return table ? bm_build_hash(&b->tables, table) : 1;
    for (unsigned sq = 0; sq < b->squares; sq++) {
        const struct bm_cells c = bm_build_row(b, table, sq);
        memcpy(packed + sq * words, c.w, words * sizeof *packed);
    }
    return bm_hash_bytes(packed, b->squares * words * sizeof *packed);
}

static uint64_t set_hash(const struct digest *x, uint32_t set)
{
    const struct bm_cells c = bm_build_cells(x->b, set);
    uint64_t h = 7;
    for (unsigned i = 0; i < BM_SET_WORDS; i++)
        h = bm_hash_mix(h, c.w[i]);
    return h;
}

static uint64_t odd_hash(const struct digest *x, const struct bm_odd *o)
{
    uint64_t h = bm_hash_mix(set_hash(x, o->gate), set_hash(x, o->ray));
    h = bm_hash_mix(h, o->length > 1 ? o->down : 0);
    h = bm_hash_mix(h, o->way);
    if (o->path)
        h = bm_hash_mix(h, bm_hash_bytes(x->b->mem + o->path, o->length));
    if (o->way & (BM_WAY_TAKE | BM_WAY_EP))
        h = bm_hash_mix(h, ranked_kinds(x, o->victims));
    if (o->way & BM_WAY_HOP)
        h = bm_hash_mix(h, ranked_kinds(x, o->hurdles));
    return h;
}

/* The order in which ways are listed does not matter: their hashes are added up. */
static void put_mover(struct digest *x, const struct bm_mover *m)
{
    const struct bm_compiled *const g = x->b->g;
    const struct bm_ray *const ray = bm_compiled_at(g, m->rays);
    const uint32_t *const index = bm_compiled_at(g, m->odd);
    put_word(x, table_hash(x, m->quiet));
    put_word(x, table_hash(x, m->take));
    put_word(x, table_hash(x, m->ep));
    uint64_t sum = 0;
    for (unsigned i = 0; i < m->ray_count; i++)
        sum += bm_hash_mix(bm_hash_mix(table_hash(x, ray[i].table), ray[i].way), ray[i].down);
    put_word(x, sum);
    for (unsigned sq = 0; m->odd && sq < g->squares; sq++) {
        sum = 0;
        for (uint32_t i = index[sq]; i < index[sq + 1]; i++)
            sum += odd_hash(x, &x->b->odd[i]);
        put_word(x, sum);
    }
}

static void put_man(struct digest *x, unsigned side, unsigned kind)
{
    const struct bm_compiled *const g = x->b->g;
    const struct bm_man *const man = bm_compiled_man(g, side, kind);
    const struct bm_form *const f = bm_compiled_form(g, kind);
    put_mover(x, &man->move);
    put_word(x, ranked_kinds(x, man->promotes));
    if (man->promotes) {
        put_cells(x, &man->may_to);
        put_cells(x, &man->may_from);
        put_cells(x, &man->must_to);
    }
    if (f->drops || (g->gates >> kind & 1))
        put_cells(x, &man->drop);
}

static void put_form(struct digest *x, unsigned kind)
{
    const struct bm_compiled *const g = x->b->g;
    const struct bm_form *const f = bm_compiled_form(g, kind);
    const char *const letter = x->b->d->piece[kind].letter;
    for (unsigned i = 0; letter[i]; i++)
        put_word(x, (unsigned char)letter[i]);
    put_word(x, (uint64_t)f->royal | (uint64_t)f->neutral << 1);
    put_word(x, f->limit);
    put_word(x, g->quiet ? f->irreversible : 0);
    put_word(x, g->has_hands ? x->rank[f->base] : 0);
    put_word(x, f->drops);
    if (f->drops) {
        put_word(x, x->rank[f->hand_of]);
        put_word(x, f->per_file);
        put_word(x, (uint64_t)f->mate_drop | (uint64_t)f->check_drop << 1);
    }
}

static void put_board(struct digest *x)
{
    const struct bm_compiled *const g = x->b->g;
    put_word(x, g->squares);
    put_word(x, g->kinds);
    put_word(x, g->axes);
    for (unsigned i = 0; i < 4; i++)
        put_word(x, g->dims[i]);
    put_word(x, g->wrap);
    put_word(x, g->forward);
    put_word(x, (uint64_t)g->hex | (uint64_t)g->rotate << 1 | (uint64_t)g->usi << 2 |
                    (uint64_t)g->chess960 << 3);
    put_cells(x, &g->board);
    put_word(x, bm_hash_bytes(x->b->mem + g->flip, g->squares));
}

static void put_rule(struct digest *x, const struct bm_turn_rule *r)
{
    for (unsigned side = 0; side < 2; side++) {
        unsigned n = r->entries[side];
        while (n > 1 && r->moves[side][n - 1] == r->moves[side][n - 2])
            n--; /* the last one repeats */
        put_word(x, n ? n : 1);
        for (unsigned i = 0; i < n; i++)
            put_word(x, r->moves[side][i]);
        if (n == 0)
            put_word(x, 1);
    }
    put_word(x, r->by_side);
    put_word(x, r->progressive);
    put_word(x, r->first);
    put_word(x, r->check);
    put_word(x, r->capture);
    put_word(x, r->piece);
    put_word(x, (uint64_t)r->safe_at_end | (uint64_t)r->threat_by_turn << 1);
}

static void put_turns(struct digest *x)
{
    const struct bm_compiled *const g = x->b->g;
    put_word(x, g->multi);
    const unsigned phases = g->turn.phases ? g->turn.phases : 1;
    for (unsigned i = 0; g->multi && i < phases; i++) {
        const struct bm_turn_phase *const p = &g->turn.phase[i];
        const struct bm_phase_limits *const l = &g->limits[i];
        put_rule(x, &p->rule);
        put_word(x, p->until);
        put_word(x, p->count);
        put_word(x, l->only);
        put_word(x, l->onlys);
        for (unsigned k = 0; k < l->onlys && k < BM_MAX_SCHEDULE; k++)
            put_word(x, ranked_kinds(x, l->kinds[k]));
        put_word(x, l->has_zone);
        if (l->has_zone)
            put_both(x, l->zone);
    }
}

static void put_rules(struct digest *x)
{
    const struct bm_compiled *const g = x->b->g;
    put_word(x, (uint64_t)g->has_hands | (uint64_t)g->captures_to_hand << 1 |
                    (uint64_t)(g->has_hands && g->demote) << 2 | (uint64_t)g->must_drop << 3 |
                    (uint64_t)g->must_capture << 4 | (uint64_t)g->no_checks << 5 |
                    (uint64_t)g->explode << 6);
    put_word(x, g->royal);
    put_word(x, g->pass);
    put_word(x, g->promote_on);
    if (g->explode) {
        put_word(x, ranked_kinds(x, g->spared));
        put_word(x, ranked_kinds(x, g->immune));
        put_word(x, table_hash(x, g->blast));
    }
    put_word(x, table_hash(x, g->files));
    put_word(x, g->castles);
    uint64_t sum = 0;
    for (unsigned i = 0; i < g->castles; i++) {
        const struct bm_castle *const c = &g->castle[i];
        uint64_t h = bm_hash_mix(bm_hash_mix(c->king_to, c->partner_to), c->partner_from);
        h = bm_hash_mix(h, (uint64_t)c->side | (uint64_t)c->right << 1);
        sum += bm_hash_mix(h, (unsigned char)c->letter);
    }
    put_word(x, sum);
    if (g->castles) {
        put_word(x, x->rank[g->castle_king]);
        put_word(x, x->rank[g->castle_with]);
    }
    put_word(x, ranked_kinds(x, g->gates));
    if (g->gates)
        put_both(x, g->gate_from);
}

static void put_ends(struct digest *x)
{
    const struct bm_compiled *const g = x->b->g;
    put_word(x, g->checkmate);
    put_word(x, g->stalemate);
    put_word(x, g->repeats);
    if (g->repeats) {
        put_word(x, g->repeats_claim);
        put_word(x, g->repeat_verdict);
        put_word(x, g->repeat_verdict == BM_VERDICT_DRAW ? 2 : g->repeat_for);
        put_word(x, g->checker_loses);
    }
    put_word(x, g->quiet);
    put_word(x, g->checks);
    put_word(x, g->goals);
    if (g->goals) {
        put_word(x, g->goal_when);
        put_word(x, ranked_kinds(x, g->goal_kinds));
        put_both(x, g->goal);
    }
    put_word(x, g->extinct);
    if (g->extinct) {
        put_word(x, g->extinct_all);
        put_word(x, g->extinct_left);
        put_word(x, g->extinct_opponent);
        put_word(x, g->extinct_claim);
        put_word(x, g->extinct_verdict);
        put_word(x, ranked_kinds(x, g->extinct_kinds));
    }
}

static void rank_kinds(struct digest *x)
{
    const struct bm_desc *const d = x->b->d;
    for (unsigned k = 0; k < d->kinds; k++) {
        unsigned rank = 0;
        for (unsigned j = 0; j < d->kinds; j++) {
            const int order = strcmp(d->piece[j].letter, d->piece[k].letter);
            rank += order < 0 || (order == 0 && j < k);
        }
        x->rank[k] = (uint8_t)rank;
        x->kind[rank] = (uint8_t)k;
    }
}

void bm_build_digest(struct bm_build *b)
{
    struct digest x = {.b = b, .hash = BM_COMPILED_VERSION};
    rank_kinds(&x);
    put_board(&x);
    put_rules(&x);
    put_turns(&x);
    put_ends(&x);
    for (unsigned i = 0; i < b->d->kinds; i++) {
        put_form(&x, x.kind[i]);
        put_man(&x, 0, x.kind[i]);
        put_man(&x, 1, x.kind[i]);
    }
    b->g->digest = x.hash ^ x.hash >> 32;
}
