/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_ANALYSER_INTERNAL_H
#define BM_SESSION_ANALYSER_INTERNAL_H

/* struct bm_analyser, for the files that implement it. */

#include "session/analyser.h"
#include "session/search_job.h"

/* What the search forgets before the next start. */
enum clearing { CLEAR_NOTHING, CLEAR_POSITIONS, CLEAR_GAME };

struct bm_analyser {
    struct bm_loop *loop;
    struct bm_analyser_options options; /* spec and engine are not used: see below */
    struct bm_analyser_events events;
    void *user;
    const struct bm_rules *rules; /* held; NULL: none yet */
    uint64_t generation;
    bool busy, destroyed;

    struct bm_ctx *ctx; /* at the position; NULL: none is set */
    struct bm_think limits;
    bm_move *only; /* the list of the limits */
    size_t only_cap;
    int64_t ceiling;

    /* The built-in search. */
    struct bm_search *search; /* NULL: it is made by the first job */
    struct bm_search_job *job;
    uint64_t job_generation;
    struct bm_ctx *lent;  /* the context that the job has; it may be `ctx`, too */
    struct bm_ctx *spare; /* for the next position */
    enum clearing clearing;
    bool waits;                     /* a start waits until the job has ended, */
    bool stop_waiting, hit_waiting; /* and has been told so meanwhile */
    struct bm_timer failure;        /* tells that there was no memory, from the loop */

    /* An engine. */
    bool external, borrowed;
    struct bm_engine_spec spec;
    struct bm_engine *engine;    /* NULL: not started */
    struct bm_engine_events old; /* of a borrowed engine while we listen */
    void *old_user;
    bool listening;
    uint64_t asked;       /* number of the engine's search */
    struct bm_game *line; /* the position: its start and moves, */
    bm_node node;         /* which end here */
    struct bm_line_queue queue;
    struct bm_timer pause; /* until lines are delivered */
};

/* analyser_engine.c */
bm_status bm_analyser_open_engine(struct bm_analyser *a);
void bm_analyser_close_engine(struct bm_analyser *a);
/* Note the position of a->ctx as a game. */
bm_status bm_analyser_note_line(struct bm_analyser *a, const struct bm_setup *start);
void bm_analyser_ask_engine(struct bm_analyser *a);
/* Drop what was asked. */
void bm_analyser_cancel_engine(struct bm_analyser *a);

#endif
