/* SPDX-License-Identifier: MIT */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "server/game/room_internal.h"

enum {
    MOST_ROOMS = 20000, /* of some 40 kB each */
    BUCKETS = 32768,    /* all of them at once: making more would take milliseconds */
    SWEEP_MS = 5000,    /* so often rooms are looked for that nobody needs, */
    IDLE_MS = 30000,    /* and so long they are kept after their last use: */
    BUSY_MS = 1000,     /* if there is no place for others, just so long */
    SWEEP_ROOMS = 50,   /* that are dropped in a turn of the loop, some 20 us each: */
    AGAIN_MS = 1,       /* if there are more, the sweep goes on so soon */
    EVICT_ROOMS = 100,  /* that are looked at for one that can go */
    FRESH_ROOMS = 64,   /* the newest, of which some may not be stored yet */
    MOST_WAITING = 20,
    MOST_PLAYING = 100
};

void bm_hall_new_id(char id[16])
{
    static const char letters[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (unsigned i = 0; i < 12; i++)
        id[i] = letters[randombytes_uniform(sizeof letters - 1)];
    memset(id + 12, 0, 4);
}

/* ---- The table of rooms ---- */

static size_t bucket_of(const struct bm_hall *h, const char *id)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * UINT64_C(1099511628211);
    return (size_t)(hash % h->bucket_count);
}

static void insert(struct bm_hall *h, struct bm_room *r)
{
    struct bm_room **const bucket = &h->buckets[bucket_of(h, r->id)];
    r->next = *bucket;
    *bucket = r;
    h->room_count++;
}

/* ---- The list by last use ---- */

static void link_newest(struct bm_hall *h, struct bm_room *r)
{
    r->used = bm_loop_now(&h->server->loop);
    r->newer = NULL;
    r->older = h->newest;
    *(h->newest ? &h->newest->newer : &h->oldest) = r;
    h->newest = r;
}

static void unlink_room(struct bm_hall *h, struct bm_room *r)
{
    *(r->newer ? &r->newer->older : &h->newest) = r->older;
    *(r->older ? &r->older->newer : &h->oldest) = r->newer;
}

void bm_room_touch(struct bm_room *r)
{
    if (r->gone)
        return;
    unlink_room(r->hall, r);
    link_newest(r->hall, r);
}

static void add(struct bm_hall *h, struct bm_room *r)
{
    insert(h, r);
    link_newest(h, r);
}

void bm_hall_remove(struct bm_hall *h, struct bm_room *r)
{
    struct bm_room **at = &h->buckets[bucket_of(h, r->id)];
    while (*at && *at != r)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = r->next;
    unlink_room(h, r);
    r->gone = true;
    h->room_count--;
    h->counts.dropped++;
}

/* ---- Listening ---- */

void bm_hall_listen(struct bm_hall *h, const struct bm_hall_hooks *hooks) { h->hooks = hooks; }

void **bm_room_note(struct bm_room *r) { return &r->note; }

void bm_hall_tell(struct bm_room *r, bool loaded)
{
    const struct bm_hall_hooks *const hooks = r->hall->hooks;
    if (hooks && bm_room_is_stored(r))
        hooks->changed(hooks->user, r, loaded);
}

/* ---- The cache ---- */

/* Rooms are a cache of what is stored: those that were not used the longest go first. A room
 * that cannot go is moved to the front, so that it is not looked at again soon. */
static bool drop_oldest(struct bm_hall *h, int64_t age, unsigned looks)
{
    const int64_t now = bm_loop_now(&h->server->loop);
    while (looks-- > 0 && h->oldest) {
        struct bm_room *const r = h->oldest;
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

/* A new room, if there is place for it. Those that were asked for just now stay: a request may
 * be busy with them. */
static struct bm_room *make(struct bm_hall *h, const char *id)
{
    if (h->room_count >= h->most_rooms && !drop_oldest(h, BUSY_MS, EVICT_ROOMS))
        return NULL;
    return bm_room_create(h, id);
}

/* ---- Games ---- */

static struct bm_room *find(const struct bm_hall *h, const char *id)
{
    struct bm_room *r = h->buckets[bucket_of(h, id)];
    while (r && strcmp(r->id, id) != 0)
        r = r->next;
    return r;
}

bool bm_hall_has(const struct bm_hall *h, const char *id) { return find(h, id); }

struct bm_room *bm_hall_enter(struct bm_hall *h, struct bm_loading *l, enum bm_code *code)
{
    struct bm_room *const r = make(h, l->id);
    *code = BM_CODE_BUSY;
    if (!r)
        return NULL;
    /* A program that moves as soon as it is loaded must find itself in the hall. */
    add(h, r);
    *code = bm_room_load(r, l);
    if (*code) {
        bm_room_drop(r);
        return NULL;
    }
    h->counts.loaded++;
    bm_hall_tell(r, true);
    return r;
}

struct bm_room *bm_hall_find(struct bm_hall *h, const char *id, enum bm_code *code)
{
    struct bm_room *r = find(h, id);
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
    bm_loading_init(&l, h, id);
    r = bm_hall_enter(h, &l, code);
    bm_loading_fini(&l);
    return r;
}

void bm_hall_drop(struct bm_hall *h, const char *id)
{
    struct bm_room *const r = find(h, id);
    if (r)
        bm_room_drop(r);
}

/* One of a bucket where a person sits, or NULL. */
static struct bm_room *find_of(struct bm_room *r, const char *person)
{
    while (r && strcmp(r->sheet.chair[0].who, person) != 0 &&
           strcmp(r->sheet.chair[1].who, person) != 0)
        r = r->next;
    return r;
}

void bm_hall_drop_of(struct bm_hall *h, const char *person)
{
    /* Whoever is told may ask for rooms: each is looked for anew. */
    for (size_t i = 0; i < h->bucket_count; i++)
        for (struct bm_room *r; (r = find_of(h->buckets[i], person)) != NULL;)
            bm_room_drop(r);
}

void bm_plan_date(struct bm_plan *plan)
{
    const time_t now = (time_t)(bm_server_wall() / 1000);
    struct tm t;
    if (gmtime_r(&now, &t))
        (void)strftime(plan->date, sizeof plan->date, "%Y.%m.%d", &t);
}

struct bm_room *bm_hall_open(struct bm_hall *h, struct bm_plan *plan, enum bm_code *code,
                             struct bm_error *err)
{
    char id[16];
    bm_hall_new_id(id);
    if (plan->id[0])
        memcpy(id, plan->id, sizeof id);
    memset(plan->id, 0, sizeof plan->id); /* the next game of these gets another */
    *code = BM_CODE_NO_MEMORY;
    if (!plan->made && !bm_plan_draw(plan))
        return NULL;
    *code = BM_CODE_BUSY;
    struct bm_room *const r = make(h, id);
    struct bm_batch *const b = r ? bm_room_begin(r) : NULL;
    if (!b) {
        free(r);
        return NULL;
    }
    add(h, r);
    if (!plan->record) /* which has its own, if any */
        bm_plan_date(plan);
    const struct bm_deed d = {.kind = BM_DEED_CREATE, .side = BM_ANY_SIDE, .plan = plan};
    *code = bm_room_do(r, b, &d, err);
    bm_room_put(r, b);
    if (*code) {
        bm_room_drop(r);
        return NULL;
    }
    h->counts.created++;
    return r;
}

/* ---- How many ---- */

unsigned bm_hall_plies(const struct bm_hall *h, const char *id, unsigned otherwise)
{
    const struct bm_room *const r = find(h, id);
    return r && bm_room_is_stored(r) ? bm_sheet_plies(&r->sheet) : otherwise;
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

bool bm_hall_has_engine(const struct bm_hall *h, const struct bm_who *who)
{
    const char *const ids[] = {who->id, who->also};
    const struct bm_room *r = h->newest;
    for (unsigned i = 0; i < FRESH_ROOMS && r; i++, r = r->older)
        for (unsigned side = 0; side < 2 && r->stored == 0; side++)
            if (r->sheet.chair[side].kind == BM_CHAIR_ENGINE && bm_room_sides(r, who))
                return true;
    for (unsigned i = 0; i < 2; i++)
        if (ids[i][0] && bm_store_engine_game(h->server->store, ids[i]) == BM_STORE_OK)
            return true;
    return false;
}

bool bm_hall_is_greedy(struct bm_hall *h, const struct bm_who *who)
{
    static const struct {
        enum bm_match_stage stage;
        unsigned most;
    } limits[] = {{BM_MATCH_WAITING, MOST_WAITING}, {BM_MATCH_PLAYING, MOST_PLAYING}};
    for (unsigned i = 0; i < 2 && !h->server->options.quick_limits; i++) {
        struct tally t = {0};
        (void)bm_store_games(h->server->store, who->id, limits[i].stage, BM_GAMES_FIRST,
                             limits[i].most, count_one, &t);
        if (t.count >= limits[i].most)
            return true;
    }
    return false;
}

void bm_hall_counts(const struct bm_hall *h, struct bm_hall_counts *out)
{
    *out = h->counts;
    out->rooms = h->room_count;
    bm_thinking_counts(h->thinking, out);
    for (const struct bm_room *r = h->queue; r; r = r->queue)
        out->queued++;
}

/* ---- Life ---- */

static void sweep(void *user)
{
    struct bm_hall *const h = user;
    unsigned dropped = 0;
    while (dropped < SWEEP_ROOMS && drop_oldest(h, IDLE_MS, EVICT_ROOMS))
        dropped++;
    bm_hall_note_time(h, false);
    bm_timer_set(&h->sweep, &h->server->loop, dropped < SWEEP_ROOMS ? SWEEP_MS : AGAIN_MS,
                 sweep, h);
    uv_unref((uv_handle_t *)&h->sweep.uv);
}

bm_status bm_hall_create(struct bm_hall **out, struct bm_server *s)
{
    struct bm_hall *const h = calloc(1, sizeof *h);
    if (!h)
        return BM_ENOMEM;
    h->server = s;
    h->bucket_count = BUCKETS;
    h->most_rooms = MOST_ROOMS;
    h->buckets = calloc(h->bucket_count, sizeof *h->buckets);
    h->last_queued = &h->queue;
    if (sodium_init() < 0 || !h->buckets || bm_thinking_create(h) != BM_OK) {
        free(h->buckets);
        free(h);
        return BM_ENOMEM;
    }
    bm_hall_wake(h);
    sweep(h);
    *out = h;
    return BM_OK;
}

void bm_hall_bye(struct bm_hall *h)
{
    for (size_t i = 0; i < h->bucket_count; i++)
        for (struct bm_room *r = h->buckets[i]; r; r = r->next)
            while (r->watchers) {
                struct bm_watcher *const w = r->watchers;
                bm_room_unwatch(w);
                w->hooks->gone(w);
            }
}

void bm_hall_let_go(struct bm_hall *h)
{
    if (h->closings != 0 || h->moving)
        return;
    bm_release(h->due);
    free(h->buckets);
    free(h);
}

static void closed(void *user)
{
    struct bm_hall *const h = user;
    h->closings--;
    bm_hall_let_go(h);
}

void bm_hall_destroy(struct bm_hall *h)
{
    if (!h)
        return;
    h->closing = true;
    if (!h->moving)
        bm_hall_note_time(h, true);
    for (size_t i = 0; i < h->bucket_count; i++)
        while (h->buckets[i])
            bm_room_drop(h->buckets[i]);
    bm_thinking_destroy(h->thinking);
    h->thinking = NULL;
    h->closings = 2;
    bm_timer_close(&h->due_timer, closed, h);
    bm_timer_close(&h->sweep, closed, h);
}
