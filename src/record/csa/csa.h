/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_CSA_CSA_H
#define BM_RECORD_CSA_CSA_H

#include <stdint.h>

/*
 * Floodgate's comment "'** 30 -3334FU ...": what the engine thinks, for the first side, and the
 * moves that it expects. The number is kept as an evaluation; with more behind it, the line is
 * kept as a comment too, and is then all that is written.
 */
enum bm_csa_eval { BM_CSA_EVAL_NONE, BM_CSA_EVAL_ALONE, BM_CSA_EVAL_BEGINS };

/* Whether a line of a comment is one; the "'*" before it is not part of the text. */
enum bm_csa_eval bm_csa_eval(const char *s, const char *end, int64_t *value);

#endif
