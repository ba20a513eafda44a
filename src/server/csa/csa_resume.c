/* SPDX-License-Identifier: MIT */
/* Games that were broken off, and go on. */
#include <stdlib.h>

#include "io/jobs.h"
#include "server/app/rate_limits.h"
#include "server/csa/csa_internal.h"
#include "server/game/event_page.h"
#include "server/game/room_internal.h"

enum {
    GAMES_MOST = 200,    /* of one person, the newest, */
    UNFINISHED_MOST = 8, /* and of two, that are looked at */
    SQUARES = 81
};

void bm_csa_times(const struct bm_csa_offer *o, struct bm_times *out)
{
    const struct bm_time t = {.kind = BM_CLOCK_GAME,
                              .base = ((int64_t)o->total + o->increment) * 1000,
                              .increment = (int64_t)o->increment * 1000,
                              .byoyomi = (int64_t)o->byoyomi * 1000,
                              .periods = o->byoyomi != 0};
    *out = (struct bm_times){{t, t}};
}

/* ---- Which ---- */

/* A search among the games of two persons. The loop reads the events of each, page by page;
 * a worker replays them at the table, which nothing else uses meanwhile. */
struct resume_search {
    struct bm_job job;
    struct bm_csa_table *table;
    void (*then)(struct bm_csa_table *t, bool searched);
    char id[UNFINISHED_MOST][16];
    bool swapped[UNFINISHED_MOST]; /* the players have swapped seats */
    unsigned count, at;
    struct bm_event_page page;
    bool good; /* so far */
    char place[48];
};

static bool find_one(void *user, const struct bm_game_row *row)
{
    struct resume_search *const u = user;
    const char *const a = u->table->at[0]->identity.id, *const b = u->table->at[1]->identity.id;
    const bool same = strcmp(row->player[0], a) == 0 && strcmp(row->player[1], b) == 0;
    const bool swapped = strcmp(row->player[0], b) == 0 && strcmp(row->player[1], a) == 0;
    if ((same || swapped) && strcmp(row->variant, "shogi") == 0) {
        memcpy(u->id[u->count], row->id, sizeof row->id);
        u->swapped[u->count++] = swapped;
    }
    return u->count < UNFINISHED_MOST;
}

/* ---- Replaying, in any thread ---- */

static bool is_ours(const struct bm_csa_table *table, const json_t *body)
{
    const char *const clock = json_string_value(json_object_get(body, "clock"));
    struct bm_times times, wanted;
    bm_csa_times(&table->offer, &wanted);
    return json_is_true(json_object_get(body, "whole_seconds")) && clock &&
           !bm_times_parse(&times, clock, strlen(clock), NULL) &&
           bm_times_equal(&times, &wanted);
}

static bool replay_event(void *user, const struct bm_event_row *row)
{
    struct resume_search *const u = user;
    json_t *const body = json_loadb(row->body, row->len, 0, NULL);
    u->good = body && (row->seq != 1 || is_ours(u->table, body)) &&
              bm_csa_apply_event(u->table, row->kind, body);
    u->table->seq = row->seq;
    json_decref(body);
    return u->good;
}

static void work_search(struct bm_job *j)
{
    struct resume_search *const u = (struct resume_search *)j;
    bm_event_page_each(&u->page, replay_event, u);
}

/* ---- On the loop ---- */

void bm_csa_clear_moves(struct bm_csa_table *table)
{
    bm_buf_free(&table->played);
    bm_ctx_destroy(table->ctx);
    table->ctx = NULL;
    table->seq = 0;
    table->turn = 0;
}

void bm_csa_swap_sides(struct bm_csa_table *table)
{
    struct bm_csa_session *const first = table->at[0];
    table->at[0] = table->at[1];
    table->at[1] = first;
    table->at[0]->side = 0;
    table->at[1]->side = 1;
}

/* It is over; nothing was found if the table is not an old one by now. */
static void end_search(struct resume_search *u, bool searched)
{
    struct bm_csa_table *const table = u->table;
    void (*const then)(struct bm_csa_table *, bool) = u->then;
    bm_event_page_free(&u->page);
    free(u);
    then(table, searched);
}

static void end_found(struct resume_search *u)
{
    struct bm_csa_table *const table = u->table;
    table->old = true;
    memcpy(table->id, u->id[u->at], sizeof table->id);
    if (u->swapped[u->at])
        bm_csa_swap_sides(table);
}

/* The next page; false: there is none, of any game. */
static bool read_on(struct resume_search *u)
{
    struct bm_csa_table *const table = u->table;
    while (u->at < u->count) {
        const bool begins = u->page.last == 0;
        if (u->good && !begins && !u->page.more) {
            end_found(u);
            return false;
        }
        if (begins || (u->good && u->page.more)) {
            u->good = bm_event_page_read(&u->page, table->csa->server->store, u->id[u->at]) &&
                      (u->page.count != 0 || !begins);
            if (u->good)
                return true;
        }
        bm_csa_clear_moves(table);
        u->page.last = 0;
        u->page.more = false;
        u->at++;
    }
    return false;
}

static void worked_search(struct bm_job *j, bool cancelled);

static void continue_search(struct resume_search *u)
{
    struct bm_csa_table *const table = u->table;
    struct bm_jobs *const jobs = table->csa->server->jobs;
    while (read_on(u)) {
        const size_t work = u->page.count * SQUARES;
        if (!jobs || (!u->page.more && work <= BM_LOAD_AT_ONCE)) {
            work_search(&u->job);
            continue;
        }
        bm_server_charge(table->csa->server, u->place, work / BM_SQUARES_FOR_ONE);
        u->job = (struct bm_job){.work = work_search, .done = worked_search};
        if (bm_jobs_add(jobs, &u->job, u->place, BM_LOAD_COST) != BM_FAIR_TAKEN) {
            bm_csa_clear_moves(table);
            end_search(u, false);
        }
        return;
    }
    end_search(u, true);
}

static void worked_search(struct bm_job *j, bool cancelled)
{
    struct resume_search *const u = (struct resume_search *)j;
    if (cancelled || !u->table->csa || u->table->over)
        end_search(u, false);
    else
        continue_search(u);
}

void bm_csa_find_interrupted(struct bm_csa_table *table, const char *address,
                             void (*then)(struct bm_csa_table *table, bool searched))
{
    struct resume_search *const u = calloc(1, sizeof *u);
    if (!u) {
        then(table, false);
        return;
    }
    u->table = table;
    u->then = then;
    bm_rate_limits_address_key(address, u->place, sizeof u->place);
    (void)bm_store_games(table->csa->server->store, table->at[0]->identity.id, BM_MATCH_PLAYING,
                         BM_GAMES_FIRST, GAMES_MOST, find_one, u);
    continue_search(u);
}
