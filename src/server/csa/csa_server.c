/* SPDX-License-Identifier: MIT */
/* Sessions, and pairing them. */
#include <stdlib.h>

#include "server/csa/csa_internal.h"

enum {
    TICK_MS = 250,
    LOGIN_MS = 30000, /* time to log in */
    PER_ADDRESS = 64
};

void bm_csa_send_line(struct bm_csa_session *session, const char *line)
{
    struct bm_buf text = {0};
    bm_buf_text(&text, line);
    bm_buf_char(&text, '\n');
    bm_csa_send_lines(session, &text);
    bm_buf_free(&text);
}

void bm_csa_send_lines(struct bm_csa_session *session, const struct bm_buf *lines)
{
    if (!session || !session->caller)
        return;
    if (lines->failed) /* a line that is lost must not go unnoticed */
        bm_caller_deadline(session->caller, 0);
    else
        bm_caller_send(session->caller, lines->s, lines->len);
}

static void on_tick(void *user);

void bm_csa_wait_for_game(struct bm_csa_session *session, int64_t ms)
{
    struct bm_csa *const c = session->csa;
    session->table = NULL;
    session->state = BM_CSA_IDLE;
    session->rests = bm_server_now(c->server) + ms;
    if (ms == 0 && !c->closing)
        bm_timer_set(&c->tick, &c->server->loop, 0, on_tick, c);
}

bool bm_csa_is_name_online(const struct bm_csa_session *session, const char *name)
{
    for (const struct bm_csa_session *o = session->csa->sessions; o; o = o->next)
        if (o != session && o->state >= BM_CSA_CHECKING && strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* ---- Coming and going ---- */

static void *on_caller_opened(void *user, struct bm_caller *caller)
{
    struct bm_csa *const c = user;
    struct bm_csa_session *const session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->csa = c;
    session->caller = caller;
    session->next = c->sessions;
    session->link = &c->sessions;
    if (session->next)
        session->next->link = &session->next;
    c->sessions = session;
    bm_caller_deadline(caller, LOGIN_MS);
    return session;
}

void bm_csa_end_session(struct bm_csa_session *session)
{
    if (session->caller)
        bm_caller_close(session->caller);
    session->caller = NULL;
    bm_connection_unregister(&session->line);
    *session->link = session->next;
    if (session->next)
        session->next->link = session->link;
    if (session->table)
        bm_csa_leave_table(session);
    if (!session->checking)
        free(session);
}

static void on_caller_gone(void *of)
{
    struct bm_csa_session *const session = of;
    session->caller = NULL;
    bm_csa_end_session(session);
}

/* ---- Pairs ---- */

/* No session plays against itself: an account may have two, in small letters and capitals. */
static bool fits_opponent(const struct bm_csa_session *a, const struct bm_csa_session *b)
{
    return a->state == BM_CSA_WAITING && b->state == BM_CSA_WAITING &&
           bm_csa_offers_fit(&a->offer, &b->offer) &&
           strcmp(a->identity.id, b->identity.id) != 0;
}

/* The oldest session is last in the list, and is paired first. */
static void pair_sessions(struct bm_csa *c)
{
    struct bm_csa_session *last = NULL;
    for (struct bm_csa_session *session = c->sessions; session; session = session->next) {
        last = NULL;
        for (struct bm_csa_session *o = session->next; o; o = o->next)
            last = fits_opponent(session, o) ? o : last;
        if (last && !bm_csa_pair(last, session))
            return;
    }
}

static void on_tick(void *user)
{
    struct bm_csa *const c = user;
    const int64_t now = bm_server_now(c->server);
    for (struct bm_csa_session *session = c->sessions; session; session = session->next)
        if (session->state == BM_CSA_IDLE && session->rests <= now)
            session->state = BM_CSA_WAITING;
    bm_csa_check_tables(c, now);
    pair_sessions(c);
    bm_timer_set(&c->tick, &c->server->loop, TICK_MS, on_tick, c);
}

/* ---- Allowances: those of the address, which requests are paid from, too ---- */

static void charge_address(void *user, const char *address, uint64_t units)
{
    bm_server_charge(((struct bm_csa *)user)->server, address, units);
}

static int64_t wait_of_address(void *user, const char *address)
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
    const struct bm_lines_hooks hooks = {.opened = on_caller_opened,
                                         .line = bm_csa_line,
                                         .gone = on_caller_gone,
                                         .user = c,
                                         .charge = charge_address,
                                         .wait = wait_of_address};
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

void bm_csa_disconnect_all(struct bm_csa *c)
{
    c->closing = true;
    bm_line_server_drain(c->lines);
    for (struct bm_csa_table *table = c->tables; table; table = table->next)
        bm_csa_interrupt(table);
    while (c->sessions)
        bm_csa_end_session(c->sessions);
}

static void free_csa(void *user) { free(user); }

void bm_csa_destroy(struct bm_csa *c)
{
    if (!c)
        return;
    bm_csa_disconnect_all(c);
    for (struct bm_csa_table *table = c->tables, *next; table; table = next) {
        next = table->next;
        bm_csa_free_table(table);
    }
    bm_line_server_destroy(c->lines);
    bm_timer_close(&c->tick, free_csa, c);
}

void bm_csa_counts(const struct bm_csa *c, struct bm_csa_counts *out)
{
    *out = c->counts;
    for (const struct bm_csa_session *session = c->sessions; session; session = session->next) {
        out->sessions += session->state > BM_CSA_CHECKING;
        out->waiting += session->state == BM_CSA_WAITING || session->state == BM_CSA_IDLE ||
                        session->state == BM_CSA_PAIRED;
    }
    for (const struct bm_csa_table *table = c->tables; table; table = table->next)
        out->games += !table->over && table->started;
}
