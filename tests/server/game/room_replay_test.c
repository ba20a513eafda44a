/* SPDX-License-Identifier: MIT */
/*
 * Games by lot, in every variant of the library, with offers, takebacks, lag and time: the
 * events in the store make the same game again, field by field, and are themselves what the
 * game made of them would write.
 */
#include "base/random.h"
#include "match/match.h"
#include "rooming.h"

static uint64_t lot = 7;

static unsigned draw(unsigned n) { return (unsigned)(bm_random(&lot) % n); }

/* ---- Playing by lot ---- */

static void play_move(struct bm_room *r)
{
    static bm_move moves[20000];
    const struct bm_ctx *const ctx = bm_match_ctx(r->state.match);
    const size_t n = bm_ctx_moves(ctx, moves, sizeof moves / sizeof *moves);
    char text[160], move[BM_COORDINATES];
    if (n == 0)
        return;
    const bm_move m = moves[draw((unsigned)n)];
    (void)bm_move_format(m, r->state.config.rules, move, sizeof move);
    snprintf(text, sizeof text, "{\"t\":\"move\",\"ply\":%u,\"m\":\"%s\"}",
             bm_game_state_plies(&r->state), move);
    (void)rooming_ask_in(r, bm_ctx_turn(ctx) ? &bob : &ann, (int64_t)draw(300) - 50, BM_EN,
                         text);
}

static void do_something(struct bm_room *r)
{
    static const char *const client_messages[] = {
        "{\"t\":\"draw\"}",
        "{\"t\":\"draw\",\"yes\":false}",
        "{\"t\":\"takeback\"}",
        "{\"t\":\"takeback\",\"plies\":3}",
        "{\"t\":\"takeback\",\"yes\":true}",
        "{\"t\":\"takeback\",\"yes\":false}",
        "{\"t\":\"give-time\",\"ms\":1500}",
        "{\"t\":\"claim\"}",
        "{\"t\":\"chat\",\"text\":\"\\\"gg\\\" \\u5148\\u624b\"}",
    };
    (void)rooming_ask(r, draw(2) ? &ann : &bob,
                      client_messages[draw(sizeof client_messages / sizeof *client_messages)]);
}

static void play(struct bm_room *r, unsigned steps)
{
    for (unsigned i = 0; i < steps && bm_game_state_stage(&r->state) == BM_MATCH_PLAYING; i++) {
        rooming_pass(r, draw(8) ? (int64_t)draw(900) : (int64_t)draw(9000));
        if (draw(5))
            play_move(r);
        else
            do_something(r);
    }
    if (draw(3) == 0)
        (void)rooming_ask(r, draw(2) ? &ann : &bob, "{\"t\":\"resign\"}");
    if (draw(2))
        (void)rooming_ask(r, &bob, "{\"t\":\"rematch\"}");
}

/* ---- Again ---- */

struct again {
    struct bm_game_state state;
    char wrong[400];
};

static bool replay(void *user, const struct bm_event_row *row)
{
    struct again *const a = user;
    struct bm_game_config config = {.of = ""};
    struct bm_game_event event;
    struct bm_buf body = {0};
    json_t *const json = json_loadb(row->body, row->len, JSON_REJECT_DUPLICATES, NULL);
    const char *const variant = json_string_value(json_object_get(json, "variant"));
    const struct bm_rules *const rules =
        variant ? bm_variant_store_rules(server.variants, variant) : NULL;
    if (!json || !bm_game_event_read(&event, &config, &a->state, rules, row->kind, json)) {
        snprintf(a->wrong, sizeof a->wrong, "not read: %.*s", (int)row->len, row->body);
    } else if (bm_game_state_apply(&a->state, &event, NULL)) {
        snprintf(a->wrong, sizeof a->wrong, "not done: %s %.*s", row->kind, (int)row->len,
                 row->body);
    } else {
        bm_game_event_write(&body, &a->state, &event);
        if (body.len != row->len || memcmp(body.s, row->body, row->len) != 0)
            snprintf(a->wrong, sizeof a->wrong, "%s: %.*s is now %.*s", row->kind,
                     (int)row->len, row->body, (int)body.len, body.s);
    }
    bm_game_config_fini(&config);
    bm_rules_release(rules);
    bm_buf_free(&body);
    json_decref(json);
    return !a->wrong[0];
}

static bool is_same_clock(const struct bm_clock *a, const struct bm_clock *b)
{
    bool same = bm_times_equal(&a->times, &b->times) && a->used == b->used &&
                a->since == b->since && a->turn == b->turn && a->running == b->running &&
                a->started == b->started && a->flag == b->flag;
    for (unsigned side = 0; side < 2; side++)
        same &= a->main[side] == b->main[side] && a->periods[side] == b->periods[side] &&
                a->total[side] == b->total[side];
    return same;
}

/* What differs, or NULL. */
static const char *match_differs(const struct bm_match *a, const struct bm_match *b)
{
    if (!bm_game_equal(a->game, b->game))
        return "record";
    if (a->ply != b->ply || a->redo != b->redo || a->now != b->now || a->version != b->version)
        return "place";
    if (a->stage != b->stage || a->result != b->result || a->reason != b->reason)
        return "stage";
    if (memcmp(a->offer, b->offer, sizeof a->offer) != 0 ||
        memcmp(a->offered, b->offered, sizeof a->offered) != 0 ||
        memcmp(a->takeback, b->takeback, sizeof a->takeback) != 0)
        return "offers";
    if (!is_same_clock(&a->clock, &b->clock))
        return "clock";
    for (uint32_t i = 0; i <= a->ply; i++)
        if (!is_same_clock(&a->marks[i].clock, &b->marks[i].clock) ||
            a->marks[i].side != b->marks[i].side || a->marks[i].within != b->marks[i].within)
            return "marks";
    return bm_ctx_key(a->line.ctx) == bm_ctx_key(b->line.ctx) ? NULL : "position";
}

static const char *differs(const struct bm_game_state *a, const struct bm_game_state *b)
{
    for (unsigned side = 0; side < 2; side++)
        if (a->seat[side].kind != b->seat[side].kind ||
            strcmp(a->seat[side].person, b->seat[side].person) != 0 ||
            strcmp(a->seat[side].name, b->seat[side].name) != 0 ||
            a->quota[side] != b->quota[side] || a->rematch[side] != b->rematch[side])
            return "seats";
    if (a->seq != b->seq || a->time != b->time || a->ended != b->ended ||
        strcmp(a->next, b->next) != 0)
        return "state";
    for (unsigned ply = 0; ply < bm_game_state_plies(a); ply++)
        if (a->seqs[ply] != b->seqs[ply])
            return "numbers of events";
    if (a->chat_count != b->chat_count)
        return "chat";
    for (size_t i = 0; i < a->chat_count; i++)
        if (strcmp(a->chats[i].text, b->chats[i].text) != 0 ||
            strcmp(a->chats[i].name, b->chats[i].name) != 0)
            return "chat";
    return match_differs(a->match, b->match);
}

static void check(const struct bm_room *r, const char *label)
{
    struct again a = {.wrong = ""};
    /* A flag may have fallen just now, which is stored a little later. */
    while (!bm_room_is_stored(r) && bm_loop_step(&server.loop))
        ;
    (void)bm_store_events(server.store, r->id, 0, replay, &a);
    const char *const what = a.wrong[0] ? a.wrong : differs(&r->state, &a.state);
    ok_named(!what, "%s: %u plies, %" PRIu64 " events make the same game%s%s", label,
             bm_game_state_plies(&r->state), r->state.seq, what ? ": not " : "",
             what ? what : "");
    bm_game_state_fini(&a.state);
}

int main(void)
{
    static const char *const clocks[] = {"none",  "60+2",   "5+3x2b",    "20+2d",
                                         "3days", "8/move", "10+1,15+5b"};
    const unsigned steps = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 80) & 1023;
    rooming_begin(false);
    server.options.quick_limits = true;
    for (unsigned i = 0; bm_variant_at(i); i++) {
        const struct bm_variant *const v = bm_variant_at(i);
        char members[200], label[120];
        const char *const clock = clocks[i % (sizeof clocks / sizeof *clocks)];
        snprintf(members, sizeof members, "\"variant\":\"%s\",\"clock\":\"%s\"", v->name,
                 clock);
        struct bm_room *const r = rooming_pair(members);
        play(r, steps);
        snprintf(label, sizeof label, "%s (%s)", v->name, clock);
        check(r, label);
    }
    for (unsigned i = 0; i < 20; i++) {
        struct bm_room *const r = rooming_pair(
            i % 2 ? "\"variant\":\"shogi\",\"clock\":\"5+5b\"" : "\"clock\":\"30+1\"");
        play(r, steps * 3);
        check(r, i % 2 ? "shogi" : "chess");
    }
    rooming_end();
    return tap_done();
}
