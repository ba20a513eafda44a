/* SPDX-License-Identifier: MIT */
#ifndef BM_TERMINAL_EVAL_REPORT_H
#define BM_TERMINAL_EVAL_REPORT_H

#include "banmen/search.h"
#include "base/buf.h"

/* The evaluation of a position, term by term. BM_ENOMEM is all that can go wrong. */
bm_status bm_eval_report_find(struct bm_eval_trace *out, const struct bm_ctx *ctx);

/* As a table for people; the side to move is `turn`. Every line ends. */
void bm_eval_report_format(struct bm_buf *out, const struct bm_eval_trace *e, unsigned turn,
                           enum bm_lang lang);

#endif
