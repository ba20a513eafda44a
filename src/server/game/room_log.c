/* SPDX-License-Identifier: MIT */
/* The event log of a room: events are done, put together, and stored. */
#include <stdlib.h>

#include "server/game/room_internal.h"

void bm_event_message_write(struct bm_buf *out, uint64_t seq, int64_t ts, const char *kind,
                            const char *body, size_t len)
{
    bm_buf_text(out, "{\"t\":\"ev\"");
    bm_message_number(out, "seq", (int64_t)seq);
    bm_message_number(out, "ts", ts);
    bm_message_text(out, "k", kind);
    bm_buf_char(out, ',');
    bm_buf_bytes(out, body + 1, len - 1); /* an object that is never empty */
}

struct bm_event_batch *bm_room_begin_batch(struct bm_room *r)
{
    struct bm_event_batch *const b = calloc(1, sizeof *b);
    if (b)
        b->room = r;
    return b;
}

enum bm_code bm_room_apply(struct bm_room *r, struct bm_event_batch *b,
                           const struct bm_game_event *event, struct bm_error *err)
{
    const enum bm_code code = bm_game_state_apply(&r->state, event, err);
    if (code)
        return code;
    const unsigned i = b->count++;
    b->event[i].kind = bm_game_event_word(event);
    b->event[i].ts = bm_game_manager_now(r->games);
    bm_game_event_write(&b->event[i].body, &r->state, event);
    r->broken |= b->event[i].body.failed;
    b->moved |= event->kind == BM_GAME_EVENT_ACT && event->action.act == BM_ACT_MOVE;
    b->row |= event->kind < BM_GAME_EVENT_CHAT || event->kind == BM_GAME_EVENT_END ||
              (event->kind == BM_GAME_EVENT_ACT &&
               (event->action.act == BM_ACT_START || event->action.act == BM_ACT_RESUME));
    return BM_CODE_OK;
}

static void free_batch(struct bm_event_batch *b)
{
    for (unsigned i = 0; i < b->count; i++)
        bm_buf_free(&b->event[i].body);
    free(b);
}

/* What lists show. */
static void write_head(struct bm_buf *out, const struct bm_room *r)
{
    char clock[BM_TIMES_TEXT];
    (void)bm_times_format(&r->state.config.times, clock, sizeof clock);
    bm_buf_text(out, "{\"clock\":");
    bm_json_quote(out, clock, strlen(clock));
    bm_game_seats_write(out, r->state.seat, false);
    bm_game_state_write_result(out, &r->state);
    bm_buf_char(out, '}');
}

static void fill_row(struct bm_game_row *row, const struct bm_room *r,
                     const struct bm_buf *head)
{
    *row = (struct bm_game_row){.created = r->created,
                                .changed = r->changed,
                                .stage = bm_game_state_stage(&r->state),
                                .plies = bm_game_state_plies(&r->state),
                                .listed = r->state.config.listed,
                                .engine = r->state.seat[0].kind == BM_GAME_SEAT_ENGINE ||
                                          r->state.seat[1].kind == BM_GAME_SEAT_ENGINE,
                                .head = head->s,
                                .head_len = head->len};
    memcpy(row->id, r->id, sizeof row->id);
    memcpy(row->variant, r->state.config.variant, sizeof row->variant);
    memcpy(row->player[0], r->state.seat[0].person, sizeof row->player[0]);
    memcpy(row->player[1], r->state.seat[1].person, sizeof row->player[1]);
}

/* A game begins when all have sat down, is a draw when it has had all its moves, and its end is
 * an event of its own. */
static void apply_consequences(struct bm_room *r, struct bm_event_batch *b)
{
    struct bm_game_event event = {
        .kind = BM_GAME_EVENT_ACT, .at = r->state.time, .side = BM_ANY_SIDE};
    const enum bm_match_stage stage = bm_game_state_stage(&r->state);
    if (bm_game_state_is_full(&r->state) &&
        (stage == BM_MATCH_WAITING || stage == BM_MATCH_PAUSED)) {
        event.action.act = stage == BM_MATCH_WAITING ? BM_ACT_START : BM_ACT_RESUME;
        (void)bm_room_apply(r, b, &event, NULL);
    }
    if (r->state.count.moves >= BM_MOST_MOVES && stage == BM_MATCH_PLAYING) {
        event.action = (struct bm_action){
            .act = BM_ACT_ADJUDICATE, .reason = BM_REASON_MOVE_LIMIT, .result = BM_DRAW};
        (void)bm_room_apply(r, b, &event, NULL);
    }
    event.kind = BM_GAME_EVENT_END;
    if (bm_game_state_stage(&r->state) == BM_MATCH_OVER && !r->state.ended)
        (void)bm_room_apply(r, b, &event, NULL);
}

static void on_store_failed(void *user)
{
    struct bm_room *const r = user;
    bm_server_log("error", "room_failed", ",\"game\":\"%s\"", r->id);
    r->games->counts.failed++;
    bm_room_drop(r);
}

static void batch_stored(void *user, enum bm_store_status status)
{
    struct bm_event_batch *const b = user;
    struct bm_room *const r = b->room;
    if (!r) {
        free_batch(b);
        return;
    }
    if (status) {
        on_store_failed(r); /* which forgets this batch, too */
        free_batch(b);
        return;
    }
    r->batches = b->next; /* in the order of writing */
    if (!r->batches)
        r->last_batch = &r->batches;
    r->stored += b->count;
    if (bm_room_is_stored(r)) {
        bm_room_resume_clock(r, 0);
        bm_room_set_timer(r);
    }
    bm_room_broadcast(r, b);
    bm_game_manager_notify(r, false);
    free_batch(b);
    bm_room_reply_waiting(r);
}

struct bm_change bm_change_deadline(const struct bm_deadline_row *row)
{
    return (struct bm_change){.kind = row->at ? BM_CHANGE_DEADLINE : BM_CHANGE_NO_DEADLINE,
                              .deadline = row};
}

void bm_room_commit(struct bm_room *r, struct bm_event_batch *b)
{
    if (b->count != 0)
        apply_consequences(r, b);
    if (b->count == 0) {
        free_batch(b);
        return;
    }
    struct bm_event_row rows[BM_BATCH_EVENTS];
    struct bm_change changes[BM_BATCH_EVENTS + 2];
    struct bm_deadline_row deadline;
    struct bm_game_row row;
    struct bm_buf head = {0};
    size_t n = 0;
    bm_timer_stop(&r->flag);
    r->changed = bm_game_manager_now(r->games);
    if (b->row) {
        write_head(&head, r);
        r->broken |= head.failed;
        fill_row(&row, r, &head);
        changes[n++] = (struct bm_change){.kind = BM_CHANGE_GAME, .game = &row};
    }
    for (unsigned i = 0; i < b->count; i++) {
        rows[i] = (struct bm_event_row){.seq = r->state.seq - b->count + 1 + i,
                                        .ts = b->event[i].ts,
                                        .kind = b->event[i].kind,
                                        .body = b->event[i].body.s,
                                        .len = b->event[i].body.len};
        memcpy(rows[i].game, r->id, sizeof rows[i].game);
        changes[n++] = (struct bm_change){.kind = BM_CHANGE_EVENT, .event = &rows[i]};
    }
    if (bm_room_update_deadline(r, &deadline))
        changes[n++] = bm_change_deadline(&deadline);
    r->games->counts.events += b->count;
    r->games->counts.moves += b->moved;
    if (r->broken) {
        free_batch(b);
        bm_timer_set(&r->flag, bm_room_loop(r), 0, on_store_failed, r);
    } else {
        *r->last_batch = b;
        r->last_batch = &b->next;
        bm_store_put(r->games->server->store, changes, n, batch_stored, b);
    }
    bm_buf_free(&head);
    if (!r->broken)
        bm_room_run_bots(r);
}
