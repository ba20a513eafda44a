/* SPDX-License-Identifier: MIT */
/*
 * The manager's time, and time during which the server did not run. The manager's time is the
 * wall clock at the start and runs steadily from then, so that setting the wall clock changes
 * no game. Correspondence games go by the calendar, so that they need not be in memory; but
 * clocks do not run during downtime. The time is stored now and then, and downtime is what lies
 * between the last stored time and the next start.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/game/room_internal.h"

enum { NOTE_MS = 60000 };

#define ALIVE  "hall.alive"
#define PAUSES "hall.pauses"

static void store_time(struct bm_game_manager *games, const char *name, const char *text)
{
    const struct bm_change change = {
        .kind = BM_CHANGE_VALUE, .value = {.name = name, .bytes = text, .len = strlen(text)}};
    bm_store_put(games->server->store, &change, 1, NULL, NULL);
}

int64_t bm_game_manager_now(const struct bm_game_manager *games)
{
    return games->epoch + bm_loop_now(&games->server->loop);
}

void bm_game_manager_save_time(struct bm_game_manager *games, bool at_once)
{
    char text[24];
    const int64_t now = bm_game_manager_now(games);
    if (!at_once && now - games->noted < NOTE_MS)
        return;
    games->noted = now;
    snprintf(text, sizeof text, "%" PRId64, now);
    store_time(games, ALIVE, text);
}

static bool load_time(struct bm_game_manager *games, const char *name, struct bm_buf *out)
{
    const bool there = bm_store_value(games->server->store, name, out) == BM_STORE_OK;
    bm_buf_char(out, '\0');
    return there && !out->failed;
}

static void read_pauses(struct bm_game_manager *games)
{
    struct bm_buf text = {0};
    const char *at = load_time(games, PAUSES, &text) ? text.s : "";
    int used = 0;
    while (games->pause_count < BM_PAUSES &&
           sscanf(at, "%" SCNd64 " %" SCNd64 "\n%n", &games->pause[games->pause_count].from,
                  &games->pause[games->pause_count].to, &used) == 2) {
        games->pause_count++;
        at += used;
    }
    bm_buf_free(&text);
}

static void write_pauses(struct bm_game_manager *games)
{
    struct bm_buf text = {0};
    for (unsigned i = 0; i < games->pause_count; i++) {
        bm_json_int(&text, games->pause[i].from);
        bm_buf_char(&text, ' ');
        bm_json_int(&text, games->pause[i].to);
        bm_buf_char(&text, '\n');
    }
    bm_buf_char(&text, '\0');
    if (!text.failed)
        store_time(games, PAUSES, text.s);
    bm_buf_free(&text);
}

/* The deadlines have been moved by the time that the server was away. */
static void on_moved(void *user, enum bm_store_status status)
{
    struct bm_game_manager *const games = user;
    if (status && !games->closing) /* too early ones do no harm, but those of days would be */
        bm_server_log("error", "deadlines", ",\"status\":%d", (int)status);
    games->moving = false;
    if (games->closing)
        bm_game_manager_free_if_closed(games);
    else
        bm_game_manager_read_deadlines(games);
}

void bm_game_manager_resume_time(struct bm_game_manager *games)
{
    struct bm_buf text = {0};
    char alive[24];
    games->epoch = bm_server_wall() - bm_loop_now(&games->server->loop);
    const int64_t now = games->started = games->noted = bm_game_manager_now(games);
    const int64_t last = load_time(games, ALIVE, &text) ? strtoll(text.s, NULL, 10) : 0;
    const int64_t away = last > 0 && last < now ? now - last : 0;
    bm_buf_free(&text);
    read_pauses(games);
    if (away != 0) {
        if (games->pause_count == BM_PAUSES) /* no game looks back so far */
            memmove(games->pause, games->pause + 1,
                    --games->pause_count * sizeof *games->pause);
        games->pause[games->pause_count].from = last;
        games->pause[games->pause_count++].to = now;
        write_pauses(games);
    }
    /* Both or none: nothing is moved twice. */
    snprintf(alive, sizeof alive, "%" PRId64, now);
    const struct bm_change changes[] = {
        {.kind = BM_CHANGE_VALUE,
         .value = {.name = ALIVE, .bytes = alive, .len = strlen(alive)}},
        {.kind = BM_CHANGE_DEADLINES, .moved = {.now = now, .away = away}}};
    games->moving = true;
    bm_store_put(games->server->store, changes, 2, on_moved, games);
}

/* How long it was running between two times. */
static int64_t uptime_between(const struct bm_game_manager *games, int64_t from, int64_t to)
{
    int64_t awake = to > from ? to - from : 0;
    for (unsigned i = 0; i < games->pause_count; i++) {
        const int64_t begin = games->pause[i].from > from ? games->pause[i].from : from;
        const int64_t end = games->pause[i].to < to ? games->pause[i].to : to;
        awake -= end > begin ? end - begin : 0;
    }
    return awake > 0 ? awake : 0;
}

int64_t bm_game_manager_time_passed(const struct bm_game_manager *games, int64_t event,
                                    bool slow)
{
    const int64_t now = bm_game_manager_now(games);
    /* An event of the future is one of before the start: the wall clock was set back. */
    const bool before = event < games->started || event > now;
    return slow ? uptime_between(games, event, now) : now - (before ? games->started : event);
}
