/* SPDX-License-Identifier: MIT */
/* The snapshot of a game, for clients that begin to watch it. */
#include "banmen/notation.h"
#include "banmen/shuffle.h"
#include "server/game/room_internal.h"

static void put_moves(struct bm_buf *out, const struct bm_game_state *s)
{
    const struct bm_ctx *const ctx = bm_match_ctx(s->match);
    char move[BM_COORDINATES];
    bm_buf_text(out, ",\"moves\":[");
    for (unsigned i = 0; i < bm_ctx_plies(ctx); i++) {
        if (i)
            bm_buf_char(out, ',');
        bm_json_quote(
            out, move,
            bm_move_format(bm_ctx_played(ctx, i), s->config.rules, move, sizeof move));
    }
    bm_buf_char(out, ']');
}

static void put_position(struct bm_buf *out, const struct bm_game_state *s)
{
    const struct bm_setup *const start = bm_game_start(bm_match_game(s->match));
    char text[BM_POSITION_TEXT];
    uint64_t number;
    (void)bm_position_format(start, s->config.rules, 0, text, sizeof text);
    bm_message_text(out, "start", text);
    if (bm_setup_number(start, s->config.rules, &number))
        bm_message_number(out, "start_number", (int64_t)number);
    (void)bm_ctx_format(bm_match_ctx(s->match), 0, text, sizeof text);
    bm_message_text(out, "position", text);
}

static void put_offers(struct bm_buf *out, const struct bm_game_state *s,
                       const struct bm_match_state *state)
{
    bm_buf_text(out, ",\"offers\":[");
    for (unsigned side = 0; side < 2; side++) {
        bm_buf_text(out, side ? ",{\"draw\":" : "{\"draw\":");
        bm_buf_text(out, state->offer[side] ? "true" : "false");
        bm_message_number(out, "takeback", state->takeback[side]);
        bm_buf_text(out, s->rematch[side] ? ",\"rematch\":true}" : ",\"rematch\":false}");
    }
    bm_buf_char(out, ']');
}

/* What those at these sides may see. */
static void put_chat(struct bm_buf *out, const struct bm_game_state *s, unsigned sides)
{
    const bool over = bm_game_state_stage(s) == BM_MATCH_OVER;
    bool some = false;
    bm_buf_text(out, ",\"chat\":[");
    for (size_t i = 0; i < s->chat_count; i++) {
        if (!over && (s->chats[i].side == BM_ANY_SIDE) != (sides == 0))
            continue;
        bm_buf_text(out, some ? ",{\"side\":" : "{\"side\":");
        some = true;
        bm_message_side(out, s->chats[i].side);
        bm_message_text(out, "who", s->chats[i].person);
        bm_message_text(out, "name", s->chats[i].name);
        bm_message_text(out, "text", s->chats[i].text);
        bm_buf_char(out, '}');
    }
    bm_buf_char(out, ']');
}

static void put_you(struct bm_buf *out, unsigned sides)
{
    bm_buf_text(out, ",\"you\":[");
    for (unsigned side = 0; side < 2; side++)
        if (sides >> side & 1) {
            bm_buf_text(out, side && sides == 3 ? "," : "");
            bm_message_side(out, side);
        }
    bm_buf_char(out, ']');
}

void bm_room_write_snapshot(struct bm_buf *out, const struct bm_room *r,
                            const struct bm_identity *identity, bool t)
{
    const struct bm_game_state *const s = &r->state;
    char clock[BM_TIMES_TEXT];
    const unsigned sides = identity ? bm_room_sides(r, identity) : 0;
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    bm_buf_text(out, t ? "{\"t\":\"full\",\"id\":\"" : "{\"id\":\"");
    bm_buf_text(out, r->id);
    bm_buf_char(out, '"');
    bm_message_text(out, "variant", s->config.variant);
    bm_message_text(out, "version", s->config.version);
    put_position(out, s);
    put_moves(out, s);
    (void)bm_times_format(&s->config.times, clock, sizeof clock);
    bm_message_text(out, "clock", clock);
    bm_game_state_write_clocks(out, s, bm_room_now(r));
    bm_game_seats_write(out, s->seat, false);
    bm_message_text(out, "stage", bm_stage_word(state.stage));
    bm_buf_text(out, ",\"turn\":");
    bm_message_side(out, state.turn);
    put_offers(out, s, &state);
    bm_game_state_write_result(out, s);
    bm_buf_text(out, s->config.listed ? ",\"listed\":true" : ",\"listed\":false");
    bm_buf_text(out, s->config.no_takebacks ? ",\"takebacks\":false" : ",\"takebacks\":true");
    if (s->config.of[0])
        bm_message_text(out, "of", s->config.of);
    if (s->next[0])
        bm_message_text(out, "next", s->next);
    put_chat(out, s, sides);
    put_you(out, sides);
    bm_room_write_presence(out, r);
    bm_message_number(out, "created", r->created);
    bm_message_number(out, "seq", (int64_t)s->seq);
    bm_buf_char(out, '}');
}
