/* SPDX-License-Identifier: MIT */
#include "desktop/files/file_writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "desktop/files/prefs.h"

struct bm_file_write {
    struct bm_file_write *next;
    char *text; /* NULL: remove the file */
    size_t len;
    char path[];
};

static void free_write(struct bm_file_write *e)
{
    if (e)
        free(e->text);
    free(e);
}

/* 0, or errno. */
static int run_write(const struct bm_file_write *e)
{
    const bool fine = e->text ? bm_file_replace(e->path, e->text, e->len)
                              : unlink(e->path) == 0 || errno == ENOENT;
    return fine ? 0 : errno;
}

static void writer_thread(void *arg)
{
    struct bm_file_writer *const k = arg;
    uv_mutex_lock(&k->lock);
    while (k->first || !k->ending) {
        struct bm_file_write *const e = k->first;
        if (!e) {
            uv_cond_wait(&k->changed, &k->lock);
            continue;
        }
        k->first = e->next;
        k->busy = true;
        uv_mutex_unlock(&k->lock);
        const int error = run_write(e);
        free_write(e);
        uv_mutex_lock(&k->lock);
        k->busy = false;
        k->done++;
        k->error = error ? error : k->error;
        uv_cond_broadcast(&k->changed);
        if (error && k->failed)
            k->failed(k->user);
    }
    uv_mutex_unlock(&k->lock);
}

void bm_file_writer_start(struct bm_file_writer *k, void (*failed)(void *user), void *user)
{
    /* Writing needs little: no megabytes of stack for it. */
    const uv_thread_options_t how = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                     .stack_size = 256 << 10};
    *k = (struct bm_file_writer){.failed = failed, .user = user};
    if (uv_mutex_init(&k->lock))
        return;
    if (uv_cond_init(&k->changed)) {
        uv_mutex_destroy(&k->lock);
        return;
    }
    k->running = uv_thread_create_ex(&k->thread, &how, writer_thread, k) == 0;
    if (k->running)
        return;
    uv_cond_destroy(&k->changed);
    uv_mutex_destroy(&k->lock);
}

void bm_file_writer_stop(struct bm_file_writer *k)
{
    if (!k->running)
        return;
    uv_mutex_lock(&k->lock);
    k->ending = true;
    uv_cond_broadcast(&k->changed);
    uv_mutex_unlock(&k->lock);
    uv_thread_join(&k->thread);
    uv_cond_destroy(&k->changed);
    uv_mutex_destroy(&k->lock);
    k->running = false;
}

static struct bm_file_write *create_write(const char *path, const char *text, size_t len)
{
    const size_t size = strlen(path) + 1;
    struct bm_file_write *const e = calloc(1, sizeof *e + size);
    if (!e)
        return NULL;
    memcpy(e->path, path, size);
    e->len = len;
    e->text = text ? malloc(len ? len : 1) : NULL;
    if (text && !e->text) {
        free(e);
        return NULL;
    }
    if (text)
        memcpy(e->text, text, len);
    return e;
}

void bm_file_writer_put(struct bm_file_writer *k, const char *path, const char *text,
                        size_t len)
{
    struct bm_file_write *const e = create_write(path, text, len);
    if (!k->running) {
        k->error = e ? run_write(e) : ENOMEM;
        k->done++;
        free_write(e);
        return;
    }
    uv_mutex_lock(&k->lock);
    if (!e) {
        k->error = ENOMEM;
        uv_mutex_unlock(&k->lock);
        return;
    }
    struct bm_file_write **at = &k->first;
    while (*at && strcmp((*at)->path, path) != 0)
        at = &(*at)->next;
    if (*at) { /* replace the queued older text */
        struct bm_file_write *const old = *at;
        *at = old->next;
        free_write(old);
        while (*at)
            at = &(*at)->next;
    }
    *at = e;
    uv_cond_broadcast(&k->changed);
    uv_mutex_unlock(&k->lock);
}

void bm_file_writer_flush(struct bm_file_writer *k)
{
    if (!k->running)
        return;
    uv_mutex_lock(&k->lock);
    while (k->first || k->busy)
        uv_cond_wait(&k->changed, &k->lock);
    uv_mutex_unlock(&k->lock);
}

int bm_file_writer_take_error(struct bm_file_writer *k)
{
    if (k->running)
        uv_mutex_lock(&k->lock);
    const int error = k->error;
    k->error = 0;
    if (k->running)
        uv_mutex_unlock(&k->lock);
    return error;
}
