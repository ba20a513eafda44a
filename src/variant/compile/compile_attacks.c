/* SPDX-License-Identifier: MIT */
/* Attacks as the square attacked sees them: every way to capture, run backwards. */
#include "variant/compile/compile.h"

enum { MAX_PAIRS = UINT16_MAX - 1 };

/* Pairs of one side while they are collected: a list for every two squares. */
struct pairs {
    uint32_t *head; /* [sq * squares + from]: 1 + index of a node */
    struct attack_node {
        struct bm_reach reach;
        uint32_t next;
    } * node;
    uint32_t count;
};

static const struct bm_mover *mover_of(const struct bm_build *b, unsigned side, unsigned kind)
{
    return &bm_compiled_man(b->g, side, kind)->move;
}

/* ---- leaps and lines ---- */

static void build_near(struct bm_build *b, struct bm_attacks *a, unsigned side)
{
    struct bm_cells rows[BM_MAX_SQUARES] = {0};
    bool some = false;
    for (unsigned kind = 0; kind < b->d->kinds; kind++) {
        const uint32_t table = mover_of(b, side, kind)->take;
        for (unsigned from = 0; table && from < b->squares; from++) {
            struct bm_cells to = bm_build_row(b, table, from);
            while (bm_cells_any(&to))
                bm_cells_add(&rows[bm_cells_pop(&to, false)], from);
            some = true;
        }
    }
    a->near = some ? bm_build_table(b, rows) : 0;
}

/* Lists are kept in scratch until their number is known. */
struct lines {
    struct bm_sight *sight;
    struct bm_sights *group;
    uint32_t sights, groups;
};

static void add_group(struct bm_build *b, struct lines *l, unsigned side, uint64_t kinds)
{
    struct bm_cells rows[BM_MAX_SQUARES] = {0};
    struct bm_sights *const g = &l->group[l->groups++];
    *g = (struct bm_sights){.kinds = kinds, .first = (uint16_t)l->sights};
    for (uint32_t i = 0; i < b->lines; i++) {
        const struct bm_board_line *const line = &b->line[i];
        if (line->takes[side] != kinds || !line->seen)
            continue;
        for (unsigned sq = 0; sq < b->squares; sq++) {
            const struct bm_cells row = bm_build_row(b, line->reverse, sq);
            bm_cells_join(&rows[sq], &row);
        }
        l->sight[l->sights++] = (struct bm_sight){.table = line->reverse, .down = !line->down};
        g->count++;
    }
    g->cross = bm_build_table(b, rows);
}

static void build_lines(struct bm_build *b, struct lines *l, struct bm_attacks *a,
                        unsigned side)
{
    const uint32_t before = l->groups;
    for (uint32_t i = 0; i < b->lines; i++) {
        const uint64_t kinds = b->line[i].seen ? b->line[i].takes[side] : 0;
        uint32_t k = before;
        while (k < l->groups && l->group[k].kinds != kinds)
            k++;
        if (kinds && k == l->groups)
            add_group(b, l, side, kinds);
    }
    a->line_groups = (uint16_t)(l->groups - before);
    if (a->line_groups == 0)
        return;
    const size_t bytes = a->line_groups * sizeof *l->group;
    a->lines = bm_build_room(b, bytes, 8);
    if (a->lines)
        memcpy(b->mem + a->lines, l->group + before, bytes);
}

/* ---- pairs ---- */

static void add_pair(struct bm_build *b, struct pairs *p, unsigned sq, unsigned from,
                     const struct bm_reach *r)
{
    uint32_t *at = &p->head[sq * b->squares + from];
    for (; *at; at = &p->node[*at - 1].next) {
        struct bm_reach *const old = &p->node[*at - 1].reach;
        if (old->between == r->between && old->way == r->way && old->hurdle == r->hurdle &&
            old->victims == r->victims && old->hurdles == r->hurdles) {
            old->kinds |= r->kinds;
            return;
        }
    }
    if (p->count == MAX_PAIRS) {
        bm_build_fail(b, "the pieces have too many ways to capture", "");
        return;
    }
    p->node[p->count] = (struct attack_node){.reach = *r};
    *at = ++p->count;
}

static uint32_t cells_between(struct bm_build *b, const struct bm_cells *c)
{
    return bm_cells_any(c) ? bm_build_set(b, c) : 0;
}

/* Each square of an odd way's ray, in their order. */
static void add_odd(struct bm_build *b, struct pairs *p, unsigned from, unsigned kind,
                    const struct bm_odd *o)
{
    struct bm_cells rest = bm_build_cells(b, o->ray), gone = bm_build_cells(b, o->gate);
    const uint8_t *const path = o->path ? b->mem + o->path : NULL;
    unsigned before = BM_MAX_SQUARES;
    for (unsigned i = 0; i < o->length && !b->failed; i++) {
        const unsigned to = path ? path[i] : bm_cells_pop(&rest, o->down);
        struct bm_reach r = {
            .kinds = (uint64_t)1 << kind, .victims = o->victims, .hurdles = ~(uint64_t)0};
        if (o->way & BM_WAY_HOP) {
            r.hurdles = o->hurdles;
            r.way = o->way & (BM_WAY_HOP | BM_WAY_BEHIND);
        }
        struct bm_cells all = gone;
        if (r.way & BM_WAY_BEHIND && before != BM_MAX_SQUARES) {
            r.hurdle = (uint8_t)before;
            bm_cells_remove(&all, before);
        }
        r.between = cells_between(b, &all);
        if (!(r.way & BM_WAY_HOP) || before != BM_MAX_SQUARES)
            add_pair(b, p, to, from, &r);
        bm_cells_add(&gone, to);
        before = to;
    }
}

/* A ray that some squares between may not start. */
static void add_unseen(struct bm_build *b, struct pairs *p, const struct bm_board_line *l,
                       uint64_t kinds)
{
    for (unsigned from = 0; from < b->squares; from++) {
        struct bm_cells rest = bm_build_row(b, l->table, from), gone = {0};
        while (bm_cells_any(&rest) && !b->failed) {
            const unsigned to = bm_cells_pop(&rest, l->down);
            const struct bm_reach r = {.kinds = kinds,
                                       .victims = ~(uint64_t)0,
                                       .hurdles = ~(uint64_t)0,
                                       .between = cells_between(b, &gone)};
            add_pair(b, p, to, from, &r);
            bm_cells_add(&gone, to);
        }
    }
}

static void collect_pairs(struct bm_build *b, struct pairs *p, unsigned side)
{
    p->count = 0;
    memset(p->head, 0, b->squares * b->squares * sizeof *p->head);
    for (unsigned kind = 0; kind < b->d->kinds; kind++) {
        const struct bm_mover *const m = mover_of(b, side, kind);
        const uint32_t *const index = m->odd ? (const uint32_t *)(b->mem + m->odd) : NULL;
        for (unsigned from = 0; index && from < b->squares; from++)
            for (uint32_t i = index[from]; i < index[from + 1] && !b->failed; i++)
                if (b->odd[i].way & BM_WAY_TAKE)
                    add_odd(b, p, from, kind, &b->odd[i]);
    }
    for (uint32_t i = 0; i < b->lines && !b->failed; i++)
        if (!b->line[i].seen && b->line[i].takes[side])
            add_unseen(b, p, &b->line[i], b->line[i].takes[side]);
}

/* The odd ways of a kind on a square as a number, whatever their order: what is stored once is
 * known by its offset. */
static uint64_t odd_sum(const struct bm_build *b, unsigned side, unsigned kind, unsigned sq)
{
    const struct bm_mover *const m = mover_of(b, side, kind);
    const uint32_t *const index = m->odd ? (const uint32_t *)(b->mem + m->odd) : NULL;
    uint64_t sum = 0;
    for (uint32_t i = index ? index[sq] : 0; index && i < index[sq + 1]; i++) {
        const struct bm_odd *const o = &b->odd[i];
        if (!(o->way & BM_WAY_TAKE))
            continue;
        uint64_t h = bm_hash_mix(o->gate, (uint64_t)o->ray << 32 | o->path);
        h = bm_hash_mix(h, (uint64_t)o->way << 8 | o->down);
        sum += bm_hash_mix(bm_hash_mix(h, o->victims), o->hurdles);
    }
    return sum;
}

/* Whether both sides have the same pairs, as where only pawns know front and back. */
static bool is_even(const struct bm_build *b)
{
    for (uint32_t i = 0; i < b->lines; i++)
        if (!b->line[i].seen && b->line[i].takes[0] != b->line[i].takes[1])
            return false;
    for (unsigned kind = 0; kind < b->d->kinds; kind++)
        for (unsigned sq = 0; sq < b->squares; sq++)
            if (odd_sum(b, 0, kind, sq) != odd_sum(b, 1, kind, sq))
                return false;
    return true;
}

static void write_pairs(struct bm_build *b, const struct pairs *p, struct bm_attacks *a)
{
    const unsigned n = b->squares;
    struct bm_cells rows[BM_MAX_SQUARES] = {0};
    a->pair_index = bm_build_room(b, n * n * sizeof(uint16_t), 64);
    a->pairs = bm_build_room(b, p->count * sizeof(struct bm_reach), 64);
    if (b->failed)
        return;
    uint16_t *const index = (uint16_t *)(b->mem + a->pair_index);
    struct bm_reach *const list = (struct bm_reach *)(b->mem + a->pairs);
    uint32_t count = 0;
    for (unsigned i = 0; i < n * n; i++) {
        if (!p->head[i])
            continue;
        index[i] = (uint16_t)(count + 1);
        bm_cells_add(&rows[i / n], i % n);
        for (uint32_t k = p->head[i]; k; k = p->node[k - 1].next) {
            list[count] = p->node[k - 1].reach;
            list[count].last = p->node[k - 1].next == 0;
            a->pair_kinds |= list[count++].kinds;
        }
    }
    a->pair_near = bm_build_table(b, rows);
}

void bm_build_attacks(struct bm_build *b)
{
    struct pairs p = {.head = bm_build_scratch(b, b->squares * b->squares * sizeof *p.head),
                      .node = bm_build_scratch(b, MAX_PAIRS * sizeof *p.node)};
    struct lines l = {.sight = bm_build_scratch(b, 2 * BM_BUILD_RAYS * sizeof *l.sight),
                      .group = bm_build_scratch(b, 2 * BM_BUILD_RAYS * sizeof *l.group)};
    for (unsigned side = 0; side < 2 && !b->failed; side++) {
        struct bm_attacks *const a = &b->g->attacks[side];
        build_near(b, a, side);
        build_lines(b, &l, a, side);
        if (side == 1 && is_even(b)) {
            const struct bm_attacks *const other = &b->g->attacks[0];
            a->pair_index = other->pair_index;
            a->pairs = other->pairs;
            a->pair_near = other->pair_near;
            a->pair_kinds = other->pair_kinds;
            continue;
        }
        collect_pairs(b, &p, side);
        if (p.count && !b->failed)
            write_pairs(b, &p, a);
    }
    if (b->failed || l.sights == 0)
        return;
    b->g->line_list = bm_build_room(b, l.sights * sizeof *l.sight, 8);
    if (b->g->line_list)
        memcpy(b->mem + b->g->line_list, l.sight, l.sights * sizeof *l.sight);
}
