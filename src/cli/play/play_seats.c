/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play/play.h"
#include "cli/terminal/search_debug.h"
#include "session/conventions.h"

bool bm_play_is_person(const struct bm_play *p, unsigned side)
{
    return !p->player[side].engine && !p->player[side].search;
}

unsigned bm_play_me(const struct bm_play *p)
{
    const bool first = bm_play_is_person(p, BM_FIRST), second = bm_play_is_person(p, BM_SECOND);
    if (first != second)
        return first ? BM_FIRST : BM_SECOND;
    return bm_ctx_turn(bm_match_ctx(p->match));
}

/* The table's view of a player. */
static struct bm_table_player player_of(const struct bm_play *p, unsigned side)
{
    const struct bm_option_value *const o = p->args->option;
    struct bm_table_player player = {.engine = p->player[side].engine,
                                     .search = p->player[side].search};
    player.limits.depth = o[OPT_DEPTH].number;
    player.limits.nodes = o[OPT_NODES].number;
    player.limits.movetime = o[OPT_MOVETIME].number;
    player.natural =
        !o[OPT_FAST].given && bm_prompt_has_screen(p->prompt) && bm_play_is_person(p, !side);
    player.seed = p->seed;
    player.debug = o[OPT_DEBUG].given ? bm_search_debug_print : NULL;
    return player;
}

static void describe_seat(const struct bm_play *p, unsigned side, struct bm_seat *seat)
{
    const struct bm_play_player *const player = &p->player[side];
    *seat = (struct bm_seat){.kind = BM_SEAT_HUMAN};
    if (player->engine) {
        seat->kind = BM_SEAT_ENGINE;
        snprintf(seat->name, sizeof seat->name, "%s",
                 *bm_engine_name(player->engine) ? bm_engine_name(player->engine)
                                                 : player->spec.name);
    } else if (player->search) {
        seat->kind = BM_SEAT_LEVEL;
        seat->level = player->level;
        snprintf(seat->name, sizeof seat->name, "banmen %s", bm_level_name(player->level));
    }
}

static void empty_seat(struct bm_play *p, unsigned side)
{
    struct bm_play_player *const player = &p->player[side];
    if (p->table)
        bm_table_seat(p->table, side, &(struct bm_table_player){0});
    bm_engine_destroy(player->engine);
    bm_search_destroy(player->search);
    bm_spec_fini(&player->spec);
    *player = (struct bm_play_player){0};
    bm_spec_init(&player->spec);
}

/* Update the seat of the match and the player of the table. */
static void announce_player(struct bm_play *p, unsigned side)
{
    struct bm_seat seat;
    describe_seat(p, side, &seat);
    if (p->match)
        bm_match_sit(p->match, side, &seat);
    if (p->table) {
        const struct bm_table_player player = player_of(p, side);
        bm_table_seat(p->table, side, &player);
    }
}

/* A level sits down; 0: a person. False if there is no memory. */
static bool seat_level(struct bm_play *p, unsigned side, unsigned level)
{
    struct bm_search *search = NULL;
    const struct bm_search_options options = {.level = level, .seed = p->seed + side};
    if (level && bm_search_create(&search, p->s.rules, &options))
        return false;
    empty_seat(p, side);
    p->player[side].search = search;
    p->player[side].level = level;
    announce_player(p, side);
    return true;
}

/* Set up the player that a word of the command line names. */
static int seat_word(struct bm_play *p, unsigned side, const char *word)
{
    struct bm_play_player *const player = &p->player[side];
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    if (strcmp(word, "me") == 0 || strcmp(word, "human") == 0)
        return 0;
    const bm_status status = bm_registry_resolve(&player->spec, &level, word, &err);
    if (status) {
        fprintf(stderr, "banmen: %s\n", *err.what ? err.what : bm_status_text(status));
        return EXIT_USAGE;
    }
    const bool seated =
        level ? seat_level(p, side, level)
              : bm_engine_create(&player->engine, &p->loop, &player->spec, p->s.rules,
                                 &(struct bm_engine_events){0}, p) == BM_OK;
    if (seated)
        return 0;
    fprintf(stderr, "banmen: %s: cannot play: %s\n", word, bm_status_text(BM_ENOMEM));
    return EXIT_USAGE;
}

int bm_play_seat_options(struct bm_play *p)
{
    const struct bm_option_value *const o = p->args->option;
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
        const struct bm_option_value *const v = &o[side ? OPT_SECOND : OPT_FIRST];
        const int status = seat_word(p, side, v->given ? v->text : word[side]);
        if (status)
            return status;
    }
    p->seated = true;
    /* With one person, the board is seen from that person's side. */
    p->flip = bm_play_is_person(p, BM_SECOND) && !bm_play_is_person(p, BM_FIRST);
    return 0;
}

int bm_play_take_seats(struct bm_play *p, const struct bm_match *match)
{
    const struct bm_option_value *const o = p->args->option;
    if (o[OPT_LEVEL].given || o[OPT_ENGINE].given || o[OPT_FIRST].given || o[OPT_SECOND].given)
        return p->seated ? 0 : bm_play_seat_options(p);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_seat *const seat = bm_match_seat(match, side);
        if (seat->kind == BM_SEAT_LEVEL && seat->level >= 1 && seat->level <= BM_LEVELS)
            (void)seat_level(p, side, seat->level);
        else if (seat->kind == BM_SEAT_ENGINE)
            bm_play_print(p,
                          TR(p, "%s played here; --engine brings an engine back",
                             "前の相手は%sです。--engine でエンジンを指定できます"),
                          seat->name);
    }
    p->flip = bm_play_is_person(p, BM_SECOND) && !bm_play_is_person(p, BM_FIRST);
    return 0;
}

static void on_play_acted(void *user, const struct bm_action *action)
{
    struct bm_play *const p = user;
    if (action->act == BM_ACT_START) {
        /* The engines' names are known now. */
        for (unsigned side = 0; side < 2; side++) {
            struct bm_seat seat;
            describe_seat(p, side, &seat);
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
        bm_play_print(p, TR(p, "taken back: %s", "戻しました: %s"), status);
    else if (action->act == BM_ACT_PAUSE || action->act == BM_ACT_RESUME)
        bm_play_print(p, "%s", status);
}

static void on_play_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_play *const p = user;
    struct bm_play_player *const player = &p->player[side];
    if (line->multipv != 1 || !(line->info->has & BM_INFO_SCORE))
        return;
    const struct bm_score score =
        bm_score_in_moves(line->info->score, bm_engine_proto(player->engine));
    player->has_score = true;
    player->mate = score.mate;
    player->score = score.value;
}

static void on_play_info(void *user, unsigned side, const struct bm_search_info *info)
{
    struct bm_play_player *const player = &((struct bm_play *)user)->player[side];
    player->has_score = true;
    player->mate = info->mate;
    player->score = info->score;
}

static bool on_play_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                           const char *detail)
{
    struct bm_play *const p = user;
    struct bm_match_state state;
    char name[96];
    p->player[side].failed = true;
    bm_match_state(p->match, &state);
    if (state.stage == BM_MATCH_PLAYING)
        (void)bm_table_act(p->table, &(struct bm_action){.act = BM_ACT_PAUSE, .side = side});
    bm_play_name(p, side, name, sizeof name);
    bm_play_print(p, "%s: %s%s%s", name, bm_engine_trouble_text(trouble, p->s.lang),
                  *detail ? ": " : "", detail);
    bm_play_print(
        p, "%s",
        TR(p, "choose: restart (the engine), hand (you move for it), level N, or quit",
           "選んでください: 再起動（エンジン）、手動（代わりに指す）、レベル N、終了"));
    return true;
}

static const struct bm_table_events events = {.acted = on_play_acted,
                                              .line = on_play_line,
                                              .info = on_play_info,
                                              .failed = on_play_failed};

/* Go on where a failure stopped the game. */
static void go_on_after_failure(struct bm_play *p, unsigned side)
{
    struct bm_match_state state;
    p->player[side].failed = false;
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
    if (!seat_level(p, side, level))
        return false;
    go_on_after_failure(p, side);
    return true;
}

void bm_play_restart(struct bm_play *p)
{
    bool any = false;
    for (unsigned side = 0; side < 2; side++) {
        if (!p->player[side].engine)
            continue;
        any = true;
        bm_engine_restart(p->player[side].engine);
        go_on_after_failure(p, side);
    }
    if (!any)
        bm_play_print(
            p, "%s",
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
        p->player[side].has_score = false;
        announce_player(p, side);
    }
    p->beginning = true;
    bm_table_start(table);
    p->beginning = false;
    return true;
}

void bm_play_swap(struct bm_play *p)
{
    const struct bm_play_player first = p->player[0];
    p->player[0] = p->player[1];
    p->player[1] = first;
    p->flip = !p->flip;
}

void bm_play_leave_seats(struct bm_play *p)
{
    p->seated = false;
    empty_seat(p, BM_FIRST);
    empty_seat(p, BM_SECOND);
}

static void on_play_engine_closed(void *user, bool killed)
{
    bool *const gone = user;
    (void)killed;
    *gone = true;
}

void bm_play_quit_engines(struct bm_play *p)
{
    bool gone[2] = {true, true};
    const struct bm_engine_events waiting = {.closed = on_play_engine_closed};
    for (unsigned side = 0; side < 2; side++) {
        struct bm_engine *const e = p->player[side].engine;
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
