/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include "io/files/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool say_output_error(const char *name, int error)
{
    fprintf(stderr, "banmen: %s: %s\n", name, strerror(error));
    return false;
}

/* A pipe or a device is written straight, and cannot be replaced. */
static bool is_special(const char *name)
{
    struct stat st;
    return stat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* The rights that the new file shall have: those of the old one, or the usual ones. */
static mode_t file_rights(const char *name)
{
    struct stat st;
    if (stat(name, &st) == 0)
        return st.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool open_temporary(struct bm_output_file *o)
{
    const size_t len = strlen(o->name);
    o->temporary = malloc(len + sizeof ".XXXXXX");
    if (!o->temporary)
        return say_output_error(o->name, ENOMEM);
    memcpy(o->temporary, o->name, len);
    memcpy(o->temporary + len, ".XXXXXX", sizeof ".XXXXXX");
    const int fd = mkstemp(o->temporary);
    if (fd < 0) {
        const int error = errno;
        free(o->temporary);
        o->temporary = NULL;
        return say_output_error(o->name, error);
    }
    if (fchmod(fd, file_rights(o->name)) == 0)
        o->file = fdopen(fd, "wb");
    if (o->file)
        return true;
    const int error = errno;
    close(fd);
    unlink(o->temporary);
    free(o->temporary);
    o->temporary = NULL;
    return say_output_error(o->name, error);
}

bool bm_output_file_open(struct bm_output_file *o, const char *name)
{
    struct stat st;
    *o = (struct bm_output_file){.file = NULL};
    if (!name) {
        o->file = stdout;
        return true;
    }
    if (is_special(name)) {
        o->file = fopen(name, "wb");
        return o->file || say_output_error(name, errno);
    }
    if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        return say_output_error(name, EISDIR);
    /* A link stays a link: what it points to is replaced. */
    o->made = realpath(name, NULL);
    o->name = o->made ? o->made : name;
    if (open_temporary(o))
        return true;
    free(o->made);
    return false;
}

static bool replace_file(struct bm_output_file *o, bool keep)
{
    const bool flushed =
        fflush(o->file) == 0 && !ferror(o->file) && (!keep || fsync(fileno(o->file)) == 0);
    int error = errno;
    const bool closed = fclose(o->file) == 0;
    bool ok = !keep || (flushed && closed);
    if (flushed && !closed)
        error = errno;
    if (keep && ok && rename(o->temporary, o->name) != 0) {
        ok = false;
        error = errno;
    }
    if (!keep || !ok)
        unlink(o->temporary);
    return ok || say_output_error(o->name, error);
}

bool bm_output_file_close(struct bm_output_file *o, bool keep)
{
    bool ok = true;
    if (o->temporary)
        ok = replace_file(o, keep);
    else if (o->file != stdout)
        ok = fclose(o->file) == 0 || say_output_error("cannot write", errno);
    free(o->temporary);
    free(o->made);
    return ok;
}
