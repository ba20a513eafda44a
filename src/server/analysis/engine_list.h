/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ENGINE_LIST_H
#define BM_SERVER_ENGINE_LIST_H

/*
 * The server's list of engines. Clients name them; commands, paths and options are those of
 * the list alone. Few processes run at a time: each has a place, taken before it is started
 * and freed after its end.
 */

#include "engine/engine_spec.h"
#include "io/fair.h"
#include "server/app/server.h"

struct bm_rules;

/* Reads the list of the options, and starts each engine once, one after the other, to learn
 * which games it plays. On error err->what has the message. */
bm_status bm_engines_create(struct bm_engines **out, struct bm_server *s, struct bm_error *err);
/* After all places are freed. */
void bm_engines_destroy(struct bm_engines *e);

/* By name, without case; NULL: there is none. The list may be NULL in these. */
/* The name of an engine by its index; NULL behind the last. */
const char *bm_engines_name(const struct bm_engines *e, size_t at);
const struct bm_engine_spec *bm_engines_find(const struct bm_engines *e, const char *name);
/* Whether it plays a game, as far as is known. */
bool bm_engines_plays(const struct bm_engines *e, const struct bm_engine_spec *spec,
                      const struct bm_rules *rules);

/* The places for processes, in a queue that is fair by address; an address has at most one.
 * A ticket that leaves the queue frees its place. */
struct bm_fair *bm_engines_places(const struct bm_engines *e);
/* Take a place without waiting; false: there is none for this address. */
bool bm_engines_take(struct bm_engines *e, struct bm_ticket *t, const char *address);
/* How many are taken, and how many wait. */
unsigned bm_engines_count(const struct bm_engines *e);
unsigned bm_engines_waiting(const struct bm_engines *e);

#endif
