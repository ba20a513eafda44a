/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

/* The registry on disk. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/registry.h"
#include "record/charset.h"

enum { MAX_FILE = 1 << 24, LOCK_TRIES = 500, LOCK_PAUSE = 20 /* ms */ };

static bm_status fail_file(struct bm_error *err, const char *path, int error)
{
    return error == ENOMEM ? bm_spec_fail(err, BM_ENOMEM, "%s", bm_status_text(BM_ENOMEM))
                           : bm_spec_fail(err, BM_EINVAL, "%.150s: %s", path, strerror(error));
}

/* Three texts joined; NULL if there is no memory. */
static char *join_texts(const char *a, const char *b, const char *c)
{
    struct bm_buf out = {0};
    bm_buf_text(&out, a);
    bm_buf_text(&out, b);
    bm_buf_text(&out, c);
    return bm_buf_take(&out);
}

static const char *environment_value(const char *name)
{
    const char *const value = getenv(name);
    return value && *value != '\0' ? value : NULL;
}

bm_status bm_registry_place(char **out, const char *path, struct bm_error *err)
{
    const char *const chosen = path ? path : environment_value("BANMEN_ENGINES");
    const char *const config = environment_value("XDG_CONFIG_HOME");
    const char *const home = environment_value("HOME");
    char *made;
    if (chosen)
        made = join_texts(chosen, "", "");
    else if (config && *config == '/') /* others are to be ignored, says its specification */
        made = join_texts(config, "/banmen/engines.json", "");
    else if (home)
        made = join_texts(home, "/.config", "/banmen/engines.json");
    else
        return bm_spec_fail(err, BM_EINVAL,
                            "HOME is not set: BANMEN_ENGINES can name the file of engines");
    if (!made)
        return fail_file(err, "", ENOMEM);
    /* A link stays a link: what it points to is read and replaced. */
    struct stat st;
    char *const real =
        lstat(made, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(made, NULL) : NULL;
    *out = real ? real : made;
    if (real)
        free(made);
    return BM_OK;
}

/* Make the folders that a path needs. */
static bm_status make_folders(const char *path, struct bm_error *err)
{
    char *const copy = join_texts(path, "", "");
    bm_status status = copy ? BM_OK : fail_file(err, path, ENOMEM);
    for (char *s = copy; !status && (s = strchr(s + 1, '/')) != NULL; *s = '/') {
        *s = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST && errno != EISDIR) {
            struct stat st;
            const int error = errno;
            if (stat(copy, &st) != 0)
                status = fail_file(err, copy, error);
        }
    }
    free(copy);
    return status;
}

/* Only a file can be read to its end and replaced; a device that is looked at is an empty one,
 * so that /dev/null stands for no engines. */
static bm_status check_kind(const char *path, bool change, bool *empty, struct bm_error *err)
{
    struct stat st;
    *empty = false;
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
        return BM_OK; /* reading tells what else is wrong */
    *empty = S_ISCHR(st.st_mode) && !change;
    return *empty ? BM_OK : bm_spec_fail(err, BM_EINVAL, "%.150s is no file", path);
}

/* Wait for the lock on the file, for a limited time. */
static bm_status take_lock(struct bm_registry *r, struct bm_error *err)
{
    char *const name = join_texts(r->path, ".lock", "");
    if (!name)
        return fail_file(err, r->path, ENOMEM);
    bm_status status = BM_OK;
    r->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (r->lock < 0)
        status = fail_file(err, name, errno);
    for (unsigned i = 0; !status && flock(r->lock, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            status = fail_file(err, name, errno);
        else if (i >= LOCK_TRIES)
            status = bm_spec_fail(err, BM_EINVAL,
                                  "%.150s: another program is changing it, and does not end",
                                  r->path);
        else
            nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE * 1000000L}, NULL);
    }
    free(name);
    return status;
}

/* All of a file; one that is not there is empty. 0, or an errno. */
static int read_whole_file(const char *path, struct bm_buf *out)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    int error = 0;
    for (;;) {
        char *const to = bm_buf_room(out, 65536);
        const ssize_t n = to ? read(fd, to, 65536) : -1;
        if (n <= 0) {
            error = n == 0 ? 0 : !to ? ENOMEM : errno;
            if (error == EINTR)
                continue;
            break;
        }
        out->len += (size_t)n;
        if (out->len > MAX_FILE) {
            error = EFBIG;
            break;
        }
    }
    close(fd);
    return error;
}

static bm_status read_file(struct bm_registry *r, struct bm_error *err)
{
    struct bm_buf text = {0};
    struct bm_error why;
    const int error = read_whole_file(r->path, &text);
    bm_status status = error ? fail_file(err, r->path, error) : BM_OK;
    if (!status)
        status = bm_registry_parse(r, text.s ? text.s : "", text.len, &why);
    bm_buf_free(&text);
    if (status && !error) {
        /* The end of a path tells more than its beginning. */
        const size_t len = strlen(r->path), shown = len > 100 ? 97 : len;
        (void)bm_spec_fail(err, status, "%s%s:%u:%u: %s", shown < len ? "..." : "",
                           r->path + len - shown, why.line, why.column, why.what);
        if (err) {
            err->line = why.line;
            err->column = why.column;
        }
    }
    return status;
}

bm_status bm_registry_open(struct bm_registry *r, const char *path, bool change,
                           struct bm_error *err)
{
    *r = (struct bm_registry){.lock = -1};
    bool empty = false;
    bm_status status = bm_registry_place(&r->path, path, err);
    if (!status)
        status = check_kind(r->path, change, &empty, err);
    if (!status && change)
        status = make_folders(r->path, err);
    if (!status && change)
        status = take_lock(r, err);
    if (!status && !empty)
        status = read_file(r, err);
    if (status)
        bm_registry_close(r);
    return status;
}

void bm_registry_close(struct bm_registry *r)
{
    for (size_t i = 0; i < r->count; i++)
        bm_spec_fini(&r->engines[i]);
    free(r->engines);
    free(r->more);
    free(r->path);
    if (r->lock >= 0)
        close(r->lock);
    *r = (struct bm_registry){.lock = -1};
}

/* JSON is UTF-8; file names need not be. */
static const char *not_utf8(const struct bm_engine_spec *spec)
{
    const char *const single[] = {spec->name, spec->command, spec->dir};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        if (single[i] && !bm_charset_is_utf8(single[i], strlen(single[i])))
            return "its name, command or folder";
    }
    for (size_t i = 0; i < spec->args_count; i++) {
        if (!bm_charset_is_utf8(spec->args[i], strlen(spec->args[i])))
            return "an argument";
    }
    for (size_t i = 0; i < spec->variants_count; i++) {
        if (!bm_charset_is_utf8(spec->variants[i], strlen(spec->variants[i])))
            return "a variant";
    }
    for (size_t i = 0; i < spec->options_count; i++) {
        const struct bm_spec_option o = spec->options[i];
        if (!bm_charset_is_utf8(o.name, strlen(o.name)) ||
            !bm_charset_is_utf8(o.value, strlen(o.value)))
            return "an option";
    }
    return NULL;
}

/* Write all and see it on the disk. 0, or an errno. */
static int write_down(int fd, const char *s, size_t len)
{
    while (len) {
        const ssize_t n = write(fd, s, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        s += n;
        len -= (size_t)n;
    }
    return fsync(fd) == 0 ? 0 : errno;
}

/* The new name of a file is on the disk when its folder is. */
static void settle_folder(const char *path)
{
    char *const folder = join_texts(path, "", "");
    char *const slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        slash[slash == folder] = '\0';
    const int fd = folder ? open(slash ? folder : ".", O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(folder);
}

/* 0, or an errno; the file is as it was then. */
static int replace_file(const char *path, const char *s, size_t len)
{
    char *const temporary = join_texts(path, ".XXXXXX", "");
    const int fd = temporary ? mkstemp(temporary) : -1;
    int error = fd >= 0 ? 0 : temporary ? errno : ENOMEM;
    struct stat old;
    if (fd >= 0) {
        /* The permissions of an existing file are kept; a new one is readable by the user
         * only, because the programs that it names will be run. */
        if (stat(path, &old) == 0 && fchmod(fd, old.st_mode & 07777) != 0)
            error = errno;
        if (!error)
            error = write_down(fd, s, len);
        if (close(fd) != 0 && !error)
            error = errno;
        if (!error && rename(temporary, path) != 0)
            error = errno;
        if (error)
            unlink(temporary);
        else
            settle_folder(path);
    }
    free(temporary);
    return error;
}

bm_status bm_registry_save(struct bm_registry *r, struct bm_error *err)
{
    struct bm_buf text = {0};
    if (r->lock < 0)
        return bm_spec_fail(err, BM_EINVAL, "the registry was opened for looking only");
    for (size_t i = 0; i < r->count; i++) {
        const char *const what = not_utf8(&r->engines[i]);
        if (what)
            return bm_spec_fail(err, BM_EINVAL,
                                "%s is not UTF-8, and the file of engines can hold nothing "
                                "else: a link with another name helps",
                                what);
    }
    bm_registry_format(r, &text);
    const int error = text.failed ? ENOMEM : replace_file(r->path, text.s, text.len);
    bm_buf_free(&text);
    return error ? fail_file(err, r->path, error) : BM_OK;
}
