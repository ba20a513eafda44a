/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_BAD_ENGINE_H
#define BM_TESTS_BAD_ENGINE_H

/*
 * An engine for tests: it plays the first legal move, and misbehaves in the way that its first
 * argument names.
 *
 *     bad_engine MODE [arg=TEXT] [once=FILE] [proto=usi|both]
 *
 * `once`: good if FILE is there; makes it. `proto`: which greeting is understood; UCI is chess
 * here, and USI shogi.
 */

#include <stdbool.h>

#include "protocol/protocol.h"

/* Where something can go wrong. */
enum stage { START, GREETING, READY, POSITION, GO, STOP, QUIT, END_OF_INPUT };

/* One thing that a mode does at a stage; true: this was all, and the usual is not done. */
struct misdeed {
    const char *mode;
    enum stage stage;
    bool (*act)(const char *rest);
};

struct engine {
    const char *mode, *arg;
    enum bm_proto proto;
    struct bm_ctx *ctx;
    bool thinking;
    unsigned lines; /* that it was told to give; 0: one */
};
extern struct engine engine;

/* All that the mode does at a stage. `rest` is what stands behind the command. */
bool misbehave(enum stage stage, const char *rest);
/* The usual answers. */
void say_ok(void);
void say_move(void);
/* A line of the search that tells its position, and a PV that is legal there. */
void say_info(unsigned depth);

#endif
