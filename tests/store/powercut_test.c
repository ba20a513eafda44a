/* SPDX-License-Identifier: MIT */
/*
 * The power fails. Moves are put into a store on a disk that remembers what was done to it;
 * then that disk is made as it could be after a power cut at any point, the store is opened on
 * it, and all that was told to be done must be there: in order, once, and nothing of it half.
 *
 * That this test can find a loss is shown by a store that does not wait for the disk.
 */
#include "base/random.h"
#include "disk.h"
#include "storing.h"

enum { GAMES = 4, PUTS = 160, BURST = 8, BODY = 9000 };

static struct bm_loop loop;
static const struct bm_store_options disk_options = {
    .path = "store", .vfs = DISK_VFS, .log_pages = 60};

/* Put number k is one move of one game. */
static unsigned game_of[PUTS];
static uint64_t seq_of[PUTS];
static unsigned put_at[GAMES][PUTS + 1]; /* by game and seq */

static void config(void)
{
    uint64_t random = 1, count[GAMES] = {0};
    for (unsigned k = 0; k < PUTS; k++) {
        const unsigned g = (unsigned)(bm_random(&random) % GAMES);
        game_of[k] = g;
        seq_of[k] = ++count[g];
        put_at[g][seq_of[k]] = k;
    }
}

static void name_game(unsigned g, char *out, size_t cap) { snprintf(out, cap, "game%u", g); }

/* A text that only this put has; now and then one that needs pages of its own. */
static size_t write_body(unsigned k, char *out)
{
    uint64_t random = k;
    const size_t len =
        k % 16 == 5 ? 3000 + bm_random(&random) % (BODY - 3000) : 40 + bm_random(&random) % 100;
    for (size_t i = 0; i < len; i++)
        out[i] = (char)('a' + bm_random(&random) % 26);
    return len;
}

static unsigned done_count;

static void done(void *user, enum bm_store_status status)
{
    const unsigned k = (unsigned)(uintptr_t)user;
    if (status != BM_STORE_OK || k != done_count)
        tap_bail("a put was not done in its turn");
    done_count++;
    disk_mark(k);
}

static void put(struct bm_store *s, unsigned k)
{
    static char body[BODY];
    char id[16];
    name_game(game_of[k], id, sizeof id);
    struct bm_game_row game = storing_game(id);
    game.plies = (unsigned)seq_of[k];
    struct bm_event_row event = storing_event(id, seq_of[k], "");
    event.body = body;
    event.len = write_body(k, body);
    const struct bm_change changes[] = {{.kind = BM_CHANGE_GAME, .game = &game},
                                        {.kind = BM_CHANGE_EVENT, .event = &event}};
    bm_store_put(s, changes, 2, done, (void *)(uintptr_t)k);
}

/* All puts, some together and some alone, with a stop of the server in the middle. */
static void play(bool not_synced)
{
    uint64_t random = 7;
    struct bm_store_options options = disk_options;
    options.not_synced = not_synced;
    disk_clear();
    disk_record(true);
    struct bm_store *s = storing_open(&loop, &options);
    done_count = 0;
    for (unsigned k = 0; k < PUTS;) {
        const unsigned more = 1 + (unsigned)(bm_random(&random) % BURST);
        for (unsigned i = 0; i < more && k < PUTS; i++)
            put(s, k++);
        const bool stop = k >= PUTS / 2 && k - more < PUTS / 2;
        while (done_count < k && !stop)
            (void)bm_loop_step(&loop);
        if (stop) {
            storing_close(s, &loop);
            s = storing_open(&loop, &options);
        }
    }
    storing_close(s, &loop);
    disk_record(false);
}

/* What is found of a game. */
struct found {
    unsigned game;
    uint64_t count;
    bool right;
};

static bool look_at(void *user, const struct bm_event_row *row)
{
    static char body[BODY];
    struct found *const f = user;
    f->count++;
    if (row->seq != f->count || f->count > PUTS) {
        f->right = false;
        return false;
    }
    const size_t len = write_body(put_at[f->game][f->count], body);
    f->right = f->right && row->len == len && !memcmp(row->body, body, len);
    return true;
}

/* How many puts are there, or -1: what is there is not what was put, up to some point. */
static int64_t count_puts(struct bm_store *s)
{
    uint64_t found[GAMES], total = 0, want[GAMES] = {0};
    for (unsigned g = 0; g < GAMES; g++) {
        char id[16];
        struct bm_game_row row;
        struct found f = {.game = g, .right = true};
        name_game(g, id, sizeof id);
        if (bm_store_events(s, id, 0, look_at, &f) != BM_STORE_OK || !f.right)
            return -1;
        const enum bm_store_status status = bm_store_game(s, id, &row);
        if (f.count == 0 ? status != BM_STORE_MISSING
                         : status != BM_STORE_OK || row.plies != f.count)
            return -1;
        found[g] = f.count;
        total += f.count;
    }
    for (unsigned k = 0; k < total; k++)
        want[game_of[k]]++;
    return memcmp(found, want, sizeof want) ? -1 : (int64_t)total;
}

struct tally {
    unsigned cuts, lost, broken;
};

static void cut(size_t at, enum disk_cut how, uint64_t seed, struct tally *t)
{
    uint64_t told;
    char why[512] = "";
    struct bm_store *s = NULL;
    t->cuts++;
    disk_cut_at(at, how, seed, &told);
    if (bm_store_open(&s, &loop, &disk_options, why, sizeof why) != BM_OK) {
        printf("# cut at %zu, kind %d: %s\n", at, (int)how, why);
        t->broken++;
        return;
    }
    const int64_t found = count_puts(s);
    if (found < 0)
        t->broken++;
    else if ((uint64_t)found < told)
        t->lost++;
    /* It goes on from there. */
    if (found >= 0 && found < PUTS && seed % 8 == 0) {
        done_count = (unsigned)found;
        put(s, (unsigned)found);
        while (done_count == (unsigned)found)
            (void)bm_loop_step(&loop);
        if (count_puts(s) != found + 1)
            t->broken++;
    }
    storing_close(s, &loop);
}

static struct tally cut_all(bool not_synced, uint64_t cuts)
{
    struct tally t = {0};
    play(not_synced);
    const size_t length = disk_length();
    const uint64_t points = cuts / DISK_CUTS;
    for (uint64_t i = 0; i <= points; i++)
        for (unsigned how = 0; how < DISK_CUTS; how++)
            cut((size_t)(length * i / points), how, i * DISK_CUTS + how, &t);
    printf("# %s: %zu operations, %u cuts, %u with a loss, %u broken\n",
           not_synced ? "not synced" : "synced", length, t.cuts, t.lost, t.broken);
    return t;
}

int main(void)
{
    const uint64_t cuts = tap_env_u64("BANMEN_TEST_CUTS", 1500);
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    disk_init();
    config();
    const struct tally synced = cut_all(false, cuts);
    ok_named(synced.lost == 0, "nothing that was told is lost");
    ok_named(synced.broken == 0, "what is there is whole, and in order");
    const struct tally control = cut_all(true, cuts / 4);
    ok_named(control.lost > 0, "a store that does not sync is caught losing");
    disk_clear();
    bm_loop_fini(&loop);
    return tap_done();
}
