/* SPDX-License-Identifier: MIT */
/* How games begin and end. */
#define _GNU_SOURCE /* memmem() */
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "games.h"

enum { MOST_COMPLAINTS = 5 };

/* ---- Ends ---- */

static void complain(const struct game *m, const char *what, const char *text, size_t len)
{
    struct games *const g = m->all;
    if (g->errors++ < MOST_COMPLAINTS)
        fprintf(stderr, "bench_sockets: game %s, ply %u: %s%s%.*s\n", m->id, m->ply, what,
                len != 0 ? ": " : "", (int)(len < 300 ? len : 300), text);
}

static void finish(struct games *g)
{
    if (g->over)
        return;
    g->over = true;
    if (g->tally.end == 0)
        tally_end(&g->tally);
    uv_close((uv_handle_t *)&g->timer, NULL);
    for (unsigned i = 0; i < g->count; i++) {
        uv_close((uv_handle_t *)&g->game[i].timer, NULL);
        sock_close(&g->game[i].player[0].sock);
        sock_close(&g->game[i].player[1].sock);
    }
}

void game_give_up(struct game *m, const char *what, const char *text, size_t len)
{
    struct games *const g = m->all;
    if (m->dead || g->over)
        return;
    complain(m, what, text, len);
    if (!g->started)
        stop("not all games could begin");
    m->dead = true;
    (void)uv_timer_stop(&m->timer);
    sock_close(&m->player[0].sock);
    sock_close(&m->player[1].sock);
    if (++g->dead == g->count)
        finish(g);
}

void game_on_silence(uv_timer_t *t) { game_give_up(t->data, "nothing comes any more", "", 0); }

/* ---- New games ---- */

static void seat(struct game *m)
{
    m->ply = 0;
    for (unsigned i = 0; i < 2; i++) {
        m->player[i].seq = m->player[i].ply = -1;
        m->player[i].acked = false;
    }
    (void)uv_timer_start(&m->timer, game_on_silence, PATIENCE_MS, 0);
    sock_connect(&m->player[0].sock, m->all->net);
}

static void on_connected(struct sock *s)
{
    const struct player *const p = (struct player *)s;
    char path[80];
    snprintf(path, sizeof path, "/api/v1/games/%s/join", p->game->id);
    if (p == &p->game->player[0])
        sock_request(s, "POST", "/api/v1/games",
                     "{\"variant\":\"chess\",\"clock\":\"3600+10\",\"listed\":true,"
                     "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}");
    else
        sock_request(s, "POST", path, "{}");
}

static void on_answer(struct sock *s, unsigned status, const char *body, size_t len)
{
    struct player *const p = (struct player *)s;
    struct game *const m = p->game;
    char path[80];
    if (status != 200 && status != 201) {
        game_give_up(m, "the server answers", body, len);
        return;
    }
    if (p == &m->player[0]) {
        const char *const id = memmem(body, len, "\"id\":\"", 6);
        const size_t n = id ? strcspn(id + 6, "\"") : 0;
        if (n == 0 || n >= sizeof m->id) {
            game_give_up(m, "a game without an id", body, len);
            return;
        }
        snprintf(m->id, sizeof m->id, "%.*s", (int)n, id + 6);
        sock_connect(&m->player[1].sock, m->all->net);
        return;
    }
    snprintf(path, sizeof path, "/ws/v1/game/%s", m->id);
    sock_upgrade(&m->player[0].sock, path);
    sock_upgrade(&m->player[1].sock, path);
}

static void open_more(struct games *g)
{
    while (g->begun < g->count && g->begun - g->ready < AT_ONCE && !g->over)
        seat(&g->game[g->begun++]);
}

static void on_closed(struct sock *s, const char *why)
{
    struct game *const m = ((struct player *)s)->game;
    if (why)
        game_give_up(m, why, "", 0);
    else if (!m->all->over && !m->dead && m->player[0].sock.stage == SOCK_CLOSED &&
             m->player[1].sock.stage == SOCK_CLOSED) {
        m->length = LENGTH;
        seat(m);
    }
}

static const struct sock_hooks hooks = {
    .connected = on_connected, .answer = on_answer, .message = game_hear, .closed = on_closed};

/* ---- Time ---- */

/* What is under way comes, or its game is given up. */
static void on_drain(uv_timer_t *t)
{
    struct games *const g = t->data;
    for (unsigned i = 0; i < g->count; i++)
        if (g->game[i].under_way && !g->game[i].dead)
            return;
    finish(g);
}

static void on_enough(uv_timer_t *t)
{
    struct games *const g = t->data;
    tally_end(&g->tally);
    (void)uv_timer_start(t, on_drain, QUIET_MS, QUIET_MS);
}

static void on_warm(uv_timer_t *t)
{
    struct games *const g = t->data;
    tally_begin(&g->tally);
    (void)uv_timer_start(t, on_enough, g->seconds * 1000ull, 0);
}

static void on_late(uv_timer_t *t)
{
    const struct games *const g = t->data;
    stop("only %u of %u games began in %d s", g->ready, g->count, OPENING_MS / 1000);
}

/* Spread over the pace; and the first games have any length, so that they do not end together.
 */
static void start_all(struct games *g)
{
    uint64_t rng = 1;
    g->started = true;
    (void)uv_timer_start(&g->timer, on_warm, g->pace != 0 ? 2 * WARM_MS : WARM_MS, 0);
    for (unsigned i = 0; i < g->count; i++) {
        struct game *const m = &g->game[i];
        m->length = 1 + (unsigned)(bm_random(&rng) % LENGTH);
        m->due = uv_now(g->net->loop) - g->pace + (uint64_t)g->pace * i / g->count;
        game_act_when_due(m);
    }
}

void game_begin(struct game *m)
{
    struct games *const g = m->all;
    if (g->started) {
        game_act_when_due(m);
        return;
    }
    (void)uv_timer_stop(&m->timer);
    if (++g->ready == g->count)
        start_all(g);
    else
        open_more(g);
}

void run_games(struct sock_net *net, unsigned count, unsigned seconds, unsigned pace)
{
    struct games *const g = calloc(1, sizeof *g);
    struct game *const all = calloc(count, sizeof *all);
    if (!g || !all)
        stop("out of memory");
    *g = (struct games){
        .net = net, .game = all, .count = count, .seconds = seconds, .pace = pace};
    games_find_line(g);
    (void)uv_timer_init(net->loop, &g->timer);
    g->timer.data = g;
    (void)uv_timer_start(&g->timer, on_late, OPENING_MS, 0);
    for (unsigned i = 0; i < count; i++) {
        all[i].all = g;
        all[i].length = LENGTH;
        (void)uv_timer_init(net->loop, &all[i].timer);
        all[i].timer.data = &all[i];
        for (unsigned side = 0; side < 2; side++) {
            all[i].player[side].game = &all[i];
            all[i].player[side].sock.hooks = &hooks;
        }
    }
    open_more(g);
    (void)uv_run(net->loop, UV_RUN_DEFAULT);
    printf("{\"games\": %u, \"finished\": %u, \"acked\": %llu, \"errors\": %u, ", count,
           g->finished, (unsigned long long)g->acked, g->errors);
    tally_print(&g->tally);
    puts("}");
    if (g->errors != 0)
        stop("%u errors", g->errors);
    tally_free(&g->tally);
    free(all);
    free(g);
}
