/* SPDX-License-Identifier: MIT */
/*
 * bench_store [FOLDER [SECONDS]]: how many moves a second are on disk for good, and how long
 * each one waits for that, by how many wait at a time. Each is a put as the server makes them:
 * an event, and the row of its game. The file is made in FOLDER ("."), and removed: what is
 * measured is that disk.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "store/store.h"

enum { GAMES = 1000, MOST = 4096, SAMPLES = 1 << 22 };

static struct bm_loop loop;
static struct bm_store *store;
static uint64_t seq_of[GAMES], began[MOST], ends_at;
static uint32_t *waits; /* microseconds */
static size_t done_count;
static unsigned next_game, under_way;

static void put(size_t slot);

static void done(void *user, enum bm_store_status status)
{
    const size_t slot = (size_t)(uintptr_t)user;
    const uint64_t now = uv_hrtime();
    if (status != BM_STORE_OK) {
        fprintf(stderr, "bench_store: the store failed\n");
        exit(1);
    }
    if (done_count < SAMPLES)
        waits[done_count++] = (uint32_t)((now - began[slot]) / 1000);
    under_way--;
    if (now < ends_at)
        put(slot);
}

static void put(size_t slot)
{
    static const char head[] =
        "{\"names\":[\"first player\",\"second player\"],\"clock\":\"300+5\",\"result\":null}";
    static const char body[] = "{\"ply\":12,\"m\":\"7g7f\",\"by\":0,\"ms\":2315,"
                               "\"clk\":[287685,300000],\"key\":\"0123456789abcdef\"}";
    const unsigned g = next_game++ % GAMES;
    struct bm_game_row game = {.created = 1, .stage = 1, .listed = true};
    struct bm_event_row event = {.seq = ++seq_of[g], .kind = "move", .body = body};
    game.changed = event.ts = (int64_t)(uv_hrtime() / 1000000);
    game.plies = (unsigned)seq_of[g];
    game.head = head;
    game.head_len = sizeof head - 1;
    event.len = sizeof body - 1;
    snprintf(game.id, sizeof game.id, "game%07u", g * 7919u % 1000003u);
    snprintf(event.game, sizeof event.game, "%s", game.id);
    snprintf(game.variant, sizeof game.variant, "shogi");
    snprintf(game.player[0], sizeof game.player[0], "a:first%u", g);
    snprintf(game.player[1], sizeof game.player[1], "a:second%u", g);
    const struct bm_change changes[] = {{.kind = BM_CHANGE_GAME, .game = &game},
                                        {.kind = BM_CHANGE_EVENT, .event = &event}};
    began[slot] = uv_hrtime();
    under_way++;
    const bool is_first = event.seq == 1;
    bm_store_put(store, is_first ? changes : changes + 1, is_first ? 2 : 1, done,
                 (void *)(uintptr_t)slot);
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* So many parts of all waited no longer; in ms. */
static double wait_of(double part)
{
    return waits[(size_t)(part * (double)(done_count - 1))] / 1000.0;
}

static void measure(unsigned in_flight, double seconds)
{
    struct bm_store_counts before, after;
    const uint64_t start = uv_hrtime();
    done_count = 0;
    ends_at = start + (uint64_t)(seconds * 1e9);
    bm_store_counts(store, &before);
    for (unsigned i = 0; i < in_flight; i++)
        put(i);
    while (under_way != 0)
        (void)bm_loop_step(&loop);
    const double took = (double)(uv_hrtime() - start) / 1e9;
    bm_store_counts(store, &after);
    qsort(waits, done_count, sizeof *waits, compare);
    printf("| %u | %.0f | %.0f | %.2f | %.2f | %.2f |\n", in_flight, (double)done_count / took,
           (double)(after.commits - before.commits) / took, wait_of(0.5), wait_of(0.99),
           wait_of(1));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *const folder = argc > 1 ? argv[1] : ".";
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 3;
    static const unsigned in_flight[] = {1, 4, 16, 64, 256, 1024, MOST};
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    char path[1024], name[1040], why[512] = "";
    snprintf(path, sizeof path, "%s/bench-store-%ld", folder, (long)getpid());
    waits = malloc(SAMPLES * sizeof *waits);
    if (!waits || bm_loop_init(&loop) ||
        bm_store_open(&store, &loop, &(struct bm_store_options){.path = path}, why,
                      sizeof why) != BM_OK) {
        fprintf(stderr, "bench_store: %s\n", *why ? why : "cannot begin");
        return 1;
    }
    printf("| puts in flight | moves/s | commits/s | p50 ms | p99 ms | worst ms |\n"
           "|---:|---:|---:|---:|---:|---:|\n");
    for (size_t i = 0; i < sizeof in_flight / sizeof *in_flight; i++)
        measure(in_flight[i], seconds);
    bm_store_close(store);
    bm_loop_fini(&loop);
    free(waits);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
    return 0;
}
