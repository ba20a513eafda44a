/* SPDX-License-Identifier: MIT */
#include "io/files/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/files/input.h"

/* " #" and eight digits behind each line. */
enum { SUM = 10 };

uint64_t bm_journal_digest(uint64_t seed, const void *bytes, size_t len)
{
    const unsigned char *const b = bytes;
    uint64_t h = seed ^ UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        h = (h ^ b[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

static bool say_journal_error(const struct bm_journal *j, const char *why)
{
    fprintf(stderr, "banmen: %s: %s\n", j->name ? j->name : "temporary file", why);
    return false;
}

static void format_sum(char out[SUM + 1], const char *line, size_t len)
{
    snprintf(out, SUM + 1, " #%08" PRIx32, (uint32_t)bm_journal_digest(0, line, len));
}

/* Length of a good line without its sum, or SIZE_MAX. */
static size_t good_line(const char *line, size_t len)
{
    char sum[SUM + 1];
    if (len < SUM)
        return SIZE_MAX;
    format_sum(sum, line, len - SUM);
    return memcmp(line + len - SUM, sum, SUM) == 0 ? len - SUM : SIZE_MAX;
}

static bool lock_journal(const struct bm_journal *j)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(j->fd, F_SETLK, &all) == 0)
        return true;
    return say_journal_error(j, errno == EACCES || errno == EAGAIN
                                    ? "another process is using this file"
                                    : strerror(errno));
}

/* Hand the lines over, and cut off the last if it is torn. */
static bool replay_journal(struct bm_journal *j, const struct bm_buf *text, const char *title,
                           bool (*take)(void *user, const char *line, size_t len), void *user)
{
    size_t at = 0;
    for (unsigned number = 1; at < text->len; number++) {
        const char *const line = text->s + at;
        const char *const end = memchr(line, '\n', text->len - at);
        const size_t len = end ? good_line(line, (size_t)(end - line)) : SIZE_MAX;
        const bool last = !end || end + 1 == text->s + text->len;
        if (number == 1 && len != SIZE_MAX &&
            (len != strlen(title) || memcmp(line, title, len) != 0)) {
            return say_journal_error(
                j, "this file was made with another input or with other settings; "
                   "name another file, or remove it to begin anew");
        }
        if (number == 1 && len == SIZE_MAX &&
            (!last || strncmp(line, title, text->len < 7 ? text->len : 7) != 0))
            return say_journal_error(j, "this is no file of ours; name another");
        if (len == SIZE_MAX && last)
            break;
        j->at = at;
        if (len == SIZE_MAX || (number != 1 && !take(user, line, len))) {
            fprintf(stderr, "banmen: %s:%u: this line is damaged; remove it to go on\n",
                    j->name, number);
            return false;
        }
        at = (size_t)(end + 1 - text->s);
    }
    if (at < text->len && ftruncate(j->fd, (off_t)at) != 0)
        return say_journal_error(j, strerror(errno));
    return at != 0 || bm_journal_add(j, title, strlen(title));
}

/* A file without a name. */
static int open_hidden(void)
{
    FILE *const f = tmpfile();
    const int fd = f ? fcntl(fileno(f), F_DUPFD_CLOEXEC, 0) : -1;
    if (f)
        fclose(f);
    return fd;
}

bool bm_journal_open(struct bm_journal *j, const char *name, const char *title,
                     bool (*take)(void *user, const char *line, size_t len), void *user)
{
    struct bm_buf text = {0};
    *j = (struct bm_journal){.name = name};
    j->fd = name ? open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : open_hidden();
    if (j->fd < 0)
        return say_journal_error(j, strerror(errno));
    if (!name)
        return true;
    const bool opened = lock_journal(j) &&
                        (bm_input_all(j->fd, &text) || say_journal_error(j, strerror(errno))) &&
                        replay_journal(j, &text, title, take, user);
    bm_buf_free(&text);
    if (!opened)
        bm_journal_close(j);
    return opened;
}

/* 0, or errno; what was written of it is taken back then. */
static int put_journal_line(struct bm_journal *j, const struct bm_buf *line)
{
    const off_t at = lseek(j->fd, 0, SEEK_END);
    if (line->failed)
        return ENOMEM;
    if (at < 0)
        return errno;
    /* One write, so that what is cut off by a crash is one line at most. */
    const ssize_t n = write(j->fd, line->s, line->len);
    const int error = n < 0 ? errno : n < (ssize_t)line->len ? ENOSPC : 0;
    if (error) {
        (void)!ftruncate(j->fd, at);
        return error;
    }
    j->at = (uint64_t)at;
    return !j->name || fdatasync(j->fd) == 0 ? 0 : errno;
}

bool bm_journal_add(struct bm_journal *j, const char *line, size_t len)
{
    struct bm_buf out = {0};
    char sum[SUM + 1];
    format_sum(sum, line, len);
    bm_buf_bytes(&out, line, len);
    bm_buf_bytes(&out, sum, SUM);
    bm_buf_char(&out, '\n');
    const int error = put_journal_line(j, &out);
    bm_buf_free(&out);
    return !error || say_journal_error(j, strerror(error));
}

bool bm_journal_read(const struct bm_journal *j, uint64_t at, size_t len, struct bm_buf *out)
{
    char *const to = bm_buf_room(out, len);
    if (!to)
        return say_journal_error(j, strerror(ENOMEM));
    const ssize_t n = pread(j->fd, to, len, (off_t)at);
    if (n != (ssize_t)len)
        return say_journal_error(j, n < 0 ? strerror(errno) : "this file has become shorter");
    out->len += len;
    return true;
}

bool bm_journal_title(const char *name, struct bm_buf *out)
{
    struct bm_buf text = {0};
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    bool good = false;
    if (fd < 0)
        return false;
    if (bm_input_all(fd, &text)) {
        const char *const end = text.len ? memchr(text.s, '\n', text.len) : NULL;
        const size_t len = end ? good_line(text.s, (size_t)(end - text.s)) : SIZE_MAX;
        good = len != SIZE_MAX;
        if (good)
            bm_buf_bytes(out, text.s, len);
    }
    bm_buf_free(&text);
    close(fd);
    return good;
}

void bm_journal_close(struct bm_journal *j)
{
    if (j->fd >= 0)
        close(j->fd);
    j->fd = -1;
}
