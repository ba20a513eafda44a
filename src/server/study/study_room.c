/* SPDX-License-Identifier: MIT */
#include "server/study/study_room.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"
#include "server/game/room.h"

enum {
    BUCKETS = 256,
    TELL_MS = 100 /* who is here is told so often at most */
};

/* An event that is being stored. */
struct study_put {
    struct bm_study_room *room; /* NULL: thrown away */
    struct study_put *next;
    uint64_t seq;
    int64_t ts;
    char kind[16];
    struct bm_buf body;
    bm_study_done *done;
    void *user;
};

struct bm_study_room {
    struct bm_studies *studies;
    struct bm_study_room *next; /* in its bucket */
    char id[16];
    uint64_t seq, stored, bytes;
    struct bm_study_member *members;
    struct bm_study_member *walk; /* next in a broadcast under way */
    unsigned count, numbered;
    struct study_put *puts, **last_put; /* in order */
    struct bm_timer tell;
    bool tells;    /* the timer is set */
    bool gone;     /* waits for its timer */
    unsigned busy; /* functions that use it */
};

struct bm_studies {
    struct bm_server *server;
    struct bm_study_room *buckets[BUCKETS];
};

bm_status bm_studies_create(struct bm_studies **out, struct bm_server *s)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return BM_ENOMEM;
    (*out)->server = s;
    return BM_OK;
}

static void make_signature(const struct bm_server *s, const char *id,
                           char out[BM_SECRET_SIGNED])
{
    char name[BM_SECRET_ID];
    (void)snprintf(name, sizeof name, "s:%s", id);
    bm_secrets_sign_for(&s->accounts->secrets, name, "study", out);
}

void bm_study_key(const struct bm_server *s, const char *id, char out[BM_STUDY_KEY])
{
    char text[BM_SECRET_SIGNED];
    make_signature(s, id, text);
    const char *const dot = strchr(text, '.');
    (void)snprintf(out, BM_STUDY_KEY, "%.*s", BM_STUDY_KEY - 1, dot ? dot + 1 : text);
}

bool bm_study_is_key(const struct bm_server *s, const char *id, const char *key)
{
    char right[BM_STUDY_KEY];
    bm_study_key(s, id, right);
    return strlen(key) == strlen(right) && sodium_memcmp(key, right, strlen(right)) == 0;
}

/* ---- Rooms ---- */

static struct bm_study_room **study_bucket(struct bm_studies *studies, const char *id)
{
    unsigned h = 0;
    for (const char *p = id; *p; p++)
        h = h * 31 + (unsigned char)*p;
    return &studies->buckets[h % BUCKETS];
}

static struct bm_study_room *find_room(struct bm_studies *studies, const char *id)
{
    struct bm_study_room *r = *study_bucket(studies, id);
    while (r && strcmp(r->id, id) != 0)
        r = r->next;
    return r;
}

static void free_room(void *user) { free(user); }

static void remove_room(struct bm_study_room *r)
{
    struct bm_study_room **link = study_bucket(r->studies, r->id);
    while (*link != r)
        link = &(*link)->next;
    *link = r->next;
    r->gone = true;
    bm_timer_close(&r->tell, free_room, r);
}

static void drop_if_unused(struct bm_study_room *r)
{
    if (!r->gone && !r->members && !r->puts && !r->busy)
        remove_room(r);
}

static void release_room(struct bm_study_room *r)
{
    r->busy--;
    drop_if_unused(r);
}

static struct bm_study_room *load_room(struct bm_studies *studies, const char *id,
                                       enum bm_code *code)
{
    struct bm_study_row row;
    uint64_t seq = 0, bytes = 0;
    struct bm_store *const store = studies->server->store;
    enum bm_store_status status = bm_store_study(store, id, &row);
    if (status == BM_STORE_OK)
        status = bm_store_study_size(store, id, &seq, &bytes);
    if (status) {
        *code = status == BM_STORE_MISSING ? BM_CODE_NO_SUCH_STUDY : BM_CODE_NOT_STORED;
        return NULL;
    }
    struct bm_study_room *const r = calloc(1, sizeof *r);
    if (!r) {
        *code = BM_CODE_NO_MEMORY;
        return NULL;
    }
    r->studies = studies;
    (void)snprintf(r->id, sizeof r->id, "%s", id);
    r->seq = r->stored = seq;
    r->bytes = bytes;
    r->last_put = &r->puts;
    r->next = *study_bucket(studies, id);
    *study_bucket(studies, id) = r;
    return r;
}

/* ---- Members ---- */

static void unlink_member(struct bm_study_member *m)
{
    struct bm_study_room *const r = m->room;
    struct bm_study_member **link = &r->members;
    while (*link != m)
        link = &(*link)->next;
    *link = m->next;
    if (r->walk == m)
        r->walk = m->next;
    r->count--;
    m->room = NULL;
    free(m->path);
    m->path = NULL;
}

bool bm_study_join(struct bm_studies *studies, const char *id, struct bm_study_member *m,
                   enum bm_code *code)
{
    struct bm_study_room *r = find_room(studies, id);
    if (!r)
        r = load_room(studies, id, code);
    if (!r)
        return false;
    if (r->count >= BM_STUDY_MEMBERS) {
        *code = BM_CODE_BUSY;
        return false;
    }
    m->room = r;
    m->next = r->members;
    m->number = ++r->numbered;
    r->members = m;
    r->count++;
    return true;
}

void bm_study_leave(struct bm_study_member *m)
{
    struct bm_study_room *const r = m->room;
    if (!r)
        return;
    unlink_member(m);
    bm_study_tell_members(r);
    drop_if_unused(r);
}

/* Members come again, and find what is stored. */
static void disconnect_members(struct bm_study_room *r)
{
    while (r->members) {
        struct bm_study_member *const m = r->members;
        unlink_member(m);
        m->gone(m);
    }
}

static void send_to_members(struct bm_study_room *r, const struct bm_buf *text)
{
    struct bm_frame *const frame = text->failed ? NULL : bm_frame_make(text->s, text->len);
    if (!frame) {
        disconnect_members(r);
        return;
    }
    for (struct bm_study_member *m = r->members; m; m = r->walk) {
        r->walk = m->next;
        if (m->listens)
            m->send(m, frame);
    }
    r->walk = NULL;
    bm_frame_drop(frame);
}

static void write_member(struct bm_buf *out, const struct bm_study_member *m)
{
    bm_buf_text(out, "{\"n\":");
    bm_json_int(out, m->number);
    bm_message_text(out, "name", m->identity->name);
    bm_buf_text(out, m->edits ? ",\"edits\":true" : ",\"edits\":false");
    bm_message_number(out, "follows", m->follows);
    bm_message_text(out, "path", m->path ? m->path : "");
    bm_buf_char(out, '}');
}

static void tell_members(void *user)
{
    struct bm_study_room *const r = user;
    struct bm_buf text = {0};
    r->tells = false;
    if (r->gone || !r->members)
        return;
    r->busy++;
    bm_server_message_begin(&text, BM_SERVER_MEMBERS, NULL);
    bm_buf_text(&text, ",\"all\":[");
    for (const struct bm_study_member *m = r->members; m; m = m->next) {
        write_member(&text, m);
        bm_buf_text(&text, m->next ? "," : "");
    }
    bm_buf_text(&text, "]}");
    send_to_members(r, &text);
    bm_buf_free(&text);
    release_room(r);
}

void bm_study_tell_members(struct bm_study_room *r)
{
    if (r->gone || !r->members || r->tells)
        return;
    r->tells = true;
    bm_timer_set(&r->tell, &r->studies->server->loop, TELL_MS, tell_members, r);
}

void bm_study_look(struct bm_study_member *m, const char *path, unsigned follows)
{
    char *const copy = malloc(strlen(path) + 1);
    if (!copy)
        return;
    (void)strcpy(copy, path);
    free(m->path);
    m->path = copy;
    m->follows = follows;
    bm_study_tell_members(m->room);
}

/* ---- Events ---- */

uint64_t bm_study_stored(const struct bm_study_room *r) { return r->stored; }

struct past {
    struct bm_study_member *m;
    uint64_t last;
    unsigned left;
    bool failed;
};

static bool send_past(void *user, const struct bm_event_row *row)
{
    struct past *const p = user;
    struct bm_buf text = {0};
    bm_event_message_write(&text, row->seq, row->ts, row->kind, row->body, row->len);
    struct bm_frame *const frame = text.failed ? NULL : bm_frame_make(text.s, text.len);
    p->failed = !frame;
    if (frame) {
        p->m->send(p->m, frame);
        bm_frame_drop(frame);
        p->last = row->seq;
    }
    bm_buf_free(&text);
    return !p->failed && --p->left > 0 && p->m->room;
}

uint64_t bm_study_catch_up(struct bm_study_member *m, uint64_t since)
{
    struct bm_study_room *const r = m->room;
    struct past p = {.m = m, .last = since, .left = BM_STUDY_PAGE};
    r->busy++;
    const bool failed =
        bm_store_study_events(r->studies->server->store, r->id, since, send_past, &p) ||
        p.failed;
    if (failed && m->room) {
        unlink_member(m);
        m->gone(m);
    } else if (m->room && p.last >= r->stored) {
        m->listens = true;
    }
    release_room(r);
    return p.last;
}

/* Report the number of an event (0: it was not stored) to its sender, and free it. */
static void finish_put(struct study_put *p, uint64_t seq)
{
    if (p->done)
        p->done(p->user, seq);
    bm_buf_free(&p->body);
    free(p);
}

static void drop_room(struct bm_study_room *r)
{
    for (struct study_put *p = r->puts; p; p = p->next)
        p->room = NULL;
    r->puts = NULL;
    r->last_put = &r->puts;
    r->busy++;
    disconnect_members(r);
    release_room(r);
}

static void on_stored(void *user, enum bm_store_status status)
{
    struct study_put *const p = user;
    struct bm_study_room *const r = p->room;
    if (!r) {
        finish_put(p, status == BM_STORE_OK ? p->seq : 0);
        return;
    }
    if (status) {
        drop_room(r); /* which forgets this one, too */
        finish_put(p, 0);
        return;
    }
    r->puts = p->next;
    if (!r->puts)
        r->last_put = &r->puts;
    r->stored = p->seq;
    r->busy++;
    struct bm_buf text = {0};
    bm_event_message_write(&text, p->seq, p->ts, p->kind, p->body.s, p->body.len);
    send_to_members(r, &text);
    bm_buf_free(&text);
    finish_put(p, p->seq);
    release_room(r);
}

static void write_body(struct bm_buf *out, const struct bm_identity *identity,
                       const struct bm_client_message *message)
{
    /* As bm_message_text() writes it, so that a person can be renamed: account_transfer.c */
    bm_api_put_text(out, "{\"who\":", identity->id);
    bm_message_text(out, "name", identity->name);
    if (message->path)
        bm_message_text(out, "path", message->path);
    if (message->text)
        bm_message_text(out, "text", message->text);
    bm_buf_char(out, '}');
}

enum bm_code bm_study_put(struct bm_study_member *m, const char *kind,
                          const struct bm_client_message *message, bm_study_done *done,
                          void *user)
{
    struct bm_study_room *const r = m->room;
    struct study_put *const p = calloc(1, sizeof *p);
    if (!p)
        return BM_CODE_NO_MEMORY;
    write_body(&p->body, m->identity, message);
    if (p->body.failed || r->seq >= BM_STUDY_EVENTS ||
        r->bytes + p->body.len > BM_STUDY_BYTES) {
        const bool failed = p->body.failed;
        bm_buf_free(&p->body);
        free(p);
        return failed ? BM_CODE_NO_MEMORY : BM_CODE_STUDY_FULL;
    }
    p->room = r;
    p->seq = ++r->seq;
    p->ts = bm_server_wall();
    p->done = done;
    p->user = user;
    r->bytes += p->body.len;
    (void)snprintf(p->kind, sizeof p->kind, "%s", kind);
    *r->last_put = p;
    r->last_put = &p->next;
    struct bm_event_row row = {.seq = p->seq,
                               .ts = p->ts,
                               .kind = p->kind,
                               .body = p->body.s,
                               .len = p->body.len,
                               .person = m->identity->id};
    memcpy(row.game, r->id, sizeof row.game);
    const struct bm_change change = {.kind = BM_CHANGE_STUDY_EVENT, .event = &row};
    bm_store_put(r->studies->server->store, &change, 1, on_stored, p);
    return BM_CODE_OK;
}

/* ---- The end ---- */

void bm_study_drop(struct bm_studies *studies, const char *id)
{
    struct bm_study_room *const r = find_room(studies, id);
    if (r)
        drop_room(r);
}

void bm_studies_disconnect_all(struct bm_studies *studies)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct bm_study_room *r = studies->buckets[i], *next; r; r = next) {
            next = r->next;
            r->busy++;
            disconnect_members(r);
            release_room(r);
        }
}

void bm_studies_destroy(struct bm_studies *studies)
{
    if (!studies)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        while (studies->buckets[i])
            drop_room(studies->buckets[i]);
    free(studies);
}
