/* SPDX-License-Identifier: MIT */
/* Presence: which players are connected, when others left, and the number of spectators. */
#include "match/match.h"
#include "server/game/room_internal.h"
#include "server/lobby/lobby.h"

enum {
    AWAY_MS = 60000, /* of a fast game, if nothing else is configured */
    TELL_MS = 200    /* changes are gathered for so long */
};

static void write_message(struct bm_buf *out, const struct bm_room *r)
{
    bm_server_message_begin(out, BM_SERVER_PRESENCE, NULL);
    bm_room_write_presence(out, r);
    bm_buf_char(out, '}');
}

static void broadcast_presence(void *user)
{
    struct bm_room *const r = user;
    struct bm_buf text = {0};
    r->presence_due = false;
    write_message(&text, r);
    struct bm_broadcast broadcast = {.seq = r->stored, .text = text.s, .len = text.len};
    for (struct bm_watcher *w = r->watchers; w && !text.failed; w = r->walk) {
        r->walk = w->next;
        if (w->hooks->presence)
            w->hooks->presence(w, &broadcast);
    }
    r->walk = NULL;
    if (broadcast.drop)
        broadcast.drop(broadcast.shared);
    bm_buf_free(&text);
}

static void change_presence(struct bm_room *r)
{
    if (r->presence_due || !r->watchers)
        return;
    r->presence_due = true;
    bm_timer_set(&r->presence, bm_room_loop(r), TELL_MS, broadcast_presence, r);
}

void bm_room_add_presence(struct bm_room *r, unsigned sides)
{
    r->spectators += sides == 0;
    for (unsigned side = 0; side < 2; side++)
        r->here[side] += sides >> side & 1;
    change_presence(r);
}

void bm_room_remove_presence(struct bm_room *r, unsigned sides)
{
    r->spectators -= sides == 0;
    for (unsigned side = 0; side < 2; side++)
        if (sides >> side & 1 && --r->here[side] == 0)
            r->seen[side] = bm_game_manager_now(r->games);
    change_presence(r);
}

void bm_room_note_activity(struct bm_room *r, unsigned side)
{
    r->seen[side] = bm_game_manager_now(r->games);
    if (r->here[side] == 0) /* the countdown begins anew */
        change_presence(r);
}

void bm_room_recount_presence(struct bm_room *r)
{
    r->here[0] = r->here[1] = r->spectators = 0;
    r->seen[0] = r->seen[1] = bm_game_manager_now(r->games);
    for (struct bm_watcher *w = r->watchers; w; w = w->next) {
        if (w->identity)
            w->sides = bm_room_sides(r, w->identity);
        bm_room_add_presence(r, w->sides);
    }
}

/* By a socket, a stream, or as a bot with its event stream open. */
static bool is_here(const struct bm_room *r, unsigned side)
{
    const struct bm_game_seat *const c = &r->state.seat[side];
    return r->here[side] != 0 || bm_game_seat_is_program(c) ||
           (c->kind == BM_GAME_SEAT_PERSON &&
            bm_lobby_is_bot_online(r->games->server->lobby, c->person));
}

int64_t bm_room_claim_ms(const struct bm_room *r, unsigned side)
{
    const struct bm_game_state *const s = &r->state;
    const struct bm_mark *const mark = &s->match->marks[s->match->ply];
    const int64_t set = r->games->server->options.away_ms, ms = set != 0 ? set : AWAY_MS;
    if (is_here(r, side) || ms < 0 || bm_game_state_pace(s) == 0 ||
        s->match->stage != BM_MATCH_PLAYING || !bm_match_is_remote(s->match) ||
        mark->turns[0] == 0 || mark->turns[1] == 0 || s->seat[side].kind != BM_GAME_SEAT_PERSON)
        return BM_NO_LIMIT;
    const int64_t left =
        r->seen[side] + ms * bm_game_state_pace(s) - bm_game_manager_now(r->games);
    return left > 0 ? left : 0;
}

void bm_room_write_presence(struct bm_buf *out, const struct bm_room *r)
{
    bm_buf_text(out, ",\"here\":[");
    for (unsigned side = 0; side < 2; side++) {
        bm_buf_text(out, side ? "," : "");
        bm_buf_text(out, is_here(r, side) ? "true" : "false");
    }
    bm_buf_char(out, ']');
    bm_message_number(out, "watching", r->spectators);
    bm_buf_text(out, ",\"claim\":[");
    for (unsigned side = 0; side < 2; side++) {
        const int64_t ms = bm_room_claim_ms(r, side);
        bm_buf_text(out, side ? "," : "");
        if (ms == BM_NO_LIMIT)
            bm_buf_text(out, "null");
        else
            bm_json_int(out, ms);
    }
    bm_buf_char(out, ']');
}
