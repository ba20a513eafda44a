/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_FILE_WRITER_H
#define BM_DESKTOP_FILES_FILE_WRITER_H

/* Writes files in a background thread, so that a slow disk does not block the window. A newer
 * text for the same path replaces one that is still queued. */

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct bm_file_write;

struct bm_file_writer {
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    bool running;
    void (*failed)(void *user); /* called by the writer thread after an error; may be NULL */
    void *user;
    /* Under the lock: */
    bool ending, busy;
    struct bm_file_write *first; /* queue, oldest first */
    int error; /* errno of the last failure; 0: none since bm_file_writer_take_error() */
    unsigned long done; /* number of finished writes */
};

/* If the thread cannot be created, bm_file_writer_put() writes synchronously. */
void bm_file_writer_start(struct bm_file_writer *k, void (*failed)(void *user), void *user);
/* Finish all queued writes and end the thread. */
void bm_file_writer_stop(struct bm_file_writer *k);
/* Queue the replacement of a file; text NULL: the removal of it. The text is copied. */
void bm_file_writer_put(struct bm_file_writer *k, const char *path, const char *text,
                        size_t len);
/* Wait until the queue is empty. */
void bm_file_writer_flush(struct bm_file_writer *k);
/* Returns and clears the errno of the last failed write; 0: none. */
int bm_file_writer_take_error(struct bm_file_writer *k);

#endif
