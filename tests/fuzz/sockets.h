/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_FUZZ_SOCKETS_H
#define BM_TESTS_FUZZ_SOCKETS_H

/* Any bytes, sent to a server that stays for the whole run. */

#include <sys/un.h>

#include "fuzz.h"
#include "net_rig.h"

static struct rig fuzz_rig;
static struct sockaddr_un fuzz_address;
static socklen_t fuzz_address_len = sizeof fuzz_address;

/* By sockets that have no ports, which would run out. */
static inline void fuzz_listen(void)
{
    if (fuzz_rig.http)
        return;
    const struct bm_http_limits limits = {.head = 512, .body = 256};
    REQUIRE(rig_start(&fuzz_rig, &limits));
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    fuzz_address.sun_family = AF_UNIX;
    REQUIRE(bind(fd, (struct sockaddr *)&fuzz_address, sizeof(sa_family_t)) == 0);
    REQUIRE(getsockname(fd, (struct sockaddr *)&fuzz_address, &fuzz_address_len) == 0);
    REQUIRE(bm_http_listen_fd(fuzz_rig.http, fd) == 0);
}

/* What was left for the test to answer. */
static inline void fuzz_answer(void)
{
    if (fuzz_rig.later)
        bm_request_reply(fuzz_rig.later, 200, "", "late", 4);
    fuzz_rig.later = NULL;
    if (fuzz_rig.stream) {
        bm_stream_send(fuzz_rig.stream, "piece", 5);
        if (fuzz_rig.stream)
            bm_stream_end(fuzz_rig.stream);
    }
    fuzz_rig.stream = NULL;
}

/*
 * Send `head`, then the input, whose first byte says in pieces of what size; what came back
 * until the server closed, which it does, ended by NUL. It is freed by the caller.
 */
static inline char *fuzz_talk(const char *head, const uint8_t *data, size_t size)
{
    struct bm_buf in = {0};
    fuzz_listen();
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(connect(fd, (struct sockaddr *)&fuzz_address, fuzz_address_len) == 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    const size_t step = size > 0 && data[0] != 0 ? data[0] : 4096;
    bool open = rig_send(&fuzz_rig, fd, head, strlen(head));
    for (size_t at = 1; at < size && open; at += step) {
        open = rig_send(&fuzz_rig, fd, data + at, size - at < step ? size - at : step);
        fuzz_answer();
    }
    shutdown(fd, SHUT_WR);
    int state = RIG_MORE;
    RIG_UNTIL(&fuzz_rig, (fuzz_answer(), state = rig_take(&fuzz_rig, fd, &in)) != RIG_MORE);
    REQUIRE(state != RIG_MORE);
    close(fd);
    RIG_UNTIL(&fuzz_rig, bm_http_busy(fuzz_rig.http) == 0);
    REQUIRE(bm_http_busy(fuzz_rig.http) == 0);
    return bm_buf_take(&in);
}

#endif
