/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_VARIANT_STORE_H
#define BM_SERVER_VARIANT_STORE_H

/*
 * The variants of the server: those of the library, by name, and uploaded ones, by name and
 * digest ("hop@5f0c..."). An uploaded version never changes: another text is another version,
 * and a game keeps the version that it began with.
 */

#include "banmen/variant.h"
#include "server/app/server.h"

struct bm_variant_store;
struct bm_api_request;

bm_status bm_variant_store_create(struct bm_variant_store **out, struct bm_server *s);
void bm_variant_store_destroy(struct bm_variant_store *variants);
/* The rules of a variant, held for the caller, who releases them; NULL: unknown, or no
 * memory. Recently used rules are cached; others are compiled at once, which may take long:
 * requests call bm_variant_store_prepare() first. */
const struct bm_rules *bm_variant_store_rules(struct bm_variant_store *variants,
                                              const char *name);
/* Compile the rules of a variant in a worker if they are not cached; then, or at once, call
 * then(req), where bm_variant_store_rules() is fast. If the queue is full, the request is
 * answered instead. */
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
/* A variant was deleted from the store: remove it from the cache. */
void bm_variant_store_forget(struct bm_variant_store *variants, const char *name);
/* Answer that there is no variant of the requested name. */
void bm_api_reply_no_variant(struct bm_api_request *req);

#endif
