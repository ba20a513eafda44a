/* SPDX-License-Identifier: MIT */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/store_internal.h"
#include <string.h>

bool bm_store_is_writable(const struct bm_store *s) { return s->told_turns % 2 == 0; }

static void drop_put(struct bm_put *p)
{
    if (p->spare)
        p->used = false;
    else
        free(p);
}

/* A commit may have hundreds of puts, and what follows of each takes some microseconds. */
static const uint64_t SLICE_NS = 1000000;

/* Tell what has come back: all of it, or as much as fits into a slice of the loop's time; the
 * rest in its next turn. */
static void tell_results(struct bm_store *s, bool all)
{
    const uint64_t began = uv_hrtime();
    uv_mutex_lock(&s->lock);
    bm_put_list_move(&s->telling, &s->out);
    const unsigned turns = s->turns;
    uv_mutex_unlock(&s->lock);

    while (s->told_turns != turns) {
        s->told_turns++;
        if (s->changed)
            s->changed(s->changed_user, bm_store_is_writable(s));
    }
    while (s->telling.first) {
        struct bm_put *const p = bm_put_list_take(&s->telling);
        bm_store_done *const done = p->done;
        void *const user = p->user;
        const enum bm_store_status status = p->status;
        drop_put(p);
        s->waiting--;
        if (done)
            done(user, status);
        if (!all && s->telling.first && uv_hrtime() - began >= SLICE_NS) {
            uv_async_send(&s->async);
            break;
        }
    }
}

static void come_back(uv_async_t *async) { tell_results(async->data, false); }

static void free_store(uv_handle_t *async)
{
    struct bm_store *const s = async->data;
    bm_buf_free(&s->text);
    free(s);
}

/* Each thing that was begun is ended, in reverse. */
enum begun { NOTHING, LOCK, WAKE, READY, ASYNC, THREAD };

static void end_threads(struct bm_store *s, enum begun begun)
{
    bm_store_disconnect(s);
    if (begun >= READY)
        uv_cond_destroy(&s->ready);
    if (begun >= WAKE)
        uv_cond_destroy(&s->wake);
    if (begun >= LOCK)
        uv_mutex_destroy(&s->lock);
    if (begun >= ASYNC)
        uv_close((uv_handle_t *)&s->async, free_store);
    else
        free(s);
}

static enum begun begin_threads(struct bm_store *s)
{
    if (uv_mutex_init(&s->lock))
        return NOTHING;
    if (uv_cond_init(&s->wake))
        return LOCK;
    if (uv_cond_init(&s->ready))
        return WAKE;
    if (uv_async_init(&s->loop->uv, &s->async, come_back))
        return READY;
    s->async.data = s;
    return uv_thread_create(&s->thread, bm_store_write, s) ? ASYNC : THREAD;
}

bm_status bm_store_open(struct bm_store **out, struct bm_loop *loop,
                        const struct bm_store_options *options, char *why, size_t cap)
{
    struct bm_store *const s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why, cap, "%s: no memory", options->path);
        return BM_ENOMEM;
    }
    s->loop = loop;
    s->options = *options;
    bm_put_list_init(&s->in);
    bm_put_list_init(&s->out);
    bm_put_list_init(&s->telling);
    for (size_t i = 0; i < BM_STORE_SPARES; i++)
        s->spares[i] = (struct bm_put){.spare = true};
    if (!bm_store_connect(s, why, cap)) {
        end_threads(s, NOTHING);
        return BM_EINVAL;
    }
    const enum begun begun = begin_threads(s);
    if (begun != THREAD) {
        snprintf(why, cap, "%s: no thread for it can be had", options->path);
        end_threads(s, begun);
        return BM_ENOMEM;
    }
    *out = s;
    return BM_OK;
}

void bm_store_close(struct bm_store *s)
{
    if (!s)
        return;
    /* A callback may put more. */
    while (s->waiting != 0) {
        uv_mutex_lock(&s->lock);
        while (!s->out.first && !s->telling.first)
            uv_cond_wait(&s->ready, &s->lock);
        uv_mutex_unlock(&s->lock);
        tell_results(s, true);
    }
    uv_mutex_lock(&s->lock);
    s->stop = true;
    uv_cond_signal(&s->wake);
    uv_mutex_unlock(&s->lock);
    uv_thread_join(&s->thread);
    end_threads(s, THREAD);
}

void bm_store_trouble(struct bm_store *s, char *why, size_t cap)
{
    uv_mutex_lock(&s->lock);
    const int error = s->error, system = s->error_errno;
    uv_mutex_unlock(&s->lock);
    (void)snprintf(why, cap, "%s%s%s", error ? sqlite3_errstr(error) : "",
                   error && system ? ": " : "", error && system ? strerror(system) : "");
}

void bm_store_watch(struct bm_store *s, void (*changed)(void *user, bool writable), void *user)
{
    s->changed = changed;
    s->changed_user = user;
}

/* One of those that are kept for saying that there is no memory. */
static struct bm_put *find_spare(struct bm_store *s)
{
    for (size_t i = 0; i < BM_STORE_SPARES; i++)
        if (!s->spares[i].used)
            return &s->spares[i];
    return NULL;
}

void bm_store_put(struct bm_store *s, const struct bm_change *changes, size_t count,
                  bm_store_done *done, void *user)
{
    struct bm_put *p = bm_put_make(changes, count);
    if (!p) {
        p = find_spare(s);
        if (!p) {
            if (done)
                done(user, BM_STORE_FAILED);
            return;
        }
        p->used = true;
        p->status = BM_STORE_FAILED;
    }
    p->done = done;
    p->user = user;
    s->puts++;
    s->waiting++;
    uv_mutex_lock(&s->lock);
    bm_put_list_add(&s->in, p);
    uv_cond_signal(&s->wake);
    uv_mutex_unlock(&s->lock);
}

void bm_store_counts(const struct bm_store *s, struct bm_store_counts *out)
{
    struct bm_store *const unlocked = (struct bm_store *)s;
    uv_mutex_lock(&unlocked->lock);
    *out = s->counts;
    uv_mutex_unlock(&unlocked->lock);
    out->puts = s->puts;
    out->waiting = s->waiting;
}
