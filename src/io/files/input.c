/* SPDX-License-Identifier: MIT */
#include "io/files/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/interrupt.h"

int bm_input_open(const char *name)
{
    return strcmp(name, "-") == 0 ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
}

void bm_input_close(int fd)
{
    if (fd > STDIN_FILENO)
        close(fd);
}

/* Polls, as the signal may be delivered to another thread. */
static bool wait_for_bytes(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (!bm_interrupted()) {
        const int n = poll(&p, 1, 100);
        if (n > 0 || (n < 0 && errno != EINTR))
            return true; /* reading will tell what failed */
    }
    return false;
}

size_t bm_input_read(int fd, char *buf, size_t cap)
{
    size_t len = 0;
    while (len < cap && wait_for_bytes(fd)) {
        const ssize_t n = read(fd, buf + len, cap - len);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return SIZE_MAX;
        if (n == 0)
            break;
        if (n > 0)
            len += (size_t)n;
    }
    return len;
}

bool bm_input_all(int fd, struct bm_buf *out)
{
    enum { PIECE = 65536 };
    for (;;) {
        char *const room = bm_buf_room(out, PIECE);
        const size_t n = room ? bm_input_read(fd, room, PIECE) : SIZE_MAX;
        if (!room)
            errno = ENOMEM;
        if (n == SIZE_MAX)
            return false;
        if (n == 0)
            return true;
        out->len += n;
    }
}

uint64_t bm_input_total(char **names, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        struct stat st;
        if (strcmp(names[i], "-") == 0)
            return 0;
        if (stat(names[i], &st) != 0)
            continue;
        if (!S_ISREG(st.st_mode))
            return 0;
        sum += (uint64_t)st.st_size;
    }
    return sum;
}
