/* SPDX-License-Identifier: MIT */
/* Rematches: the next game of the same players, with sides changed. */
#include <stdio.h>
#include <stdlib.h>

#include "io/jobs.h"
#include "server/game/room_internal.h"

enum { PREPARE_COST = 20 }; /* of the first position, in ms at worst */

/* The config of the rematch: the same with sides changed. False: no memory. */
static bool fill_rematch_config(const struct bm_client_action *a, struct bm_game_config *config)
{
    const struct bm_game_state *const s = &a->r->state;
    if (!bm_game_config_copy(config, &s->config))
        return false;
    config->times.side[0] = s->config.times.side[1];
    config->times.side[1] = s->config.times.side[0];
    config->seat[0] = s->seat[1];
    config->seat[1] = s->seat[0];
    snprintf(config->of, sizeof config->of, "%s", a->r->id);
    snprintf(config->place, sizeof config->place, "%s", a->identity->place);
    bm_game_config_set_date(config);
    return true;
}

static struct bm_room *create_rematch(struct bm_client_action *a, enum bm_code *code)
{
    const struct bm_game_state *const s = &a->r->state;
    struct bm_game_config config;
    *code = BM_CODE_ENGINES_BUSY;
    if ((s->seat[0].kind == BM_GAME_SEAT_ENGINE || s->seat[1].kind == BM_GAME_SEAT_ENGINE) &&
        bm_game_manager_has_engine_game(a->r->games, a->identity))
        return NULL;
    *code = BM_CODE_LEVELS_BUSY;
    if ((s->seat[0].kind == BM_GAME_SEAT_LEVEL || s->seat[1].kind == BM_GAME_SEAT_LEVEL) &&
        bm_game_manager_is_bot_queue_full(a->r->games, a->identity->place))
        return NULL;
    *code = BM_CODE_NO_MEMORY;
    if (a->next)
        return bm_game_manager_create_game(a->r->games, a->next, code, &a->err);
    if (!fill_rematch_config(a, &config))
        return NULL;
    struct bm_room *const next =
        bm_game_manager_create_game(a->r->games, &config, code, &a->err);
    bm_game_config_fini(&config);
    return next;
}

/* Whether the message creates the rematch. */
static bool begins_rematch(const struct bm_client_action *a)
{
    const struct bm_game_state *const s = &a->r->state;
    return (!a->message->has_yes || a->message->yes) &&
           bm_game_state_stage(s) == BM_MATCH_OVER && !s->next[0] &&
           (s->rematch[!a->side] || bm_client_action_is_alone(a));
}

enum bm_code bm_client_action_rematch(struct bm_client_action *a)
{
    const struct bm_game_state *const s = &a->r->state;
    struct bm_game_event event = {.kind = BM_GAME_EVENT_REMATCH,
                                  .at = bm_room_now(a->r),
                                  .side = a->side,
                                  .yes = !a->message->has_yes || a->message->yes};
    enum bm_code code = BM_CODE_OK;
    if (bm_game_state_stage(s) != BM_MATCH_OVER)
        return BM_CODE_NOT_OVER;
    if (s->next[0] || (event.yes && s->rematch[a->side]))
        return BM_CODE_OFFERED;
    if (s->count.rematches >= BM_MOST_REMATCHES)
        return BM_CODE_TOO_MANY_EVENTS;
    if (begins_rematch(a)) {
        const struct bm_room *const next = create_rematch(a, &code);
        if (!next)
            return code;
        event.text = next->id;
    }
    return bm_client_action_apply(a, &event);
}

/* ---- Rematches in a worker ---- */

/* A rematch whose first position is being set up; then the message is handled. */
struct rematch_job {
    struct bm_job job;
    struct bm_game_manager *games;
    char id[16];
    struct bm_identity identity;
    struct bm_client_message message;
    bm_room_done *answer;
    void *user;
    struct bm_game_config config;
    enum bm_code code;
    struct bm_error err;
};

static void work_rematch(struct bm_job *j)
{
    struct rematch_job *const p = (struct rematch_job *)j;
    p->code = bm_game_config_prepare(&p->config, &p->err);
}

static void rematch_worked(struct bm_job *j, bool cancelled)
{
    struct rematch_job *const p = (struct rematch_job *)j;
    enum bm_code code = cancelled ? BM_CODE_NOT_STORED : p->code;
    struct bm_room *const r = code ? NULL : bm_game_manager_find(p->games, p->id, &code);
    if (r) {
        bm_room_handle_prepared(r, &p->identity, &p->message, &p->config, p->answer, p->user);
    } else {
        const struct bm_room_reply v = {.code = code,
                                        .detail = bm_code_text(code, p->message.lang)};
        p->answer(p->user, &v);
    }
    bm_game_config_fini(&p->config);
    free(p);
}

bool bm_client_action_prepare_rematch(const struct bm_client_action *a, bm_room_done *answer,
                                      void *user)
{
    if (!begins_rematch(a) || bm_game_config_is_quick(&a->r->state.config))
        return false;
    struct bm_jobs *const jobs = a->r->games->server->jobs;
    struct rematch_job *const p = jobs ? calloc(1, sizeof *p) : NULL;
    if (!p || !fill_rematch_config(a, &p->config)) {
        free(p);
        return false;
    }
    p->job = (struct bm_job){.work = work_rematch, .done = rematch_worked};
    p->games = a->r->games;
    memcpy(p->id, a->r->id, sizeof p->id);
    p->identity = *a->identity;
    p->message = *a->message;
    p->message.id = p->message.move = p->message.text = p->message.token =
        NULL; /* borrowed texts, not valid later */
    p->answer = answer;
    p->user = user;
    if (bm_jobs_add(jobs, &p->job, a->identity->place, PREPARE_COST) == BM_FAIR_TAKEN)
        return true;
    const struct bm_room_reply v = {.code = BM_CODE_TOO_FAST,
                                    .detail = bm_code_text(BM_CODE_TOO_FAST, a->message->lang)};
    answer(user, &v);
    bm_game_config_fini(&p->config);
    free(p);
    return true;
}
