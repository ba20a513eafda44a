/* SPDX-License-Identifier: MIT */
/* How each piece of each side moves: leaps and straight rays; odd ways are in compile_odd.c. */
#include "variant/compile/compile.h"

static const uint64_t any_kind = ~(uint64_t)0;

unsigned bm_term_plain(const struct bm_term *t)
{
    if (t->way & BM_WAY_HOP)
        return 0;
    const unsigned rays = t->range != 1 && !t->bent && !t->universal ? BM_WAY_EP : 0;
    const unsigned all = BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP;
    return t->victims == any_kind ? t->way & all & ~rays : t->way & BM_WAY_MOVE;
}

unsigned bm_term_odd(const struct bm_term *t)
{
    const unsigned all = BM_WAY_MOVE | BM_WAY_TAKE | BM_WAY_EP;
    return t->way & all & ~bm_term_plain(t);
}

static struct bm_vector seen_by(const struct bm_build *b, struct bm_vector v, unsigned side)
{
    return side ? bm_vector_flip(b->d, v) : v;
}

/* ---- straight rays ---- */

/* How many of a ray's squares go one way by their numbers, beginning with where it starts. */
unsigned bm_line_head(const struct bm_build *b, unsigned from, const uint8_t *cells, unsigned n,
                      struct bm_vector v)
{
    int delta = 0, unit = 1;
    for (unsigned i = 0; i < b->d->axes; i++) {
        delta += v.d[i] * unit;
        unit *= b->g->dims[i];
    }
    unsigned head = 0, last = from;
    while (head < n && (delta < 0) == (cells[head] < last))
        last = cells[head++];
    return head;
}

static bool is_down(const struct bm_build *b, struct bm_vector v)
{
    int delta = 0, unit = 1;
    for (unsigned i = 0; i < b->d->axes; i++) {
        delta += v.d[i] * unit;
        unit *= b->g->dims[i];
    }
    return delta < 0;
}

/*
 * Attacks along a ray are seen from its target only if every square between may be its start,
 * too: else what stands in between would not be found.
 */
static bool is_seen(const struct bm_build *b, const struct bm_cells *rows,
                    const struct bm_cells *reverse, bool down)
{
    for (unsigned from = 0; from < b->squares; from++) {
        struct bm_cells before = {0}, rest = rows[from];
        while (bm_cells_any(&rest)) {
            const unsigned to = bm_cells_pop(&rest, down);
            const struct bm_cells missing = bm_cells_less(before, reverse[to]);
            if (bm_cells_any(&missing))
                return false;
            bm_cells_add(&before, to);
        }
    }
    return true;
}

/* Every square's share of a ray, and the same seen from its targets. */
static void fill_line(struct bm_build *b, const struct bm_term *t, struct bm_vector v,
                      unsigned side, struct bm_cells *rows, struct bm_cells *reverse,
                      struct bm_line_key *key)
{
    const struct bm_cells starts = bm_build_starts(b, t, side);
    uint8_t cells[256];
    memset(rows, 0, BM_MAX_SQUARES * sizeof *rows);
    memset(reverse, 0, BM_MAX_SQUARES * sizeof *reverse);
    BM_EACH (from, starts, b->squares) {
        const unsigned n = bm_build_walk(b, t, side, from, v, t->range, cells);
        const unsigned head = b->d->wrap ? bm_line_head(b, from, cells, n, v) : n;
        b->cells += n;
        key->tails |= head < n;
        for (unsigned i = 0; i < head; i++) {
            bm_cells_add(&rows[from], cells[i]);
            bm_cells_add(&reverse[cells[i]], from);
        }
    }
}

static uint16_t add_line(struct bm_build *b, const struct bm_board_line *made)
{
    for (uint32_t i = 0; i < b->lines; i++)
        if (b->line[i].table == made->table && b->line[i].down == made->down)
            return (uint16_t)i;
    if (b->lines == BM_BUILD_RAYS) {
        bm_build_fail(b, "the pieces have too many different rays", "");
        return 0;
    }
    b->line[b->lines] = *made;
    return (uint16_t)b->lines++;
}

uint16_t bm_build_line(struct bm_build *b, const struct bm_term *t, struct bm_vector v,
                       unsigned side, unsigned kind, bool *tails)
{
    struct bm_line_key key = {.v = v,
                              .range = t->range,
                              .start_zone = t->start_zone,
                              .path_zone = t->path_zone,
                              .side = (uint8_t)side,
                              .kind = t->initial ? (uint8_t)kind : 255};
    if (!t->start_zone && !t->path_zone && !t->initial)
        key.side = 2;
    for (uint32_t i = 0; i < b->keys; i++) {
        const struct bm_line_key *const k = &b->key[i];
        if (!memcmp(&k->v, &key.v, sizeof key.v) && k->range == key.range &&
            k->start_zone == key.start_zone && k->path_zone == key.path_zone &&
            k->side == key.side && k->kind == key.kind) {
            *tails = k->tails;
            return k->line;
        }
    }
    struct bm_cells rows[BM_MAX_SQUARES], reverse[BM_MAX_SQUARES];
    struct bm_board_line line = {.down = is_down(b, v)};
    fill_line(b, t, v, side, rows, reverse, &key);
    line.seen = (!t->start_zone && !t->initial) || is_seen(b, rows, reverse, line.down);
    line.table = bm_build_table(b, rows);
    line.reverse = bm_build_table(b, reverse);
    if (b->keys == BM_BUILD_RAYS || b->cells > BM_BUILD_CELLS) {
        bm_build_fail(b, "the pieces' rays have more than 1000000 squares", "");
        return 0;
    }
    key.line = add_line(b, &line);
    b->key[b->keys++] = key;
    *tails = key.tails;
    return key.line;
}

static void add_ray(struct bm_build *b, uint16_t line, unsigned way)
{
    struct bm_ways *const w = b->ways;
    for (uint32_t i = 0; i < w->rays; i++)
        if (w->ray[i].line == line) {
            w->ray[i].way |= (uint8_t)way;
            return;
        }
    if (w->rays == BM_BUILD_RAYS) {
        bm_build_fail(b, "a piece has too many rays", "");
        return;
    }
    w->ray[w->rays].line = line;
    w->ray[w->rays++].way = (uint8_t)way;
}

/* ---- leaps ---- */

static void add_leap(struct bm_ways *w, unsigned from, unsigned to, unsigned way)
{
    if (way & BM_WAY_MOVE)
        bm_cells_add(&w->quiet[from], to);
    if (way & BM_WAY_TAKE)
        bm_cells_add(&w->take[from], to);
    if (way & BM_WAY_EP)
        bm_cells_add(&w->ep[from], to);
}

static void add_leaps(struct bm_build *b, const struct bm_term *t, struct bm_vector v,
                      unsigned side, unsigned way)
{
    const struct bm_cells starts = bm_build_starts(b, t, side);
    uint8_t to;
    uint8_t cells[256];
    BM_EACH (from, starts, b->squares)
        if (bm_build_walk(b, t, side, from, v, 1, cells) == 1) {
            to = cells[0];
            add_leap(b->ways, from, to, way);
        }
}

static void add_universal(struct bm_build *b, const struct bm_term *t, unsigned side,
                          unsigned way)
{
    const struct bm_cells starts = bm_build_starts(b, t, side);
    const struct bm_cells to =
        t->path_zone ? bm_cells_and(b->d->board, b->d->zone[t->path_zone - 1].cells[side])
                     : b->d->board;
    BM_EACH (from, starts, b->squares) {
        struct bm_cells others = to;
        bm_cells_remove(&others, from);
        if (way & BM_WAY_MOVE)
            bm_cells_join(&b->ways->quiet[from], &others);
        if (way & BM_WAY_TAKE)
            bm_cells_join(&b->ways->take[from], &others);
        if (way & BM_WAY_EP)
            bm_cells_join(&b->ways->ep[from], &others);
    }
}

/* Whether a leap passes over squares. */
static bool is_lame(const struct bm_build *b, const struct bm_term *t, struct bm_vector v)
{
    struct bm_vector parts[256];
    return t->lame && bm_lame_parts(b->d, v, parts) > 1;
}

static void add_term(struct bm_build *b, const struct bm_term *t, unsigned side, unsigned kind)
{
    const unsigned way = bm_term_plain(t);
    if (way == 0)
        return;
    if (t->universal)
        add_universal(b, t, side, way);
    for (unsigned i = 0; i < t->count && !b->failed; i++) {
        const unsigned at = t->first + (t->bent ? 2 * i : i);
        const struct bm_vector v = seen_by(b, b->d->vector[at], side);
        bool tails;
        if (t->bent && t->bent_stops)
            add_leaps(b, t, v, side, way);
        else if (t->bent || is_lame(b, t, v))
            continue; /* odd */
        else if (t->range == 1)
            add_leaps(b, t, v, side, way);
        else
            add_ray(b, bm_build_line(b, t, v, side, kind, &tails), way);
    }
}

/* ---- the mover ---- */

/* A leap to the first square of a ray says nothing new. */
static void drop_prefixes(struct bm_build *b)
{
    struct bm_ways *const w = b->ways;
    bool leaps = false;
    for (unsigned sq = 0; sq < b->squares && !leaps; sq++)
        leaps = bm_cells_any(&w->quiet[sq]) || bm_cells_any(&w->take[sq]);
    for (uint32_t i = 0; leaps && i < w->rays; i++) {
        const struct bm_board_line *const l = &b->line[w->ray[i].line];
        for (unsigned from = 0; from < b->squares; from++) {
            const struct bm_cells row = bm_build_row(b, l->table, from);
            const unsigned first = bm_cells_end(&row, l->down);
            if (first == BM_MAX_SQUARES)
                continue;
            if (w->ray[i].way & BM_WAY_MOVE)
                bm_cells_remove(&w->quiet[from], first);
            if (w->ray[i].way & BM_WAY_TAKE)
                bm_cells_remove(&w->take[from], first);
        }
    }
}

/* The table of leaps, or 0 if there are none at all. */
static uint32_t leap_table(struct bm_build *b, const struct bm_cells *rows)
{
    for (unsigned sq = 0; sq < b->squares; sq++)
        if (bm_cells_any(&rows[sq]))
            return bm_build_table(b, rows);
    return 0;
}

static void write_odd(struct bm_build *b, struct bm_mover *m, unsigned side, unsigned kind)
{
    uint32_t index[BM_MAX_SQUARES + 1];
    index[0] = b->odds;
    for (unsigned sq = 0; sq < b->squares && !b->failed; sq++) {
        bm_build_odd(b, side, kind, sq);
        index[sq + 1] = b->odds;
    }
    if (b->failed || index[b->squares] == index[0])
        return;
    m->odd = bm_build_room(b, (b->squares + 1) * sizeof *index, 8);
    if (m->odd)
        memcpy(b->mem + m->odd, index, (b->squares + 1) * sizeof *index);
    for (uint32_t i = index[0]; i < b->odds; i++) {
        m->passes |= (b->odd[i].way & BM_WAY_PASSES) != 0;
        m->odd_ep |= (b->odd[i].way & BM_WAY_EP) != 0;
    }
}

static void write_rays(struct bm_build *b, struct bm_mover *m, unsigned side, unsigned kind)
{
    const struct bm_ways *const w = b->ways;
    if (w->rays == 0)
        return;
    m->rays = bm_build_room(b, w->rays * sizeof(struct bm_ray), 8);
    m->ray_count = (uint16_t)w->rays;
    if (!m->rays)
        return;
    struct bm_ray *const ray = (struct bm_ray *)(b->mem + m->rays);
    for (uint32_t i = 0; i < w->rays; i++) {
        struct bm_board_line *const l = &b->line[w->ray[i].line];
        ray[i] = (struct bm_ray){.table = l->table, .down = l->down, .way = w->ray[i].way};
        l->runs[side] |= (uint64_t)1 << kind;
        if (w->ray[i].way & BM_WAY_TAKE)
            l->takes[side] |= (uint64_t)1 << kind;
    }
}

static struct bm_cells initial_of(const struct bm_build *b, unsigned side, unsigned kind)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    if (p->has_initial)
        return bm_cells_and(p->initial[side], b->d->board);
    struct bm_cells c = {0};
    for (unsigned sq = 0; sq < b->squares && !p->tilde; sq++) {
        const bm_piece at = b->d->start.board[sq];
        if (at && bm_piece_kind(at) == kind && bm_piece_side(at) == side)
            bm_cells_add(&c, sq);
    }
    return c;
}

bool bm_build_is_even(const struct bm_build *b, unsigned kind)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    for (unsigned i = 0; i < p->terms; i++) {
        const struct bm_term *const t = &b->d->term[p->first_term + i];
        if (t->initial || t->start_zone || t->path_zone)
            return false;
    }
    return true;
}

/* Whether a term goes the same ways for both sides. */
static bool is_mirrored(const struct bm_build *b, const struct bm_term *t)
{
    const unsigned legs = t->bent ? 2 : 1;
    const struct bm_vector *const list = &b->d->vector[t->first];
    for (unsigned i = 0; i < t->count; i++) {
        bool found = t->universal;
        for (unsigned k = 0; k < t->count && !found; k++) {
            found = true;
            for (unsigned leg = 0; leg < legs; leg++) {
                const struct bm_vector v = bm_vector_flip(b->d, list[i * legs + leg]);
                found &= memcmp(v.d, list[k * legs + leg].d, sizeof v.d) == 0;
            }
        }
        if (!found)
            return false;
    }
    return true;
}

/* The second side's mover where it is the first side's, as those of neutral pieces are; false
 * if it is not. */
static bool share_mover(struct bm_build *b, unsigned kind)
{
    const struct bm_desc_piece *const p = &b->d->piece[kind];
    struct bm_man *const man = (struct bm_man *)(b->mem + b->g->man);
    const uint64_t bit = (uint64_t)1 << kind;
    if (!p->neutral && !bm_build_is_even(b, kind))
        return false;
    for (unsigned i = 0; i < p->terms && !p->neutral; i++)
        if (!is_mirrored(b, &b->d->term[p->first_term + i]))
            return false;
    for (uint32_t i = 0; i < b->lines; i++) {
        b->line[i].takes[1] |= b->line[i].takes[0] & bit;
        b->line[i].runs[1] |= b->line[i].runs[0] & bit;
    }
    man[b->d->kinds + kind].move = man[kind].move;
    man[b->d->kinds + kind].initial = initial_of(b, !p->neutral, kind);
    return true;
}

static void build_mover(struct bm_build *b, unsigned side, unsigned kind)
{
    if (side == 1 && share_mover(b, kind))
        return;

    const struct bm_desc_piece *const p = &b->d->piece[kind];
    struct bm_ways *const w = b->ways;
    memset(w->quiet, 0, sizeof w->quiet);
    memset(w->take, 0, sizeof w->take);
    memset(w->ep, 0, sizeof w->ep);
    w->rays = 0;
    w->initial = initial_of(b, side, kind);
    for (unsigned i = 0; i < p->terms && !b->failed; i++)
        add_term(b, &b->d->term[p->first_term + i], side, kind);
    if (b->failed)
        return;
    drop_prefixes(b);

    struct bm_man *const man =
        (struct bm_man *)(b->mem + b->g->man) + side * b->d->kinds + kind;
    struct bm_mover m = {.quiet = leap_table(b, w->quiet),
                         .take = leap_table(b, w->take),
                         .ep = leap_table(b, w->ep)};
    write_rays(b, &m, side, kind);
    write_odd(b, &m, side, kind);
    if (b->failed)
        return;
    m.plain = m.quiet == m.take;
    for (uint32_t i = 0; i < w->rays; i++)
        m.plain &= w->ray[i].way == (BM_WAY_MOVE | BM_WAY_TAKE);
    man->move = m;
    man->initial = w->initial;
    if (m.ep || m.odd_ep)
        b->g->ep_kinds |= (uint64_t)1 << kind;
}

void bm_build_movers(struct bm_build *b)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < b->d->kinds && !b->failed; kind++)
            build_mover(b, side, kind);
    if (b->failed || b->odds == 0)
        return;
    b->g->odd_list = bm_build_room(b, b->odds * sizeof *b->odd, 64);
    if (b->g->odd_list)
        memcpy(b->mem + b->g->odd_list, b->odd, b->odds * sizeof *b->odd);
}
