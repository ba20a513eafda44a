/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ENGINE_LIST_H
#define BM_SERVER_ENGINE_LIST_H

/*
 * The engines that whoever runs the server has listed for people to choose. People name them;
 * commands, paths and options are those of the list alone. Few processes run at a time: each
 * has a place, taken before it is started and given back after its end.
 */

#include "engine/engine_spec.h"
#include "io/fair.h"
#include "server/app/server.h"

struct bm_rules;

/* Reads the list of the options, and asks each engine which games it plays, one after the
 * other. Anything but BM_OK: err->what says what is wrong. */
bm_status bm_engines_create(struct bm_engines **out, struct bm_server *s, struct bm_error *err);
/* After those who have places are gone. */
void bm_engines_destroy(struct bm_engines *e);

/* By name, without case; NULL: there is none. The list may be NULL in these. */
/* The name of the engine at a place of the list; NULL behind the last. */
const char *bm_engines_name(const struct bm_engines *e, size_t at);
const struct bm_engine_spec *bm_engines_find(const struct bm_engines *e, const char *name);
/* Whether it plays a game, as far as is known. */
bool bm_engines_plays(const struct bm_engines *e, const struct bm_engine_spec *spec,
                      const struct bm_rules *rules);

/* The places for processes, in a queue that is fair by address; one address has at most one of
 * them. Who leaves the queue gives the place back. */
struct bm_fair *bm_engines_places(const struct bm_engines *e);
/* A place at once, without waiting; false: there is none for this address. */
bool bm_engines_take(struct bm_engines *e, struct bm_ticket *t, const char *address);
/* How many are taken, and how many wait. */
unsigned bm_engines_count(const struct bm_engines *e);
unsigned bm_engines_waiting(const struct bm_engines *e);

#endif
