/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_JSON_JSON_TREE_H
#define BM_RECORD_JSON_JSON_TREE_H

/*
 * What the formats in JSON share. A game is an object; a line of moves is an array of objects,
 * the elements; and the alternatives to an element are lines in an array of its own, under one
 * key. Keys may come in any order: the text is first passed over to its end, and where each
 * array of alternatives ends is kept, so that no text is passed over for every level it lies
 * in.
 */

#include "base/json.h"
#include "record/format.h"

enum { BM_JTREE_KEYS = 8 };

struct bm_jtree {
    struct bm_reading *r;
    const char *forks;       /* the key of alternatives */
    const char *const *keys; /* of an element, ended by NULL; at most BM_JTREE_KEYS */
    /* Add what an element says at r->at: values[i] is where the value of keys[i] stands. */
    void (*element)(struct bm_jtree *t, const char *const *values, const char *at);
    bool flag;          /* for the format */
    struct bm_buf text; /* for the format, which also clears it */

    const char *end;  /* where the text of the game ends */
    const char *stop; /* where it stops to be JSON, or `end` */
    char *nest;
    size_t nest_cap;
    unsigned limit;
    struct bm_jump *jumps;
    size_t jump_count, jump_cap;
    struct bm_jframe *frames;
    size_t frame_count, frame_cap;
};

/*
 * Read one game: find its text and where the values of `keys` (at most BM_JTREE_KEYS) stand in
 * it, and let `game` read them. What is wrong with the text was reported by then, and what
 * stands before that can be read.
 */
enum bm_reading_step bm_jtree_game(struct bm_jtree *t, const char *const *keys,
                                   void (*game)(struct bm_jtree *t, const char *const *values));
/* Read the line of moves at `at`, and all lines in it; r->at is where it begins. */
void bm_jtree_read(struct bm_jtree *t, const char *at);
/* Read the value at `at`. */
struct bm_jscan bm_jtree_scan(const struct bm_jtree *t, const char *at);
/* Where the values of some keys stand in the object at `at`; false if it is none. */
bool bm_jtree_object(struct bm_jtree *t, const char *at, const char *const *keys,
                     const char **values);
/* The whole number at `at`; false if there is none. at may be NULL. */
bool bm_jtree_int(const struct bm_jtree *t, const char *at, int64_t *out);
/* The string at `at`, valid until t->text changes; false if there is none. at may be NULL. */
bool bm_jtree_text(struct bm_jtree *t, const char *at, struct bm_text *out);

/*
 * Write the line that goes on from the root, and close its array, which the caller has opened;
 * `comma`: it has an element already. `head` writes what an element says, without its braces
 * and never nothing; if it returns false, this line is not written any further.
 */
void bm_jtree_write(struct bm_writing *w, const char *forks, bool comma,
                    bool (*head)(struct bm_writing *w, bm_node n));

#endif
