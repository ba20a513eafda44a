/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

#include "cli/count.h"

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

void bm_interrupt_catch(bool on)
{
    struct sigaction action = {.sa_handler = on ? on_interrupt : SIG_DFL};
    struct sigaction old;
    /* A program started in the background of a script is deaf to Ctrl-C and stays so. */
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

bool bm_interrupted(void) { return atomic_load(&interrupted); }

void bm_bar_draw(double part, double seconds)
{
    enum { CELLS = 40 };
    static const char full[] = "########################################";
    const double p = part < 0 ? 0 : part > 1 ? 1 : part;
    const int n = (int)(p * CELLS);
    fprintf(stderr, "\r[%.*s%*s] %3d%%  %.0f s ", n, full, CELLS - n, "", (int)(p * 100),
            seconds);
    fflush(stderr);
}

void bm_bar_wipe(void) { fprintf(stderr, "\r%*s\r", 70, ""); }

void bm_bar_begin(struct bm_bar *bar, uint64_t total)
{
    *bar = (struct bm_bar){.total = total, .start = bm_count_clock()};
}

void bm_bar_tick(struct bm_bar *bar, uint64_t done)
{
    if (bar->total == 0)
        return;
    const double now = bm_count_clock();
    if (now - bar->start < 0.5 || now - bar->drawn < 0.1)
        return;
    bm_bar_draw((double)done / (double)bar->total, now - bar->start);
    bar->drawn = now;
    bar->visible = true;
}

void bm_bar_clear(struct bm_bar *bar)
{
    if (bar->visible)
        bm_bar_wipe();
    bar->visible = false;
}
