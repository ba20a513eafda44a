/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* environ */
#include "io/guard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

int bm_guard_start(struct bm_guard *g)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return uv_translate_sys_error(errno);
    g->pid = fork();
    if (g->pid == 0)
        bm_guard_run(ends[0]);
    const int failed = g->pid < 0 ? uv_translate_sys_error(errno) : 0;
    close(ends[0]);
    if (failed)
        close(ends[1]);
    g->line = failed ? -1 : ends[1];
    return failed;
}

static size_t append_text(char *to, size_t at, const char *text)
{
    const size_t len = strlen(text) + 1;
    if (to)
        memcpy(to + at, text, len);
    return at + len;
}

/* The text of a request; its length, also when `to` is NULL. */
static size_t write_request(char *to, struct bm_guard_request *q, const struct bm_launch *what)
{
    size_t at = append_text(to, 0, what->file);
    at = append_text(to, at, what->dir ? what->dir : "");
    q->has_dir = what->dir != NULL;
    for (q->args = 0; what->args[q->args]; q->args++)
        at = append_text(to, at, what->args[q->args]);
    for (q->vars = 0; environ && environ[q->vars]; q->vars++)
        at = append_text(to, at, environ[q->vars]);
    return at;
}

/* The head with the descriptors, then the text. */
static bool send_request(int line, const struct bm_guard_request *q, const char *text,
                         const int *fds)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int) * BM_GUARD_FDS)];
    } control;
    struct bm_guard_request head = *q;
    struct iovec part = {.iov_base = &head, .iov_len = sizeof head};
    const struct msghdr message = {.msg_iov = &part,
                                   .msg_iovlen = 1,
                                   .msg_control = &control,
                                   .msg_controllen = sizeof control};
    memset(&control, 0, sizeof control);
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof(int) * BM_GUARD_FDS);
    memcpy(CMSG_DATA(&control.head), fds, sizeof(int) * BM_GUARD_FDS);
    ssize_t sent;
    while ((sent = sendmsg(line, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
        continue;
    for (size_t at = 0; sent >= 0 && at < q->size; at += (size_t)sent) {
        sent = send(line, text + at, q->size - at, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            sent = 0;
    }
    return sent >= 0;
}

int bm_guard_launch(const struct bm_guard *g, const struct bm_launch *what,
                    struct bm_launched *out)
{
    struct bm_guard_request q = {0};
    struct bm_guard_started started;
    int ours[BM_GUARD_FDS], theirs[BM_GUARD_FDS], status = 0;
    unsigned made = 0;
    q.size = (unsigned)write_request(NULL, &q, what);
    char *const text = malloc(q.size);
    if (!text)
        return UV_ENOMEM;
    write_request(text, &q, what);
    for (; made < BM_GUARD_FDS; made++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
            status = uv_translate_sys_error(errno);
            break;
        }
        ours[made] = ends[0];
        theirs[made] = ends[1];
    }
    if (!status && !send_request(g->line, &q, text, theirs))
        status = uv_translate_sys_error(errno);
    free(text);
    for (unsigned i = 0; i < made; i++)
        close(theirs[i]);
    if (!status) {
        const ssize_t got = recv(ours[3], &started, sizeof started, MSG_WAITALL);
        if (got != (ssize_t)sizeof started)
            status = UV_EAGAIN; /* there was no process to be had */
        else if (started.error)
            status = uv_translate_sys_error(started.error);
    }
    if (status) {
        for (unsigned i = 0; i < made; i++)
            close(ours[i]);
        return status;
    }
    *out = (struct bm_launched){
        .in = ours[0], .out = ours[1], .err = ours[2], .line = ours[3], .pid = started.pid};
    return 0;
}

void bm_guard_end(struct bm_guard *g)
{
    close(g->line);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}
