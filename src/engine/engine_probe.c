/* SPDX-License-Identifier: MIT */
#include "engine/engine_probe.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/near.h"
#include "io/interrupt.h"

enum { PULSE = 100, SAY = 20 /* pulses */, PATIENT_HANDSHAKE = 30000, PATIENT_READY = 60000 };

static void on_probe_ready(void *user)
{
    struct bm_engine_probe *const p = user;
    p->ready = true;
}

static void on_probe_line(void *user, const struct bm_engine_line *line)
{
    struct bm_engine_probe *const p = user;
    if ((line->info->has & BM_INFO_DEPTH) && line->info->depth > p->depth)
        p->depth = line->info->depth;
    if (line->info->has & BM_INFO_NODES)
        p->nodes = line->info->nodes;
}

static void on_probe_answer(void *user, const struct bm_engine_answer *answer)
{
    struct bm_engine_probe *const p = user;
    p->answer = *answer;
    p->answered = true;
}

static void on_probe_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_engine_probe *const p = user;
    if (p->trouble)
        return; /* the first failure is the most informative */
    p->trouble = trouble;
    snprintf(p->detail, sizeof p->detail, "%s", detail);
}

static void on_probe_closed(void *user, bool killed)
{
    struct bm_engine_probe *const p = user;
    p->closed = true;
    p->killed = killed;
}

static void on_probe_tick(void *user)
{
    struct bm_engine_probe *const p = user;
    p->interrupted = bm_interrupted();
    if (++p->beats == SAY && !p->ready && p->slow)
        p->slow(bm_engine_spec(p->engine)->name);
    bm_timer_set(&p->pulse, &p->loop, PULSE, on_probe_tick, p);
}

/* Step until a flag is set, or it is no use to wait. */
static bool wait_for(struct bm_engine_probe *p, const bool *flag)
{
    while (!*flag && !p->trouble && !p->interrupted && bm_loop_step(&p->loop)) {
    }
    return *flag && !p->trouble;
}

static bool fail_probe(struct bm_engine_probe *p, const char *detail)
{
    p->trouble = BM_TROUBLE_MEMORY;
    snprintf(p->detail, sizeof p->detail, "%s", detail);
    return false;
}

bool bm_engine_probe_open(struct bm_engine_probe *p, const struct bm_engine_spec *spec,
                          const struct bm_rules *rules, bool patient,
                          void (*slow)(const char *name))
{
    static const struct bm_engine_events events = {.ready = on_probe_ready,
                                                   .line = on_probe_line,
                                                   .answer = on_probe_answer,
                                                   .failed = on_probe_failed,
                                                   .closed = on_probe_closed};
    struct bm_engine_spec mine = *spec; /* borrows its texts */
    memset(p, 0, sizeof *p);
    p->slow = slow;
    const int error = bm_loop_init(&p->loop);
    if (error)
        return fail_probe(p, uv_strerror(error));
    if (patient && mine.deadlines.handshake < PATIENT_HANDSHAKE)
        mine.deadlines.handshake = PATIENT_HANDSHAKE;
    if (patient && mine.deadlines.ready < PATIENT_READY)
        mine.deadlines.ready = PATIENT_READY;
    bm_interrupt_catch(true);
    bm_timer_set(&p->pulse, &p->loop, PULSE, on_probe_tick, p);
    if (bm_engine_create(&p->engine, &p->loop, &mine, rules, &events, p))
        return fail_probe(p, bm_status_text(BM_ENOMEM));
    return wait_for(p, &p->ready);
}

bool bm_engine_probe_think(struct bm_engine_probe *p, const struct bm_rules *rules, int64_t ms)
{
    struct bm_game *game;
    const struct bm_think limits = {.movetime = ms};
    if (bm_game_create(&game, rules, NULL))
        return fail_probe(p, bm_status_text(BM_ENOMEM));
    bm_engine_new_game(p->engine);
    (void)bm_engine_go(p->engine, game, BM_NODE_ROOT, &limits, 0, 0);
    const bool done = wait_for(p, &p->answered);
    if (done && p->answer.kind == BM_BEST_MOVE)
        (void)bm_move_format(p->answer.move, rules, p->move, sizeof p->move);
    bm_game_destroy(game);
    return done;
}

void bm_engine_probe_quit(struct bm_engine_probe *p)
{
    bm_engine_quit(p->engine);
    (void)wait_for(p, &p->closed);
}

void bm_engine_probe_close(struct bm_engine_probe *p)
{
    if (p->ready && !p->closed && !p->trouble && !p->interrupted)
        bm_engine_probe_quit(p);
    bm_engine_destroy(p->engine);
    bm_timer_close(&p->pulse, NULL, NULL);
    bm_loop_fini(&p->loop);
    bm_interrupt_catch(false);
}

/* The option that was perhaps meant, as bytes of the engine's. */
static struct bm_text nearest_option(const struct bm_engine_probe *p, const char *name)
{
    char best[64] = "", one[64];
    struct bm_text found = {"", 0};
    for (size_t i = 0; i < bm_engine_options(p->engine); i++) {
        const struct bm_text it = bm_engine_option(p->engine, i)->name;
        if (it.len >= sizeof one)
            continue;
        memcpy(one, it.s, it.len);
        one[it.len] = '\0';
        if (bm_nearer(name, one, *best ? best : NULL) == one) {
            memcpy(best, one, sizeof best);
            found = it;
        }
    }
    return found;
}

bool bm_engine_probe_has_options(const struct bm_engine_probe *p,
                                 const struct bm_engine_spec *spec,
                                 void (*missing)(const struct bm_engine_spec *spec,
                                                 const char *name, struct bm_text near))
{
    bool all = true;
    for (size_t i = 0; i < spec->options_count; i++) {
        const char *const name = spec->options[i].name;
        const bool implied = bm_engine_proto(p->engine) == BM_PROTO_USI &&
                             (!strcasecmp(name, "USI_Hash") || !strcasecmp(name, "USI_Ponder"));
        if (implied || bm_engine_find_option(p->engine, name, strlen(name)))
            continue;
        missing(spec, name, nearest_option(p, name));
        all = false;
    }
    return all;
}
