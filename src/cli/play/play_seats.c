/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play/play.h"
#include "session/conventions.h"
#include "terminal/search_debug.h"

enum { GOODBYE = 60000 /* ms: an engine's own deadlines are shorter */ };

bool bm_play_is_person(const struct bm_play *p, unsigned side)
{
    return bm_seated_player_is_human(&p->player[side]);
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

static void empty_seat(struct bm_play *p, unsigned side)
{
    if (p->table)
        bm_table_seat(p->table, side, &(struct bm_table_player){0});
    bm_seated_player_leave(&p->player[side], NULL);
}

/* Update the seat of the match and the player of the table. */
static void announce_player(struct bm_play *p, unsigned side)
{
    struct bm_seat seat;
    bm_seated_player_describe(&p->player[side], &seat);
    if (p->match)
        bm_match_sit(p->match, side, &seat);
    if (p->table) {
        const struct bm_table_player player = player_of(p, side);
        bm_table_seat(p->table, side, &player);
    }
}

/* The player that a word names sits down. */
static bm_status seat_word(struct bm_play *p, unsigned side, const char *word,
                           struct bm_error *err)
{
    const struct bm_engine_events none = {0};
    const struct bm_seating how = {
        .loop = &p->loop, .rules = p->s.rules, .seed = p->seed + side, .events = &none};
    struct bm_seated_player player;
    const bm_status status = bm_seated_player_make(&player, word, &how, err);
    if (status)
        return status;
    empty_seat(p, side);
    p->player[side] = player;
    announce_player(p, side);
    return BM_OK;
}

/* A level sits down; 0: a person. False if there is no memory. */
static bool seat_level(struct bm_play *p, unsigned side, unsigned level)
{
    char word[24] = "me";
    struct bm_error err;
    if (level)
        snprintf(word, sizeof word, "builtin:%u", level);
    return seat_word(p, side, word, &err) == BM_OK;
}

/* Set up the player that a word of the command line names. */
static int seat_option(struct bm_play *p, unsigned side, const char *word)
{
    struct bm_error err = {.what = ""};
    const bm_status status = seat_word(p, side, word, &err);
    if (!status)
        return 0;
    if (status == BM_ENOMEM)
        fprintf(stderr, "banmen: %s: cannot play: %s\n", word, bm_status_text(status));
    else
        fprintf(stderr, "banmen: %s\n", *err.what ? err.what : bm_status_text(status));
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
        const int status = seat_option(p, side, v->given ? v->text : word[side]);
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
        bm_seat_players(p->match,
                        (const struct bm_seated_player *[]){&p->player[0], &p->player[1]});
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
    bm_seated_player_note_line(&((struct bm_play *)user)->player[side], line);
}

static void on_play_info(void *user, unsigned side, const struct bm_search_info *info)
{
    bm_seated_player_note_info(&((struct bm_play *)user)->player[side], info);
}

static bool on_play_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                           const char *detail)
{
    struct bm_play *const p = user;
    char name[96];
    bm_seated_player_fail(&p->player[side], p->table, p->match, side);
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

bool bm_play_replace(struct bm_play *p, unsigned side, unsigned level)
{
    if (!seat_level(p, side, level))
        return false;
    bm_seated_player_go_on(&p->player[side], p->table, p->match, side);
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
        bm_seated_player_go_on(&p->player[side], p->table, p->match, side);
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
        p->player[side].view = (struct bm_computer_view){0};
        announce_player(p, side);
    }
    p->beginning = true;
    bm_table_start(table);
    p->beginning = false;
    return true;
}

void bm_play_swap(struct bm_play *p)
{
    const struct bm_seated_player first = p->player[0];
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

void bm_play_quit_engines(struct bm_play *p)
{
    struct bm_engine_reaper reaper = {.loop = &p->loop};
    for (unsigned side = 0; side < 2; side++) {
        if (p->table)
            bm_table_seat(p->table, side, &(struct bm_table_player){0});
        bm_seated_player_leave(&p->player[side], &reaper);
    }
    bm_engine_reaper_finish(&reaper, GOODBYE);
}
