/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_ANALYSER_INTERNAL_H
#define BM_CLI_ANALYSE_ANALYSER_INTERNAL_H

/* The inside of struct bm_mind, for its files. */

#include "cli/analyse/analyser.h"
#include "engine/node_context.h"

enum { BM_MIND_PV = 128 };

/* A line in memory of our own. */
struct kept {
    struct bm_mind_line line;
    bm_move pv[BM_MIND_PV];
};

struct bm_mind_job;

struct bm_mind {
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
    struct bm_mind_job *job;
    struct bm_ctx *ctx; /* at the position that was asked about */
    unsigned turn;

    const struct bm_mind_events *events;
    uint64_t search_id;
    bool ready, done, stopped, closed;
    bool told_lines; /* that it shows one line only */
    enum bm_engine_trouble trouble;
    char detail[512];

    struct kept *kept; /* by number */
    size_t kept_cap;
    struct bm_mind_line **order; /* by worth */
    size_t order_cap;
    unsigned wanted, count;
    struct bm_engine_answer answer;
};

/* A search begins: nothing is known. */
void bm_mind_forget(struct bm_mind *m);
/* It has ended: put the lines in order. */
void bm_mind_settle(struct bm_mind *m);
/* A line has come. */
void bm_mind_take(struct bm_mind *m, struct bm_mind_line *line);

/* The built-in search at work: begin; at its end m->answer and m->done are set. */
bool bm_mind_begin_job(struct bm_mind *m, const struct bm_think *limits);
/* Release what it needs. */
void bm_mind_drop_job(struct bm_mind *m);

#endif
