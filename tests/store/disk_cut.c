/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "disk.h"
#include "disk_inside.h"
#include "tap.h"

/* What is certainly on disk, and what was done since it was. */
static struct {
    struct disk_bytes files[DISK_FILES];
    size_t at; /* so much of the log has been looked at */
    uint64_t told;
    size_t *waiting; /* numbers of operations */
    size_t count, cap;
} sure;

void disk_cut_again(void)
{
    for (size_t i = 0; i < DISK_FILES; i++)
        free(sure.files[i].s);
    free(sure.waiting);
    memset(&sure, 0, sizeof sure);
}

static void apply(struct disk_bytes *b, const struct disk_op *o)
{
    switch (o->kind) {
    case DISK_OP_CREATE:
        b->exists = true;
        b->size = 0;
        break;
    case DISK_OP_WRITE: disk_bytes_write(b, o->at, disk_log.data.s + o->data, o->length); break;
    case DISK_OP_TRUNCATE: disk_bytes_truncate(b, o->at); break;
    case DISK_OP_DELETE:
        b->exists = false;
        b->size = 0;
        break;
    case DISK_OP_SYNC:
    case DISK_OP_FORGET:
    case DISK_OP_MARK: break;
    }
}

/* What waits of a file is on disk now, or never will be. */
static void settle(unsigned file, bool is_kept)
{
    size_t left = 0;
    for (size_t i = 0; i < sure.count; i++) {
        const struct disk_op *const o = &disk_log.ops[sure.waiting[i]];
        if (o->file != file)
            sure.waiting[left++] = sure.waiting[i];
        else if (is_kept || o->kind == DISK_OP_CREATE || o->kind == DISK_OP_DELETE)
            apply(&sure.files[file], o);
    }
    sure.count = left;
}

static void advance(void)
{
    const struct disk_op *const o = &disk_log.ops[sure.at];
    if (o->kind == DISK_OP_MARK) {
        sure.told++;
    } else if (o->kind == DISK_OP_SYNC || o->kind == DISK_OP_FORGET) {
        settle(o->file, o->kind == DISK_OP_SYNC);
    } else {
        if (sure.count == sure.cap) {
            sure.cap = sure.cap != 0 ? 2 * sure.cap : 256;
            sure.waiting = realloc(sure.waiting, sure.cap * sizeof *sure.waiting);
            if (!sure.waiting)
                tap_bail("no memory");
        }
        sure.waiting[sure.count++] = sure.at;
        if (o->kind == DISK_OP_DELETE && o->synced)
            settle(o->file, true);
    }
    sure.at++;
}

/* Some sectors of a write. */
static void tear(struct disk_bytes *b, const struct disk_op *o, uint64_t *random)
{
    for (uint64_t from = o->at; from < o->at + o->length;) {
        const uint64_t next = (from / DISK_SECTOR + 1) * DISK_SECTOR;
        const uint64_t end = next < o->at + o->length ? next : o->at + o->length;
        if (bm_random(random) & 1)
            disk_bytes_write(b, from, disk_log.data.s + o->data + (from - o->at),
                             (size_t)(end - from));
        from = end;
    }
}

enum fate { GONE, PARTLY, WHOLE };

/* What becomes of one of those that wait: the n-th. */
static enum fate draw(enum disk_cut how, size_t n, size_t until, uint64_t *random)
{
    const bool heads = bm_random(random) & 1;
    switch (how) {
    case DISK_CUT_KEPT: return WHOLE;
    case DISK_CUT_PREFIX: return n < until ? WHOLE : n == until ? PARTLY : GONE;
    case DISK_CUT_SOME: return heads ? WHOLE : GONE;
    case DISK_CUT_TORN: return PARTLY;
    case DISK_CUT_LOST:
    case DISK_CUTS: break;
    }
    return GONE;
}

static void make(enum disk_cut how, uint64_t seed)
{
    uint64_t random = seed;
    bool is_other[DISK_FILES] = {false};
    const size_t until = bm_random(&random) % (sure.count + 1);
    for (size_t i = 0; i < sure.count; i++) {
        const struct disk_op *const o = &disk_log.ops[sure.waiting[i]];
        struct disk_bytes *const b = disk_bytes_of(o->file);
        enum fate fate = draw(how, i, until, &random);
        if (fate == PARTLY && o->kind != DISK_OP_WRITE)
            fate = bm_random(&random) & 1 ? WHOLE : GONE;
        /* A name that was not made, or not taken away, is not that of what was written after.
         */
        if (fate == GONE && (o->kind == DISK_OP_CREATE || o->kind == DISK_OP_DELETE))
            is_other[o->file] = true;
        if (is_other[o->file] || fate == GONE)
            continue;
        if (fate == WHOLE)
            apply(b, o);
        else
            tear(b, o, &random);
    }
}

void disk_cut_at(size_t at, enum disk_cut how, uint64_t seed, uint64_t *told)
{
    while (sure.at < at && sure.at < disk_log.count)
        advance();
    for (unsigned i = 0; i < DISK_FILES; i++)
        disk_bytes_copy(disk_bytes_of(i), &sure.files[i]);
    make(how, seed);
    *told = sure.told;
}
