/* SPDX-License-Identifier: MIT */
#ifndef BM_MATCH_TAGS_H
#define BM_MATCH_TAGS_H

/* What the tags of a record tell of a match: who plays, and at what time control. */

#include "banmen/match.h"
#include "base/str.h"

/* Set a tag, or remove it if there is nothing to say. */
bm_status bm_tags_put(struct bm_game *game, const char *name, const char *value);

/* Tag of the name of a side ("White"; in shogi "Sente"), and of its type ("WhiteType"). */
bm_status bm_tags_put_seat(struct bm_game *game, unsigned side, const struct bm_seat *seat);
/* The same as far as the tags tell it; a seat that has a name keeps it. */
void bm_tags_seat(const struct bm_game *game, unsigned side, struct bm_seat *seat);

/* The time control as records have it: PGN's form, and CSA's in shogi where it can hold it. */
void bm_tags_put_times(const struct bm_times *times, bool shogi, struct bm_str *out);
/* Read it in any of the forms that records have. */
bool bm_tags_times(struct bm_times *out, struct bm_text text, bool shogi);

/* Whether a text begins with a word. */
bool bm_tags_begins(struct bm_text text, const char *word);
/* The number that a text ends in, from `at` on; -1 if it is none. */
int64_t bm_tags_number(struct bm_text text, size_t at);

#endif
