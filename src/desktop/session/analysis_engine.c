/* SPDX-License-Identifier: MIT */
/* An engine of the user's list analyses. */
#include <stdio.h>
#include <string.h>

#include "desktop/app/error_text.h"
#include "desktop/session/analysis.h"

static void tell(const struct bm_brain *b)
{
    if (b->told)
        b->told(b->user);
}

static const char *name_of(const struct bm_brain *b)
{
    const char *const own = b->engine ? bm_engine_name(b->engine) : "";
    return *own ? own : b->spec.name ? b->spec.name : b->word;
}

static void on_ready(void *user) { tell(user); }

static void on_line(void *user, const struct bm_engine_line *line)
{
    struct bm_brain *const b = user;
    const struct bm_info *const info = line->info;
    if (!(info->has & BM_INFO_SCORE) || info->score.bound || line->pv_count == 0 ||
        line->multipv == 0)
        return;
    const struct bm_score score = bm_score_in_moves(info->score, bm_engine_proto(b->engine));
    struct bm_thought t = {.has = true,
                           .mate = score.mate,
                           .open = score.mate_open,
                           .depth = info->depth,
                           .nodes = info->nodes,
                           .node = b->desk->node};
    t.score = (int)(bm_ctx_turn(line->ctx) == BM_FIRST ? score.value : -score.value);
    t.count = line->pv_count < BM_DESK_PV ? line->pv_count : BM_DESK_PV;
    memcpy(t.pv, line->pv, t.count * sizeof *t.pv);
    bm_brain_take(b, line->multipv - 1, &t);
}

/* It has found all that it can, or thinks so. */
static void on_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_brain *const b = user;
    (void)answer;
    b->rests = true;
    tell(b);
}

static void on_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_brain *const b = user;
    snprintf(b->trouble, sizeof b->trouble, "%s: %s%s%s", name_of(b),
             bm_engine_trouble_text(trouble, b->desk->lang), *detail ? ": " : "", detail);
    b->dead = bm_engine_state(b->engine) == BM_ENGINE_FAILED;
    bm_desk_say(b->desk, "%s", b->trouble);
    tell(b);
}

static void on_traffic(void *user, bool out, const char *s, size_t len)
{
    const struct bm_brain *const b = user;
    bm_desk_note(b->desk, b->spec.name ? b->spec.name : "", out, s, len);
}

static bool create(struct bm_brain *b)
{
    static const struct bm_engine_events events = {.ready = on_ready,
                                                   .line = on_line,
                                                   .answer = on_answer,
                                                   .failed = on_failed,
                                                   .traffic = on_traffic};
    struct bm_error err = {.what = ""};
    unsigned level = 0;
    bm_status status = bm_registry_resolve(&b->spec, &level, b->word, &err);
    if (!status && level)
        status = BM_EINVAL;
    if (!status)
        status =
            bm_engine_create(&b->engine, b->desk->loop, &b->spec, b->desk->rules, &events, b);
    if (status) {
        char why[BM_DESK_TEXT - BM_DESK_WORD - 2];
        bm_error_text(b->desk->lang, status, &err, why, sizeof why);
        snprintf(b->trouble, sizeof b->trouble, "%s: %s", b->word, why);
        bm_desk_say(b->desk, "%s", b->trouble);
        b->dead = true;
        return false;
    }
    b->rules = bm_rules_hold(b->desk->rules);
    bm_engine_new_game(b->engine);
    return true;
}

void bm_brain_engine_leave(struct bm_brain *b)
{
    bm_farewell_to(&b->desk->leaving, b->engine);
    b->engine = NULL;
    bm_spec_fini(&b->spec);
    bm_rules_release(b->rules);
    b->rules = NULL;
    b->dead = false;
    b->trouble[0] = '\0';
}

void bm_brain_engine_go(struct bm_brain *b)
{
    struct bm_desk *const d = b->desk;
    const struct bm_think limits = {.infinite = true, .multipv = b->want};
    bm_move any;
    if (b->rules && b->rules != d->rules) /* another game, to which it has not been asked */
        bm_brain_engine_leave(b);
    if (b->dead) /* until somebody wants it back */
        return;
    b->trouble[0] = '\0';
    if (!b->engine && !create(b))
        return;
    if (bm_ctx_moves(d->ctx, &any, 1) == 0) {
        bm_engine_stop(b->engine, true);
        b->rests = true;
    } else {
        bm_engine_go(b->engine, bm_desk_game(d), bm_brain_node(b), &limits, 0, 0);
    }
}
