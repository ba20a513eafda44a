/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FILES_OUTPUT_FILE_H
#define BM_IO_FILES_OUTPUT_FILE_H

/*
 * Where records are written to: standard output, or a file that is replaced when all is
 * written, so that a failure on the way leaves the old one as it was.
 */

#include <stdbool.h>
#include <stdio.h>

struct bm_output_file {
    FILE *file;
    const char *name; /* of the file to replace, with its links followed; NULL: none */
    char *made;       /* name in memory of our own */
    char *temporary;  /* what is written meanwhile */
};

/* name NULL: standard output. False after an error message. */
bool bm_output_file_open(struct bm_output_file *o, const char *name);

/* End it: `keep` what was written or leave all as it was. False after an error message. */
bool bm_output_file_close(struct bm_output_file *o, bool keep);

#endif
