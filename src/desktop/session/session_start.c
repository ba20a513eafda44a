/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "banmen/shuffle.h"
#include "desktop/app/error_text.h"
#include "desktop/session/session.h"
#include "session/conventions.h"

/* Say why there is no match. */
static bool report_refusal(struct bm_desktop_session *d, bm_status status,
                           const struct bm_error *err)
{
    char text[BM_DESKTOP_TEXT];
    bm_error_text(d->lang, status, err, text, sizeof text);
    bm_desktop_session_report(d, "%s", text);
    return false;
}

/* Seat both players; one that cannot be started is replaced by a human, and the reason is
 * reported. */
static bool seat_players(struct bm_desktop_session *d, const char *const word[2])
{
    bool all = true;
    for (unsigned side = 0; side < 2; side++) {
        if (!bm_desktop_session_seat_player(d, side, word[side] ? word[side] : "me")) {
            (void)bm_desktop_session_seat_player(d, side, "me");
            all = false;
        }
    }
    return all;
}

/* The number of a shuffled start position; -1: the start is not one of those. */
static int64_t start_number_of(const struct bm_game *game)
{
    uint64_t number;
    return bm_setup_number(bm_game_start(game), bm_game_rules(game), &number) &&
                   number < INT64_MAX
               ? (int64_t)number
               : -1;
}

/* Begin a match; takes ownership of it. `more` is a record with its line and other variations,
 * or NULL. */
static bool begin_match(struct bm_desktop_session *d, struct bm_match *match,
                        const char *const seat[2], bool natural, const struct bm_game *more)
{
    struct bm_table *table;
    bm_desktop_session_close_game(d);
    bm_desktop_session_set_rules(d, bm_match_options(match)->rules);
    if (bm_table_create(&table, d->loop, match, &bm_desktop_session_table_events, d)) {
        bm_match_destroy(match);
        bm_desktop_session_report(d, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, d->lang));
        return false;
    }
    d->match = match;
    d->table = table;
    d->natural = natural;
    d->seed++;
    d->move = (bm_move){BM_MOVE_NONE};
    bm_match_put_date(match);
    if (!bm_desktop_session_init_tree(d, more)) {
        bm_desktop_session_close_game(d);
        bm_desktop_session_report(d, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, d->lang));
        return false;
    }
    d->node = d->live;
    if (!bm_desktop_session_sync_context(d))
        return false;
    const bool all = seat_players(d, seat);
    d->number = start_number_of(d->tree);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_NEW_GAME, 0);
    struct bm_match_state state;
    bm_match_state(match, &state);
    if (state.stage == BM_MATCH_PAUSED)
        bm_desktop_session_act(d, BM_ACT_RESUME, state.turn);
    bm_table_start(table);
    return all;
}

bool bm_desktop_session_begin_match(struct bm_desktop_session *d,
                                    const struct bm_desktop_match_config *config)
{
    struct bm_error err = {.what = ""};
    struct bm_match *match;
    struct bm_setup lot;
    uint64_t number;
    struct bm_match_options options = {
        .rules = config->rules, .start = config->start, .times = config->times};
    const uint64_t starts = bm_setup_shuffles(config->rules);
    if (!config->start && starts != 0 &&
        (bm_setup_shuffle(&lot, config->rules, (d->seed + 1) % starts) ||
         bm_setup_draw(&lot, config->rules, d->seed, &number)))
        options.start = &lot;
    const bm_status status = bm_match_create(&match, &options, &err);
    if (status)
        return report_refusal(d, status, &err);
    const char *const seat[2] = {config->seat[0], config->seat[1]};
    return begin_match(d, match, seat, config->natural, NULL);
}

/* A copy in which the line from the root to a node comes first, and ends there if it is cut. */
static struct bm_game *copy_with_line_first(const struct bm_game *record, bm_node node,
                                            bool cut)
{
    struct bm_game *game;
    bm_node line[4096];
    size_t count = 0;
    if (bm_game_create(&game, bm_game_rules(record), NULL))
        return NULL;
    if (bm_game_copy(game, record)) {
        bm_game_destroy(game);
        return NULL;
    }
    for (bm_node n = node; n != BM_NODE_ROOT && n != BM_NODE_NONE && count < 4096;
         n = bm_game_parent(record, n))
        line[count++] = n;
    /* Numbers are the same in the copy. */
    for (size_t i = 0; i < count; i++)
        bm_game_promote(game, line[i]);
    bm_node next;
    while (cut && (next = bm_game_first(game, node)) != BM_NODE_NONE) {
        if (bm_game_detach(game, next))
            break;
    }
    return game;
}

bool bm_desktop_session_resume_match(struct bm_desktop_session *d, const struct bm_game *record,
                                     bm_node node, const struct bm_desktop_match_config *config)
{
    struct bm_error err = {.what = ""};
    struct bm_match *match;
    const struct bm_match_options options = {.rules = bm_game_rules(record),
                                             .times = config->times};
    /* A game that was interrupted goes on with the time that had passed; other ends are as if
     * they were not there. */
    bm_node last = node;
    while (bm_game_kind(record, last) == BM_NODE_END)
        last = bm_game_parent(record, last);
    if (bm_game_ending(record, node).end != BM_END_INTERRUPTED)
        node = last;
    struct bm_game *const line = copy_with_line_first(record, node, true);
    struct bm_game *const more = copy_with_line_first(record, last, false);
    bm_status status = line && more ? BM_OK : BM_ENOMEM;
    if (!status)
        status = bm_match_restore(&match, line, &options, &err);
    const char *const seat[2] = {config->seat[0], config->seat[1]};
    const bool fine = status ? report_refusal(d, status, &err)
                             : begin_match(d, match, seat, config->natural, more);
    bm_game_destroy(line);
    bm_game_destroy(more);
    return fine;
}

bool bm_desktop_session_begin_study(struct bm_desktop_session *d, struct bm_game *game,
                                    bm_node node)
{
    bm_desktop_session_close_game(d);
    bm_desktop_session_set_rules(d, bm_game_rules(game));
    d->study = game;
    d->node = node;
    d->move = (bm_move){BM_MOVE_NONE};
    if (!bm_desktop_session_sync_context(d))
        return false;
    d->number = start_number_of(game);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_NEW_GAME, 0);
    return true;
}

bool bm_desktop_session_study_match(struct bm_desktop_session *d)
{
    if (!d->match)
        return true;
    const bm_node node = d->node;
    struct bm_game *const game = bm_desktop_session_record(d, true);
    if (!game)
        return report_refusal(d, BM_ENOMEM, &(struct bm_error){.what = ""});
    return bm_desktop_session_begin_study(d, game, node);
}

bool bm_desktop_session_rematch(struct bm_desktop_session *d)
{
    struct bm_match *match;
    char word[2][BM_DESKTOP_PLAYER];
    if (!d->match)
        return false;
    if (bm_match_rematch(&match, d->match, true))
        return report_refusal(d, BM_ENOMEM, &(struct bm_error){.what = ""});
    for (unsigned side = 0; side < 2; side++)
        memcpy(word[side], d->seat[!side].player.word, sizeof word[side]);
    const char *const seat[2] = {word[0], word[1]};
    return begin_match(d, match, seat, d->natural, NULL);
}
