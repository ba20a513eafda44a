/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_SYNC_ANALYSER_INTERNAL_H
#define BM_SESSION_BATCH_SYNC_ANALYSER_INTERNAL_H

/* struct bm_sync_analyser, for the files that implement it. */

#include "session/analyser.h"
#include "session/batch/sync_analyser.h"

enum { BM_ANALYSER_PV = 128 };

/* A line with its own copy of the moves. */
struct kept_line {
    struct bm_analyser_line line;
    bm_move pv[BM_ANALYSER_PV];
};

struct bm_sync_analyser {
    struct bm_loop loop;
    struct bm_timer timer;
    enum bm_lang lang;
    struct bm_engine_spec spec;
    unsigned level; /* 0: an engine */
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event);
    char name[128];

    struct bm_analyser *analyser; /* NULL: nothing was prepared yet */
    struct bm_engine_reaper reaper;
    unsigned turn; /* at the analysed position */

    const struct bm_sync_analyser_events *events;
    bool ready, done, stopped;
    bool told_lines; /* that it shows one line only */
    enum bm_engine_trouble trouble;
    char detail[512];

    struct kept_line *kept; /* by number */
    size_t kept_cap;
    struct bm_analyser_line **order; /* by worth */
    size_t order_cap;
    unsigned wanted, count;
    struct bm_engine_answer answer;
};

/* Forget the lines of the last search. */
void bm_sync_analyser_clear_lines(struct bm_sync_analyser *m);
/* Sort the lines at the end of a search. */
void bm_sync_analyser_sort_lines(struct bm_sync_analyser *m);
/* A line has come. */
void bm_sync_analyser_add_line(struct bm_sync_analyser *m, struct bm_analyser_line *line);

#endif
