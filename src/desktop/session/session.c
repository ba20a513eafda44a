/* SPDX-License-Identifier: MIT */
#include "desktop/session/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/node_context.h"
#include "session/move_input.h"

enum { ROOM = 64 };

void bm_desktop_session_init(struct bm_desktop_session *d, struct bm_loop *loop,
                             void (*on_event)(void *user, enum bm_desktop_event event,
                                              unsigned side),
                             void *user)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    *d = (struct bm_desktop_session){
        .loop = loop, .reaper = {.loop = loop}, .on_event = on_event, .user = user};
    d->seed = (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
    for (unsigned side = 0; side < 2; side++) {
        d->seat[side].session = d;
        bm_seated_player_init(&d->seat[side].player);
    }
}

void bm_desktop_session_emit(struct bm_desktop_session *d, enum bm_desktop_event event,
                             unsigned side)
{
    /* These events do not change the session. */
    if (event != BM_DESKTOP_EVENT_PV && event != BM_DESKTOP_EVENT_LOG &&
        event != BM_DESKTOP_EVENT_MESSAGE && event != BM_DESKTOP_EVENT_CLOSING)
        d->version++;
    if (d->on_event)
        d->on_event(d->user, event, side);
}

void bm_desktop_session_report(struct bm_desktop_session *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(d->message, sizeof d->message, format, args);
    va_end(args);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_MESSAGE, 0);
}

const struct bm_game *bm_desktop_session_game(const struct bm_desktop_session *d)
{
    return d->match ? d->tree : d->study;
}

bm_node bm_desktop_session_live_node(const struct bm_desktop_session *d)
{
    return d->match ? d->live : d->node;
}

bool bm_desktop_session_is_live(const struct bm_desktop_session *d)
{
    return d->node == bm_desktop_session_live_node(d);
}

void bm_desktop_session_match_state(const struct bm_desktop_session *d,
                                    struct bm_match_state *out)
{
    *out = (struct bm_match_state){.stage = BM_MATCH_PLAYING};
    if (d->match) {
        bm_match_state(d->match, out);
    } else if (d->ctx) {
        out->turn = bm_ctx_turn(d->ctx);
        bm_ctx_outcome(d->ctx, &out->outcome);
    }
}

/* The context goes on by one move, as it does after each; false: it is somewhere else. */
static bool follow_move(const struct bm_desktop_session *d, const struct bm_game *game,
                        bm_node node)
{
    return d->ctx && d->ctx_node != BM_NODE_NONE && node != BM_NODE_ROOT &&
           bm_game_parent(game, node) == d->ctx_node &&
           bm_game_kind(game, node) == BM_NODE_MOVE && bm_ctx_room(d->ctx) > ROOM &&
           bm_ctx_play(d->ctx, bm_game_move(game, node)) == 0;
}

bool bm_desktop_session_sync_context(struct bm_desktop_session *d)
{
    struct bm_options options;
    const struct bm_game *const game = bm_desktop_session_game(d);
    bm_node node = d->node;
    while (bm_game_kind(game, node) == BM_NODE_END)
        node = bm_game_parent(game, node);
    if (!follow_move(d, game, node) && bm_node_context(&d->ctx, game, node, ROOM)) {
        d->ctx_node = BM_NODE_NONE;
        bm_desktop_session_report(d, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, d->lang));
        return false;
    }
    if (d->match)
        options = *bm_ctx_options(bm_match_ctx(d->match));
    else
        bm_options_default(&options);
    d->ctx_node = node;
    options.play_on = options.play_on || !d->match;
    bm_ctx_configure(d->ctx, &options);
    return true;
}

bool bm_desktop_session_set_rules(struct bm_desktop_session *d, const struct bm_rules *rules)
{
    if (rules == d->rules)
        return true;
    bm_ctx_destroy(d->ctx);
    d->ctx = NULL;
    d->ctx_node = BM_NODE_NONE;
    bm_rules_hold(rules);
    bm_rules_release(d->rules);
    d->rules = rules;
    d->info = bm_rules_info(rules);
    return true;
}

void bm_desktop_session_show_node(struct bm_desktop_session *d, bm_node node)
{
    if (node == BM_NODE_NONE || node == d->node)
        return;
    d->node = node;
    if (bm_desktop_session_sync_context(d))
        bm_desktop_session_emit(d, BM_DESKTOP_EVENT_NODE, 0);
}

/* Where a step leads, or the node itself. */
static bm_node step_node(const struct bm_desktop_session *d, bm_node n, int step)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    bm_node to = step > 0 ? bm_game_first(game, n) : bm_game_parent(game, n);
    while (to != BM_NODE_NONE && bm_game_kind(game, to) == BM_NODE_END)
        to = bm_game_next(game, to);
    return to == BM_NODE_NONE ? n : to;
}

void bm_desktop_session_step(struct bm_desktop_session *d, int plies)
{
    bm_node n = d->node;
    for (int i = 0; i < abs(plies); i++)
        n = step_node(d, n, plies);
    bm_desktop_session_show_node(d, n);
}

void bm_desktop_session_go_first(struct bm_desktop_session *d)
{
    bm_desktop_session_show_node(d, BM_NODE_ROOT);
}

void bm_desktop_session_go_last(struct bm_desktop_session *d)
{
    if (d->match) {
        bm_desktop_session_show_node(d, d->live);
        return;
    }
    bm_node n = d->node, next;
    while ((next = step_node(d, n, 1)) != n)
        n = next;
    bm_desktop_session_show_node(d, n);
}

void bm_desktop_session_go_sibling(struct bm_desktop_session *d, int step)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    const bm_node parent = bm_game_parent(game, d->node);
    bm_node before = BM_NODE_NONE;
    if (parent == BM_NODE_NONE)
        return;
    for (bm_node n = bm_game_first(game, parent); n != BM_NODE_NONE;
         n = bm_game_next(game, n)) {
        if (step > 0 && before == d->node) {
            bm_desktop_session_show_node(d, n);
            return;
        }
        if (step < 0 && n == d->node) {
            bm_desktop_session_show_node(d, before);
            return;
        }
        before = n;
    }
}

bool bm_desktop_session_is_human(const struct bm_desktop_session *d, unsigned side)
{
    return bm_seated_player_is_human(&d->seat[side].player);
}

unsigned bm_desktop_session_user_side(const struct bm_desktop_session *d)
{
    const bool first = bm_desktop_session_is_human(d, BM_FIRST),
               second = bm_desktop_session_is_human(d, BM_SECOND);
    if (d->match && first != second)
        return first ? BM_FIRST : BM_SECOND;
    struct bm_match_state state;
    bm_desktop_session_match_state(d, &state);
    return state.turn;
}

bool bm_desktop_session_may_move(struct bm_desktop_session *d)
{
    struct bm_match_state state;
    enum bm_refusal r = BM_REFUSAL_NONE;
    bm_desktop_session_match_state(d, &state);
    if (!d->match)
        return true;
    if (state.stage == BM_MATCH_OVER)
        r = BM_REFUSAL_OVER;
    else if (state.stage == BM_MATCH_WAITING)
        r = BM_REFUSAL_NOT_STARTED;
    else if (state.stage == BM_MATCH_PAUSED || state.stage == BM_MATCH_ADJOURNED)
        r = BM_REFUSAL_PAUSED;
    else if (!bm_desktop_session_is_human(d, state.turn))
        r = BM_REFUSAL_NOT_YOUR_TURN;
    if (r == BM_REFUSAL_NONE && !bm_desktop_session_is_live(d)) {
        bm_desktop_session_report(
            d, "%s",
            TR(d, "the game is not here: End goes to it, Ctrl+B takes moves back to here",
               "対局中の局面ではありません。End で戻る、Ctrl+B でここから指し直す"));
        return false;
    }
    if (r != BM_REFUSAL_NONE)
        bm_desktop_session_report(d, "%s", bm_refusal_text(r, d->lang));
    return r == BM_REFUSAL_NONE;
}

void bm_desktop_session_explain_faults(struct bm_desktop_session *d, bm_move m)
{
    char why[BM_DESKTOP_TEXT];
    const bm_faults faults = bm_ctx_judge(d->ctx, m);
    if (!faults)
        return;
    bm_ctx_explain(d->ctx, m, faults, d->lang, why, sizeof why);
    bm_desktop_session_report(d, "%s", why);
}

/* In a study a move that is there already is gone to, another becomes a variation. */
static bool play_study_move(struct bm_desktop_session *d, bm_move m)
{
    bm_node n = d->node;
    if (bm_game_kind(d->study, n) == BM_NODE_END)
        n = bm_game_parent(d->study, n);
    bm_node to = bm_game_find(d->study, n, m);
    d->edited = d->edited || to == BM_NODE_NONE;
    if (to == BM_NODE_NONE && bm_game_add(d->study, n, m, &to)) {
        bm_desktop_session_report(d, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, d->lang));
        return false;
    }
    d->node = to;
    d->move = m;
    if (!bm_desktop_session_sync_context(d))
        return false;
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_MOVE, !bm_ctx_turn(d->ctx));
    return true;
}

bool bm_desktop_session_play_move(struct bm_desktop_session *d, bm_move m)
{
    if (!bm_desktop_session_may_move(d))
        return false;
    if (!d->match && bm_ctx_judge(d->ctx, m)) {
        bm_desktop_session_explain_faults(d, m);
        return false;
    }
    if (!d->match)
        return play_study_move(d, m);
    struct bm_match_state state;
    bm_match_state(d->match, &state);
    const struct bm_action action = {.act = BM_ACT_MOVE, .side = state.turn, .move = m};
    const enum bm_refusal r = bm_table_act(d->table, &action); /* judges it */
    if (r == BM_REFUSAL_ILLEGAL)
        bm_desktop_session_explain_faults(d, m);
    else if (r != BM_REFUSAL_NONE)
        bm_desktop_session_report(d, "%s", bm_refusal_text(r, d->lang));
    return r == BM_REFUSAL_NONE;
}

/* One word of what was typed. */
static bool enter_word(struct bm_desktop_session *d, const char *s, size_t len)
{
    char why[BM_DESKTOP_TEXT];
    bool known;
    bm_move m;
    if (bm_move_input_parse(d->ctx, s, len, d->lang, &m, &known, why, sizeof why))
        return bm_desktop_session_play_move(d, m);
    if (!known)
        bm_desktop_session_report(
            d, TR(d, "%.*s: this is not a move", "%.*s: 指し手ではありません"), (int)len, s);
    else if (bm_desktop_session_may_move(d))
        bm_desktop_session_report(d, "%.*s: %s", (int)len, s, why);
    return false;
}

bool bm_desktop_session_enter_moves(struct bm_desktop_session *d, const char *text)
{
    char why[BM_DESKTOP_TEXT];
    bool known;
    bm_move m;
    if (bm_move_input_parse(d->ctx, text, strlen(text), d->lang, &m, &known, why, sizeof why))
        return bm_desktop_session_play_move(d, m);
    for (const char *s = text; *s;) {
        s = bm_move_input_skip_number(s, s + strlen(s));
        const size_t len = strcspn(s, ", \t");
        if (len && !enter_word(d, s, len))
            return false;
        s += len;
        s += strspn(s, ", \t");
    }
    return true;
}

bool bm_desktop_session_act(struct bm_desktop_session *d, enum bm_act act, unsigned side)
{
    if (!d->match)
        return false;
    const struct bm_action action = {.act = act, .side = side};
    const enum bm_refusal r = bm_table_act(d->table, &action);
    if (r != BM_REFUSAL_NONE)
        bm_desktop_session_report(d, "%s", bm_refusal_text(r, d->lang));
    return r == BM_REFUSAL_NONE;
}

void bm_desktop_session_undo(struct bm_desktop_session *d)
{
    if (d->match)
        bm_desktop_session_act(d, BM_ACT_UNDO, bm_desktop_session_user_side(d));
    else
        bm_desktop_session_step(d, -1);
}

void bm_desktop_session_redo(struct bm_desktop_session *d)
{
    if (d->match)
        bm_desktop_session_act(d, BM_ACT_REDO, bm_desktop_session_user_side(d));
    else
        bm_desktop_session_step(d, 1);
}

void bm_desktop_session_offer_draw(struct bm_desktop_session *d)
{
    struct bm_match_state state;
    const unsigned me = bm_desktop_session_user_side(d);
    bm_desktop_session_match_state(d, &state);
    if (!d->match)
        return;
    if (state.outcome.claims && state.stage == BM_MATCH_PLAYING) {
        bm_desktop_session_act(d, BM_ACT_CLAIM, me);
        return;
    }
    if (!bm_desktop_session_act(d, BM_ACT_OFFER_DRAW, me) ||
        bm_desktop_session_is_human(d, !me))
        return;
    const bool yes = bm_computer_takes_draw(d->match, !me, &d->seat[!me].player.view);
    if (bm_desktop_session_act(d, yes ? BM_ACT_ACCEPT_DRAW : BM_ACT_DECLINE_DRAW, !me) && !yes)
        bm_desktop_session_report(d, TR(d, "%s declines the draw", "%sは引き分けを断りました"),
                                  d->info->side_name[d->lang][!me]);
}

void bm_desktop_session_answer_offer(struct bm_desktop_session *d, bool yes)
{
    struct bm_match_state state;
    bm_desktop_session_match_state(d, &state);
    for (unsigned side = 0; side < 2; side++) {
        if (state.takeback[side])
            bm_desktop_session_act(d, yes ? BM_ACT_GRANT_TAKEBACK : BM_ACT_REFUSE_TAKEBACK,
                                   !side);
        else if (state.offer[side])
            bm_desktop_session_act(d, yes ? BM_ACT_ACCEPT_DRAW : BM_ACT_DECLINE_DRAW, !side);
    }
}
