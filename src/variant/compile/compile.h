/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_COMPILE_COMPILE_H
#define BM_VARIANT_COMPILE_COMPILE_H

/* What the parts of the compiler share. */

#include "variant/betza/betza.h"

enum {
    BM_BUILD_RAYS = 2048,        /* different straight rays of a game */
    BM_BUILD_ODD = 1 << 17,      /* struct bm_odd of a game */
    BM_BUILD_CELLS = 1000 * 1000 /* squares of all rays */
};

/* Things stored once. Entries stand in the order of their offsets. */
struct bm_table_pool {
    struct bm_pooled {
        uint64_t hash;
        uint32_t at, bytes;
    } * entry;
    uint32_t *slot; /* 1 + index of an entry, 0: free */
    uint32_t count, slots;
};

/* A straight ray, the same for every kind of slider. */
struct bm_board_line {
    uint32_t table, reverse;
    uint8_t down;
    bool seen;         /* attacks along it are lines: see bm_sight */
    uint64_t takes[2]; /* kinds that take along it, by side */
    uint64_t runs[2];  /* kinds that move along it in any way */
};

/* How a line came about, so that it is made once. */
struct bm_line_key {
    struct bm_vector v;
    uint16_t range;
    uint8_t start_zone, path_zone;
    uint8_t side; /* 2: either */
    uint8_t kind; /* 255: any */
    uint16_t line;
    bool tails; /* on some squares it goes on past what the table holds */
};

/* A mover's ways while they are collected, and its rays. */
struct bm_ways {
    struct bm_cells quiet[BM_MAX_SQUARES], take[BM_MAX_SQUARES], ep[BM_MAX_SQUARES];
    struct bm_cells initial;
    uint32_t rays;
    struct bm_way_ray {
        uint16_t line;
        uint8_t way;
    } ray[BM_BUILD_RAYS];
};

struct bm_build {
    const struct bm_desc *d;
    struct bm_findings *report;
    unsigned char *mem; /* the block … */
    size_t size, used;
    unsigned char *scratch; /* … and what is not kept */
    size_t scratch_size, scratch_used;
    struct bm_compiled *g;
    unsigned squares, words;
    bool failed; /* it does not fit, or an error was told */

    int16_t at[BM_MAX_SQUARES][4]; /* coordinates */
    struct bm_table_pool tables, sets;
    struct bm_board_line *line;
    struct bm_line_key *key;
    uint32_t lines, keys;
    struct bm_odd *odd;
    uint32_t odds;
    uint32_t cells; /* squares of all rays so far */
    struct bm_ways *ways;
};

#define BM_EACH(sq, set, squares)               \
    for (unsigned sq = 0; sq < (squares); sq++) \
        if (bm_cells_has(&(set), sq))

static inline void bm_cells_remove(struct bm_cells *c, unsigned sq)
{
    c->w[sq >> 6] &= ~((uint64_t)1 << (sq & 63));
}
static inline unsigned bm_cells_count(const struct bm_cells *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BM_SET_WORDS; i++) { /* without a call, as plain x86-64 has it */
        uint64_t v = c->w[i];
        v -= v >> 1 & 0x5555555555555555u;
        v = (v & 0x3333333333333333u) + (v >> 2 & 0x3333333333333333u);
        v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        n += (unsigned)(v * 0x0101010101010101u >> 56);
    }
    return n;
}

/* The lowest (or highest) member; BM_MAX_SQUARES if there is none. */
static inline unsigned bm_cells_end(const struct bm_cells *c, bool highest)
{
    for (unsigned n = 0; n < BM_SET_WORDS; n++) {
        const unsigned i = highest ? BM_SET_WORDS - 1 - n : n;
        if (c->w[i])
            return i * 64 + (highest ? 63 - (unsigned)__builtin_clzll(c->w[i])
                                     : (unsigned)__builtin_ctzll(c->w[i]));
    }
    return BM_MAX_SQUARES;
}
/* Take out the lowest (or highest) member. */
static inline unsigned bm_cells_pop(struct bm_cells *c, bool highest)
{
    const unsigned sq = bm_cells_end(c, highest);
    if (sq < BM_MAX_SQUARES)
        bm_cells_remove(c, sq);
    return sq;
}

/* Whether some turn can have more than one move (compile.c). */
bool bm_build_has_long_turns(const struct bm_build *b);

/* ---- compile_store.c ---- */

uint64_t bm_hash_mix(uint64_t h, uint64_t v);
uint64_t bm_hash_bytes(const void *p, size_t n);

/* Room in the block, zeroed; the offset, 0 if there is none left. */
uint32_t bm_build_room(struct bm_build *b, size_t bytes, size_t align);
/* Room that is not kept, not zeroed; NULL if there is none left. */
void *bm_build_scratch(struct bm_build *b, size_t bytes);
/* The offset of a set, of a table (one set per square), of bytes: each stored once. */
uint32_t bm_build_set(struct bm_build *b, const struct bm_cells *c);
uint32_t bm_build_table(struct bm_build *b, const struct bm_cells *rows);
uint32_t bm_build_path(struct bm_build *b, const uint8_t *path, unsigned length);
/* The hash of what stands at an offset. */
uint64_t bm_build_hash(const struct bm_table_pool *pool, uint32_t at);
/* Tell an error of the game as a whole, and give up. */
void bm_build_fail(struct bm_build *b, const char *message, const char *hint);

/* A stored set (none at offset 0); a table's row. */
static inline struct bm_cells bm_build_cells(const struct bm_build *b, uint32_t at)
{
    struct bm_cells c = {0};
    if (!at)
        return c;
    const unsigned char *const from = b->mem + at;
    if (b->words == 1)
        memcpy(c.w, from, 8);
    else if (b->words == 2)
        memcpy(c.w, from, 16);
    else
        memcpy(c.w, from, 32);
    return c;
}
static inline struct bm_cells bm_build_row(const struct bm_build *b, uint32_t table,
                                           unsigned sq)
{
    return bm_build_cells(b, table ? table + (uint32_t)(sq * b->words * sizeof(uint64_t)) : 0);
}

static inline bool bm_build_has(const struct bm_build *b, uint32_t set, unsigned sq)
{
    const uint64_t *const w = (const uint64_t *)(b->mem + set);
    return (w[sq >> 6] >> (sq & 63) & 1) != 0;
}

/* ---- compile_walk.c ---- */

void bm_build_board(struct bm_build *b);
/* The square a step away, or -1. */
int bm_build_step(const struct bm_build *b, unsigned sq, struct bm_vector v);
/* Squares on which a piece may begin a term. */
struct bm_cells bm_build_starts(const struct bm_build *b, const struct bm_term *t,
                                unsigned side);
/*
 * The squares of a ray in their order, from a square to where it ends: off the board, outside
 * the term's zone, before its own start. Returns how many.
 */
unsigned bm_build_walk(const struct bm_build *b, const struct bm_term *t, unsigned side,
                       unsigned from, struct bm_vector v, unsigned range, uint8_t out[256]);

/* ---- the rest ---- */

void bm_build_movers(struct bm_build *b); /* compile_moves.c */
void bm_build_odd(struct bm_build *b, unsigned side, unsigned kind, unsigned from);
uint16_t bm_build_line(struct bm_build *b, const struct bm_term *t, struct bm_vector v,
                       unsigned side, unsigned kind, bool *tails);
unsigned bm_line_head(const struct bm_build *b, unsigned from, const uint8_t *cells, unsigned n,
                      struct bm_vector v);
/* Whether a kind moves the same way from every square: no zones, no initial ones. */
bool bm_build_is_even(const struct bm_build *b, unsigned kind);
void bm_build_attacks(struct bm_build *b); /* compile_attacks.c */
void bm_build_men(struct bm_build *b);     /* compile_men.c */
bool bm_build_is_stuck(const struct bm_build *b, unsigned side, unsigned kind, unsigned sq);
void bm_build_dead(struct bm_build *b);   /* compile_dead.c */
void bm_build_bounds(struct bm_build *b); /* compile_bounds.c */
void bm_build_digest(struct bm_build *b); /* compile_digest.c */
void bm_build_warn(struct bm_build *b);   /* compile_warn.c */

/* The ways of a term that go into tables and rays, and those that are odd. */
unsigned bm_term_plain(const struct bm_term *t);
unsigned bm_term_odd(const struct bm_term *t);

#endif
