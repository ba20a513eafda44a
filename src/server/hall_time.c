/* SPDX-License-Identifier: MIT */
/*
 * When the server was not running. Games with days for each turn go by the calendar, so that
 * nobody has to keep them in memory; but what was lost to a stop is charged to nobody. The time
 * is noted now and then, and a stop is what lies between the last note and the next start.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/room_inside.h"

enum { NOTE_MS = 60000 };

#define ALIVE  "hall.alive"
#define PAUSES "hall.pauses"

static void put(struct bm_hall *h, const char *name, const char *text)
{
    const struct bm_change change = {
        .kind = BM_CHANGE_VALUE, .value = {.name = name, .bytes = text, .len = strlen(text)}};
    bm_store_put(h->server->store, &change, 1, NULL, NULL);
}

void bm_hall_note_time(struct bm_hall *h, bool at_once)
{
    char text[24];
    const int64_t now = bm_server_wall();
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

void bm_hall_wake(struct bm_hall *h)
{
    struct bm_buf text = {0};
    const int64_t now = bm_server_wall();
    const int64_t last = get(h, ALIVE, &text) ? strtoll(text.s, NULL, 10) : 0;
    bm_buf_free(&text);
    read_pauses(h);
    if (last > 0 && last < now) {
        if (h->pause_count == BM_PAUSES) /* no game looks back so far */
            memmove(h->pause, h->pause + 1, --h->pause_count * sizeof *h->pause);
        h->pause[h->pause_count].from = last;
        h->pause[h->pause_count++].to = now;
        write_pauses(h);
    }
    bm_hall_note_time(h, true);
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
