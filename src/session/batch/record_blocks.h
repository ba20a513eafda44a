/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_BATCH_RECORD_BLOCKS_H
#define BM_SESSION_BATCH_RECORD_BLOCKS_H

/*
 * Files as a row of blocks that can be read apart from each other, in order. A file is cut
 * where a game ends, if its format and encoding let one find that place in the bytes; otherwise
 * it is one block, of which the text here is only the beginning. Where files are cut makes no
 * difference to what is read; for a single reader they are not, as finding the places takes
 * time.
 */

#include "banmen/record.h"

struct bm_record_block {
    const char *name; /* of the file */
    char *text;
    size_t len, cap;
    int fd; /* what follows the text is to be read here; -1: nothing follows */
    enum bm_format format;
    enum bm_encoding encoding;
    uint64_t first_line; /* lines of the file before the text */
    bool last;           /* the file ends with this block */
    int trouble;         /* errno, if the file could not be read; 0: it could */
};

struct bm_record_blocks {
    char **names;
    unsigned count, next; /* files, and how many were opened */
    enum bm_format from;  /* what all files are in; BM_FORMAT_AUTO: find out */
    int fd;               /* of the file that is being cut; -1: none is */
    enum bm_format format;
    enum bm_encoding encoding;
    bool whole;    /* nothing is to be cut */
    bool cuts;     /* it can be cut */
    uint64_t line; /* lines given out */
    char *rest;    /* bytes behind the last cut */
    size_t rest_len, rest_cap;
};

void bm_record_blocks_init(struct bm_record_blocks *b, char **names, unsigned count,
                           enum bm_format from);
void bm_record_blocks_fini(struct bm_record_blocks *b);

/*
 * The next block; false when there are none. The memory of *out is used again; the caller
 * closes out->fd and, in the end, frees out->text.
 */
bool bm_record_blocks_next(struct bm_record_blocks *b, struct bm_record_block *out);

#endif
