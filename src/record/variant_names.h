/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_VARIANT_NAMES_H
#define BM_RECORD_VARIANT_NAMES_H

/* Games by the names that records give them. */

#include "record/reader.h"

/*
 * The rules that a name stands for, in any of its usual spellings ("Three-check", "King of the
 * Hill", "Capablanca Chess"), or NULL. If it is the name of `usual`, that is meant. What had to
 * be opened stays open as long as the reader.
 */
const struct bm_rules *bm_reader_variant(struct bm_reader *reader, const struct bm_rules *usual,
                                         struct bm_text name);

/* Let go of what was opened. */
void bm_reader_close_variants(struct bm_reader *reader);

/* Whether moves and records are those of shogi itself. */
bool bm_is_shogi(const struct bm_rules *rules);

#endif
