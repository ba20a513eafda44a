/* SPDX-License-Identifier: MIT */
/* Games that were broken off, and go on. */
#include <limits.h>

#include "server/csa_inside.h"

enum { UNFINISHED_MOST = 8 /* of two people, that are looked at */ };

void bm_csa_times(const struct bm_csa_offer *o, struct bm_times *out)
{
    const struct bm_time t = {.kind = BM_CLOCK_GAME,
                              .base = ((int64_t)o->total + o->increment) * 1000,
                              .increment = (int64_t)o->increment * 1000,
                              .byoyomi = (int64_t)o->byoyomi * 1000,
                              .periods = o->byoyomi != 0};
    *out = (struct bm_times){{t, t}};
}

struct unfinished {
    struct bm_csa_table *table;
    char id[UNFINISHED_MOST][16];
    unsigned count;
    bool swapped[UNFINISHED_MOST]; /* who sits at the first seat plays second there */
    bool good;
};

static bool find_one(void *user, const struct bm_game_row *row)
{
    struct unfinished *const u = user;
    const char *const a = u->table->at[0]->who.id, *const b = u->table->at[1]->who.id;
    const bool same = strcmp(row->player[0], a) == 0 && strcmp(row->player[1], b) == 0;
    const bool swapped = strcmp(row->player[0], b) == 0 && strcmp(row->player[1], a) == 0;
    if ((same || swapped) && strcmp(row->variant, "shogi") == 0) {
        memcpy(u->id[u->count], row->id, sizeof row->id);
        u->swapped[u->count++] = swapped;
    }
    return u->count < UNFINISHED_MOST;
}

static bool is_ours(const struct bm_csa_table *t, const json_t *body)
{
    const char *const clock = json_string_value(json_object_get(body, "clock"));
    struct bm_times times, wanted;
    bm_csa_times(&t->offer, &wanted);
    return json_is_true(json_object_get(body, "whole_seconds")) && clock &&
           !bm_times_parse(&times, clock, strlen(clock), NULL) &&
           bm_times_equal(&times, &wanted);
}

static bool replay(void *user, const struct bm_event_row *row)
{
    struct unfinished *const u = user;
    json_t *const body = json_loadb(row->body, row->len, 0, NULL);
    u->good = body && (row->seq != 1 || is_ours(u->table, body)) &&
              bm_csa_take(u->table, row->kind, body);
    u->table->seq = row->seq;
    json_decref(body);
    return u->good;
}

void bm_csa_forget(struct bm_csa_table *t)
{
    bm_buf_free(&t->played);
    bm_ctx_destroy(t->ctx);
    t->ctx = NULL;
    t->seq = 0;
    t->turn = 0;
}

void bm_csa_swap(struct bm_csa_table *t)
{
    struct bm_csa_session *const first = t->at[0];
    t->at[0] = t->at[1];
    t->at[1] = first;
    t->at[0]->side = 0;
    t->at[1]->side = 1;
}

void bm_csa_find_old(struct bm_csa_table *t)
{
    struct bm_store *const store = t->csa->server->store;
    struct unfinished u = {.table = t};
    (void)bm_store_games(store, t->at[0]->who.id, BM_MATCH_PLAYING, BM_GAMES_FIRST, UINT_MAX,
                         find_one, &u);
    for (unsigned i = 0; i < u.count && !t->old; i++) {
        u.good = false;
        t->old = bm_store_events(store, u.id[i], 0, replay, &u) == BM_STORE_OK && u.good;
        if (!t->old) {
            bm_csa_forget(t);
            continue;
        }
        memcpy(t->id, u.id[i], sizeof t->id);
        if (u.swapped[i])
            bm_csa_swap(t);
    }
}
