/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_STORE_STORING_H
#define BM_TESTS_STORE_STORING_H

/* What the tests of the store have in common: a loop, a file in a folder of its own, and puts
 * that are waited for. */

#include <unistd.h>

#include "store/store.h"
#include "tap.h"

static inline void storing_copy(char *out, size_t cap, const char *text)
{
    memset(out, 0, cap);
    memcpy(out, text, strlen(text) < cap ? strlen(text) : cap - 1);
}

#define SET_TEXT(member, text) storing_copy(member, sizeof(member), text)

/* A new folder for files; the caller removes it. */
static inline void storing_folder(char *out, size_t cap)
{
    const char *const tmp = getenv("TMPDIR");
    snprintf(out, cap, "%s/banmen-store-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(out))
        tap_bail("no folder for files");
}

/* Remove what a store leaves in a folder, and the folder. */
static inline void storing_clear(const char *folder, const char *name)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".lock"};
    char path[512];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s/%s%s", folder, name, ends[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

static inline struct bm_store *storing_open(struct bm_loop *loop,
                                            const struct bm_store_options *options)
{
    struct bm_store *s = NULL;
    char why[512] = "";
    if (bm_store_open(&s, loop, options, why, sizeof why) != BM_OK)
        tap_bail(why);
    return s;
}

/* Close it, and let go of its memory. */
static inline void storing_close(struct bm_store *s, struct bm_loop *loop)
{
    bm_store_close(s);
    (void)uv_run(&loop->uv, UV_RUN_NOWAIT);
}

/* Put, and run the loop until it is done. */
struct storing_wait {
    bool done;
    enum bm_store_status status;
};

static inline void storing_done(void *user, enum bm_store_status status)
{
    struct storing_wait *const w = user;
    w->done = true;
    w->status = status;
}

static inline enum bm_store_status storing_put(struct bm_store *s, struct bm_loop *loop,
                                               const struct bm_change *changes, size_t count)
{
    struct storing_wait w = {0};
    bm_store_put(s, changes, count, storing_done, &w);
    while (!w.done)
        (void)bm_loop_step(loop);
    return w.status;
}

static inline struct bm_game_row storing_game(const char *id)
{
    struct bm_game_row row = {.created = 1, .changed = 1, .listed = true};
    SET_TEXT(row.id, id);
    SET_TEXT(row.variant, "shogi");
    row.head = "{}";
    row.head_len = 2;
    return row;
}

static inline struct bm_event_row storing_event(const char *game, uint64_t seq,
                                                const char *body)
{
    struct bm_event_row row = {.seq = seq, .ts = (int64_t)seq * 10, .kind = "move"};
    SET_TEXT(row.game, game);
    row.body = body;
    row.len = strlen(body);
    return row;
}

#endif
