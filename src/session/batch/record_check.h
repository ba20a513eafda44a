/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_RECORD_CHECK_H
#define BM_SESSION_BATCH_RECORD_CHECK_H

/* Replays the games of files by any number of threads; what it says does not depend on them. */

#include "banmen/record.h"

struct bm_record_check {
    char **names;
    unsigned count;
    unsigned jobs;                /* 1: the calling thread does it all */
    enum bm_format from;          /* BM_FORMAT_AUTO: find out */
    const struct bm_rules *rules; /* of records that name none; NULL: by the format */
    enum bm_lang lang;            /* of the reports */
    /* Called in the order of the files for each defect, by the calling thread. */
    void (*defect)(void *user, const char *name, const struct bm_report *report);
    /* A file could not be read, and why; likewise. */
    void (*trouble)(void *user, const char *name, const char *why);
    void (*tick)(void *user, uint64_t bytes); /* from time to time; bytes that were read */
    void *user;

    /* Answers. */
    uint64_t games, positions, errors;
};

enum bm_record_check_status {
    BM_RECORD_CHECK_GOOD,
    BM_RECORD_CHECK_DEFECTS,
    BM_RECORD_CHECK_TROUBLE,     /* a file could not be read */
    BM_RECORD_CHECK_INTERRUPTED, /* by Ctrl-C; the answers are those so far */
    BM_RECORD_CHECK_NO_MEMORY
};

enum bm_record_check_status bm_record_check_run(struct bm_record_check *c);

#endif
