/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/store_internal.h"

static int sync_path(const char *path, int flags)
{
    const int fd = open(path, flags | O_CLOEXEC);
    const int failed = fd < 0 || fsync(fd) != 0;
    const int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return failed;
}

int bm_store_sync_folder(const char *path)
{
    char *const copy = strdup(path);
    const int failed = !copy || sync_path(dirname(copy), O_RDONLY | O_DIRECTORY);
    free(copy);
    return failed;
}

/* All pages in one step: in WAL mode that is one snapshot, and writers go on beside it. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *const backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return sqlite3_errcode(to);
    const int rc = sqlite3_backup_step(backup, -1);
    const int end = sqlite3_backup_finish(backup);
    return rc == SQLITE_DONE ? end : rc;
}

/* The copy under a name of its own, for the owner's eyes only. */
static bool copy_to_part(sqlite3 *from, const char *part, const char **error)
{
    sqlite3 *db = NULL;
    (void)unlink(part);
    const int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        *error = strerror(errno);
        return false;
    }
    close(fd);
    int rc = sqlite3_open_v2(part, &db, SQLITE_OPEN_READWRITE, NULL);
    if (rc == SQLITE_OK)
        rc = copy_pages(from, db);
    /* One file: no log beside it. */
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(db);
    if (rc != SQLITE_OK)
        *error = sqlite3_errstr(rc);
    else if (sync_path(part, O_RDWR))
        *error = strerror(errno);
    return !*error;
}

bool bm_store_copy(sqlite3 *from, const char *to, char *why, size_t cap)
{
    const char *error = NULL;
    const size_t size = strlen(to) + sizeof ".part";
    char *const part = malloc(size);
    if (!part) {
        snprintf(why, cap, "%s: no memory", to);
        return false;
    }
    snprintf(part, size, "%s.part", to);
    if (copy_to_part(from, part, &error) && (rename(part, to) || bm_store_sync_folder(to)))
        error = strerror(errno);
    if (error) {
        (void)unlink(part);
        snprintf(why, cap, "%s: the copy cannot be written: %s", to, error);
    }
    free(part);
    return !error;
}
