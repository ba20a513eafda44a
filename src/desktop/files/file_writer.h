/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_FILE_WRITER_H
#define BM_DESKTOP_FILES_FILE_WRITER_H

/*
 * Somebody who writes files while the window goes on, since a disk may take its time. Of each
 * file the newest text wins; one that was not begun yet is never written.
 */

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct bm_file_write;

struct bm_file_writer {
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    bool running;
    void (*failed)(void *user); /* called by the thread after an error; may be NULL */
    void *user;
    /* Under the lock: */
    bool ending, busy;
    struct bm_file_write *first; /* in the order in which they will be done */
    int error;                   /* of the last that failed; 0: none since it was asked for */
    unsigned long done;          /* so many were done */
};

/* Without a thread everything is written at once, by the caller. */
void bm_file_writer_start(struct bm_file_writer *k, void (*failed)(void *user), void *user);
/* All is done, then the thread ends. */
void bm_file_writer_stop(struct bm_file_writer *k);
/* Write a file as a whole; text NULL: it is removed. The text is copied. */
void bm_file_writer_put(struct bm_file_writer *k, const char *path, const char *text,
                        size_t len);
/* Wait until all is done. */
void bm_file_writer_flush(struct bm_file_writer *k);
/* The error (errno) of a file that could not be written, once; 0: none. */
int bm_file_writer_take_error(struct bm_file_writer *k);

#endif
