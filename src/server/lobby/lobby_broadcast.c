/* SPDX-License-Identifier: MIT */
/* Broadcasts to all web sockets of the lobby. */
#include "server/lobby/lobby_internal.h"

void bm_lobby_write(struct bm_buf *out, struct bm_lobby *l)
{
    unsigned count = 0;
    bm_server_message_begin(out, BM_SERVER_LOBBY, NULL);
    bm_buf_text(out, ",\"seeks\":[");
    for (const struct bm_seek *s = l->seeks; s && count < BM_LOBBY_SHOWN; s = s->next)
        if (!s->to[0]) {
            bm_buf_text(out, count++ ? "," : "");
            bm_seek_write(out, s, false);
        }
    bm_buf_text(out, "],");
    bm_running_games_write(out, l);
    bm_buf_text(out, "}\n");
}

/* One message to all sockets; NULL: there was no memory for it. The frame is dropped. */
static void send_frame(struct bm_lobby *l, struct bm_frame *frame)
{
    for (struct bm_lobby_connection *connection = l->connections; connection;
         connection = connection->next)
        if (connection->ws && frame)
            bm_ws_send_frame(connection->ws, frame);
        else if (connection->ws)
            bm_ws_close(connection->ws, BM_WS_AGAIN, "out of memory");
    if (frame)
        bm_frame_drop(frame);
}

void bm_lobby_flush(void *user)
{
    struct bm_lobby *const l = user;
    l->news_due = false;
    l->news_at = bm_server_now(l->server);
    l->is_listed = false;
    if (l->news_lost) {
        bm_buf_free(&l->news);
        bm_lobby_write(&l->news, l);
    }
    if (l->news.failed)
        send_frame(l, NULL);
    for (size_t at = 0, len; !l->news.failed && at < l->news.len; at += len + 1) {
        const char *const end = memchr(l->news.s + at, '\n', l->news.len - at);
        len = (size_t)(end - l->news.s) - at;
        send_frame(l, bm_frame_make(l->news.s + at, len));
    }
    bm_buf_free(&l->news);
    l->news_count = 0;
    l->news_lost = false;
}

static void schedule_broadcast(struct bm_lobby *l)
{
    const int64_t wait = l->news_at + l->news_ms - bm_server_now(l->server);
    if (!l->news_due)
        bm_timer_set(&l->news_timer, &l->server->loop, wait > 0 ? wait : 0, bm_lobby_flush, l);
    l->news_due = true;
}

void bm_lobby_broadcast(struct bm_lobby *l, struct bm_buf *text)
{
    if (l->counts.sockets != 0) {
        l->news_lost |= text->failed || ++l->news_count > BM_LOBBY_SHOWN;
        if (!l->news_lost)
            bm_buf_bytes(&l->news, text->s, text->len);
        l->news_lost |= l->news.failed;
        schedule_broadcast(l);
    } else {
        l->is_listed = false; /* so that what follows is sent after the list, too */
    }
    bm_buf_free(text);
}

void bm_lobby_refresh_games(struct bm_lobby *l)
{
    l->is_listed = false;
    l->news_lost = l->counts.sockets != 0;
    if (l->news_lost)
        schedule_broadcast(l);
}
