/* SPDX-License-Identifier: MIT */
#include "session/seated_player.h"

#include <stdio.h>
#include <string.h>

#include "engine/registry.h"

void bm_seated_player_init(struct bm_seated_player *p)
{
    *p = (struct bm_seated_player){.word = "me"};
    bm_spec_init(&p->spec);
}

static bool names_human(const char *word)
{
    return strcmp(word, "me") == 0 || strcmp(word, "human") == 0;
}

bm_status bm_seated_player_make(struct bm_seated_player *out, const char *word,
                                const struct bm_seating *how, struct bm_error *err)
{
    bm_seated_player_init(out);
    if (names_human(word))
        return BM_OK;
    bm_status status = bm_registry_resolve(&out->spec, &out->level, word, err);
    if (!status && out->level) {
        const struct bm_search_options options = {.level = out->level, .seed = how->seed};
        status = bm_search_create(&out->search, how->rules, &options);
    } else if (!status) {
        status = bm_engine_create(&out->engine, how->loop, &out->spec, how->rules, how->events,
                                  how->user);
    }
    if (status)
        bm_seated_player_leave(out, NULL);
    else
        snprintf(out->word, sizeof out->word, "%s", word);
    return status;
}

void bm_seated_player_leave(struct bm_seated_player *p, struct bm_engine_reaper *reaper)
{
    if (reaper)
        bm_engine_reaper_add(reaper, p->engine);
    else
        bm_engine_destroy(p->engine);
    bm_search_destroy(p->search);
    bm_spec_fini(&p->spec);
    bm_seated_player_init(p);
}

bool bm_seated_player_is_human(const struct bm_seated_player *p)
{
    return !p->engine && !p->search;
}

const char *bm_seated_engine_name(const struct bm_seated_player *p)
{
    const char *const own = bm_engine_name(p->engine);
    return *own ? own : p->spec.name;
}

void bm_seated_player_describe(const struct bm_seated_player *p, struct bm_seat *out)
{
    *out = (struct bm_seat){.kind = BM_SEAT_HUMAN};
    if (p->engine) {
        out->kind = BM_SEAT_ENGINE;
        snprintf(out->name, sizeof out->name, "%s", bm_seated_engine_name(p));
    } else if (p->search) {
        bm_level_seat(out, p->level);
    }
}

void bm_seat_players(struct bm_match *match, const struct bm_seated_player *const players[2])
{
    for (unsigned side = 0; side < 2; side++) {
        struct bm_seat seat;
        bm_seated_player_describe(players[side], &seat);
        bm_match_sit(match, side, &seat);
    }
}

void bm_computer_view_line(struct bm_computer_view *view, const struct bm_engine_line *line,
                           enum bm_proto proto)
{
    if (line->multipv != 1 || !(line->info->has & BM_INFO_SCORE))
        return;
    const struct bm_score score = bm_score_in_moves(line->info->score, proto);
    *view =
        (struct bm_computer_view){.has_score = true, .mate = score.mate, .score = score.value};
}

void bm_computer_view_info(struct bm_computer_view *view, const struct bm_search_info *info)
{
    *view =
        (struct bm_computer_view){.has_score = true, .mate = info->mate, .score = info->score};
}

void bm_seated_player_note_line(struct bm_seated_player *p, const struct bm_engine_line *line)
{
    bm_computer_view_line(&p->view, line, bm_engine_proto(p->engine));
}

void bm_seated_player_note_info(struct bm_seated_player *p, const struct bm_search_info *info)
{
    bm_computer_view_info(&p->view, info);
}

void bm_seated_player_fail(struct bm_seated_player *p, struct bm_table *table,
                           const struct bm_match *match, unsigned side)
{
    struct bm_match_state state;
    p->failed = true;
    bm_match_state(match, &state);
    if (state.stage == BM_MATCH_PLAYING)
        (void)bm_table_act(table, &(struct bm_action){.act = BM_ACT_PAUSE, .side = side});
}

void bm_seated_player_go_on(struct bm_seated_player *p, struct bm_table *table,
                            const struct bm_match *match, unsigned side)
{
    struct bm_match_state state;
    p->failed = false;
    bm_match_state(match, &state);
    if (state.stage == BM_MATCH_WAITING)
        bm_table_start(table);
    else if (state.stage == BM_MATCH_PAUSED)
        (void)bm_table_act(table, &(struct bm_action){.act = BM_ACT_RESUME, .side = side});
    else
        bm_table_ask(table);
}
