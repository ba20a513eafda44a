/* SPDX-License-Identifier: MIT */
/*
 * Time in the hall, and when the server was not running. The hall's time is the wall clock's
 * at the start and goes on evenly from then, so that nobody gains or loses by a wall clock that
 * is set. Games with days for each turn go by the calendar, so that
 * nobody has to keep them in memory; but what was lost to a stop is charged to nobody. The time
 * is noted now and then, and a stop is what lies between the last note and the next start.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/game/room_internal.h"

enum { NOTE_MS = 60000 };

#define ALIVE  "hall.alive"
#define PAUSES "hall.pauses"

static void put(struct bm_hall *h, const char *name, const char *text)
{
    const struct bm_change change = {
        .kind = BM_CHANGE_VALUE, .value = {.name = name, .bytes = text, .len = strlen(text)}};
    bm_store_put(h->server->store, &change, 1, NULL, NULL);
}

int64_t bm_hall_now(const struct bm_hall *h)
{
    return h->epoch + bm_loop_now(&h->server->loop);
}

void bm_hall_note_time(struct bm_hall *h, bool at_once)
{
    char text[24];
    const int64_t now = bm_hall_now(h);
    if (!at_once && now - h->noted < NOTE_MS)
        return;
    h->noted = now;
    snprintf(text, sizeof text, "%" PRId64, now);
    put(h, ALIVE, text);
}

static bool get(struct bm_hall *h, const char *name, struct bm_buf *out)
{
    const bool there = bm_store_value(h->server->store, name, out) == BM_STORE_OK;
    bm_buf_char(out, '\0');
    return there && !out->failed;
}

static void read_pauses(struct bm_hall *h)
{
    struct bm_buf text = {0};
    const char *at = get(h, PAUSES, &text) ? text.s : "";
    int used = 0;
    while (h->pause_count < BM_PAUSES &&
           sscanf(at, "%" SCNd64 " %" SCNd64 "\n%n", &h->pause[h->pause_count].from,
                  &h->pause[h->pause_count].to, &used) == 2) {
        h->pause_count++;
        at += used;
    }
    bm_buf_free(&text);
}

static void write_pauses(struct bm_hall *h)
{
    struct bm_buf text = {0};
    for (unsigned i = 0; i < h->pause_count; i++) {
        bm_json_int(&text, h->pause[i].from);
        bm_buf_char(&text, ' ');
        bm_json_int(&text, h->pause[i].to);
        bm_buf_char(&text, '\n');
    }
    bm_buf_char(&text, '\0');
    if (!text.failed)
        put(h, PAUSES, text.s);
    bm_buf_free(&text);
}

/* The deadlines have been moved by the time that the server was away. */
static void on_moved(void *user, enum bm_store_status status)
{
    struct bm_hall *const h = user;
    if (status && !h->closing) /* too early ones do no harm, but those of days would be */
        bm_server_log("error", "deadlines", ",\"status\":%d", (int)status);
    h->moving = false;
    if (h->closing)
        bm_hall_let_go(h);
    else
        bm_hall_arm(h);
}

void bm_hall_wake(struct bm_hall *h)
{
    struct bm_buf text = {0};
    char alive[24];
    h->epoch = bm_server_wall() - bm_loop_now(&h->server->loop);
    const int64_t now = h->started = h->noted = bm_hall_now(h);
    const int64_t last = get(h, ALIVE, &text) ? strtoll(text.s, NULL, 10) : 0;
    const int64_t away = last > 0 && last < now ? now - last : 0;
    bm_buf_free(&text);
    read_pauses(h);
    if (away != 0) {
        if (h->pause_count == BM_PAUSES) /* no game looks back so far */
            memmove(h->pause, h->pause + 1, --h->pause_count * sizeof *h->pause);
        h->pause[h->pause_count].from = last;
        h->pause[h->pause_count++].to = now;
        write_pauses(h);
    }
    /* Both or none: nothing is moved twice. */
    snprintf(alive, sizeof alive, "%" PRId64, now);
    const struct bm_change changes[] = {
        {.kind = BM_CHANGE_VALUE,
         .value = {.name = ALIVE, .bytes = alive, .len = strlen(alive)}},
        {.kind = BM_CHANGE_DEADLINES, .moved = {.now = now, .away = away}}};
    h->moving = true;
    bm_store_put(h->server->store, changes, 2, on_moved, h);
}

int64_t bm_hall_awake(const struct bm_hall *h, int64_t from, int64_t to)
{
    int64_t awake = to > from ? to - from : 0;
    for (unsigned i = 0; i < h->pause_count; i++) {
        const int64_t begin = h->pause[i].from > from ? h->pause[i].from : from;
        const int64_t end = h->pause[i].to < to ? h->pause[i].to : to;
        awake -= end > begin ? end - begin : 0;
    }
    return awake > 0 ? awake : 0;
}

int64_t bm_hall_passed(const struct bm_hall *h, int64_t event, bool slow)
{
    const int64_t now = bm_hall_now(h);
    /* An event of the future is one of before the start: the wall clock was set back. */
    const bool before = event < h->started || event > now;
    return slow ? bm_hall_awake(h, event, now) : now - (before ? h->started : event);
}
