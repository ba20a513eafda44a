/* SPDX-License-Identifier: MIT */
/*
 * Loading games from the store. The loop reads the events of a game page by page; they are
 * replayed on the loop or, if they are many, the board is large, or the rules were uploaded
 * (which may make moves slow), in a worker.
 */
#include <stdio.h>
#include <stdlib.h>

#include "banmen/rules.h"
#include "io/jobs.h"
#include "server/game/room_internal.h"
#include "server/variants/variant_store.h"

enum { AT_ONCE_BYTES = 16384 }; /* of events that are replayed on the loop */

/* ---- Reading ---- */

static void read_page(struct bm_loading *l)
{
    if (!bm_event_page_read(&l->page, l->games->server->store, l->id))
        l->code = BM_CODE_BUSY;
}

/* ---- Replaying, in any thread ---- */

static bool replay_event(void *user, const struct bm_event_row *e)
{
    struct bm_loading *const l = user;
    struct bm_game_config config = {.of = ""};
    struct bm_game_event event;
    json_t *const body = json_loadb(e->body, e->len, JSON_REJECT_DUPLICATES, NULL);
    const bool good = body && e->seq == l->state.seq + 1 &&
                      bm_game_event_read(&event, &config, &l->state, l->rules, e->kind, body) &&
                      bm_game_state_apply(&l->state, &event, NULL) == BM_CODE_OK;
    if (e->seq == 1)
        l->created = e->ts;
    l->changed = e->ts;
    bm_game_config_fini(&config); /* empty if it was taken over */
    json_decref(body);
    if (!good) {
        l->code = BM_CODE_BROKEN_GAME;
        l->bad = e->seq;
    }
    return good;
}

static void replay_page(struct bm_loading *l)
{
    if (!l->code)
        bm_event_page_each(&l->page, replay_event, l);
}

void bm_loading_work(struct bm_loading *l)
{
    if (l->compile) {
        bm_compile_work(l->compile);
        l->rules = bm_compile_rules(l->compile);
    }
    replay_page(l);
}

/* ---- On the loop ---- */

void bm_loading_init(struct bm_loading *l, struct bm_game_manager *games, const char *id)
{
    *l = (struct bm_loading){.games = games, .renames = games->renames};
    (void)snprintf(l->id, sizeof l->id, "%s", id);
}

void bm_loading_fini(struct bm_loading *l)
{
    if (l->compile) /* which holds the rules */
        (void)bm_compile_end(l->games->server->variants, l->compile);
    else
        bm_rules_release(l->rules);
    bm_game_state_fini(&l->state);
    bm_event_page_free(&l->page);
}

/* What the store has as the deadline of a game that was loaded may be earlier than it is. */
static void check_deadline(struct bm_room *r)
{
    struct bm_store *const store = r->games->server->store;
    struct bm_deadline_row row;
    r->armed = bm_store_deadline(store, r->id, &row) == BM_STORE_OK ? row.at : 0;
    if (bm_room_update_deadline(r, &row)) {
        const struct bm_change change = bm_change_deadline(&row);
        bm_store_put(store, &change, 1, NULL, NULL);
    }
}

/* The rules, compiled here and now if they are not kept. */
static void find_rules(struct bm_loading *l)
{
    struct bm_game_row row;
    if (l->rules || l->compile)
        return;
    const enum bm_store_status status = bm_store_game(l->games->server->store, l->id, &row);
    if (status)
        l->code = status == BM_STORE_MISSING ? BM_CODE_NO_SUCH_GAME : BM_CODE_BUSY;
    else
        l->rules = bm_variant_store_rules(l->games->server->variants, row.variant);
}

enum bm_code bm_room_load(struct bm_room *r, struct bm_loading *l)
{
    find_rules(l);
    /* What was stored since the last page was read; without workers, all of it. */
    for (bool more = true; more && !l->code; more = l->page.more) {
        if (l->page.count == 0)
            read_page(l);
        replay_page(l);
    }
    if (l->code == BM_CODE_BROKEN_GAME)
        bm_server_log("error", "bad_event", ",\"game\":\"%s\",\"seq\":%llu", r->id,
                      (unsigned long long)l->bad);
    if (!l->code && l->state.seq == 0)
        l->code = BM_CODE_NO_SUCH_GAME;
    if (l->code)
        return l->code;
    r->state = l->state;
    l->state = (struct bm_game_state){0};
    r->created = l->created;
    r->changed = l->changed;
    r->stored = r->state.seq;
    bm_room_resume_clock(
        r, bm_game_manager_time_passed(r->games, r->changed,
                                       bm_game_state_is_correspondence(&r->state)));
    bm_room_set_timer(r);
    check_deadline(r);
    bm_room_run_bots(r);
    return BM_CODE_OK;
}

/* ---- In a worker ---- */

/* Whether it takes longer than can be done on the loop. */
static bool is_long(const struct bm_loading *l, const char *variant)
{
    return l->compile || l->page.more || l->page.bytes.len > AT_ONCE_BYTES ||
           strchr(variant, '@') ||
           (l->rules && l->page.count * bm_rules_info(l->rules)->squares > BM_LOAD_AT_ONCE);
}

struct bm_loading *bm_loading_begin(struct bm_game_manager *games, const char *id)
{
    struct bm_game_row row;
    char variant[sizeof row.variant];
    if (!games->server->jobs || bm_game_manager_has(games, id) ||
        bm_store_game(games->server->store, id, &row) != BM_STORE_OK)
        return NULL;
    struct bm_loading *const l = malloc(sizeof *l);
    if (!l)
        return NULL;
    memcpy(variant, row.variant, sizeof variant);
    bm_loading_init(l, games, id);
    l->compile = bm_compile_begin(games->server->variants, variant);
    if (!l->compile)
        l->rules = bm_variant_store_rules(games->server->variants, variant);
    read_page(l);
    if (!l->code && is_long(l, variant))
        return l;
    enum bm_code code;
    (void)bm_game_manager_add_loaded(games, l, &code);
    bm_loading_drop(l);
    return NULL;
}

void bm_loading_drop(struct bm_loading *l)
{
    bm_loading_fini(l);
    free(l);
}

/* From the first event again: what was read may name a person as before. */
static void restart_loading(struct bm_loading *l)
{
    bm_game_state_fini(&l->state);
    bm_event_page_free(&l->page);
    l->page = (struct bm_event_page){.count = 0};
    l->renames = l->games->renames;
    read_page(l);
}

bool bm_loading_continue(struct bm_loading *l)
{
    enum bm_code code;
    if (l->compile) {
        l->rules = l->rules ? bm_rules_hold(l->rules) : NULL;
        (void)bm_compile_end(l->games->server->variants, l->compile);
        l->compile = NULL;
    }
    if (l->renames != l->games->renames && !l->code)
        restart_loading(l);
    else if (l->page.more && !l->code)
        read_page(l);
    if (l->page.count != 0 && !l->code)
        return true;
    if (!bm_game_manager_has(l->games, l->id))
        (void)bm_game_manager_add_loaded(l->games, l, &code);
    bm_loading_drop(l);
    return false;
}

/* ---- Loads in the background, without a request ---- */

/* A callback for the end of a background load. */
struct fetch_wait {
    struct fetch_wait *next;
    void (*done)(void *user);
    void *user;
};

struct bm_background_load {
    struct bm_job job;
    struct bm_loading *loading;
    struct bm_background_load *next;
    struct fetch_wait *waiting;
    char id[16], place[48];
};

static void work_fetch(struct bm_job *j)
{
    bm_loading_work(((struct bm_background_load *)j)->loading);
}

static void end_fetch(struct bm_game_manager *games, struct bm_background_load *f)
{
    struct bm_background_load **at = &games->background_loads;
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    while (f->waiting) {
        struct fetch_wait *const w = f->waiting;
        f->waiting = w->next;
        w->done(w->user);
        free(w);
    }
    free(f);
}

static void queue_fetch(struct bm_game_manager *games, struct bm_background_load *f);

static void worked_fetch(struct bm_job *j, bool cancelled)
{
    struct bm_background_load *const f = (struct bm_background_load *)j;
    struct bm_game_manager *const games = f->loading->games;
    if (cancelled) {
        bm_loading_drop(f->loading);
        end_fetch(games, f);
    } else if (bm_loading_continue(f->loading)) {
        queue_fetch(games, f);
    } else {
        end_fetch(games, f);
    }
}

static void queue_fetch(struct bm_game_manager *games, struct bm_background_load *f)
{
    f->job = (struct bm_job){.work = work_fetch, .done = worked_fetch};
    if (games->server->jobs &&
        bm_jobs_add(games->server->jobs, &f->job, f->place, BM_LOAD_COST) == BM_FAIR_TAKEN)
        return;
    bm_loading_drop(f->loading);
    end_fetch(games, f);
}

static struct bm_background_load *find_fetch(const struct bm_game_manager *games,
                                             const char *id)
{
    struct bm_background_load *f = games->background_loads;
    while (f && strcmp(f->id, id) != 0)
        f = f->next;
    return f;
}

static struct bm_background_load *make_fetch(struct bm_game_manager *games, const char *id,
                                             const char *place)
{
    struct bm_loading *const l = bm_loading_begin(games, id);
    struct bm_background_load *const f = l ? calloc(1, sizeof *f) : NULL;
    if (!f) {
        if (l)
            bm_loading_drop(l);
        return NULL;
    }
    f->loading = l;
    (void)snprintf(f->id, sizeof f->id, "%s", id);
    (void)snprintf(f->place, sizeof f->place, "%s", place);
    f->next = games->background_loads;
    games->background_loads = f;
    return f;
}

bool bm_game_manager_load_then(struct bm_game_manager *games, const char *id, const char *place,
                               void (*done)(void *user), void *user)
{
    struct bm_background_load *const old = find_fetch(games, id);
    struct fetch_wait *const w = done ? malloc(sizeof *w) : NULL;
    struct bm_background_load *const f = old          ? old
                                         : done && !w ? NULL
                                                      : make_fetch(games, id, place);
    if (!f || (done && !w)) {
        free(w);
        return false;
    }
    if (w) {
        *w = (struct fetch_wait){.next = f->waiting, .done = done, .user = user};
        f->waiting = w;
    }
    if (!old)
        queue_fetch(games, f);
    return true;
}

bool bm_game_manager_load(struct bm_game_manager *games, const char *id, const char *place)
{
    return bm_game_manager_load_then(games, id, place, NULL, NULL);
}
