/* SPDX-License-Identifier: MIT */
#include "server/app/admin_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/accounts/accounts.h"
#include "server/game/game_manager.h"
#include "server/lobby/lobby.h"
#include "server/variants/variant_store.h"

enum { LINE_MOST = 256, ANSWER_S = 10 };

struct bm_admin_socket {
    struct bm_server *server;
    uv_pipe_t listener;
    int folder; /* of the socket */
    unsigned handles;
    bool closing;
};

struct admin_connection {
    uv_pipe_t pipe;
    struct bm_admin_socket *control;
    uv_write_t write;
    char line[LINE_MOST];
    size_t len;
};

/* The path of the socket, short enough for one: by way of its open folder. */
static bool socket_path(const char *store, int folder, char *out, size_t cap)
{
    char *const copy = strdup(store);
    const int n =
        copy ? snprintf(out, cap, "/proc/self/fd/%d/%s.control", folder, basename(copy)) : -1;
    free(copy);
    return n > 0 && (size_t)n < cap;
}

static int open_folder(const char *store)
{
    char *const copy = strdup(store);
    const int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(copy);
    return fd;
}

/* ---- Connections ---- */

static void apply_notice(struct bm_server *s, const char *line)
{
    const char *const blank = strchr(line, ' ');
    const char *const subject = blank ? blank + 1 : "";
    const size_t n = blank ? (size_t)(blank - line) : strlen(line);
    bm_server_log("info", "admin", ",\"changed\":\"%.*s\"", (int)n, line);
    if (strncmp(line, "game ", n + 1) == 0) {
        bm_game_manager_drop_room(s->games, subject);
        bm_lobby_refresh_games(s->lobby);
    } else if (strncmp(line, "variant ", n + 1) == 0)
        bm_variant_store_forget(s->variants, subject);
    else if (strncmp(line, "sanction ", n + 1) == 0)
        bm_accounts_reload(s->accounts, subject);
    else if (strncmp(line, "person ", n + 1) == 0) {
        bm_accounts_reload(s->accounts, subject);
        bm_lobby_forget(s->lobby, subject);
        bm_game_manager_rename_person(s->games, subject, subject, ""); /* it is deleted */
        bm_lobby_refresh_games(s->lobby);
    }
}

static void connection_closed(uv_handle_t *h)
{
    struct admin_connection *const t = h->data;
    struct bm_admin_socket *const c = t->control;
    c->handles--;
    free(t);
    if (c->closing && c->handles == 0)
        free(c);
}

static void close_connection(struct admin_connection *t)
{
    if (!uv_is_closing((uv_handle_t *)&t->pipe))
        uv_close((uv_handle_t *)&t->pipe, connection_closed);
}

static void reply_sent(uv_write_t *w, int status)
{
    (void)status;
    close_connection(w->data);
}

static void allocate_input(uv_handle_t *h, size_t want, uv_buf_t *buf)
{
    struct admin_connection *const t = h->data;
    (void)want;
    *buf = uv_buf_init(t->line + t->len, (unsigned)(sizeof t->line - 1 - t->len));
}

static void take_bytes(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct admin_connection *const t = stream->data;
    (void)buf;
    if (n <= 0) {
        if (n < 0)
            close_connection(t);
        return;
    }
    t->len += (size_t)n;
    t->line[t->len] = '\0';
    char *const end = strchr(t->line, '\n');
    if (!end) {
        if (t->len == sizeof t->line - 1)
            close_connection(t);
        return;
    }
    *end = '\0';
    uv_read_stop(stream);
    if (!t->control->closing)
        apply_notice(t->control->server, t->line);
    uv_buf_t ok = uv_buf_init((char *)(uintptr_t) "ok\n", 3);
    t->write.data = t;
    if (uv_write(&t->write, stream, &ok, 1, reply_sent) != 0)
        close_connection(t);
}

static void accept_connection(uv_stream_t *listener, int status)
{
    struct bm_admin_socket *const c = listener->data;
    struct admin_connection *const t = status == 0 && !c->closing ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return;
    if (uv_pipe_init(&c->server->loop.uv, &t->pipe, 0) != 0) {
        free(t);
        return;
    }
    t->control = c;
    t->pipe.data = t;
    c->handles++;
    if (uv_accept(listener, (uv_stream_t *)&t->pipe) != 0 ||
        uv_read_start((uv_stream_t *)&t->pipe, allocate_input, take_bytes) != 0)
        close_connection(t);
}

/* ---- Life ---- */

static void listener_closed(uv_handle_t *h)
{
    struct bm_admin_socket *const c = h->data;
    if (c->folder >= 0)
        close(c->folder);
    c->folder = -1;
    if (--c->handles == 0)
        free(c);
}

int bm_admin_socket_create(struct bm_admin_socket **out, struct bm_server *s)
{
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    if (strcmp(s->options.store, ":memory:") == 0)
        return 0;
    struct bm_admin_socket *const c = calloc(1, sizeof *c);
    if (!c)
        return UV_ENOMEM;
    c->server = s;
    c->folder = open_folder(s->options.store);
    int failed = uv_pipe_init(&s->loop.uv, &c->listener, 0);
    if (failed) {
        if (c->folder >= 0)
            close(c->folder);
        free(c);
        return failed;
    }
    c->listener.data = c;
    c->handles = 1;
    *out = c;
    if (c->folder < 0 || !socket_path(s->options.store, c->folder, path, sizeof path))
        return UV_ENAMETOOLONG;
    (void)unlink(path); /* of a server that was killed: the store's lock is ours */
    const mode_t mask = umask(0077);
    failed = uv_pipe_bind(&c->listener, path);
    (void)umask(mask);
    if (!failed)
        failed = uv_listen((uv_stream_t *)&c->listener, 16, accept_connection);
    uv_unref((uv_handle_t *)&c->listener);
    return failed;
}

void bm_admin_socket_destroy(struct bm_admin_socket *c)
{
    if (!c)
        return;
    c->closing = true;
    uv_close((uv_handle_t *)&c->listener, listener_closed);
}

/* ---- The other end ---- */

int bm_admin_socket_notify(const char *store, const char *line)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = ANSWER_S};
    char answer[8] = "";
    const int folder = open_folder(store);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int told = -1;
    if (folder < 0 || fd < 0 || !socket_path(store, folder, to.sun_path, sizeof to.sun_path)) {
        told = -1;
    } else if (connect(fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        told = errno == ENOENT || errno == ECONNREFUSED ? 0 : -1;
    } else {
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (send(fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line) &&
            send(fd, "\n", 1, MSG_NOSIGNAL) == 1 &&
            recv(fd, answer, sizeof answer - 1, 0) >= 2 && strncmp(answer, "ok", 2) == 0)
            told = 1;
    }
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    return told;
}
