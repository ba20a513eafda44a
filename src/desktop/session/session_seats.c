/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desktop/session/session.h"

enum { GOODBYE = 1500 }; /* ms: how long exit waits for engines */

static void announce_seat(struct bm_desktop_session *d, unsigned side)
{
    struct bm_seat seat;
    bm_seated_player_describe(&d->seat[side].player, &seat);
    if (d->match)
        bm_match_sit(d->match, side, &seat);
    if (!d->table)
        return;
    const struct bm_table_player player = {.engine = d->seat[side].player.engine,
                                           .search = d->seat[side].player.search,
                                           .natural = d->natural &&
                                                      bm_desktop_session_is_human(d, !side),
                                           .seed = d->seed};
    bm_table_seat(d->table, side, &player);
}

static void empty_seat(struct bm_desktop_session *d, unsigned side)
{
    struct bm_desktop_seat *const c = &d->seat[side];
    if (d->table)
        bm_table_seat(d->table, side, &(struct bm_table_player){0});
    bm_seated_player_leave(&c->player, &d->reaper);
    c->failure[0] = '\0';
    c->pv = (struct bm_desktop_pv){.has = false};
}

static void on_player_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_desktop_seat *const c = user;
    const char *const name = c->player.spec.name;
    bm_desktop_session_log_engine(c->session, name ? name : "", out, s, len);
}

bool bm_desktop_session_seat_player(struct bm_desktop_session *d, unsigned side,
                                    const char *word)
{
    static const struct bm_engine_events events = {.traffic = on_player_traffic};
    struct bm_desktop_seat *const c = &d->seat[side];
    const struct bm_seating how = {.loop = d->loop,
                                   .rules = d->rules,
                                   .seed = d->seed + side,
                                   .events = &events,
                                   .user = c};
    struct bm_seated_player player;
    struct bm_error err = {.what = ""};
    const bm_status status = bm_seated_player_make(&player, word, &how, &err);
    if (status) {
        bm_desktop_session_report(d, "%s", *err.what ? err.what : bm_status_text(status));
        return false;
    }
    empty_seat(d, side);
    c->player = player;
    announce_seat(d, side);
    return true;
}

void bm_desktop_session_log_engine(struct bm_desktop_session *d, const char *who, bool out,
                                   const char *s, size_t len)
{
    enum { MOST = 1 << 18 };
    char head[BM_DESKTOP_PLAYER];
    const size_t n = (size_t)snprintf(head, sizeof head, "%.40s %s ", who, out ? ">" : "<");
    len = len < 400 ? len : 400;
    if (d->log_len + n + len + 1 > MOST) { /* the older half goes */
        const char *const half = memchr(d->log + MOST / 2, '\n', d->log_len - MOST / 2);
        const size_t gone = half ? (size_t)(half + 1 - d->log) : d->log_len;
        memmove(d->log, d->log + gone, d->log_len - gone);
        d->log_len -= gone;
    }
    void *mem = d->log;
    if (!bm_grow(&mem, &d->log_cap, d->log_len + n + len + 1, 1))
        return;
    d->log = mem;
    memcpy(d->log + d->log_len, head, n);
    memcpy(d->log + d->log_len + n, s, len);
    d->log_len += n + len + 1;
    d->log[d->log_len - 1] = '\n';
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_LOG, 0);
}

/* ---- Events of the table ---- */

static void on_table_acted(void *user, const struct bm_action *action)
{
    struct bm_desktop_session *const d = user;
    const bool back = action->act == BM_ACT_UNDO || action->act == BM_ACT_GRANT_TAKEBACK ||
                      action->act == BM_ACT_REDO;
    if (action->act == BM_ACT_START) {
        /* Engines have sent their names by now. */
        bm_seat_players(d->match, (const struct bm_seated_player *[]){&d->seat[0].player,
                                                                      &d->seat[1].player});
    }
    if (action->act == BM_ACT_MOVE || back) {
        d->move = action->move;
        (void)bm_desktop_session_update_tree(d);
        d->node = d->live;
        if (!bm_desktop_session_sync_context(d))
            return;
    }
    bm_desktop_session_emit(d,
                            action->act == BM_ACT_MOVE ? BM_DESKTOP_EVENT_MOVE
                            : back                     ? BM_DESKTOP_EVENT_NODE
                                                       : BM_DESKTOP_EVENT_STATE,
                            action->side);
}

static void on_match_over(void *user)
{
    (void)bm_desktop_session_update_tree(user);
    bm_desktop_session_emit(user, BM_DESKTOP_EVENT_OVER, 0);
}

static void set_pv(struct bm_desktop_session *d, unsigned side, bool mate, int64_t score,
                   unsigned depth, uint64_t nodes, const bm_move *pv, size_t count)
{
    struct bm_desktop_pv *const t = &d->seat[side].pv;
    *t = (struct bm_desktop_pv){.has = true,
                                .mate = mate,
                                .depth = depth,
                                .nodes = nodes,
                                .node = bm_desktop_session_live_node(d)};
    t->score = (int)(side == BM_FIRST ? score : -score);
    t->count = count < BM_DESKTOP_PV_MOVES ? count : BM_DESKTOP_PV_MOVES;
    memcpy(t->pv, pv, t->count * sizeof *pv);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_PV, side);
}

static void on_player_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_desktop_session *const d = user;
    if (line->multipv != 1 || !(line->info->has & BM_INFO_SCORE))
        return;
    const struct bm_score score =
        bm_score_in_moves(line->info->score, bm_engine_proto(d->seat[side].player.engine));
    bm_seated_player_note_line(&d->seat[side].player, line);
    set_pv(d, side, score.mate, score.value, line->info->depth, line->info->nodes, line->pv,
           line->pv_count);
}

static void on_player_info(void *user, unsigned side, const struct bm_search_info *info)
{
    bm_seated_player_note_info(&((struct bm_desktop_session *)user)->seat[side].player, info);
    if (info->multipv <= 1)
        set_pv(user, side, info->mate, info->score, info->depth, info->nodes, info->pv,
               info->pv_count);
}

static bool on_player_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                             const char *detail)
{
    struct bm_desktop_session *const d = user;
    struct bm_desktop_seat *const c = &d->seat[side];
    char name[96];
    bm_seated_player_fail(&c->player, d->table, d->match, side);
    bm_desktop_session_player_name(d, side, name, sizeof name);
    snprintf(c->failure, sizeof c->failure, "%s: %s%s%s", name,
             bm_engine_trouble_text(trouble, d->lang), *detail ? ": " : "", detail);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_ENGINE_FAILED, side);
    return true;
}

const struct bm_table_events bm_desktop_session_table_events = {.acted = on_table_acted,
                                                                .over = on_match_over,
                                                                .line = on_player_line,
                                                                .info = on_player_info,
                                                                .failed = on_player_failed};

/* Continue the match after an engine failure. */
static void continue_after_failure(struct bm_desktop_session *d, unsigned side)
{
    d->seat[side].failure[0] = '\0';
    bm_seated_player_go_on(&d->seat[side].player, d->table, d->match, side);
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_STATE, side);
}

void bm_desktop_session_restart_engine(struct bm_desktop_session *d, unsigned side)
{
    struct bm_desktop_seat *const c = &d->seat[side];
    char word[BM_DESKTOP_PLAYER];
    struct bm_engine *const engine = c->player.engine;
    if (!d->match || !engine)
        return;
    /* A live engine that broke the protocol is shut down, and a new process is started. */
    memcpy(word, c->player.word, sizeof word);
    if (bm_engine_state(engine) == BM_ENGINE_FAILED) {
        bm_engine_restart(engine);
    } else if (!bm_desktop_session_seat_player(d, side, word)) {
        snprintf(c->failure, sizeof c->failure, "%s", d->message);
        bm_desktop_session_emit(d, BM_DESKTOP_EVENT_ENGINE_FAILED, side);
        return;
    }
    continue_after_failure(d, side);
}

bool bm_desktop_session_replace_player(struct bm_desktop_session *d, unsigned side,
                                       const char *word)
{
    if (!bm_desktop_session_seat_player(d, side, word))
        return false;
    if (d->match)
        continue_after_failure(d, side);
    return true;
}

/* ---- Beginning and leaving ---- */

void bm_desktop_session_close_game(struct bm_desktop_session *d)
{
    if (bm_desktop_session_game(d))
        bm_desktop_session_emit(d, BM_DESKTOP_EVENT_CLOSING, 0);
    empty_seat(d, BM_FIRST);
    empty_seat(d, BM_SECOND);
    bm_table_destroy(d->table);
    bm_match_destroy(d->match);
    bm_game_destroy(d->tree);
    bm_game_destroy(d->study);
    d->table = NULL;
    d->match = NULL;
    d->study = d->tree = NULL;
    d->ctx_node = BM_NODE_NONE;
    d->edited = false;
    d->live = BM_NODE_ROOT;
    d->node = BM_NODE_ROOT;
}

void bm_desktop_session_fini(struct bm_desktop_session *d)
{
    d->on_event = NULL;
    bm_desktop_session_close_game(d);
    bm_engine_reaper_finish(&d->reaper, GOODBYE);
    bm_ctx_destroy(d->ctx);
    bm_rules_release(d->rules);
    bm_release(d->log);
    *d = (struct bm_desktop_session){0};
}
