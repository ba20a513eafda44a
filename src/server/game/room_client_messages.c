/* SPDX-License-Identifier: MIT */
/* Client messages: each is judged by the newest state and, if it is accepted, becomes an
 * event. */
#include <stdio.h>

#include "banmen/notation.h"
#include "engine/node_context.h"
#include "match/match.h"
#include "server/accounts/blocks.h"
#include "server/game/room_internal.h"

enum {
    CHAT_MS = 2000, /* between two chat lines, */
    CHAT_BURST = 5  /* and so many at once */
};

static struct bm_match *match_of(const struct bm_client_action *a) { return a->r->state.match; }

/* ---- Seats ---- */

/* The side that a message is for: with both seats, the one that is to move. */
static bool find_side(struct bm_client_action *a)
{
    const unsigned sides = bm_room_sides(a->r, a->identity);
    if (a->message->side != BM_ANY_SIDE) {
        a->side = a->message->side;
        return sides >> a->side & 1;
    }
    a->side = sides == 3 ? bm_ctx_turn(bm_match_ctx(match_of(a))) : sides == 2;
    return sides;
}

/* Whether no consent of another person is needed. */
bool bm_client_action_is_alone(const struct bm_client_action *a)
{
    const struct bm_game_seat *const other = &a->r->state.seat[!a->side];
    return bm_game_seat_is_program(other) || bm_room_sides(a->r, a->identity) == 3;
}

/* ---- Doing ---- */

enum bm_code bm_client_action_apply(struct bm_client_action *a, struct bm_game_event *event)
{
    const enum bm_code code = bm_room_apply(a->r, a->batch, event, &a->err);
    if (!code)
        a->seq = a->r->state.seq;
    return code;
}

static enum bm_code apply_timed_action(struct bm_client_action *a,
                                       const struct bm_action *action, int64_t now, int64_t lag)
{
    struct bm_game_event event = {.kind = BM_GAME_EVENT_ACT,
                                  .at = now - lag,
                                  .side = a->side,
                                  .action = *action,
                                  .lag = lag};
    event.action.side = a->side;
    bm_room_apply_timeouts(a->r, a->batch, event.at);
    return bm_client_action_apply(a, &event);
}

static enum bm_code apply_act(struct bm_client_action *a, enum bm_act what)
{
    return apply_timed_action(
        a, &(struct bm_action){.act = what, .plies = (unsigned)a->message->plies},
        bm_room_now(a->r), 0);
}

/* ---- Moves ---- */

/* What the way here took is given back, as far as it was measured and there is some left. */
static int64_t lag_of(const struct bm_client_action *a, int64_t now)
{
    const struct bm_room *const r = a->r;
    const struct bm_clock *const clock = bm_match_clock(match_of(a));
    const int64_t since = now - r->state.time;
    int64_t lag = a->message->round_trip_ms;
    if (r->state.config.whole_seconds) { /* if the flag stands, what is begun is not charged */
        lag = bm_clock_spent(clock, now) % 1000;
        return bm_clock_flagged(clock, a->side, now) ? 0 : lag < since ? lag : since;
    }
    if (!clock->running || clock->turn != a->side || lag < 0)
        return 0;
    lag = lag < BM_LAG_A_MOVE ? lag : BM_LAG_A_MOVE;
    lag = lag < r->state.quota[a->side] ? lag : r->state.quota[a->side];
    return lag < since ? lag : since;
}

/* Whether the move is the one that was played at a ply, in whatever notation. */
static bool was_played(const struct bm_client_action *a, unsigned ply)
{
    const struct bm_match *const m = match_of(a);
    struct bm_ctx *ctx = NULL;
    bm_move move;
    const bool same =
        !bm_node_context(&ctx, m->game, m->marks[ply].node, 1) &&
        !bm_move_parse(&move, ctx, a->message->move, strlen(a->message->move), NULL) &&
        bm_move_equal(move, bm_ctx_played(m->line.ctx, ply));
    bm_ctx_destroy(ctx);
    return same;
}

/* A move at a ply that was played already: the same once more is fine. */
static enum bm_code answer_repeated_move(struct bm_client_action *a)
{
    const struct bm_game_state *const s = &a->r->state;
    const uint64_t ply = (uint64_t)a->message->ply;
    if (ply < bm_game_state_plies(s) &&
        bm_room_sides(a->r, a->identity) >> s->match->marks[ply].side & 1 &&
        was_played(a, (unsigned)ply)) {
        a->seq = s->seqs[ply];
        return BM_CODE_OK;
    }
    snprintf(a->err.what, sizeof a->err.what, "%s: the game is at ply %u",
             bm_code_text(BM_CODE_STALE_PLY, a->message->lang), bm_game_state_plies(s));
    return BM_CODE_STALE_PLY;
}

/*
 * A move that was taken back, in a message from before the takeback: sent twice, or late. It
 * is not played again. The message's "seq" is the last event that its client had seen: with it
 * the reply is the one of the first time; without it the message could be meant anew, and is
 * refused.
 */
static bool is_retracted(struct bm_client_action *a, bm_move move, enum bm_code *code)
{
    const struct bm_game_state *const s = &a->r->state;
    const unsigned sides = bm_room_sides(a->r, a->identity);
    const bool said = a->message->seq >= 0;
    if (s->back_seq == 0 || (said && (uint64_t)a->message->seq >= s->back_seq))
        return false;
    *code = BM_CODE_RETRACTED;
    for (size_t i = s->retracted_count; i-- > 0;) {
        const struct bm_retracted *const old = &s->retracted[i];
        if (old->ply != bm_game_state_plies(s) || !(sides >> old->side & 1) ||
            !bm_move_equal(old->move, move))
            continue;
        if (said && old->seq > (uint64_t)a->message->seq) {
            *code = BM_CODE_OK;
            a->seq = old->seq;
        }
        return true;
    }
    return said;
}

static enum bm_code handle_move(struct bm_client_action *a)
{
    const struct bm_ctx *const ctx = bm_match_ctx(match_of(a));
    struct bm_action action = {.act = BM_ACT_MOVE};
    const int64_t now = bm_room_now(a->r);
    if ((uint64_t)a->message->ply != bm_game_state_plies(&a->r->state))
        return answer_repeated_move(a);
    if (bm_move_parse(&action.move, ctx, a->message->move, strlen(a->message->move), &a->err))
        return BM_CODE_BAD_MOVE;
    enum bm_code code;
    if (is_retracted(a, action.move, &code))
        return code;
    code = apply_timed_action(a, &action, now, lag_of(a, now));
    if (code == BM_CODE_ILLEGAL_MOVE)
        (void)bm_ctx_explain(ctx, action.move, bm_match_faults(match_of(a)), a->message->lang,
                             a->err.what, sizeof a->err.what);
    return code;
}

/* ---- Offers ---- */

static enum bm_code handle_draw(struct bm_client_action *a)
{
    if (!a->message->has_yes && a->r->state.count.offers >= BM_MOST_OFFERS)
        return BM_CODE_TOO_MANY_EVENTS;
    return apply_act(a, !a->message->has_yes ? BM_ACT_OFFER_DRAW
                        : a->message->yes    ? BM_ACT_ACCEPT_DRAW
                                             : BM_ACT_DECLINE_DRAW);
}

static enum bm_code handle_takeback(struct bm_client_action *a)
{
    if ((bm_client_action_is_alone(a) || !a->message->has_yes) &&
        a->r->state.count.takebacks >= BM_MOST_TAKEBACKS)
        return BM_CODE_TOO_MANY_EVENTS;
    if (bm_client_action_is_alone(a))
        return bm_game_state_stage(&a->r->state) == BM_MATCH_OVER ? BM_CODE_GAME_OVER
                                                                  : apply_act(a, BM_ACT_UNDO);
    return apply_act(a, !a->message->has_yes ? BM_ACT_ASK_TAKEBACK
                        : a->message->yes    ? BM_ACT_GRANT_TAKEBACK
                                             : BM_ACT_REFUSE_TAKEBACK);
}

/* ---- Claims ---- */

/* The opponent has disconnected and has not returned in time. */
static enum bm_code claim_against_absent(struct bm_client_action *a, bool draw_it)
{
    const struct bm_match *const m = match_of(a);
    if (m->stage == BM_MATCH_OVER)
        return BM_CODE_GAME_OVER;
    if (bm_client_action_is_alone(a) || bm_room_claim_ms(a->r, !a->side) != 0)
        return BM_CODE_NOT_AWAY;
    struct bm_game_event event = {
        .kind = BM_GAME_EVENT_ACT, .at = bm_room_now(a->r), .side = !a->side};
    event.action = draw_it ? (struct bm_action){.act = BM_ACT_ADJUDICATE,
                                                .side = !a->side,
                                                .result = BM_DRAW,
                                                .reason = BM_REASON_ADJUDICATION}
                           : (struct bm_action){.act = BM_ACT_FORFEIT,
                                                .side = !a->side,
                                                .reason = BM_REASON_ABSENT};
    bm_room_apply_timeouts(a->r, a->batch, event.at);
    return bm_client_action_apply(a, &event);
}

static enum bm_code handle_claim_win(struct bm_client_action *a)
{
    return claim_against_absent(a, false);
}
static enum bm_code handle_claim_draw(struct bm_client_action *a)
{
    return claim_against_absent(a, true);
}

/* ---- Chat ---- */

/* Whether the player at a side has blocked the sender. */
static bool has_blocked(const struct bm_client_action *a, unsigned side)
{
    const struct bm_game_seat *const c = &a->r->state.seat[side];
    return c->kind == BM_GAME_SEAT_PERSON &&
           bm_is_blocked(a->r->games->server, c->person, a->identity);
}

static bool is_chat_text(const char *text)
{
    size_t chars = 0;
    bool seen = false;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < ' ' || *c == 0x7f)
            return false;
        chars += (*c & 0xc0) != 0x80;
        seen |= *c != ' ';
    }
    return seen && chars <= BM_CHAT_LONGEST;
}

static enum bm_code handle_chat(struct bm_client_action *a)
{
    int64_t *const talk = &a->r->chat_until[a->seated ? a->side : BM_ANY_SIDE];
    const int64_t now = bm_loop_now(bm_room_loop(a->r));
    struct bm_game_event event = {.kind = BM_GAME_EVENT_CHAT,
                                  .at = bm_room_now(a->r),
                                  .side = a->seated ? a->side : BM_ANY_SIDE,
                                  .person = a->identity->id,
                                  .name = a->identity->name,
                                  .text = a->message->text};
    const struct bm_accounts *const accounts = a->r->games->server->accounts;
    if (!a->identity->id[0])
        return BM_CODE_NOT_SEATED;
    if (accounts && bm_accounts_is_muted(accounts, a->identity))
        return BM_CODE_MUTED;
    if (!is_chat_text(a->message->text)) {
        snprintf(a->err.what, sizeof a->err.what,
                 "\"text\" should have 1 to %d characters and no control characters",
                 BM_CHAT_LONGEST);
        return BM_CODE_BAD_VALUE;
    }
    if (a->r->state.count.chats[!a->seated] >= BM_MOST_CHATS)
        return BM_CODE_TOO_MANY_EVENTS;
    if (a->seated && has_blocked(a, !a->side))
        return BM_CODE_BLOCKED;
    if (*talk < now)
        *talk = now;
    if (*talk > now + CHAT_MS * (CHAT_BURST - 1))
        return BM_CODE_TOO_FAST;
    *talk += CHAT_MS;
    return bm_client_action_apply(a, &event);
}

/* ---- Sitting down ---- */

static enum bm_code handle_join(struct bm_client_action *a)
{
    const struct bm_game_state *const s = &a->r->state;
    struct bm_game_event event = {.kind = BM_GAME_EVENT_JOIN,
                                  .at = bm_room_now(a->r),
                                  .side = BM_ANY_SIDE,
                                  .person = a->identity->id,
                                  .name = a->identity->name};
    const unsigned mine = bm_room_sides(a->r, a->identity);
    if (!a->identity->id[0])
        return BM_CODE_NOT_SEATED;
    if (mine) { /* once more by the same link: nothing to do */
        const bool again = a->message->token &&
                           bm_game_seat_accepts_token(&s->seat[mine == 2], a->message->token);
        return again ? BM_CODE_OK : BM_CODE_ALREADY_SEATED;
    }
    for (unsigned side = 0; side < 2 && event.side == BM_ANY_SIDE; side++) {
        const bool here = a->message->side == BM_ANY_SIDE || a->message->side == side;
        if (here &&
            (a->message->token ? bm_game_seat_accepts_token(&s->seat[side], a->message->token)
                               : s->seat[side].kind == BM_GAME_SEAT_OPEN))
            event.side = side;
    }
    if (event.side != BM_ANY_SIDE && !a->message->token && has_blocked(a, !event.side))
        return BM_CODE_BLOCKED;
    if (event.side != BM_ANY_SIDE)
        return s->count.joins < BM_MOST_JOINS ? bm_client_action_apply(a, &event)
                                              : BM_CODE_TOO_MANY_EVENTS;
    const bool locked =
        s->seat[0].kind == BM_GAME_SEAT_LINK || s->seat[1].kind == BM_GAME_SEAT_LINK;
    return a->message->token || locked ? BM_CODE_BAD_TOKEN : BM_CODE_SEAT_TAKEN;
}

static enum bm_code handle_leave(struct bm_client_action *a)
{
    struct bm_game_event event = {
        .kind = BM_GAME_EVENT_LEAVE, .at = bm_room_now(a->r), .side = a->side};
    const enum bm_code code = bm_client_action_apply(a, &event);
    /* A game that has lost its only person is aborted. */
    if (!code && a->r->state.seat[!a->side].kind != BM_GAME_SEAT_PERSON) {
        const struct bm_game_event abort = {.kind = BM_GAME_EVENT_ACT,
                                            .at = event.at,
                                            .side = BM_ANY_SIDE,
                                            .action = {.act = BM_ACT_ABORT}};
        (void)bm_room_apply(a->r, a->batch, &abort, NULL);
    }
    return code;
}

static enum bm_code handle_resign(struct bm_client_action *a)
{
    return apply_act(a, BM_ACT_RESIGN);
}
static enum bm_code handle_declare(struct bm_client_action *a)
{
    return apply_act(a, BM_ACT_DECLARE);
}
static enum bm_code handle_claim(struct bm_client_action *a)
{
    return apply_act(a, BM_ACT_CLAIM);
}
static enum bm_code handle_abort(struct bm_client_action *a)
{
    return apply_act(a, BM_ACT_ABORT);
}
static enum bm_code handle_give_time(struct bm_client_action *a)
{
    if (a->r->state.count.gifts >= BM_MOST_GIFTS)
        return BM_CODE_TOO_MANY_EVENTS;
    return apply_timed_action(
        a, &(struct bm_action){.act = BM_ACT_GIVE_TIME, .ms = a->message->ms},
        bm_room_now(a->r), 0);
}
/* It belongs to a study. */
static enum bm_code refuse_elsewhere(struct bm_client_action *a)
{
    (void)a;
    return BM_CODE_BAD_MESSAGE;
}

static enum bm_code handle_nothing(struct bm_client_action *a)
{
    (void)a;
    return BM_CODE_OK;
}

static const struct {
    enum bm_code (*run)(struct bm_client_action *a);
    bool by_anybody; /* open to spectators */
} handlers[BM_CLIENT_MESSAGE_COUNT] = {
    [BM_CLIENT_MOVE] = {handle_move, false},
    [BM_CLIENT_RESIGN] = {handle_resign, false},
    [BM_CLIENT_DRAW] = {handle_draw, false},
    [BM_CLIENT_TAKEBACK] = {handle_takeback, false},
    [BM_CLIENT_DECLARE] = {handle_declare, false},
    [BM_CLIENT_CLAIM] = {handle_claim, false},
    [BM_CLIENT_CLAIM_WIN] = {handle_claim_win, false},
    [BM_CLIENT_CLAIM_DRAW] = {handle_claim_draw, false},
    [BM_CLIENT_GIVE_TIME] = {handle_give_time, false},
    [BM_CLIENT_ABORT] = {handle_abort, false},
    [BM_CLIENT_REMATCH] = {bm_client_action_rematch, false},
    [BM_CLIENT_CHAT] = {handle_chat, true},
    [BM_CLIENT_JOIN] = {handle_join, true},
    [BM_CLIENT_LEAVE] = {handle_leave, false},
    [BM_CLIENT_EVENTS] = {handle_nothing, true},
    [BM_CLIENT_PING] = {handle_nothing, true},
    [BM_CLIENT_EDIT] = {refuse_elsewhere, true},
    [BM_CLIENT_AT] = {refuse_elsewhere, true},
};

static enum bm_code handle_message(struct bm_client_action *a)
{
    a->seated = find_side(a);
    if (a->seated)
        bm_room_note_activity(a->r, a->side);
    return a->seated || handlers[a->message->kind].by_anybody
               ? handlers[a->message->kind].run(a)
               : BM_CODE_NOT_SEATED;
}

void bm_room_handle_prepared(struct bm_room *r, const struct bm_identity *identity,
                             const struct bm_client_message *message,
                             struct bm_game_config *next, bm_room_done *answer, void *user)
{
    struct bm_client_action a = {.r = r,
                                 .identity = identity,
                                 .message = message,
                                 .batch = bm_room_begin_batch(r),
                                 .next = next};
    enum bm_code code = BM_CODE_NO_MEMORY;
    a.seq = r->state.seq;
    if (identity->place[0] && bm_room_sides(r, identity))
        memcpy(r->place, identity->place, sizeof r->place);
    if (a.batch) {
        code = handle_message(&a);
        bm_room_commit(r, a.batch);
    }
    /* A refusal may depend on events that are not stored yet: its reply waits for them, too. */
    const struct bm_room_reply v = {.code = code,
                                    .seq = a.seq,
                                    .detail = !code ? NULL
                                              : a.err.what[0]
                                                  ? a.err.what
                                                  : bm_code_text(code, message->lang)};
    bm_room_reply_at(r, code ? r->state.seq : a.seq, answer, user, &v);
}

void bm_room_handle_message(struct bm_room *r, const struct bm_identity *identity,
                            const struct bm_client_message *message, bm_room_done *answer,
                            void *user)
{
    struct bm_client_action a = {.r = r, .identity = identity, .message = message};
    if (message->kind == BM_CLIENT_REMATCH && find_side(&a) &&
        bm_client_action_prepare_rematch(&a, answer, user))
        return;
    bm_room_handle_prepared(r, identity, message, NULL, answer, user);
}

void bm_room_forfeit(struct bm_room *r, unsigned side, enum bm_reason reason)
{
    struct bm_event_batch *const b = bm_room_begin_batch(r);
    const struct bm_game_event event = {
        .kind = BM_GAME_EVENT_ACT,
        .at = bm_room_now(r),
        .side = side,
        .action = {.act = BM_ACT_FORFEIT, .side = side, .reason = reason}};
    if (!b) /* out of memory: the clock ends the game instead */
        return;
    bm_room_apply_timeouts(r, b, event.at);
    (void)bm_room_apply(r, b, &event, NULL);
    bm_room_commit(r, b);
}
