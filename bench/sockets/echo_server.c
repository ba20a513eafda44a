/* SPDX-License-Identifier: MIT */

/*
 * echo_server [ADDRESS]: web sockets and nothing else, to measure what net/ costs. /ws sends
 * each message back; /ws?room=N sends it to all who came by the same N. The first line on
 * stdout is the port.
 */

#include <stdio.h>
#include <stdlib.h>

#include "net/ws/ws.h"

enum { ROOMS = 4096 };

struct room {
    struct member *first;
};

struct member {
    struct bm_ws *ws;
    struct room *room; /* NULL: an echo */
    struct member *next, **link;
};

static struct room rooms[ROOMS];

static void on_message(void *user, struct bm_ws *ws, const char *text, size_t len)
{
    const struct member *const m = user;
    if (!m->room) {
        bm_ws_send(ws, text, len);
        return;
    }
    struct bm_frame *const f = bm_frame_make(text, len);
    if (!f)
        return;
    for (const struct member *to = m->room->first; to; to = to->next)
        bm_ws_send_frame(to->ws, f);
    bm_frame_drop(f);
}

static void leave(struct member *m)
{
    if (m->room) {
        *m->link = m->next;
        if (m->next)
            m->next->link = m->link;
    }
    free(m);
}

static void on_closed(void *user, struct bm_ws *ws, unsigned code)
{
    (void)ws;
    (void)code;
    leave(user);
}

static void on_request(void *user, struct bm_request *r)
{
    static const struct bm_ws_hooks hooks = {on_message, on_closed, 1 << 20};
    (void)user;
    char room[16];
    struct member *m;
    if (!bm_slice_is(bm_request_path(r), "/ws") || !(m = calloc(1, sizeof *m))) {
        bm_request_reply(r, 404, "Content-Type: text/plain\r\n", "/ws\n", 4);
        return;
    }
    if (bm_query_get(bm_request_query(r), "room", room, sizeof room)) {
        m->room = &rooms[strtoul(room, NULL, 10) % ROOMS];
        m->link = &m->room->first;
        m->next = m->room->first;
        if (m->next)
            m->next->link = &m->next;
        m->room->first = m;
    }
    m->ws = bm_ws_upgrade(r, &hooks, m);
    if (!m->ws)
        leave(m);
}

int main(int argc, char **argv)
{
    struct bm_loop loop;
    struct bm_http *http;
    unsigned port;
    const struct bm_http_hooks hooks = {.request = on_request};
    if (bm_loop_init(&loop) != 0 || bm_http_create(&http, &loop, NULL, &hooks) != BM_OK)
        return 1;
    const int status = bm_http_listen(http, argc > 1 ? argv[1] : "127.0.0.1:0", &port);
    if (status != 0) {
        fprintf(stderr, "echo_server: cannot listen: %s\n", uv_strerror(status));
        return 1;
    }
    printf("%u\n", port);
    fflush(stdout);
    while (bm_loop_step(&loop)) {
    }
    return 0;
}
