/* SPDX-License-Identifier: MIT */
/* The moves of a game, and what the server says to them. */
#define _GNU_SOURCE /* memmem() */
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "games.h"

/* ---- A line that does not end before its time ---- */

static bool make_line(struct games *g, struct bm_ctx *ctx, uint64_t *rng)
{
    bm_move list[BM_MAX_MOVES];
    struct bm_outcome outcome;
    while (bm_ctx_undo(ctx)) {
    }
    for (unsigned i = 0; i < LENGTH; i++) {
        const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
        const bm_move m = n != 0 ? list[bm_random(rng) % n] : list[0];
        if (n == 0 || bm_ctx_play(ctx, m) != 0)
            return false;
        (void)bm_move_format(m, bm_rules_chess(), g->move[i], BM_COORDINATES);
        bm_ctx_outcome(ctx, &outcome);
        if (outcome.result != BM_ONGOING)
            return false;
    }
    return true;
}

void games_find_line(struct games *g)
{
    struct bm_ctx *ctx;
    uint64_t rng = 1;
    if (bm_ctx_create(&ctx, bm_rules_chess(), LENGTH) != BM_OK)
        stop("out of memory");
    while (!make_line(g, ctx, &rng)) {
    }
    bm_ctx_destroy(ctx);
}

/* ---- Moves ---- */

static void act(uv_timer_t *t)
{
    struct game *const m = t->data;
    struct player *const p = &m->player[m->ply & 1];
    char text[SOCK_MOST];
    const int n = m->ply == m->length
                      ? snprintf(text, sizeof text, "{\"t\":\"resign\",\"id\":\"end\"}")
                      : snprintf(text, sizeof text,
                                 "{\"t\":\"move\",\"id\":\"%u\",\"ply\":%u,\"m\":\"%s\"}",
                                 m->ply, m->ply, m->all->move[m->ply]);
    m->under_way = true;
    p->acked = false;
    m->sent = uv_hrtime();
    (void)uv_timer_start(&m->timer, game_on_silence, PATIENCE_MS, 0);
    sock_send(&p->sock, text, (size_t)n);
}

/* A move a pace, at times that do not depend on how long each takes. */
void game_act_when_due(struct game *m)
{
    const struct games *const g = m->all;
    const uint64_t now = uv_now(g->net->loop);
    if (g->tally.end != 0 || m->dead) {
        (void)uv_timer_stop(&m->timer);
    } else if (g->pace == 0) {
        act(&m->timer);
    } else {
        m->due = m->due + g->pace > now ? m->due + g->pace : now;
        (void)uv_timer_start(&m->timer, act, m->due - now, 0);
    }
}

static void look(struct game *m)
{
    const struct player *const by = &m->player[m->ply & 1];
    if (!m->under_way || !by->acked)
        return;
    if (m->ply == m->length) { /* both have gone when both sockets are closed */
        m->under_way = false;
        m->all->finished++;
        sock_close(&m->player[0].sock);
        sock_close(&m->player[1].sock);
    } else if (m->player[0].ply == (int64_t)m->ply && m->player[1].ply == (int64_t)m->ply) {
        m->under_way = false;
        m->all->acked += m->all->tally.begin != 0 && m->all->tally.end == 0;
        m->ply++;
        game_act_when_due(m);
    }
}

/* ---- What the server says ---- */

static bool begins(const char *text, size_t len, const char *with)
{
    const size_t n = strlen(with);
    return len >= n && memcmp(text, with, n) == 0;
}

/* The number behind the first `name`, -1: there is none. */
static int64_t number(const char *text, size_t len, const char *name)
{
    const char *const at = memmem(text, len, name, strlen(name));
    return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

static void on_full(struct player *p, const char *text, size_t len)
{
    struct game *const m = p->game;
    p->seq = number(text, len, "\"seq\":");
    if (m->player[0].seq >= 0 && m->player[1].seq >= 0)
        game_begin(m);
}

static void on_event(struct player *p, const char *text, size_t len)
{
    struct game *const m = p->game;
    const int64_t seq = number(text, len, "\"seq\":");
    if (p->seq < 0) {
        game_give_up(m, "an event before the whole game", text, len);
    } else if (seq != p->seq + 1) {
        game_give_up(m, "an event was lost or doubled", text, len);
    } else {
        p->seq = seq;
        if (memmem(text, len, "\"k\":\"move\"", 10)) {
            p->ply = number(text, len, "\"ply\":");
            if (p == &m->player[~m->ply & 1])
                tally_add(&m->all->tally, m->sent);
        }
        look(m);
    }
}

void game_hear(struct sock *s, const char *text, size_t len)
{
    struct player *const p = (struct player *)s;
    if (begins(text, len, "{\"t\":\"ev\"")) {
        on_event(p, text, len);
    } else if (begins(text, len, "{\"t\":\"ack\"")) {
        p->acked = true;
        look(p->game);
    } else if (begins(text, len, "{\"t\":\"full\"")) {
        on_full(p, text, len);
    } else {
        game_give_up(p->game, "refused", text, len);
    }
}
