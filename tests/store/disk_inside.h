/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_STORE_DISK_INSIDE_H
#define BM_TESTS_STORE_DISK_INSIDE_H

/* What the disk (disk.c) and its power cuts (disk_cut.c) share. */

#include "disk.h"

struct disk_bytes {
    unsigned char *s;
    size_t size, cap;
    bool exists;
};

enum disk_op_kind {
    DISK_OP_CREATE,
    DISK_OP_WRITE,
    DISK_OP_TRUNCATE,
    DISK_OP_SYNC,
    DISK_OP_FORGET, /* a sync that failed: what it should have written will never be */
    DISK_OP_DELETE,
    DISK_OP_MARK
};

struct disk_op {
    enum disk_op_kind kind;
    unsigned file;
    bool synced;   /* of a deletion */
    uint64_t at;   /* offset, or size, or number of a mark */
    size_t data;   /* where its bytes begin in the log's */
    size_t length; /* of them */
};

struct disk_log {
    struct disk_op *ops;
    size_t count, cap;
    struct disk_bytes data;
};

extern struct disk_log disk_log;

/* The files by number. */
struct disk_bytes *disk_bytes_of(unsigned file);

void disk_bytes_write(struct disk_bytes *b, uint64_t at, const unsigned char *s, size_t n);
void disk_bytes_truncate(struct disk_bytes *b, uint64_t size);
void disk_bytes_copy(struct disk_bytes *to, const struct disk_bytes *from);

#endif
