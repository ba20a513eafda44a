/* SPDX-License-Identifier: MIT */
/* Who is in the lobby, and what they are told. */
#include "server/lobby/lobby.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/lobby/lobby_internal.h"

enum { NEWS_MS = 250, SWEEP_MS = 5000, ALONE_MS = 60000, ALIVE_MS = 15000 };

void bm_lobby_copy_id(char to[40], const char *from) { snprintf(to, 40, "%s", from); }

/* ---- Who is here ---- */

static struct bm_guest **slot_of(struct bm_lobby *l, const char *id)
{
    uint32_t hash = 0;
    for (const char *c = id; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    struct bm_guest **at = &l->guests[hash % BM_GUEST_BUCKETS];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct bm_guest *bm_lobby_guest(const struct bm_lobby *l, const char *id)
{
    return *slot_of((struct bm_lobby *)(uintptr_t)l, id);
}

static bool arrive(struct bm_visitor *v, struct bm_presence *p, const char *id)
{
    struct bm_guest **const slot = slot_of(v->lobby, id);
    if (!id[0])
        return true;
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        if (!*slot)
            return false;
        bm_lobby_copy_id((*slot)->id, id);
    }
    struct bm_guest *const g = *slot;
    *p = (struct bm_presence){.guest = g, .visitor = v, .next = g->here, .link = &g->here};
    if (p->next)
        p->next->link = &p->next;
    g->here = p;
    return true;
}

static void depart(struct bm_lobby *l, struct bm_presence *p)
{
    struct bm_guest *const g = p->guest;
    if (!g)
        return;
    *p->link = p->next;
    if (p->next)
        p->next->link = p->link;
    p->guest = NULL;
    if (!g->here) {
        *slot_of(l, g->id) = g->next;
        free(g);
    }
}

struct bm_visitor *bm_visitor_create(struct bm_lobby *l, const struct bm_identity *identity)
{
    struct bm_visitor *const v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->lobby = l;
    v->identity = *identity;
    v->busy = 1;
    if (!arrive(v, &v->presence[0], identity->id) ||
        !arrive(v, &v->presence[1], identity->also)) {
        depart(l, &v->presence[0]);
        free(v);
        return NULL;
    }
    v->next = l->visitors;
    v->link = &l->visitors;
    if (v->next)
        v->next->link = &v->next;
    l->visitors = v;
    return v;
}

void bm_visitor_let_go(struct bm_visitor *v)
{
    if (--v->busy != 0)
        return;
    bm_buf_free(&v->games);
    free(v);
}

void bm_visitor_leave(struct bm_visitor *v)
{
    struct bm_lobby *const l = v->lobby;
    const int64_t now = bm_server_now(l->server);
    for (struct bm_seek *s = l->seeks; s; s = s->next)
        if (bm_identity_owns(&v->identity, s->maker))
            s->seen = now;
    if (v->ws)
        l->counts.sockets--;
    if (v->stream)
        l->counts.streams--;
    v->ws = NULL;
    v->stream = NULL;
    bm_connection_unregister(&v->line);
    *v->link = v->next;
    if (v->next)
        v->next->link = v->link;
    for (unsigned i = 0; i < 2; i++)
        depart(l, &v->presence[i]);
    bm_visitor_let_go(v);
}

bool bm_visitor_is_greedy(const struct bm_lobby *l, const struct bm_identity *identity)
{
    const struct bm_guest *const g = identity->id[0] ? bm_lobby_guest(l, identity->id) : NULL;
    unsigned count = 0;
    for (const struct bm_presence *p = g ? g->here : NULL; p; p = p->next)
        count++;
    return count >= BM_VISITS_EACH && !l->server->options.quick_limits;
}

bool bm_lobby_has_bot(const struct bm_lobby *l, const char *id)
{
    const struct bm_guest *const g = l ? bm_lobby_guest(l, id) : NULL;
    const struct bm_presence *p = g ? g->here : NULL;
    while (p && !p->visitor->stream)
        p = p->next;
    return p;
}

/* ---- Telling ---- */

static void part(struct bm_visitor *v, enum bm_ws_code code, const char *why)
{
    struct bm_stream *const stream = v->stream;
    if (v->ws) {
        bm_ws_close(v->ws, code, why); /* it says so when it is closed */
    } else if (stream) {
        bm_visitor_leave(v);
        bm_stream_end(stream);
    }
}

void bm_visitor_bye(struct bm_visitor *v)
{
    struct bm_buf text = {0};
    bm_server_message_bye(&text, 500 + (int64_t)randombytes_uniform(1500));
    bm_buf_char(&text, '\n');
    if (!text.failed)
        bm_visitor_tell(v, &text);
    bm_buf_free(&text);
    part(v, v->lobby->server->draining ? BM_WS_GOING : BM_WS_AGAIN, "come again");
}

void bm_visitor_revoke(void *visitor) { part(visitor, BM_WS_POLICY, BM_REVOKED); }

void bm_visitor_tell(struct bm_visitor *v, const struct bm_buf *text)
{
    if (text->failed)
        part(v, BM_WS_AGAIN, "come again");
    else if (v->ws)
        bm_ws_send(v->ws, text->s, text->len - 1);
    else if (v->stream)
        bm_stream_send(v->stream, text->s, text->len);
}

void bm_visitor_hearten(struct bm_visitor *v)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_ALIVE, NULL);
    bm_buf_text(&text, "}\n");
    bm_visitor_tell(v, &text);
    bm_buf_free(&text);
}

void bm_lobby_tell(struct bm_lobby *l, const char *id, struct bm_buf *text, bool bots_only)
{
    const struct bm_guest *const g = bm_lobby_guest(l, id);
    for (struct bm_presence *p = g ? g->here : NULL, *next; p; p = next) {
        next = p->next;
        if (!bots_only || p->visitor->stream)
            bm_visitor_tell(p->visitor, text);
    }
    bm_buf_free(text);
}

/* ---- Life ---- */

static void sweep(void *user)
{
    struct bm_lobby *const l = user;
    bm_seek_sweep(l);
    bm_timer_set(&l->sweep, &l->server->loop, l->sweep_ms, sweep, l);
    uv_unref((uv_handle_t *)&l->sweep.uv);
}

static void say_alive(void *user)
{
    struct bm_lobby *const l = user;
    for (struct bm_visitor *v = l->visitors, *next; v; v = next) {
        next = v->next;
        if (v->stream)
            bm_visitor_hearten(v);
    }
    bm_timer_set(&l->alive, &l->server->loop, l->alive_ms, say_alive, l);
    uv_unref((uv_handle_t *)&l->alive.uv);
}

bm_status bm_lobby_create(struct bm_lobby **out, struct bm_server *s)
{
    struct bm_lobby *const l = calloc(1, sizeof *l);
    if (!l)
        return BM_ENOMEM;
    l->server = s;
    l->news_ms = NEWS_MS;
    l->alone_ms = ALONE_MS;
    l->sweep_ms = SWEEP_MS;
    l->alive_ms = ALIVE_MS;
    l->hooks = (struct bm_game_manager_hooks){bm_live_changed, bm_live_dropped, l};
    bm_game_manager_set_hooks(s->games, &l->hooks);
    sweep(l);
    say_alive(l);
    *out = l;
    return BM_OK;
}

void bm_lobby_bye(struct bm_lobby *l)
{
    for (struct bm_visitor *v = l->visitors, *next; v; v = next) {
        next = v->next;
        bm_visitor_bye(v);
    }
}

static void let_go(void *user)
{
    struct bm_lobby *const l = user;
    if (--l->closings == 0)
        free(l);
}

void bm_lobby_destroy(struct bm_lobby *l)
{
    if (!l)
        return;
    struct bm_timer *const timers[] = {&l->news_timer, &l->sweep, &l->alive, &l->catch_up};
    while (l->seeks)
        bm_seek_end(l, l->seeks, "gone");
    bm_seek_forget(l, INT64_MAX);
    bm_buf_free(&l->news);
    bm_buf_free(&l->list);
    l->closings = sizeof timers / sizeof *timers;
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        bm_timer_close(timers[i], let_go, l);
}

void bm_lobby_counts(const struct bm_lobby *l, struct bm_lobby_counts *out)
{
    *out = l->counts;
    for (const struct bm_seek *s = l->seeks; s; s = s->next)
        ++*(s->to[0] ? &out->challenges : &out->seeks);
}
