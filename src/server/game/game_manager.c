/* SPDX-License-Identifier: MIT */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "server/game/room_internal.h"

enum {
    MOST_ROOMS = 20000, /* of some 40 kB each */
    BUCKETS = 32768,    /* all of them at once: making more would take milliseconds */
    SWEEP_MS = 5000,    /* interval of the search for unused rooms */
    IDLE_MS = 30000,    /* and so long they are kept after their last use: */
    BUSY_MS = 1000,     /* the same if the cache is full */
    SWEEP_ROOMS = 50,   /* that are dropped in a turn of the loop, some 20 us each: */
    AGAIN_MS = 1,       /* until the sweep goes on if there are more */
    EVICT_ROOMS = 100,  /* that are looked at for one that can go */
    FRESH_ROOMS = 64,   /* the newest, of which some may not be stored yet */
    MOST_WAITING = 20,
    MOST_PLAYING = 100
};

void bm_game_new_id(char id[16])
{
    static const char letters[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (unsigned i = 0; i < 12; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    memset(id + 12, 0, 4);
}

/* ---- The table of rooms ---- */

static size_t bucket_of(const struct bm_game_manager *games, const char *id)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * UINT64_C(1099511628211);
    return (size_t)(hash % games->bucket_count);
}

static void insert_room(struct bm_game_manager *games, struct bm_room *r)
{
    struct bm_room **const bucket = &games->buckets[bucket_of(games, r->id)];
    r->next = *bucket;
    *bucket = r;
    games->room_count++;
}

/* ---- The list by last use ---- */

static void link_newest(struct bm_game_manager *games, struct bm_room *r)
{
    r->used = bm_loop_now(&games->server->loop);
    r->newer = NULL;
    r->older = games->newest;
    *(games->newest ? &games->newest->newer : &games->oldest) = r;
    games->newest = r;
}

static void unlink_room(struct bm_game_manager *games, struct bm_room *r)
{
    *(r->newer ? &r->newer->older : &games->newest) = r->older;
    *(r->older ? &r->older->newer : &games->oldest) = r->newer;
}

void bm_room_touch(struct bm_room *r)
{
    if (r->gone)
        return;
    unlink_room(r->games, r);
    link_newest(r->games, r);
}

static void add_room(struct bm_game_manager *games, struct bm_room *r)
{
    insert_room(games, r);
    link_newest(games, r);
}

void bm_game_manager_remove_room(struct bm_game_manager *games, struct bm_room *r)
{
    struct bm_room **at = &games->buckets[bucket_of(games, r->id)];
    while (*at && *at != r)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = r->next;
    unlink_room(games, r);
    r->gone = true;
    games->room_count--;
    games->counts.dropped++;
}

/* ---- Listening ---- */

void bm_game_manager_set_hooks(struct bm_game_manager *games,
                               const struct bm_game_manager_hooks *hooks)
{
    games->hooks = hooks;
}

void **bm_room_listener_data(struct bm_room *r) { return &r->note; }

void bm_game_manager_notify(struct bm_room *r, bool loaded)
{
    const struct bm_game_manager_hooks *const hooks = r->games->hooks;
    if (hooks && bm_room_is_stored(r))
        hooks->changed(hooks->user, r, loaded);
}

/* ---- The cache ---- */

/* Rooms are a cache of what is stored: those that were not used the longest go first. A room
 * that cannot go is moved to the front, so that it is not looked at again soon. */
static bool drop_oldest(struct bm_game_manager *games, int64_t age, unsigned looks)
{
    const int64_t now = bm_loop_now(&games->server->loop);
    while (looks-- > 0 && games->oldest) {
        struct bm_room *const r = games->oldest;
        if (now - r->used < age)
            return false;
        if (bm_room_is_idle(r)) {
            bm_room_drop(r);
            return true;
        }
        bm_room_touch(r);
    }
    return false;
}

/* A new room, if the cache has space. Rooms that were used just now stay: a request may be
 * using them. */
static struct bm_room *make_room(struct bm_game_manager *games, const char *id)
{
    if (games->room_count >= games->most_rooms && !drop_oldest(games, BUSY_MS, EVICT_ROOMS))
        return NULL;
    return bm_room_create(games, id);
}

/* ---- Games ---- */

static struct bm_room *find_room(const struct bm_game_manager *games, const char *id)
{
    struct bm_room *r = games->buckets[bucket_of(games, id)];
    while (r && strcmp(r->id, id) != 0)
        r = r->next;
    return r;
}

bool bm_game_manager_has(const struct bm_game_manager *games, const char *id)
{
    return find_room(games, id);
}

struct bm_room *bm_game_manager_add_loaded(struct bm_game_manager *games, struct bm_loading *l,
                                           enum bm_code *code)
{
    struct bm_room *const r = make_room(games, l->id);
    *code = BM_CODE_BUSY;
    if (!r)
        return NULL;
    /* A bot that moves as soon as the game is loaded must find the room in the manager. */
    add_room(games, r);
    *code = bm_room_load(r, l);
    if (*code) {
        bm_room_drop(r);
        return NULL;
    }
    games->counts.loaded++;
    bm_game_manager_notify(r, true);
    return r;
}

struct bm_room *bm_game_manager_find(struct bm_game_manager *games, const char *id,
                                     enum bm_code *code)
{
    struct bm_room *r = find_room(games, id);
    *code = BM_CODE_OK;
    if (r) {
        bm_room_touch(r);
        return r;
    }
    if (strlen(id) >= sizeof r->id) {
        *code = BM_CODE_NO_SUCH_GAME;
        return NULL;
    }
    struct bm_loading l;
    bm_loading_init(&l, games, id);
    r = bm_game_manager_add_loaded(games, &l, code);
    bm_loading_fini(&l);
    return r;
}

void bm_game_manager_drop_room(struct bm_game_manager *games, const char *id)
{
    struct bm_room *const r = find_room(games, id);
    if (r)
        bm_room_drop(r);
}

/* A room of a bucket that has watchers and in which a person has a seat, or NULL. */
static struct bm_room *find_watched_room(struct bm_room *r, const char *person)
{
    while (r && (!r->watchers || (strcmp(r->state.seat[0].person, person) != 0 &&
                                  strcmp(r->state.seat[1].person, person) != 0)))
        r = r->next;
    return r;
}

void bm_game_manager_rename_person(struct bm_game_manager *games, const char *from,
                                   const char *to, const char *name)
{
    games->renames++;
    for (size_t i = 0; i < games->bucket_count; i++)
        for (struct bm_room *r = games->buckets[i]; r; r = r->next)
            (void)bm_game_state_rename(&r->state, from, to, name);
    /* A watcher that is disconnected may load rooms: each step searches anew. */
    for (size_t i = 0; i < games->bucket_count; i++)
        for (struct bm_room *r; (r = find_watched_room(games->buckets[i], to)) != NULL;)
            bm_room_disconnect_watchers(r);
}

void bm_game_config_set_date(struct bm_game_config *config)
{
    const time_t now = (time_t)(bm_server_wall() / 1000);
    struct tm t;
    if (gmtime_r(&now, &t))
        (void)strftime(config->date, sizeof config->date, "%Y.%m.%d", &t);
}

struct bm_room *bm_game_manager_create_game(struct bm_game_manager *games,
                                            struct bm_game_config *config, enum bm_code *code,
                                            struct bm_error *err)
{
    char id[16];
    bm_game_new_id(id);
    if (config->id[0])
        memcpy(id, config->id, sizeof id);
    memset(config->id, 0, sizeof config->id); /* the next game of these gets another */
    *code = BM_CODE_NO_MEMORY;
    if (!config->made && !bm_game_config_draw_start(config))
        return NULL;
    *code = BM_CODE_BUSY;
    struct bm_room *const r = make_room(games, id);
    struct bm_event_batch *const b = r ? bm_room_begin_batch(r) : NULL;
    if (!b) {
        free(r);
        return NULL;
    }
    add_room(games, r);
    if (!config->record) /* which has its own, if any */
        bm_game_config_set_date(config);
    const struct bm_game_event event = {
        .kind = BM_GAME_EVENT_CREATE, .side = BM_ANY_SIDE, .config = config};
    *code = bm_room_apply(r, b, &event, err);
    bm_room_commit(r, b);
    if (*code) {
        bm_room_drop(r);
        return NULL;
    }
    games->counts.created++;
    return r;
}

/* ---- How many ---- */

unsigned bm_game_manager_plies(const struct bm_game_manager *games, const char *id,
                               unsigned otherwise)
{
    const struct bm_room *const r = find_room(games, id);
    return r && bm_room_is_stored(r) ? bm_game_state_plies(&r->state) : otherwise;
}

bool bm_game_manager_turn(const struct bm_game_manager *games, const char *id, unsigned *side)
{
    const struct bm_room *const r = find_room(games, id);
    struct bm_match_state state;
    if (!r || !bm_room_is_stored(r))
        return false;
    bm_match_state(r->state.match, &state);
    *side = state.turn;
    return state.stage == BM_MATCH_PLAYING;
}

struct tally {
    unsigned count;
};

static bool count_one(void *user, const struct bm_game_row *row)
{
    (void)row;
    ((struct tally *)user)->count++;
    return true;
}

bool bm_game_manager_has_engine_game(const struct bm_game_manager *games,
                                     const struct bm_identity *identity)
{
    const char *const ids[] = {identity->id, identity->also};
    const struct bm_room *r = games->newest;
    for (unsigned i = 0; i < FRESH_ROOMS && r; i++, r = r->older)
        for (unsigned side = 0; side < 2 && r->stored == 0; side++)
            if (r->state.seat[side].kind == BM_GAME_SEAT_ENGINE && bm_room_sides(r, identity))
                return true;
    for (unsigned i = 0; i < 2; i++)
        if (ids[i][0] && bm_store_engine_game(games->server->store, ids[i]) == BM_STORE_OK)
            return true;
    return false;
}

bool bm_game_manager_is_over_quota(struct bm_game_manager *games,
                                   const struct bm_identity *identity)
{
    static const struct {
        enum bm_match_stage stage;
        unsigned most;
    } limits[] = {{BM_MATCH_WAITING, MOST_WAITING}, {BM_MATCH_PLAYING, MOST_PLAYING}};
    for (unsigned i = 0; i < 2 && !games->server->options.quick_limits; i++) {
        struct tally t = {0};
        (void)bm_store_games(games->server->store, identity->id, limits[i].stage,
                             BM_GAMES_FIRST, limits[i].most, count_one, &t);
        if (t.count >= limits[i].most)
            return true;
    }
    return false;
}

void bm_game_manager_counts(const struct bm_game_manager *games,
                            struct bm_game_manager_counts *out)
{
    *out = games->counts;
    out->rooms = games->room_count;
    bm_bots_count(games->bots, out);
    for (const struct bm_room *r = games->queue; r; r = r->queue)
        out->queued++;
}

/* ---- Life ---- */

static void sweep_rooms(void *user)
{
    struct bm_game_manager *const games = user;
    unsigned dropped = 0;
    while (dropped < SWEEP_ROOMS && drop_oldest(games, IDLE_MS, EVICT_ROOMS))
        dropped++;
    bm_game_manager_save_time(games, false);
    bm_timer_set(&games->sweep, &games->server->loop,
                 dropped < SWEEP_ROOMS ? SWEEP_MS : AGAIN_MS, sweep_rooms, games);
    uv_unref((uv_handle_t *)&games->sweep.uv);
}

bm_status bm_game_manager_create(struct bm_game_manager **out, struct bm_server *s)
{
    struct bm_game_manager *const games = calloc(1, sizeof *games);
    if (!games)
        return BM_ENOMEM;
    games->server = s;
    games->bucket_count = BUCKETS;
    games->most_rooms = MOST_ROOMS;
    games->buckets = calloc(games->bucket_count, sizeof *games->buckets);
    games->last_queued = &games->queue;
    if (sodium_init() < 0 || !games->buckets || bm_bots_create(games) != BM_OK) {
        free(games->buckets);
        free(games);
        return BM_ENOMEM;
    }
    bm_game_manager_resume_time(games);
    sweep_rooms(games);
    *out = games;
    return BM_OK;
}

void bm_game_manager_disconnect_all(struct bm_game_manager *games)
{
    for (size_t i = 0; i < games->bucket_count; i++)
        for (struct bm_room *r = games->buckets[i]; r; r = r->next)
            while (r->watchers) {
                struct bm_watcher *const w = r->watchers;
                bm_room_unwatch(w);
                w->hooks->gone(w);
            }
}

void bm_game_manager_free_if_closed(struct bm_game_manager *games)
{
    if (games->closings != 0 || games->moving)
        return;
    bm_release(games->due);
    free(games->buckets);
    free(games);
}

static void manager_timer_closed(void *user)
{
    struct bm_game_manager *const games = user;
    games->closings--;
    bm_game_manager_free_if_closed(games);
}

void bm_game_manager_destroy(struct bm_game_manager *games)
{
    if (!games)
        return;
    games->closing = true;
    if (!games->moving)
        bm_game_manager_save_time(games, true);
    for (size_t i = 0; i < games->bucket_count; i++)
        while (games->buckets[i])
            bm_room_drop(games->buckets[i]);
    bm_bots_destroy(games->bots);
    games->bots = NULL;
    games->closings = 2;
    bm_timer_close(&games->due_timer, manager_timer_closed, games);
    bm_timer_close(&games->sweep, manager_timer_closed, games);
}
