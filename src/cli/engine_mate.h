/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ENGINE_MATE_H
#define BM_CLI_ENGINE_MATE_H

/* "go mate": what the thinking thread does when it is asked for a mate. */

#include "cli/engine_think.h"

/* USI: look for a mate, and answer with a line "checkmate". */
void bm_thinker_checkmate(struct bm_thinker *t);

/*
 * UCI: look for a mate in so many moves. True: it was told, and *out is the answer. False:
 * there is none, and *instead are limits under which a move may be found.
 */
bool bm_thinker_mate(struct bm_thinker *t, struct bm_search_result *out,
                     struct bm_think *instead);

#endif
