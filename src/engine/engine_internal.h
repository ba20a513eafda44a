/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_ENGINE_INTERNAL_H
#define BM_ENGINE_ENGINE_INTERNAL_H

/*
 * An engine inside: engine.c is its life, engine_go.c what it is told, engine_talk.c what it
 * says, engine_options.c what can be set.
 */

#include "engine/engine.h"
#include "io/child.h"

/* What is being waited for; each has its deadline on the watchdog. */
enum phase {
    PHASE_GONE,      /* no process */
    PHASE_HANDSHAKE, /* uciok, usiok */
    PHASE_READY,     /* readyok */
    PHASE_IDLE,      /* nothing */
    PHASE_SEARCH,    /* bestmove */
    PHASE_STOPPED,   /* bestmove, after stop */
    PHASE_QUIT       /* its end */
};

/* A search that was asked for. */
struct engine_search {
    uint64_t id; /* 0: none */
    struct bm_ctx *ctx;
    struct bm_buf text[2]; /* "position ...", "go ..." by protocol; one is empty once known */
    bool ponder;           /* until ponderhit */
    bool stop_at_once;     /* it was stopped before it was sent */
    bool hit;              /* so was ponderhit said */
    bool mate;             /* USI: the answer is "checkmate" */
    unsigned multipv;
    int64_t budget;  /* ms that its limits allow; BM_NO_LIMIT: any time */
    int64_t grace;   /* ms beyond that */
    int64_t started; /* when "go" was sent */
};

/* An option that the engine declared: the line, and what it means. */
struct declared {
    char *line;
    struct bm_engine_option option;
};

struct bm_engine {
    struct bm_loop *loop;
    struct bm_engine_spec spec;
    const struct bm_rules *rules;
    struct bm_engine_events events;
    void *user;
    struct bm_child *child;
    struct bm_timer watchdog; /* of the phase */
    struct bm_timer later;    /* what must not happen inside a call */
    struct bm_timer linger;   /* it hung up: its end tells more than that */
    struct bm_timer refusal;  /* of a search that could not even be asked for */
    unsigned timers;          /* that are closing */
    enum phase phase;
    enum bm_proto proto; /* BM_PROTO_COUNT: not known yet */
    enum bm_proto tried; /* asked for in the handshake */
    bool tried_both;
    bool asked_both; /* the same process: it may answer to both */
    bool settled;    /* it was asked once more: only that answer counts */
    bool was_ready;  /* since the start: the user was told */
    bool closed;     /* after quit */
    bool killed;     /* it had to be */
    bool destroyed;
    bool barrier;       /* a search was replaced: part its lines from those of the next */
    bool new_game;      /* to be told before the next search */
    bool fresh;         /* "readyok" came, and no game since: USI needs no second "isready" */
    bool discard;       /* the answer of the current search is dropped */
    bool warned;        /* it was told to stop because it took too long */
    bool options_dirty; /* set while it could not be told */
    unsigned multipv;   /* as it was told; 0: not yet */
    uint64_t asked_at;  /* bm_child_reads() when "isready" or "go" was said */
    char *name, *author;
    struct declared *declared;
    size_t declared_count, declared_cap;
    int64_t since; /* when the phase began */
    int64_t handshake_ms, ready_ms;
    uint64_t last_id;
    struct engine_search now, next;
    const char *over; /* "gameover ..." to be sent, or NULL */
    struct bm_buf out;
    struct bm_buf pressed; /* buttons to be pressed, each name ended by LF */
};

/* engine.c */
/* Send a line; the end of the line is added. */
void bm_engine_say(struct bm_engine *e, const char *text);
void bm_engine_say_buf(struct bm_engine *e); /* what is in e->out, which is emptied */
/* Enter a phase, which ends in the trouble of that phase after `ms`; BM_NO_LIMIT: never. */
void bm_engine_enter(struct bm_engine *e, enum phase phase, int64_t ms);
/* It cannot go on: the process ends, and the user is told. */
void bm_engine_fail(struct bm_engine *e, enum bm_engine_trouble trouble, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));
void bm_engine_notice(struct bm_engine *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* engine_go.c */
/* Ask whether it is ready, and do not go on before it is. */
void bm_engine_ask_ready(struct bm_engine *e);
/* Do what waits: options, a new game, a search. */
void bm_engine_advance(struct bm_engine *e);
void bm_engine_forget_search(struct engine_search *s);
void bm_engine_release_search(struct engine_search *s);

/* engine_talk.c: events of the child. */
void bm_engine_hear(void *user, const char *s, size_t len);

/* engine_options.c */
void bm_engine_forget_options(struct bm_engine *e);
bool bm_engine_declare(struct bm_engine *e, const char *s, size_t len);
/* After the handshake: tell the game and the options of the spec; false after a failure. */
bool bm_engine_tell_options(struct bm_engine *e);
/* Tell how many lines are wanted. */
void bm_engine_tell_multipv(struct bm_engine *e, unsigned n);

#endif
