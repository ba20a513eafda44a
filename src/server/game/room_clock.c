/* SPDX-License-Identifier: MIT */
/* The clock of a room: its time, what is due in it, and when. */
#include "match/match.h"
#include "server/game/room_internal.h"

enum {
    FIRST_MOVE_MS =
        30000,       /* for the first move of a fast game, if nothing else is configured */
    NEAR_MS = 10000, /* a deadline that is nearer than this keeps a room in memory */
    REARM_MS = 1000  /* the store need not know a deadline more precisely */
};

int64_t bm_room_now(const struct bm_room *r)
{
    const int64_t now = bm_game_manager_now(r->games) - r->base;
    return !bm_room_is_stored(r) || now < r->state.time ? r->state.time : now;
}

void bm_room_resume_clock(struct bm_room *r, int64_t passed)
{
    r->base = bm_game_manager_now(r->games) - r->state.time - passed;
}

/* How long after the flag fell a move is still accepted that was sent before. */
static int64_t grace_of_lag(const struct bm_room *r)
{
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    const int64_t quota = r->state.quota[state.turn];
    return bm_game_seat_is_program(&r->state.seat[state.turn]) ? 0
           : quota < BM_LAG_A_MOVE                             ? quota
                                                               : BM_LAG_A_MOVE;
}

/* When the side to move must have made its first move. */
static int64_t first_move_due(const struct bm_room *r)
{
    const struct bm_game_state *const s = &r->state;
    const int64_t set = r->games->server->options.first_move_ms;
    const int64_t ms = set != 0 ? set : FIRST_MOVE_MS;
    return ms > 0 && bm_game_state_awaits_first_move(s)
               ? s->turn_at + ms * bm_game_state_pace(s)
               : BM_NO_LIMIT;
}

/* When something happens by itself, in the room's time; BM_NO_LIMIT: never. */
static int64_t next_due(const struct bm_room *r)
{
    const int64_t flag = bm_match_deadline(r->state.match), first = first_move_due(r);
    const int64_t due = flag == BM_NO_LIMIT ? flag : flag + grace_of_lag(r);
    return due < first ? due : first;
}

bool bm_room_is_due_soon(const struct bm_room *r)
{
    const int64_t due = next_due(r);
    return due != BM_NO_LIMIT && due - bm_room_now(r) < NEAR_MS;
}

bool bm_room_update_deadline(struct bm_room *r, struct bm_deadline_row *row)
{
    const struct bm_game_state *const s = &r->state;
    const int64_t due = next_due(r), now = bm_game_manager_now(r->games);
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    /* A bot that is to move is started at once after a restart. */
    const bool program =
        state.stage == BM_MATCH_PLAYING && bm_game_seat_is_program(&s->seat[state.turn]);
    *row = (struct bm_deadline_row){.slow = bm_game_state_is_correspondence(s)};
    memcpy(row->game, r->id, sizeof row->game);
    if (program || due != BM_NO_LIMIT) {
        const int64_t wait = program ? 0 : due - bm_room_now(r);
        row->left = program || due < s->time ? 0 : due - s->time;
        row->at = now + (wait > 0 ? wait : 0);
    }
    const int64_t change = row->at - r->armed;
    if (change == 0 || (row->at && r->armed && change < REARM_MS && change > -REARM_MS))
        return false;
    r->armed = row->at;
    return true;
}

static void on_due(void *user)
{
    struct bm_room *const r = user;
    struct bm_event_batch *const b = bm_room_begin_batch(r);
    if (!b) {
        bm_timer_set(&r->flag, bm_room_loop(r), 1000, on_due, r);
        return;
    }
    bm_room_apply_timeouts(r, b, bm_room_now(r));
    bm_room_commit(r, b);
    bm_room_set_timer(r);
}

void bm_room_set_timer(struct bm_room *r)
{
    const int64_t due = next_due(r);
    if (due == BM_NO_LIMIT || !bm_room_is_stored(r))
        bm_timer_stop(&r->flag);
    else
        bm_timer_set(&r->flag, bm_room_loop(r), due - bm_room_now(r), on_due, r);
}

void bm_room_apply_timeouts(struct bm_room *r, struct bm_event_batch *b, int64_t now)
{
    const int64_t flag = bm_match_deadline(r->state.match), first = first_move_due(r);
    struct bm_match_state state;
    bm_match_state(r->state.match, &state);
    struct bm_game_event event = {.kind = BM_GAME_EVENT_ACT, .side = state.turn};
    if (first <= now && first <= flag) {
        event.at = first;
        event.action = (struct bm_action){
            .act = BM_ACT_ABORT, .side = state.turn, .reason = BM_REASON_ABSENT};
    } else if (flag <= now) {
        event.at = flag;
        event.action = (struct bm_action){.act = BM_ACT_FLAG, .side = state.turn};
    } else {
        return;
    }
    (void)bm_room_apply(r, b, &event, NULL);
}
