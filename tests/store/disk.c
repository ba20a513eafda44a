/* SPDX-License-Identifier: MIT */
#include "disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "disk_inside.h"
#include "tap.h"

enum { LOCKS = SQLITE_SHM_NLOCK, REGIONS = 64 };

struct handle;

struct file {
    char name[64];
    struct disk_bytes bytes;
    struct handle *handles;
    volatile void *regions[REGIONS]; /* memory that connections share */
};

struct handle {
    sqlite3_file base;
    struct file *file;
    struct handle *next;
    struct disk_bytes own; /* of a file without a name, which nobody else sees */
    int level;
    unsigned shared, exclusive; /* locks on shared memory, as sets of bits */
};

/* SQLite calls from two threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file files[DISK_FILES];
static bool recording, failing, has_failed;
static enum disk_fault fault;
static uint64_t fail_at, operations;
struct disk_log disk_log;

struct disk_bytes *disk_bytes_of(unsigned file) { return &files[file].bytes; }

/* ---- Bytes ---- */

static void *must(void *mem)
{
    if (!mem)
        tap_bail("no memory");
    return mem;
}

static void reserve(struct disk_bytes *b, size_t size)
{
    if (size > b->cap) {
        b->cap = size > 2 * b->cap ? size : 2 * b->cap;
        b->s = must(realloc(b->s, b->cap));
    }
}

void disk_bytes_write(struct disk_bytes *b, uint64_t at, const unsigned char *s, size_t n)
{
    reserve(b, (size_t)at + n);
    if (at > b->size)
        memset(b->s + b->size, 0, (size_t)at - b->size);
    if (n != 0)
        memcpy(b->s + at, s, n);
    if (at + n > b->size)
        b->size = (size_t)at + n;
}

void disk_bytes_truncate(struct disk_bytes *b, uint64_t size)
{
    if (size < b->size)
        b->size = (size_t)size;
}

void disk_bytes_copy(struct disk_bytes *to, const struct disk_bytes *from)
{
    to->size = 0;
    to->exists = from->exists;
    disk_bytes_write(to, 0, from->s, from->size);
}

/* ---- What is written down ---- */

static void record(enum disk_op_kind kind, const struct file *f, uint64_t at,
                   const unsigned char *s, size_t n)
{
    struct disk_log *const l = &disk_log;
    if (!recording || (f && *f->name == '\0'))
        return;
    if (l->count == l->cap) {
        l->cap = l->cap != 0 ? 2 * l->cap : 1024;
        l->ops = must(realloc(l->ops, l->cap * sizeof *l->ops));
    }
    l->ops[l->count++] = (struct disk_op){.kind = kind,
                                          .file = f ? (unsigned)(f - files) : 0,
                                          .at = at,
                                          .data = l->data.size,
                                          .length = n};
    disk_bytes_write(&l->data, l->data.size, s, n);
}

void disk_record(bool on)
{
    pthread_mutex_lock(&lock);
    recording = on;
    pthread_mutex_unlock(&lock);
}

void disk_mark(uint64_t number)
{
    pthread_mutex_lock(&lock);
    record(DISK_OP_MARK, NULL, number, NULL, 0);
    pthread_mutex_unlock(&lock);
}

size_t disk_length(void)
{
    pthread_mutex_lock(&lock);
    const size_t n = disk_log.count;
    pthread_mutex_unlock(&lock);
    return n;
}

/* ---- Faults ---- */

void disk_fail(enum disk_fault which, uint64_t at)
{
    pthread_mutex_lock(&lock);
    fault = which;
    fail_at = at;
    operations = 0;
    has_failed = false;
    failing = true;
    pthread_mutex_unlock(&lock);
}

void disk_heal(void)
{
    pthread_mutex_lock(&lock);
    failing = false;
    pthread_mutex_unlock(&lock);
}

uint64_t disk_operations(void)
{
    pthread_mutex_lock(&lock);
    const uint64_t n = operations;
    pthread_mutex_unlock(&lock);
    return n;
}

bool disk_has_failed(void)
{
    pthread_mutex_lock(&lock);
    const bool has = has_failed;
    pthread_mutex_unlock(&lock);
    return has;
}

/* Whether an operation fails; it is counted. */
static bool fails(bool writes)
{
    operations++;
    const bool now = failing && operations >= fail_at && (fault != DISK_FULL || writes);
    has_failed = has_failed || now;
    if (now && fault == DISK_ONCE)
        failing = false;
    return now;
}

/* ---- An open file ---- */

static struct handle *of(sqlite3_file *f) { return (struct handle *)f; }
static struct disk_bytes *bytes(struct handle *h)
{
    return h->file ? &h->file->bytes : &h->own;
}

static void free_regions(struct file *f)
{
    for (size_t i = 0; i < REGIONS; i++) {
        free((void *)f->regions[i]);
        f->regions[i] = NULL;
    }
}

static int close_file(sqlite3_file *f)
{
    struct handle *const h = of(f);
    pthread_mutex_lock(&lock);
    if (h->file) {
        struct handle **at = &h->file->handles;
        while (*at != h)
            at = &(*at)->next;
        *at = h->next;
        if (!h->file->handles)
            free_regions(h->file);
    }
    pthread_mutex_unlock(&lock);
    free(h->own.s);
    return SQLITE_OK;
}

static int read_file(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    const struct disk_bytes *const b = bytes(of(f));
    if (fails(false)) {
        rc = SQLITE_IOERR_READ;
    } else {
        const size_t want = (size_t)n, from = (size_t)at;
        const size_t have = from >= b->size ? 0 : b->size - from < want ? b->size - from : want;
        if (have != 0)
            memcpy(out, b->s + from, have);
        memset((char *)out + have, 0, want - have);
        if (have < want)
            rc = SQLITE_IOERR_SHORT_READ;
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

static int write_file(sqlite3_file *f, const void *s, int n, sqlite3_int64 at)
{
    struct handle *const h = of(f);
    size_t size = (size_t)n;
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (fails(true)) {
        rc = fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        size /= 2;
    }
    disk_bytes_write(bytes(h), (uint64_t)at, s, size);
    if (h->file)
        record(DISK_OP_WRITE, h->file, (uint64_t)at, s, size);
    pthread_mutex_unlock(&lock);
    return rc;
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size)
{
    struct handle *const h = of(f);
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (fails(false)) {
        rc = SQLITE_IOERR_TRUNCATE;
    } else {
        disk_bytes_truncate(bytes(h), (uint64_t)size);
        if (h->file)
            record(DISK_OP_TRUNCATE, h->file, (uint64_t)size, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

static int sync_file(sqlite3_file *f, int flags)
{
    struct handle *const h = of(f);
    (void)flags;
    pthread_mutex_lock(&lock);
    const bool failed = fails(false);
    if (h->file)
        record(failed ? DISK_OP_FORGET : DISK_OP_SYNC, h->file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int size_of_file(sqlite3_file *f, sqlite3_int64 *out)
{
    pthread_mutex_lock(&lock);
    *out = (sqlite3_int64)bytes(of(f))->size;
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

/* The highest level that another has. */
static int others(const struct handle *h)
{
    int level = SQLITE_LOCK_NONE;
    for (const struct handle *o = h->file->handles; o; o = o->next)
        if (o != h && o->level > level)
            level = o->level;
    return level;
}

static int lock_file(sqlite3_file *f, int level)
{
    struct handle *const h = of(f);
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    const int other = h->file ? others(h) : SQLITE_LOCK_NONE;
    if ((level == SQLITE_LOCK_SHARED && other >= SQLITE_LOCK_PENDING) ||
        (level == SQLITE_LOCK_RESERVED && other >= SQLITE_LOCK_RESERVED) ||
        (level == SQLITE_LOCK_EXCLUSIVE && other >= SQLITE_LOCK_SHARED))
        rc = SQLITE_BUSY;
    else if (level > h->level)
        h->level = level;
    pthread_mutex_unlock(&lock);
    return rc;
}

static int unlock_file(sqlite3_file *f, int level)
{
    pthread_mutex_lock(&lock);
    of(f)->level = level;
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *f, int *out)
{
    struct handle *const h = of(f);
    pthread_mutex_lock(&lock);
    *out = h->level >= SQLITE_LOCK_RESERVED || (h->file && others(h) >= SQLITE_LOCK_RESERVED);
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int control(sqlite3_file *f, int what, void *arg)
{
    (void)f;
    (void)what;
    (void)arg;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *f)
{
    (void)f;
    return DISK_SECTOR;
}

/* As the usual one has it on Linux: a sector that is written in part is not damaged besides. */
static int traits(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* ---- Memory that connections share: it is not on disk ---- */

static int map_region(sqlite3_file *f, int region, int size, int extend, void volatile **out)
{
    struct file *const file = of(f)->file;
    *out = NULL;
    if (region >= REGIONS)
        return SQLITE_IOERR_SHMMAP;
    pthread_mutex_lock(&lock);
    if (!file->regions[region] && extend)
        file->regions[region] = must(calloc(1, (size_t)size));
    *out = file->regions[region];
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int lock_region(sqlite3_file *f, int from, int count, int flags)
{
    struct handle *const h = of(f);
    const unsigned mask = ((1u << count) - 1) << from;
    int rc = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (flags & SQLITE_SHM_UNLOCK) {
        h->shared &= ~mask;
        h->exclusive &= ~mask;
    } else {
        for (const struct handle *o = h->file->handles; o; o = o->next)
            if (o != h && ((o->exclusive & mask) ||
                           ((flags & SQLITE_SHM_EXCLUSIVE) && (o->shared & mask))))
                rc = SQLITE_BUSY;
        if (rc == SQLITE_OK)
            *(flags & SQLITE_SHM_EXCLUSIVE ? &h->exclusive : &h->shared) |= mask;
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

static void barrier(sqlite3_file *f)
{
    (void)f;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

/* They go with the last who has the file open. */
static int unmap_regions(sqlite3_file *f, int delete)
{
    struct handle *const h = of(f);
    (void)delete;
    pthread_mutex_lock(&lock);
    h->shared = h->exclusive = 0;
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = traits,
    .xShmMap = map_region,
    .xShmLock = lock_region,
    .xShmBarrier = barrier,
    .xShmUnmap = unmap_regions,
};

/* ---- The disk ---- */

static struct file *find(const char *name)
{
    struct file *unused = NULL;
    for (size_t i = 0; i < DISK_FILES; i++) {
        if (!strcmp(files[i].name, name))
            return &files[i];
        if (!unused && *files[i].name == '\0')
            unused = &files[i];
    }
    if (!unused || strlen(name) >= sizeof unused->name)
        tap_bail("no room for another file");
    memcpy(unused->name, name, strlen(name) + 1);
    return unused;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags,
                     int *out_flags)
{
    struct handle *const h = of(f);
    int rc = SQLITE_OK;
    (void)vfs;
    memset(h, 0, sizeof *h);
    pthread_mutex_lock(&lock);
    if (name) {
        struct file *const file = find(name);
        if (!file->bytes.exists && !(flags & SQLITE_OPEN_CREATE)) {
            rc = SQLITE_CANTOPEN;
        } else {
            if (!file->bytes.exists) {
                file->bytes.exists = true;
                file->bytes.size = 0;
                record(DISK_OP_CREATE, file, 0, NULL, 0);
            }
            h->file = file;
            h->next = file->handles;
            file->handles = h;
        }
    }
    if (rc == SQLITE_OK)
        h->base.pMethods = &methods;
    pthread_mutex_unlock(&lock);
    if (out_flags)
        *out_flags = flags;
    return rc;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int synced)
{
    int rc = SQLITE_OK;
    (void)vfs;
    pthread_mutex_lock(&lock);
    struct file *const f = find(name);
    if (fails(false)) {
        rc = SQLITE_IOERR_DELETE;
    } else if (!f->bytes.exists) {
        rc = SQLITE_IOERR_DELETE_NOENT;
    } else {
        f->bytes.exists = false;
        f->bytes.size = 0;
        record(DISK_OP_DELETE, f, 0, NULL, 0);
        if (recording)
            disk_log.ops[disk_log.count - 1].synced = synced != 0;
    }
    pthread_mutex_unlock(&lock);
    return rc;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    pthread_mutex_lock(&lock);
    const struct disk_bytes *const b = &find(name)->bytes;
    /* A journal that is empty is none: as the usual one has it. */
    *out = b->exists && (flags != SQLITE_ACCESS_EXISTS || b->size != 0);
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int cap, char *out)
{
    (void)vfs;
    sqlite3_snprintf(cap, out, "%s", name);
    return SQLITE_OK;
}

void disk_init(void)
{
    static sqlite3_vfs disk;
    sqlite3_vfs *const usual = sqlite3_vfs_find(NULL);
    if (!usual)
        tap_bail("SQLite has no file system");
    /* Time, sleep and random numbers are the usual ones. */
    disk = *usual;
    disk.zName = DISK_VFS;
    disk.szOsFile = sizeof(struct handle);
    disk.xOpen = open_file;
    disk.xDelete = delete_file;
    disk.xAccess = access_file;
    disk.xFullPathname = full_name;
    if (sqlite3_vfs_register(&disk, 0) != SQLITE_OK)
        tap_bail("SQLite does not take our disk");
}

void disk_clear(void)
{
    disk_cut_again();
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < DISK_FILES; i++) {
        free(files[i].bytes.s);
        free_regions(&files[i]);
    }
    memset(files, 0, sizeof files);
    free(disk_log.ops);
    free(disk_log.data.s);
    disk_log = (struct disk_log){0};
    recording = failing = has_failed = false;
    operations = 0;
    pthread_mutex_unlock(&lock);
}
