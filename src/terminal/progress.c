/* SPDX-License-Identifier: MIT */
#include "terminal/progress.h"

#include <stdio.h>

#include "io/monotonic.h"

/* `part` runs from 0 to 1. */
static void draw_progress_bar(double part, double seconds)
{
    enum { CELLS = 40 };
    static const char full[] = "########################################";
    const double p = part < 0 ? 0 : part > 1 ? 1 : part;
    const int n = (int)(p * CELLS);
    fprintf(stderr, "\r[%.*s%*s] %3d%%  %.0f s ", n, full, CELLS - n, "", (int)(p * 100),
            seconds);
    fflush(stderr);
}

static void wipe_progress_bar(void) { fprintf(stderr, "\r%*s\r", 70, ""); }

void bm_progress_bar_begin(struct bm_progress_bar *bar, uint64_t total)
{
    *bar = (struct bm_progress_bar){.total = total, .start = bm_monotonic_seconds()};
}

void bm_progress_bar_tick(struct bm_progress_bar *bar, uint64_t done)
{
    if (bar->total == 0)
        return;
    const double now = bm_monotonic_seconds();
    if (now - bar->start < 0.5 || now - bar->drawn < 0.1)
        return;
    draw_progress_bar((double)done / (double)bar->total, now - bar->start);
    bar->drawn = now;
    bar->visible = true;
}

void bm_progress_bar_clear(struct bm_progress_bar *bar)
{
    if (bar->visible)
        wipe_progress_bar();
    bar->visible = false;
}
