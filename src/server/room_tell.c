/* SPDX-License-Identifier: MIT */
/* Broadcasting: who is told of an event, and who waits until one is stored. */
#include <stdio.h>
#include <stdlib.h>

#include "server/room_inside.h"

static void tell(struct bm_room *r, struct bm_told *told)
{
    for (struct bm_watcher *w = r->watchers; w; w = r->walk) {
        r->walk = w->next;
        w->hooks->tell(w, told);
    }
    r->walk = NULL;
    if (told->drop)
        told->drop(told->shared);
}

void bm_room_tell(struct bm_room *r, const struct bm_batch *b)
{
    for (unsigned i = 0; i < b->count && r->watchers; i++) {
        struct bm_buf text = {0};
        struct bm_told told = {.seq = r->stored - b->count + 1 + i};
        bm_event_write(&text, told.seq, b->event[i].ts, b->event[i].kind, b->event[i].body.s,
                       b->event[i].body.len);
        told.text = text.s;
        told.len = text.len;
        if (text.failed) /* nobody may miss one: they come again and ask */
            while (r->watchers) {
                struct bm_watcher *const w = r->watchers;
                bm_room_unwatch(w);
                w->hooks->gone(w);
            }
        else
            tell(r, &told);
        bm_buf_free(&text);
    }
}

static void line_up(struct bm_room *r, struct bm_wait *w, uint64_t seq)
{
    w->seq = w->verdict.seq = seq;
    w->next = NULL;
    *r->last_wait = w;
    r->last_wait = &w->next;
}

void bm_room_answer_waits(struct bm_room *r)
{
    while (r->waits && r->waits->seq <= r->stored) {
        struct bm_wait *const w = r->waits;
        r->waits = w->next;
        if (!r->waits)
            r->last_wait = &r->waits;
        if (w->all && !bm_room_is_stored(r)) {
            line_up(r, w, r->sheet.seq);
            continue;
        }
        w->answer(w->user, &w->verdict);
        free(w);
    }
}

/* NULL: it was answered at once. */
static struct bm_wait *answer_at(struct bm_room *r, uint64_t seq, bm_room_answer *answer,
                                 void *user, const struct bm_verdict *v)
{
    struct bm_verdict now = *v;
    now.room = r;
    struct bm_wait *const w = seq > r->stored ? calloc(1, sizeof *w) : NULL;
    if (!w) {
        if (seq > r->stored) { /* it may still come to pass: whoever asks again will see */
            now.code = BM_CODE_NO_MEMORY;
            now.detail = bm_code_text(now.code, BM_EN);
        }
        answer(user, &now);
        return NULL;
    }
    *w = (struct bm_wait){.seq = seq, .answer = answer, .user = user, .verdict = now};
    if (v->detail)
        snprintf(w->detail, sizeof w->detail, "%s", v->detail);
    w->verdict.detail = v->detail ? w->detail : NULL;
    line_up(r, w, seq);
    w->verdict.seq = v->seq;
    return w;
}

void bm_room_answer_at(struct bm_room *r, uint64_t seq, bm_room_answer *answer, void *user,
                       const struct bm_verdict *v)
{
    (void)answer_at(r, seq, answer, user, v);
}

void bm_room_wait(struct bm_room *r, bm_room_answer *answer, void *user)
{
    struct bm_wait *const w =
        answer_at(r, r->sheet.seq, answer, user, &(struct bm_verdict){.seq = r->sheet.seq});
    if (w)
        w->all = true;
}

/* ---- Watching ---- */

struct past {
    struct bm_room *room;
    struct bm_watcher *w;
    bool failed;
};

static bool tell_past(void *user, const struct bm_event_row *row)
{
    struct past *const p = user;
    struct bm_buf text = {0};
    bm_event_write(&text, row->seq, row->ts, row->kind, row->body, row->len);
    p->failed = text.failed;
    struct bm_told told = {.seq = row->seq, .text = text.s, .len = text.len};
    if (!text.failed)
        p->w->hooks->tell(p->w, &told);
    if (told.drop)
        told.drop(told.shared);
    bm_buf_free(&text);
    return !p->failed && p->w->room; /* who has gone meanwhile is not told more */
}

bool bm_room_watch(struct bm_room *r, struct bm_watcher *w, uint64_t since)
{
    w->room = r;
    w->next = r->watchers;
    w->link = &r->watchers;
    if (w->next)
        w->next->link = &w->next;
    r->watchers = w;
    r->hall->counts.watchers++;
    if (since > r->stored)
        return false;
    struct past p = {.room = r, .w = w};
    if ((bm_store_events(r->hall->server->store, r->id, since, tell_past, &p) || p.failed) &&
        w->room) {
        bm_room_unwatch(w);
        w->hooks->gone(w);
    }
    return true;
}

void bm_room_unwatch(struct bm_watcher *w)
{
    struct bm_room *const r = w->room;
    if (!r)
        return;
    if (r->walk == w)
        r->walk = w->next;
    *w->link = w->next;
    if (w->next)
        w->next->link = w->link;
    w->room = NULL;
    r->hall->counts.watchers--;
    bm_room_touch(r);
}

unsigned bm_room_sides(const struct bm_room *r, const struct bm_who *who)
{
    unsigned sides = 0;
    for (unsigned side = 0; side < 2; side++)
        if (r->sheet.chair[side].kind == BM_CHAIR_PERSON &&
            bm_who_is(who, r->sheet.chair[side].who))
            sides |= 1u << side;
    return sides;
}
