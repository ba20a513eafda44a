/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_RECORDS_CHECK_RECORDS_H
#define BM_CLI_RECORDS_CHECK_RECORDS_H

/* Replays the games of files by any number of threads; what it says does not depend on them. */

#include "banmen/record.h"

struct bm_record_check {
    char **names;
    unsigned count;
    unsigned jobs;                /* 1: the calling thread does it all */
    enum bm_format from;          /* BM_FORMAT_AUTO: find out */
    const struct bm_rules *rules; /* of records that name none; NULL: by the format */
    enum bm_lang lang;            /* of the reports */
    bool progress;                /* a bar on stderr */
    /* Called in the order of the files for each defect, by the calling thread. */
    void (*defect)(const struct bm_record_check *c, const char *name,
                   const struct bm_report *report);
    bool json;

    /* Answers. */
    uint64_t games, positions, errors;
};

/* 0; EXIT_NO with defects; EXIT_USAGE if a file could not be read, which is said on stderr;
 * EXIT_INTERRUPTED after Ctrl-C, with the answers so far. */
int bm_record_check_run(struct bm_record_check *c);

#endif
