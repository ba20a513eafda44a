/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desktop/session/session.h"

enum { GOODBYE = 1500 }; /* ms: nobody waits long for a program to end */

static void describe(const struct bm_desk *d, unsigned side, struct bm_seat *seat)
{
    const struct bm_chair *const c = &d->chair[side];
    *seat = (struct bm_seat){.kind = BM_SEAT_HUMAN};
    if (c->engine) {
        seat->kind = BM_SEAT_ENGINE;
        snprintf(seat->name, sizeof seat->name, "%s",
                 *bm_engine_name(c->engine) ? bm_engine_name(c->engine) : c->spec.name);
    } else if (c->search) {
        seat->kind = BM_SEAT_LEVEL;
        seat->level = c->level;
        snprintf(seat->name, sizeof seat->name, "banmen %s", bm_level_name(c->level));
    }
}

void bm_desk_announce(struct bm_desk *d, unsigned side)
{
    struct bm_seat seat;
    describe(d, side, &seat);
    if (d->match)
        bm_match_sit(d->match, side, &seat);
    if (!d->table)
        return;
    const struct bm_table_player player = {.engine = d->chair[side].engine,
                                           .search = d->chair[side].search,
                                           .natural = d->natural && bm_desk_is_person(d, !side),
                                           .seed = d->seed};
    bm_table_seat(d->table, side, &player);
}

static void empty(struct bm_desk *d, unsigned side)
{
    struct bm_chair *const c = &d->chair[side];
    if (d->table)
        bm_table_seat(d->table, side, &(struct bm_table_player){0});
    bm_farewell_to(&d->leaving, c->engine);
    bm_search_destroy(c->search);
    bm_spec_fini(&c->spec);
    *c = (struct bm_chair){.desk = d, .word = "me"};
    bm_spec_init(&c->spec);
}

static void on_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_chair *const c = user;
    bm_desk_note(c->desk, c->spec.name ? c->spec.name : "", out, s, len);
}

bool bm_desk_sit(struct bm_desk *d, unsigned side, const char *word)
{
    struct bm_chair *const c = &d->chair[side];
    struct bm_engine_spec spec;
    struct bm_engine *engine = NULL;
    struct bm_search *search = NULL;
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    bm_status status = BM_OK;
    bm_spec_init(&spec);
    if (strcmp(word, "me") != 0)
        status = bm_registry_resolve(&spec, &level, word, &err);
    if (!status && level) {
        const struct bm_search_options options = {.level = level, .seed = d->seed + side};
        status = bm_search_create(&search, d->rules, &options);
    } else if (!status && strcmp(word, "me") != 0) {
        status = bm_engine_create(&engine, d->loop, &spec, d->rules,
                                  &(struct bm_engine_events){.traffic = on_traffic}, c);
    }
    if (status) {
        bm_desk_say(d, "%s", *err.what ? err.what : bm_status_text(status));
        bm_spec_fini(&spec);
        return false;
    }
    empty(d, side);
    snprintf(c->word, sizeof c->word, "%s", word);
    c->spec = spec;
    c->engine = engine;
    c->search = search;
    c->level = level;
    bm_desk_announce(d, side);
    return true;
}

void bm_desk_note(struct bm_desk *d, const char *who, bool out, const char *s, size_t len)
{
    enum { MOST = 1 << 18 };
    char head[BM_DESK_WORD];
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
    bm_desk_tell(d, BM_NEWS_LOG, 0);
}

/* ---- What the table tells ---- */

static void on_acted(void *user, const struct bm_action *action)
{
    struct bm_desk *const d = user;
    const bool back = action->act == BM_ACT_UNDO || action->act == BM_ACT_GRANT_TAKEBACK ||
                      action->act == BM_ACT_REDO;
    if (action->act == BM_ACT_START) {
        /* Engines have said their names by now. */
        for (unsigned side = 0; side < 2; side++) {
            struct bm_seat seat;
            describe(d, side, &seat);
            bm_match_sit(d->match, side, &seat);
        }
    }
    if (action->act == BM_ACT_MOVE || back) {
        d->move = action->move;
        (void)bm_desk_grow(d);
        d->node = d->live;
        if (!bm_desk_follow(d))
            return;
    }
    bm_desk_tell(d,
                 action->act == BM_ACT_MOVE ? BM_NEWS_MOVE
                 : back                     ? BM_NEWS_NODE
                                            : BM_NEWS_STATE,
                 action->side);
}

static void on_over(void *user)
{
    (void)bm_desk_grow(user);
    bm_desk_tell(user, BM_NEWS_OVER, 0);
}

static void think(struct bm_desk *d, unsigned side, bool mate, int64_t score, unsigned depth,
                  uint64_t nodes, const bm_move *pv, size_t count)
{
    struct bm_thought *const t = &d->chair[side].thought;
    *t = (struct bm_thought){
        .has = true, .mate = mate, .depth = depth, .nodes = nodes, .node = bm_desk_live(d)};
    t->score = (int)(side == BM_FIRST ? score : -score);
    t->count = count < BM_DESK_PV ? count : BM_DESK_PV;
    memcpy(t->pv, pv, t->count * sizeof *pv);
    bm_desk_tell(d, BM_NEWS_LINE, side);
}

static void on_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_desk *const d = user;
    if (line->multipv != 1 || !(line->info->has & BM_INFO_SCORE))
        return;
    const struct bm_score score =
        bm_score_in_moves(line->info->score, bm_engine_proto(d->chair[side].engine));
    think(d, side, score.mate, score.value, line->info->depth, line->info->nodes, line->pv,
          line->pv_count);
}

static void on_info(void *user, unsigned side, const struct bm_search_info *info)
{
    if (info->multipv <= 1)
        think(user, side, info->mate, info->score, info->depth, info->nodes, info->pv,
              info->pv_count);
}

static bool on_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                      const char *detail)
{
    struct bm_desk *const d = user;
    struct bm_chair *const c = &d->chair[side];
    struct bm_match_state state;
    char name[96];
    c->failed = true;
    bm_match_state(d->match, &state);
    if (state.stage == BM_MATCH_PLAYING)
        (void)bm_table_act(d->table, &(struct bm_action){.act = BM_ACT_PAUSE, .side = side});
    bm_desk_name(d, side, name, sizeof name);
    snprintf(c->trouble, sizeof c->trouble, "%s: %s%s%s", name,
             bm_engine_trouble_text(trouble, d->lang), *detail ? ": " : "", detail);
    bm_desk_tell(d, BM_NEWS_TROUBLE, side);
    return true;
}

const struct bm_table_events bm_desk_events = {
    .acted = on_acted, .over = on_over, .line = on_line, .info = on_info, .failed = on_failed};

/* Go on where a failure stopped the game. */
static void go_on(struct bm_desk *d, unsigned side)
{
    struct bm_match_state state;
    d->chair[side].failed = false;
    d->chair[side].trouble[0] = '\0';
    bm_match_state(d->match, &state);
    if (state.stage == BM_MATCH_WAITING)
        bm_table_start(d->table);
    else if (state.stage == BM_MATCH_PAUSED)
        (void)bm_table_act(d->table, &(struct bm_action){.act = BM_ACT_RESUME, .side = side});
    else
        bm_table_ask(d->table);
    bm_desk_tell(d, BM_NEWS_STATE, side);
}

void bm_desk_restart(struct bm_desk *d, unsigned side)
{
    struct bm_chair *const c = &d->chair[side];
    char word[BM_DESK_WORD];
    if (!d->match || !c->engine)
        return;
    /* One that lives but cheated goes home, and another of its kind comes. */
    memcpy(word, c->word, sizeof word);
    if (bm_engine_state(c->engine) == BM_ENGINE_FAILED) {
        bm_engine_restart(c->engine);
    } else if (!bm_desk_sit(d, side, word)) {
        snprintf(c->trouble, sizeof c->trouble, "%s", d->said);
        bm_desk_tell(d, BM_NEWS_TROUBLE, side);
        return;
    }
    go_on(d, side);
}

bool bm_desk_replace(struct bm_desk *d, unsigned side, const char *word)
{
    if (!bm_desk_sit(d, side, word))
        return false;
    if (d->match)
        go_on(d, side);
    return true;
}

/* ---- Beginning and leaving ---- */

void bm_desk_leave(struct bm_desk *d)
{
    if (bm_desk_game(d))
        bm_desk_tell(d, BM_NEWS_LEAVE, 0);
    empty(d, BM_FIRST);
    empty(d, BM_SECOND);
    bm_table_destroy(d->table);
    bm_match_destroy(d->match);
    bm_game_destroy(d->tree);
    bm_game_destroy(d->study);
    d->table = NULL;
    d->match = NULL;
    d->study = d->tree = NULL;
    d->edited = false;
    d->live = BM_NODE_ROOT;
    d->node = BM_NODE_ROOT;
}

void bm_desk_fini(struct bm_desk *d)
{
    d->news = NULL;
    bm_desk_leave(d);
    bm_farewell_end(&d->leaving, GOODBYE);
    bm_ctx_destroy(d->ctx);
    bm_rules_release(d->rules);
    bm_release(d->log);
    *d = (struct bm_desk){0};
}
