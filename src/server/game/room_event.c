/* SPDX-License-Identifier: MIT */
/* Events as JSON, out and in. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "server/game/game_state.h"

static const char *const event_words[] = {
#define X(name, word) [BM_GAME_EVENT_##name] = word,
    BM_GAME_EVENT_MAP(X)
#undef X
};
static const char *const seat_words[BM_GAME_SEAT_KINDS] = {
    "none", "open", "link", "person", "level", "engine",
};

static const char *const result_words[] = {"none", "first", "second", "draw"};

const char *bm_game_event_word(const struct bm_game_event *event)
{
    return event->kind == BM_GAME_EVENT_ACT ? bm_act_word(event->action.act)
                                            : event_words[event->kind];
}

const char *bm_stage_word(enum bm_match_stage stage)
{
    static const char *const words[] = {"waiting", "playing", "paused", "adjourned", "over"};
    return words[stage];
}

const char *bm_chat_room(unsigned side)
{
    return side == BM_ANY_SIDE ? "spectators" : "players";
}

/* ---- Out ---- */

static void put_bool(struct bm_buf *out, const char *name, bool v)
{
    bm_buf_text(out, ",\"");
    bm_buf_text(out, name);
    bm_buf_text(out, v ? "\":true" : "\":false");
}

static void put_side(struct bm_buf *out, unsigned side)
{
    if (side == BM_ANY_SIDE)
        return;
    bm_buf_text(out, ",\"side\":");
    bm_message_side(out, side);
}

static void put_pair(struct bm_buf *out, const char *name, int64_t a, int64_t b)
{
    bm_buf_text(out, name);
    bm_buf_char(out, '[');
    bm_json_int(out, a);
    bm_buf_char(out, ',');
    bm_json_int(out, b);
    bm_buf_char(out, ']');
}

void bm_game_state_write_clocks(struct bm_buf *out, const struct bm_game_state *s, int64_t now)
{
    const struct bm_clock *const clock = bm_match_clock(s->match);
    const struct bm_time *const t = clock->times.side;
    struct bm_face face[2];
    if (t[0].kind == BM_CLOCK_NONE && t[1].kind == BM_CLOCK_NONE)
        return;
    for (unsigned side = 0; side < 2; side++)
        bm_clock_face(clock, side, now, &face[side]);
    put_pair(out, ",\"clk\":{\"ms\":", face[0].main, face[1].main);
    if (t[0].byoyomi || t[1].byoyomi) {
        put_pair(out, ",\"byoyomi\":", face[0].period, face[1].period);
        put_pair(out, ",\"periods\":", face[0].periods, face[1].periods);
    }
    if (t[0].delay || t[1].delay)
        put_pair(out, ",\"delay\":", face[0].delay, face[1].delay);
    bm_buf_text(out, ",\"run\":");
    bm_message_side(out, face[0].running   ? BM_FIRST
                         : face[1].running ? BM_SECOND
                                           : BM_ANY_SIDE);
    bm_buf_char(out, '}');
}

void bm_game_state_write_result(struct bm_buf *out, const struct bm_game_state *s)
{
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    if (state.stage != BM_MATCH_OVER)
        return;
    bm_message_text(out, "result", result_words[state.outcome.result]);
    bm_message_text(out, "reason", bm_reason_text(state.outcome.reason, BM_EN));
}

void bm_game_seats_write(struct bm_buf *out, const struct bm_game_seat seat[2], bool whole)
{
    bm_buf_text(out, ",\"seats\":[");
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_game_seat *const c = &seat[side];
        bm_buf_text(out, side ? ",{\"kind\":" : "{\"kind\":");
        bm_json_quote(out, seat_words[c->kind], strlen(seat_words[c->kind]));
        if (c->kind == BM_GAME_SEAT_LEVEL)
            bm_message_number(out, "level", c->level);
        if (c->person[0])
            bm_message_text(out, "who", c->person);
        bm_message_text(out, "name", c->name);
        if (whole && c->locked) {
            char lock[sizeof c->lock * 2 + 1];
            bm_message_text(out, "lock",
                            sodium_bin2hex(lock, sizeof lock, c->lock, sizeof c->lock));
        }
        bm_buf_char(out, '}');
    }
    bm_buf_char(out, ']');
}

static void put_config(struct bm_buf *out, const struct bm_game_config *config)
{
    char clock[BM_TIMES_TEXT];
    bm_message_text(out, "variant", config->variant);
    bm_message_text(out, "version", config->version);
    if (config->start)
        bm_message_text(out, "start", config->start);
    if (config->record)
        bm_message_text(out, "record", config->record);
    (void)bm_times_format(&config->times, clock, sizeof clock);
    bm_message_text(out, "clock", clock);
    bm_game_seats_write(out, config->seat, true);
    if (config->date[0])
        bm_message_text(out, "date", config->date);
    put_bool(out, "listed", config->listed);
    put_bool(out, "takebacks", !config->no_takebacks);
    if (config->whole_seconds)
        put_bool(out, "whole_seconds", true);
    if (config->of[0])
        bm_message_text(out, "of", config->of);
}

static void put_action(struct bm_buf *out, const struct bm_game_state *s,
                       const struct bm_game_event *event)
{
    const struct bm_action *const a = &event->action;
    char move[BM_COORDINATES];
    if (a->act == BM_ACT_MOVE) {
        /* It has been done: the ply before it. */
        bm_message_number(out, "ply", (int64_t)bm_game_state_plies(s) - 1);
        (void)bm_move_format(a->move, s->config.rules, move, sizeof move);
        bm_message_text(out, "m", move);
        if (event->lag)
            bm_message_number(out, "lag", event->lag);
    }
    if (a->act == BM_ACT_UNDO || a->act == BM_ACT_ASK_TAKEBACK)
        bm_message_number(out, "plies", a->plies);
    if (a->act == BM_ACT_UNDO || a->act == BM_ACT_GRANT_TAKEBACK)
        bm_message_number(out, "ply", bm_game_state_plies(s));
    if (a->act == BM_ACT_GIVE_TIME)
        bm_message_number(out, "ms", a->ms);
    if (a->act == BM_ACT_FORFEIT || (a->act == BM_ACT_ABORT && a->reason) ||
        a->act == BM_ACT_ADJUDICATE)
        bm_message_text(out, "why", bm_reason_text(a->reason, BM_EN));
    if (a->act == BM_ACT_ADJUDICATE)
        bm_message_text(out, "result", result_words[a->result]);
    bm_game_state_write_clocks(out, s, s->time);
}

void bm_game_event_write(struct bm_buf *out, const struct bm_game_state *s,
                         const struct bm_game_event *event)
{
    bm_buf_text(out, "{\"at\":");
    bm_json_int(out, event->at);
    put_side(out, event->side);
    switch (event->kind) {
    case BM_GAME_EVENT_CREATE: put_config(out, &s->config); break;
    case BM_GAME_EVENT_JOIN:
        bm_message_text(out, "who", event->person);
        bm_message_text(out, "name", event->name);
        break;
    case BM_GAME_EVENT_LEAVE: break;
    case BM_GAME_EVENT_CHAT:
        bm_message_text(out, "who", event->person);
        bm_message_text(out, "name", event->name);
        bm_message_text(out, "text", event->text);
        bm_message_text(out, "room", bm_chat_room(event->side));
        break;
    case BM_GAME_EVENT_END: bm_game_state_write_result(out, s); break;
    case BM_GAME_EVENT_REMATCH:
        put_bool(out, "yes", event->yes);
        if (event->text)
            bm_message_text(out, "game", event->text);
        break;
    case BM_GAME_EVENT_ACT: put_action(out, s, event); break;
    }
    bm_buf_char(out, '}');
}

/* ---- In ---- */

static int64_t number_of(const json_t *o, const char *name)
{
    return json_integer_value(json_object_get(o, name));
}

static const char *text_of(const json_t *o, const char *name)
{
    return json_string_value(json_object_get(o, name));
}

/* Copy a text that must be there and fit. */
static bool copy_short_text(char *to, size_t cap, const char *text)
{
    if (!text || strlen(text) >= cap)
        return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}

/* A text that need not be there; *out stays NULL. */
static bool duplicate_text(char **out, const char *text)
{
    if (!text)
        return true;
    *out = malloc(strlen(text) + 1);
    if (*out)
        memcpy(*out, text, strlen(text) + 1);
    return *out;
}

static bool read_seat(struct bm_game_seat *c, const json_t *o)
{
    const char *const word = text_of(o, "kind"), *const lock = text_of(o, "lock"),
                      *const person = text_of(o, "who");
    unsigned kind = 0;
    size_t len = 0;
    while (kind < BM_GAME_SEAT_KINDS && strcmp(seat_words[kind], word ? word : "") != 0)
        kind++;
    c->kind = (enum bm_game_seat_kind)kind;
    c->level = (unsigned)number_of(o, "level");
    c->locked = lock;
    return kind < BM_GAME_SEAT_KINDS &&
           copy_short_text(c->person, sizeof c->person, person ? person : "") &&
           copy_short_text(c->name, sizeof c->name, text_of(o, "name")) &&
           (!lock ||
            (!sodium_hex2bin(c->lock, sizeof c->lock, lock, strlen(lock), NULL, &len, NULL) &&
             len == sizeof c->lock));
}

static bool read_config(struct bm_game_config *config, const struct bm_rules *rules,
                        const json_t *body)
{
    const json_t *const seats = json_object_get(body, "seats");
    const char *const clock = text_of(body, "clock"), *const of = text_of(body, "of"),
                      *const date = text_of(body, "date");
    if (!copy_short_text(config->variant, sizeof config->variant, text_of(body, "variant")) ||
        !copy_short_text(config->version, sizeof config->version, text_of(body, "version")) ||
        !clock || bm_times_parse(&config->times, clock, strlen(clock), NULL) ||
        !duplicate_text(&config->start, text_of(body, "start")) ||
        !duplicate_text(&config->record, text_of(body, "record")) ||
        !read_seat(&config->seat[0], json_array_get(seats, 0)) ||
        !read_seat(&config->seat[1], json_array_get(seats, 1)) ||
        !copy_short_text(config->of, sizeof config->of, of ? of : "") ||
        !copy_short_text(config->date, sizeof config->date, date ? date : ""))
        return false;
    config->listed = json_is_true(json_object_get(body, "listed"));
    config->no_takebacks = !json_is_true(json_object_get(body, "takebacks"));
    config->whole_seconds = json_is_true(json_object_get(body, "whole_seconds"));
    config->rules = rules ? bm_rules_hold(rules) : NULL;
    return config->rules;
}

static enum bm_reason reason_of(const char *text)
{
    unsigned r = 0;
    while (text && r < BM_REASON_COUNT &&
           strcmp(bm_reason_text((enum bm_reason)r, BM_EN), text) != 0)
        r++;
    return (enum bm_reason)(r == BM_REASON_COUNT ? 0 : r);
}

static enum bm_result result_of(const char *word)
{
    unsigned r = 0;
    while (r <= BM_DRAW && strcmp(result_words[r], word ? word : "") != 0)
        r++;
    return (enum bm_result)(r > BM_DRAW ? 0 : r);
}

static bool read_action(struct bm_game_event *event, const struct bm_game_state *s,
                        const char *word, const json_t *body)
{
    struct bm_action *const a = &event->action;
    const char *const move = text_of(body, "m");
    event->kind = BM_GAME_EVENT_ACT;
    a->act = bm_act_find(word, strlen(word));
    a->side = event->side == BM_ANY_SIDE ? 0 : event->side;
    a->plies = (unsigned)number_of(body, "plies");
    a->ms = number_of(body, "ms");
    a->reason = reason_of(text_of(body, "why"));
    a->result = result_of(text_of(body, "result"));
    event->lag = number_of(body, "lag");
    return s->match && a->act != BM_ACT_COUNT &&
           (a->act != BM_ACT_MOVE || (move && !bm_move_parse(&a->move, bm_match_ctx(s->match),
                                                             move, strlen(move), NULL)));
}

bool bm_game_event_read(struct bm_game_event *out, struct bm_game_config *config,
                        const struct bm_game_state *s, const struct bm_rules *rules,
                        const char *word, const json_t *body)
{
    const char *const side = text_of(body, "side");
    unsigned kind = 0;
    *out = (struct bm_game_event){
        .at = number_of(body, "at"), .side = BM_ANY_SIDE, .config = config};
    if (side && !bm_side_find(side, &out->side))
        return false;
    while (kind < BM_GAME_EVENT_ACT && strcmp(event_words[kind], word) != 0)
        kind++;
    out->kind = (enum bm_game_event_kind)kind;
    out->person = text_of(body, "who");
    out->name = text_of(body, "name");
    out->text = text_of(body, kind == BM_GAME_EVENT_REMATCH ? "game" : "text");
    out->yes = json_is_true(json_object_get(body, "yes"));
    switch (out->kind) {
    case BM_GAME_EVENT_CREATE: return read_config(config, rules, body);
    case BM_GAME_EVENT_JOIN: return out->side < 2 && out->person && out->name;
    case BM_GAME_EVENT_CHAT: return out->person && out->name && out->text;
    case BM_GAME_EVENT_LEAVE:
    case BM_GAME_EVENT_REMATCH: return out->side < 2;
    case BM_GAME_EVENT_END: return true;
    case BM_GAME_EVENT_ACT: break;
    }
    return read_action(out, s, word, body);
}
