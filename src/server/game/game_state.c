/* SPDX-License-Identifier: MIT */
#include "server/game/game_state.h"

#include <stdio.h>
#include <stdlib.h>

#include "banmen/notation.h"
#include "banmen/search.h"
#include "banmen/variant.h"
#include "match/match.h"
#include "session/seated_player.h"

void bm_game_config_fini(struct bm_game_config *config)
{
    bm_rules_release(config->rules);
    free(config->start);
    free(config->record);
    if (config->made)
        bm_game_state_fini(config->made);
    free(config->made);
    *config = (struct bm_game_config){0};
}

bool bm_game_config_copy(struct bm_game_config *out, const struct bm_game_config *from)
{
    const size_t len = from->start ? strlen(from->start) + 1 : 0;
    *out = *from;
    out->record = NULL;
    out->start = len ? malloc(len) : NULL;
    out->rules = bm_rules_hold(from->rules);
    if (out->start)
        memcpy(out->start, from->start, len);
    else if (len)
        bm_game_config_fini(out);
    return out->rules;
}

void bm_game_state_fini(struct bm_game_state *s)
{
    bm_match_destroy(s->match);
    bm_game_config_fini(&s->config);
    for (size_t i = 0; i < s->chat_count; i++)
        free(s->chats[i].name);
    bm_release(s->chats);
    bm_release(s->seqs);
    bm_release(s->retracted);
    *s = (struct bm_game_state){0};
}

enum bm_match_stage bm_game_state_stage(const struct bm_game_state *s)
{
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    return state.stage;
}

unsigned bm_game_state_plies(const struct bm_game_state *s) { return s->match->ply; }

bool bm_game_seat_is_program(const struct bm_game_seat *c)
{
    return c->kind == BM_GAME_SEAT_LEVEL || c->kind == BM_GAME_SEAT_ENGINE;
}

static bool is_taken(const struct bm_game_seat *c)
{
    return c->kind == BM_GAME_SEAT_PERSON || bm_game_seat_is_program(c);
}

bool bm_game_state_is_full(const struct bm_game_state *s)
{
    return is_taken(&s->seat[0]) && is_taken(&s->seat[1]);
}

bool bm_game_state_is_correspondence(const struct bm_game_state *s)
{
    return s->config.times.side[0].kind == BM_CLOCK_DAYS ||
           s->config.times.side[1].kind == BM_CLOCK_DAYS;
}

unsigned bm_game_state_pace(const struct bm_game_state *s)
{
    enum { MOVES = 40, FAST_MS = 8 * 60000, SLOWER_MS = 25 * 60000 };
    int64_t most = 0;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_time *const t = &s->config.times.side[side];
        const int64_t turn = t->increment + t->delay + t->byoyomi;
        const int64_t all = t->kind == BM_CLOCK_MOVE
                                ? t->base
                                : t->base / MOVES + (turn < INT32_MAX ? turn : 0);
        if (t->kind == BM_CLOCK_NONE || t->kind == BM_CLOCK_DAYS)
            return 0;
        most = all > most ? all : most;
    }
    return s->config.whole_seconds    ? 0
           : most < FAST_MS / MOVES   ? 1
           : most < SLOWER_MS / MOVES ? 2
                                      : 4;
}

bool bm_game_state_awaits_first_move(const struct bm_game_state *s)
{
    const struct bm_match *const m = s->match;
    const struct bm_mark *const mark = &m->marks[m->ply];
    return m->stage == BM_MATCH_PLAYING && bm_match_is_remote(m) && !s->config.record &&
           bm_game_state_pace(s) != 0 && mark->turns[bm_ctx_turn(m->line.ctx)] == 0 &&
           s->seat[0].kind == BM_GAME_SEAT_PERSON && s->seat[1].kind == BM_GAME_SEAT_PERSON;
}

/* ---- Seats ---- */

/* The match's seat for a seat of the game. Takebacks need consent between two people, and
 * none against a program or oneself. */
static void fill_match_seat(const struct bm_game_state *s, unsigned side, struct bm_seat *out)
{
    const struct bm_game_seat *const mine = &s->seat[side], *const other = &s->seat[!side];
    *out = (struct bm_seat){.level = mine->level};
    if (mine->kind == BM_GAME_SEAT_LEVEL) {
        bm_level_seat(out, mine->level);
        return;
    }
    snprintf(out->name, sizeof out->name, "%s", mine->name);
    if (mine->kind == BM_GAME_SEAT_ENGINE)
        out->kind = BM_SEAT_ENGINE;
    else if (bm_game_seat_is_program(other) ||
             (mine->kind == BM_GAME_SEAT_PERSON && other->kind == BM_GAME_SEAT_PERSON &&
              strcmp(mine->person, other->person) == 0))
        out->kind = BM_SEAT_HUMAN;
    else
        out->kind = BM_SEAT_REMOTE;
}

static void update_match_seats(struct bm_game_state *s)
{
    for (unsigned side = 0; side < 2; side++) {
        struct bm_seat seat;
        fill_match_seat(s, side, &seat);
        bm_match_sit(s->match, side, &seat);
    }
}

static enum bm_code apply_join(struct bm_game_state *s, const struct bm_game_event *event)
{
    struct bm_game_seat *const seat = &s->seat[event->side & 1];
    if (bm_game_state_stage(s) == BM_MATCH_OVER)
        return BM_CODE_GAME_OVER;
    if (seat->kind != BM_GAME_SEAT_OPEN && seat->kind != BM_GAME_SEAT_LINK)
        return BM_CODE_SEAT_TAKEN;
    seat->kind = BM_GAME_SEAT_PERSON;
    snprintf(seat->person, sizeof seat->person, "%s", event->person);
    snprintf(seat->name, sizeof seat->name, "%s", event->name);
    update_match_seats(s);
    return BM_CODE_OK;
}

static enum bm_code apply_leave(struct bm_game_state *s, const struct bm_game_event *event)
{
    struct bm_game_seat *const seat = &s->seat[event->side & 1];
    if (bm_game_state_stage(s) == BM_MATCH_OVER)
        return BM_CODE_GAME_OVER;
    if (seat->kind != BM_GAME_SEAT_PERSON)
        return BM_CODE_NOT_SEATED;
    if (bm_game_state_is_full(s))
        return BM_CODE_STARTED;
    seat->kind = seat->locked ? BM_GAME_SEAT_LINK : BM_GAME_SEAT_OPEN;
    seat->person[0] = seat->name[0] = '\0';
    update_match_seats(s);
    return BM_CODE_OK;
}

/* ---- Beginning ---- */

static bm_status read_start(const struct bm_game_config *config, struct bm_setup *setup,
                            const struct bm_setup **start, struct bm_error *err)
{
    if (!config->start)
        return BM_OK;
    *start = setup;
    return bm_position_parse(setup, config->rules, config->start, strlen(config->start), 0,
                             err);
}

static bm_status restore_record(struct bm_game_state *s, const struct bm_match_options *options,
                                struct bm_error *err)
{
    const struct bm_read_options how = {.format = BM_FORMAT_JSON, .rules = options->rules};
    struct bm_game *game = NULL;
    bm_status status = bm_game_create(&game, options->rules, NULL);
    if (!status)
        status = bm_game_read(game, &how, s->config.record, strlen(s->config.record), err);
    if (!status)
        status = bm_match_restore(&s->match, game, options, err);
    bm_game_destroy(game);
    return status;
}

static bool reserve_ply(struct bm_game_state *s, unsigned ply)
{
    void *mem = s->seqs;
    if (!bm_grow(&mem, &s->seq_cap, (size_t)ply + 1, sizeof *s->seqs))
        return false;
    s->seqs = mem;
    return true;
}

enum bm_code bm_game_config_build(struct bm_game_config *config, struct bm_error *err)
{
    struct bm_game_state *const made = calloc(1, sizeof *made);
    const struct bm_game_config shell = *config;
    if (!made)
        return BM_CODE_NO_MEMORY;
    const struct bm_game_event event = {
        .kind = BM_GAME_EVENT_CREATE, .side = BM_ANY_SIDE, .config = config};
    const enum bm_code code = bm_game_state_apply(made, &event, err);
    if (code) {
        free(made);
        return code;
    }
    *config = (struct bm_game_config){.made = made};
    memcpy(config->id, shell.id, sizeof config->id);
    return BM_CODE_OK;
}

static enum bm_code apply_create(struct bm_game_state *s, struct bm_game_config *config,
                                 struct bm_error *err)
{
    if (config->made) {
        *s = *config->made;
        s->seq = 0;
        free(config->made);
        *config = (struct bm_game_config){0};
        return BM_CODE_OK;
    }
    struct bm_setup setup;
    struct bm_match_options options = {
        .rules = config->rules, .times = config->times, .no_takebacks = config->no_takebacks};
    s->config = *config;
    memcpy(s->seat, config->seat, sizeof s->seat);
    /* Correspondence clocks do not wait for the first move. */
    options.clock_waits = !bm_game_state_is_correspondence(s) && !config->whole_seconds;
    fill_match_seat(s, 0, &options.seat[0]);
    fill_match_seat(s, 1, &options.seat[1]);
    bm_status status = read_start(config, &setup, &options.start, err);
    if (!status)
        status = config->record ? restore_record(s, &options, err)
                                : bm_match_create(&s->match, &options, err);
    if (!status && config->date[0])
        status = bm_match_tag(s->match, "Date", config->date);
    if (!status && !reserve_ply(s, bm_game_state_plies(s)))
        status = BM_ENOMEM;
    if (status) {
        bm_match_destroy(s->match);
        bm_release(s->seqs);
        *s = (struct bm_game_state){0};
        return status == BM_ENOMEM ? BM_CODE_NO_MEMORY
               : config->record    ? BM_CODE_BAD_RECORD
                                   : BM_CODE_BAD_POSITION;
    }
    s->config.times = bm_match_options(s->match)->times;
    for (unsigned ply = 0; ply < bm_game_state_plies(s); ply++)
        s->seqs[ply] = 1; /* those of a record came with the game */
    s->quota[0] = s->quota[1] = BM_LAG_A_GAME;
    *config = (struct bm_game_config){0}; /* now owned by the state */
    return BM_CODE_OK;
}

/* ---- Chat ---- */

/* The three texts of a chat line, in memory of its own. False: no memory. */
static bool copy_chat(struct bm_chat *out, const char *name, const char *text,
                      const char *person)
{
    const size_t names = strlen(name) + 1, texts = strlen(text) + 1,
                 persons = strlen(person) + 1;
    char *const line = malloc(names + texts + persons);
    if (!line)
        return false;
    out->name = memcpy(line, name, names);
    out->text = memcpy(line + names, text, texts);
    out->person = memcpy(line + names + texts, person, persons);
    return true;
}

static enum bm_code apply_chat(struct bm_game_state *s, const struct bm_game_event *event)
{
    struct bm_chat chat = {.at = event->at, .side = event->side};
    void *mem = s->chats;
    if (!copy_chat(&chat, event->name, event->text, event->person))
        return BM_CODE_NO_MEMORY;
    if (!bm_grow(&mem, &s->chat_cap, s->chat_count + 1, sizeof *s->chats)) {
        free(chat.name);
        return BM_CODE_NO_MEMORY;
    }
    s->chats = mem;
    if (s->chat_count == BM_CHATS) {
        free(s->chats[0].name);
        memmove(s->chats, s->chats + 1, --s->chat_count * sizeof *s->chats);
    }
    s->chats[s->chat_count++] = chat;
    return BM_CODE_OK;
}

/* ---- Other names ---- */

static bool rename_seat(struct bm_game_seat *seat, const char *from, const char *to,
                        const char *name)
{
    if (strcmp(seat->person, from) != 0)
        return false;
    snprintf(seat->person, sizeof seat->person, "%s", to);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    return true;
}

static void rename_chat(struct bm_chat *chat, const char *to, const char *name)
{
    char *const before = chat->name;
    if (copy_chat(chat, name, chat->text, to))
        free(before);
    else /* the old name must not be shown any more */
        chat->name[0] = chat->person[0] = '\0';
}

bool bm_game_state_rename(struct bm_game_state *s, const char *from, const char *to,
                          const char *name)
{
    char person[sizeof s->seat[0].person];
    bool found = false;
    snprintf(person, sizeof person, "%s", from); /* it may be that of the seat itself */
    for (unsigned side = 0; side < 2; side++) {
        found |= rename_seat(&s->seat[side], person, to, name);
        (void)rename_seat(&s->config.seat[side], person, to, name);
    }
    for (size_t i = 0; found && i < s->chat_count; i++)
        if (strcmp(s->chats[i].person, person) == 0)
            rename_chat(&s->chats[i], to, name);
    return found;
}

/* ---- Rematches ---- */

static enum bm_code apply_rematch(struct bm_game_state *s, const struct bm_game_event *event)
{
    if (bm_game_state_stage(s) != BM_MATCH_OVER)
        return BM_CODE_NOT_OVER;
    if (s->next[0])
        return BM_CODE_OFFERED;
    s->rematch[event->side & 1] = event->yes;
    if (!event->yes)
        s->rematch[!(event->side & 1)] = false;
    if (event->text)
        snprintf(s->next, sizeof s->next, "%s", event->text);
    return BM_CODE_OK;
}

/* ---- Play ---- */

/* Note all moves so far, before any of them is taken back. False: no memory. */
static bool note_moves(struct bm_game_state *s)
{
    const struct bm_ctx *const ctx = bm_match_ctx(s->match);
    const unsigned plies = bm_game_state_plies(s);
    void *mem = s->retracted;
    if (!bm_grow(&mem, &s->retracted_cap, s->retracted_count + plies, sizeof *s->retracted))
        return false;
    s->retracted = mem;
    for (unsigned ply = 0; ply < plies; ply++)
        s->retracted[s->retracted_count + ply] =
            (struct bm_retracted){.seq = s->seqs[ply],
                                  .ply = ply,
                                  .move = bm_ctx_played(ctx, ply),
                                  .side = s->match->marks[ply].side};
    return true;
}

/* Of the moves that were noted, keep those that are not there any more. */
static void keep_retracted(struct bm_game_state *s, unsigned before)
{
    const unsigned after = bm_game_state_plies(s);
    struct bm_retracted *const noted = s->retracted + s->retracted_count;
    if (after >= before)
        return;
    memmove(noted, noted + after, (before - after) * sizeof *noted);
    s->retracted_count += before - after;
    s->back_seq = s->seq + 1;
}

static enum bm_code apply_match_action(struct bm_game_state *s,
                                       const struct bm_game_event *event)
{
    const unsigned ply = bm_game_state_plies(s);
    const bool back =
        event->action.act == BM_ACT_UNDO || event->action.act == BM_ACT_GRANT_TAKEBACK;
    if (!reserve_ply(s, ply) || (back && !note_moves(s)))
        return BM_CODE_NO_MEMORY;
    const enum bm_refusal r = bm_match_act(s->match, &event->action, event->at);
    if (r)
        return bm_code_of(r);
    if (back)
        keep_retracted(s, ply);
    s->count.moves += event->action.act == BM_ACT_MOVE;
    s->count.takebacks +=
        event->action.act == BM_ACT_UNDO || event->action.act == BM_ACT_ASK_TAKEBACK;
    s->count.offers += event->action.act == BM_ACT_OFFER_DRAW;
    s->count.gifts += event->action.act == BM_ACT_GIVE_TIME;
    if (back || event->action.act == BM_ACT_MOVE || event->action.act == BM_ACT_START ||
        event->action.act == BM_ACT_RESUME)
        s->turn_at = event->at > s->time ? event->at : s->time;
    if (event->action.act == BM_ACT_MOVE) {
        int64_t *const quota = &s->quota[event->action.side];
        s->seqs[ply] = (uint32_t)(s->seq + 1);
        *quota += BM_LAG_REFILL - event->lag;
        *quota = *quota > BM_LAG_A_GAME ? BM_LAG_A_GAME : *quota < 0 ? 0 : *quota;
    }
    return BM_CODE_OK;
}

enum bm_code bm_game_state_apply(struct bm_game_state *s, const struct bm_game_event *event,
                                 struct bm_error *err)
{
    enum bm_code code = BM_CODE_BROKEN_GAME;
    if ((event->kind == BM_GAME_EVENT_CREATE) != !s->match)
        return code; /* CREATE comes first, and once */
    switch (event->kind) {
    case BM_GAME_EVENT_CREATE: code = apply_create(s, event->config, err); break;
    case BM_GAME_EVENT_JOIN: code = apply_join(s, event); break;
    case BM_GAME_EVENT_LEAVE: code = apply_leave(s, event); break;
    case BM_GAME_EVENT_CHAT: code = apply_chat(s, event); break;
    case BM_GAME_EVENT_REMATCH: code = apply_rematch(s, event); break;
    case BM_GAME_EVENT_ACT: code = apply_match_action(s, event); break;
    case BM_GAME_EVENT_END:
        s->ended = true;
        code = BM_CODE_OK;
        break;
    }
    if (code)
        return code;
    s->count.joins += event->kind == BM_GAME_EVENT_JOIN;
    s->count.rematches += event->kind == BM_GAME_EVENT_REMATCH;
    s->count.chats[event->side == BM_ANY_SIDE] += event->kind == BM_GAME_EVENT_CHAT;
    s->seq++;
    if (event->at > s->time)
        s->time = event->at;
    return BM_CODE_OK;
}
