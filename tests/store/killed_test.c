/* SPDX-License-Identifier: MIT */
/*
 * kill -9: a process puts events as fast as it can, and says of each when it is done. It is
 * killed, and whatever it said must be there, in order, once; then it begins anew on the same
 * file, from where that ends.
 */
#include <signal.h>
#include <sys/wait.h>

#include "base/random.h"
#include "storing.h"

enum { IN_FLIGHT = 64 };

static struct bm_loop loop;
static char path[300];

/* ---- The one that is killed ---- */

static struct bm_store *store;
static uint64_t next_seq, done_seq;
static int say_to;

static void put_next(void);

static void say(void *user, enum bm_store_status status)
{
    (void)user;
    done_seq++;
    if (status != BM_STORE_OK || write(say_to, &done_seq, sizeof done_seq) != sizeof done_seq)
        _exit(3);
    put_next();
}

static void put_next(void)
{
    char body[64];
    const struct bm_game_row game = storing_game("g");
    snprintf(body, sizeof body, "move %" PRIu64, next_seq);
    const struct bm_event_row event = storing_event("g", next_seq++, body);
    const struct bm_change changes[] = {{.kind = BM_CHANGE_GAME, .game = &game},
                                        {.kind = BM_CHANGE_EVENT, .event = &event}};
    bm_store_put(store, changes, 2, say, NULL);
}

__attribute__((noreturn)) static void work(int to, uint64_t after)
{
    say_to = to;
    done_seq = after;
    next_seq = after + 1;
    if (bm_loop_init(&loop))
        _exit(3);
    store = storing_open(&loop, &(struct bm_store_options){.path = path});
    for (int i = 0; i < IN_FLIGHT; i++)
        put_next();
    for (;;)
        (void)bm_loop_step(&loop);
}

/* ---- The one that kills ---- */

static bool look_at(void *user, const struct bm_event_row *row)
{
    char body[64];
    uint64_t *const count = user;
    snprintf(body, sizeof body, "move %" PRIu64, *count + 1);
    if (row->seq != *count + 1 || row->len != strlen(body) || memcmp(row->body, body, row->len))
        return false;
    ++*count;
    return true;
}

/* How many events there are, all right and in order; UINT64_MAX: they are not. */
static uint64_t count_events(void)
{
    uint64_t count = 0, last = 0;
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    struct bm_store *const s = storing_open(&loop, &(struct bm_store_options){.path = path});
    const bool read = bm_store_events(s, "g", 0, look_at, &count) == BM_STORE_OK;
    /* Nothing lies behind the first that is wrong. */
    const bool all = bm_store_events(s, "g", count, look_at, &last) == BM_STORE_OK;
    bm_store_close(s);
    bm_loop_fini(&loop);
    return read && all && last == 0 ? count : UINT64_MAX;
}

/* The last number that was said before the end, the killing being done after so many. */
static uint64_t kill_after(uint64_t enough, uint64_t had)
{
    int ends[2];
    uint64_t said = had, seq;
    if (pipe(ends))
        tap_bail("no pipe");
    const pid_t child = fork();
    if (child < 0)
        tap_bail("no process");
    if (child == 0) {
        close(ends[0]);
        work(ends[1], had);
    }
    close(ends[1]);
    bool alive = true;
    while (read(ends[0], &seq, sizeof seq) == sizeof seq) {
        if (seq != said + 1)
            tap_bail("events were not done in order");
        said = seq;
        if (alive && said >= had + enough) {
            kill(child, SIGKILL);
            alive = false;
        }
    }
    int status = 0;
    (void)waitpid(child, &status, 0);
    close(ends[0]);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        tap_bail("the process ended by itself");
    return said;
}

int main(void)
{
    char folder[256];
    uint64_t random = 3, there = 0;
    const uint64_t rounds = tap_env_u64("BANMEN_TEST_KILLS", 5);
    storing_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/store", folder);
    for (uint64_t i = 0; i < rounds; i++) {
        const uint64_t said = kill_after(1 + bm_random(&random) % 3000, there);
        there = count_events();
        if (!ok_named(there != UINT64_MAX && there >= said && there <= said + IN_FLIGHT,
                      "killed after %" PRIu64 " events, and %" PRIu64 " are there", said,
                      there))
            break;
    }
    storing_clear(folder, "store");
    return tap_done();
}
