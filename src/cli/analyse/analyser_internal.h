/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSER_INTERNAL_H
#define BM_CLI_ANALYSE_ANALYSER_INTERNAL_H

/* struct bm_analyser, for the files that implement it. */

#include "cli/analyse/analyser.h"
#include "engine/node_context.h"

enum { BM_ANALYSER_PV = 128 };

/* A line with its own copy of the moves. */
struct kept_line {
    struct bm_analyser_line line;
    bm_move pv[BM_ANALYSER_PV];
};

struct bm_analyser_search;

struct bm_analyser {
    struct bm_loop loop;
    struct bm_timer timer;
    enum bm_lang lang;
    struct bm_engine_spec spec;
    unsigned level; /* 0: an engine */
    bool debug;
    char name[128];
    const struct bm_rules *rules;

    struct bm_engine *engine;
    struct bm_search *search;
    struct bm_analyser_search *job;
    struct bm_ctx *ctx; /* at the analysed position */
    unsigned turn;

    const struct bm_analyser_events *events;
    uint64_t search_id;
    bool ready, done, stopped, closed;
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
void bm_analyser_clear_lines(struct bm_analyser *m);
/* Sort the lines at the end of a search. */
void bm_analyser_sort_lines(struct bm_analyser *m);
/* A line has come. */
void bm_analyser_add_line(struct bm_analyser *m, struct bm_analyser_line *line);

/* Start the built-in search; at its end m->answer and m->done are set. */
bool bm_analyser_start_search(struct bm_analyser *m, const struct bm_think *limits);
/* Release what it needs. */
void bm_analyser_free_search(struct bm_analyser *m);

#endif
