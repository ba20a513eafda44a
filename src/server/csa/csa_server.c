/* SPDX-License-Identifier: MIT */
/* Who is there, and who plays with whom. */
#include <stdlib.h>

#include "server/csa/csa_internal.h"

enum {
    TICK_MS = 250,
    LOGIN_MS = 30000, /* so long one has time to say who one is */
    PER_ADDRESS = 64
};

void bm_csa_send_line(struct bm_csa_session *s, const char *line)
{
    struct bm_buf text = {0};
    bm_buf_text(&text, line);
    bm_buf_char(&text, '\n');
    bm_csa_send_lines(s, &text);
    bm_buf_free(&text);
}

void bm_csa_send_lines(struct bm_csa_session *s, const struct bm_buf *lines)
{
    if (!s || !s->caller)
        return;
    if (lines->failed) /* what cannot be said must not be missed */
        bm_caller_deadline(s->caller, 0);
    else
        bm_caller_send(s->caller, lines->s, lines->len);
}

static void on_tick(void *user);

void bm_csa_rest(struct bm_csa_session *s, int64_t ms)
{
    struct bm_csa *const c = s->csa;
    s->table = NULL;
    s->state = BM_CSA_RESTING;
    s->rests = bm_server_now(c->server) + ms;
    if (ms == 0 && !c->closing)
        bm_timer_set(&c->tick, &c->server->loop, 0, on_tick, c);
}

bool bm_csa_is_here(const struct bm_csa_session *s, const char *name)
{
    for (const struct bm_csa_session *o = s->csa->sessions; o; o = o->next)
        if (o != s && o->state >= BM_CSA_CHECKING && strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* ---- Coming and going ---- */

static void *opened(void *user, struct bm_caller *caller)
{
    struct bm_csa *const c = user;
    struct bm_csa_session *const s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->csa = c;
    s->caller = caller;
    s->next = c->sessions;
    s->link = &c->sessions;
    if (s->next)
        s->next->link = &s->next;
    c->sessions = s;
    bm_caller_deadline(caller, LOGIN_MS);
    return s;
}

void bm_csa_leave(struct bm_csa_session *s)
{
    if (s->caller)
        bm_caller_close(s->caller);
    s->caller = NULL;
    bm_connection_unregister(&s->line);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    if (s->table)
        bm_csa_stand_up(s);
    if (!s->checking)
        free(s);
}

static void gone(void *of)
{
    struct bm_csa_session *const s = of;
    s->caller = NULL;
    bm_csa_leave(s);
}

/* ---- Pairs ---- */

/* Nobody plays with himself: one may come twice by one account, in small letters and capitals.
 */
static bool fit(const struct bm_csa_session *a, const struct bm_csa_session *b)
{
    return a->state == BM_CSA_WAITING && b->state == BM_CSA_WAITING &&
           bm_csa_offers_fit(&a->offer, &b->offer) &&
           strcmp(a->identity.id, b->identity.id) != 0;
}

/* Who came first stands last in the list, and is first to play. */
static void pair(struct bm_csa *c)
{
    struct bm_csa_session *last = NULL;
    for (struct bm_csa_session *s = c->sessions; s; s = s->next) {
        last = NULL;
        for (struct bm_csa_session *o = s->next; o; o = o->next)
            last = fit(s, o) ? o : last;
        if (last && !bm_csa_sit(last, s))
            return;
    }
}

static void on_tick(void *user)
{
    struct bm_csa *const c = user;
    const int64_t now = bm_server_now(c->server);
    for (struct bm_csa_session *s = c->sessions; s; s = s->next)
        if (s->state == BM_CSA_RESTING && s->rests <= now)
            s->state = BM_CSA_WAITING;
    bm_csa_look_at_tables(c, now);
    pair(c);
    bm_timer_set(&c->tick, &c->server->loop, TICK_MS, on_tick, c);
}

/* ---- Allowances: those of the address, which requests are paid from, too ---- */

static void charge(void *user, const char *address, uint64_t units)
{
    bm_server_charge(((struct bm_csa *)user)->server, address, units);
}

static int64_t wait(void *user, const char *address)
{
    struct bm_http *const http = ((struct bm_csa *)user)->server->http;
    return http ? bm_http_wait(http, address) : 0;
}

/* ---- Life ---- */

bm_status bm_csa_create(struct bm_csa **out, struct bm_server *s)
{
    struct bm_csa *const c = calloc(1, sizeof *c);
    if (!c)
        return BM_ENOMEM;
    const struct bm_lines_hooks hooks = {.opened = opened,
                                         .line = bm_csa_line,
                                         .gone = gone,
                                         .user = c,
                                         .charge = charge,
                                         .wait = wait};
    const struct bm_lines_limits limits = {.per_address =
                                               s->options.quick_limits ? 0 : PER_ADDRESS};
    c->server = s;
    const bm_status status = bm_line_server_create(&c->lines, &s->loop, &limits, &hooks);
    if (status) {
        free(c);
        return status;
    }
    *out = c;
    return BM_OK;
}

int bm_csa_listen(struct bm_csa *c, const char *address, unsigned *port)
{
    const int status = bm_line_server_listen(c->lines, address, port);
    if (!status)
        on_tick(c);
    return status;
}

void bm_csa_bye(struct bm_csa *c)
{
    c->closing = true;
    bm_line_server_drain(c->lines);
    for (struct bm_csa_table *t = c->tables; t; t = t->next)
        bm_csa_break_off(t);
    while (c->sessions)
        bm_csa_leave(c->sessions);
}

static void free_csa(void *user) { free(user); }

void bm_csa_destroy(struct bm_csa *c)
{
    if (!c)
        return;
    bm_csa_bye(c);
    for (struct bm_csa_table *t = c->tables, *next; t; t = next) {
        next = t->next;
        bm_csa_free_table(t);
    }
    bm_line_server_destroy(c->lines);
    bm_timer_close(&c->tick, free_csa, c);
}

void bm_csa_counts(const struct bm_csa *c, struct bm_csa_counts *out)
{
    *out = c->counts;
    for (const struct bm_csa_session *s = c->sessions; s; s = s->next) {
        out->sessions += s->state > BM_CSA_CHECKING;
        out->waiting += s->state == BM_CSA_WAITING || s->state == BM_CSA_RESTING ||
                        s->state == BM_CSA_SITTING;
    }
    for (const struct bm_csa_table *t = c->tables; t; t = t->next)
        out->games += !t->over && t->started;
}
