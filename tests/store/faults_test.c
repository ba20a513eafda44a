/* SPDX-License-Identifier: MIT */
/*
 * The disk fills up, or stops doing what it should, at every single operation in turn, or there
 * is no memory. The store says so, fails whatever is put meanwhile, and goes on when all is
 * well again: without what it refused, and with all that it took, even if the power fails then.
 */
#include <sqlite3.h>
#include <stdatomic.h>

#include "disk.h"
#include "storing.h"

enum { EVENTS = 10, RUNS = 250 };
/* Besides the disk's: a single time there is no memory. */
enum { NO_MEMORY = DISK_FAULTS, FAULTS };

static struct bm_loop loop;
static const char *const names[FAULTS] = {"a disk that is full", "a disk that is bad",
                                          "a disk that is bad once", "no memory once"};
static const struct bm_store_options options = {
    .path = "store", .vfs = DISK_VFS, .probe_ms = 1, .log_pages = 20};

struct tally {
    unsigned runs, at_open, at_put, elsewhere, wrong;
};

/* ---- Memory ---- */

static sqlite3_mem_methods usual;
static atomic_ullong allocations, no_memory_at;

static bool has_memory(void)
{
    return atomic_fetch_add(&allocations, 1) + 1 != atomic_load(&no_memory_at);
}

static void *get_memory(int size) { return has_memory() ? usual.xMalloc(size) : NULL; }
static void *get_more(void *mem, int size)
{
    return has_memory() ? usual.xRealloc(mem, size) : NULL;
}

static void init_memory(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual) != SQLITE_OK)
        tap_bail("SQLite does not tell how it gets memory");
    sqlite3_mem_methods ours = usual;
    ours.xMalloc = get_memory;
    ours.xRealloc = get_more;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &ours) != SQLITE_OK)
        tap_bail("SQLite does not take our memory");
}

/* ---- Either kind of fault ---- */

static void fail(unsigned fault, uint64_t at)
{
    atomic_store(&allocations, 0);
    atomic_store(&no_memory_at, fault == NO_MEMORY ? at : 0);
    disk_fail(fault == NO_MEMORY ? DISK_ONCE : fault, fault == NO_MEMORY ? UINT64_MAX : at);
}

static bool has_failed(unsigned fault)
{
    return fault == NO_MEMORY ? atomic_load(&allocations) >= atomic_load(&no_memory_at)
                              : disk_has_failed();
}

static bool is_once(unsigned fault) { return fault == DISK_ONCE || fault == NO_MEMORY; }

/* What the store says of itself. */
static unsigned told_bad, told_good;

static void watch(void *user, bool writable)
{
    (void)user;
    ++*(writable ? &told_good : &told_bad);
}

static bool wrong(struct tally *t, unsigned fault, uint64_t at, const char *what)
{
    printf("# %s at operation %" PRIu64 ": %s\n", names[fault], at, what);
    t->wrong++;
    return false;
}

/* Event 0 is the game itself. A few are long, so that pages of their own are needed. */
static enum bm_store_status put(struct bm_store *s, uint64_t seq)
{
    static char body[6000];
    const struct bm_game_row game = storing_game("g");
    memset(body, 'a' + (int)seq, sizeof body);
    struct bm_event_row event = storing_event("g", seq, "");
    event.body = body;
    event.len = seq % 3 == 0 ? sizeof body : 50;
    const struct bm_change changes[] = {{.kind = BM_CHANGE_GAME, .game = &game},
                                        {.kind = BM_CHANGE_EVENT, .event = &event}};
    return storing_put(s, &loop, changes, seq == 0 ? 1 : 2);
}

static bool look_at(void *user, const struct bm_event_row *row)
{
    uint64_t *const count = user;
    return row->seq == ++*count && row->body[0] == 'a' + (int)row->seq;
}

static bool has(struct bm_store *s, uint64_t events)
{
    uint64_t count = 0;
    return bm_store_events(s, "g", 0, look_at, &count) == BM_STORE_OK && count == events;
}

/* A put has failed: until the disk is well all others do, and then it is done. */
static bool recover(struct bm_store *s, uint64_t seq, unsigned fault, uint64_t at,
                    struct tally *t)
{
    const enum bm_store_status want = fault == DISK_FULL ? BM_STORE_FULL : BM_STORE_FAILED;
    if (!has_failed(fault))
        return wrong(t, fault, at, "failed without need");
    /* What is well at once may be found so before anybody looks. */
    if (told_bad != 1 || (!is_once(fault) && (bm_store_is_writable(s) || told_good != 0)))
        return wrong(t, fault, at, "is not said to be unwritable");
    if (!is_once(fault) && put(s, seq) != want)
        return wrong(t, fault, at, "goes on with a bad disk, or does not say why not");
    disk_heal();
    while (!bm_store_is_writable(s))
        (void)bm_loop_step(&loop);
    if (told_good != 1)
        return wrong(t, fault, at, "is not said to be writable again");
    if (seq > 0 && !has(s, seq - 1))
        return wrong(t, fault, at, "has what was refused, or has lost something");
    if (put(s, seq) != BM_STORE_OK)
        return wrong(t, fault, at, "does not go on");
    t->at_put++;
    return true;
}

static bool check_file(uint64_t events)
{
    struct bm_store *const s = storing_open(&loop, &options);
    const bool right = has(s, events);
    storing_close(s, &loop);
    return right;
}

/* One game, the disk failing from an operation on until that is seen. The number of operations
 * that there were. */
static uint64_t run(unsigned fault, uint64_t at, struct tally *t)
{
    struct bm_store *s = NULL;
    char why[512] = "";
    bool seen = false, goes_on = true;
    uint64_t told;
    t->runs++;
    told_bad = told_good = 0;
    disk_clear();
    disk_record(true);
    fail(fault, at);
    if (bm_store_open(&s, &loop, &options, why, sizeof why) != BM_OK) {
        seen = true;
        t->at_open++;
        if (!has_failed(fault) || !*why)
            (void)wrong(t, fault, at, "is not opened, without need or without a word");
        disk_heal();
        s = storing_open(&loop, &options);
    }
    bm_store_watch(s, watch, NULL);
    for (uint64_t seq = 0; seq <= EVENTS && goes_on; seq++) {
        const enum bm_store_status status = put(s, seq);
        if (status != BM_STORE_OK && seen) {
            goes_on = wrong(t, fault, at, "fails again");
        } else if (status != BM_STORE_OK) {
            seen = true;
            goes_on = recover(s, seq, fault, at, t);
        }
    }
    if (!seen)
        t->elsewhere++;
    const size_t length = disk_length();
    const uint64_t operations =
        fault == NO_MEMORY ? atomic_load(&allocations) : disk_operations();
    /* If it has not come yet, it may come while the store is being closed. */
    storing_close(s, &loop);
    disk_heal();
    disk_record(false);
    if (goes_on && !check_file(EVENTS))
        (void)wrong(t, fault, at, "has lost something when opened again");
    disk_cut_at(length, DISK_CUT_LOST, 1, &told);
    if (goes_on && !check_file(EVENTS))
        (void)wrong(t, fault, at, "has lost something when the power fails");
    return operations;
}

int main(void)
{
    /* Where that is slow, not at every operation; and never at every piece of memory. */
    const uint64_t most = tap_env_u64("BANMEN_TEST_FAULTS", RUNS);
    init_memory();
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    disk_init();
    for (unsigned fault = 0; fault < FAULTS; fault++) {
        struct tally t = {0};
        const uint64_t operations = run(fault, UINT64_MAX, &t);
        eq_u64(t.elsewhere, 1);
        for (uint64_t at = 1; at <= operations; at += 1 + operations / most)
            (void)run(fault, at, &t);
        printf("# %s: %u runs, seen at opening in %u, at a put in %u\n", names[fault], t.runs,
               t.at_open, t.at_put);
        ok_named(t.wrong == 0, "%s: that is told, and nothing lost", names[fault]);
        ok(t.at_open > 0 && t.at_put > 0);
    }
    disk_clear();
    bm_loop_fini(&loop);
    return tap_done();
}
