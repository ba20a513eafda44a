/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_VARIANT_STORE_H
#define BM_SERVER_VARIANT_STORE_H

/*
 * The games that can be played here: those of the library, by name, and those that people have
 * uploaded, by name and digest ("hop@5f0c..."). What was uploaded never changes: another text
 * is another version, and a game that began with one ends with it.
 */

#include "banmen/variant.h"
#include "server/app/server.h"

struct bm_variant_store;
struct bm_api_request;

bm_status bm_variant_store_create(struct bm_variant_store **out, struct bm_server *s);
void bm_variant_store_destroy(struct bm_variant_store *variants);
/* The rules of a game, held for the caller, who releases them; NULL: there is no such game, or
 * no memory. Those that were asked for lately are kept; others are compiled here and now, which
 * may take long: requests call bm_variant_store_prepare() first. */
const struct bm_rules *bm_variant_store_rules(struct bm_variant_store *variants,
                                              const char *name);
/* Have the rules of a game compiled beside the loop if they are not kept. Then, or at once,
 * then(c): bm_variant_store_rules() is fast there. If too much waits, the call is answered
 * instead. */
void bm_variant_store_prepare(struct bm_api_request *req, const char *name,
                              void (*then)(struct bm_api_request *req));
/* The same in steps. NULL: they are kept, or take no time. */
struct bm_compile;
struct bm_compile *bm_compile_begin(struct bm_variant_store *variants, const char *name);
void bm_compile_work(struct bm_compile *c); /* in any thread */
/* What came of it, until bm_compile_end(); NULL: nothing. */
const struct bm_rules *bm_compile_rules(const struct bm_compile *c);
/* On the loop: keep the rules. False: there was no memory for them. */
bool bm_compile_end(struct bm_variant_store *variants, struct bm_compile *c);
/* A variant is gone from the store: it is not kept any more. */
void bm_variant_store_forget(struct bm_variant_store *variants, const char *name);
/* Answer that there is no game of the name that was asked for. */
void bm_api_reply_no_variant(struct bm_api_request *req);

#endif
