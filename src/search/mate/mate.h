/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_MATE_MATE_H
#define BM_SEARCH_MATE_MATE_H

/* Data of the mate solver. Its search is a template, compiled once for each kernel
 * (mate/dfpn_tmpl.c); the types here are the same for all of them. */

#include "banmen/mate.h"
#include "rules/ctx.h"

/*
 * Numbers of plies. A mate "within n" is also one within n + 1; none within n, none within n -
 * 1. So two numbers say all that is proved of a position.
 */
enum {
    PLIES_FREE = 0xfffe, /* a search without a limit of plies */
    PLIES_EVER = 0xffff  /* mate: none was proved; none: there never is one */
};

enum { PROOF_INFINITE = 1 << 30 };

/* Proof and disproof number of a position, and what is proved. */
struct bm_proof {
    uint32_t pn, dn;     /* proof number, disproof number */
    uint16_t mate, none; /* a mate within so many plies is proved, its absence is proved */
};

/* A move and the proof of the position after it. */
struct bm_mate_child {
    bm_move move;
    struct bm_proof proof;
};

/* An entry of the transposition table. */
struct bm_mate_entry {
    uint64_t key;
    struct bm_proof proof;
    uint16_t plies; /* the limit that pn and dn refer to */
    uint8_t age;    /* of the solution; 0: empty */
    uint8_t work;   /* about log2 of the nodes spent on it */
};
enum { MATE_CLUSTER = 4, BM_MATE_SEEN = 1 << 18 };

struct bm_mate_impl;

struct bm_mate {
    const struct bm_rules *rules; /* held */
    const struct bm_mate_impl *impl;
    struct bm_mate_entry *table;
    uint64_t mask; /* clusters, less one */
    unsigned age;

    unsigned attacker;
    bool checks;         /* only checks are tried */
    bool mates_only;     /* only checkmate wins, so that the last move is a check */
    uint8_t stuck[2];    /* enum bm_verdict on a side without moves: [not in check, in check] */
    bool stuck_wins;     /* a side without moves can win */
    unsigned step;       /* plies by which mates can differ */
    uint64_t salt;       /* of keys: who mates, and by which moves */
    const bm_move *only; /* at the root */
    size_t only_count;

    const struct bm_mate_hooks *hooks;
    int64_t began, time;
    uint64_t nodes, max_nodes, budget; /* made; the limit of all, and of this part */
    unsigned looks;
    bool aborted; /* this search has ended */
    bool over;    /* all searches have ended */

    struct bm_mate_child *children; /* of all plies, one behind the other */
    size_t used, room;
    size_t roots;   /* children of the last search's root, which come first */
    bm_move *moves; /* of one position */
    unsigned char *undos;
    uint64_t *path; /* keys */
    uint64_t *seen; /* keys, hashed: BM_MATE_SEEN */
    size_t seen_count;
    bm_move line[BM_MATE_PLIES];
    union bm_any_pos pos;
};

/* The solver template for one kernel and instruction set. */
struct bm_mate_impl {
    /* Search for a mate within so many plies. The children of the root stay in s->children. */
    void (*search)(struct bm_mate *s, unsigned plies, struct bm_proof *out);
    /* Whether there is provably no mate of any length; uses what is in the table. */
    bool (*proves_no_mate)(struct bm_mate *s);
};

/* Probe; without an entry pn and dn are 0. */
void bm_mate_tt_probe(const struct bm_mate *s, uint64_t key, unsigned plies,
                      struct bm_proof *out);
void bm_mate_tt_store(struct bm_mate *s, uint64_t key, unsigned plies, uint64_t work,
                      const struct bm_proof *proof);
/* Poll the limits; true: the search ends. */
bool bm_mate_over(struct bm_mate *s);

#endif
