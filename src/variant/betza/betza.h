/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_BETZA_BETZA_H
#define BM_VARIANT_BETZA_BETZA_H

/* The steps behind the atoms and directions of Betza-N. */

#include "variant/desc.h"

enum { BM_STEPS = 384 /* of (1,2,3,4): 24 orders, 16 signs */, BM_AIMS = 16 };

struct bm_steps {
    unsigned count;
    struct bm_vector v[BM_STEPS];
};

/* Directions as written, in pairs; a single letter is its own double. None: all. */
struct bm_aims {
    unsigned count;
    char pair[BM_AIMS][2];
};

/* Add a leap's steps: every order and sign of the sizes, which are zero beyond the axes. */
void bm_steps_leap(struct bm_steps *s, const struct bm_desc *d, const uint8_t sizes[4]);

/* Add the steps of K and Q: to every neighbour. */
void bm_steps_king(struct bm_steps *s, const struct bm_desc *d);

/* Whether the board is one where XBetza's pairs of directions have their own meaning. */
bool bm_is_flat(const struct bm_desc *d);

/*
 * Keep the steps that go in one of the directions. `split`: the atom is a straight leap, of
 * which a pair names two directions, not one between them (fsW).
 */
void bm_steps_aim(struct bm_steps *s, const struct bm_desc *d, const struct bm_aims *aims,
                  bool split);

/* Whether a bent move that began with `first` may go on by `second`: outward. */
bool bm_is_outward(const struct bm_desc *d, const struct bm_steps *seconds,
                   struct bm_vector first, struct bm_vector second);

/*
 * The parts of a lame leap: single steps that add up to it, straight ones first. Returns how
 * many; at most 255.
 */
unsigned bm_lame_parts(const struct bm_desc *d, struct bm_vector v, struct bm_vector out[256]);

/* The same step as the other side makes it. */
struct bm_vector bm_vector_flip(const struct bm_desc *d, struct bm_vector v);

#endif
