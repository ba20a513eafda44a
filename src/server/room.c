/* SPDX-License-Identifier: MIT */
/* Rooms: life, time, what waits for the store, and who is told when it is there. */
#include <stdio.h>
#include <stdlib.h>

#include "server/room_inside.h"

const char *bm_room_id(const struct bm_room *r) { return r->id; }
const struct bm_sheet *bm_room_sheet(const struct bm_room *r) { return &r->sheet; }

/* ---- Time ---- */

int64_t bm_room_now(const struct bm_room *r)
{
    const int64_t now = bm_loop_now(bm_room_loop(r)) - r->base;
    return !bm_room_is_stored(r) || now < r->sheet.time ? r->sheet.time : now;
}

static void flag_due(void *user);

/* All is stored: time goes on from the last event. */
static void go_on(struct bm_room *r, int64_t passed)
{
    r->base = bm_loop_now(bm_room_loop(r)) - r->sheet.time - passed;
}

/* How long after the flag a move may still come that was on the way before it fell. */
static int64_t grace(const struct bm_room *r)
{
    struct bm_match_state state;
    bm_match_state(r->sheet.match, &state);
    const int64_t quota = r->sheet.quota[state.turn];
    return bm_chair_is_program(&r->sheet.chair[state.turn]) ? 0
           : quota < BM_LAG_A_MOVE                          ? quota
                                                            : BM_LAG_A_MOVE;
}

static void set_flag(struct bm_room *r)
{
    const int64_t flag = bm_match_deadline(r->sheet.match);
    if (flag == BM_NO_LIMIT || !bm_room_is_stored(r))
        bm_timer_stop(&r->flag);
    else
        bm_timer_set(&r->flag, bm_room_loop(r), flag + grace(r) - bm_room_now(r), flag_due, r);
}

void bm_room_look_at_flag(struct bm_room *r, struct bm_batch *b, int64_t now)
{
    const int64_t flag = bm_match_deadline(r->sheet.match);
    struct bm_match_state state;
    if (flag > now)
        return;
    bm_match_state(r->sheet.match, &state);
    const struct bm_deed d = {.kind = BM_DEED_ACT,
                              .at = flag,
                              .side = state.turn,
                              .action = {.act = BM_ACT_FLAG, .side = state.turn}};
    (void)bm_room_do(r, b, &d, NULL);
}

static void flag_due(void *user)
{
    struct bm_room *const r = user;
    struct bm_batch *const b = bm_room_begin(r);
    if (!b) {
        bm_timer_set(&r->flag, bm_room_loop(r), 1000, flag_due, r);
        return;
    }
    bm_room_look_at_flag(r, b, bm_room_now(r));
    bm_room_put(r, b);
    set_flag(r);
}

/* ---- Events ---- */

void bm_event_write(struct bm_buf *out, uint64_t seq, int64_t ts, const char *kind,
                    const char *body, size_t len)
{
    bm_buf_text(out, "{\"t\":\"ev\"");
    bm_say_number(out, "seq", (int64_t)seq);
    bm_say_number(out, "ts", ts);
    bm_say_member(out, "k", kind);
    bm_buf_char(out, ',');
    bm_buf_bytes(out, body + 1, len - 1); /* an object that is never empty */
}

struct bm_batch *bm_room_begin(struct bm_room *r)
{
    struct bm_batch *const b = calloc(1, sizeof *b);
    if (b)
        b->room = r;
    return b;
}

enum bm_code bm_room_do(struct bm_room *r, struct bm_batch *b, const struct bm_deed *d,
                        struct bm_error *err)
{
    const enum bm_code code = bm_sheet_do(&r->sheet, d, err);
    if (code)
        return code;
    const unsigned i = b->count++;
    b->event[i].kind = bm_deed_word(d);
    b->event[i].ts = bm_server_wall();
    bm_deed_write(&b->event[i].body, &r->sheet, d);
    r->broken |= b->event[i].body.failed;
    b->moved |= d->kind == BM_DEED_ACT && d->action.act == BM_ACT_MOVE;
    b->row |= d->kind < BM_DEED_CHAT || d->kind == BM_DEED_END ||
              (d->kind == BM_DEED_ACT &&
               (d->action.act == BM_ACT_START || d->action.act == BM_ACT_RESUME));
    return BM_CODE_OK;
}

static void free_batch(struct bm_batch *b)
{
    for (unsigned i = 0; i < b->count; i++)
        bm_buf_free(&b->event[i].body);
    free(b);
}

/* What lists show. */
static void write_head(struct bm_buf *out, const struct bm_room *r)
{
    char clock[BM_TIMES_TEXT];
    (void)bm_times_format(&r->sheet.plan.times, clock, sizeof clock);
    bm_buf_text(out, "{\"clock\":");
    bm_json_quote(out, clock, strlen(clock));
    bm_chairs_write(out, r->sheet.chair, false);
    bm_sheet_write_result(out, &r->sheet);
    bm_buf_char(out, '}');
}

static void fill_row(struct bm_game_row *row, const struct bm_room *r,
                     const struct bm_buf *head)
{
    *row = (struct bm_game_row){.created = r->created,
                                .changed = r->changed,
                                .stage = bm_sheet_stage(&r->sheet),
                                .plies = bm_sheet_plies(&r->sheet),
                                .listed = r->sheet.plan.listed,
                                .head = head->s,
                                .head_len = head->len};
    memcpy(row->id, r->id, sizeof row->id);
    memcpy(row->variant, r->sheet.plan.variant, sizeof row->variant);
    memcpy(row->player[0], r->sheet.chair[0].who, sizeof row->player[0]);
    memcpy(row->player[1], r->sheet.chair[1].who, sizeof row->player[1]);
}

/* A game begins when all have sat down, and its end is an event of its own. */
static void settle(struct bm_room *r, struct bm_batch *b)
{
    struct bm_deed d = {.kind = BM_DEED_ACT, .at = r->sheet.time, .side = BM_ANY_SIDE};
    const enum bm_match_stage stage = bm_sheet_stage(&r->sheet);
    if (bm_sheet_is_full(&r->sheet) &&
        (stage == BM_MATCH_WAITING || stage == BM_MATCH_PAUSED)) {
        d.action.act = stage == BM_MATCH_WAITING ? BM_ACT_START : BM_ACT_RESUME;
        (void)bm_room_do(r, b, &d, NULL);
    }
    d.kind = BM_DEED_END;
    if (bm_sheet_stage(&r->sheet) == BM_MATCH_OVER && !r->sheet.ended)
        (void)bm_room_do(r, b, &d, NULL);
}

static void stored(void *user, enum bm_store_status status);

static void break_down(void *user)
{
    struct bm_room *const r = user;
    bm_server_log("error", "room_failed", ",\"game\":\"%s\"", r->id);
    r->hall->counts.failed++;
    bm_room_drop(r);
}

void bm_room_put(struct bm_room *r, struct bm_batch *b)
{
    if (b->count != 0)
        settle(r, b);
    if (b->count == 0) {
        free_batch(b);
        return;
    }
    struct bm_event_row rows[BM_BATCH];
    struct bm_change changes[BM_BATCH + 1];
    struct bm_game_row row;
    struct bm_buf head = {0};
    size_t n = 0;
    bm_timer_stop(&r->flag);
    r->changed = bm_server_wall();
    if (b->row) {
        write_head(&head, r);
        r->broken |= head.failed;
        fill_row(&row, r, &head);
        changes[n++] = (struct bm_change){.kind = BM_CHANGE_GAME, .game = &row};
    }
    for (unsigned i = 0; i < b->count; i++) {
        rows[i] = (struct bm_event_row){.seq = r->sheet.seq - b->count + 1 + i,
                                        .ts = b->event[i].ts,
                                        .kind = b->event[i].kind,
                                        .body = b->event[i].body.s,
                                        .len = b->event[i].body.len};
        memcpy(rows[i].game, r->id, sizeof rows[i].game);
        changes[n++] = (struct bm_change){.kind = BM_CHANGE_EVENT, .event = &rows[i]};
    }
    r->hall->counts.events += b->count;
    r->hall->counts.moves += b->moved;
    if (r->broken) {
        free_batch(b);
        bm_timer_set(&r->flag, bm_room_loop(r), 0, break_down, r);
    } else {
        *r->last_batch = b;
        r->last_batch = &b->next;
        bm_store_put(r->hall->server->store, changes, n, stored, b);
    }
    bm_buf_free(&head);
    if (!r->broken)
        bm_room_think(r);
}

/* ---- Who is told ---- */

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

static void tell_batch(struct bm_room *r, const struct bm_batch *b)
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

static void answer_waits(struct bm_room *r)
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

static void stored(void *user, enum bm_store_status status)
{
    struct bm_batch *const b = user;
    struct bm_room *const r = b->room;
    if (!r) {
        free_batch(b);
        return;
    }
    if (status) {
        break_down(r); /* which forgets this batch, too */
        free_batch(b);
        return;
    }
    r->batches = b->next; /* they come in order */
    if (!r->batches)
        r->last_batch = &r->batches;
    r->stored += b->count;
    if (bm_room_is_stored(r)) {
        go_on(r, 0);
        set_flag(r);
    }
    tell_batch(r, b);
    bm_hall_tell(r, false);
    free_batch(b);
    answer_waits(r);
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
    r->used = bm_loop_now(bm_room_loop(r));
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

/* ---- Life ---- */

struct bm_room *bm_room_create(struct bm_hall *h, const char *id)
{
    struct bm_room *const r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->hall = h;
    snprintf(r->id, sizeof r->id, "%s", id);
    r->last_wait = &r->waits;
    r->last_batch = &r->batches;
    r->created = r->changed = bm_server_wall();
    r->used = bm_loop_now(bm_room_loop(r));
    r->base = r->used;
    return r;
}

struct loading {
    struct bm_room *room;
    bool failed;
};

static bool load_event(void *user, const struct bm_event_row *row)
{
    struct loading *const l = user;
    struct bm_room *const r = l->room;
    struct bm_plan plan = {.of = ""};
    struct bm_deed d;
    json_t *const body = json_loadb(row->body, row->len, JSON_REJECT_DUPLICATES, NULL);
    if (!body || row->seq != r->sheet.seq + 1 ||
        !bm_deed_read(&d, &plan, &r->sheet, r->hall->server->shelf, row->kind, body) ||
        bm_sheet_do(&r->sheet, &d, NULL)) {
        l->failed = true;
        bm_server_log("error", "bad_event", ",\"game\":\"%s\",\"seq\":%llu", r->id,
                      (unsigned long long)row->seq);
    }
    if (row->seq == 1)
        r->created = row->ts;
    r->changed = row->ts;
    bm_plan_fini(&plan); /* empty if it was taken over */
    json_decref(body);
    return !l->failed;
}

enum bm_code bm_room_load(struct bm_room *r)
{
    struct loading l = {.room = r};
    const enum bm_store_status status =
        bm_store_events(r->hall->server->store, r->id, 0, load_event, &l);
    if (l.failed)
        return BM_CODE_BROKEN_GAME;
    if (status && status != BM_STORE_MISSING)
        return BM_CODE_BUSY;
    if (r->sheet.seq == 0)
        return BM_CODE_NO_SUCH_GAME;
    r->stored = r->sheet.seq;
    go_on(r, bm_sheet_is_slow(&r->sheet) ? bm_hall_awake(r->hall, r->changed, bm_server_wall())
                                         : 0);
    set_flag(r);
    bm_room_think(r);
    return BM_CODE_OK;
}

bool bm_room_is_idle(const struct bm_room *r)
{
    const struct bm_match *const m = r->sheet.match;
    return !r->watchers && !r->waits && bm_room_is_stored(r) && !r->queued &&
           r->ticket.state == BM_TICKET_NONE && !r->search[0] && !r->search[1] &&
           !r->engine[0] && !r->engine[1] &&
           (bm_match_deadline(m) == BM_NO_LIMIT || bm_sheet_is_slow(&r->sheet));
}

static void free_room(void *user)
{
    struct bm_room *const r = user;
    bm_sheet_fini(&r->sheet);
    free(r);
}

void bm_room_drop(struct bm_room *r)
{
    const struct bm_hall_hooks *const hooks = r->hall->hooks;
    bm_hall_remove(r->hall, r);
    if (hooks)
        hooks->dropped(hooks->user, r);
    bm_room_stop_thinking(r);
    for (struct bm_batch *b = r->batches; b; b = b->next)
        b->room = NULL;
    while (r->waits) {
        struct bm_wait *const w = r->waits;
        r->waits = w->next;
        w->verdict = (struct bm_verdict){.code = BM_CODE_NOT_STORED,
                                         .detail = bm_code_text(BM_CODE_NOT_STORED, BM_EN)};
        w->answer(w->user, &w->verdict);
        free(w);
    }
    while (r->watchers) {
        struct bm_watcher *const w = r->watchers;
        bm_room_unwatch(w);
        w->hooks->gone(w);
    }
    bm_timer_close(&r->flag, free_room, r);
}
