/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_STORE_DISK_H
#define BM_TESTS_STORE_DISK_H

/*
 * A disk in memory, as SQLite sees one (a VFS named "disk"), that fails when it is told to, and
 * whose power can be cut. It writes down what was done to it, in order; what the files would be
 * if the power had failed at any point of that is made from there: what was not synced may be
 * there, or not, or in part.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISK_VFS "disk"

enum { DISK_SECTOR = 512, DISK_FILES = 16 };

/* Register it, once. */
void disk_init(void);
/* No files, nothing written down, no faults. Nothing may be open. */
void disk_clear(void);

/* Whether from now on it is written down what is done. */
void disk_record(bool on);
/* Write down that somebody was told something, as the number says. */
void disk_mark(uint64_t number);
/* How much was written down. */
size_t disk_length(void);

/* ---- Faults ---- */

enum disk_fault {
    DISK_FULL, /* writing fails, half done */
    DISK_BAD,  /* reading, writing, syncing, cutting off and deleting fail */
    DISK_ONCE, /* likewise, but a single time */
    DISK_FAULTS
};

/* Operations are counted from here. From number `at` on (the first is 1) they fail, if they are
 * of a kind that does, until disk_heal(). */
void disk_fail(enum disk_fault fault, uint64_t at);
void disk_heal(void);
/* Operations since disk_fail(). */
uint64_t disk_operations(void);
/* Whether any has failed since then. */
bool disk_has_failed(void);

/* ---- Power cuts ---- */

enum disk_cut {
    DISK_CUT_LOST,   /* nothing that was not synced is there */
    DISK_CUT_KEPT,   /* all of it is */
    DISK_CUT_PREFIX, /* what was written first, up to some point, and half of one more */
    DISK_CUT_SOME,   /* some writes are, in whatever order */
    DISK_CUT_TORN,   /* some sectors are */
    DISK_CUTS
};

/*
 * Let the disk be what it could be if the power had failed when `at` things were written down;
 * `at` must not be less than before. Nothing may be open. What was told by then, in marks, is
 * returned in `told` as the number of marks.
 */
void disk_cut_at(size_t at, enum disk_cut how, uint64_t seed, uint64_t *told);
/* Forget how far cuts had come: they begin anew. */
void disk_cut_again(void);

#endif
