/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/debug_text.h"
#include "cli/play.h"
#include "session/conventions.h"

bool bm_play_is_person(const struct bm_play *p, unsigned side)
{
    return !p->chair[side].engine && !p->chair[side].search;
}

unsigned bm_play_me(const struct bm_play *p)
{
    const bool first = bm_play_is_person(p, BM_FIRST), second = bm_play_is_person(p, BM_SECOND);
    if (first != second)
        return first ? BM_FIRST : BM_SECOND;
    return bm_ctx_turn(bm_match_ctx(p->match));
}

/* What the table is to know of a chair. */
static struct bm_table_player player_of(const struct bm_play *p, unsigned side)
{
    const struct bm_value *const o = p->args->option;
    struct bm_table_player player = {.engine = p->chair[side].engine,
                                     .search = p->chair[side].search};
    player.limits.depth = o[OPT_DEPTH].number;
    player.limits.nodes = o[OPT_NODES].number;
    player.limits.movetime = o[OPT_MOVETIME].number;
    player.natural =
        !o[OPT_FAST].given && bm_prompt_has_screen(p->prompt) && bm_play_is_person(p, !side);
    player.seed = p->seed;
    player.debug = o[OPT_DEBUG].given ? bm_debug_say : NULL;
    return player;
}

static void describe(const struct bm_play *p, unsigned side, struct bm_seat *seat)
{
    const struct bm_chair *const chair = &p->chair[side];
    *seat = (struct bm_seat){.kind = BM_SEAT_HUMAN};
    if (chair->engine) {
        seat->kind = BM_SEAT_ENGINE;
        snprintf(seat->name, sizeof seat->name, "%s",
                 *bm_engine_name(chair->engine) ? bm_engine_name(chair->engine)
                                                : chair->spec.name);
    } else if (chair->search) {
        seat->kind = BM_SEAT_LEVEL;
        seat->level = chair->level;
        snprintf(seat->name, sizeof seat->name, "banmen %s", bm_level_name(chair->level));
    }
}

static void empty(struct bm_play *p, unsigned side)
{
    struct bm_chair *const chair = &p->chair[side];
    if (p->table)
        bm_table_seat(p->table, side, &(struct bm_table_player){0});
    bm_engine_destroy(chair->engine);
    bm_search_destroy(chair->search);
    bm_spec_fini(&chair->spec);
    *chair = (struct bm_chair){0};
    bm_spec_init(&chair->spec);
}

/* Tell match and table who sits there now. */
static void announce(struct bm_play *p, unsigned side)
{
    struct bm_seat seat;
    describe(p, side, &seat);
    if (p->match)
        bm_match_sit(p->match, side, &seat);
    if (p->table) {
        const struct bm_table_player player = player_of(p, side);
        bm_table_seat(p->table, side, &player);
    }
}

/* A level sits down; 0: a person. False if there is no memory. */
static bool sit(struct bm_play *p, unsigned side, unsigned level)
{
    struct bm_search *search = NULL;
    const struct bm_search_options options = {.level = level, .seed = p->seed + side};
    if (level && bm_search_create(&search, p->s.rules, &options))
        return false;
    empty(p, side);
    p->chair[side].search = search;
    p->chair[side].level = level;
    announce(p, side);
    return true;
}

/* Whoever a word of the command line names. */
static int seat_word(struct bm_play *p, unsigned side, const char *word)
{
    struct bm_chair *const chair = &p->chair[side];
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    if (strcmp(word, "me") == 0 || strcmp(word, "human") == 0)
        return 0;
    const bm_status status = bm_registry_resolve(&chair->spec, &level, word, &err);
    if (status) {
        fprintf(stderr, "banmen: %s\n", *err.what ? err.what : bm_status_text(status));
        return EXIT_USAGE;
    }
    const bool seated =
        level ? sit(p, side, level)
              : bm_engine_create(&chair->engine, &p->loop, &chair->spec, p->s.rules,
                                 &(struct bm_engine_events){0}, p) == BM_OK;
    if (seated)
        return 0;
    fprintf(stderr, "banmen: %s: cannot play: %s\n", word, bm_status_text(BM_ENOMEM));
    return EXIT_USAGE;
}

int bm_play_seat_options(struct bm_play *p)
{
    const struct bm_value *const o = p->args->option;
    char level[24];
    unsigned mine = o[OPT_SIDE].given && o[OPT_SIDE].number == SIDE_SECOND;
    if (o[OPT_SIDE].given && o[OPT_SIDE].number == SIDE_RANDOM)
        mine = (unsigned)(p->seed * 0x9e3779b97f4a7c15u >> 63);
    if (o[OPT_LEVEL].given && o[OPT_ENGINE].given) {
        fprintf(stderr, "banmen: --level and --engine both name your opponent: give one of "
                        "them, or --first and --second\n");
        return EXIT_USAGE;
    }
    snprintf(level, sizeof level, "builtin:%u", o[OPT_LEVEL].number);
    const char *const other = o[OPT_ENGINE].given  ? o[OPT_ENGINE].text
                              : o[OPT_LEVEL].given ? level
                                                   : "me";
    const char *word[2] = {"me", "me"};
    word[!mine] = other;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_value *const v = &o[side ? OPT_SECOND : OPT_FIRST];
        const int status = seat_word(p, side, v->given ? v->text : word[side]);
        if (status)
            return status;
    }
    p->seated = true;
    /* The board stands as the person sees it who is alone at it. */
    p->flip = bm_play_is_person(p, BM_SECOND) && !bm_play_is_person(p, BM_FIRST);
    return 0;
}

int bm_play_take_seats(struct bm_play *p, const struct bm_match *match)
{
    const struct bm_value *const o = p->args->option;
    if (o[OPT_LEVEL].given || o[OPT_ENGINE].given || o[OPT_FIRST].given || o[OPT_SECOND].given)
        return p->seated ? 0 : bm_play_seat_options(p);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_seat *const seat = bm_match_seat(match, side);
        if (seat->kind == BM_SEAT_LEVEL && seat->level >= 1 && seat->level <= BM_LEVELS)
            (void)sit(p, side, seat->level);
        else if (seat->kind == BM_SEAT_ENGINE)
            bm_say(p,
                   TR(p, "%s played here; --engine brings an engine back",
                      "前の相手は%sです。--engine でエンジンを指定できます"),
                   seat->name);
    }
    p->flip = bm_play_is_person(p, BM_SECOND) && !bm_play_is_person(p, BM_FIRST);
    return 0;
}

static void on_acted(void *user, const struct bm_action *action)
{
    struct bm_play *const p = user;
    if (action->act == BM_ACT_START) {
        /* Engines have said their names by now. */
        for (unsigned side = 0; side < 2; side++) {
            struct bm_seat seat;
            describe(p, side, &seat);
            bm_match_sit(p->match, side, &seat);
        }
        if (!bm_prompt_has_screen(p->prompt) || p->beginning)
            return;
    }
    bm_play_tell(p);
    char status[256];
    bm_play_status(p, status, sizeof status);
    if (bm_prompt_has_screen(p->prompt) || p->beginning)
        return;
    if (action->act == BM_ACT_UNDO || action->act == BM_ACT_GRANT_TAKEBACK)
        bm_say(p, TR(p, "taken back: %s", "戻しました: %s"), status);
    else if (action->act == BM_ACT_PAUSE || action->act == BM_ACT_RESUME)
        bm_say(p, "%s", status);
}

static void on_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_play *const p = user;
    struct bm_chair *const chair = &p->chair[side];
    if (line->multipv != 1 || !(line->info->has & BM_INFO_SCORE))
        return;
    chair->has_score = true;
    chair->score = (int)line->info->score.value * (line->info->score.mate ? 10000 : 1);
}

static bool on_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                      const char *detail)
{
    struct bm_play *const p = user;
    struct bm_match_state state;
    char name[96];
    p->chair[side].failed = true;
    bm_match_state(p->match, &state);
    if (state.stage == BM_MATCH_PLAYING)
        (void)bm_table_act(p->table, &(struct bm_action){.act = BM_ACT_PAUSE, .side = side});
    bm_play_name(p, side, name, sizeof name);
    bm_say(p, "%s: %s%s%s", name, bm_engine_trouble_text(trouble, p->s.lang),
           *detail ? ": " : "", detail);
    bm_say(p, "%s",
           TR(p, "choose: restart (the engine), hand (you move for it), level N, or quit",
              "選んでください: 再起動（エンジン）、手動（代わりに指す）、レベル N、終了"));
    return true;
}

static const struct bm_table_events events = {
    .acted = on_acted, .line = on_line, .failed = on_failed};

/* Go on where a failure stopped the game. */
static void go_on(struct bm_play *p, unsigned side)
{
    struct bm_match_state state;
    p->chair[side].failed = false;
    bm_match_state(p->match, &state);
    if (state.stage == BM_MATCH_WAITING)
        bm_table_start(p->table);
    else if (state.stage == BM_MATCH_PAUSED)
        (void)bm_table_act(p->table, &(struct bm_action){.act = BM_ACT_RESUME, .side = side});
    else
        bm_table_ask(p->table);
}

bool bm_play_replace(struct bm_play *p, unsigned side, unsigned level)
{
    if (!sit(p, side, level))
        return false;
    go_on(p, side);
    return true;
}

void bm_play_restart(struct bm_play *p)
{
    bool any = false;
    for (unsigned side = 0; side < 2; side++) {
        if (!p->chair[side].engine)
            continue;
        any = true;
        bm_engine_restart(p->chair[side].engine);
        go_on(p, side);
    }
    if (!any)
        bm_say(p, "%s",
               TR(p, "there is no engine at this board", "この対局にエンジンはありません"));
}

bool bm_play_begin(struct bm_play *p, struct bm_match *match)
{
    struct bm_table *table;
    if (bm_table_create(&table, &p->loop, match, &events, p))
        return false;
    bm_table_destroy(p->table);
    bm_match_destroy(p->match);
    p->table = table;
    p->match = match;
    p->over_said = false;
    bm_match_put_date(match);
    p->said = bm_ctx_plies(bm_match_ctx(match));
    for (unsigned side = 0; side < 2; side++) {
        p->chair[side].has_score = false;
        announce(p, side);
    }
    p->beginning = true;
    bm_table_start(table);
    p->beginning = false;
    return true;
}

void bm_play_swap(struct bm_play *p)
{
    const struct bm_chair first = p->chair[0];
    p->chair[0] = p->chair[1];
    p->chair[1] = first;
    p->flip = !p->flip;
}

void bm_play_leave_seats(struct bm_play *p)
{
    p->seated = false;
    empty(p, BM_FIRST);
    empty(p, BM_SECOND);
}

static void on_closed(void *user, bool killed)
{
    bool *const gone = user;
    (void)killed;
    *gone = true;
}

void bm_play_say_goodbye(struct bm_play *p)
{
    bool gone[2] = {true, true};
    const struct bm_engine_events waiting = {.closed = on_closed};
    for (unsigned side = 0; side < 2; side++) {
        struct bm_engine *const e = p->chair[side].engine;
        if (!e || bm_engine_state(e) == BM_ENGINE_FAILED)
            continue;
        if (p->table)
            bm_table_seat(p->table, side, &(struct bm_table_player){0});
        gone[side] = false;
        bm_engine_listen(e, &waiting, &gone[side], NULL, NULL);
        bm_engine_quit(e);
    }
    while (!gone[0] || !gone[1])
        bm_loop_step(&p->loop);
}
