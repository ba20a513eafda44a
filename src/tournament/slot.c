/* SPDX-License-Identifier: MIT */
#include "tournament/slot.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void release_engine(struct bm_slot *s, unsigned i)
{
    bm_engine_destroy(s->engine[i]);
    s->engine[i] = NULL;
    s->spoiled[i] = false;
}

/* The engine of a participant, started now if there is none yet. */
static bm_status find_engine(struct bm_slot *s, unsigned participant, struct bm_engine **out)
{
    static const struct bm_engine_events none = {0};
    const struct bm_tournament *const t = s->tournament;
    unsigned room = 2;
    for (unsigned i = 0; i < 2; i++) {
        if (s->engine[i] && s->participant[i] == participant) {
            *out = s->engine[i];
            return BM_OK;
        }
        if (!s->engine[i])
            room = i;
    }
    s->participant[room] = participant;
    const bm_status status = bm_engine_create(
        &s->engine[room], s->loop, &t->participants[participant].spec, t->rules, &none, NULL);
    *out = s->engine[room];
    return status;
}

/* Release engines that do not play the next game or must be restarted. */
static void free_engines(struct bm_slot *s)
{
    for (unsigned i = 0; i < 2; i++) {
        if (s->engine[i] && (s->spoiled[i] || s->tournament->restart ||
                             (s->participant[i] != s->scheduled.side[0] &&
                              s->participant[i] != s->scheduled.side[1])))
            release_engine(s, i);
    }
}

static bm_status seat_player(struct bm_slot *s, unsigned side)
{
    const struct bm_tournament *const t = s->tournament;
    const unsigned participant = s->scheduled.side[side];
    struct bm_table_player player = {.limits = t->limits,
                                     .ceiling = t->ceiling,
                                     .margin = t->margin,
                                     .ponder = t->ponder,
                                     .debug = t->debug,
                                     .strict = true};
    bm_status status;
    if (t->participants[participant].level != 0) {
        const struct bm_search_options options = {
            .level = t->participants[participant].level,
            .seed = bm_schedule_seed(&t->schedule, s->scheduled.game, side)};
        status = bm_search_create(&s->search[side], t->rules, &options);
        player.search = s->search[side];
    } else {
        status = find_engine(s, participant, &player.engine);
    }
    if (status == BM_OK)
        bm_table_seat(s->table, side, &player);
    return status;
}

static bm_status tag_match(struct bm_slot *s)
{
    char text[48];
    const time_t now = time(NULL);
    struct tm day;
    bm_status status = bm_match_tag(s->match, "Event", s->tournament->event);
    if (status == BM_OK && localtime_r(&now, &day)) {
        strftime(text, sizeof text, "%Y.%m.%d", &day);
        status = bm_match_tag(s->match, "Date", text);
    }
    snprintf(text, sizeof text, "%llu.%u", (unsigned long long)s->scheduled.round + 1,
             s->scheduled.pairing * 2 + s->scheduled.second + 1);
    return status ? status : bm_match_tag(s->match, "Round", text);
}

/* Create the match, with the opening played. */
static bm_status open_match(struct bm_slot *s)
{
    struct bm_tournament *const t = s->tournament;
    struct bm_options choices = t->options;
    struct bm_match_options options = {.rules = t->rules, .choices = &choices};
    struct bm_game *opening = NULL;
    struct bm_error err;
    bm_node last;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_participant *const c = bm_slot_side(s, side);
        options.times.side[side] = t->times.side[t->time_odds ? s->scheduled.side[side] : side];
        options.seat[side].kind = c->level ? BM_SEAT_LEVEL : BM_SEAT_ENGINE;
        options.seat[side].level = c->level;
        snprintf(options.seat[side].name, sizeof options.seat[side].name, "%s", c->name);
    }
    bm_status status = bm_game_create(&opening, t->rules, NULL);
    if (status == BM_OK)
        status = bm_openings_game(&t->openings, s->scheduled.opening, opening, t->rules, &last);
    if (status == BM_OK && last != BM_NODE_ROOT) {
        status = bm_match_restore(&s->match, opening, &options, &err);
    } else if (status == BM_OK) {
        if (!bm_game_starts_usual(opening))
            options.start = bm_game_start(opening);
        status = bm_match_create(&s->match, &options, &err);
    }
    bm_game_destroy(opening);
    return status ? status : tag_match(s);
}

/* End a game without a result; the engines stay. */
static void drop_game(struct bm_slot *s)
{
    bm_table_destroy(s->table);
    bm_match_destroy(s->match);
    for (unsigned side = 0; side < 2; side++) {
        bm_search_destroy(s->search[side]);
        s->search[side] = NULL;
    }
    s->table = NULL;
    s->match = NULL;
    s->busy = s->over = false;
}

bool bm_slot_begin(struct bm_slot *s, const struct bm_scheduled_game *f)
{
    s->scheduled = *f;
    s->played = (struct bm_played_game){.game = f->game, .fault = -1};
    s->adjudicator = (struct bm_adjudicator){{0}, {0}, {0}};
    s->judged = BM_ONGOING;
    s->reported[0].has = s->reported[1].has = false;
    s->over = s->begun = false;
    s->busy = true;
    s->start = bm_loop_now(s->loop);
    free_engines(s);
    bm_status status = open_match(s);
    if (status == BM_OK)
        status = bm_table_create(&s->table, s->loop, s->match, &bm_slot_events, s);
    for (unsigned side = 0; side < 2 && status == BM_OK; side++)
        status = seat_player(s, side);
    if (status == BM_OK) {
        bm_table_start(s->table);
        return true;
    }
    fprintf(stderr, "banmen: game %llu cannot be set up: %s\n", (unsigned long long)f->game + 1,
            bm_status_text(status));
    drop_game(s);
    return false;
}

/* Ending. --------------------------------------------------------------------------------- */

/* The side that forfeited the game, or -1. */
static int fault_of(const struct bm_match_state *state)
{
    switch ((int)state->outcome.reason) {
    case BM_REASON_TIME_MATERIAL: return (int)state->turn;
    case BM_REASON_TIME:
    case BM_REASON_ILLEGAL:
    case BM_REASON_CRASH: return state->outcome.result == BM_FIRST_WINS;
    default: return -1;
    }
}

/* Write the failure into the record as a comment. */
static void note_trouble(struct bm_slot *s)
{
    char text[512];
    const struct bm_played_game *const p = &s->played;
    snprintf(text, sizeof text, "%s: %s: %s", bm_slot_side(s, (unsigned)p->fault)->name,
             p->trouble, p->detail);
    const struct bm_note note = {.kind = BM_NOTE_COMMENT, .text = {text, strlen(text)}};
    (void)!bm_match_annotate(s->match, &note);
}

bool bm_slot_finish(struct bm_slot *s, struct bm_buf *record)
{
    const struct bm_write_options writing = {.format = BM_FORMAT_JSON};
    struct bm_match_state state;
    struct bm_error err;
    bm_match_state(s->match, &state);
    struct bm_played_game *const p = &s->played;
    p->result = state.outcome.result;
    p->reason = state.outcome.reason;
    p->fault = fault_of(&state);
    p->plies = bm_game_ply(bm_match_game(s->match), bm_match_node(s->match));
    p->ms = bm_loop_now(s->loop) - s->start;
    if (p->fault < 0)
        p->trouble[0] = p->detail[0] = '\0';
    for (unsigned i = 0; i < 2; i++)
        s->spoiled[i] |=
            p->fault >= 0 && s->engine[i] && s->participant[i] == s->scheduled.side[p->fault];
    if (*p->detail)
        note_trouble(s);
    const bm_status status =
        bm_game_write(bm_match_game(s->match), &writing, bm_buf_sink, record, &err);
    if (status)
        fprintf(stderr, "banmen: game %llu cannot be written: %s\n",
                (unsigned long long)p->game + 1, bm_status_text(status));
    drop_game(s);
    return status == BM_OK;
}

void bm_slot_dismiss(struct bm_slot *s, bool at_once)
{
    if (s->busy)
        drop_game(s);
    for (unsigned i = 0; i < 2; i++) {
        if (!s->engine[i])
            continue;
        if (at_once || s->spoiled[i])
            release_engine(s, i);
        else
            bm_engine_quit(s->engine[i]);
    }
}

bool bm_slot_waits(const struct bm_slot *s)
{
    for (unsigned i = 0; i < 2; i++) {
        if (s->engine[i] && bm_engine_state(s->engine[i]) != BM_ENGINE_CLOSED &&
            bm_engine_state(s->engine[i]) != BM_ENGINE_FAILED)
            return true;
    }
    return false;
}
